/** What `npm start` fills an empty installation with, where it is asked for: through the API alone. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { startTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { startGoogle } from '../sim/google/google.ts';
import { fillSampleData } from '../sim/sample-data.ts';

const email = 'ada@example.com';
const password = 'weaving towns 42';

it('brings three agencies, twelve domains with figures, projects of four platforms, and once only', async () => {
  const google = await startGoogle();
  google.keptDays = 4;
  onTestFinished(() => google.close());
  const { clientId, clientSecret, base } = google;
  const { app, server, database } = await startTestApp({
    config: {
      google: { clientId, clientSecret, oauthBase: base, searchConsoleBase: base, sheetsApiBase: base },
    },
  });
  await server.account.createFirstAdmin(email, password);
  const installation = { server: await app.listen({ host: '127.0.0.1', port: 0 }), email, password };
  expect(await fillSampleData(installation)).toHaveLength(3);
  const count = async (text: string) => (await runSql<{ name: string }>(database, text)).length;
  const isQuiet = async () =>
    (await count(`select from runs where finished_at is null`)) === 0 &&
    (await count(`select from search_sources where state <> 'ready'`)) === 0;
  await vi.waitUntil(isQuiet, { timeout: 60_000, interval: 50 });
  expect(await count(`select from workspaces where kind = 'agency'`)).toBe(3);
  expect(await count('select from search_sources')).toBe(12);
  expect(await count('select distinct domain_id from search_days where impressions > 0')).toBe(12);
  expect(await count('select from tutorials')).toBe(3);
  expect(
    await runSql(
      database,
      'select type, count(*)::int as projects from projects group by type order by type',
    ),
  ).toEqual(['drupal', 'hubspot', 'wix', 'wordpress'].map((type) => ({ type, projects: 3 })));
  // Each sheet has rows that cannot become pages.
  expect(await count(`select from runs where state = 'completed_with_skips'`)).toBe(12);
  expect(await count('select from run_pages where latitude is not null')).toBeGreaterThan(80);
  expect(await fillSampleData(installation)).toEqual([]);
}, 90_000);
