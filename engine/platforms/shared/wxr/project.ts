/**
 * Joins a WXR, a sheet and a project key: selects the pattern, compiles it, and reports everything that is
 * wrong with the template before any row is read.
 */
import { isEmptyInPhp } from '../php/is-empty-in-php.ts';
import { cutText } from '../../../text/cut-text.ts';
import { formatMysqlDate, formatRssDate, parseMysqlDate, parseRssDate } from '../../../render/calendar.ts';
import { Columns } from '../../../language/columns.ts';
import { toProjectKey } from '../../../render/identity.ts';
import type { CompiledSeed, Project, ProjectOptions, ProjectReading } from '../../../render/project.ts';
import type { ExtraFile, Pattern, SlugRules, Template } from '../../../render/template.ts';
import type { Problem } from '../../../problem.ts';
import { reportInSeed } from '../../../render/seed.ts';
import { type Range, byteLength, comparePieces } from '../../../encoding/piece.ts';
import type { PlatformSyntax } from '../../platform.ts';
import { createScan } from '../../../encoding/scan-text.ts';
import { type WxrSeed, type SeedItem, readText } from './seed.ts';
import type { Table } from '../../../sheet/table.ts';
import type { XmlElement } from '../../../text/xml-outline.ts';
import { createPageAddress, getGuidSite, isSeedSite } from './address.ts';
import { selectPattern } from './select-pattern.ts';
import { replaceLeaf } from '../xml/leaf.ts';
import { wxrLimits } from './limits.ts';
import { type WxrPattern, compilePattern } from './pattern.ts';
import { listIdValues, readRowIds, listParentValues, listImageValues } from './record-ids.ts';
import { createSlugTemplate } from '../../../render/slug-template.ts';
import { createFeaturedImages, type FeaturedImages, NO_DATE, setThumbnail } from './featured-images.ts';
import {
  type StaticRecord,
  type StaticRecords,
  collectStaticRecords,
  findNamedIds,
} from './static-records.ts';
import { addImageCopies } from './image-copies.ts';
import { readLogins, createWxrFrame } from './frame.ts';
import { getRecordKind } from './post-types.ts';
import { findReferencedIds } from './references.ts';
import { parseLocalDate } from './static-dates.ts';
import { PartTerms } from './terms.ts';
import { listBracketed } from '../xml/brackets.ts';
import { assembleProject, finishProject } from '../assemble.ts';
import { createIdentities } from '../identities.ts';
import type { SharedKind } from '../page-data.ts';

export interface WxrOptions extends ProjectOptions {
  seed: WxrSeed;
  table: Table;
}

/** A compiled seed, for the platform's rules. */
export interface CompiledWxr {
  seed: WxrSeed;
  table: Table;
  columns: Columns;
  pattern: WxrPattern;
  statics: StaticRecords;
  /** IDs of the media that pages have as featured images in turn. */
  featured?: readonly number[] | undefined;
}

export interface WxrTarget {
  /** URL of the site; empty for the seed's own. */
  site: string;
  /** Local time of the latest page, in seconds since 1970. */
  latestDate: number;
}

/** A platform that imports WXR. */
export interface WxrImporter extends PlatformSyntax {
  id: string;
  product: string;
  /** The importer links pages to media items in the file. */
  linksMedia?: true;
  /** The importer takes templates and forms, and keeps their IDs if these are free. */
  takesParts?: true;
  /** The importer asks for authors in the channel. */
  needsAuthors?: true;
  /** Finds the notice for a meta that the platform may refuse once rows fill it. */
  checkFilledMeta?: (key: string) => SharedKind | undefined;
  slugs(parts: CompiledWxr): SlugRules;
  createRowCheck(parts: CompiledWxr): Template['checkRow'];
  extra?(parts: CompiledWxr): ExtraFile;
  /** Notices about the site that the pages are imported into. */
  checkTarget?(parts: CompiledWxr, target: WxrTarget): Problem[];
}

const UUID_BYTES = 36;
/** A site URL that WordPress doesn't change. */
const PLAIN_SITE = /^https?:\/\/[^\s&<>"[\]{}\\^`]+$/;
/** Far above the IDs of any site, and far below the largest safe integer. */
const MAX_ID = 1e15;
/** Base date if neither the seed nor the export has one: fixed, so that each run gives the same files. */
const FALLBACK_DATE = Date.UTC(2020, 0, 1) / 1000;

interface SeedDates {
  dateBase: number;
  localOffset: number;
  hasGmt: boolean;
  known: boolean;
}

/** The earlier of the seed's date and the export's own, so that no page is dated in the future. */
function readSeedDates(seed: WxrSeed, item: SeedItem): SeedDates {
  const local = parseMysqlDate(item.fields.get('wp:post_date')?.text ?? '');
  const gmt = parseMysqlDate(item.fields.get('wp:post_date_gmt')?.text ?? '');
  const exported = parseRssDate(seed.exportDate);
  const own = gmt ?? local;
  const bases = [own, exported].filter((date) => date !== undefined);
  const offset = local !== undefined && gmt !== undefined ? local - gmt : 0;
  return {
    dateBase: bases.length > 0 ? Math.min(...bases) : FALLBACK_DATE,
    // a difference of more than a day isn't a time zone
    localOffset: Math.abs(offset) <= 86_400 ? offset : 0,
    hasGmt: gmt !== undefined,
    known: bases.length > 0,
  };
}

/** The highest ID; larger numbers aren't IDs of a site. */
function findHighest(ids: Iterable<number>, atLeast = 0): number {
  let highest = atLeast;
  for (const id of ids) if (id <= MAX_ID) highest = Math.max(highest, id);
  return highest;
}

/** The highest ID that the seed refers to anywhere in its text. */
function findHighestId(seed: WxrSeed, pattern: SeedItem): number {
  return seed.items.reduce(
    (highest, item) => findHighest([item.id, item.parent, ...findNamedIds(seed, item)], highest),
    findHighest(findReferencedIds(seed, pattern)),
  );
}

/** An ID above all that the seed or a row refers to. */
function findFreeId(table: Table, pattern: WxrPattern, highestOfSeed: number): number {
  return findHighest(readRowIds(table, listIdValues(pattern)), highestOfSeed) + 1;
}

/** The site is in all guids, so an invalid one would affect all pages. */
function checkSite(seed: WxrSeed, site: string): Problem[] {
  const address = getGuidSite(seed, site);
  if (!PLAIN_SITE.test(address)) {
    const text = `The site URL "${cutText(address, 100)}" isn’t a plain http URL, and the pages’ guids are built from it. Enter it like https://www.example.com.`;
    return [{ code: 'malformed-site-url', severity: 'fault', file: seed.file, field: 'site', text }];
  }
  const bytes = byteLength(`${address}/?geoloom=`) + UUID_BYTES;
  const { guidBytes } = wxrLimits;
  if (bytes <= guidBytes) return [];
  return [
    {
      code: 'guid-too-long',
      severity: 'fault',
      file: seed.file,
      field: 'guid',
      text: `The site URL makes guids of ${bytes} bytes, ${bytes - guidBytes} too many. Enter a shorter site URL.`,
    },
  ];
}

/** Images that rows choose by their IDs. */
function createRowMedia({ pattern, statics, table }: CompiledWxr): Template['rowMedia'] {
  const stubs = new Map(
    statics.records.flatMap(({ item, stub, isOfRows }) =>
      isOfRows && stub !== undefined ? [[item.id, stub]] : [],
    ),
  );
  if (stubs.size === 0) return undefined;
  const images = listImageValues(pattern);
  return { stubs, listIds: (rows) => readRowIds(table, images, rows) };
}

/** Titles and seconds that the static records take. */
function listOccupied(statics: StaticRecords, localOffset: number): { title: string; second: number }[] {
  return statics.records.flatMap(({ item, title, movedTo }) => {
    const local = movedTo ?? parseLocalDate(item);
    return local === undefined ? [] : [{ title, second: local - localOffset }];
  });
}

/** Tags of the forms that are included. */
function findFormTags(seed: WxrSeed, { records }: StaticRecords): Map<number, string[]> {
  const forms = records.filter(({ item }) => getRecordKind(item.type) === 'form');
  return new Map(
    forms.map(({ item: { id, element } }) => [id, listBracketed(seed.text, element).map(({ text }) => text)]),
  );
}

function findElement(
  element: XmlElement,
  matches: (candidate: XmlElement) => boolean,
): XmlElement | undefined {
  for (const child of element.children) {
    const found = matches(child) ? child : findElement(child, matches);
    if (found) return found;
  }
  return undefined;
}

/** Finds a meta by its key, then an element with children, then any leaf. */
function findField({ element, metas }: SeedItem, field: string): XmlElement {
  const meta = metas.find(({ key }) => field === `meta ${key.text}`);
  return (
    meta?.value.element ??
    findElement(element, ({ name, children }) => name === field && children.length > 0) ??
    findElement(element, ({ name }) => name === field) ??
    element
  );
}

/** @param field as the audit names it; omitted for the item itself */
function locateInWxr(item: SeedItem, field: string | undefined): { title: string; start: number } {
  const { start } = field === undefined ? item.element : findField(item, field);
  return { title: item.title, start };
}

function createTemplate(options: WxrOptions, parts: CompiledWxr, importer: WxrImporter): Template {
  const { seed, pattern, statics, columns } = parts;
  const { dateBase, localOffset, hasGmt } = readSeedDates(seed, pattern.item);
  const site = options.site ?? '';
  const guidSite = getGuidSite(seed, site);
  const { prefix, suffix } = createPageAddress(seed, pattern.item, site);
  const needsAuthors = importer.needsAuthors === true;
  const terms = new PartTerms(seed, pattern, parts);
  const frame = { seed, pattern: pattern.item, statics, terms, columns, needsAuthors };
  const rowMedia = createRowMedia(parts);
  const copies = statics.records.flatMap(({ copy }) => (copy ? [copy.id] : []));
  return {
    format: importer.id,
    product: importer.product,
    extension: 'xml',
    slugs: importer.slugs(parts),
    choosesAuthor: pattern.texts.get('dc:creator')?.parts.some((part) => typeof part !== 'string') ?? false,
    isEmptyText: isEmptyInPhp,
    dates: { base: dateBase, occupied: listOccupied(statics, localOffset) },
    identities: createIdentities(toProjectKey(options.key), (place, uuid) => ({
      id: String(place.id),
      guid: `${guidSite}/?geoloom=${uuid}`,
      slug: place.slug,
      date: formatMysqlDate(place.date + localOffset),
      'date-gmt': hasGmt ? formatMysqlDate(place.date) : NO_DATE,
      'date-rfc': formatRssDate(place.date),
      url: prefix + place.slug + suffix,
    })),
    checkRow: importer.createRowCheck(parts),
    frame: (part) => createWxrFrame(frame, part),
    ...(rowMedia && { rowMedia }),
    ...(importer.linksMedia && { terms: terms.all, isSeedSite: isSeedSite(seed, site) }),
    ...(copies.length > 0 && { copies, splitNotices: [describeCopies(seed, copies.length)] }),
    ...(parts.featured && { featured: parts.featured }),
    ...(importer.extra && { extra: importer.extra(parts) }),
    statics: statics.records.map(({ item }) => item.id),
    moved: statics.records.flatMap(({ item, movedTo }) => (movedTo === undefined ? [] : [item.id])),
    ownBrackets: findFormTags(seed, statics),
    locate: (record, field) => locateInWxr(statics.records[record]?.item ?? pattern.item, field),
  };
}

function describeCopies({ file }: WxrSeed, count: number): Problem {
  const text =
    count === 1
      ? '1 featured image is also in the content. The last part includes it again so that all pages show it from the new site. The media library will have it twice.'
      : `${count} featured images are also in the content. The last part includes them again so that all pages show them from the new site. The media library will have each one twice.`;
  return { code: 'duplicate-images', severity: 'notice', file, text };
}

function assemble(
  options: WxrOptions,
  compiled: CompiledSeed & CompiledWxr,
  { importer, firstId }: { importer: WxrImporter; firstId: number },
): Project {
  const { seed } = options;
  const { pattern, statics } = compiled;
  const hasParent = statics.records.some((record) => record.item.id === pattern.item.parent);
  return assembleProject({
    options,
    compiled,
    template: createTemplate(options, compiled, importer),
    firstId,
    pieces: hasParent ? pattern.pieces : removeParent(seed, pattern),
  });
}

/** Moves the pages to the top level if their parent isn't in the export. */
function removeParent(seed: WxrSeed, pattern: WxrPattern): Pattern['pieces'] {
  const field = pattern.item.fields.get('wp:post_parent')?.element;
  if (!field || pattern.item.parent === 0) return pattern.pieces;
  return [...pattern.pieces, ...replaceLeaf(seed.text, field, '0')].sort(comparePieces);
}

/** Range of the seed's own slug as it is written. */
function findSlugText(seed: WxrSeed, item: SeedItem): Range | undefined {
  const field = item.fields.get('wp:post_name')?.element;
  if (!field) return undefined;
  const { contentStart, contentEnd } = field;
  const isCdata = seed.text.startsWith('<![CDATA[', contentStart);
  return { from: contentStart + (isCdata ? 9 : 0), to: contentEnd };
}

/** Makes the project's images featured images, unless the rows choose these themselves. */
function featureImages(
  { images = [], seed, table, key }: WxrOptions,
  pattern: WxrPattern,
  { importer: { linksMedia }, highestId }: { importer: WxrImporter; highestId: number },
): FeaturedImages | undefined {
  if (linksMedia !== true || images.length === 0 || listImageValues(pattern).length > 0) return undefined;
  const firstId = findFreeId(table, pattern, highestId);
  // at most one image per row: the importer fetches each
  return createFeaturedImages(images.slice(0, Math.max(1, table.rowCount)), pattern.item, {
    ...readSeedDates(seed, pattern.item),
    key: toProjectKey(key),
    firstId,
  });
}

function addMedia(statics: StaticRecords, added: readonly StaticRecord[] = []): StaticRecords {
  return {
    ...statics,
    records: [...statics.records, ...added],
    media: statics.media + added.length,
  };
}

/** The importer assigns the pages of an unlisted author to another user. */
function checkAuthor(seed: WxrSeed, item: SeedItem, { product }: WxrImporter): Problem[] {
  const field = item.fields.get('dc:creator');
  const login = field?.text.trim() ?? '';
  const logins = readLogins(seed);
  if (!field || login === '' || login.includes('[') || logins.size === 0 || logins.has(login)) return [];
  const text = `The export lists no author called "${cutText(login, 60)}", so ${product} assigns the pages to another user. Choose the author during the import.`;
  return [reportInSeed(seed, field.element.start, { code: 'author-unknown', field: 'dc:creator', text })];
}

/** Compiles a project whose seed is a WXR; the reading has a project only without faults. */
export function compileWxr(options: WxrOptions, importer: WxrImporter): ProjectReading {
  const { seed, table } = options;
  const columns = new Columns(table.columns, options.columns);
  const preserved = importer.findPreservedNames(seed.text, options.keep ?? []);
  const chosen = selectPattern(
    seed,
    { columns, preserved, layers: importer.createCodecs('').layers },
    options.page,
  );
  if ('severity' in chosen) return { problems: [chosen], choices: chosen.choices ?? [] };
  const { item, choices } = chosen;
  const { start, end } = item.element;
  const scan = createScan(columns, preserved, importer.createCodecs(seed.text.slice(start, end)));
  const ownPattern = compilePattern(seed, item, { scan, checkFilledMeta: importer.checkFilledMeta });
  const highestId = findHighestId(seed, item);
  const images = featureImages(options, ownPattern, { importer, highestId });
  const pattern = images ? setThumbnail(seed, ownPattern, images.thumbnail) : ownPattern;
  const slug = createSlugTemplate(readText(item, 'wp:post_name'), item.title, columns);
  const dates = readSeedDates(seed, item);
  const { linksMedia = false, takesParts = false, product } = importer;
  const carried = addMedia(
    collectStaticRecords(seed, item, {
      columns,
      rowImages: readRowIds(table, listImageValues(pattern)),
      rowParents: readRowIds(table, listParentValues(pattern)),
      hasOtherThumbnail: images !== undefined,
      isHome: linksMedia && isSeedSite(seed, options.site ?? ''),
      localOffset: dates.localOffset,
      takesParts,
      product,
    }),
    images?.records,
  );
  // copies have IDs above those of all pages
  const firstId = findFreeId(table, pattern, highestId);
  const copying = { seed, pattern, table, firstId: firstId + table.rowCount, ...dates };
  const statics = linksMedia ? { ...carried, records: addImageCopies(carried.records, copying) } : carried;
  const featured = images?.records.map((record) => record.item.id);
  const parts = { seed, table, columns, pattern, statics, featured };
  const site = options.site ?? '';
  const slugElement = item.fields.get('wp:post_name')?.element ?? item.element;
  const { dateBase, localOffset, known } = dates;
  const problems = [
    ...checkSite(seed, site),
    ...statics.problems,
    ...(importer.checkTarget?.(parts, { site, latestDate: dateBase + localOffset }) ?? []),
  ];
  if (!known) {
    problems.push({
      code: 'date-missing',
      severity: 'notice',
      file: seed.file,
      text: 'Neither the seed nor the export has a date. The pages are dated in December 2019.',
    });
  }
  problems.push(...checkAuthor(seed, item, importer));
  const { media, parents } = statics;
  const address = createPageAddress(seed, item, site);
  const found = { slug, slugStart: slugElement.start, slugText: findSlugText(seed, item), address, problems };
  const reading = finishProject({ options, scan, ...parts, media, parents, ...found }, (compiled) =>
    assemble(options, compiled, { importer, firstId }),
  );
  return choices.length > 0 ? { ...reading, choices } : reading;
}
