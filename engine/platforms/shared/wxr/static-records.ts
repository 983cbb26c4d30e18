/**
 * Records of an export that are included unchanged: the pattern's parents, and the media, templates and forms
 * that it names. Part 1 has parents, templates, forms and featured images whole. Later parts have stubs, which
 * the importer reports as "already exists" and uses to map IDs (measured with the official importer 0.9.5). A
 * stub has everything but the metas: the importer would add those to an existing post again, and a part that is
 * imported first must not create an empty page. All other media are in the last part: the importer changes the
 * URLs of an image only in posts that exist when it fetches the image.
 */
import type { Columns } from '../../../language/columns.ts';
import type { Problem } from '../../../problem.ts';
import type { Piece } from '../../../encoding/piece.ts';
import { decodeXmlText } from '../../../encoding/xml/xml-leaf.ts';
import { formatMysqlDate, parseMysqlDate } from '../../../render/calendar.ts';
import { reportInSeed } from '../../../render/seed.ts';
import { type WxrSeed, type SeedItem, type SeedMeta, readText } from './seed.ts';
import { applyPieces, clearPlaceholders, holdsPlaceholder } from '../xml/brackets.ts';
import { isInternalMeta } from './dropped-metas.ts';
import { isThumbnail } from './pattern.ts';
import type { XmlElement } from '../../../text/xml-outline.ts';
import { removeElement, replaceLeaf } from '../xml/leaf.ts';
import { reportPlaceholders, reportMovedDates, reportSkippedRecords } from './record-notices.ts';
import { getRecordKind } from './post-types.ts';
import { ID_METAS, readIds } from './record-ids.ts';
import { findReferencedParts } from './references.ts';
import { parseLocalDate, shiftDuplicateDates } from './static-dates.ts';

export interface StaticRecord {
  item: SeedItem;
  /** Title as it is written, without placeholders. */
  title: string;
  /** Local time of its date, if that isn't the seed's own. */
  movedTo?: number;
  /** The item in the part that creates it. */
  whole: string;
  /**
   * The item without its metas; `undefined` if no page of a later part needs it: the importer maps only the
   * IDs of parents and featured images.
   */
  stub: string | undefined;
  /** Rows choose it, so its stub is in the parts with such rows. */
  isOfRows: boolean;
  /** The last part creates it, when all pages exist; part 1 creates the others. */
  isLast?: boolean;
  /** Writes a second item of an image, with its own identity. */
  writeCopy?: (place: CopyPlace) => string;
  /** Second item of a featured image that the content shows too; the last of several parts includes it. */
  copy?: { id: number; text: string };
}

/** Identity of a second item. */
export interface CopyPlace {
  id: number;
  /** Since 1970, UTC. */
  second: number;
}

/** Ids in markup and builder data: `wp-image-881`, `"mediaId":881`, `ids="90,91"`, `attachment_90`, … */
const NAMED_IDS = (() => {
  const quote = String.raw`(?:\\?"|&quot;)`;
  const keys = '(?:id|mediaId|ref|attachmentId|image_id)';
  // Elementor names its elements by seven hexadecimal digits, which may all be decimal ones
  const value = String.raw`(?:(\d+)(?![\w.])|${quote}(\d+)${quote}(?!\s*,\s*${quote}elType))`;
  return new RegExp(
    String.raw`(?:wp-image-|attachment_|attachment-id=${quote}|[?&](?:page_id|p|attachment_id)=)(\d+)` +
      String.raw`|${quote}${keys}${quote}:\s*${value}` +
      String.raw`|(?:ids=(?:${quote}|')|${quote}ids${quote}:\s*\[)([\d,\s"\\]+)`,
    'g',
  );
})();
/** Finds all IDs that an item refers to, except its own. */
export function findNamedIds(seed: WxrSeed, item: SeedItem): Set<number> {
  const ids = new Set<number>();
  const add = (text: string) => {
    for (const id of readIds(text)) ids.add(id);
  };
  for (const match of seed.text.slice(item.element.start, item.element.end).matchAll(NAMED_IDS))
    add(match.slice(1).find((group) => group !== undefined) ?? '');
  for (const meta of item.metas) if (ID_METAS.test(meta.key.text)) add(meta.value.text);
  if (item.parent > 0) ids.add(item.parent);
  return ids;
}

/** Numbers in ACF fields, which may be IDs of media: `_hero` = `field_…` marks the field `hero`. */
function readFieldIds(item: SeedItem): Set<number> {
  const fields = new Set(
    item.metas
      .filter(({ key, value }) => key.text.startsWith('_') && value.text.startsWith('field_'))
      .map(({ key }) => key.text.slice(1)),
  );
  return new Set(
    item.metas.flatMap(({ key, value }) =>
      fields.has(key.text) && value.text.length < 10_000 ? readIds(value.text) : [],
    ),
  );
}

function indexById(seed: WxrSeed): Map<number, SeedItem> {
  return new Map(seed.items.map((item) => [item.id, item]));
}

/** Ancestors of an item in the export, the topmost first. */
export function listAncestors(
  seed: WxrSeed,
  item: SeedItem,
  byId: ReadonlyMap<number, SeedItem> = indexById(seed),
): SeedItem[] {
  const chain: SeedItem[] = [];
  let next = byId.get(item.parent);
  while (next && next.id !== 0 && !chain.includes(next) && next !== item) {
    chain.unshift(next);
    next = byId.get(next.parent);
  }
  return chain;
}

/** Ancestors of the pattern, and pages that rows choose with their ancestors, each before its children. */
function collectParents(seed: WxrSeed, pattern: SeedItem, ofRows: ReadonlySet<number>): SeedItem[] {
  const chosen = seed.items.filter(
    (item) => item !== pattern && ofRows.has(item.id) && getRecordKind(item.type) === undefined,
  );
  const byId = indexById(seed);
  const chains = chosen.flatMap((item) => [...listAncestors(seed, item, byId), item]);
  return [...new Set([...listAncestors(seed, pattern, byId), ...chains])].filter((item) => item !== pattern);
}

/** Checks if a text contains the URL of an image, or of one of its sizes. */
export function mentionsUrl(text: string, url: string): boolean {
  if (url === '') return false;
  if (text.includes(url)) return true;
  // sizes and scaled originals: photo.jpg is named as photo-300x225.jpg, photo-scaled.jpg as photo-1024x768.jpg
  const dot = url.lastIndexOf('.');
  const stem = url.slice(0, dot).replace(/-scaled$/, '');
  for (let at = text.indexOf(stem); at >= 0; at = text.indexOf(stem, at + 1)) {
    const rest = text.slice(at + stem.length, at + stem.length + 24);
    if (/^(?:-\d+x\d+|-scaled)?\./.test(rest)) return true;
  }
  return false;
}

/** Media that the items or rows name, or that are attached to the first item. */
function collectMedia(
  seed: WxrSeed,
  sources: readonly SeedItem[],
  rowImages: ReadonlySet<number>,
): SeedItem[] {
  const named = new Set(sources.flatMap((item) => [...findNamedIds(seed, item), ...readFieldIds(item)]));
  const text = sources
    .map(({ element }) => seed.text.slice(element.start, element.end).replaceAll('\\/', '/'))
    .join('\n');
  const owner = sources[0]?.id ?? 0;
  return seed.items.filter((item) => {
    if (item.type !== 'attachment') return false;
    if (named.has(item.id) || rowImages.has(item.id) || (owner !== 0 && item.parent === owner)) return true;
    return mentionsUrl(text, readText(item, 'wp:attachment_url'));
  });
}

/** Fields with the identity of a copy, and their texts. */
function copyFields(
  item: SeedItem,
  { id, second, localOffset }: CopyPlace & { localOffset: number },
): [XmlElement, string][] {
  const { fields, parent } = item;
  const texts: [string, string][] = [
    ['wp:post_id', String(id)],
    ['wp:post_date', formatMysqlDate(second + localOffset)],
    ['wp:post_date_gmt', formatMysqlDate(second)],
    ['wp:post_name', `${readText(item, 'wp:post_name')}-${id}`],
    ['guid', `${readText(item, 'guid')}#${id}`],
    ...(parent === 0 ? [] : [['wp:post_parent', '0'] satisfies [string, string]]),
  ];
  return texts.flatMap(([name, text]): [XmlElement, string][] => {
    const element = fields.get(name)?.element;
    return element ? [[element, text]] : [];
  });
}

/** Moves both dates of an item by this number of seconds. */
function moveDates(seed: WxrSeed, { fields }: SeedItem, move: number): Piece[] {
  return ['wp:post_date', 'wp:post_date_gmt'].flatMap((name) => {
    const field = fields.get(name);
    const second = parseMysqlDate(field?.text ?? '');
    if (!field || second === undefined) return [];
    return replaceLeaf(seed.text, field.element, formatMysqlDate(second + move));
  });
}

/** The title without placeholders, as an accompanying record has it. */
function staticTitle(seed: WxrSeed, { title, fields }: SeedItem, columns: Columns): string {
  const field = fields.get('title');
  if (!field || !title.includes('[')) return title;
  const { contentStart, contentEnd } = field.element;
  const pieces = clearPlaceholders(seed.text, field.element, columns);
  const written = applyPieces(seed.text, { start: contentStart, end: contentEnd }, pieces);
  return decodeXmlText(written, 0, written.length).text;
}

function makeRecord(
  seed: WxrSeed,
  item: SeedItem,
  context: {
    columns: Columns;
    kept: ReadonlySet<number>;
    isMapped: boolean;
    isOfRows: boolean;
    isLast: boolean;
    isHome: boolean;
    localOffset: number;
    /** Seconds. */
    move: number;
  },
): StaticRecord {
  const { element } = item;
  const { move } = context;
  const local = move > 0 ? parseLocalDate(item) : undefined;
  const shared: Piece[] = element.children
    .filter((child) => child.name === 'wp:comment')
    .map((child) => removeElement(seed.text, child));
  const parent = item.fields.get('wp:post_parent')?.element;
  if (parent && item.parent !== 0 && !context.kept.has(item.parent))
    shared.push(...replaceLeaf(seed.text, parent, '0'));
  const dates = local === undefined ? [] : moveDates(seed, item, move);
  // a form's own tags look like placeholders
  const isForm = getRecordKind(item.type) === 'form';
  const holes = isForm ? [] : clearPlaceholders(seed.text, element, context.columns);
  const leftOut = item.metas
    .filter((meta) => isInternalMeta(meta.key.text))
    .map((meta) => removeElement(seed.text, meta.element));
  const metas = element.children
    .filter((child) => child.name === 'wp:postmeta')
    .map((child) => removeElement(seed.text, child));
  const bare = applyPieces(seed.text, element, [...shared, ...dates, ...metas, ...holes]);
  const writeCopy = ({ id, second }: CopyPlace) => {
    const fields = copyFields(item, { id, second, localOffset: context.localOffset });
    const identity = fields.flatMap(([field, text]) => replaceLeaf(seed.text, field, text));
    return applyPieces(seed.text, element, [...identity, ...shared, ...leftOut, ...holes]);
  };
  return {
    item,
    title: staticTitle(seed, item, context.columns),
    ...(local !== undefined && { movedTo: local + move }),
    // where the record exists, the importer would add its metas a second time; one that moved is created
    whole:
      context.isHome && local === undefined
        ? bare
        : applyPieces(seed.text, element, [...shared, ...dates, ...leftOut, ...holes]),
    isOfRows: context.isOfRows && !context.isMapped,
    stub: context.isMapped || context.isOfRows ? bare : undefined,
    isLast: context.isLast,
    // where the record exists, its URLs are right
    ...(item.type === 'attachment' && !context.isHome && { writeCopy }),
  };
}

export interface StaticRecords {
  records: StaticRecord[];
  media: number;
  parents: number;
  problems: Problem[];
}

function checkStaticRecords(
  seed: WxrSeed,
  pattern: SeedItem,
  context: {
    columns: Columns;
    records: readonly StaticRecord[];
    parts: readonly SeedItem[];
    product: string;
  },
): Problem[] {
  const { columns, records, parts, product } = context;
  const problems: Problem[] = [];
  const carried = new Set(records.map(({ item }) => item));
  if (pattern.parent !== 0 && !records.some(({ item }) => item.id === pattern.parent)) {
    const text = `The seed’s parent page (id ${pattern.parent}) is not in the export, so its pages import at the top level. Export the parent page together with the seed to keep them below it.`;
    const problem = { code: 'parent-missing', field: 'wp:post_parent', text };
    problems.push(reportInSeed(seed, pattern.element.start, problem));
  }
  const holders = records.flatMap(({ item }) =>
    holdsPlaceholder(seed.text, item.element, columns) ? [item] : [],
  );
  problems.push(...reportPlaceholders(seed, holders));
  // a parent isn't part of what the page shows
  const ids = new Set([pattern, ...parts].flatMap((item) => [...findNamedIds(seed, { ...item, parent: 0 })]));
  const others = reportSkippedRecords(seed, pattern, { carried, parts, ids, product });
  return [...problems, ...reportMovedDates(seed, records), ...others];
}

interface StaticsOptions {
  columns: Columns;
  rowImages: ReadonlySet<number>;
  rowParents: ReadonlySet<number>;
  /** Rows choose their parents, which may also be the pattern's own. */
  choosesParents?: boolean;
  /** Pages do not have the featured image of the pattern. */
  hasOtherThumbnail?: boolean;
  /** The pages are for the site that the seed came from, which has these records. */
  isHome?: boolean;
  /** Local time of the seed is UTC plus this number of seconds. */
  localOffset?: number;
  /** The importer takes templates and forms, and keeps their ids if these are free. */
  takesParts: boolean;
  product: string;
}

const readThumbnailIds = (metas: readonly SeedMeta[]): number[] =>
  metas.flatMap((meta) => (isThumbnail(meta) ? readIds(meta.value.text) : []));

/**
 * Parents (the topmost first), media and parts of pages that accompany a pattern or are named by rows.
 */
export function collectStaticRecords(
  seed: WxrSeed,
  pattern: SeedItem,
  options: StaticsOptions,
): StaticRecords {
  const { columns, rowImages, rowParents, hasOtherThumbnail = false, takesParts, product } = options;
  const { isHome = false, localOffset = 0, choosesParents = false } = options;
  const parents = collectParents(seed, pattern, rowParents);
  const metas = hasOtherThumbnail ? pattern.metas.filter((meta) => !isThumbnail(meta)) : pattern.metas;
  const pages = [{ ...pattern, metas }, ...parents];
  const parts = findReferencedParts(seed, pages);
  const carriedParts = takesParts ? parts : [];
  const media = collectMedia(seed, [...pages, ...carriedParts], rowImages);
  const parentSet = new Set(parents);
  const items = [...parents, ...media.filter((item) => !parentSet.has(item)), ...carriedParts];
  const kept = new Set(items.map((item) => item.id));
  const images = new Set(readThumbnailIds(metas));
  const early = new Set([
    ...images,
    ...rowImages,
    ...parents.flatMap((parent) => readThumbnailIds(parent.metas)),
  ]);
  const moves = shiftDuplicateDates(seed, pattern, (item) => staticTitle(seed, item, columns));
  const records = items.map((item) =>
    makeRecord(seed, item, {
      columns,
      kept,
      isMapped: (parentSet.has(item) && !choosesParents) || images.has(item.id),
      isOfRows: rowImages.has(item.id) || parentSet.has(item),
      isLast: item.type === 'attachment' && !early.has(item.id) && !parentSet.has(item),
      isHome,
      localOffset,
      move: moves.get(item) ?? 0,
    }),
  );
  return {
    records,
    media: items.length - parents.length - carriedParts.length,
    parents: parents.length,
    problems: checkStaticRecords(seed, pattern, { columns, records, parts, product }),
  };
}
