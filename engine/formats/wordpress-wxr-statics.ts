/**
 * The records of an export that are not cloned: the pattern's parents and the media that it names.
 * Part 1 carries them whole; later parts carry stubs, which the importer finds "already there" and
 * uses to map their ids (seen with the official importer 0.9.5).
 */
import type { Columns } from '../fill/columns.ts';
import type { Problem } from '../problem.ts';
import { type Piece, comparePieces } from '../seed/piece.ts';
import { findBracketed } from '../seed/placeholder.ts';
import { type Seed, type SeedItem, placeInSeed } from '../seed/seed.ts';
import type { XmlElement } from '../seed/xml-outline.ts';
import { removeElement, replaceLeaf } from './wordpress-wxr-leaf.ts';

export interface StaticRecord {
  item: SeedItem;
  /** The item as part 1 carries it. */
  whole: string;
  /** The same title, date, type and id, no metas and no content. */
  stub: string;
}

/** Ids in markup and builder data: `wp-image-881`, `"mediaId":881`, `ids="90,91"`, `attachment_90`, … */
const NAMED_IDS =
  /(?:wp-image-|attachment_|attachment-id="|[?&](?:page_id|p|attachment_id)=|\\?"(?:id|mediaId|ref|attachmentId|image_id)\\?":\s*\\?"?)(\d+)|(?:ids="|\\?"ids\\?":\s*\[)([\d,\s]+)/g;
const ID_METAS =
  /^(?:_thumbnail_id|_product_image_gallery|_menu_item_object_id|_menu_item_menu_item_parent)$/;
/** Larger numbers are numbers of other systems, not ids of a database. */
const LARGEST_ID = 2_000_000_000;
const LEFT_OUT_METAS = /^(?:_edit_last|_edit_lock|_wp_old_slug|_wp_old_date)$/;

/** All ids that an item refers to, its own excepted. */
export function namedIds(seed: Seed, item: SeedItem): Set<number> {
  const ids = new Set<number>();
  const add = (digits: string) => {
    const id = Number(digits);
    if (id > 0 && id <= LARGEST_ID) ids.add(id);
  };
  for (const match of seed.text.slice(item.element.start, item.element.end).matchAll(NAMED_IDS)) {
    for (const digits of (match[1] ?? match[2] ?? '').split(',')) add(digits);
  }
  for (const meta of item.metas)
    if (ID_METAS.test(meta.key.text)) for (const digits of meta.value.text.split(',')) add(digits);
  if (item.parent > 0) ids.add(item.parent);
  return ids;
}

/** Parents of an item, the topmost first; ends where the export does not hold one. */
export function parentChain(seed: Seed, item: SeedItem): SeedItem[] {
  const byId = new Map(seed.items.map((candidate) => [candidate.id, candidate]));
  const chain: SeedItem[] = [];
  let next = byId.get(item.parent);
  while (next && next.id !== 0 && !chain.includes(next) && next !== item) {
    chain.unshift(next);
    next = byId.get(next.parent);
  }
  return chain;
}

function mediaOf(seed: Seed, pattern: SeedItem, parents: readonly SeedItem[]): SeedItem[] {
  const named = new Set([pattern, ...parents].flatMap((item) => [...namedIds(seed, item)]));
  const text = seed.text.slice(pattern.element.start, pattern.element.end);
  return seed.items.filter((item) => {
    if (item.type !== 'attachment') return false;
    if (named.has(item.id) || (pattern.id !== 0 && item.parent === pattern.id)) return true;
    const url = item.fields.get('wp:attachment_url')?.text.trim() ?? '';
    return url !== '' && text.includes(url);
  });
}

/** The raw text of an element with its rewrites; those inside a removed range are empty and vanish. */
function applyPieces(seed: Seed, element: XmlElement, pieces: Piece[]): string {
  let text = '';
  let last = element.start;
  for (const piece of pieces.sort(comparePieces)) {
    if (piece.start > last) text += seed.text.slice(last, piece.start);
    last = Math.max(last, piece.end);
    if (piece.kind === 'rewrite') text += piece.text;
  }
  return text + seed.text.slice(last, element.end);
}

/** Placeholders in the raw text of an item that is no pattern: they become nothing. */
function emptied(seed: Seed, item: SeedItem, columns: Columns): Piece[] {
  const raw = seed.text.slice(item.element.start, item.element.end);
  return findBracketed(raw)
    .filter((bracketed) => bracketed.name !== '' && columns.resolve(bracketed.name))
    .map(({ from, to }) => ({
      kind: 'rewrite',
      start: from + item.element.start,
      end: to + item.element.start,
      text: '',
    }));
}

function makeRecord(
  seed: Seed,
  item: SeedItem,
  context: { columns: Columns; kept: ReadonlySet<number> },
): StaticRecord {
  const { element } = item;
  const shared: Piece[] = element.children
    .filter((child) => child.name === 'wp:comment')
    .map((child) => removeElement(seed.text, child));
  const parent = item.fields.get('wp:post_parent')?.element;
  if (parent && item.parent !== 0 && !context.kept.has(item.parent))
    shared.push(...replaceLeaf(seed.text, parent, '0'));
  const holes = emptied(seed, item, context.columns);
  const leftOut = item.metas
    .filter((meta) => LEFT_OUT_METAS.test(meta.key.text))
    .map((meta) => removeElement(seed.text, meta.element));
  const bare = element.children.flatMap((child) => {
    if (child.name === 'wp:postmeta') return [removeElement(seed.text, child)];
    return child.name === 'content:encoded' || child.name === 'excerpt:encoded'
      ? replaceLeaf(seed.text, child, '')
      : [];
  });
  return {
    item,
    whole: applyPieces(seed, element, [...shared, ...leftOut, ...holes]),
    stub: applyPieces(seed, element, [...shared, ...bare, ...holes]),
  };
}

export interface Statics {
  records: StaticRecord[];
  media: number;
  parents: number;
  problems: Problem[];
}

function judgeStatics(
  seed: Seed,
  pattern: SeedItem,
  context: { columns: Columns; records: readonly StaticRecord[] },
): Problem[] {
  const problems: Problem[] = [];
  const at = (item: SeedItem) => ({ file: seed.file, ...placeInSeed(seed, item.element.start) });
  const ids = new Set(context.records.map((record) => record.item.id));
  if (pattern.parent !== 0 && !ids.has(pattern.parent)) {
    problems.push({
      code: 'parent-missing',
      severity: 'notice',
      ...at(pattern),
      field: 'wp:post_parent',
      text: `The seed’s parent page (id ${pattern.parent}) is not in the export, so its pages land at the top level. Export the parent page together with the seed to keep them below it.`,
    });
  }
  for (const item of seed.items) {
    if (
      item === pattern ||
      emptied(seed, item, context.columns).length === 0 ||
      !context.records.some((record) => record.item === item)
    )
      continue;
    problems.push({
      code: 'placeholder-emptied',
      severity: 'notice',
      ...at(item),
      text: `"${item.title}" (${item.type}) holds placeholders, but goes along once for all pages: they were emptied.`,
    });
  }
  const dropped = seed.items.length - 1 - context.records.length;
  if (dropped > 0) {
    problems.push({
      code: 'records-left-out',
      severity: 'notice',
      file: seed.file,
      text: `${dropped} other ${dropped === 1 ? 'record' : 'records'} of the export ${dropped === 1 ? 'is' : 'are'} not named by the seed page and ${dropped === 1 ? 'was' : 'were'} left out.`,
    });
  }
  return problems;
}

/** Parents (the topmost first) and media that go along with a pattern. */
export function collectStatics(seed: Seed, pattern: SeedItem, columns: Columns): Statics {
  const parents = parentChain(seed, pattern);
  const media = mediaOf(seed, pattern, parents);
  const items = [...parents, ...media.filter((item) => !parents.includes(item))];
  const kept = new Set(items.map((item) => item.id));
  const records = items.map((item) => makeRecord(seed, item, { columns, kept }));
  return {
    records,
    media: items.length - parents.length,
    parents: parents.length,
    problems: judgeStatics(seed, pattern, { columns, records }),
  };
}
