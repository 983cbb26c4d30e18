/** A weak page that Google didn't index: merged with the nearest strong one, whose redirect is downloaded. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFilling } from '../server/features/runs/run-quality-fixture.ts';
import { type Google, startGoogle } from '../sim/google/google.ts';
import { townSeed } from '../testkit/project-calls.ts';
import { findViolationsInBothSchemes, measureHorizontalOverflow } from './accessibility.ts';
import { callApi, visitSignedIn } from './browser.ts';
import { makeDomain } from './made-domains.ts';
import { makeFinishedProject } from './made-projects.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { press, waitForText } from './press.ts';
import { captureDownload } from './transfers.ts';

let google: Google;
let server: OwnServer;

beforeAll(async () => {
  google = await startGoogle();
  google.keptDays = 7;
  google.sites = [{ siteUrl: 'sc-domain:site.example', permissionLevel: 'siteOwner' }];
  google.isUnindexed = (url) => url.includes('hutto');
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

const SHEET = [
  'geo_city,geo_url,about,lat,lng',
  `Austin,austin,${makeFilling(2, 400)},30.2672,-97.7431`,
  'Hutto,hutto,,30.5427,-97.5467',
  // As short as the page before it, but indexed.
  'Manor,manor,,30.3405,-97.5570',
].join('\n');
const SEED = new TextDecoder().decode(
  townSeed({ content: `<h1>Plumber in [geo_city]</h1><p>${makeFilling(1, 200)}</p><p>[about]</p>` }),
);

async function countInspected(projectId: number): Promise<number> {
  const reply = await callApi(`/api/v1/reporting/coverage?project_id=${projectId}`);
  return ((await reply.json()) as { data: { inspected: number } }).data.inspected;
}

it('merges a weak page that isn’t indexed with a strong one, and downloads the redirect', async () => {
  const domainId = await makeDomain({ name: 'site.example' });
  const title = 'Plumbers of Texas';
  const projectId = await makeFinishedProject({ title, script: SHEET, seed: SEED, domainId });
  const { page, errors } = await visitSignedIn('/integrations');
  await press(page.getByRole('button', { name: 'Connect Google', exact: true }));
  await press(page.getByRole('button', { name: 'Allow', exact: true }));
  await waitForText(page, 'Connected ada@example.com.');
  await expect.poll(() => countInspected(projectId), { timeout: 60_000, interval: 500 }).toBe(3);

  await page.goto(new URL('/reporting', page.url()).href);
  await page.getByRole('tab', { name: 'Weak and not indexed' }).click();
  await waitForText(page, '2 of 3 inspected pages are indexed.');
  await waitForText(page, /^22 mi, quality \d+, indexed$/);
  expect(await findViolationsInBothSchemes(page)).toEqual([]);
  const improve = page.getByRole('link', { name: 'Improve Hutto' });
  expect(await improve.getAttribute('href')).toBe(`/projects/${projectId}/edit?row=3`);
  await press(page.getByRole('button', { name: 'Merge Hutto' }));
  await press(page.getByRole('button', { name: 'Yes', exact: true }));
  await waitForText(page, '1 page merged.');
  await waitForText(page, 'No pages to decide on');

  await page.getByText('Merged and dropped', { exact: true }).click();
  await waitForText(page, 'starting with the next run');
  const button = page.getByRole('button', { name: 'Redirects', exact: true });
  const download = await captureDownload(page, () => press(button));
  expect(readFileSync(await download.path(), 'utf8')).toBe(
    '\ufefffrom,to,status\r\nhttps://site.example/plumber-hutto/,https://site.example/plumber-austin/,301\r\n',
  );
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await measureHorizontalOverflow(page)).toBe(0);
  expect(errors).toEqual([]);
});
