/**
 * Takes the screenshots of README, docs and the illustrated tutorials: starts the product with sample data in a
 * temporary folder, opens a screen of each area in a browser, and writes WebP files.
 * `node tools/screenshots.ts [name …]` takes all, or only the named ones.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { findBrowserProgram } from '../e2e/browser-program.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const DOCS = 'docs/screenshots';
const GUIDES = 'web/public/guides';
const ADMIN = 'admin@geoloom.example';
const OWNER = 'grace@bright-pages.example';
/** Host of the agency that the sample data makes last. */
const LAST_AGENCY = '@local-first.example';
const PASSWORD = 'weaving towns 42';
/** `npm start` creates sample data through its own address, so it needs a fixed port. */
const PORT = 8390;
const SIZE = { width: 1440, height: 900 };
/** Time for late figures and animations. */
const SETTLE_MS = 1500;

interface Picture {
  name: string;
  folder: typeof DOCS | typeof GUIDES;
  user: typeof ADMIN | typeof OWNER;
  /** Opens the screen. */
  open: (page: Page, ids: Ids) => Promise<unknown>;
}

/** IDs of the sample data. */
interface Ids {
  project: number;
  /** The site with a low score. */
  weak: number;
  domain: number;
}

const screen = (
  name: string,
  path: string | ((ids: Ids) => string),
  user: Picture['user'] = OWNER,
): Picture => ({
  name,
  folder: DOCS,
  user,
  open: (page, ids) => page.goto(typeof path === 'string' ? path : path(ids)),
});

const guide = (name: string, open: Picture['open']): Picture => ({ name, folder: GUIDES, user: OWNER, open });

async function openForm(page: Page): Promise<void> {
  await page.goto('/projects/select-project-type');
  await page.getByRole('radio', { name: /WordPress/ }).press('Enter');
  await page.getByRole('heading', { name: 'Create Project' }).waitFor();
}

async function fillForm(page: Page): Promise<void> {
  await openForm(page);
  await page.getByLabel('Title').fill('Plumber in Texas');
  await page
    .locator('input[type=file][accept*=xml]')
    .first()
    .setInputFiles(join(root, 'examples/plumber.xml'));
  await page.locator('input[type=file][accept*=csv]').first().setInputFiles(join(root, 'examples/towns.csv'));
  await sleep(SETTLE_MS);
}

const PICTURES: readonly Picture[] = [
  screen('dashboard', '/dashboard'),
  screen('projects', '/projects'),
  { ...screen('form', ''), open: fillForm },
  screen('project', ({ project }) => `/projects/${project}`),
  {
    ...screen('quality', ''),
    open: async (page, { weak }) => {
      await page.goto(`/projects/${weak}?tab=quality`);
      await page.getByText('Pages to fix').waitFor();
    },
  },
  screen('domain', ({ domain }) => `/domains/${domain}`),
  screen('reporting', ({ domain }) => `/reporting?domain_id=${domain}`),
  screen('my-agency', '/my-agency'),
  screen('payment', '/payment'),
  screen('administration', '/stripe/all-users', ADMIN),
  screen('audit-log', '/audit', ADMIN),
  screen('tutorials', '/tutorials'),
  guide('choose-platform', (page) => page.goto('/projects/select-project-type')),
  guide('form-seed', fillForm),
  guide('form-sheet', async (page) => {
    await fillForm(page);
    await page.getByText('Import Spreadsheet Data').first().scrollIntoViewIfNeeded();
  }),
  guide('project-files', (page, { project }) => page.goto(`/projects/${project}`)),
  guide('reporting', (page, { domain }) => page.goto(`/reporting?domain_id=${domain}`)),
];

interface Running {
  baseUrl: string;
  stop: () => void;
}

/** Starts the product like `npm start`, and waits until its sample data is complete. */
async function startWithSamples(dataFolder: string): Promise<Running> {
  const server = spawn(process.execPath, ['sim/start.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(PORT),
      GEOLOOM_DATA_DIR: dataFolder,
      GEOLOOM_ADMIN_EMAIL: ADMIN,
      GEOLOOM_ADMIN_PASSWORD: PASSWORD,
      GEOLOOM_SAMPLE_DATA: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const stop = () => process.kill(-(server.pid ?? 0), 'SIGTERM');
  // Reads all output: a full pipe would block the server.
  const lines = createInterface({ input: server.stdout });
  return new Promise((resolve, reject) => {
    let baseUrl = '';
    lines.on('line', (line) => {
      baseUrl = /^Geoloom is ready: (\S+)$/.exec(line)?.[1] ?? baseUrl;
      if (line.startsWith('Sample data:') && line.includes(LAST_AGENCY)) resolve({ baseUrl, stop });
    });
    lines.once('close', () => reject(new Error('The server ended before its sample data was complete')));
  });
}

async function signIn(browser: Browser, baseURL: string, email: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, viewport: SIZE, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await page.close();
  return context;
}

/** Reads the ids for URLs from the owner's lists. */
async function findIds(context: BrowserContext): Promise<Ids> {
  const page = await context.newPage();
  await page.goto('/dashboard');
  const ids = await page.evaluate(async () => {
    const { access_token: token } = JSON.parse(localStorage.getItem('userData') ?? '{}') as {
      access_token: string;
    };
    const list = async (path: string) => {
      const reply = await fetch(`/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });
      const { data } = (await reply.json()) as { data: { id: number }[] };
      return data[0]?.id ?? 0;
    };
    return {
      project: await list('projects?type=wordpress&search=Plumber'),
      weak: await list('projects?search=old%20site'),
      domain: await list('domains?search=lonestar.example'),
    };
  });
  await page.close();
  return ids;
}

async function takePicture(
  context: BrowserContext,
  { name, folder, open }: Picture,
  ids: Ids,
): Promise<void> {
  const page = await context.newPage();
  try {
    await open(page, ids);
    await sleep(SETTLE_MS);
    const file = join(root, folder, `${name}.webp`);
    const { size } = await sharp(await page.screenshot())
      .webp({ quality: 80, effort: 6 })
      .toFile(file);
    console.log(`${folder}/${name}.webp  ${Math.round(size / 1000)} kB`);
  } finally {
    await page.close();
  }
}

async function main(names: readonly string[]): Promise<void> {
  const target = PICTURES.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const folder of [DOCS, GUIDES]) mkdirSync(join(root, folder), { recursive: true });
  const dataFolder = mkdtempSync(join(tmpdir(), 'geoloom-screenshots-'));
  const server = await startWithSamples(dataFolder);
  const { executablePath, env } = await findBrowserProgram();
  const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox'] });
  try {
    // Runs, scans and search figures of the sample data take a while.
    await sleep(20_000);
    const owner = await signIn(browser, server.baseUrl, OWNER);
    const admin = await signIn(browser, server.baseUrl, ADMIN);
    const ids = await findIds(owner);
    for (const picture of target) await takePicture(picture.user === ADMIN ? admin : owner, picture, ids);
  } finally {
    await browser.close();
    server.stop();
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10 });
  }
}

await main(process.argv.slice(2));
