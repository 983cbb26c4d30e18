/** Text around the items of a part: the prolog, the channel with the authors and terms of its items, and the closing tags. */
import type { Columns } from '../../../language/columns.ts';
import { type Piece, byteLength } from '../../../encoding/piece.ts';
import type { PartFrame, PartPosition } from '../../../render/template.ts';
import type { WxrSeed, SeedItem } from './seed.ts';
import { type XmlElement, findChild } from '../../../text/xml-outline.ts';
import { applyPieces, clearPlaceholders } from '../xml/brackets.ts';
import { removeElement } from '../xml/leaf.ts';
import { readChildText, readElementText } from '../../../encoding/xml/xml-leaf.ts';
import { ensureDeclaration } from '../xml/declaration.ts';
import type { StaticRecord, StaticRecords } from './static-records.ts';
import { type PartTerms, isTerm } from './terms.ts';

type Frame = Pick<PartFrame, 'head' | 'gap' | 'tail'>;

interface FrameOptions {
  /** Elements of the terms that the items name. */
  terms: ReadonlySet<XmlElement>;
  columns: Columns;
  /** The importer asks for authors in the channel. */
  needsAuthors: boolean;
  /** Logins that rows choose. */
  logins: ReadonlySet<string>;
}

/** Authors that the export lists. */
export function readAuthors(seed: WxrSeed): { login: string; email: string }[] {
  return seed.channel.children.flatMap((child) => {
    if (child.name !== 'wp:author') return [];
    const login = findChild(child, 'wp:author_login');
    if (!login) return [];
    const email = readChildText(seed.text, child, 'wp:author_email');
    return [{ login: readElementText(seed.text, login), email }];
  });
}

/** Logins of the authors that the export lists. */
export function readLogins(seed: WxrSeed): Set<string> {
  return new Set(readAuthors(seed).map(({ login }) => login));
}

/**
 * Logins that these items name. If one of them isn't in the export, or if rows choose: none for an importer
 * that then takes them from the items (it drops one that is missing in the channel), all of them for one that
 * asks for authors in the channel.
 */
function selectLogins(
  seed: WxrSeed,
  items: readonly SeedItem[],
  { needsAuthors, logins }: FrameOptions,
): Set<string> {
  const known = readLogins(seed);
  const named = new Set([...items.map((item) => item.fields.get('dc:creator')?.text ?? ''), ...logins]);
  named.delete('');
  if ([...named].every((login) => known.has(login))) return named;
  return needsAuthors ? known : new Set();
}

/** Removes what a part leaves out of the channel, and clears placeholders that no row fills. */
function editChannel(seed: WxrSeed, items: readonly SeedItem[], options: FrameOptions): Piece[] {
  const { text } = seed;
  const { columns, terms } = options;
  const logins = selectLogins(seed, items, options);
  return seed.channel.children.flatMap((child) => {
    if (child.name === 'item') return [];
    if (isTerm(child)) return terms.has(child) ? [] : [removeElement(text, child)];
    const login = child.name === 'wp:author' ? findChild(child, 'wp:author_login') : undefined;
    if (login && !logins.has(readElementText(text, login))) return [removeElement(text, child)];
    return clearPlaceholders(text, child, columns);
  });
}

/** Creates the frame of these items; the gap is the seed's own white space between items. */
function createFrame(seed: WxrSeed, items: readonly SeedItem[], options: FrameOptions): Frame {
  const first = seed.items[0]?.element;
  const last = seed.items.at(-1)?.element;
  if (!first || !last) return { head: '', gap: '', tail: '' };
  const pieces = editChannel(seed, items, options);
  const within = (start: number, end: number) =>
    applyPieces(
      seed.text,
      { start, end },
      pieces.filter((piece) => piece.start >= start && piece.end <= end),
    );
  const head = within(0, first.start);
  const bare = head.trimEnd();
  return {
    head: ensureDeclaration(bare),
    gap: head.slice(bare.length) || '\n',
    tail: within(last.end, seed.text.length),
  };
}

export interface FrameContext {
  seed: WxrSeed;
  pattern: SeedItem;
  statics: StaticRecords;
  terms: PartTerms;
  columns: Columns;
  /** The importer asks for authors in the channel. */
  needsAuthors: boolean;
  /** Logins that rows choose. */
  logins: ReadonlySet<string>;
}

/** The items of a record in a part: itself, whole or as a stub, and its copy. */
function writeRecord(record: StaticRecord, { isFirst, isLast, chosen }: PartPosition): string[] {
  const { item, whole, stub, copy, isOfRows } = record;
  if (record.isLast === true ? isLast : isFirst) return [whole];
  if (isFirst) return [];
  const isNamed = !isOfRows || chosen === undefined || chosen.has(item.id);
  return [isNamed ? stub : undefined, isLast ? copy?.text : undefined].filter((text) => text !== undefined);
}

/**
 * Part 1 has parents and featured images whole, later parts have stubs of those whose IDs are mapped. Of the
 * images that rows choose, they have those in `chosen`, or all of them if that isn't known yet.
 */
export function createWxrFrame(
  { seed, pattern, statics, terms, columns, needsAuthors, logins }: FrameContext,
  part: PartPosition,
): PartFrame {
  const carried = statics.records.flatMap((record) =>
    writeRecord(record, part).map((text) => ({ item: record.item, text })),
  );
  const items = carried.map(({ item }) => item);
  // the items of the project's images have no element of their own
  const ofSeed = items.filter(({ element }) => element !== pattern.element);
  const options = { terms: terms.elementsFor(ofSeed), columns, needsAuthors, logins };
  const frame = createFrame(seed, [...items, pattern], options);
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
