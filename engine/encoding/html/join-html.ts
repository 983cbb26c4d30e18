/** Where the seed's HTML meets a value: references, tags and comments that a value could complete. */
import { decodeHtmlReference } from '../../text/html-reference.ts';
import type { Join } from '../join.ts';

/** `&` that begins no reference is written as one; a reference without its `;` gets it. */
export function joinReference(before: string): Join | undefined {
  const open = /&(?:#?[A-Za-z0-9]*)$/.exec(before)?.[0];
  if (open === undefined) return undefined;
  const read = decodeHtmlReference(open);
  if (read === open) return { length: open.length, text: `&amp;${open.slice(1)}` };
  // of `&ampx` only a part is a reference, and no value makes it another
  return decodeHtmlReference(`${open};`) === read ? { length: 0, text: ';' } : undefined;
}

/** In HTML text a `<` could begin a tag with the value behind it. */
export function joinHtmlText(before: string): Join | undefined {
  const open = /<[/!?]?$/.exec(before)?.[0];
  if (open !== undefined) return { length: open.length, text: `&lt;${open.slice(1)}` };
  return joinReference(before);
}

/** In a comment a `-` could become its end with what follows an empty value. */
export function joinComment(before: string): Join | undefined {
  return before.endsWith('-') ? { length: 1, text: '&#45;' } : undefined;
}
