import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Project, ProjectFigures, ProjectListItem } from '#contract/project-shapes.ts';
import { addUser, listOwn } from '#testkit/users.ts';
import {
  type RequestUser,
  saveProject,
  sendForm,
  townSeed,
  townsCsv,
  waitForRun,
} from '#testkit/project-calls.ts';
import { type TestApp, useTestApp } from '#testkit/test-app.ts';

type App = TestApp['app'];

const start = useTestApp();

async function save(app: App, user: RequestUser, fields: Record<string, string>): Promise<number> {
  const saved = await saveProject(app, user, { fields });
  if (saved.statusCode !== 200) throw new Error(saved.body);
  const id: number = saved.json().data.project_id;
  await waitForRun(app, user, id);
  return id;
}

async function test(app: App, user: RequestUser, fields: Record<string, unknown>): Promise<number> {
  const body = { type: 'wordpress', script: townsCsv(4), ...fields };
  const reply = await app.inject({
    method: 'POST',
    url: '/api/v1/save-test',
    headers: user.headers,
    body,
  });
  const id: number = reply.json().data.project_id;
  await waitForRun(app, user, id);
  return id;
}

const uploadSeed = (app: App, user: RequestUser) =>
  sendForm(app, user, {
    url: '/api/v1/upload',
    fields: { type: 'wordpress' },
    file: { name: 'seed.xml', bytes: townSeed() },
  });

async function read(app: App, user: RequestUser, path: string) {
  return (await app.inject({ url: `/api/v1/projects${path}`, headers: user.headers })).json().data;
}

const list = (app: App, user: RequestUser, query = ''): Promise<ProjectListItem[]> =>
  read(app, user, `?per_page=100${query}`);

const LOSING = `${townsCsv(2)}Town 9,town-1\r\n`;

describe('the state that a project shows', () => {
  it('is that of its full runs, whatever later tests did', async () => {
    const { app, user } = await start();
    const id = await save(app, user, { title: 'Losing', script: LOSING });
    await test(app, user, { title: 'Losing', project_id: id });
    const [project] = await list(app, user);
    expect(project).toMatchObject({
      state: 'completed_with_skips',
      skipped: 1,
      pages: 2,
      last_run: { kind: 'test', state: 'completed', skipped: 0 },
    });
  });

  it('is “test only” while only tests have completed, also in the filter', async () => {
    const { app, user } = await start();
    await save(app, user, { title: 'Whole' });
    await uploadSeed(app, user);
    const id = await test(app, user, { title: 'Tried' });
    const shown = await list(app, user);
    expect(shown.map(({ title, state, pages }) => [title, state, pages])).toEqual([
      ['Tried', 'test_only', null],
      ['Whole', 'completed', 3],
    ]);
    for (const { state, title } of shown) {
      const filtered = await list(app, user, `&state=${state}`);
      expect(filtered.map((project) => project.title)).toEqual([title]);
    }
    expect(
      (await list(app, user, '&state=completed,completed_with_skips')).map((each) => each.id),
    ).not.toContain(id);
  });

  it('is that of an earlier run after it was restored', async () => {
    const { app, user } = await start();
    const id = await save(app, user, { title: 'Twice' });
    const [first] = await read(app, user, `/${id}`);
    await save(app, user, { title: 'Twice', project_id: String(id), script: LOSING });
    expect((await list(app, user))[0]).toMatchObject({
      state: 'completed_with_skips',
      skipped: 1,
      pages: 2,
    });
    const url = `/api/v1/projects/${id}/runs/${first.report.id}/restore`;
    await app.inject({ method: 'POST', url, headers: user.headers });
    expect((await list(app, user))[0]).toMatchObject({ state: 'completed', skipped: 0, pages: 3 });
    expect(await read(app, user, '/figures')).toMatchObject({
      pages: 3,
      skipped: 0,
      states: { completed: 1 },
    });
  });
});

describe('the figures of all projects', () => {
  it('are zero for a user without projects', async () => {
    const { app, user } = await start();
    expect(await read(app, user, '/figures')).toEqual({
      projects: 0,
      with_pages: 0,
      pages: 0,
      skipped: 0,
      tested: 0,
      downloaded: 0,
      states: {},
    });
  });

  it('sum a thousand projects, without those of other users', async () => {
    const { app, database, user } = await start();
    const other = await addUser(database.db);
    await save(app, other, { title: 'Not mine' });
    const id = await save(app, user, { title: 'Losing', script: LOSING });
    await test(app, user, { title: 'Losing', project_id: id });
    await sql`insert into projects (workspace_id, key, title, type, notes, google_spread_sheet, footer_links, seed_id,
        sheet_id, current_run_id, last_run_id, pages, site, created_at, updated_at)
      select workspace_id, gen_random_uuid(), title, type, notes, google_spread_sheet, footer_links, seed_id,
        sheet_id, current_run_id, last_run_id, 10000, site, created_at, updated_at
      from projects, generate_series(1, 999) where created_by = ${user.userId}`.execute(database.db);
    expect(await read(app, user, '/figures')).toEqual({
      projects: 1000,
      with_pages: 1000,
      pages: 9_990_002,
      skipped: 1000,
      tested: 1,
      downloaded: 0,
      states: { completed_with_skips: 1000 },
    });
  });
});

it('does not count copies of images as pages', async () => {
  const { app, database, user } = await start();
  await save(app, user, { title: 'Pages' });
  await sql`insert into projects (workspace_id, key, title, type, notes, google_spread_sheet, footer_links, sheet_id,
      pages, site, created_at, updated_at)
    select workspace_id, gen_random_uuid(), 'Copies', 'geocoder', notes, google_spread_sheet, footer_links, sheet_id,
      12000, site, created_at, updated_at
    from projects where created_by = ${user.userId}`.execute(database.db);
  expect(await read(app, user, '/figures')).toMatchObject({ projects: 2, with_pages: 1, pages: 3 });
});

describe('the number of downloaded projects', () => {
  const countDownloaded = async (app: App, user: RequestUser) =>
    ((await read(app, user, '/figures')) as ProjectFigures).downloaded;
  const show = async (app: App, user: RequestUser, id: number): Promise<Project> =>
    (await read(app, user, `/${id}`))[0];

  it('counts a project once, from the first bytes of a part or of the zip', async () => {
    const { app, database, user } = await start();
    const [whole, single] = [await save(app, user, { title: 'A' }), await save(app, user, { title: 'B' })];
    expect(await countDownloaded(app, user)).toBe(0);
    expect((await app.inject((await show(app, user, whole)).download_all_url ?? '')).statusCode).toBe(200);
    expect(await countDownloaded(app, user)).toBe(1);
    const url = (await show(app, user, single)).parts[0]?.url ?? '';
    for (const range of ['bytes=0-9', 'bytes=10-']) {
      expect((await app.inject({ url, headers: { range } })).statusCode).toBe(206);
    }
    expect(await countDownloaded(app, user)).toBe(2);
    await app.inject((await show(app, user, whole)).download_all_url ?? '');
    expect(await countDownloaded(app, user)).toBe(2);
    expect(await countDownloaded(app, await addUser(database.db))).toBe(0);
  });

  it('keeps the time of the first download', async () => {
    const { app, database, user } = await start();
    const { parts } = await show(app, user, await save(app, user, { title: 'A' }));
    const readMoment = async () => (await listOwn(database, user, 'runs'))[0]?.downloaded_at;
    await app.inject(parts[0]?.url ?? '');
    const first = await readMoment();
    expect(first).toBeInstanceOf(Date);
    await app.inject(parts[0]?.url ?? '');
    expect(await readMoment()).toEqual(first);
  });

  it('does not count a HEAD request, a 304 response, a seed, a sample or a refused URL', async () => {
    const { app, user } = await start();
    const id = await save(app, user, { title: 'A' });
    await test(app, user, { title: 'A', project_id: id });
    const { parts, template_file: seed, test: tested } = await show(app, user, id);
    const { url = '', sha256 = '' } = parts[0] ?? {};
    const statuses = [
      await app.inject({ method: 'HEAD', url }),
      await app.inject({ url, headers: { 'if-none-match': `"${sha256}"` } }),
      await app.inject(seed?.url ?? ''),
      await app.inject(tested?.samples[0]?.url ?? ''),
      await app.inject(url.replace(/signature=.{4}/, 'signature=AAAA')),
    ].map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([200, 304, 200, 200, 403]);
    expect(await countDownloaded(app, user)).toBe(0);
  });
});
