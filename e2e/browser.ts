/**
 * What a journey needs: a real Chromium, pages that note everything the browser complains about, and
 * calls of the API past them.
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
  /** Whether things move; what moves costs a busy machine much and tells a journey nothing. */
  reducedMotion?: 'reduce' | 'no-preference';
  width?: number;
  height?: number;
  /** Has a touch screen. */
  isTouch?: boolean;
}

export interface Visit {
  page: Page;
  /** What the browser refused under the content security policy so far. */
  readPolicyReports(): Promise<string[]>;
  /** Errors that reached the console or were never caught so far. */
  errors: readonly string[];
}

/** What a page shows may take so long where a machine does much else; vitest.config.ts says the same of polls. */
const TIMEOUT_MS = 60_000;

/** Of a page, in the report of a test that failed. */
const MAX_LINES = 40;

/** One for all files of this worker; it ends with the worker. */
let launched: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const { executablePath, env } = await findBrowserProgram();
  // Chromium has no sandbox of its own inside most containers and for root.
  return chromium.launch({ executablePath, env, args: ['--no-sandbox'] });
}

/** How many are open now; each has pages of its own. */
export async function countContexts(): Promise<number> {
  return (await launched)?.contexts().length ?? 0;
}

/**
 * Opens a path in a fresh context, without anything that an earlier page stored. It closes when the test
 * ends. Its clock runs as usual, and may be moved on by `page.clock`.
 * @param path address within the server, `/` for example
 */
export const visit = (path: string, options: PageOptions = {}): Promise<Visit> => open(path, options, {});

/**
 * As `visit`, as the person of this test.
 * @param path address within the server that needs a sign-in
 */
export async function visitSignedIn(path: string, options: PageOptions = {}): Promise<Visit> {
  // The sign-in form stores the same; drafts need the user's id.
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

/** @param stored what the browser's storage holds already */
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
  // A listener that stays keeps the browser from opening a real dialog between two choices.
  page.on('filechooser', () => undefined);
  await page.addInitScript(notePolicyReports);
  const storing = await page.addInitScript(store, stored);
  await page.goto(path);
  await storing.dispose();
  return { page, errors, readPolicyReports: () => page.evaluate(() => window.policyReports ?? []) };
}

/** Notes for `npm run spec` which calls the pages make and which paths they show. */
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

/** Runs in the page. */
function notePolicyReports(): void {
  const reports: string[] = [];
  window.policyReports = reports;
  document.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = event;
    reports.push(`${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`);
  });
}

/** Runs in the page, not in its frames; entries that the page has stored itself stay. */
function store(items: Record<string, string>): void {
  if (window !== window.top) return;
  for (const [name, value] of Object.entries(items))
    if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
}

/** What a reader of the report needs where a test failed and nobody saw the page. */
async function readVisibleText(context: BrowserContext): Promise<string[]> {
  const pages = context.pages().map(async (page) => {
    const text = await page.locator('body').innerText({ timeout: 5_000 }).catch(String);
    // Messages and dialogs come last in the document.
    return [page.url(), ...text.split('\n').filter(Boolean).slice(-MAX_LINES)];
  });
  return (await Promise.all(pages)).flat();
}

/** An answer that is changed while its page closes would be an error that nobody waits for. */
async function close(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

/** Agrees to whatever the browser asks for a page: to leave it, for example. */
export function acceptDialogs(page: Page): void {
  page.on('dialog', (dialog) => {
    dialog.accept().catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  });
}

/**
 * One call of the API as the person of this test, past the screens: to prepare what a journey finds.
 * @param path address within the server
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

/** For `expect.poll` of what calls the API: pages and test share the 300 calls that a person may make in a minute. */
export const API_POLL = { interval: 200 };
