/** Calls back after each change of the page, to place the focus, until the user interacts. */

/**
 * @param look called after changes of the page, until the next key press or click, or the timeout
 * @param delayMs delay of the first call, which happens without a change
 * @returns a function that stops it and returns whether it was still watching
 */
export function watchPage(look: () => void, timeoutMs: number, delayMs = 0): () => boolean {
  let isStopped = false;
  let isDelayed = delayMs > 0;
  const watcher = new MutationObserver(() => {
    if (!isStopped && !isDelayed) look();
  });
  const start = setTimeout(() => {
    if (!isDelayed) return;
    isDelayed = false;
    look();
  }, delayMs);
  const stop = () => {
    const wasWatching = !isStopped;
    isStopped = true;
    watcher.disconnect();
    clearTimeout(start);
    clearTimeout(timer);
    removeEventListener('keydown', stop, true);
    removeEventListener('pointerdown', stop, true);
    return wasWatching;
  };
  const timer = setTimeout(stop, timeoutMs);
  watcher.observe(document.body, { childList: true, subtree: true });
  addEventListener('keydown', stop, true);
  addEventListener('pointerdown', stop, true);
  return stop;
}
