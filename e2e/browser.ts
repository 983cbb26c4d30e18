/**
 * What a journey needs: a real Chromium, pages that note everything the browser complains about, and
 * calls of the API past them.
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { findBrowserProgram } from './browser-program.ts';
import { home } from './home.ts';

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
  return path.startsWith('/') ? home.baseUrl + path : path;
}

/**
 * Opens a path in a fresh context, without anything that an earlier page stored unless it is handed in.
 * It closes when the test ends.
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
  // A page left open goes on asking the server beside the tests that follow.
  onTestFinished(() => context.close());
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

/** What the storage of a browser holds in which the owner has signed in. */
function storeOwner(): StorageState {
  const { session } = home;
  const stored = { userData: JSON.stringify(session), userAvatar: session.avatar };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: home.baseUrl, localStorage }] };
}

/**
 * Opens a path as the owner.
 * @param path address within the server that needs a sign-in
 */
export function visitSignedIn(browser: Browser, path: string, options: PageOptions = {}): Promise<Visit> {
  return visit(browser, path, { ...options, storageState: storeOwner() });
}

/**
 * One call of the API as the owner, past the screens: to prepare what a journey finds.
 * @param path address within the server
 */
export async function callAsOwner(
  path: string,
  init: Pick<RequestInit, 'method' | 'body'> = {},
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${home.session.access_token}`,
    ...(typeof init.body === 'string' && { 'content-type': 'application/json' }),
  };
  return fetch(addressOf(path), { ...init, headers });
}
