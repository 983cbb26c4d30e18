/**
 * What a journey needs: a real Chromium, pages that note everything the browser complains about, and
 * the address of the server that runs for all journeys.
 */
import { type Browser, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { findBrowserProgram } from './browser-program.ts';
import { OWNER } from './owner.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the running server, without a slash at its end. */
    baseUrl: string;
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
}

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

/** Full address of a path such as `/`. */
function addressOf(path: string): string {
  return inject('baseUrl') + path;
}

/**
 * Opens a path in a fresh context, without anything that an earlier page stored.
 * @param path address within the server, `/` for example
 */
export async function visit(browser: Browser, path: string, options: PageOptions = {}): Promise<Visit> {
  const { colorScheme = 'light', width = 1440, height = 900 } = options;
  const context = await browser.newContext({
    colorScheme,
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

/**
 * Opens a path as the owner: signs in by the form first.
 * @param path address within the server that needs a sign-in
 */
export async function visitSignedIn(
  browser: Browser,
  path: string,
  options: PageOptions = {},
): Promise<Visit> {
  const opened = await visit(browser, '/login', options);
  const { page } = opened;
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  if (path !== '/dashboard') await page.goto(addressOf(path));
  return opened;
}
