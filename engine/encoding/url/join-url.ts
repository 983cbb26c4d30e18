/** Text of the seed's URL right before a value. */
import type { Join } from '../join.ts';

/** In a URL a `%` could become an encoded byte with the digits of a value. */
export function joinAddress(before: string): Join | undefined {
  const open = /%[0-9A-Fa-f]?$/.exec(before)?.[0];
  return open === undefined ? undefined : { length: open.length, text: `%25${open.slice(1)}` };
}
