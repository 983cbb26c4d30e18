/** Weak pages that aren't indexed over HTTP: the nearest strong page, decisions, and downloads. */
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import type { PageDecision, WeakPage } from '#contract/page-decisions.contract.ts';
import { saveProject, sendForm, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { addDomain, connect, FEW_DAYS, send, useGoogle, WAIT } from '../integrations/integrations-fixture.ts';
import { makeFilling } from '../runs/run-quality-fixture.ts';

const start = useGoogle(useTestApp);
const NAME = 'site.example';

/** Strong pages have a text about their town. */
const TOWNS = [
  { town: 'Austin', words: 400, place: '30.2672,-97.7431' },
  { town: 'Dallas', words: 400, place: '32.7767,-96.7970' },
  { town: 'Waco', words: 0, place: '31.5493,-97.1467' },
  { town: 'Hutto', words: 0, place: '30.5427,-97.5467' },
  { town: 'Lubbock', words: 0, place: '33.5779,-101.8552' },
  { town: 'Nowhere', words: 0, place: ',' },
];
const SHEET = [
  'geo_city,geo_url,about,lat,lng',
  ...TOWNS.map(({ town, words, place }, index) =>
    [town, town.toLowerCase(), makeFilling(100 + index, words), place].join(','),
  ),
].join('\n');
const seed = townSeed({
  content: `<h1>Plumber in [geo_city]</h1><p>${makeFilling(1, 200)}</p><p>[about]</p>`,
});
const toUrl = (town: string) => `https://${NAME}/plumber-${town.toLowerCase()}/`;

/** A project whose pages were inspected: Austin is the only page in the index. */
async function startInspected() {
  const stage = await start();
  const { app, user, google, database } = stage;
  // The quota counts inspections of the same property by other users.
  await runSql(database, 'delete from index_states');
  google.sites = [{ siteUrl: `sc-domain:${NAME}`, permissionLevel: 'siteOwner' }];
  google.isUnindexed = (url) => !url.includes('austin');
  google.keptDays = FEW_DAYS;
  google.inspections.clear();
  google.inspectionTimes.clear();
  const domainId = await addDomain(app, user, NAME);
  const fields = { script: SHEET, domain_id: String(domainId), title: 'Plumbers' };
  const saved = await saveProject(app, user, { fields, seed });
  const projectId = saved.json<{ data: { project_id: number } }>().data.project_id;
  await waitForRun(app, user, projectId);
  await connect(app, user);
  await expect
    .poll(() => runSql(database, `select from index_states where domain_id = ${domainId}`), WAIT)
    .toHaveLength(TOWNS.length);
  return { ...stage, domainId, projectId };
}

const listWeak = async (app: FastifyInstance, user: SignedInUser, query = '') =>
  (await send(app, user, `page-decisions/weak?${query}`)).json<{ data: WeakPage[] }>().data;
const listDecided = async (app: FastifyInstance, user: SignedInUser, query = '') =>
  (await send(app, user, `page-decisions?${query}`)).json<{ data: PageDecision[] }>().data;

type Stage = Awaited<ReturnType<typeof startInspected>>;

const decide = ({ app, user, projectId }: Stage, payload: object) =>
  send(app, user, `projects/${projectId}/page-decisions`, { method: 'PUT', payload });

/** Row keys by town. */
async function findKeys({ database, projectId }: Stage): Promise<Record<string, string>> {
  const rows = await runSql<{ label: string; row_key: string }>(
    database,
    `select label, row_key from run_pages where run_id = (select current_run_id from projects where id = ${projectId})`,
  );
  return Object.fromEntries(rows.map(({ label, row_key: key }) => [label, key]));
}

it('lists weak pages that aren’t indexed with the nearest strong page, an indexed one if possible', async () => {
  const { app, user, domainId, projectId } = await startInspected();
  const pages = await listWeak(app, user, `domain_id=${domainId}&sort=row`);
  const shown = pages.map(({ town, target }) => [town, target?.town, Math.round(target?.miles ?? 0)]);
  expect(shown).toEqual([
    // Dallas is nearer, at 87 miles, but not indexed.
    ['Waco', 'Austin', 95],
    ['Hutto', 'Austin', 22],
    ['Lubbock', undefined, 0],
    ['Nowhere', undefined, 0],
  ]);
  expect(pages.map(({ has_place: hasPlace }) => hasPlace)).toEqual([true, true, true, false]);
  expect(pages[0]).toMatchObject({
    project: 'Plumbers',
    project_id: projectId,
    is_read_only: false,
    row: 4,
    address: toUrl('Waco'),
    index: { is_indexed: false },
    target: { address: toUrl('Austin'), is_indexed: true },
  });
  expect(pages[0]?.flaws[0]).toBe('alike');
  const names = async (query: string) => (await listWeak(app, user, query)).map(({ town }) => town);
  expect(await names('search=lub')).toEqual(['Lubbock']);
  expect(await names('sort=-town')).toEqual(['Waco', 'Nowhere', 'Lubbock', 'Hutto']);
  expect(await names(`project_id=${projectId}&sort=town&per_page=2&page=2`)).toEqual(['Nowhere', 'Waco']);
  const last = await send(app, user, 'page-decisions/weak?per_page=3&page=9');
  expect(last.json()).toMatchObject({ data: [], meta: { total: 4, last_page: 2 } });
});

it('counts indexed pages by quality, of the inspected ones only', async () => {
  const { app, user, database, domainId, projectId } = await startInspected();
  const run = `run_id = (select current_run_id from projects where id = ${projectId})`;
  const scores = { Austin: 100, Dallas: 60, Waco: 59.9, Hutto: 45, Lubbock: 0 };
  for (const [town, score] of Object.entries(scores))
    await runSql(database, `update run_pages set score = ${score} where ${run} and label = '${town}'`);
  await runSql(database, `update run_pages set score = null where ${run} and label = 'Nowhere'`);
  await runSql(database, `delete from index_states where url like '%hutto%'`);
  const show = async (query: string) =>
    (await send(app, user, `reporting/index-shares?${query}`)).json().data;
  const shares = await show(`domain_id=${domainId}`);
  expect(shares).toEqual({
    pages: 5,
    inspected: 4,
    indexed: 1,
    bands: [
      { from: 0, to: 20, pages: 1, inspected: 1, indexed: 0 },
      { from: 20, to: 40, pages: 0, inspected: 0, indexed: 0 },
      { from: 40, to: 60, pages: 2, inspected: 1, indexed: 0 },
      { from: 60, to: 80, pages: 1, inspected: 1, indexed: 0 },
      { from: 80, to: 100, pages: 1, inspected: 1, indexed: 1 },
    ],
  });
  expect(await show(`project_id=${projectId}`)).toEqual(shares);
  const hide = (change: string, town: string) =>
    runSql(database, `update run_pages set ${change} where ${run} and label = '${town}'`);
  await hide(`held = 'noindex'`, 'Waco');
  await hide(`flaws = '["noindex"]'`, 'Lubbock');
  expect(await show(`domain_id=${domainId}`), 'without noindex').toMatchObject({ pages: 3, inspected: 2 });
  const eve = await addUser(database.db);
  expect((await send(app, eve, 'reporting/index-shares')).json().data.pages).toBe(0);
  expect((await send(app, eve, `reporting/index-shares?project_id=${projectId}`)).statusCode).toBe(404);
});

it('doesn’t list pages that Google isn’t to index', async () => {
  const { app, user, database } = await startInspected();
  const hide = (town: string, change: string) =>
    runSql(database, `update run_pages set ${change} where label = '${town}'`);
  await hide('Waco', `held = 'noindex'`);
  await hide('Hutto', `held = 'draft'`);
  await hide('Lubbock', `flaws = '["noindex"]'`);
  expect((await listWeak(app, user)).map(({ town }) => town)).toEqual(['Nowhere']);
});

it('merges a page of a combination with one of the same row of the second list only', async () => {
  const { app, user, database } = await startInspected();
  const setRow = (town: string, row: number) =>
    runSql(database, `update run_pages set combined_row = ${row} where label = '${town}'`);
  for (const [town, row] of Object.entries({ Austin: 2, Dallas: 3, Waco: 3, Hutto: 3 }))
    await setRow(town, row);
  const targets = async () =>
    (await listWeak(app, user, 'sort=row')).map(({ target, combined_row: row }) => [target?.town, row]);
  // Austin is nearer, but about another service; Hutto has no page of its service within 100 miles.
  expect((await targets()).slice(0, 2)).toEqual([
    ['Dallas', 3],
    [undefined, 3],
  ]);
});

it('pages at the quality gate of the project aren’t weak', async () => {
  const { app, user, projectId } = await startInspected();
  const gate = { below: 1, action: 'noindex' };
  await send(app, user, `projects/${projectId}/quality-gate`, { method: 'PUT', payload: { gate } });
  expect(await listWeak(app, user)).toEqual([]);
});

it('merged and dropped pages move to the list of decisions, and back when a decision is undone', async () => {
  const stage = await startInspected();
  const { app, user, domainId, projectId } = stage;
  const keys = await findKeys(stage);
  const merged = await decide(stage, {
    row_key: keys['Waco'],
    decision: 'merge',
    target_key: keys['Austin'],
  });
  expect(merged.json().data).toEqual({ decision: 'merge', redirects_to: toUrl('Austin') });
  expect((await decide(stage, { row_key: keys['Lubbock'], decision: 'drop' })).statusCode).toBe(200);
  const open = async () => (await listWeak(app, user, 'sort=town')).map(({ town }) => town);
  expect(await open()).toEqual(['Hutto', 'Nowhere']);
  const decided = await listDecided(app, user, `domain_id=${domainId}&sort=town`);
  expect(decided).toMatchObject([
    { town: 'Lubbock', decision: 'drop', target: null, address: toUrl('Lubbock'), is_applied: false },
    { town: 'Waco', decision: 'merge', target: { town: 'Austin', address: toUrl('Austin') } },
  ]);
  const names = async (query: string) => (await listDecided(app, user, query)).map(({ town }) => town);
  expect(await names('decision=merge')).toEqual(['Waco']);
  expect(await names(`project_id=${projectId}&search=lubb`)).toEqual(['Lubbock']);
  // A page may be dropped after it was merged.
  await decide(stage, { row_key: keys['Waco'], decision: 'drop' });
  expect(await names('decision=merge')).toEqual([]);
  expect((await decide(stage, { row_key: keys['Waco'], decision: null })).json().data.decision).toBeNull();
  expect(await open()).toEqual(['Hutto', 'Nowhere', 'Waco']);
});

it('merges only with strong pages that stay, so that no redirect leads to another', async () => {
  const stage = await startInspected();
  const keys = await findKeys(stage);
  const merge = async (town: string, target: string | undefined) => {
    const reply = await decide(stage, {
      row_key: keys[town],
      decision: 'merge',
      target_key: target && keys[target],
    });
    return reply.json<{ errors?: { target_key: string[] } }>().errors?.target_key[0] ?? reply.statusCode;
  };
  expect(await merge('Waco', undefined)).toBe('Choose another page to redirect to.');
  expect(await merge('Waco', 'Waco')).toBe('Choose another page to redirect to.');
  expect(await merge('Waco', 'Hutto')).toBe('This page is weak, too. Choose a strong one.');
  expect(await merge('Waco', 'Austin')).toBe(200);
  const { app, user, projectId } = stage;
  const dropped = await decide(stage, { row_key: keys['Austin'], decision: 'drop' });
  expect([dropped.statusCode, dropped.json().message]).toEqual([
    409,
    '1 merged page redirects to this page. Merge it with another page instead.',
  ]);
  expect(await merge('Austin', 'Dallas')).toBe(200);
  expect(await merge('Hutto', 'Austin')).toBe('This page was merged or dropped. Choose another one.');
  const [waco] = await listDecided(app, user, 'search=waco');
  expect(waco?.target?.town).toBe('Dallas');
  const unknown = await decide(stage, { row_key: 'unknown', decision: 'drop' });
  expect(unknown.statusCode).toBe(404);
  expect(await listDecided(app, user, `project_id=${projectId}`)).toHaveLength(2);
});

it('downloads redirects as CSV, in the format of the plugin Redirection, and dropped pages', async () => {
  const stage = await startInspected();
  const { app, user, domainId, projectId } = stage;
  const keys = await findKeys(stage);
  await decide(stage, { row_key: keys['Waco'], decision: 'merge', target_key: keys['Austin'] });
  await decide(stage, { row_key: keys['Lubbock'], decision: 'drop' });
  const download = async (format: string, of = `project_id=${projectId}`) => {
    const reply = await send(app, user, `page-decisions/export?format=${format}&${of}`);
    expect(reply.headers['content-disposition']).toContain(`${format}.csv`);
    return reply.body.split('\r\n').slice(0, -1);
  };
  expect(await download('redirects')).toEqual([
    '\ufefffrom,to,status',
    `${toUrl('Waco')},${toUrl('Austin')},301`,
  ]);
  expect(await download('redirection', `domain_id=${domainId}`)).toEqual([
    'source,target,regex,code',
    '/plumber-lubbock/,,0,410',
    `/plumber-waco/,${toUrl('Austin')},0,301`,
  ]);
  expect(await download('dropped', '')).toEqual(['\ufeffurl,status', `${toUrl('Lubbock')},410`]);
  const counts = await send(app, user, `page-decisions/downloads?project_id=${projectId}`);
  expect(counts.json().data).toEqual({ redirects: 1, redirection: 2, dropped: 1 });
});

it('the next run leaves merged and dropped pages out and says so, until a decision is undone', async () => {
  const stage = await startInspected();
  const { app, user, database, projectId } = stage;
  const keys = await findKeys(stage);
  await decide(stage, { row_key: keys['Waco'], decision: 'merge', target_key: keys['Austin'] });
  await decide(stage, { row_key: keys['Lubbock'], decision: 'drop' });
  const saveAgain = async () => {
    const fields = { title: 'Plumbers', type: 'WordPress', script: SHEET };
    const file = { name: 'seed.xml', bytes: seed };
    await sendForm(app, user, { method: 'PUT', url: `/api/v1/projects/${projectId}`, fields, file });
    return waitForRun(app, user, projectId);
  };
  const names = async () =>
    (
      await runSql<{ label: string }>(
        database,
        `select label from run_pages where run_id = (select current_run_id from projects where id = ${projectId})
          order by sheet_row`,
      )
    ).map(({ label }) => label);
  const { report } = await saveAgain();
  expect(report?.state).toBe('completed');
  expect(report?.pages_done).toBe(4);
  expect(await names()).toEqual(['Austin', 'Dallas', 'Hutto', 'Nowhere']);
  const notice = report?.problems.find(({ code }) => code === 'pages-left-out');
  expect(notice?.text).toBe(
    `2 pages are left out because they were merged or dropped in Reporting: row 4 (merged with ${toUrl('Austin')}) and row 6 (dropped).`,
  );
  const decided = await listDecided(app, user, 'sort=town');
  expect(decided.map((page) => [page.town, page.is_applied])).toEqual([
    ['Lubbock', true],
    ['Waco', true],
  ]);
  const list = async () =>
    (await listDecided(app, user, 'search=waco')).map((page) => [page.decision, page.is_applied]);
  await decide(stage, { row_key: keys['Waco'], decision: null });
  expect(await list()).toEqual([['keep', false]]);
  // The decision can be made again before a run includes the page.
  expect((await decide(stage, { row_key: keys['Waco'], decision: 'drop' })).statusCode).toBe(200);
  expect(await list()).toEqual([['drop', true]]);
  await decide(stage, { row_key: keys['Waco'], decision: null });
  await saveAgain();
  expect(await names()).toEqual(['Austin', 'Dallas', 'Waco', 'Hutto', 'Nowhere']);
  expect(await list()).toEqual([]);
});

it('a redirect to a page that left the sheet isn’t exported, and says so in the list', async () => {
  const stage = await startInspected();
  const { app, user, projectId } = stage;
  const keys = await findKeys(stage);
  await decide(stage, { row_key: keys['Waco'], decision: 'merge', target_key: keys['Austin'] });
  const script = SHEET.split('\n')
    .filter((line) => !line.startsWith('Austin,'))
    .join('\n');
  const fields = { title: 'Plumbers', type: 'WordPress', script };
  const file = { name: 'seed.xml', bytes: seed };
  await sendForm(app, user, { method: 'PUT', url: `/api/v1/projects/${projectId}`, fields, file });
  await waitForRun(app, user, projectId);
  expect((await listDecided(app, user, 'sort=town')).map(({ target }) => target?.is_missing)).toEqual([true]);
  const reply = await send(app, user, `page-decisions/export?format=redirects&project_id=${projectId}`);
  expect(reply.body.trim()).toBe('from,to,status');
  const counts = await send(app, user, `page-decisions/downloads?project_id=${projectId}`);
  expect(counts.json().data).toEqual({ redirects: 0, redirection: 0, dropped: 0 });
});

it('users of other workspaces and members of inactive agencies can’t decide', async () => {
  const stage = await startInspected();
  const { app, user, database, projectId } = stage;
  const keys = await findKeys(stage);
  const payload = { row_key: keys['Waco'], decision: 'drop' };
  const eve = await addUser(database.db);
  const stolen = await decide({ ...stage, user: eve }, payload);
  expect(stolen.statusCode).toBe(404);
  expect(await listWeak(app, eve)).toEqual([]);
  expect((await send(app, eve, `page-decisions?project_id=${projectId}`)).statusCode).toBe(404);
  const agencyId = await addAgency(database.db, [user]);
  await runSql(database, `update projects set workspace_id = ${agencyId} where id = ${projectId}`);
  await runSql(database, `update domains set workspace_id = ${agencyId} where id = ${stage.domainId}`);
  await runSql(database, `update workspaces set status = 'not_active' where id = ${agencyId}`);
  expect((await decide(stage, payload)).json().code).toBe('read_only');
  expect((await listWeak(app, user)).every(({ is_read_only: isReadOnly }) => isReadOnly)).toBe(true);
});
