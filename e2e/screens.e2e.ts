/**
 * Accessibility of every screen: no violation in light and dark, nothing cut off or too small on a phone, and no
 * policy violation while dialogs and lists are open.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { isDeep } from '#testkit/tier.ts';
import { isAllowed, SCREENS } from '#web/app/screens.ts';
import {
  findViolations,
  findViolationsInBothSchemes,
  measureHorizontalOverflow,
  findSmallTargets,
} from './accessibility.ts';
import { acceptDialogs, type PageOptions, type Visit, visit, visitSignedIn } from './browser.ts';
import { shareUser } from './home.ts';
import { makeDomain } from './made-domains.ts';
import { makeFinishedProject, towns } from './made-projects.ts';
import { waitForFocus } from './press.ts';

/** A project with a long name, skipped rows and samples. */
let id = 0;
let domainId = 0;

beforeAll(async () => {
  shareUser();
  const title = 'Roofs of the unincorporated communities around the Chattahoochee and Withlacoochee rivers';
  const script = `${towns(30)}Town 31,TX,(555) 010-31,town-3-tx,Same slug,yes\nTown 32,TX\n`;
  id = await makeFinishedProject({ title, script });
  domainId = await makeDomain({ name: `${'a-long-name.'.repeat(5)}example.com` });
});

/** Values of `:id` in the paths of each noun. */
const IDS: Record<string, () => number> = {
  projects: () => id,
  domains: () => domainId,
  // Only admins can create one.
  tutorials: () => 999_999,
  notifications: () => 999_999,
};

function fillPath(path: string): string {
  const noun = path.split('/')[1] ?? '';
  return path.replace(':slug', 'first-project').replace(':id', () => {
    const findId = IDS[noun];
    if (findId === undefined) throw new Error(`The screens of ${noun} need an id to be opened with.`);
    return String(findId());
  });
}

/** Lists each screen after sign-in, and states without a route. */
const listScreens = () => [
  ...SCREENS.filter((screen) => !screen.isPublic && isAllowed(screen, 'user')).map(({ path }) =>
    fillPath(path),
  ),
  '/projects?search=nothing-is-called-so',
  '/no/such/page',
];

async function show(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForAll(page);
}

/** Waits for the heading and the end of loading. */
async function waitForAll(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  const loading = page.getByRole('status', { name: /^Loading/ });
  await expect.poll(() => loading.count()).toBe(0);
  await page.evaluate(() => document.fonts.ready);
}

type Check = (page: Page) => Promise<string[]>;

/** Checks each screen and collects the problems. */
async function checkScreens(page: Page, check: Check): Promise<Record<string, string[]>> {
  const findings: Record<string, string[]> = {};
  for (const path of listScreens()) {
    await show(page, path);
    const found = await check(page);
    if (found.length > 0) findings[path] = found;
  }
  return findings;
}

async function openScreens(options: PageOptions = {}): Promise<Visit> {
  const opened = await visitSignedIn('/dashboard', options);
  // Leaving a form needs a confirmation.
  acceptDialogs(opened.page);
  return opened;
}

async function findTooWide(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 });
  const sideways = await measureHorizontalOverflow(page);
  return sideways > 0 ? [`${sideways} px too wide at ${width}`] : [];
}

/** Checks desktop and phone sizes, and in the deep tier also a tablet. */
async function checkAllSizes(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 1440, height: 900 });
  return [
    ...(await findViolationsInBothSchemes(page)),
    ...(await findSmallTargets(page, 24)),
    ...(isDeep ? await findTooWide(page, 768) : []),
    ...(await findTooWide(page, 320)),
    ...(await findTooWide(page, 390)),
    ...(await findSmallTargets(page, 44)),
  ];
}

describe('every screen', () => {
  it('has no serious accessibility violation in either color scheme, fits tablets and phones, and has large touch targets', async () => {
    const { page } = await openScreens();
    expect(await checkScreens(page, checkAllSizes)).toEqual({});
    // Two dozen screens in six ways each.
  }, 600_000);

  it('before sign-in has none either, also with its errors shown', async () => {
    const { page } = await visit('/registration');
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByRole('alert').waitFor();
    expect(await findViolationsInBothSchemes(page)).toEqual([]);
    await show(page, '/login');
    expect(await checkAllSizes(page)).toEqual([]);
  });
});

describe('an overlay', () => {
  it('is allowed by the content security policy and accessible: menu, dialog, toast, list, search, account', async () => {
    const { page, readPolicyReports } = await openScreens();
    await show(page, '/projects');
    await page.route(/\/api\/v1\/projects\?project_id=/, (route) =>
      route.fulfill({
        status: 503,
        json: { success: false, code: 'unavailable', message: 'Too busy.', request_id: 'r1', problems: [] },
      }),
    );
    await page
      .getByRole('button', { name: /^Actions for / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm Action' });
    await dialog.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Yes' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Too busy.' });
    await toast.waitFor();
    await dialog.waitFor({ state: 'hidden' });
    // It stays while the pointer is on it.
    await toast.hover();
    await page.getByRole('combobox', { name: 'Last run' }).press('ArrowDown');
    await page.getByRole('option', { name: 'Canceled' }).waitFor();
    expect(await toast.isVisible()).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Search pages' }).fill('pro');
    await page.getByRole('option', { name: 'New Project' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Search pages' }).fill('no such page');
    await page.getByText('No matching pages.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Add domain' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByText('Log out').waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await readPolicyReports()).toEqual([]);
  });

  it('on a phone the menu takes the focus and returns it', async () => {
    const { page } = await openScreens({ width: 390, height: 844 });
    const opener = page.getByRole('button', { name: 'Open the menu' });
    await opener.click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await waitForFocus(menu);
    for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('Tab');
    expect(await menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});
