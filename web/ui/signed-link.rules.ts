/** Signed addresses are short-lived: tells whether one would still be answered. */

/** A click takes a moment to reach the server. */
const MARGIN_MS = 10_000;
/** Seconds since 1970 stay below this for another 30,000 years; milliseconds passed it in 1970. */
const LARGEST_SECONDS = 1e12;

/** An address without an end is never stale. */
export function isStale(address: string, now: number): boolean {
  const text = /[?&]expires=(\d+)/.exec(address)?.[1];
  if (text === undefined) return false;
  const expires = Number(text);
  return (expires < LARGEST_SECONDS ? expires * 1000 : expires) < now + MARGIN_MS;
}
