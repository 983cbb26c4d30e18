/** A day with more queries than Google returns: its queries are stored, with the totals of the whole day. */
import { expect, it } from 'vitest';
import type { SearchStat } from '#contract/integrations.contract.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { addDomain, connect, send, useGoogle, waitForSource } from './integrations-fixture.ts';

const start = useGoogle(useTestApp);
const NAME = 'example.com';
const DAY_MS = 86_400_000;

it('stores 50,000 of 60,000 queries of a day, with the totals of all', async () => {
  const { app, user, google } = await start();
  // Figures are three days late: this leaves one day.
  google.keptDays = 3;
  google.rareQueries.set(new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10), 60_000);
  const id = await addDomain(app, user, NAME);
  await connect(app, user);
  await waitForSource(app, user, { name: NAME, state: 'ready' });
  const query = `domain_id=${id}&period=7d&dimension=query&sort=-clicks&per_page=10`;
  const reply = await send(app, user, `integrations/gsc-stat?${query}`);
  const { totals, meta, rows } = reply.json<{ data: SearchStat }>().data;
  expect(meta.total).toBe(50_000);
  expect(rows[0]?.clicks).toBeGreaterThan(0);
  expect(totals.impressions).toBeGreaterThan(60_000);
});
