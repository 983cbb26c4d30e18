/**
 * What stands around the items of a part: prolog and channel with the authors that its items name
 * and, in part 1 alone, the terms; and the closing tags.
 */
import type { Columns } from '../template/columns.ts';
import type { Piece } from '../contexts/piece.ts';
import type { Seed, SeedItem } from '../seed/seed.ts';
import { childOf } from '../text/xml-outline.ts';
import { applyPieces, emptyPlaceholders, holdsPlaceholder } from './wordpress-wxr-brackets.ts';
import { removeElement } from './wordpress-wxr-leaf.ts';
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

interface FrameOptions {
  withTerms: boolean;
  columns: Columns;
}

/**
 * Logins that these items name; none where one of them is nobody's in the export, or where rows choose:
 * without any author the importer takes them all from the items, with one missing it drops that one.
 */
function loginsOf(seed: Seed, items: readonly SeedItem[]): Set<string> {
  const known = new Set(
    seed.channel.children.flatMap((child) => {
      const login = child.name === 'wp:author' ? childOf(child, 'wp:author_login') : undefined;
      return login ? [readField(seed.text, login).text] : [];
    }),
  );
  const named = new Set(items.map((item) => item.fields.get('dc:creator')?.text ?? ''));
  named.delete('');
  return [...named].every((login) => known.has(login)) ? named : new Set();
}

/** Rewrites of the channel: what a part leaves out, and placeholders that no row fills. */
function piecesOf(seed: Seed, items: readonly SeedItem[], options: FrameOptions): Piece[] {
  const { text } = seed;
  const { columns, withTerms } = options;
  const logins = loginsOf(seed, items);
  return seed.channel.children.flatMap((child) => {
    if (child.name === 'item') return [];
    if (TERMS.has(child.name) && (!withTerms || holdsPlaceholder(text, child, columns)))
      return [removeElement(text, child)];
    const login = child.name === 'wp:author' ? childOf(child, 'wp:author_login') : undefined;
    if (login && !logins.has(readField(text, login).text)) return [removeElement(text, child)];
    return emptyPlaceholders(text, child, columns);
  });
}

/** The frame of a part that holds these items. */
export function frameOf(seed: Seed, items: readonly SeedItem[], options: FrameOptions): Frame {
  const first = seed.items[0]?.element;
  const last = seed.items.at(-1)?.element;
  if (!first || !last) return { head: '', gap: '', tail: '' };
  const pieces = piecesOf(seed, items, options);
  const within = (start: number, end: number) =>
    applyPieces(
      seed.text,
      { start, end },
      pieces.filter((piece) => piece.start >= start && piece.end <= end),
    );
  const head = within(0, first.start);
  const bare = head.trimEnd();
  return {
    head: withUtf8Declaration(bare),
    gap: head.slice(bare.length) || '\n',
    tail: within(last.end, seed.text.length),
  };
}
