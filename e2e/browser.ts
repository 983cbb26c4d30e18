/**
 * A real Chromium for journeys, pages that record the browser's errors, and API calls that don't use the pages.
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { DEFAULT_AVATAR } from '#server/features/account/account.rules.ts';
import { findBrowserProgram } from './browser-program.ts';
import { home } from './home.ts';

declare global {
  interface Window {
    policyReports?: string[];
  }
}

export interface PageOptions {
  colorScheme?: 'light' | 'dark';
  /** By default `reduce`, because animations are expensive on a busy machine. */
  reducedMotion?: 'reduce' | 'no-preference';
  width?: number;
  height?: number;
  /** Emulates a touch screen. */
  isTouch?: boolean;
}

export interface Visit {
  page: Page;
  /** Reads the violations of the content security policy so far. */
  readPolicyReports(): Promise<string[]>;
  /** Console errors and uncaught errors so far. */
  errors: readonly string[];
}

/** Timeout on a busy machine, the same as for polls in vitest.config.ts. */
const TIMEOUT_MS = 90_000;

/** Lines of each page in the report of a failed test. */
const MAX_LINES = 40;

/** Browser of this worker. */
let launched: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const { executablePath, env } = await findBrowserProgram();
  // Chromium's sandbox doesn't work in most containers and for root.
  return chromium.launch({ executablePath, env, args: ['--no-sandbox'] });
}

/** Returns the number of open browser contexts. */
export async function countContexts(): Promise<number> {
  return (await launched)?.contexts().length ?? 0;
}

/**
 * Opens a path in a new context with empty storage, which is closed after the test. Its clock runs normally;
 * `page.clock` can fast-forward it.
 * @param path path on the server, such as `/`
 */
export const visit = (path: string, options: PageOptions = {}): Promise<Visit> => open(path, options, {});

/**
 * Opens a path as the user of this test.
 * @param path path on the server
 */
export async function visitSignedIn(path: string, options: PageOptions = {}): Promise<Visit> {
  // Matches what the sign-in form stores; drafts need the user's id.
  const { data } = (await (await callApi('/api/v1/account/user-data')).json()) as { data: { id: number } };
  const session = {
    id: data.id,
    access_token: home.user.token,
    role: home.user.role,
    name: 'Ada Lovelace',
    avatar: DEFAULT_AVATAR,
  };
  return open(path, options, { userData: JSON.stringify(session), userAvatar: session.avatar });
}

/** @param stored initial local storage */
async function open(path: string, options: PageOptions, stored: Record<string, string>): Promise<Visit> {
  const {
    colorScheme = 'light',
    reducedMotion = 'reduce',
    width = 1440,
    height = 900,
    isTouch = false,
  } = options;
  launched ??= launch();
  const browser = await launched;
  const context = await browser.newContext({
    colorScheme,
    reducedMotion,
    baseURL: home.baseUrl,
    viewport: { width, height },
    hasTouch: isTouch,
    isMobile: isTouch,
    acceptDownloads: true,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  const errors: string[] = [];
  const seen = watchApplication(context);
  onTestFinished(async ({ task }) => {
    task.meta.calls = [...new Set([...(task.meta.calls ?? []), ...seen.calls])];
    task.meta.paths = [...new Set([...(task.meta.paths ?? []), ...seen.paths])];
    if (task.result?.state === 'fail') task.meta.shown = [...(await readVisibleText(context)), ...errors];
    await close(context);
  });
  await context.clock.install();
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  // Keeps a listener, so that the browser never opens a native file dialog.
  page.on('filechooser', () => undefined);
  await page.addInitScript(notePolicyReports);
  const storing = await page.addInitScript(store, stored);
  await page.goto(path);
  await storing.dispose();
  return { page, errors, readPolicyReports: () => page.evaluate(() => window.policyReports ?? []) };
}

/** Records API calls and paths of the pages for `npm run spec`. */
function watchApplication(context: BrowserContext): { calls: Set<string>; paths: Set<string> } {
  const calls = new Set<string>();
  const paths = new Set<string>();
  context.on('request', (request) => {
    const [, path] = new URL(request.url()).pathname.split('/api/v1/');
    if (path !== undefined) calls.add(`${request.method()} ${path}`);
  });
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) paths.add(new URL(frame.url()).pathname);
    });
  });
  return { calls, paths };
}

/** Records policy violations; runs in the page. */
function notePolicyReports(): void {
  const reports: string[] = [];
  window.policyReports = reports;
  document.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = event;
    reports.push(`${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`);
  });
}

/** Fills the local storage without overwriting entries; runs in the page, not in its frames. */
function store(items: Record<string, string>): void {
  if (window !== window.top) return;
  for (const [name, value] of Object.entries(items))
    if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
}

/** Returns URL and text of each page for the report of a failed test. */
async function readVisibleText(context: BrowserContext): Promise<string[]> {
  const pages = context.pages().map(async (page) => {
    const text = await page.locator('body').innerText({ timeout: 5_000 }).catch(String);
    // Messages and dialogs are at the end of the document.
    return [page.url(), ...text.split('\n').filter(Boolean).slice(-MAX_LINES)];
  });
  return (await Promise.all(pages)).flat();
}

/** Closes a context; a routed response would otherwise cause an unhandled error. */
async function close(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

/** Accepts all native dialogs of a page, such as the one before leaving it. */
export function acceptDialogs(page: Page): void {
  page.on('dialog', (dialog) => {
    dialog.accept().catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  });
}

/**
 * Calls the API as the user of this test, to prepare data.
 * @param path path on the server
 */
export async function callApi(
  path: string,
  init: Pick<RequestInit, 'method' | 'body'> = {},
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${home.user.token}`,
    ...(typeof init.body === 'string' && { 'content-type': 'application/json' }),
  };
  return fetch(home.baseUrl + path, { ...init, headers });
}

/** Options of `expect.poll` for API calls: pages and test share the user's limit of 300 calls a minute. */
export const API_POLL = { interval: 200 };
