/**
 * Moves the focus to the heading of a page that has just been opened, also when the heading comes late or
 * is replaced once the page knows its data.
 */

const PATIENCE_MS = 5000;

/** @returns gives up */
export function focusPage(): () => void {
  let heading = focusHeading();
  const watcher = new MutationObserver(() => {
    const isLost = heading !== undefined && !heading.isConnected && document.activeElement === document.body;
    if (heading === undefined || isLost) heading = focusHeading();
  });
  const stop = () => {
    watcher.disconnect();
    clearTimeout(timer);
    removeEventListener('keydown', stop, true);
    removeEventListener('pointerdown', stop, true);
  };
  const timer = setTimeout(stop, PATIENCE_MS);
  watcher.observe(document.body, { childList: true, subtree: true });
  // From here on the person leads.
  addEventListener('keydown', stop, true);
  addEventListener('pointerdown', stop, true);
  return stop;
}

function focusHeading(): HTMLElement | undefined {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading === null) return undefined;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading;
}
