/** Going through a page by keyboard, as somebody does who has no mouse. */
import type { Locator, Page } from 'playwright-core';

const MAX_STOPS = 80;

/** Tab goes on until it is there; on the way each stop must show that it has the focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await pressUntil(page, 'Tab', wanted);
}

/** As `tabTo`, among the items of a menu. */
export async function arrowTo(page: Page, wanted: Locator): Promise<void> {
  await pressUntil(page, 'ArrowDown', wanted);
}

/** Like `tabTo`. @returns the stops on the way, the last one included */
export const listStops = (page: Page, wanted: Locator): Promise<string[]> => pressUntil(page, 'Tab', wanted);

async function pressUntil(page: Page, key: string, wanted: Locator): Promise<string[]> {
  await wanted.waitFor();
  const stops: string[] = [];
  for (let presses = 0; presses < MAX_STOPS; presses += 1) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(describeFocus);
    if (stop !== undefined && !stop.isMarked) throw new Error(`Nothing shows the focus on ${stop.name}`);
    stops.push(stop?.name ?? 'the page');
    if (await wanted.evaluate((element) => element === document.activeElement)) return stops;
  }
  throw new Error(`${key} does not lead to ${String(wanted)}`);
}

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
    // The frame of the field that colors its code; whether that one is there yet depends on its chunk.
    shows(element.closest('.cm-editor')?.parentElement ?? null) ||
    element.tagName === 'IFRAME';
  const name = `${element.tagName} "${element.getAttribute('aria-label') ?? element.textContent ?? ''}"`;
  return { name, isMarked };
}
