/** Accessibility checks of a page: axe's violations, small touch targets, horizontal scrolling. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const RULES = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  /** Rules whose result depends on the color scheme. */
  colors: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/**
 * Runs axe.
 * @returns one line for each serious or critical violation (WCAG 2.2 A and AA)
 */
export async function findViolations(page: Page, rules: keyof typeof RULES = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(readFileSync(axeFile, 'utf8'));
  // Waits for transitions: colors in between could violate the contrast rules.
  await expect.poll(() => countTransitions(page)).toBe(0);
  const results = await page.evaluate<AxeResults>(
    `axe.run({ runOnly: ${JSON.stringify(RULES[rules])}, resultTypes: ["violations"] })`,
  );
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
    );
}

/** Runs axe in both color schemes; each line begins with the scheme. */
export async function findViolationsInBothSchemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, rules] of [
    ['light', 'all'],
    ['dark', 'colors'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    found.push(...(await findViolations(page, rules)).map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

const countTransitions = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      document.getAnimations().filter((each) => each instanceof CSSTransition && each.playState === 'running')
        .length,
  );

/** Timeout for layout that follows a resize or new data. */
const LAYOUT_MS = 10_000;

/** @returns the first fine result, or the last result at the timeout */
async function pollUntilFine<Found>(
  find: () => Promise<Found>,
  isFine: (found: Found) => boolean,
): Promise<Found> {
  let found = await find();
  const isSettled = async () => isFine(found) || isFine((found = await find()));
  await vi.waitUntil(isSettled, { timeout: LAYOUT_MS }).catch(() => {});
  return found;
}

/** Measures by how many pixels a page is wider than its window; 0 without horizontal scrolling. */
export function measureHorizontalOverflow(page: Page): Promise<number> {
  const measure = () =>
    page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
  return pollUntilFine(measure, (pixels) => pixels === 0);
}

/**
 * Finds buttons, fields and links that are too small to touch, except links inside sentences.
 * @param minPx size of buttons and fields; links and check boxes need 24
 * @returns one line for each: name, width and height
 */
export const findSmallTargets = (page: Page, minPx: number): Promise<string[]> =>
  pollUntilFine(
    () => listSmallTargets(page, minPx),
    (small) => small.length === 0,
  );

function listSmallTargets(page: Page, minPx: number): Promise<string[]> {
  return page.evaluate((least) => {
    const AIM = 'a[href], button, input, textarea, select, [role="tab"], [role="radio"]';
    const isInSentence = (element: Element) =>
      element.tagName === 'A' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
    /** Finds the visible element: the control of a select, the label of a hidden radio, or the element itself. */
    const findBody = (element: HTMLElement) =>
      element.closest('[class*="_control_"]') ??
      (element.matches('[type="radio"]') ? element.closest('label') : null) ??
      element;
    const measure = (element: HTMLElement) => {
      const { width, height } = findBody(element).getBoundingClientRect();
      const after = getComputedStyle(element, '::after');
      // A check box has a larger target around it.
      const padding = element.matches('[type="checkbox"]')
        ? -2 * Number.parseFloat(after.top || '0') || 0
        : 0;
      return { width: width + padding, height: height + padding };
    };
    return [...document.querySelectorAll<HTMLElement>(AIM)].flatMap((element) => {
      const isGone =
        !element.checkVisibility({ visibilityProperty: true }) ||
        element.closest('[inert], [aria-hidden="true"]') !== null ||
        element.getBoundingClientRect().width <= 1 ||
        element.matches('input[type="file"], input[type="radio"]:not(label *)');
      if (isGone || isInSentence(element)) return [];
      const { width, height } = measure(element);
      const isPlain = element.matches('a:not([class*="Button"]), [type="checkbox"], [class*="link"]');
      const need = isPlain ? 24 : least;
      if (Math.round(height) >= need && Math.round(width) >= 24) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      return [`${element.tagName} "${name}" ${Math.round(width)}×${Math.round(height)}`];
    });
  }, minPx);
}
