/**
 * Search Console from consent to report: a user connects Google, chooses a property, sees the same figures as Google,
 * is notified of a revoked consent, and connects again.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFigures } from '../sim/google/figures.ts';
import { type Google, startGoogle } from '../sim/google/google.ts';
import { findViolations, measureHorizontalOverflow } from './accessibility.ts';
import { callApi, visitSignedIn } from './browser.ts';
import { makeDomain } from './made-domains.ts';
import { makeFinishedProject, towns } from './made-projects.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { press as pressByKey, waitForText } from './press.ts';

const SITE = 'sc-domain:example.com';
const KEPT_DAYS = 60;
/** Without delay, today has figures, and the chart has a position for today's runs. */
const LAG_DAYS = 0;

let google: Google;
let server: OwnServer;

beforeAll(async () => {
  google = await startGoogle();
  google.keptDays = KEPT_DAYS;
  google.lagDays = LAG_DAYS;
  server = await startOwnServer('preparedData', {
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GOOGLE_OAUTH_BASE: google.base,
    GOOGLE_SEARCH_CONSOLE_BASE: google.base,
  });
});

afterAll(async () => {
  await server.remove();
  await google.close();
});

const press = (page: Page, name: string) => pressByKey(page.getByRole('button', { name, exact: true }));
const findRow = (page: Page, domain: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: domain, exact: true }) });

/** Reads the simulator's totals for the days that the server shows. */
async function readTotals(domainId: number) {
  const reply = await callApi(`/api/v1/integrations/gsc-stat?period=28d&domain_id=${domainId}`);
  const { data } = (await reply.json()) as { data: { period: { from: string; to: string } } };
  const { from: startDate, to: endDate } = data.period;
  const today = new Date();
  const rows = readFigures({
    site: SITE,
    startDate,
    endDate,
    dimensions: ['date'],
    today,
    keptDays: KEPT_DAYS,
    lagDays: LAG_DAYS,
  });
  expect(rows).toHaveLength(28);
  const add = (name: 'clicks' | 'impressions') =>
    rows.reduce((sum, row) => sum + row[name], 0).toLocaleString('en-US');
  return { clicks: add('clicks'), impressions: add('impressions') };
}

it('connects Google, shows its figures, reports a revoked consent, and connects again', async () => {
  const id = await makeDomain({ name: 'example.com' });
  await makeDomain({ name: 'client.example' });
  const projectId = await makeFinishedProject({ title: 'Plumbers', script: towns(2), domainId: id });
  const { page, errors } = await visitSignedIn('/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Integrations' }).click();
  await press(page, 'Connect Google');
  await press(page, 'Cancel');
  await waitForText(page, 'You didn’t grant access on Google’s page.');
  await press(page, 'Connect again');
  await press(page, 'Allow');
  await waitForText(page, 'Connected ada@example.com.');
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('combobox', { name: 'Property of client.example' }).click();
  await page.getByRole('option', { name: 'https://www.example.org/' }).click();
  await waitForText(page, 'The property of client.example was saved.');
  await findRow(page, 'client.example').getByText('Up to date').waitFor();
  await findRow(page, 'example.com').getByText('Up to date').waitFor();
  expect(await findViolations(page)).toEqual([]);

  await pressByKey(page.getByRole('link', { name: 'example.com', exact: true }).first());
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'Last 28 days' }).click();
  const { clicks, impressions } = await readTotals(id);
  await page.getByRole('img', { name: `Clicks: ${clicks}, Impressions: ${impressions}` }).waitFor();
  await page.locator('.recharts-line-curve').nth(2).waitFor();
  const metrics = page.getByRole('group', { name: 'Metrics in the chart' });
  await expect.poll(() => metrics.getByText(clicks, { exact: true }).count()).toBe(1);
  await expect.poll(() => metrics.getByText(impressions, { exact: true }).count()).toBe(1);
  await page.getByRole('cell', { name: 'plumber austin' }).waitFor();
  const run = page.getByText(/^Runs:/).getByRole('link', { name: 'Plumbers' });
  expect(await run.getAttribute('href')).toBe(`/projects/${projectId}`);
  await page.locator('.recharts-surface').getByText('run', { exact: true }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  // With forced colors, dashes distinguish the lines in chart and legend.
  await page.emulateMedia({ forcedColors: 'active' });
  const readLines = (paths: string) =>
    page.locator(paths).evaluateAll((lines) =>
      lines.map((line) => {
        const { stroke, strokeDasharray } = getComputedStyle(line);
        return `${stroke} ${strokeDasharray}`;
      }),
    );
  const [drawn, explained] = [
    await readLines('.recharts-line-curve'),
    await readLines('ul svg path[d^="M0 1H"]'),
  ];
  expect(new Set(drawn).size, drawn.join('\n')).toBe(3);
  expect(new Set(drawn.map((line) => line.split(') ')[0])).size, 'colors').toBe(1);
  expect(explained.toSorted()).toEqual(drawn.toSorted());
  await page.emulateMedia({ forcedColors: 'none' });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await measureHorizontalOverflow(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  google.revokeAll();
  await page.goto('/integrations');
  await press(page, 'Check');
  await waitForText(page, 'Google no longer accepts this connection.');
  await page.goto('/notifications');
  await waitForText(page, /^Google no longer accepts the connection of ada@example\.com\./);
  await page.goto('/integrations');
  const alert = page.getByRole('alert').filter({ hasText: 'Google no longer accepts this connection.' });
  await pressByKey(alert.getByRole('button', { name: 'Connect again' }));
  await press(page, 'Allow');
  await waitForText(page, 'Connected ada@example.com.');
  await page
    .getByRole('region', { name: 'Google Search Console' })
    .getByText('Connected', { exact: true })
    .first()
    .waitFor();
  expect(google.isConnected()).toBe(true);
  expect(errors).toEqual([]);
});
