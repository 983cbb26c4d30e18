/** Calls back after each change of the page, to place the focus, until the user interacts. */

/**
 * @param look called after changes of the page, until the next key or click, or until the time is over
 * @param delayMs until the first call, which needs no change
 * @returns a function that stops it and returns whether it was still watching
 */
export function watchPage(look: () => void, patienceMs: number, delayMs = 0): () => boolean {
  let isOver = false;
  let isDelayed = delayMs > 0;
  const watcher = new MutationObserver(() => {
    if (!isOver && !isDelayed) look();
  });
  const start = setTimeout(() => {
    if (!isDelayed) return;
    isDelayed = false;
    look();
  }, delayMs);
  const stop = () => {
    const wasLooking = !isOver;
    isOver = true;
    watcher.disconnect();
    clearTimeout(start);
    clearTimeout(timer);
    removeEventListener('keydown', stop, true);
    removeEventListener('pointerdown', stop, true);
    return wasLooking;
  };
  const timer = setTimeout(stop, patienceMs);
  watcher.observe(document.body, { childList: true, subtree: true });
  addEventListener('keydown', stop, true);
  addEventListener('pointerdown', stop, true);
  return stop;
}
