/**
 * What stands around the items of a part: prolog and channel with the authors that its items name
 * and, in part 1 alone, the terms; and the closing tags.
 */
import type { Columns } from '../../template/columns.ts';
import { type Piece, byteLength } from '../../contexts/piece.ts';
import type { PartFrame } from '../../fill/template.ts';
import type { WxrSeed, SeedItem } from './seed.ts';
import { childOf } from '../../text/xml-outline.ts';
import { applyPieces, emptyPlaceholders, holdsPlaceholder } from '../xml/brackets.ts';
import { removeElement } from '../xml/leaf.ts';
import { readField } from './read.ts';
import { withDeclaration } from '../xml/declaration.ts';
import type { Statics } from './statics.ts';

const TERMS = new Set(['wp:category', 'wp:tag', 'wp:term']);

type Frame = Pick<PartFrame, 'head' | 'gap' | 'tail'>;

interface FrameOptions {
  withTerms: boolean;
  columns: Columns;
  /** The importer asks for authors in the channel. */
  needsAuthors: boolean;
}

/** Logins of the authors that the export lists. */
export function readLogins(seed: WxrSeed): Set<string> {
  return new Set(
    seed.channel.children.flatMap((child) => {
      const login = child.name === 'wp:author' ? childOf(child, 'wp:author_login') : undefined;
      return login ? [readField(seed.text, login).text] : [];
    }),
  );
}

/**
 * Logins that these items name. Where one of them isn't in the export, or where rows choose: none for
 * an importer that then takes them all from the items (with one missing it drops that one), and all of them
 * for one that asks for authors in the channel.
 */
function loginsOf(seed: WxrSeed, items: readonly SeedItem[], needsAuthors: boolean): Set<string> {
  const known = readLogins(seed);
  const named = new Set(items.map((item) => item.fields.get('dc:creator')?.text ?? ''));
  named.delete('');
  if ([...named].every((login) => known.has(login))) return named;
  return needsAuthors ? known : new Set();
}

/** Rewrites of the channel: what a part leaves out, and placeholders that no row fills. */
function piecesOf(seed: WxrSeed, items: readonly SeedItem[], options: FrameOptions): Piece[] {
  const { text } = seed;
  const { columns, withTerms } = options;
  const logins = loginsOf(seed, items, options.needsAuthors);
  return seed.channel.children.flatMap((child) => {
    if (child.name === 'item') return [];
    if (TERMS.has(child.name) && (!withTerms || holdsPlaceholder(text, child, columns)))
      return [removeElement(text, child)];
    const login = child.name === 'wp:author' ? childOf(child, 'wp:author_login') : undefined;
    if (login && !logins.has(readField(text, login).text)) return [removeElement(text, child)];
    return emptyPlaceholders(text, child, columns);
  });
}

/** The frame of a part that holds these items; the gap is the white space that the seed has between them. */
function frameOf(seed: WxrSeed, items: readonly SeedItem[], options: FrameOptions): Frame {
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
    head: withDeclaration(bare),
    gap: head.slice(bare.length) || '\n',
    tail: within(last.end, seed.text.length),
  };
}

/** What a WXR is made of besides its pages. */
export interface FrameParts {
  seed: WxrSeed;
  pattern: SeedItem;
  statics: Statics;
  columns: Columns;
  /** The importer asks for authors in the channel. */
  needsAuthors: boolean;
}

/**
 * The first part carries the static records whole, later ones stubs of those whose ids are mapped: of
 * pictures that rows choose only those `chosen` in the part, or all of them where that is not known yet.
 */
export function wxrFrame(
  { seed, pattern, statics, columns, needsAuthors }: FrameParts,
  part: { isFirst: boolean; chosen?: ReadonlySet<number> },
): PartFrame {
  const { isFirst, chosen } = part;
  const carried = statics.records.flatMap(({ item, whole, stub, isOfRows }) => {
    const isAbsent = isOfRows && chosen !== undefined && !chosen.has(item.id);
    const text = isFirst ? whole : isAbsent ? undefined : stub;
    return text === undefined ? [] : [{ item, text }];
  });
  const items = [...carried.map(({ item }) => item), pattern];
  const frame = frameOf(seed, items, { withTerms: isFirst, columns, needsAuthors });
  const records = carried.map(({ text }) => text);
  const gapBytes = byteLength(frame.gap);
  const recordBytes = records.reduce((sum, record) => sum + byteLength(record) + gapBytes, 0);
  return {
    ...frame,
    statics: records,
    gapBytes,
    bytes: byteLength(frame.head) + recordBytes + byteLength(frame.tail),
  };
}
