/** Text of the seed's HTML right before a value: references, tags and comments that the value could complete. */
import { decodeHtmlReference } from '../../text/html-reference.ts';
import type { Join } from '../join.ts';

/** Writes a bare `&` as a reference, and adds the `;` that a reference lacks. */
export function joinReference(before: string): Join | undefined {
  const open = /&(?:#?[A-Za-z0-9]*)$/.exec(before)?.[0];
  if (open === undefined) return undefined;
  const read = decodeHtmlReference(open);
  if (read === open) return { length: open.length, text: `&amp;${open.slice(1)}` };
  // in `&ampx` only a part is a reference, and a value can't change it
  return decodeHtmlReference(`${open};`) === read ? { length: 0, text: ';' } : undefined;
}

/** In HTML text a `<` could begin a tag with the value after it. */
export function joinHtmlText(before: string): Join | undefined {
  const open = /<[/!?]?$/.exec(before)?.[0];
  if (open !== undefined) return { length: open.length, text: `&lt;${open.slice(1)}` };
  return joinReference(before);
}

/** In a comment a `-` could end it together with the text after an empty value. */
export function joinComment(before: string): Join | undefined {
  return before.endsWith('-') ? { length: 1, text: '&#45;' } : undefined;
}
