/** The Google gateway against the simulator: consent, codes, properties, figures and errors. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Google, startGoogle } from '../../sim/google/google.ts';
import { createGoogleGateway, type GoogleGateway } from './google.ts';

const BACK = 'https://app.example/integrations';
const WEEK = { site: 'sc-domain:example.com', from: daysAgo(20), to: daysAgo(14) };
let google: Google;
let gateway: GoogleGateway;

beforeAll(async () => {
  google = await startGoogle();
  const { base, clientId, clientSecret } = google;
  gateway = createGoogleGateway({
    clientId,
    clientSecret,
    oauthBase: base,
    searchConsoleBase: base,
    sheetsApiBase: base,
  });
});
beforeEach(() => {
  google.trouble = undefined;
  google.rareQueries.clear();
  google.repeatedRows = 0;
});
afterAll(() => google.close());

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

async function consent(choice = 'allow') {
  const { url, verifier } = await gateway.startConsent(BACK, 'the-state');
  const body = new URLSearchParams({ choice, search: 'on' });
  const reply = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const { searchParams } = new URL(reply.headers.get('location') ?? '');
  return { verifier, code: searchParams.get('code') ?? '', back: Object.fromEntries(searchParams) };
}

async function connect() {
  const { code, verifier } = await consent();
  return gateway.exchangeCode(code, verifier, BACK);
}

it('connects through consent, and returns the account and its properties', async () => {
  const { refreshToken, account } = await connect();
  expect(account).toBe('ada@example.com');
  expect(await gateway.listProperties(refreshToken)).toEqual([
    { site: 'sc-domain:example.com', permission: 'siteOwner' },
    { site: 'https://www.example.org/', permission: 'siteFullUser' },
  ]);
});

it('returns the state, with an error if the user declines', async () => {
  expect((await consent()).back).toMatchObject({ state: 'the-state' });
  expect((await consent('deny')).back).toEqual({ state: 'the-state', error: 'access_denied' });
});

it('rejects a code that was already used, and one with the verifier of another consent', async () => {
  const first = await consent();
  await gateway.exchangeCode(first.code, first.verifier, BACK);
  const refusal = { service: 'google', kind: 'unauthorized' };
  await expect(gateway.exchangeCode(first.code, first.verifier, BACK)).rejects.toMatchObject(refusal);
  const second = await consent();
  await expect(gateway.exchangeCode(second.code, first.verifier, BACK)).rejects.toMatchObject(refusal);
});

it('reads the same totals in each dimension', async () => {
  const { refreshToken } = await connect();
  const totals = [];
  for (const dimension of ['date', 'query', 'page', 'country', 'device'] as const) {
    const rows = await gateway.readFigures(refreshToken, { ...WEEK, dimension });
    totals.push(rows.reduce((sum, row) => sum + row.impressions, 0));
    if (dimension === 'date') expect(rows).toHaveLength(7);
  }
  expect(totals[0]).toBeGreaterThan(0);
  expect(new Set(totals).size).toBe(1);
});

it("reads more than 25,000 rows of a day page by page, up to Google's limit of 50,000", async () => {
  const { refreshToken } = await connect();
  const day = daysAgo(14);
  const read = () =>
    gateway.readFigures(refreshToken, { site: WEEK.site, from: day, to: day, dimension: 'query' });
  const few = (await read()).length;
  for (const [rare, rows, pages] of [
    [30_000, few + 30_000, 2],
    [60_000, 50_000, 2],
    [25_000 - few, 25_000, 2],
    [24_999 - few, 24_999, 1],
  ] as const) {
    google.rareQueries.set(day, rare);
    google.calls.length = 0;
    const found = await read();
    expect(new Set(found.map(({ keys }) => keys[0])).size).toBe(rows);
    expect(found).toHaveLength(rows);
    expect(google.calls).toHaveLength(pages);
  }
});

it('counts a row once if it appears on two pages', async () => {
  const { refreshToken } = await connect();
  const day = daysAgo(14);
  const read = () =>
    gateway.readFigures(refreshToken, { site: WEEK.site, from: day, to: day, dimension: 'query' });
  google.rareQueries.set(day, 30_000);
  const once = await read();
  google.repeatedRows = 1_000;
  google.calls.length = 0;
  expect(await read()).toEqual(once);
  expect(google.calls).toHaveLength(2);
});

it('distinguishes a revoked consent, an exhausted quota and a property without access', async () => {
  const { refreshToken } = await connect();
  const read = (site = WEEK.site) => gateway.readFigures(refreshToken, { ...WEEK, site, dimension: 'date' });
  await expect(read('https://other.example/')).rejects.toMatchObject({ kind: 'rejected' });
  google.trouble = 'quota';
  await expect(read()).rejects.toMatchObject({ kind: 'limited' });
  google.trouble = undefined;
  google.revokeAll();
  await expect(read()).rejects.toMatchObject({ kind: 'unauthorized' });
});
