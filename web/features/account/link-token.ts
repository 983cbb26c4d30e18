/**
 * The token of a one-time link. It is taken out of the address at once, so that it stays in no bookmark, log
 * or screenshot. The browser keeps it with this entry of the tab's history, so a reload still has it.
 */
const KEY = 'linkToken';

export function takeLinkToken(): string {
  const address = new URL(window.location.href);
  const token = address.searchParams.get('token');
  const state = window.history.state as Record<string, unknown> | null;
  if (token === null) {
    const kept = state?.[KEY];
    return typeof kept === 'string' ? kept : '';
  }
  address.searchParams.delete('token');
  window.history.replaceState({ ...state, [KEY]: token }, '', address);
  return token;
}
