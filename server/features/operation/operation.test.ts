import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { callDrafts, openDraft } from '#testkit/draft-calls.ts';
import { addUser } from '#testkit/users.ts';
import { saveProject, waitForRun } from '#testkit/project-calls.ts';
import { startTestApp, useTestApp } from '#testkit/test-app.ts';
import { AppError } from '../../app-error.ts';
import { createOperation } from './operation.service.ts';

const start = useTestApp();

it('reports that it is alive', async () => {
  const reply = await (await start()).app.inject('/api/v1/health');
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({ success: true, data: { status: 'ok' } });
});

it('returns the version of package.json', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  const reply = await (await start()).app.inject('/api/v1/version');
  expect(reply.json()).toEqual({ success: true, data: { name: 'geoloom', version } });
});

it('is ready when the web application is built', async () => {
  const { app } = await startTestApp({ web: { 'index.html': '<!doctype html>' } });
  const reply = await app.inject('/api/v1/ready');
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({
    success: true,
    data: { checks: { web: 'ok', database: 'ok', files: 'ok', queue: 'ok' } },
  });
});

it('isn’t ready before the web application is built, and says how to fix it', async () => {
  const reply = await (await start()).app.inject('/api/v1/ready');
  expect(reply.statusCode).toBe(503);
  expect(reply.json()).toMatchObject({
    success: false,
    code: 'not_ready',
    errors: { web: ['The web application isn’t built. Run: npm run build'] },
  });
});

const NAMED = { name: 'geoloom', version: '0.0.0' };
const logSecurity = () => {};

it('runs its checks at most once a second', async () => {
  let looks = 0;
  const look = async () => {
    looks += 1;
    if (looks > 1) throw new Error('away');
  };
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const checks = { files: look };
  const operation = createOperation({ logSecurity }, { ...NAMED, checks });
  for (let times = 0; times < 50; times += 1) await operation.ready();
  expect(looks).toBe(1);
  vi.advanceTimersByTime(1001);
  await expect(operation.ready()).rejects.toMatchObject({ code: 'not_ready' });
  expect(looks).toBe(2);
});

it('names all failed checks at once and hides internal details', async () => {
  const operation = createOperation(
    { logSecurity },
    {
      ...NAMED,
      checks: {
        web: async () => {
          throw new AppError('not_ready', { message: 'The web application isn’t built.' });
        },
        database: async () => {
          throw new Error('password authentication failed for user "geoloom" at 10.0.0.7:5432');
        },
        files: async () => {},
        queue: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432')),
      },
    },
  );
  const failure = await Promise.resolve(operation.ready()).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'not_ready',
    details: {
      fields: {
        web: ['The web application isn’t built.'],
        database: ['isn’t responding'],
        queue: ['isn’t responding'],
      },
    },
  });
  const { details } = failure as AppError;
  expect(JSON.stringify(details.fields)).not.toContain('10.0.0.7');
  // The log has the details.
  expect(String(details.cause)).toContain('10.0.0.7');
});

it('lists the calls that work while the file store is down, and they work', async () => {
  const { app, database, dataFolder } = await startTestApp({ web: { 'index.html': '<!doctype html>' } });
  const user = await addUser(database.db);
  const { headers } = user;
  const saved = await saveProject(app, user);
  const { project_id: id } = saved.json().data;
  const project = await waitForRun(app, user, id);
  const drafts = callDrafts(app, user);
  const draft = await openDraft(drafts);
  const files = join(dataFolder, 'files');
  renameSync(files, `${files}-away`);
  const reply = await app.inject('/api/v1/ready');
  const [text = ''] = reply.json<{ errors: { files: string[] } }>().errors.files;
  expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([503, ['files']]);
  expect(text).toMatch(/^The file store isn’t available\. .*these calls fail: .*All other calls work: /);
  const failing = [
    await saveProject(app, user, { fields: { title: 'New' } }),
    await app.inject(project.parts[0]?.url ?? ''),
    await app.inject(project.template_file?.url ?? ''),
    await drafts.paste(draft.id, 'geo_city\nBoston'),
  ];
  expect(failing.map(({ statusCode }) => statusCode)).toEqual([502, 502, 502, 502]);
  const paths = [
    'account',
    'account/user-data',
    'projects',
    `projects/${id}`,
    'domains',
    'my-agency',
    'payment',
  ];
  for (const path of [
    ...paths,
    'scans',
    'tutorials',
    'notifications',
    'integrations',
    'reporting/coverage',
  ]) {
    const { statusCode } = await app.inject({ url: `/api/v1/${path}`, headers });
    expect([200, 404], path).toContain(statusCode);
  }
  const url = `/api/v1/projects?project_id=${id}&type=wordpress`;
  expect((await app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(200);
  renameSync(`${files}-away`, files);
});
