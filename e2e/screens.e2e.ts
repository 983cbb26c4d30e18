/**
 * Every screen for everybody: no barrier in light and dark, nothing cut off or too small on a phone,
 * nothing that the browser refuses while dialogs and lists are open, no motion for who wants none, and
 * the whole job without a mouse.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers, findSidewaysScroll, findSmallTargets } from './accessibility.ts';
import { callAsOwner, openBrowser, visit, visitSignedIn } from './browser.ts';
import { makeEndedProject, towns } from './made-projects.ts';
import { OWNER } from './owner.ts';
import { dropSeed, dropSheet, fixture, saveButton, waitForFigure } from './project-form.ts';

const PATIENCE_MS = 10_000;
/** Many screens one after the other, on a machine that does other things too. */
const LONG_MS = 180_000;

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

let making: Promise<number> | undefined;

/** A project with a long name, lost rows and samples; made once. */
function makeOnce(): Promise<number> {
  const title = 'Roofs of the unincorporated communities around the Chattahoochee and Withlacoochee rivers';
  const script = `${towns(30)}Town 31,TX,(555) 010-31,town-3-tx,Same slug,yes\nTown 32,TX\n`;
  making ??= makeEndedProject({ title, script });
  return making;
}

/** Each screen behind the sign-in. */
const listScreens = (id: number) => [
  '/dashboard',
  '/projects',
  '/projects?search=nothing-is-called-so',
  '/projects/select-project-type',
  '/projects/create-project',
  `/projects/${id}`,
  `/projects/${id}/edit`,
  '/notifications',
  '/notifications/999999',
  '/no/such/page',
];

async function show(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
  await waitForAll(page);
}

/** The heading stands, and nothing says that it is still loading. */
async function waitForAll(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  const loading = page.getByRole('status', { name: /^Loading/ });
  await expect.poll(() => loading.count(), { timeout: PATIENCE_MS }).toBe(0);
  await page.evaluate(() => document.fonts.ready);
}

/** Asks each screen, and gathers what is not as it should be. */
async function askScreens(page: Page, ask: (page: Page) => Promise<string[]>) {
  const findings: Record<string, string[]> = {};
  await callAsOwner('/api/v1/projects/draft', { method: 'DELETE' });
  for (const path of listScreens(await makeOnce())) {
    await show(page, path);
    const found = await ask(page);
    if (found.length > 0) findings[path] = found;
  }
  return findings;
}

async function openScreens(options: Parameters<typeof visitSignedIn>[2] = {}) {
  const opened = await visitSignedIn(browser, '/dashboard', options);
  // A colour on its way to another has no contrast to measure.
  await opened.page.emulateMedia({ reducedMotion: 'reduce' });
  // Leaving a form asks first.
  opened.page.on('dialog', (dialog) => void dialog.accept());
  return opened;
}

describe('every screen', () => {
  it.each(['light', 'dark'] as const)(
    'has no serious barrier in the %s scheme',
    async (colorScheme) => {
      const { page } = await openScreens({ colorScheme });
      // A colour on its way to another has no contrast to measure.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const ask = async (each: Page) => [
        ...(await findBarriers(each)),
        ...(await findSmallTargets(each, 24)),
      ];
      expect(await askScreens(page, ask)).toEqual({});
      const { page: outside } = await visit(browser, '/registration', { colorScheme });
      await outside.getByRole('button', { name: 'Create an account' }).click();
      await outside.getByRole('alert').waitFor();
      expect(await findBarriers(outside)).toEqual([]);
    },
    LONG_MS,
  );

  it('fits a phone: nothing scrolls sideways, and a finger hits every button and field', async () => {
    const { page } = await openScreens({ width: 390, height: 844 });
    const ask = async (each: Page) => {
      const sideways = await findSidewaysScroll(each);
      return [...(sideways > 0 ? [`${sideways} px too wide`] : []), ...(await findSmallTargets(each, 44))];
    };
    expect(await askScreens(page, ask)).toEqual({});
    const { page: outside } = await visit(browser, '/login', { width: 390, height: 844 });
    await waitForAll(outside);
    expect(await ask(outside)).toEqual([]);
  });

  it.each([320, 768])(
    'fits a window of %i pixels: nothing scrolls sideways',
    async (width) => {
      const { page } = await openScreens({ width, height: 900 });
      const ask = async (each: Page) => {
        const sideways = await findSidewaysScroll(each);
        return sideways > 0 ? [`${sideways} px too wide`] : [];
      };
      expect(await askScreens(page, ask)).toEqual({});
    },
    LONG_MS,
  );
});

describe('what opens over a page', () => {
  it('is allowed by the content security policy and has no barrier: menu, dialog, toast, list, search, account', async () => {
    const { page, readPolicyReports } = await openScreens();
    await makeOnce();
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
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Yes' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Too busy.' });
    await toast.waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('combobox', { name: 'Last run' }).click();
    await page.getByRole('option', { name: 'Cancelled' }).waitFor();
    expect(await toast.isVisible()).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Search pages' }).fill('pro');
    await page.getByRole('option', { name: 'New Project' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Search pages' }).fill('no such page');
    await page.getByText('No page has this in its name.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByText('Log out').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await readPolicyReports()).toEqual([]);
  });

  it('on a phone the menu takes the focus and gives it back', async () => {
    const { page } = await openScreens({ width: 390, height: 844 });
    const opener = page.getByRole('button', { name: 'Open the menu' });
    await opener.click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await menu.waitFor();
    for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('Tab');
    expect(await menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe('a part of the application that does not come', () => {
  it('ends in the error page, which offers to load it again', async () => {
    const { page } = await openScreens();
    await page.route('**/assets/notifications-page-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'All notifications' }).click();
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    await page.getByText('Loading chunk notifications-page failed').waitFor();
    await page.unroute('**/assets/notifications-page-*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
  });
});

describe('motion', () => {
  const countMoving = (page: Page) =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);

  /** The newest project seems to be running, so that its dot breathes. */
  const letRun = (page: Page) =>
    page.route(/\/api\/v1\/projects\?/, async (route) => {
      const response = await route.fetch();
      // The page goes on asking while other tests run, and may be refused.
      if (!response.ok()) return route.fulfill({ response });
      const json = await response.json();
      for (const row of json.data) {
        row.state = 'running';
        row.last_run = { ...row.last_run, state: 'running', pages_done: 3 };
      }
      await route.fulfill({ response, json });
    });

  it('breathes beside a run, and stands still for who asked for less', async () => {
    const { page } = await visitSignedIn(browser, '/dashboard');
    await makeOnce();
    await letRun(page);
    await show(page, '/projects');
    await expect.poll(() => countMoving(page), { timeout: PATIENCE_MS }).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(() => countMoving(page)).toBe(0);
    // An answer that is changed while the browser closes would be an error that nobody waits for.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('turns the slides beside the sign-in form until Pause is pressed', async () => {
    const { page } = await visit(browser, '/login');
    const current = () =>
      page.locator('button[aria-current="true"][aria-label^="Slide"]').getAttribute('aria-label');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect(await current()).toMatch(/^Slide 1/);
    await expect.poll(current, { timeout: 9000 }).toMatch(/^Slide 2/);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.mouse.move(10, 10);
    await page.waitForTimeout(6000);
    expect(await current()).toMatch(/^Slide 2/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await page.getByText('Boost MRR and Client Retention').waitFor();
    expect(await page.locator('[aria-roledescription="carousel"]').count()).toBe(0);
  });
});

describe('the whole job by keyboard alone', () => {
  /** Tab goes on until it is there; on the way each stop must show that it has the focus. */
  async function tabTo(page: Page, wanted: Locator): Promise<void> {
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(describeFocus);
      if (stop !== undefined && !stop.isMarked) throw new Error(`Nothing shows the focus on ${stop.name}`);
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Tab does not lead to ${String(wanted)}`);
  }

  const waitForHeading = async (page: Page, name: string | RegExp) => {
    const heading = page.getByRole('heading', { name, level: 1 });
    await heading.waitFor({ timeout: 20_000 });
    const hasFocus = () => heading.evaluate((element) => element === document.activeElement);
    await expect.poll(hasFocus, { timeout: PATIENCE_MS }).toBe(true);
  };

  async function chooseByKeyboard(page: Page, button: Locator, name: string): Promise<void> {
    await tabTo(page, button);
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(fixture(name));
  }

  it(
    'leads from the sign-in form to the downloaded files, with the focus on each new heading',
    async () => {
      const { page } = await visit(browser, '/login');
      page.on('filechooser', () => undefined);
      await tabTo(page, page.getByLabel('Email'));
      await page.keyboard.type(OWNER.email);
      await tabTo(page, page.getByLabel('Password', { exact: true }));
      await page.keyboard.type(OWNER.password);
      await page.keyboard.press('Enter');
      await waitForHeading(page, 'Dashboard');
      await tabTo(page, page.getByRole('link', { name: 'New project' }).first());
      await page.keyboard.press('Enter');
      await waitForHeading(page, 'Select Project Type');
      await tabTo(page, page.getByRole('radio', { name: /WordPress/ }));
      await page.keyboard.press('Enter');
      await waitForHeading(page, 'Create Project');
      await tabTo(page, page.getByLabel('Title'));
      await page.keyboard.type('Without a mouse');
      await chooseByKeyboard(page, dropSeed(page), 'seed.xml');
      await chooseByKeyboard(page, dropSheet(page), 'towns.csv');
      await waitForFigure(page, 'Pages', '12');
      await tabTo(page, page.getByRole('button', { name: 'Test Page' }));
      await page.keyboard.press('Enter');
      await waitForHeading(page, 'Without a mouse');
      await page.getByRole('region', { name: 'Test pages' }).waitFor({ timeout: 20_000 });
      await tabTo(page, page.getByRole('link', { name: 'Edit' }));
      await page.keyboard.press('Enter');
      await waitForHeading(page, 'Without a mouse');
      await waitForFigure(page, 'Pages', '12');
      await tabTo(page, saveButton(page));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: '12 of 12 will land' }).waitFor({ timeout: 30_000 });
      await waitForHeading(page, 'Without a mouse');
      await tabTo(page, page.getByRole('link', { name: 'Download all', exact: true }));
      const arriving = page.waitForEvent('download');
      await page.keyboard.press('Enter');
      expect((await arriving).suggestedFilename()).toMatch(/\.zip$/);
    },
    LONG_MS,
  );
});

/** What has the focus, and whether anything shows it: an outline, a shadow, also of what stands for it. */
function describeFocus(): { name: string; isMarked: boolean } | undefined {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return undefined;
  const shows = (each: Element | null) => {
    if (each === null) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  const isMarked =
    shows(element) ||
    shows(element.closest('label')) ||
    shows(element.parentElement) ||
    // The frame of the field that colours its code; whether that one is there yet depends on its chunk.
    shows(element.closest('.cm-editor')?.parentElement ?? null) ||
    element.tagName === 'IFRAME';
  const name = `${element.tagName} "${element.getAttribute('aria-label') ?? element.textContent ?? ''}"`;
  return { name, isMarked };
}
