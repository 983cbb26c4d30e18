/**
 * The token of a one-time link. It is taken out of the address at once, so that it stays in no
 * history, bookmark or screenshot; a reload needs the link again.
 */
let taken: string | undefined;

export function takeLinkToken(): string {
  const address = new URL(window.location.href);
  const token = address.searchParams.get('token');
  if (token !== null) {
    taken = token;
    address.searchParams.delete('token');
    window.history.replaceState(window.history.state, '', address);
  }
  return taken ?? '';
}
