/*
 * Runs before the first paint, so that a dark page never flashes white. A file of its own, because the
 * page's policy allows no script inside the page. The key is the one of web/client/session.ts.
 */
(() => {
  let chosen = null;
  try {
    chosen = window.localStorage.getItem('colorScheme');
  } catch {
    // Storage may be forbidden: the system's choice holds.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
