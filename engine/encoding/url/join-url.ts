/** Where the seed's part of an address meets a value. */
import type { Join } from '../join.ts';

/** In an address a `%` could become a reference with the digits of a value. */
export function joinAddress(before: string): Join | undefined {
  const open = /%[0-9A-Fa-f]?$/.exec(before)?.[0];
  return open === undefined ? undefined : { length: open.length, text: `%25${open.slice(1)}` };
}
