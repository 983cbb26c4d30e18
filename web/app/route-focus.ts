/**
 * Moves the focus to the heading of a page that has just been opened, also when the heading comes late or
 * is replaced once the page knows its data.
 */
import { watchPage } from '#web/ui/watch-page.ts';

const TIMEOUT_MS = 5000;

/** @returns gives up */
export function focusPage(): () => void {
  let heading = focusHeading();
  return watchPage(() => {
    const isLost = heading !== undefined && !heading.isConnected && document.activeElement === document.body;
    if (heading === undefined || isLost) heading = focusHeading();
  }, TIMEOUT_MS);
}

function focusHeading(): HTMLElement | undefined {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading === null) return undefined;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading;
}
