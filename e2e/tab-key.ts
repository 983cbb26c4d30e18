/** Keyboard navigation of a page. */
import type { Locator, Page } from 'playwright-core';

const MAX_STOPS = 80;

/** Presses Tab until the element has the focus; each element on the way must have a visible focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await pressUntil(page, 'Tab', target);
}

/** Presses the down arrow until the menu item has the focus. */
export async function arrowTo(page: Page, target: Locator): Promise<void> {
  await pressUntil(page, 'ArrowDown', target);
}

/** Presses Tab until the element has the focus. @returns all stops, including the last one */
export const listStops = (page: Page, target: Locator): Promise<string[]> => pressUntil(page, 'Tab', target);

async function pressUntil(page: Page, key: string, target: Locator): Promise<string[]> {
  await target.waitFor();
  const stops: string[] = [];
  for (let presses = 0; presses < MAX_STOPS; presses += 1) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(describeFocus);
    if (stop !== undefined && !stop.isMarked) throw new Error(`The focus on ${stop.name} isn't visible`);
    stops.push(stop?.name ?? 'the page');
    if (await target.evaluate((element) => element === document.activeElement)) return stops;
  }
  throw new Error(`${key} does not reach ${String(target)}`);
}

/** Describes the focused element, and whether it or its container has an outline or shadow. */
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
    // The frame of the code editor, which may not be loaded yet.
    shows(element.closest('.cm-editor')?.parentElement ?? null) ||
    element.tagName === 'IFRAME';
  const name = `${element.tagName} "${element.getAttribute('aria-label') ?? element.textContent ?? ''}"`;
  return { name, isMarked };
}
