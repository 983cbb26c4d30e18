/**
 * What stands around the items of a part: prolog and channel with the authors that its items name
 * and, in part 1 alone, the terms; and the closing tags.
 */
import type { Columns } from '../fill/columns.ts';
import type { Piece } from '../seed/piece.ts';
import { findBracketed } from '../seed/placeholder.ts';
import type { Seed, SeedItem } from '../seed/seed.ts';
import { childOf } from '../seed/xml-outline.ts';
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

/** Logins that these items name; `undefined` where rows choose them, so that all must be there. */
function loginsOf(items: readonly SeedItem[], columns: Columns): Set<string> | undefined {
  const logins = items.map((item) => item.fields.get('dc:creator')?.text ?? '');
  const isChosenByRow = logins.some((login) =>
    findBracketed(login).some(({ name }) => name !== '' && columns.resolve(name) !== undefined),
  );
  return isChosenByRow ? undefined : new Set(logins);
}

/** Rewrites of the channel: what a part leaves out, and placeholders that no row fills. */
function piecesOf(seed: Seed, items: readonly SeedItem[], options: FrameOptions): Piece[] {
  const { text } = seed;
  const { columns, withTerms } = options;
  const logins = loginsOf(items, columns);
  return seed.channel.children.flatMap((child) => {
    if (child.name === 'item') return [];
    if (TERMS.has(child.name) && (!withTerms || holdsPlaceholder(text, child, columns)))
      return [removeElement(text, child)];
    const login = child.name === 'wp:author' ? childOf(child, 'wp:author_login') : undefined;
    if (login && logins && !logins.has(readField(text, login).text)) return [removeElement(text, child)];
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
