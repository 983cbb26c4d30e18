/** Sample data that `npm start` adds to an empty installation on request, through the API only. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { startTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { startCustomerSites } from '../sim/customer-sites.ts';
import { startGoogle } from '../sim/google/google.ts';
import { fillSampleData } from '../sim/sample-data.ts';

const email = 'ada@example.com';
const password = 'weaving towns 42';

it('makes three agencies with members, invitations, domains, projects, figures and scans, and does so once', async () => {
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
    { project_type: 'WordPress', domains: 6 },
  ]);
  expect(await count('select from search_sources')).toBe(12);
  expect(await count('select distinct domain_id from search_days where impressions > 0')).toBe(12);
  expect(await count('select from tutorials')).toBe(3);
  expect(
    await runSql(
      database,
      'select type, count(*)::int as projects from projects group by type order by type',
    ),
  ).toEqual(['drupal', 'geocoder', 'hubspot', 'wix', 'wordpress'].map((type) => ({ type, projects: 3 })));
  // Each sheet has two rows that cannot become pages of any platform.
  expect(await count(`select from runs where state = 'completed_with_skips'`)).toBe(15);
  expect(
    await runSql(
      database,
      `select distinct pages_done from runs join projects on projects.id = project_id
      where type <> 'geocoder'`,
    ),
  ).toEqual([{ pages_done: 7 }]);
  const scans = await runSql<{ findings: object }>(
    database,
    `select findings from scans where state = 'completed'`,
  );
  const found = { ok: 3, redirect: 1, error: 1, noindex: 1, canonical: 1 };
  expect(scans.map(({ findings }) => findings)).toEqual([found, found, found]);
  expect(await count('select from run_pages where latitude is not null')).toBeGreaterThan(80);
  expect(await fillSampleData(installation)).toEqual([]);
}, 180_000);
