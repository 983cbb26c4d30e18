/** Rows about a project's page in a real Chromium: 12,000 image copies by town, and a map of 10,000 towns. */
import { type Browser, chromium } from 'playwright-core';
import { findBrowserProgram } from '../e2e/browser-program.ts';
import { makeNoisePhoto } from '#testkit/noise-photo.ts';
import { wxrSeed } from '#testkit/wxr-seed.ts';
import { buildWeb, withServer } from './bench-servers.ts';
import type { BenchRow } from './bench-rows.ts';
import type { Fixtures } from './bench-run.ts';
import { waitForRun, saveImages, saveProject, uploadImage, type Client } from './calls.ts';
import { findMedian } from './stop-watch.ts';

declare global {
  interface Window {
    /** Time at which the browser had painted the awaited content. */
    benchSeenMs?: number;
  }
}

const PHOTOS = 40;
const TOWNS = 300;
const MAP_TOWNS = 10_000;
const ROUNDS = 5;
/** Time for late requests of a page. */
const REST_MS = 1500;

/** Writes towns of the contiguous states with distinct coordinates. */
function writeTowns(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const latitude = (30 + ((index * 37) % 1700) / 100).toFixed(4);
    const longitude = (-(78 + ((index * 101) % 4100) / 100)).toFixed(4);
    return `Town ${index + 1},Texas,town-${index + 1},${latitude},${longitude}`;
  });
  return ['geo_city,geo_state,geo_url,lat,lng', ...rows].join('\n');
}

async function savePhotos(client: Client): Promise<number> {
  const photo = await makeNoisePhoto({ width: 800, height: 600 });
  for (let index = 0; index < PHOTOS; index += 1) {
    const comment = Buffer.from(`\xff\xfe\0\x0aphoto ${String(index).padStart(2, '0')}`, 'latin1');
    const bytes = new Uint8Array(Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2)]));
    await uploadImage(client, bytes, `photo-${index}.jpg`);
  }
  const saved = await saveImages(client, { title: 'Twelve thousand', sheet: writeTowns(TOWNS) });
  await waitForRun(client, saved);
  return saved.project_id;
}

async function saveMap(client: Client): Promise<number> {
  const seed = new Uint8Array(wxrSeed({ content: '<p>Plumber in [geo_city]</p>', slug: 'plumber-geo_url' }));
  const saved = await saveProject(client, { seed, sheet: writeTowns(MAP_TOWNS), title: 'A map' });
  await waitForRun(client, saved);
  return saved.project_id;
}

interface Opened {
  /** Time from navigation until the awaited content is painted. */
  paintedMs: number;
  /** Thumbnails that were requested without scrolling, of those on the page. */
  thumbnails: number;
  shown: number;
}

async function openProject(
  browser: Browser,
  { address, token }: Client,
  { id, awaited }: { id: number; awaited: string },
): Promise<Opened> {
  const user = { access_token: token, role: 'user', name: 'Dana Weaver', avatar: '/avatar.svg' };
  const localStorage = [{ name: 'userData', value: JSON.stringify(user) }];
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin: address, localStorage }] },
  });
  try {
    const page = await context.newPage();
    let thumbnails = 0;
    page.on('request', (request) => {
      if (request.url().includes('/files/thumbnail/')) thumbnails += 1;
    });
    await page.addInitScript((selector) => {
      const look = () => {
        if (document.querySelector(selector) === null) return requestAnimationFrame(look);
        return requestAnimationFrame(() => (window.benchSeenMs = performance.now()));
      };
      requestAnimationFrame(look);
    }, awaited);
    await page.goto(`${address}/projects/${id}`);
    await page.waitForFunction(() => window.benchSeenMs !== undefined);
    await page.waitForTimeout(REST_MS);
    const paintedMs = await page.evaluate(() => window.benchSeenMs ?? 0);
    const shown = await page.locator('img[src*="/files/thumbnail/"]').count();
    return { paintedMs, thumbnails, shown };
  } finally {
    await context.close();
  }
}

async function openRounds(browser: Browser, client: Client, what: { id: number; awaited: string }) {
  // The first round compiles the scripts.
  await openProject(browser, client, what);
  const rounds: Opened[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await openProject(browser, client, what));
  return rounds;
}

export async function measurePlaces(fixtures: Fixtures): Promise<BenchRow[]> {
  buildWeb();
  const { executablePath, env } = await findBrowserProgram();
  return await withServer(fixtures, async ({ address }, { tokens }) => {
    const client = { address, token: tokens.at(-3) ?? '' };
    const [copies, map] = [await savePhotos(client), await saveMap(client)];
    const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox'] });
    try {
      const listed = await openRounds(browser, client, { id: copies, awaited: 'section h3 bdi' });
      const drawn = await openRounds(browser, client, {
        id: map,
        awaited: 'svg[aria-label^="Map of"] path',
      });
      const [{ shown } = { shown: 0 }] = listed;
      return [
        {
          measure: `${PHOTOS} photos × ${TOWNS} towns: page usable`,
          figure: findMedian(listed.map(({ paintedMs }) => paintedMs)),
          unit: 'ms',
          must: 1000,
        },
        {
          measure: `  thumbnails before scrolling, of ${shown}`,
          figure: findMedian(listed.map(({ thumbnails }) => thumbnails)),
          unit: 'files',
        },
        {
          measure: `map of ${MAP_TOWNS.toLocaleString('en-US')} towns painted`,
          figure: findMedian(drawn.map(({ paintedMs }) => paintedMs)),
          unit: 'ms',
          must: 1000,
        },
      ];
    } finally {
      await browser.close();
    }
  });
}
