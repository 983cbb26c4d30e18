/** Looks at the page after each of its changes, for who places the focus there until the person leads. */

/**
 * @param look called after changes of the page, until the next key or click, or until the time is over
 * @returns ends it, and says whether it was still looking
 */
export function watchPage(look: () => void, patienceMs: number): () => boolean {
  let isOver = false;
  const watcher = new MutationObserver(() => {
    if (!isOver) look();
  });
  const stop = () => {
    const wasLooking = !isOver;
    isOver = true;
    watcher.disconnect();
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
