import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addAgency, addUser } from '#testkit/users.ts';
import { saveProject, sendForm, townSeed, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { readZip } from '#testkit/zip-reader.ts';

const start = useTestApp();

type Stage = Awaited<ReturnType<typeof start>>;

async function startWithProject(fields: Record<string, string> = {}) {
  const stage = await start();
  const reply = await saveProject(stage.app, stage.user, { fields });
  const id: number = reply.json().data.project_id;
  return { ...stage, id };
}

describe('a run', () => {
  it('that a user cancels ends as canceled and leaves no file', async () => {
    const { app, user, store } = await start();
    const isPublishing = store.hold('publish runs/');
    const { project_id: id } = (await saveProject(app, user)).json().data;
    await isPublishing;
    const reply = await app.inject({
      method: 'POST',
      url: `/api/v1/projects/${id}/cancel`,
      headers: user.headers,
    });
    expect(reply.statusCode).toBe(200);
    const project = await waitForRun(app, user, id);
    expect(project.progress?.state).toBe('canceled');
    expect(project.parts).toEqual([]);
    const notes = await app.inject({ url: '/api/v1/notifications', headers: user.headers });
    // The user who canceled isn't notified.
    expect(notes.json().data).toEqual([]);
  });

  it.each(['not_active', 'deleted'])('of an agency that becomes %s is canceled', async (status) => {
    const { app, database, user, store } = await start();
    const agencyId = await addAgency(database.db, [user]);
    const admin = await addUser(database.db, { role: 'admin' });
    const isPublishing = store.hold('publish runs/');
    const { run_id: runId } = (await saveProject(app, user)).json().data;
    await isPublishing;
    const saved = await app.inject({
      method: 'PUT',
      url: `/api/v1/agencies/${agencyId}`,
      headers: admin.headers,
      payload: { name: 'Agency', main_admin_id: user.userId, status },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    await expect
      .poll(() => runSql(database, `select state from runs where id = ${runId}`))
      .toEqual([{ state: 'canceled' }]);
  });

  it('can be canceled in an inactive agency, and does not complete by itself', async () => {
    const { app, database, user, store } = await start();
    const agencyId = await addAgency(database.db, [user]);
    const isPublishing = store.hold('publish runs/');
    const { project_id: id, run_id: runId } = (await saveProject(app, user)).json().data;
    await isPublishing;
    // Changed in the database, which doesn't cancel the run.
    await runSql(database, `update workspaces set status = 'not_active' where id = ${agencyId}`);
    const url = `/api/v1/projects/${id}/cancel`;
    const reply = await app.inject({ method: 'POST', url, headers: user.headers });
    expect(reply.statusCode, reply.body).toBe(200);
    await store.release();
    await expect
      .poll(() => runSql(database, `select state from runs where id = ${runId}`))
      .toEqual([{ state: 'canceled' }]);
  });

  it('that was added while its agency was deleted is canceled', async () => {
    const { app, database, user, store } = await start();
    const agencyId = await addAgency(database.db, [user]);
    const isPublishing = store.hold('publish runs/');
    const { run_id: runId } = (await saveProject(app, user)).json().data;
    await isPublishing;
    await runSql(database, `update workspaces set status = 'deleted' where id = ${agencyId}`);
    await store.release();
    await expect
      .poll(() => runSql(database, `select state from runs where id = ${runId}`))
      .toEqual([{ state: 'canceled' }]);
  });

  it('notifies the user when it has completed', async () => {
    const { app, user, id } = await startWithProject();
    await waitForRun(app, user, id);
    const reply = await app.inject({ url: '/api/v1/notifications', headers: user.headers });
    expect(reply.json().data[0]).toMatchObject({
      notification: '3 of 3 pages of “Plumber” ready to import.',
      link: `/projects/${id}`,
    });
  });

  it('can be restored in place of a later one', async () => {
    const { app, user, id } = await startWithProject();
    const first = (await waitForRun(app, user, id)).report?.id;
    await saveProject(app, user, { fields: { project_id: String(id), script: townsCsv(5) } });
    expect((await waitForRun(app, user, id)).report?.pages_done).toBe(5);
    await app.inject({
      method: 'POST',
      url: `/api/v1/projects/${id}/runs/${first}/restore`,
      headers: user.headers,
    });
    const project = await waitForRun(app, user, id);
    expect(project.report).toMatchObject({ id: first, pages_done: 3 });
    expect(project.runs.map(({ is_current: isCurrent }) => isCurrent)).toEqual([false, true]);
  });

  it('also restores its site, and notifies open dashboards', async () => {
    const { app, database, user } = await start();
    const save = async (site: string, fields = {}) => {
      const seed = townSeed({ site, link: `${site}/plumber-geo_url/` });
      const { project_id: id } = (await saveProject(app, user, { seed, fields })).json().data;
      return waitForRun(app, user, id);
    };
    const { id, report } = await save('https://first.example');
    const second = await save('https://second.example', { project_id: String(id) });
    expect(second.base_site_url).toBe('https://second.example');
    const payloads: string[] = [];
    const stop = await database.listen('geoloom_live', (payload) => payloads.push(payload));
    const url = `/api/v1/projects/${id}/runs/${report?.id}/restore`;
    await app.inject({ method: 'POST', url, headers: user.headers });
    expect((await waitForRun(app, user, id)).base_site_url).toBe('https://first.example');
    await expect.poll(() => payloads.join()).toContain(`user:${user.userId}`);
    await stop();
  });
});

describe('a run that is restored', () => {
  const edit = async (app: Stage['app'], user: Stage['user'], id: number) => {
    const reply = await app.inject({ url: `/api/v1/projects/${id}/edit`, headers: user.headers });
    return reply.json().data[0];
  };
  const restore = async ({ app, user }: Stage, id: number, run?: number) => {
    const url = `/api/v1/projects/${id}/runs/${run}/restore`;
    return (await app.inject({ method: 'POST', url, headers: user.headers })).statusCode;
  };

  it('restores its seed, rows and texts in the edit form', async () => {
    const stage = await start();
    const { app, user } = stage;
    const fields = { script_name: 'towns-3.csv', footer_links: '<a href="[geo_url]">Old</a>' };
    const { project_id: id } = (await saveProject(app, user, { fields })).json().data;
    const first = await waitForRun(app, user, id);
    const project_id = String(id);
    const later = { project_id, script: townsCsv(5), script_name: 'towns-5.csv', footer_links: 'New' };
    await saveProject(app, user, { seed: townSeed({ content: '<p>New [geo_city]</p>' }), fields: later });
    await waitForRun(app, user, id);
    const newest = await edit(app, user, id);
    expect(newest).toMatchObject({ script_name: 'towns-5.csv', footer_links: 'New' });
    expect(await restore(stage, id, first.report?.id)).toBe(200);
    expect(await edit(app, user, id)).toMatchObject({
      script: townsCsv(3),
      script_name: 'towns-3.csv',
      footer_links: fields.footer_links,
      template_file: { size: townSeed().length },
      revision: newest.revision + 1,
    });
  });

  it('needs a confirmation that names the newer run in progress before it is restored', async () => {
    const stage = await start();
    const { app, user, database } = stage;
    const { project_id: id } = (await saveProject(app, user)).json().data;
    const { report } = await waitForRun(app, user, id);
    const { rows } = await sql<{ id: number }>`insert into runs
        (project_id, started_by, kind, state, title, footer_links, seed_id, sheet_id, created_at)
      select project_id, started_by, kind, 'queued', title, footer_links, seed_id, sheet_id, created_at
      from runs where id = ${report?.id} returning id`.execute(database.db);
    const working = rows[0]?.id ?? 0;
    const send = (payload: object) =>
      app.inject({
        method: 'POST',
        url: `/api/v1/projects/${id}/runs/${report?.id}/restore`,
        headers: user.headers,
        payload,
      });
    for (const payload of [{}, { during_run: working + 1 }]) {
      const rejected = await send(payload);
      expect([rejected.statusCode, rejected.json().code]).toEqual([409, 'run_in_progress']);
      expect(rejected.json().message).toContain(`Run #${working} is in progress`);
    }
    expect((await send({ during_run: working })).statusCode).toBe(200);
  });

  it('restores the link of its rows', async () => {
    const stage = await start();
    const { app, user, database } = stage;
    const { project_id: id } = (await saveProject(app, user)).json().data;
    const { report } = await waitForRun(app, user, id);
    const link = 'https://docs.google.com/spreadsheets/d/abc/edit';
    await database.db.updateTable('runs').set({ sheet_link: link }).where('project_id', '=', id).execute();
    expect(await restore(stage, id, report?.id)).toBe(200);
    expect(await edit(app, user, id)).toMatchObject({ google_spread_sheet: link, script: '' });
  });
});

describe('downloads', () => {
  it('support ranges of a part', async () => {
    const { app, user, id } = await startWithProject();
    const [part] = (await waitForRun(app, user, id)).parts;
    const url = part?.url ?? '';
    const whole = await app.inject(url);
    expect(whole.headers['content-length']).toBe(String(part?.size));
    expect(whole.headers['content-disposition']).toMatch(/^attachment; filename="plumber\.xml"/);
    const range = await app.inject({ url, headers: { range: 'bytes=10-19' } });
    expect(range.statusCode).toBe(206);
    expect(range.headers['content-range']).toBe(`bytes 10-19/${part?.size}`);
    expect(range.rawPayload).toEqual(whole.rawPayload.subarray(10, 20));
    const tail = await app.inject({ url, headers: { range: 'bytes=-5' } });
    expect(tail.rawPayload).toEqual(whole.rawPayload.subarray(-5));
    const beyond = await app.inject({ url, headers: { range: `bytes=${part?.size}-` } });
    expect(beyond.statusCode).toBe(416);
  });

  it('send all files as a zip with its length', async () => {
    const { app, user, id } = await startWithProject({ script_name: 'rows-500.csv' });
    const project = await waitForRun(app, user, id);
    const zip = await app.inject(project.download_all_url ?? '');
    expect(zip.statusCode).toBe(200);
    expect(zip.headers['content-type']).toBe('application/zip');
    expect(zip.headers['content-length']).toBe(String(zip.rawPayload.length));
    const files = readZip(zip.rawPayload);
    expect([...files.keys()]).toEqual(['plumber.xml', 'formed-links.html', 'manifest.json', 'IMPORT.md']);
    const [part] = project.parts;
    expect(files.get('plumber.xml')?.length).toBe(part?.size);
    expect(JSON.parse(String(files.get('manifest.json')))).toMatchObject({
      key: project.key,
      title: 'Plumber',
      pages: 3,
      rows: { file: 'rows-500.csv' },
      parts: [{ file: 'plumber.xml', bytes: part?.size, pages: 3, sha256: part?.sha256 }],
    });
  });

  it('keep a number at the end of a title in the name of the zip, and drop that of a part', async () => {
    const { app, user, id } = await startWithProject({ title: 'Route 66' });
    const { download_all_url: single } = await waitForRun(app, user, id);
    expect((await app.inject(single ?? '')).headers['content-disposition']).toContain('"route-66.zip"');
    const fields = { title: 'Route 66', script: townsCsv(501), split_xml_file: '2' };
    const saved = await saveProject(app, user, { fields });
    const split = await waitForRun(app, user, saved.json().data.project_id);
    expect(split.parts.map(({ name }) => name)).toEqual(['route-66-1-of-2.xml', 'route-66-2-of-2.xml']);
    const zip = await app.inject(split.download_all_url ?? '');
    expect(zip.headers['content-disposition']).toContain('"route-66.zip"');
  });

  it('are rejected if the URL was changed or has expired', async () => {
    const { app, user, pass, id } = await startWithProject();
    const [part] = (await waitForRun(app, user, id)).parts;
    const url = part?.url ?? '';
    for (const changed of [
      url.replace(/\/part\/(\d+)-1\//, (_, run: string) => `/part/${Number(run) + 1}-1/`),
      url.replace(/owner=(\d+)/, (_, owner: string) => `owner=${Number(owner) + 1}`),
      url.replace(/expires=(\d+)/, (_, seconds: string) => `expires=${Number(seconds) + 1}`),
      `${url}&by=1`,
      url.replace(/signature=./, (text) => (text.endsWith('A') ? 'signature=B' : 'signature=A')),
    ]) {
      expect(changed).not.toBe(url);
      expect((await app.inject(changed)).statusCode, changed).toBe(403);
    }
    expect((await app.inject(url)).statusCode).toBe(200);
    pass(12 * 60_000);
    expect((await app.inject(url)).statusCode).toBe(403);
  });
});

describe('a draft', () => {
  it('passes its seed to the project that is saved from it', async () => {
    const { app, user } = await start();
    const uploaded = await sendForm(app, user, {
      url: '/api/v1/upload',
      fields: { type: 'WordPress' },
      file: { name: 'seed.xml', bytes: townSeed() },
    });
    expect(uploaded.json().data).toMatchObject({ name: 'seed.xml', record_count: 1 });
    const saved = await sendForm(app, user, {
      url: '/api/v1/save-xml',
      fields: { title: 'Plumber', script: townsCsv(2) },
    });
    const project = await waitForRun(app, user, saved.json().data.project_id);
    expect(project.template_file?.name).toBe('seed.xml');
    expect(project.report?.pages_done).toBe(2);
  });
});
