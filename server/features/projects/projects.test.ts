import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SHEET_BYTES } from '#contract/limits.ts';
import { layoutParts, planPages, prepareProject, readSeed } from '#engine';
import { callDrafts, openDraft } from '#testkit/draft-calls.ts';
import { addUser, listOwn } from '#testkit/users.ts';
import {
  saveProject,
  sendForm,
  showProject,
  townSeed,
  townsCsv,
  waitForRun,
} from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { readRows } from '#testkit/wxr-seed.ts';
import { readPages } from '#testkit/wxr-pages.ts';

const start = useTestApp();

const readId = (reply: { json(): { data: { project_id: number } } }): number => reply.json().data.project_id;

describe('saving a project', () => {
  it('makes a page for each row, and the project is returned as an array of one', async () => {
    const { app, user } = await start();
    const saved = await saveProject(app, user);
    expect(saved.statusCode).toBe(200);
    const project = await waitForRun(app, user, readId(saved));
    expect(project.report).toMatchObject({
      state: 'completed',
      pages_done: 3,
      skipped: 0,
      formed_link_count: 3,
    });
    const shown = await app.inject({ url: `/api/v1/projects/${project.id}`, headers: user.headers });
    expect(shown.json()).toMatchObject({ success: true, data: [{ id: project.id }] });
    expect(shown.json().data).toHaveLength(1);
    expect(project.parts).toHaveLength(1);
    expect(project.xmlFiles).toEqual(project.parts.map(({ url }) => url));
    expect(project.formed_links[0]).toMatchObject({ label: 'Town 1' });
    const file = await app.inject(project.parts[0]?.url ?? '');
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(project.parts[0]?.sha256);
    expect(readPages(file.rawPayload).map((page) => page.fields.title)).toEqual([
      'Plumber in Town 1',
      'Plumber in Town 2',
      'Plumber in Town 3',
    ]);
  });

  it('produces the same file as the engine for the same key', async () => {
    const { app, user } = await start();
    const project = await waitForRun(app, user, readId(await saveProject(app, user)));
    const { seed } = readSeed(townSeed(), 'seed.xml');
    if (!seed) throw new Error('no seed');
    const { table } = readRows(townsCsv(3));
    const prepared = prepareProject({ seed, table, key: project.key });
    if (!prepared.project) throw new Error('no project');
    const layout = layoutParts(planPages(prepared.project), { name: 'plumber', split: null });
    expect(project.parts.map(({ name, size, pages }) => ({ name, bytes: size, pages }))).toEqual(
      layout.parts.map(({ name, bytes, pages }) => ({ name, bytes, pages })),
    );
  });

  it('stores notes and footer as typed, although forms send line ends as CRLF', async () => {
    const { app, user } = await start();
    const footer_links = '<a href="[geo_url]">\n[geo_city]</a>\n';
    const fields = { title: 'Plumber', script: townsCsv(3), notes: 'For\nautumn', footer_links };
    const id = readId(await saveProject(app, user, { fields }));
    const project = await waitForRun(app, user, id);
    expect(project).toMatchObject({ notes: 'For\nautumn', footer_links });
    expect(project.formed_links[0]?.flink).toMatch(/>\nTown 1<\/a>\n$/);
  });

  it('stores a pasted sheet of more than a megabyte unchanged, and makes its pages', async () => {
    const { app, user } = await start();
    const story = 'Grüße aus der Stadt. '.repeat(1000);
    const rows = Array.from({ length: 60 }, (_, town) => `Town ${town},town-${town},${story}\r\n`);
    // Forms send CRLF.
    const script = `geo_city,geo_url,story\r\n${rows.join('')}`;
    const project = await waitForRun(app, user, readId(await saveProject(app, user, { fields: { script } })));
    expect(project.report).toMatchObject({ state: 'completed', pages_done: 60 });
    const stored = await app.inject(project.script_url ?? '');
    expect(stored.rawPayload.equals(Buffer.from(script))).toBe(true);
  });

  it('skips a row that cannot become a page, with the reason and a sheet of skipped rows', async () => {
    const { app, user } = await start();
    const script = `${townsCsv(2)}Town 9,town-1\r\n`;
    const project = await waitForRun(app, user, readId(await saveProject(app, user, { fields: { script } })));
    expect(project.report).toMatchObject({ state: 'completed_with_skips', skipped: 1, pages_done: 2 });
    const sheet = await app.inject(project.report?.skipped_rows_url ?? '');
    expect(sheet.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(sheet.body).toContain('Town 9');
  });

  it('refuses files that cannot become pages with all problems, and stores no project', async () => {
    const { app, user, database } = await start();
    const seed = townSeed({ title: 'Plumber in [geo_ctiy]' });
    const reply = await saveProject(app, user, { seed });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({ success: false, code: 'invalid' });
    expect(JSON.stringify(reply.json().problems)).toContain('geo_ctiy');
    expect(await listOwn(database, user, 'projects')).toEqual([]);
    expect(await listOwn(database, user, 'runs')).toEqual([]);
  });

  it.each([
    [{ title: '' }, 'title', 'Title is required'],
    [{ title: 'x'.repeat(301) }, 'title', 'Title must be at most 300 characters'],
    [{ script: '', google_spread_sheet: 'nowhere' }, 'google_spread_sheet', 'Enter a valid URL'],
    [
      { script: '' },
      'google_spread_sheet',
      'Either Google Sheet Link or Manual Spreadsheet Data is required',
    ],
  ])('refuses %j at its field', async (fields, field, text) => {
    const { app, user } = await start();
    const reply = await saveProject(app, user, { fields });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().errors[field]).toContain(text);
  });

  it('requires a seed', async () => {
    const { app, user } = await start();
    const reply = await sendForm(app, user, {
      url: '/api/v1/save-xml',
      fields: { title: 'Plumber', script: townsCsv(1) },
    });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().errors).toEqual({ file: ['Seed Page is required'] });
  });

  it.each([
    ['seed.pdf', 'application/pdf'],
    ['seed.txt', 'application/xml'],
  ])('refuses %s of type %s, which is not XML by its name and type', async (name, type) => {
    const { app, user } = await start();
    const reply = await sendForm(app, user, {
      url: '/api/v1/upload',
      fields: { type: 'wordpress' },
      file: { name, bytes: townSeed(), type },
    });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().message).toBe('Only XML files are allowed');
  });

  it('returns all problems of the seed with their places in the response to an upload', async () => {
    const { app, user } = await start();
    const reply = await sendForm(app, user, {
      url: '/api/v1/upload',
      fields: { type: 'wordpress' },
      file: { name: 'seed.xml', bytes: townSeed({ content: '<p>[geo_city</p>' }) },
    });
    expect(reply.json().data.problems).toEqual([
      {
        code: 'placeholder-unclosed',
        severity: 'fault',
        file: 'seed.xml',
        line: expect.any(Number),
        column: expect.any(Number),
        field: 'content',
        text: expect.stringContaining('[geo_city'),
      },
    ]);
  });

  it('starts one run of a project, however often Save is clicked', async () => {
    const { app, user, store } = await start();
    const id = readId(await saveProject(app, user));
    await waitForRun(app, user, id);
    void store.hold('publish runs/');
    const fields = { title: 'Plumber', script: townsCsv(4), project_id: String(id) };
    const replies = await Promise.all([1, 2, 3].map(() => saveProject(app, user, { fields })));
    const codes = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(codes).toEqual([200, 409, 409]);
    await store.release();
    await waitForRun(app, user, id);
  });

  it('does not change the draft of a new project while another project is edited', async () => {
    const { app, user } = await start();
    const id = readId(await saveProject(app, user));
    await waitForRun(app, user, id);
    const drafts = callDrafts(app, user);
    const draft = await openDraft(drafts);
    const fields = { title: 'Plumber', script: townsCsv(2) };
    await sendForm(app, user, { method: 'PUT', url: `/api/v1/projects/${id}`, fields });
    expect((await drafts.show(draft.id)).json().data).toEqual(draft);
    await waitForRun(app, user, id);
  });

  it('does not overwrite the save of another tab', async () => {
    const { app, user } = await start();
    const id = readId(await saveProject(app, user));
    const { revision } = await waitForRun(app, user, id);
    const fields = { title: 'Plumber', script: townsCsv(2), revision: String(revision) };
    const first = await sendForm(app, user, { method: 'PUT', url: `/api/v1/projects/${id}`, fields });
    expect(first.statusCode).toBe(200);
    await waitForRun(app, user, id);
    const other = { ...fields, notes: 'Of the other tab' };
    const second = await sendForm(app, user, {
      method: 'PUT',
      url: `/api/v1/projects/${id}`,
      fields: other,
    });
    expect(second.statusCode).toBe(409);
    const saved = await showProject(app, user, id);
    expect(second.json()).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^Ada Lovelace saved this on .* UTC\. Reload it and try again\.$/),
      newer: { revision: saved.revision, saved_by: 'Ada Lovelace', saved_at: saved.updated_at },
    });
  });

  it('makes one project and one run if a form is sent again because its response was lost', async () => {
    const { app, user } = await start();
    const fields = { title: 'Plumber', script: townsCsv(3), key: randomUUID() };
    const first = await saveProject(app, user, { fields });
    const { revision } = await waitForRun(app, user, readId(first));
    const again = await saveProject(app, user, { fields });
    expect(again.json().data).toEqual(first.json().data);
    const changed = await saveProject(app, user, { fields: { ...fields, script: townsCsv(4) } });
    expect(changed.json().data).toMatchObject({ project_id: readId(first), revision: revision + 1 });
    const project = await waitForRun(app, user, readId(first));
    expect(project).toMatchObject({ key: fields.key, report: { pages_done: 4 } });
    expect(project.runs).toHaveLength(2);
  });

  it('applies an edit once if it is sent again with its old revision because its response was lost', async () => {
    const { app, user } = await start();
    const id = readId(await saveProject(app, user));
    const { revision } = await waitForRun(app, user, id);
    const fields = { title: 'Plumber', script: townsCsv(2), revision: String(revision) };
    const form = { method: 'PUT', url: `/api/v1/projects/${id}`, fields } as const;
    const first = await sendForm(app, user, form);
    await waitForRun(app, user, id);
    const again = await sendForm(app, user, form);
    expect(again.json().data).toEqual(first.json().data);
    expect((await showProject(app, user, id)).runs).toHaveLength(2);
  });

  it('of an edit keeps the title, and names its files after the project', async () => {
    const { app, user } = await start();
    const saved = await saveProject(app, user, { fields: { title: 'Plumber' } });
    const { id } = await waitForRun(app, user, saved.json().data.project_id);
    await sendForm(app, user, {
      method: 'PUT',
      url: `/api/v1/projects/${id}`,
      fields: { title: 'Roofer', script: townsCsv(2) },
    });
    const project = await waitForRun(app, user, id);
    expect(project.title).toBe('Plumber');
    expect(project.parts.map(({ name }) => name)).toEqual(['plumber.xml']);
    const notes = await app.inject({ url: '/api/v1/notifications', headers: user.headers });
    expect(notes.json().data[0].notification).toBe('2 of 2 pages of “Plumber” ready to import.');
  });
});

describe('an output above 10 MB', () => {
  const big = (): Uint8Array => townSeed({ content: `<p>[geo_city]</p>${'<p>Long text.</p>'.repeat(800)}` });
  const fields = { script: townsCsv(800) };

  it('asks whether to split, and is split if the answer is 2', async () => {
    const { app, user } = await start();
    const asked = await saveProject(app, user, { seed: big(), fields });
    expect(asked.json().data).toMatchObject({ question_is_split_file: true, split_xml_file: 2 });
    const id = readId(asked);
    expect((await showProject(app, user, id)).progress?.state).toBe('waiting_for_split');
    const answer = { ...fields, project_id: String(id), split_xml_file: '2' };
    await saveProject(app, user, { seed: big(), fields: answer });
    const project = await waitForRun(app, user, id);
    expect(project.parts).toHaveLength(2);
    expect(project.parts.every(({ size }) => size <= 10_000_000)).toBe(true);
  });

  it('accepts the form again after the question, with a new title and the returned revision', async () => {
    const { app, user } = await start();
    const asked = await saveProject(app, user, { seed: big(), fields });
    const { project_id: id, revision } = asked.json().data;
    const again = {
      ...fields,
      title: 'Plumber, all towns',
      project_id: String(id),
      revision: String(revision),
    };
    const second = await saveProject(app, user, { seed: big(), fields: again });
    expect(second.json().data).toMatchObject({ project_id: id, revision: revision + 1 });
    expect((await showProject(app, user, id)).title).toBe('Plumber, all towns');
    const stale = { ...again, title: 'Of another tab', split_xml_file: '0' };
    expect((await saveProject(app, user, { seed: big(), fields: stale })).json().code).toBe('conflict');
  });

  it('stays one file if the answer is 0', async () => {
    const { app, user } = await start();
    const answer = { ...fields, split_xml_file: '0' };
    const id = readId(await saveProject(app, user, { seed: big(), fields: answer }));
    expect((await waitForRun(app, user, id)).parts).toHaveLength(1);
  });

  it('is dropped if the form is left before the answer', async () => {
    const { app, user } = await start();
    const id = readId(await saveProject(app, user, { seed: big(), fields }));
    await app.inject({ url: '/api/v1/project/cancel-project', headers: user.headers });
    expect((await showProject(app, user, id)).progress?.state).toBe('canceled');
  });
});

describe('a test', () => {
  it('makes three samples, and replaces nothing', async () => {
    const { app, user } = await start();
    const id = readId(await saveProject(app, user));
    await waitForRun(app, user, id);
    const body = { project_id: id, type: 'wordpress', title: 'Plumber', script: townsCsv(40) };
    const reply = await app.inject({
      method: 'POST',
      url: '/api/v1/save-test',
      headers: user.headers,
      body,
    });
    expect(reply.statusCode).toBe(200);
    const project = await waitForRun(app, user, id);
    expect(project.report).toMatchObject({ kind: 'save', pages_done: 3 });
    expect(project.progress).toMatchObject({ kind: 'test', state: 'completed', pages_planned: 40 });
    const [sample] = project.progress?.samples ?? [];
    expect(sample).toMatchObject({ why: 'first', title: 'Plumber in Town 1' });
    const page = await app.inject(sample?.url ?? '');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    expect(page.body).toContain('Plumber in Town 1');
  });
});

describe('a project of another user', () => {
  it('is not found', async () => {
    const { app, user, database } = await start();
    const id = readId(await saveProject(app, user));
    const { progress } = await waitForRun(app, user, id);
    const stranger = await addUser(database.db);
    const { headers } = stranger;
    const urls = [
      `/api/v1/projects/${id}`,
      `/api/v1/projects/${id}/edit`,
      `/api/v1/projects/${id}/runs`,
      `/api/v1/projects/${id}/runs/${progress?.id}`,
      `/api/v1/projects/${id}/events`,
    ];
    for (const url of urls) expect((await app.inject({ url, headers })).statusCode, url).toBe(404);
    for (const path of [`${id}/cancel`, `${id}/runs/${progress?.id}/restore`]) {
      const reply = await app.inject({ method: 'POST', url: `/api/v1/projects/${path}`, headers });
      expect(reply.statusCode, path).toBe(404);
    }
    const gone = await app.inject({
      method: 'DELETE',
      url: `/api/v1/projects?project_id=${id}&type=wordpress`,
      headers,
    });
    expect(gone.statusCode).toBe(404);
    expect((await saveProject(app, stranger, { fields: { project_id: String(id) } })).statusCode).toBe(404);
    const list = await app.inject({ url: '/api/v1/projects', headers });
    expect(list.json()).toMatchObject({ data: [], meta: { total: 0 } });
  });
});

describe('deleting a project', () => {
  it('also deletes its runs, files and notifications, and is recorded in the audit log', async () => {
    const { app, user, database } = await start();
    const id = readId(await saveProject(app, user));
    const { parts } = await waitForRun(app, user, id);
    const other = readId(await saveProject(app, user, { fields: { title: 'Other' } }));
    await waitForRun(app, user, other);
    const reply = await app.inject({
      method: 'DELETE',
      url: `/api/v1/projects?project_id=${id}&type=WordPress`,
      headers: user.headers,
    });
    expect(reply.json()).toMatchObject({ success: true, message: 'Project was successfully deleted!' });
    expect((await app.inject(parts[0]?.url ?? '')).statusCode).toBe(404);
    expect((await listOwn(database, user, 'runs')).map((run) => run.project_id)).toEqual([other]);
    const told = await app.inject({ url: '/api/v1/notifications', headers: user.headers });
    expect(told.json().data).toEqual([expect.objectContaining({ link: `/projects/${other}` })]);
  });

  it('happens once for concurrent calls', async () => {
    const { app, user, database } = await start();
    const id = readId(await saveProject(app, user));
    await waitForRun(app, user, id);
    const url = `/api/v1/projects?project_id=${id}&type=WordPress`;
    const remove = () => app.inject({ method: 'DELETE', url, headers: user.headers });
    const replies = await Promise.all([remove(), remove(), remove()]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    const log = `select from audit_log where object_kind = 'project' and object_id = ${id} and verb = 'delete'`;
    expect(await runSql(database, log)).toHaveLength(1);
  });
});

describe('deleting a project under another type', () => {
  it('is refused with the actual type, and the project is kept', async () => {
    const { app, user } = await start();
    const id = readId(await saveProject(app, user));
    await waitForRun(app, user, id);
    const url = `/api/v1/projects?project_id=${id}&type=drupal`;
    const reply = await app.inject({ method: 'DELETE', url, headers: user.headers });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().errors).toEqual({
      type: ['The type of this project is wordpress. Reload the list.'],
    });
    const shown = await app.inject({ url: `/api/v1/projects/${id}`, headers: user.headers });
    expect(shown.statusCode).toBe(200);
  });
});

describe('the list of projects', () => {
  it('searches, sorts and pages in the database', async () => {
    const { app, user } = await start();
    for (const title of ['Roofer', 'plumber 100%', 'Plumber_x']) {
      await waitForRun(app, user, readId(await saveProject(app, user, { fields: { title } })));
    }
    const list = async (query: string) => {
      const reply = await app.inject({ url: `/api/v1/projects?${query}`, headers: user.headers });
      return reply.json<{ data: { title: string }[]; meta: object }>();
    };
    const titles = async (query: string) => (await list(query)).data.map(({ title }) => title);
    expect(await titles('sort=title')).toEqual(['plumber 100%', 'Plumber_x', 'Roofer']);
    expect(await titles('search=100%25')).toEqual(['plumber 100%']);
    expect(await titles('search=_')).toEqual(['Plumber_x']);
    expect(await titles('sort=-created_at&per_page=2&page=2')).toEqual(['Roofer']);
    expect(await titles('state=failed,canceled')).toEqual([]);
    expect((await list('per_page=2')).meta).toEqual({ page: 1, per_page: 2, total: 3, last_page: 2 });
  });
});

it('data of more than 32 MiB returns 413 with the same message from every endpoint', async () => {
  const { app, user } = await start();
  const script = 'x'.repeat(SHEET_BYTES + 1);
  const fields = { title: 'Towns', type: 'wordpress', script };
  const drafts = callDrafts(app, user);
  const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
    app.inject({ method, url, payload, headers: user.headers });
  const replies = [
    await sendForm(app, user, { url: '/api/v1/save-xml', fields }),
    await sendForm(app, user, { method: 'PUT', url: '/api/v1/projects/1', fields }),
    await send('POST', '/api/v1/save-test', fields),
    await drafts.paste((await openDraft(drafts)).id, script),
  ];
  for (const reply of replies) {
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({
      code: 'too_large',
      message: 'The data is larger than 32 MiB.',
      errors: { script: ['The data is larger than 32 MiB'] },
    });
  }
});
