/** Fixes of a draft on request: applied only if they help. */
import { describe, expect, it } from 'vitest';
import type { FixRequest } from '#contract/inspection-shapes.ts';
import { callDrafts, inspectDraft, openDraft, showDraft } from '#testkit/draft-calls.ts';
import { townSeed, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';

const enter = useTestApp();
const DOUBLED = 'geo_city,geo_url\r\nWaco,waco\r\nAustin,austin\r\nWaco East,waco\r\n';

async function start(rows = DOUBLED, seed = townSeed()) {
  const stage = await enter();
  const calls = callDrafts(stage.app, stage.user);
  const { id } = await openDraft(calls);
  await calls.upload({ draft_id: id }, { name: 'seed.xml', bytes: seed });
  await calls.paste(id, rows);
  return { ...stage, calls, id };
}

describe('a duplicate row', () => {
  it.each([
    [0, 'remove-row', { pages: 2, skipped: 0 }],
    [1, 'cell', { pages: 3, skipped: 0 }],
  ] as const)('has remedy %i, %s, which helps and is saved', async (index, kind, outcome) => {
    const { app, user, calls, id } = await start();
    const before = await inspectDraft(calls, id);
    expect(before.inspection.outcome).toMatchObject({ pages: 2, skipped: 1 });
    const [problem] = before.inspection.table?.cellProblems ?? [];
    const remedy = problem?.remedies?.[index];
    expect(remedy?.fix.kind).toBe(kind);
    const reply = await calls.fix(id, remedy?.fix as FixRequest);
    expect(reply.json().data).toMatchObject({ is_fixed: true, done: [remedy?.done] });
    expect(reply.json().data.draft).toMatchObject({ is_changed: true, sheet: { is_pasted: true } });
    expect((await inspectDraft(calls, id)).inspection.outcome).toMatchObject(outcome);
    const saved = await calls.save({ draft_id: id });
    const { report } = await waitForRun(app, user, saved.json().data.project_id);
    expect(report).toMatchObject({ state: 'completed', pages_done: outcome.pages });
  });
});

it('a change that does not help is not made', async () => {
  const { calls, id, pass } = await start();
  // The URL of the seed names the minute when it expires.
  pass(0);
  const before = await showDraft(calls, id);
  const useless: FixRequest[] = [
    { kind: 'convert' },
    { kind: 'letters' },
    { kind: 'seed', code: 'no-such-problem', line: 1, column: 1 },
    { kind: 'cell', row: 4, field: 'geo_url', value: 'austin' },
    { kind: 'remove-row', row: 99 },
  ];
  for (const request of useless) {
    const reply = await calls.fix(id, request);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json().data).toMatchObject({ is_fixed: false, done: [] });
  }
  expect(await showDraft(calls, id)).toEqual(before);
  const odd = { kind: 'cell', row: 0, field: 'geo_url', value: 'x' } as const;
  expect((await calls.fix(id, odd)).statusCode).toBe(422);
});

it('changes of the seed page are listed with it, until another one is uploaded', async () => {
  const seed = townSeed({ content: '<p>{{geo_city}} and [geo_url]</p>' });
  const { app, calls, id } = await start('geo_city,geo_url\r\nWaco,waco\r\n', seed);
  const { data } = (await calls.fix(id, { kind: 'convert' })).json();
  expect(data).toMatchObject({ is_fixed: true, done: ['{{geo_city}} → [geo_city]'] });
  expect(data.draft.seed).toMatchObject({ name: 'seed.xml', changes: data.done });
  expect((await app.inject(data.draft.seed.url)).body).toContain('<p>[geo_city] and [geo_url]</p>');
  await calls.upload({ draft_id: id }, { name: 'other.xml', bytes: townSeed() });
  expect((await showDraft(calls, id)).seed).toMatchObject({ name: 'other.xml', changes: [] });
});

it('an offered fix of the seed page removes its problem', async () => {
  const metas = [['_yoast_wpseo_meta-robots-noindex', '1']] as const;
  const { calls, id } = await start('geo_city,geo_url\r\nWaco,waco\r\n', townSeed({ metas }));
  const [offered] = (await inspectDraft(calls, id)).inspection.seed?.fixes ?? [];
  if (offered === undefined) throw new Error('No fix is offered.');
  const { code, line, column, done } = offered;
  const fixed = (await calls.fix(id, { kind: 'seed', code, line, column })).json().data;
  expect(fixed).toMatchObject({ is_fixed: true, done: [done] });
  expect((await inspectDraft(calls, id)).inspection.seed?.fixes).toBeUndefined();
});

it('a fix isn’t applied if the file was changed in the meantime', async () => {
  const { calls, id, store } = await start();
  const isStoring = store.hold('put uploads/');
  const fixing = calls.fix(id, { kind: 'remove-row', row: 4 });
  await isStoring;
  await calls.dropSheet(id);
  await store.release();
  expect((await fixing).json().data).toMatchObject({ is_fixed: false, done: [], draft: { sheet: null } });
  expect((await showDraft(calls, id)).sheet).toBeNull();
});

it('all rows with a problem can be downloaded as a sheet', async () => {
  const { calls, id } = await start();
  const sent = await calls.problemSheet(id);
  expect(sent.statusCode).toBe(200);
  expect(sent.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(sent.headers['content-disposition']).toContain('attachment; filename="rows-with-problems.csv"');
  const [head, row, end] = sent.body.split('\r\n');
  expect(head).toContain('geo_city,geo_url,row_in_sheet,problem');
  expect(row).toMatch(/^Waco East,waco,4,/);
  expect(end).toBe('');
  await calls.dropSheet(id);
  expect((await calls.problemSheet(id)).statusCode).toBe(404);
});
