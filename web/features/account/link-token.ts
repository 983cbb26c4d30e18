/**
 * Token of a one-time link. It's removed from the URL at once, so that it doesn't end up in a bookmark, log
 * or screenshot. The history entry stores it, so it survives a reload.
 */
const KEY = 'linkToken';

export function takeLinkToken(): string {
  const address = new URL(window.location.href);
  const token = address.searchParams.get('token');
  const state = window.history.state as Record<string, unknown> | null;
  if (token === null) {
    const stored = state?.[KEY];
    return typeof stored === 'string' ? stored : '';
  }
  address.searchParams.delete('token');
  window.history.replaceState({ ...state, [KEY]: token }, '', address);
  return token;
}
