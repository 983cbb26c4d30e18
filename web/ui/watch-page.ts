/** Looks at the page after each of its changes, for who places the focus there until the person leads. */

/**
 * @param look called after changes of the page, until the next key or click, or until the time is over
 * @param delayMs until the first look, which then needs no change
 * @returns ends it, and says whether it was still looking
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
