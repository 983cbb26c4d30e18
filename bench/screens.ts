/**
 * Opens every screen in a real Chromium with a project of ten thousand rows, and measures the longest task of the main
 * thread while the screen loads, without a debugger, and during scrolling and filtering.
 */
import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowserProgram } from '../e2e/browser-program.ts';
import { waitForRun, discardDraft, updateProject, type Client } from './calls.ts';
import { findMedian, reportTime } from './stop-watch.ts';
import { findLongest, type TraceEvent, readTasks, TASK_CATEGORIES, type Task } from './task-trace.ts';
import { openUnwatchedBrowser, type UnwatchedBrowser } from './unwatched-browser.ts';

declare global {
  interface Window {
    benchClipboard?: DataTransfer;
  }
}

export interface ScreenInput extends Client {
  projectId: number;
  /** Files for the form. */
  seed: string;
  sheet: string;
}

/** Median over all rounds of the longest tasks. */
export interface ScreenFigure {
  name: string;
  /** Longest task during load; only once for each path. */
  load?: Task;
  /** Longest task during scrolling, filtering, typing, pasting, or a run. */
  work: Task;
}

interface Screen {
  name: string;
  path: string;
  /** Waits for the content that appears last. */
  ready: (page: Page) => Promise<unknown>;
  /** Runs before the measurement. */
  prepare?: (page: Page, input: ScreenInput) => Promise<unknown>;
  work?: (page: Page, input: ScreenInput) => Promise<unknown>;
}

const TIMEOUT_MS = 60_000;
/** Time for late work of a page. */
const REST_MS = 1500;
/** Mark that starts the work in a trace. */
const WORK = 'bench-work';
const head = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();

const SCREENS: readonly Screen[] = [
  { name: 'sign-in form', path: '/login', ready: (page) => page.getByLabel('Email').waitFor() },
  {
    name: 'dashboard',
    path: '/dashboard',
    ready: (page) => page.getByText('Ten thousand towns').first().waitFor(),
  },
  {
    name: 'project list',
    path: '/projects',
    ready: (page) => page.getByText('Ten thousand towns').first().waitFor(),
    work: (page) => filter(page, 'Search projects', 'thousand'),
  },
  { name: 'choice of a type', path: '/projects/select-project-type', ready: head(/type/i) },
  {
    name: 'notifications',
    path: '/notifications',
    ready: (page) =>
      page
        .getByText(/ready to import/)
        .first()
        .waitFor(),
  },
  {
    name: 'finished project',
    path: '/projects/{id}',
    ready: head(/of 10,000 pages ready to import/),
    work: (page) => filter(page, 'Filter the formed links', 'cedar'),
  },
  {
    name: 'live run',
    path: '/projects/{id}',
    ready: head(/of 10,000 pages ready to import/),
    work: runAgain,
  },
  {
    name: 'form of a new project',
    path: '/projects/create-project',
    ready: head('Create Project'),
    work: fillForm,
  },
  {
    name: 'form with pasted rows',
    path: '/projects/create-project',
    ready: head('Create Project'),
    prepare: copyRows,
    work: pasteRows,
  },
  {
    name: 'form of a saved project',
    path: '/projects/{id}/edit',
    ready: (page) => waitForPages(page),
  },
];

async function filter(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).pressSequentially(text, { delay: 60 });
  await page.waitForTimeout(REST_MS);
}

async function fillForm(page: Page, input: ScreenInput): Promise<void> {
  const { seed, sheet } = input;
  await choose(page, /Drop the seed page here/, seed);
  await choose(page, /Drop the sheet here/, sheet);
  await waitForPages(page);
  await page.getByLabel('Title').pressSequentially('Ten thousand', { delay: 60 });
  await page.getByLabel('Footer link template').pressSequentially('<a href="[geo_url]">', { delay: 60 });
  await sendDraft(page, input);
}

/** Copies the sheet into the page, which isn't measured. */
async function copyRows(page: Page, { sheet }: ScreenInput): Promise<void> {
  await page.evaluate(
    (text) => {
      window.benchClipboard = new DataTransfer();
      window.benchClipboard.setData('text/plain', text);
    },
    readFileSync(sheet, 'utf8'),
  );
}

/** Pastes rows while no field has the focus. */
async function pasteRows(page: Page, input: ScreenInput): Promise<void> {
  await choose(page, /Drop the seed page here/, input.seed);
  await page.evaluate(() => {
    const { benchClipboard: clipboardData = null } = window;
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await waitForPages(page);
  await sendDraft(page, input);
}

async function runAgain(page: Page, input: ScreenInput): Promise<void> {
  const saved = await updateProject(input, { id: input.projectId, sheet: readFileSync(input.sheet, 'utf8') });
  await waitForRun(input, saved);
  await page.waitForTimeout(REST_MS);
}

async function choose(page: Page, button: RegExp, file: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(file);
}

/** Waits until the form shows the number of pages. */
function waitForPages(page: Page): Promise<void> {
  return page
    .locator('aside dl > div')
    .filter({ hasText: 'Pages' })
    .locator('dd')
    .filter({ hasText: /^\d,\d{3}$/ })
    .first()
    .waitFor();
}

/** Saves and discards the draft: with the draft of the previous round, the next one would send nothing. */
async function sendDraft(page: Page, input: ScreenInput): Promise<void> {
  await page.getByText(/^Draft saved \d/).waitFor();
  await discardDraft(input);
}

/** Scrolls the page and its scrollable parts down and up. */
async function scroll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frames = [...document.querySelectorAll('*')].filter(
      (each) => each.scrollHeight > each.clientHeight + 200 && getComputedStyle(each).overflowY !== 'visible',
    );
    const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (const frame of [document.documentElement, ...frames]) {
      for (const direction of [1, -1]) {
        for (let step = 0; step < 20; step += 1) {
          frame.scrollBy(0, (direction * frame.scrollHeight) / 20);
          await next();
        }
      }
    }
  });
}

function getStorage({ token }: ScreenInput, { path }: Screen): Record<string, string> {
  if (path === '/login') return {};
  const user = { access_token: token, role: 'user', name: 'Dana Weaver', avatar: '/avatar.svg' };
  return { userData: JSON.stringify(user) };
}

const getPath = ({ path }: Screen, { projectId }: ScreenInput) => path.replace('{id}', String(projectId));

/**
 * Sends request bodies as blobs: a page with a debugger copies each string body for the debugger, but not blobs.
 */
function sendBlobs(): void {
  const { fetch } = window;
  window.fetch = (address, init) => {
    const { body, ...others } = init ?? {};
    return fetch(address, typeof body === 'string' ? { ...others, body: new Blob([body]) } : init);
  };
}

async function openContext(browser: Browser, input: ScreenInput, screen: Screen) {
  const localStorage = Object.entries(getStorage(input, screen)).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin: input.address, localStorage }] },
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  await context.addInitScript(sendBlobs);
  return context;
}

/** Measures the longest task during work on a loaded page. */
async function measureWork(browser: Browser, input: ScreenInput, screen: Screen): Promise<Task> {
  const context = await openContext(browser, input, screen);
  try {
    const page = await context.newPage();
    await page.goto(input.address + getPath(screen, input));
    await screen.ready(page);
    await screen.prepare?.(page, input);
    await page.waitForTimeout(REST_MS);
    await browser.startTracing(page, { categories: TASK_CATEGORIES });
    await page.evaluate((mark) => performance.mark(mark), WORK);
    await scroll(page);
    if (screen.work) {
      await screen.work(page, input);
      await scroll(page);
    }
    const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()));
    return findLongest(readTasks(traceEvents, WORK));
  } finally {
    await context.close();
  }
}

async function measureLoad(browser: UnwatchedBrowser, input: ScreenInput, screen: Screen): Promise<Task> {
  const tasks = await browser.visit({
    address: input.address,
    path: getPath(screen, input),
    storage: getStorage(input, screen),
    title: /– Geoloom$/,
    restMs: REST_MS,
  });
  return findLongest(tasks);
}

/** Loads the fonts: the browser searches for them at its first text, for half a second. */
async function warmUp(browser: Browser): Promise<void> {
  const page = await browser.newPage();
  await page.setContent(
    '<p style="font-family: system-ui">Words</p><p style="font-family: monospace">Words</p>',
  );
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await page.close();
}

/** @throws if no Chromium is found, or a screen doesn't load */
export async function measureScreens(input: ScreenInput, rounds: number): Promise<ScreenFigure[]> {
  const { executablePath, env } = await findBrowserProgram();
  const unwatched = await openUnwatchedBrowser();
  const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox'] });
  try {
    await warmUp(browser);
    const figures: ScreenFigure[] = [];
    for (const screen of SCREENS) {
      const start = performance.now();
      const isLoaded = SCREENS.find(({ path }) => path === screen.path) === screen;
      const [loads, works]: [Task[], Task[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        if (isLoaded) loads.push(await measureLoad(unwatched, input, screen));
        works.push(await measureWork(browser, input, screen));
      }
      const { name } = screen;
      figures.push({ name, ...(isLoaded && { load: findMiddle(loads) }), work: findMiddle(works) });
      reportTime(`  ${name}`, start);
    }
    return figures;
  } finally {
    await browser.close();
    await unwatched.close();
  }
}

function findMiddle(tasks: readonly Task[]): Task {
  return {
    tookMs: findMedian(tasks.map(({ tookMs }) => tookMs)),
    workedMs: findMedian(tasks.map(({ workedMs }) => workedMs)),
  };
}
