/** Columns for placeholders are chosen in a form, stored with project and run, and remembered for the domain. */
import { describe, expect, it } from 'vitest';
import { callDrafts, inspectDraft, openDraft, showDraft } from '#testkit/draft-calls.ts';
import { listOwn } from '#testkit/users.ts';
import { showProject, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { inDeepTier } from '#testkit/tier.ts';

const enter = useTestApp();
const SEED = { name: 'seed.xml', bytes: townSeed({ content: '<p>[geo_city]: [Geo Phone]</p>' }) };
const ROWS = 'geo_city,geo_url,Telephone\r\nWaco,waco,555-0101\r\nAustin,austin,\r\n';
const COLUMNS = { geophone: { column: 'Telephone', fallback: 'none' } };
/** Choices of another project of the domain. */
const REMEMBERED = { geophone: { ...COLUMNS.geophone, remembered: true } };

async function start() {
  const stage = await enter();
  const { app, user } = stage;
  const calls = callDrafts(app, user);
  const { id } = await openDraft(calls);
  await calls.upload({ draft_id: id }, SEED);
  await calls.paste(id, ROWS);
  const addDomain = async (name: string): Promise<number> => {
    const payload = { name };
    const { headers } = user;
    return (await app.inject({ method: 'POST', url: '/api/v1/domains', headers, payload })).json().data.id;
  };
  const save = async (fields: Record<string, string> = {}, draftId = id) => {
    const saved = await calls.save({ draft_id: draftId, ...fields });
    expect(saved.statusCode, saved.body).toBe(200);
    return waitForRun(app, user, saved.json().data.project_id);
  };
  const readPart = async (url = '') => (await app.inject(url)).body;
  return { ...stage, calls, id, addDomain, save, readPart };
}

describe('a chosen column', () => {
  it('fills its placeholder in the inspection, in a test and in the saved pages', async () => {
    const { app, database, user, calls, id, save, readPart } = await start();
    const find = async () => {
      const { inspection } = await inspectDraft(calls, id);
      return inspection.seed?.placeholders.find(({ text }) => text === '[Geo Phone]');
    };
    expect(await find()).toMatchObject({ state: 'unknown' });
    expect((await calls.save({ draft_id: id })).statusCode).toBe(422);
    await calls.keep(id, { title: 'Plumber', columns: COLUMNS });
    expect(await find()).toMatchObject({
      state: 'column',
      columns: ['Telephone'],
      choice: COLUMNS.geophone,
    });
    const tested = await calls.test({ draft_id: id, columns: COLUMNS });
    const { progress } = await waitForRun(app, user, tested.json().data.project_id);
    expect(progress?.samples[0]?.source).toContain('Waco: 555-0101');
    const project = await save({ columns: JSON.stringify(COLUMNS) });
    expect(project.columns).toEqual(COLUMNS);
    const part = await readPart(project.parts[0]?.url);
    expect(part).toContain('Waco: 555-0101');
    expect(part).toContain('Austin: none');
    const zip = await readPart(project.download_all_url ?? '');
    expect(zip).toContain('"columns": {"geophone":{"column":"Telephone","fallback":"none"}}');
    const kept = (await listOwn(database, user, 'runs')).map(({ columns }) => columns);
    expect(kept).toEqual([kept[0], kept[0]]);
    expect(JSON.parse(kept[0] ?? '')).toEqual(COLUMNS);
  });

  it('of another name sets a page setting, in the inspection, in a test and in the saved pages', async () => {
    const { app, user, calls, id, save, readPart } = await start();
    const seed = { name: 'seed.xml', bytes: townSeed() };
    await calls.upload({ draft_id: id }, seed);
    await calls.paste(id, 'geo_city,geo_url,phone,Status\nWaco,waco,555,draft\nAustin,austin,555,soon\n');
    const find = async () => {
      const { inspection } = await inspectDraft(calls, id);
      const setting = inspection.settings?.find(({ name }) => name === 'page_status');
      return { setting, problems: inspection.table?.cellProblems ?? [] };
    };
    expect(await find()).toEqual({ setting: { name: 'page_status', likely: 'Status' }, problems: [] });
    const columns = { pagestatus: { column: 'Status' } };
    await calls.keep(id, { title: 'Plumber', columns });
    const { setting, problems } = await find();
    expect(setting).toEqual({ name: 'page_status', column: 'Status', choice: columns.pagestatus });
    expect(problems).toMatchObject([
      { row: 3, field: 'Status', severity: 'loss', text: expect.stringContaining('publish, draft, pending') },
    ]);
    const tested = await calls.test({ draft_id: id, columns });
    const { progress } = await waitForRun(app, user, tested.json().data.project_id);
    expect(progress?.samples[0]?.source).toMatch(/<wp:status>(<!\[CDATA\[)?draft/);
    const project = await save({ columns: JSON.stringify(columns) });
    expect(await readPart(project.parts[0]?.url)).toMatch(/<wp:status>(<!\[CDATA\[)?draft/);
    expect(project.report?.skipped).toBe(1);
  });

  it('that the sheet no longer has is reported', async () => {
    const { calls, id } = await start();
    await calls.keep(id, { columns: { geophone: { column: 'Mobile' } } });
    const { inspection } = await inspectDraft(calls, id);
    expect(inspection.seed?.placeholders).toContainEqual(
      expect.objectContaining({ text: '[Geo Phone]', state: 'unknown', missingColumn: 'Mobile' }),
    );
  });

  it('stays with a project that is saved without choices, is removed by an edit, and is in the audit log', async () => {
    const { app, database, user, calls, save, readPart } = await start();
    const { id } = await save({ columns: JSON.stringify(COLUMNS) });
    const update = async (fields: Record<string, string>) => {
      const saved = await calls.update(id, { script: ROWS, ...fields });
      expect(saved.statusCode, saved.body).toBe(200);
      return waitForRun(app, user, id);
    };
    expect((await update({})).columns).toEqual(COLUMNS);
    const changed = await update({ columns: JSON.stringify({ geophone: { text: 'call us' } }) });
    expect(changed.columns).toEqual({ geophone: { text: 'call us' } });
    expect(await readPart(changed.parts[0]?.url)).toContain('Austin: call us');
    expect((await openDraft(calls, id)).fields.columns).toEqual({ geophone: { text: 'call us' } });
    expect((await calls.update(id, { script: ROWS, columns: '{}' })).statusCode).toBe(422);
    const entries = await runSql<{ before: string; after: string }>(
      database,
      `select before ->> 'columns' as before, after ->> 'columns' as after from audit_log
        where object_kind = 'project' and object_id = ${id} and verb = 'update' order by id desc limit 1`,
    );
    expect(entries.map(({ before, after }) => [before, after].map((text) => JSON.parse(text)))).toEqual([
      [COLUMNS, { geophone: { text: 'call us' } }],
    ]);
    // Restoring an earlier run restores its columns.
    const earlier = changed.runs.at(-1)?.id;
    const url = `/api/v1/projects/${id}/runs/${earlier}/restore`;
    await app.inject({ method: 'POST', url, headers: user.headers });
    expect((await showProject(app, user, id)).columns).toEqual(COLUMNS);
  });

  it('makes a different save, unless it is the same choice', async () => {
    const { app, user, calls, save } = await start();
    const { id, progress, revision } = await save({ columns: JSON.stringify(COLUMNS) });
    const again = (columns: object) =>
      calls.update(id, { script: ROWS, revision: String(revision - 1), columns: JSON.stringify(columns) });
    const turned = { geophone: { fallback: 'none', column: 'Telephone' } };
    expect(revision).toBe(1);
    const other = await calls.update(id, {
      script: ROWS,
      revision: '1',
      columns: JSON.stringify({ geophone: { column: 'Telephone' } }),
    });
    expect(other.json().data.run_id).not.toBe(progress?.id);
    await waitForRun(app, user, id);
    const same = await calls.update(id, {
      script: ROWS,
      revision: '1',
      columns: JSON.stringify({ geophone: { column: 'Telephone' } }),
    });
    expect(same.json().data).toEqual(other.json().data);
    expect((await again(turned)).statusCode).toBe(409);
  });
});

inDeepTier(() => {
  describe('the answer to the split question', () => {
    it('with other columns plans and runs again', async () => {
      const { app, user, calls, readPart } = await start();
      const content = `<p>[geo_city]: [Geo Phone]</p>${'<p>Long text.</p>'.repeat(800)}`;
      const { id } = await openDraft(calls);
      await calls.upload({ draft_id: id }, { name: 'large.xml', bytes: townSeed({ content }) });
      const towns = Array.from({ length: 800 }, (_, town) => `Town ${town},town-${town},1,2\r\n`);
      await calls.paste(id, `geo_city,geo_url,One,Two\r\n${towns.join('')}`);
      const choose = (column: string) => JSON.stringify({ geophone: { column } });
      const asked = (await calls.save({ draft_id: id, columns: choose('One') })).json().data;
      expect(asked.question_is_split_file).toBe(true);
      const answer = { draft_id: id, project_id: String(asked.project_id), split_xml_file: '0' };
      expect((await calls.save({ ...answer, columns: choose('Gone') })).statusCode).toBe(422);
      const answered = (await calls.save({ ...answer, columns: choose('Two') })).json().data;
      expect(answered.run_id).not.toBe(asked.run_id);
      const project = await waitForRun(app, user, asked.project_id);
      expect(await readPart(project.parts[0]?.url)).toContain('Town 7: 2');
    });
  });
});

describe('choices of a domain', () => {
  it('are the defaults of its next project, and a reset clears them', async () => {
    const { calls, addDomain, save } = await start();
    const domainId = await addDomain('plumber.example');
    await save({ domain_id: String(domainId), columns: JSON.stringify(COLUMNS) });
    const { id } = await openDraft(calls);
    const kept = await calls.keep(id, { domain_id: domainId });
    expect(kept.json().data.columns).toEqual(REMEMBERED);
    expect((await showDraft(calls, id)).fields.columns).toEqual(REMEMBERED);
    await calls.upload({ draft_id: id }, SEED);
    await calls.paste(id, ROWS);
    expect((await inspectDraft(calls, id)).inspection.outcome?.pages).toBe(2);
    const reset = await calls.keep(id, { domain_id: domainId, columns: {} });
    expect(reset.json().data.columns).toBeNull();
    expect((await showDraft(calls, id)).fields.columns).toEqual({});
    const other = ROWS.replace('Telephone', 'geo_phone');
    await calls.paste(id, other);
    await save({ domain_id: String(domainId), columns: '{}' }, id);
    const next = await openDraft(calls);
    expect((await calls.keep(next.id, { domain_id: domainId })).json().data.columns).toBeNull();
  });

  it('apply to a save without columns, but not to one of another domain', async () => {
    const { calls, addDomain, save } = await start();
    const [one, other] = [await addDomain('one.example'), await addDomain('two.example')];
    await save({ domain_id: String(one), columns: JSON.stringify(COLUMNS) });
    const again = await openDraft(calls);
    await calls.upload({ draft_id: again.id }, SEED);
    await calls.paste(again.id, ROWS);
    const refused = await calls.save({ draft_id: again.id, domain_id: String(other) });
    expect(refused.statusCode).toBe(422);
    expect((await save({ domain_id: String(one) }, again.id)).columns).toEqual(REMEMBERED);
  });

  it('are ignored for a sheet with other columns, and change with the domain', async () => {
    const { calls, addDomain, save, readPart } = await start();
    const [one, other] = [await addDomain('one.example'), await addDomain('two.example')];
    await save({ domain_id: String(one), columns: JSON.stringify(COLUMNS) });
    const { id } = await openDraft(calls);
    await calls.upload({ draft_id: id }, SEED);
    await calls.paste(id, ROWS.replace('Telephone', 'geo_phone'));
    const own = { motto: { text: 'Fast' } };
    const choose = async (domain: number | null) => {
      const { columns } = (await showDraft(calls, id)).fields;
      const kept = await calls.keep(id, { domain_id: domain, columns: { ...columns, ...own } });
      return kept.json().data.columns;
    };
    expect(await choose(one)).toEqual({ ...REMEMBERED, ...own });
    expect(await choose(other)).toEqual(own);
    expect(await choose(one)).toEqual({ ...REMEMBERED, ...own });
    expect(await choose(null)).toEqual(own);
    expect(await choose(one)).toEqual({ ...REMEMBERED, ...own });
    const { parts, columns } = await save(
      { domain_id: String(one), columns: JSON.stringify({ ...REMEMBERED, ...own }) },
      id,
    );
    expect(await readPart(parts[0]?.url)).toContain('Waco: 555-0101');
    expect(columns).toEqual({ ...REMEMBERED, ...own });
  });

  it('are merged up to the limit, new ones first', async () => {
    const { calls, addDomain, save } = await start();
    const domainId = await addDomain('plumber.example');
    const many = (name: string) => ({
      ...COLUMNS,
      ...Object.fromEntries(Array.from({ length: 399 }, (_, index) => [`${name}${index}`, { text: '' }])),
    });
    const first = await save({ domain_id: String(domainId), columns: JSON.stringify(many('a')) });
    const other = await openDraft(calls);
    await calls.upload({ draft_id: other.id }, SEED);
    await calls.paste(other.id, ROWS);
    const { id } = await save({ columns: JSON.stringify(many('b')) }, other.id);
    const edit = await openDraft(calls, id);
    const moved = { draft_id: edit.id, domain_id: String(domainId), revision: '1' };
    const updated = await calls.update(id, { ...moved, columns: JSON.stringify(many('c')) });
    expect(updated.statusCode, updated.body).toBe(200);
    const next = await openDraft(calls);
    const kept = await calls.keep(next.id, { domain_id: domainId, columns: { own: { text: '' } } });
    const names = Object.keys(kept.json().data.columns);
    expect(names).toHaveLength(500);
    expect(names).toContain('own');
    expect(names.filter((name) => name.startsWith('c'))).toHaveLength(399);
    expect(first.columns).toEqual(many('a'));
  });

  inDeepTier(() => {
    it('of the maximum size also work for the next project', async () => {
      const { calls, addDomain, save } = await start();
      const domainId = await addDomain('plumber.example');
      const text = 'x'.repeat(180);
      const many = Object.fromEntries(Array.from({ length: 490 }, (_, index) => [`a${index}`, { text }]));
      await save({ domain_id: String(domainId), columns: JSON.stringify({ ...COLUMNS, ...many }) });
      const next = await openDraft(calls);
      await calls.upload({ draft_id: next.id }, SEED);
      await calls.paste(next.id, ROWS.replace('Telephone', 'Geo Phone'));
      const { columns } = await save({ domain_id: String(domainId) }, next.id);
      expect(Object.keys(columns).length).toBeGreaterThan(400);
      expect(Object.keys(columns).length).toBeLessThan(490);
      const another = await openDraft(calls);
      expect((await calls.keep(another.id, { domain_id: domainId })).statusCode).toBe(200);
    });
  });

  it('are refused if they are too large to be stored with each run', async () => {
    const { calls, id } = await start();
    const choices = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`a${index}`, { text: 'x'.repeat(9_900) }]),
      );
    expect((await calls.keep(id, { columns: choices(10) })).statusCode).toBe(200);
    expect((await calls.keep(id, { columns: choices(11) })).json().errors).toEqual({
      'fields.columns': ['must be at most 100000 characters'],
    });
  });
});
