/**
 * Moves the focus to the heading of a new page, even if the heading appears late or is replaced when data
 * arrives.
 */
import { watchPage } from '#web/ui/watch-page.ts';

const TIMEOUT_MS = 5000;

/** @returns a function that stops waiting */
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
