/** A second list of a draft: each of its rows makes a page with each row of the sheet. */
import { describe, expect, it } from 'vitest';
import { callDrafts, type DraftCalls, inspectDraft, openDraft, showDraft } from '#testkit/draft-calls.ts';
import { listOwn } from '#testkit/users.ts';
import { showProject, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { writeExcel, writeWorkbook } from '#testkit/workbook-file.ts';
import { inDeepTier } from '#testkit/tier.ts';

const startApp = useTestApp();
const encode = (text: string) => new TextEncoder().encode(text);
const TOWNS = 'geo_city,geo_url\nAustin,austin\nWaco,waco\nHico,hico\n';
const SERVICES = encode('service,price\nDrain cleaning,$99\nLeak repair,$150\n');
const seed = townSeed({ title: '[service] in [geo_city]', content: '<p>[service] from [price]</p>' });

async function start(towns = TOWNS, bytes = seed) {
  const stage = await startApp();
  const calls = callDrafts(stage.app, stage.user);
  const { id } = await openDraft(calls);
  await calls.upload({ draft_id: id }, { name: 'seed.xml', bytes });
  await calls.putSheet(id, 'towns.csv', encode(towns));
  return { ...stage, calls, id };
}

async function save(calls: DraftCalls, id: string): Promise<number> {
  const saved = await calls.save({ draft_id: id });
  expect(saved.statusCode, saved.body).toBe(200);
  return saved.json<{ data: { project_id: number } }>().data.project_id;
}

describe('the second list of a draft', () => {
  it('is shown with it, replaced and removed', async () => {
    const { calls, id } = await start();
    expect((await showDraft(calls, id)).combined).toBeNull();
    const put = await calls.putCombined(id, 'services.csv', SERVICES);
    const choices = { sheet_name: null, hidden_rows: 'skip', encoding: null };
    expect(put.json().data.combined).toEqual({ name: 'services.csv', size: SERVICES.length, ...choices });
    await calls.putCombined(id, 'more.csv', encode('service\nx\n'));
    expect((await showDraft(calls, id)).combined?.name).toBe('more.csv');
    expect((await calls.dropCombined(id)).json().data).toMatchObject({
      combined: null,
      sheet: { name: 'towns.csv' },
    });
  });

  it('is read as the form chooses, also for the saved project, and as usual after a replacement', async () => {
    const { app, user, calls, id } = await start();
    const sheets = [
      {
        name: 'Old',
        rows: [
          ['service', 'price'],
          ['Gutters', '$1'],
        ],
      },
      {
        name: 'New',
        rows: [
          ['service', 'price'],
          ['Roofs', '$2'],
        ],
      },
    ];
    await calls.putCombined(id, 'services.xlsx', writeWorkbook({ sheets }));
    expect((await inspectDraft(calls, id)).inspection.combinedWorkbook).toEqual({
      sheets: [
        { name: 'Old', isHidden: false },
        { name: 'New', isHidden: false },
      ],
      read: 'Old',
    });
    const chosen = await calls.readSheetAs(id, { list: 'combined', sheet_name: 'New' });
    expect(chosen.json().data).toMatchObject({
      sheet: { sheet_name: null },
      combined: { sheet_name: 'New', hidden_rows: 'skip', encoding: null },
    });
    await calls.readSheetAs(id, { list: 'combined', hidden_rows: 'include' });
    const { inspection } = await inspectDraft(calls, id);
    expect(inspection.combined?.rows[0]?.cells).toEqual(['Roofs', '$2']);
    const project = await waitForRun(app, user, await save(calls, id));
    expect((await app.inject(project.parts[0]?.url ?? '')).body).toContain('Roofs from $2');
    const edit = await openDraft(calls, project.id);
    expect(edit.combined?.sheet_name).toBeNull();
    await calls.readSheetAs(edit.id, { list: 'combined', sheet_name: 'New' });
    const replaced = await calls.putCombined(edit.id, 'services.csv', SERVICES);
    expect(replaced.json().data.combined.sheet_name).toBeNull();
  });

  it('in an unknown encoding is read in the chosen one', async () => {
    const { calls, id } = await start();
    await calls.putCombined(
      id,
      'services.csv',
      Uint8Array.from([...encode('service,price\nD'), 0xe9, ...encode('boucher,$1\n')]),
    );
    await calls.readSheetAs(id, { list: 'combined', encoding: ' windows-1251 \n' });
    const { inspection } = await inspectDraft(calls, id);
    expect(inspection.combined?.rows[0]?.cells[0]).toBe('Dйboucher');
  });

  it('is noted with each page: its row', async () => {
    const { app, user, database, calls, id } = await start();
    await calls.putCombined(id, 'services.csv', SERVICES);
    await waitForRun(app, user, await save(calls, id));
    const rows = await runSql<{ combined_row: number }>(
      database,
      'select combined_row from run_pages order by run_id desc, sheet_row desc limit 6',
    );
    expect(rows.map(({ combined_row: row }) => row)).toEqual([3, 2, 3, 2, 3, 2]);
  });

  it('is inspected on its own, with the pages of all pairs', async () => {
    const { calls, id } = await start();
    await calls.putCombined(id, 'services.csv', SERVICES);
    const { inspection } = await inspectDraft(calls, id);
    expect(inspection.outcome?.pages).toBe(6);
    expect(inspection.table).toMatchObject({ file: 'towns.csv', rowCount: 3 });
    expect(inspection.combined).toMatchObject({
      file: 'services.csv',
      rowCount: 2,
      columns: [
        { name: 'service', places: 3, samples: ['Drain cleaning', 'Leak repair'] },
        { name: 'price' },
      ],
    });
  });

  it('shows the problems of its rows once, in its own rows', async () => {
    const { calls, id } = await start('geo_city,geo_url\nAustin,austin\nWaco,waco\n,\n');
    await calls.putCombined(id, 'services.csv', encode('service,price\nDrains,$1\nLeaks,#N/A\n'));
    const { inspection } = await inspectDraft(calls, id);
    expect(inspection.table?.cellProblems.filter(({ severity }) => severity === 'loss')).toEqual([]);
    const losses = inspection.combined?.cellProblems.filter(({ severity }) => severity === 'loss');
    expect(losses).toMatchObject([{ row: 3, field: 'price', code: 'cell-error' }]);
    expect(inspection.outcome).toMatchObject({ pages: 2, skipped: 2 });
    expect(inspection.problems.filter(({ row }) => row !== undefined)).toEqual([]);
  });

  it('is refused together with the sheet if both have a column, which a fix of the name allows', async () => {
    const { calls, id } = await start();
    await calls.putCombined(id, 'services.csv', encode('geo_city,price\nDrains,$1\n'));
    const { inspection } = await inspectDraft(calls, id);
    expect(inspection.problems.map(({ code }) => code)).toContain('combined-header');
    expect(inspection.outcome).toBeUndefined();
    const refused = await calls.save({ draft_id: id });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().problems[0].text).toContain('towns.csv and services.csv both have a column');
  });

  it('may be an Excel file, and have the name of the sheet', async () => {
    const { app, user, calls, id } = await start();
    await calls.putSheet(
      id,
      'rows.xlsx',
      writeExcel([
        ['geo_city', 'geo_url'],
        ['Austin', 'austin'],
      ]),
    );
    await calls.putCombined(
      id,
      'rows.xlsx',
      writeExcel([
        ['service', 'price'],
        ['Drains', '1'],
        ['Leaks', '#N/A'],
      ]),
    );
    const { inspection } = await inspectDraft(calls, id);
    expect(inspection.combined?.file).toBe('rows.xlsx (2)');
    const project = await waitForRun(app, user, await save(calls, id));
    expect(project.progress).toMatchObject({ state: 'completed_with_skips', pages_done: 1, skipped: 1 });
  });

  it('isn’t part of a Geocoder', async () => {
    const { calls } = await start();
    const { id } = await openDraft(calls, undefined, 'geocoder');
    expect((await calls.putCombined(id, 'services.csv', SERVICES)).statusCode).toBe(422);
  });
});

describe('a project of two lists', () => {
  it('is built, tested and edited with both', async () => {
    const { app, user, calls, id, database } = await start(TOWNS, townSeed());
    await calls.putCombined(id, 'services.csv', SERVICES);
    const projectId = await save(calls, id);
    const project = await waitForRun(app, user, projectId);
    expect(project.progress).toMatchObject({ state: 'completed', pages_done: 6, skipped: 0 });
    expect(project.formed_links.map(({ url }) => url)).toEqual(
      ['austin', 'waco', 'hico'].flatMap((town) => [
        expect.stringContaining(`${town}-drain-cleaning/`),
        expect.stringContaining(`${town}-leak-repair/`),
      ]),
    );
    const zip = await app.inject(project.download_all_url ?? '');
    expect(zip.body).toMatch(/"combined": \{ ?"file": ?"services.csv"/);

    const edited = await openDraft(calls, projectId);
    expect(edited.combined).toMatchObject({ name: 'services.csv', size: SERVICES.length });
    // An update without a draft keeps the list, and a draft without it removes it.
    await calls.discard(edited.id);
    expect((await calls.update(projectId, { script: TOWNS, draft_id: '' })).statusCode).toBe(200);
    expect((await waitForRun(app, user, projectId)).progress?.pages_done).toBe(6);
    const other = await openDraft(calls, projectId);
    await calls.dropCombined(other.id);
    expect((await calls.update(projectId, { draft_id: other.id })).statusCode).toBe(200);
    expect((await waitForRun(app, user, projectId)).progress?.pages_done).toBe(3);
    const runs = await listOwn(database, user, 'runs');
    const inOrder = runs.toSorted((a, b) => a.id - b.id);
    expect(inOrder.map(({ combined_id: list }) => list !== null)).toEqual([true, true, false]);
  });

  inDeepTier(() => {
    it('restores both lists with an earlier run', async () => {
      const { app, user, calls, id } = await start(TOWNS, townSeed());
      await calls.putCombined(id, 'services.csv', SERVICES);
      const projectId = await save(calls, id);
      const first = (await waitForRun(app, user, projectId)).progress?.id;
      const edited = await openDraft(calls, projectId);
      await calls.dropCombined(edited.id);
      const updated = await calls.update(projectId, { draft_id: edited.id });
      expect(updated.statusCode, updated.body).toBe(200);
      await waitForRun(app, user, projectId);
      expect((await openDraft(calls, projectId)).combined).toBeNull();
      const restored = await app.inject({
        method: 'POST',
        url: `/api/v1/projects/${projectId}/runs/${first}/restore`,
        headers: user.headers,
      });
      expect(restored.statusCode, restored.body).toBe(200);
      expect((await openDraft(calls, projectId)).combined?.name).toBe('services.csv');
      expect((await showProject(app, user, projectId)).formed_links).toHaveLength(6);
    });
  });

  it('names the rows of both lists in its report, by the number of the page', async () => {
    const { app, user, calls, id } = await start('geo_city,geo_url\nAustin,austin\n,nowhere\n#N/A,waco\n');
    await calls.putCombined(id, 'services.csv', SERVICES);
    const { report } = await waitForRun(app, user, await save(calls, id));
    expect(report?.pages_done).toBe(2);
    expect(report?.skipped).toBe(4);
    expect(report?.skipped_rows.map(({ row }) => row)).toEqual([4, 5, 6, 7]);
    expect(report?.skipped_rows[3]?.reasons.join()).toContain('Row 4 of towns.csv: Cell A4 has no value');
    const sheet = await app.inject(report?.skipped_rows_url ?? '');
    expect(sheet.body.split('\r\n')[0]).toContain('geo_city,geo_url,service,price,skip_reason');
    expect(sheet.body).toContain('nowhere,Leak repair,$150,');
  });

  inDeepTier(() => {
    it('tests three of its pages', async () => {
      const { app, user, calls, id } = await start();
      await calls.putCombined(id, 'services.csv', SERVICES);
      const tested = await calls.test({ draft_id: id });
      const project = await waitForRun(app, user, tested.json().data.project_id);
      expect(project.progress).toMatchObject({ kind: 'test', state: 'completed', pages_done: 3 });
      expect(project.progress?.samples.map(({ title }) => title)).toContain('Drain cleaning in Austin');
    });
  });
});
