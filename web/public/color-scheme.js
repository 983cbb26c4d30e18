/*
 * Runs before the first paint, so that a dark page never flashes white. A separate file, because the content
 * security policy forbids inline scripts. The key is that of web/client/session.ts.
 */
(() => {
  let chosen = null;
  try {
    chosen = window.localStorage.getItem('colorScheme');
  } catch {
    // Storage may be blocked; then the system's color scheme applies.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
