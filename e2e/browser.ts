/**
 * What a journey needs: a real Chromium, pages that note everything the browser complains about, and
 * the address of the server that runs for all journeys.
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { findBrowserProgram } from './browser-program.ts';
import { OWNER } from './owner.ts';
import type { SheetLinks } from './sheets.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the running server, without a slash at its end. */
    baseUrl: string;
    /** Sheets of the simulated Google. */
    sheetLinks: SheetLinks;
  }
}

declare global {
  interface Window {
    policyReports?: string[];
  }
}

interface PageOptions {
  colorScheme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** What the browser's storage holds already. */
  storageState?: StorageState;
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface Visit {
  page: Page;
  /** What the browser refused under the content security policy so far. */
  readPolicyReports(): Promise<string[]>;
  /** Errors that reached the console or were never caught so far. */
  errors: readonly string[];
}

/** Starts the browser; close it in `afterAll`. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowserProgram();
  // Chromium has no sandbox of its own inside most containers and for root.
  return chromium.launch({ executablePath, env, args: ['--no-sandbox'] });
}

/** Full address of a path such as `/`; one of another server stays as it is. */
function addressOf(path: string): string {
  return path.startsWith('/') ? inject('baseUrl') + path : path;
}

/**
 * Opens a path in a fresh context, without anything that an earlier page stored unless it is handed in.
 * @param path address within the server, `/` for example
 */
export async function visit(browser: Browser, path: string, options: PageOptions = {}): Promise<Visit> {
  const { colorScheme = 'light', width = 1440, height = 900, storageState } = options;
  const context = await browser.newContext({
    colorScheme,
    ...(storageState && { storageState }),
    viewport: { width, height },
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.addInitScript(() => {
    const reports: string[] = [];
    window.policyReports = reports;
    document.addEventListener('securitypolicyviolation', (event) => {
      reports.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
  });
  await page.goto(addressOf(path));
  return { page, errors, readPolicyReports: () => page.evaluate(() => window.policyReports ?? []) };
}

/** One sign-in for all pages of a browser: the server lets nobody sign in as often as journeys are walked. */
const signIns = new WeakMap<Browser, Promise<StorageState>>();

async function signIn(browser: Browser): Promise<StorageState> {
  const { page } = await visit(browser, '/login');
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  const stored = await page.context().storageState();
  await page.context().close();
  return stored;
}

/**
 * Opens a path as the owner, who has signed in by the form once.
 * @param path address within the server that needs a sign-in
 */
export async function visitSignedIn(
  browser: Browser,
  path: string,
  options: PageOptions = {},
): Promise<Visit> {
  return visit(browser, path, { ...options, storageState: await findSignIn(browser) });
}

function findSignIn(browser: Browser): Promise<StorageState> {
  const stored = signIns.get(browser) ?? signIn(browser);
  signIns.set(browser, stored);
  return stored;
}

/**
 * One call of the API as the owner, past the screens: to prepare what a journey finds.
 * @param path address within the server
 */
export async function callAsOwner(
  browser: Browser,
  path: string,
  init: Pick<RequestInit, 'method' | 'body'> = {},
): Promise<Response> {
  const { origins } = await findSignIn(browser);
  const stored = origins[0]?.localStorage.find(({ name }) => name === 'userData');
  const { access_token: token } = JSON.parse(stored?.value ?? '{}') as { access_token?: string };
  const headers = {
    authorization: `Bearer ${token}`,
    ...(typeof init.body === 'string' && { 'content-type': 'application/json' }),
  };
  return fetch(addressOf(path), { ...init, headers });
}
