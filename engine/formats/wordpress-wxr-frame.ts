/**
 * What stands around the items of a part: prolog and channel with the authors that its items name
 * and, in part 1 alone, the terms; and the closing tags.
 */
import type { Columns } from '../fill/columns.ts';
import { findBracketed } from '../seed/placeholder.ts';
import type { Seed, SeedItem } from '../seed/seed.ts';
import { type XmlElement, childOf } from '../seed/xml-outline.ts';
import { readField } from './wordpress-wxr-read.ts';

const DECLARATION = /^<\?xml[^>]*\?>/;
const TERMS = new Set(['wp:category', 'wp:tag', 'wp:term']);

export interface Frame {
  /** Before the first item. */
  head: string;
  /** Before each item: the white space that the seed has there. */
  gap: string;
  /** Behind the last item. */
  tail: string;
}

/** The XML declaration of UTF-8, whatever the seed was encoded in. */
function withUtf8Declaration(text: string): string {
  const declaration = DECLARATION.exec(text)?.[0];
  if (declaration === undefined) return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
  const encoding = /encoding\s*=\s*["']([^"']*)["']/.exec(declaration)?.[1];
  if (encoding === undefined || /^utf-?8$/i.test(encoding)) return text;
  return `<?xml version="1.0" encoding="UTF-8"?>${text.slice(declaration.length)}`;
}

function holdsPlaceholder(seed: Seed, element: XmlElement, columns: Columns): boolean {
  return findBracketed(seed.text.slice(element.start, element.end)).some(
    (bracketed) => bracketed.name !== '' && columns.resolve(bracketed.name),
  );
}

function isKept(
  seed: Seed,
  element: XmlElement,
  options: { logins: ReadonlySet<string>; withTerms: boolean; columns: Columns },
): boolean {
  if (TERMS.has(element.name)) return options.withTerms && !holdsPlaceholder(seed, element, options.columns);
  if (element.name !== 'wp:author') return true;
  const login = childOf(element, 'wp:author_login');
  return login === undefined || options.logins.has(readField(seed.text, login).text);
}

/** The frame of a part that holds these items. */
export function frameOf(
  seed: Seed,
  items: readonly SeedItem[],
  options: { withTerms: boolean; columns: Columns },
): Frame {
  const first = seed.items[0]?.element;
  const last = seed.items.at(-1)?.element;
  if (!first || !last) return { head: '', gap: '', tail: '' };
  const logins = new Set(items.map((item) => item.fields.get('dc:creator')?.text ?? ''));
  let head = '';
  let from = 0;
  for (const child of seed.channel.children) {
    if (child.start >= first.start) break;
    if (isKept(seed, child, { ...options, logins })) continue;
    head += seed.text.slice(from, child.start).trimEnd();
    from = child.end;
  }
  head += seed.text.slice(from, first.start);
  const bare = head.trimEnd();
  return {
    head: withUtf8Declaration(bare),
    gap: head.slice(bare.length) || '\n',
    tail: seed.text.slice(last.end),
  };
}
