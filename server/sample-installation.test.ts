/** Sample data that `npm start` adds to an empty installation on request, through the API only. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { startTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { DIFFERENCES } from '#contract/scans.contract.ts';
import { startCustomerSites } from '../sim/customer-sites.ts';
import { startGoogle } from '../sim/google/google.ts';
import { fillSampleData } from '../sim/sample-data.ts';

const email = 'ada@example.com';
const password = 'weaving towns 42';

it('creates three agencies with members, invitations, domains, projects, figures and scans, only once', async () => {
  const [google, sites] = [await startGoogle(), await startCustomerSites()];
  google.keptDays = 4;
  onTestFinished(async () => {
    await google.close();
    await sites.close();
  });
  const { clientId, clientSecret, base } = google;
  const { app, server, database } = await startTestApp({
    scanned: { sites: [], gapMs: 1, fetchMs: 5_000 },
    config: {
      scanBase: sites.base,
      google: { clientId, clientSecret, oauthBase: base, searchConsoleBase: base, sheetsApiBase: base },
    },
  });
  await server.account.createFirstAdmin(email, password);
  const installation = { server: await app.listen({ host: '127.0.0.1', port: 0 }), email, password };
  expect(await fillSampleData(installation)).toHaveLength(3);
  const count = async (text: string) => (await runSql<{ name: string }>(database, text)).length;
  const isQuiet = async () =>
    (await count(`select from runs where finished_at is null`)) === 0 &&
    (await count(`select from search_sources where state <> 'ready'`)) === 0 &&
    (await count(`select from scans where finished_at is null`)) === 0;
  await vi.waitUntil(isQuiet, { timeout: 120_000, interval: 50 });
  expect(await count(`select from workspaces where kind = 'agency'`)).toBe(3);
  // A main admin each, and two members of the first.
  expect(
    await count(`select from members join workspaces on workspaces.id = workspace_id where kind = 'agency'`),
  ).toBe(5);
  expect(await count(`select from invitations where state = 'pending'`)).toBe(3);
  expect(
    await runSql(
      database,
      'select project_type, count(*)::int as domains from domains group by project_type order by project_type',
    ),
  ).toEqual([
    { project_type: 'Drupal', domains: 3 },
    { project_type: 'Hubspot', domains: 3 },
    { project_type: 'Images', domains: 3 },
    { project_type: 'WordPress', domains: 8 },
  ]);
  expect(await count('select from search_sources')).toBe(14);
  expect(await count('select distinct domain_id from search_days where impressions > 0')).toBe(14);
  expect(await count('select from tutorials')).toBe(3);
  expect(
    await runSql(
      database,
      'select type, count(*)::int as projects from projects group by type order by type',
    ),
  ).toEqual([
    ...['drupal', 'geocoder', 'hubspot', 'wix'].map((type) => ({ type, projects: 3 })),
    { type: 'wordpress', projects: 5 },
  ]);
  // Each sheet has two rows that no platform can turn into pages.
  expect(await count(`select from runs where state = 'completed_with_skips'`)).toBe(15);
  expect(
    await runSql(
      database,
      `select distinct pages_done from runs join projects on projects.id = project_id
      where type <> 'geocoder' and projects.title like 'Plumber%'`,
    ),
  ).toEqual([{ pages_done: 7 }]);
  const heaterSites = await runSql<{ pages: number; score: number; groups: number; clicks: number }>(
    database,
    `select pages_done as pages, (quality ->> 'score')::float8 as score,
      (quality ->> 'cluster_count')::int as groups,
      (select sum(clicks)::int from search_days where search_days.domain_id = projects.domain_id) as clicks
    from runs join projects on projects.id = project_id where projects.title like 'Water heaters%' order by score`,
  );
  const [weak, strong] = heaterSites;
  expect(heaterSites.map(({ pages }) => pages)).toEqual([67, 67]);
  expect(weak).toMatchObject({ score: expect.closeTo(27, 0), groups: 1 });
  expect(strong?.score).toBeGreaterThan(80);
  expect(strong?.clicks).toBeGreaterThan(10 * (weak?.clicks ?? 0));
  const scans = await runSql<{ findings: object; differences: object; score: number }>(
    database,
    `select findings, differences, (quality -> 'score')::float8 as score from scans where state = 'completed'`,
  );
  const found = { ok: 3, redirect: 1, error: 1, noindex: 1, canonical: 1 };
  expect(scans.map(({ findings }) => findings)).toEqual([found, found, found]);
  for (const { differences, score } of scans) {
    expect(Object.keys(differences).toSorted()).toEqual(DIFFERENCES.toSorted());
    expect(score).toBeGreaterThan(0);
  }
  expect(await count('select from run_pages where latitude is not null')).toBeGreaterThan(80);
  expect(await fillSampleData(installation)).toEqual([]);
}, 180_000);
