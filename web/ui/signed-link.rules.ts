/** Checks whether a signed URL has expired. */

/** A request takes a moment to reach the server. */
const MARGIN_SECONDS = 10;

/**
 * @param address with `expires` in seconds since 1970; without it never stale
 * @param now in milliseconds
 */
export function isStale(address: string, now: number): boolean {
  const expires = /[?&]expires=(\d+)/.exec(address)?.[1];
  return expires !== undefined && Number(expires) < now / 1000 + MARGIN_SECONDS;
}
