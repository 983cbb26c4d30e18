/** Attacks on files and projects: forged URLs, full quotas, hostile seeds, fields that users can't set. */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { openLive } from '#server/db/live.ts';
import { createFiles } from '#server/gateways/create-files.ts';
import { callDrafts, openDraft } from '#testkit/draft-calls.ts';
import { makeFolder } from '#testkit/folder.ts';
import { addUser, listOwn } from '#testkit/users.ts';
import {
  type RequestUser,
  saveProject,
  sendForm,
  showProject,
  townSeed,
  townsCsv,
  waitForRun,
} from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { openOwnDatabase } from '#testkit/test-database.ts';
import { deriveKey } from '#server/gateways/secret-key.ts';
import { signUrl } from './signed-address.rules.ts';
import { UPLOAD_USES } from '#server/services.ts';
import { createUploads } from './uploads.service.ts';
import { insertDraft } from '../projects/drafts.store.ts';

const MINUTE_MS = 60_000;
const SECRET = 'the-key-of-this-test-0123456789abcdef';
const KEY = deriveKey(SECRET, 'signed URLs');

const startStage = useTestApp({ config: { secretKey: SECRET } });

async function makeProject(app: FastifyInstance, user: RequestUser) {
  const saved = await saveProject(app, user);
  return waitForRun(app, user, saved.json<{ data: { project_id: number } }>().data.project_id);
}

/** @returns the URL of the first sample page */
async function makeSample(app: FastifyInstance, user: RequestUser, projectId: number): Promise<string> {
  const saved = await app.inject({
    method: 'POST',
    url: '/api/v1/save-test',
    headers: user.headers,
    payload: { title: 'Plumber', script: townsCsv(2), project_id: projectId },
  });
  const { progress } = await waitForRun(app, user, saved.json().data.project_id);
  return progress?.samples[0]?.url ?? 'no-sample';
}

/** Names of all files in the store. */
function listFiles(dataFolder: string): string[] {
  return readdirSync(join(dataFolder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}

describe('a signed URL', () => {
  it('opens one file for at most ten minutes, and nothing else after any change', async () => {
    const { app, user, database, pass } = await startStage();
    const project = await makeProject(app, user);
    const url = project.parts[0]?.url ?? '';
    const status = async (address: string) => (await app.inject(address)).statusCode;
    expect(await status(url)).toBe(200);
    const other = await addUser(database.db);
    const changes: [string, string][] = [
      ['/part/', '/seed/'],
      ['/part/', '/zip/'],
      [/part\/\d+-1/.exec(url)?.[0] ?? '', 'part/1-2'],
      [`owner=${user.userId}`, `owner=${other.userId}`],
      [/expires=\d+/.exec(url)?.[0] ?? '', 'expires=9999999999'],
      [/signature=./.exec(url)?.[0] ?? '', 'signature=_'],
      [/\/[^/?]+\?/.exec(url)?.[0] ?? '', '/page.html?'],
    ];
    for (const [from, to] of changes) {
      expect(url, from).toContain(from);
      const changed = url.replace(from, to);
      if (changed !== url) expect(await status(changed), changed).toBe(403);
    }
    // Extra parameters don't change how the file is sent.
    const reply = await app.inject(`${url}&disposition=inline&response-content-type=text/html`);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('application/xml');
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.xml"/);
    pass(10 * MINUTE_MS);
    expect(await status(url)).toBe(403);
  });

  it.each(['', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}=`, 'é'.repeat(43), '%00'.repeat(43)])(
    'with the signature %j is rejected before the file is looked up',
    async (signature) => {
      const { app } = await startStage();
      const reply = await app.inject(
        `/api/v1/files/zip/1/a.zip?owner=1&expires=9999999999&signature=${encodeURI(signature)}`,
      );
      expect([403, 422]).toContain(reply.statusCode);
    },
  );

  it('is no longer valid when its owner is disabled or deleted', async () => {
    const { app, user, database } = await startStage();
    const project = await makeProject(app, user);
    const urls = [project.parts[0]?.url, project.download_all_url, project.template_file?.url].map(String);
    const statuses = async () => Promise.all(urls.map(async (url) => (await app.inject(url)).statusCode));
    expect(await statuses()).toEqual([200, 200, 200]);
    const users = database.db.updateTable('users').where('id', '=', user.userId);
    await users.set({ is_disabled: true }).execute();
    expect(await statuses()).toEqual([404, 404, 404]);
    await users.set({ is_disabled: false }).execute();
    await database.db.deleteFrom('projects').where('created_by', '=', user.userId).execute();
    expect((await statuses()).slice(0, 2)).toEqual([404, 404]);
  });

  it('that was signed for another user opens nothing of a stranger', async () => {
    const { app, user, database } = await startStage();
    const project = await makeProject(app, user);
    const stranger = await addUser(database.db);
    const runId = String(project.report?.id);
    const of = { owner: stranger.userId, now: new Date() };
    for (const file of [
      { kind: 'part', id: `${runId}-1`, name: 'x.xml' },
      { kind: 'zip', id: runId, name: 'x.zip' },
      { kind: 'sample', id: `${runId}-0`, name: 'x.html' },
      { kind: 'links', id: runId, name: 'x.html' },
    ] as const) {
      expect((await app.inject(signUrl(KEY, file, of))).statusCode, file.kind).toBe(404);
    }
  });
});

it('a file missing in the store causes an error response', async () => {
  const { app, user, dataFolder } = await startStage();
  const project = await makeProject(app, user);
  const runs = join(dataFolder, 'files', 'runs', String(project.report?.id));
  for (const name of readdirSync(runs).filter((each) => each.endsWith('.xml'))) rmSync(join(runs, name));
  for (const headers of [{}, { range: 'bytes=0-9' }]) {
    const reply = await app.inject({ url: project.parts[0]?.url ?? '', headers });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ success: false, code: 'not_found' });
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.headers['content-disposition']).toBeUndefined();
  }
  // A zip is already being sent when it reaches the missing file; it is aborted and never looks complete
  // (O1).
  await expect(app.inject(project.download_all_url ?? '')).rejects.toThrow('destroyed');
});

it('a previewed page may not run, load or send anything (J2)', async () => {
  const { app, user } = await startStage();
  const project = await makeProject(app, user);
  const reply = await app.inject(await makeSample(app, user, project.id));
  expect(reply.headers['content-security-policy']).toBe(
    "sandbox; default-src 'none'; style-src 'unsafe-inline' https:; img-src https: data:; font-src https: data:; frame-ancestors 'self'",
  );
  for (const url of [project.formed_links_url, project.template_file?.url, project.download_all_url]) {
    const { headers } = await app.inject(url ?? '');
    expect(headers['content-disposition']).toMatch(/^attachment;/);
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(String(headers['content-type'])).not.toMatch(/html|svg|javascript/);
  }
});

it("deleting a project deletes its files, except those that the user's other projects use", async () => {
  const { app, user, database, dataFolder } = await startStage();
  const before = listFiles(dataFolder);
  const first = await makeProject(app, user);
  await saveProject(app, user, { fields: { project_id: String(first.id), script: townsCsv(4) } });
  await waitForRun(app, user, first.id);
  // The same seed and the first sheet again: stored once, used twice.
  const second = await makeProject(app, user);
  expect(listFiles(dataFolder).length).toBeGreaterThan(before.length + 6);
  const remove = (id: number) =>
    app.inject({
      method: 'DELETE',
      url: `/api/v1/projects?project_id=${id}&type=wordpress`,
      headers: user.headers,
    });
  expect((await remove(first.id)).statusCode).toBe(200);
  expect((await app.inject(first.parts[0]?.url ?? '')).statusCode).toBe(404);
  expect((await app.inject(second.template_file?.url ?? '')).statusCode).toBe(200);
  expect((await app.inject(second.parts[0]?.url ?? '')).statusCode).toBe(200);
  expect((await remove(second.id)).statusCode).toBe(200);
  await expect.poll(() => listFiles(dataFolder)).toEqual(before);
  for (const table of ['uploads', 'projects', 'runs'] as const) {
    expect(await listOwn(database, user, table), table).toEqual([]);
  }
  const runIds = [first, second].flatMap(({ runs }) => runs.map(({ id }) => id));
  const parts = database.db.selectFrom('run_parts').selectAll();
  expect(await parts.where('run_id', 'in', runIds).execute()).toEqual([]);
});

describe('the quota', () => {
  async function openUploads(quota: { bytes: number; files: number }, clock = () => new Date()) {
    const database = await openOwnDatabase();
    const { db } = database;
    const folder = makeFolder();
    const files = await createFiles({ folder });
    await openLive(database);
    let number = 0;
    const newId = () => `00000000-0000-4000-8000-${String((number += 1)).padStart(12, '0')}`;
    const uploads = createUploads(
      { db, files, clock, newId, logError: () => {} },
      { quota, uses: UPLOAD_USES },
    );
    const { userId, workspaceId } = await addUser(db);
    const store = (index: number, size: number) =>
      uploads.store({
        workspaceId,
        createdBy: userId,
        kind: 'sheet',
        name: `${index}.csv`,
        bytes: new Uint8Array(size).fill(index),
      });
    const count = async () => {
      const rows = await db.selectFrom('uploads').select('size').execute();
      const onDisk = readdirSync(join(folder, 'uploads')).length;
      return { files: rows.length, bytes: rows.reduce((sum, { size }) => sum + size, 0), onDisk };
    };
    return { store, count, db, userId };
  }

  it.each([
    ['bytes', { bytes: 1000, files: 100 }, { files: 10, bytes: 1000, onDisk: 10 }],
    ['files', { bytes: 1_000_000, files: 7 }, { files: 7, bytes: 700, onDisk: 7 }],
  ])(
    'of %s is exact for fifty concurrent uploads, and no file of a rejected one is kept (G7)',
    async (...given) => {
      const [, quota, expected] = given;
      const { store, count } = await openUploads(quota);
      const all = await Promise.allSettled(Array.from({ length: 50 }, (_none, index) => store(index, 100)));
      const rejected = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
      expect(new Set(rejected)).toEqual(new Set(['quota_reached']));
      expect(await count()).toEqual(expected);
      // An upload with stored bytes isn't a new file.
      const kept = all.findIndex(({ status }) => status === 'fulfilled');
      await expect(store(kept, 100)).resolves.toMatchObject({ size: 100 });
      await expect(store(99, 100)).rejects.toMatchObject({ code: 'quota_reached' });
    },
  );

  it("doesn't count replaced uploads, and keeps those that are about to be used", async () => {
    let now = new Date();
    const { store, count, db, userId } = await openUploads({ bytes: 1000, files: 3 }, () => now);
    const [draft] = [await store(1, 100), await store(2, 100), await store(3, 100)];
    await insertDraft(db, {
      id: randomUUID(),
      user_id: userId,
      type: 'wordpress',
      fields: '{}',
      seed_changes: '[]',
      sheet_id: draft.id,
      is_open: true,
      updated_at: now,
    });
    await expect(store(4, 100)).rejects.toMatchObject({ code: 'quota_reached' });
    now = new Date(now.getTime() + 11 * MINUTE_MS);
    // Just renewed, because a save is about to use it.
    await store(2, 100);
    const added = await store(4, 100);
    const left = await db.selectFrom('uploads').select('name').orderBy('name').execute();
    expect(left.map(({ name }) => name)).toEqual(['1.csv', '2.csv', '4.csv']);
    expect(await count()).toEqual({ files: 3, bytes: 300, onDisk: 3 });
    await expect(store(5, 100)).rejects.toMatchObject({ code: 'quota_reached' });
    expect(added).toMatchObject({ name: '4.csv' });
  });
});

describe('hostile seeds', () => {
  const BOMBS = '../shared/corpora/xml-bombs';
  const own: [string, string][] = [
    ['entity.xml', '<?xml version="1.0"?>\n<!DOCTYPE r [<!ENTITY a "b">]>\n<rss>&a;</rss>'],
    ['file.xml', '<?xml version="1.0"?>\n<!DOCTYPE r SYSTEM "file:///etc/passwd">\n<rss/>'],
    [
      'remote.xml',
      '<?xml version="1.0"?>\n<!DOCTYPE r [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x">%x;]>\n<rss/>',
    ],
    ['laughs.xml', `<!DOCTYPE r [<!ENTITY a "${'ha'.repeat(1000)}">]>\n<rss>${'&a;'.repeat(1000)}</rss>`],
    ['deep.xml', `<rss>${'<a>'.repeat(100_000)}`],
    ['attributes.xml', `<rss ${Array.from({ length: 1000 }, (_none, index) => `a${index}=""`).join(' ')}/>`],
    ['half.xml', '<rss><channel><item>'],
    ['bytes.xml', '\u0000\u0001\u0002'],
    ['empty.xml', ''],
    ['page.xml', '<html><script>alert(1)</script></html>'],
  ];

  it('are rejected with the position, expand nothing and leave nothing behind (G3, G4)', async () => {
    const { app, user, database, dataFolder, log } = await startStage();
    const before = listFiles(dataFolder);
    const published = existsSync(BOMBS) ? readdirSync(BOMBS).filter((name) => !name.endsWith('.md')) : [];
    const all: [string, Uint8Array][] = [
      ...own.map(([name, text]): [string, Uint8Array] => [name, Buffer.from(text)]),
      ...published.map((name): [string, Uint8Array] => [name, readFileSync(join(BOMBS, name))]),
    ];
    const tolerated: string[] = [];
    for (const [name, bytes] of all) {
      const file = { name: name.replace(/\.\w+$/, '.xml'), bytes };
      const reply = await sendForm(app, user, {
        url: '/api/v1/upload',
        fields: { type: 'wordpress' },
        file,
      });
      expect([422, 200], `${name}: ${reply.body.slice(0, 200)}`).toContain(reply.statusCode);
      if (reply.statusCode === 200) {
        tolerated.push(name);
        continue;
      }
      const { problems } = reply.json<{ problems: { text: string; file?: string; line?: number }[] }>();
      expect(problems.length, name).toBeGreaterThan(0);
      if (bytes.length > 0 && bytes.includes(60)) expect(problems[0]?.line, name).toBeGreaterThan(0);
      expect(reply.body).not.toMatch(/root:|haha/);
    }
    console.log(
      `${own.length} seeds of our own, ${published.length} of the corpus; read: ${tolerated.join()}`,
    );
    expect(tolerated).toEqual([]);
    expect(await listOwn(database, user, 'uploads')).toEqual([]);
    expect(listFiles(dataFolder)).toEqual(before);
    expect(log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  it('with any name are stored under a generated key and sent as attachments (G1)', async () => {
    const { app, user, dataFolder } = await startStage();
    const before = new Set(listFiles(dataFolder));
    const names = [
      '../../../../tmp/evil.xml',
      '/etc/cron.d/evil.xml',
      '..\\..\\evil.xml',
      'evil.php\u0000.xml',
      'CON.xml',
      '.htaccess.xml',
      `${'n'.repeat(300)}.xml`,
      'evil.svg.xml',
    ];
    for (const [index, name] of names.entries()) {
      const bytes = townSeed({ content: `<p>[geo_city] ${index}</p>` });
      const file = { name, bytes, type: 'text/xml' };
      const reply = await sendForm(app, user, {
        url: '/api/v1/upload',
        fields: { type: 'wordpress' },
        file,
      });
      expect(reply.statusCode, reply.body).toBe(200);
      const sent = await app.inject(reply.json<{ data: { url: string } }>().data.url);
      expect(sent.headers['content-type']).toBe('application/xml');
      expect(sent.headers['content-disposition']).toMatch(
        /^attachment; filename="[\w.() -]*"; filename\*=UTF-8''[\w.%~!-]*$/,
      );
    }
    const stored = listFiles(dataFolder).filter((name) => !before.has(name));
    expect(stored).toHaveLength(names.length);
    for (const name of stored) expect(name).toMatch(/^[0-9a-f-]{36}$/);
    expect(existsSync('/tmp/evil.xml')).toBe(false);
  });
});

it("ignores fields that aren't in the form, on any write (F3)", async () => {
  const { app, user, database } = await startStage();
  const stranger = await addUser(database.db);
  const surplus = {
    id: '77777',
    user_id: String(stranger.userId),
    seed_id: '00000000-0000-4000-8000-000000000000',
    current_run_id: '77777',
    last_run_id: '77777',
    pages: '77',
    site: 'https://evil.example',
    created_at: '2001-01-01',
    updated_at: '2001-01-01',
    state: 'completed',
    is_cancel_wanted: 'true',
    kind: 'save',
    storage_key: '../secret.key',
    role: 'superadmin',
  };
  const saved = await saveProject(app, user, { fields: surplus });
  const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
  await waitForRun(app, user, id);
  const fields = { title: 'Other', script: townsCsv(2), ...surplus };
  await sendForm(app, user, { method: 'PUT', url: `/api/v1/projects/${id}`, fields });
  await waitForRun(app, user, id);
  const { headers } = user;
  await app.inject({
    method: 'POST',
    url: '/api/v1/save-test',
    headers,
    payload: { ...fields, project_id: id },
  });
  const drafts = callDrafts(app, user);
  const opening = { type: 'wordpress', ...surplus };
  await app.inject({ method: 'POST', url: '/api/v1/projects/drafts', headers, payload: opening });
  const draft = await openDraft(drafts);
  const payload = { fields: { title: 'Draft', ...surplus }, ...surplus };
  await app.inject({ method: 'PUT', url: `/api/v1/projects/drafts/${draft.id}`, headers, payload });
  const read = { ids: [1], read_at: null, ...surplus };
  await app.inject({ method: 'POST', url: '/api/v1/notifications/read', headers, payload: read });

  const project = await showProject(app, user, id);
  expect(project).toMatchObject({ id, title: 'Plumber' });
  const tables = ['projects', 'runs', 'uploads', 'drafts', 'notifications'] as const;
  for (const table of tables) {
    expect(await listOwn(database, stranger, table), table).toEqual([]);
    const rows = await listOwn(database, user, table);
    expect(rows.length, table).toBeGreaterThan(0);
    expect(JSON.stringify(rows), table).not.toMatch(/evil|2001-01-01|secret\.key|id":77777|superadmin/);
  }
  const users = database.db.selectFrom('users').select('role');
  const { role } = await users.where('id', '=', user.userId).executeTakeFirstOrThrow();
  expect(role).toBe('user');
});
