/**
 * Joins a WXR, a sheet and a project key: chooses the pattern, compiles it, and tells all that is wrong
 * with the template before any row is looked at.
 */
import { cutText } from '../../../text/cut-text.ts';
import { formatMysqlDate, formatRssDate, parseMysqlDate, parseRssDate } from '../../../render/calendar.ts';
import { Columns } from '../../../language/columns.ts';
import { toProjectKey } from '../../../render/identity.ts';
import type { CompiledSeed, Project, ProjectOptions, ProjectReading } from '../../../render/project.ts';
import type { ExtraFile, Pattern, SlugRules, Template } from '../../../render/template.ts';
import { GUID_BYTES } from '../../../limits.ts';
import type { Problem } from '../../../problem.ts';
import { locateInSeed } from '../../../render/seed.ts';
import { type Range, byteLength, comparePieces } from '../../../encoding/piece.ts';
import type { Templates } from '../../../encoding/hubl/templates.ts';
import { createScan } from '../../../encoding/scan-text.ts';
import { findPreservedNames } from '../../../encoding/shortcode/known-shortcodes.ts';
import type { WxrSeed, SeedItem } from './seed.ts';
import type { Table } from '../../../sheet/table.ts';
import { createPageAddress, getGuidSite, isSeedSite, checkDatedUrl } from './address.ts';
import { selectPattern } from './select-pattern.ts';
import { replaceLeaf } from '../xml/leaf.ts';
import { type WxrPattern, compilePattern } from './pattern.ts';
import { listIdValues, readRowIds, listParentValues, listImageValues } from './record-ids.ts';
import { createSlugTemplate } from '../../../render/slug-template.ts';
import { locateInWxr } from './locate.ts';
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

/** What a seed was compiled to, for the platform that judges its rows. */
export interface CompiledWxr {
  seed: WxrSeed;
  table: Table;
  columns: Columns;
  pattern: WxrPattern;
  statics: StaticRecords;
  /** Ids of the media that are featured images in turn. */
  featured?: readonly number[] | undefined;
}

/** What the platforms that read WXR do not have in common. */
export interface WxrImporter {
  id: string;
  product: string;
  /** Permalinks of the platform can put the date into the URL of a page. */
  hasDatedPermalinks?: true;
  /** The importer links a page to a media item of its file. */
  linksMedia?: true;
  /** The template languages that read a page, by the source of its record. */
  templates(source: string): Templates;
  /** The importer takes templates and forms, and keeps their ids if these are free. */
  takesParts?: true;
  /** The importer asks for authors in the channel. */
  needsAuthors?: true;
  /** Kind of notice for a meta that rows fill although the platform checks it against a signature. */
  checkFilledMeta?: (key: string) => SharedKind | undefined;
  slugs(parts: CompiledWxr): SlugRules;
  createRowCheck(parts: CompiledWxr): Template['checkRow'];
  extra?(parts: CompiledWxr): ExtraFile;
}

const UUID_BYTES = 36;
/** What WordPress leaves as it is. */
const PLAIN_SITE = /^https?:\/\/[^\s&<>"[\]{}\\^`]+$/;
/** Far above the ids of any site, and far below where numbers begin to have gaps. */
const HIGHEST_ID = 1e15;
/** Base date of a seed and an export that have none: fixed, because there is no clock here. */
const FALLBACK_DATE = Date.UTC(2020, 0, 1) / 1000;

interface SeedDates {
  dateBase: number;
  localOffset: number;
  hasGmt: boolean;
  known: boolean;
}

/** The earlier of the seed's date and the export's own, so that no page lies in the future. */
function readSeedDates(seed: WxrSeed, item: SeedItem): SeedDates {
  const local = parseMysqlDate(item.fields.get('wp:post_date')?.text ?? '');
  const gmt = parseMysqlDate(item.fields.get('wp:post_date_gmt')?.text ?? '');
  const exported = parseRssDate(seed.exportDate);
  const own = gmt ?? local;
  const bases = [own, exported].filter((date) => date !== undefined);
  const offset = local !== undefined && gmt !== undefined ? local - gmt : 0;
  return {
    dateBase: bases.length > 0 ? Math.min(...bases) : FALLBACK_DATE,
    // more than a day apart is no time zone
    localOffset: Math.abs(offset) <= 86_400 ? offset : 0,
    hasGmt: gmt !== undefined,
    known: bases.length > 0,
  };
}

/** The highest ID; numbers at the upper limit aren't IDs of a site. */
function findHighest(ids: Iterable<number>, atLeast = 0): number {
  let highest = atLeast;
  for (const id of ids) if (id <= HIGHEST_ID) highest = Math.max(highest, id);
  return highest;
}

/** The highest id that the seed refers to; its whole text is searched. */
function findHighestId(seed: WxrSeed, pattern: SeedItem): number {
  return seed.items.reduce(
    (highest, item) => findHighest([item.id, item.parent, ...findNamedIds(seed, item)], highest),
    findHighest(findReferencedIds(seed, pattern)),
  );
}

/** Above every id that the seed or a row refers to. */
function firstFreeId(table: Table, pattern: WxrPattern, highestOfSeed: number): number {
  return findHighest(readRowIds(table, listIdValues(pattern)), highestOfSeed) + 1;
}

/** The same site is in all guids, so what is wrong with it would be wrong with all pages at once. */
function checkSite(seed: WxrSeed, site: string): Problem[] {
  const address = getGuidSite(seed, site);
  if (!PLAIN_SITE.test(address)) {
    const text = `The site URL "${cutText(address, 100)}" isn’t a plain http URL, and the pages’ guids are built from it. Enter it like https://www.example.com.`;
    return [{ code: 'malformed-site-url', severity: 'fault', file: seed.file, field: 'site', text }];
  }
  const bytes = byteLength(`${address}/?geoloom=`) + UUID_BYTES;
  if (bytes <= GUID_BYTES) return [];
  return [
    {
      code: 'guid-too-long',
      severity: 'fault',
      file: seed.file,
      field: 'guid',
      text: `The site URL makes guids of ${bytes} bytes, ${bytes - GUID_BYTES} too many. Enter a shorter site URL.`,
    },
  ];
}

/** Pictures that rows choose by their ids. */
function createRowMedia({ pattern, statics, table }: CompiledWxr): Template['rowMedia'] {
  const stubs = new Map(
    statics.records.flatMap(({ item, stub, isOfRows }) =>
      isOfRows && stub !== undefined ? [[item.id, stub]] : [],
    ),
  );
  if (stubs.size === 0) return undefined;
  const pictures = listImageValues(pattern);
  return { stubs, idsOf: (rows) => readRowIds(table, pictures, rows) };
}

/** Titles and seconds that the static records have. */
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

/** Post types of every WordPress that pages are made of. */
const CORE_TYPES = new Set(['page', 'post', '']);

/** Notices about the site that the files are for. */
function checkTargetSite(
  { seed, site = '' }: WxrOptions,
  { item }: WxrPattern,
  { records }: StaticRecords,
): Problem[] {
  const problems: Problem[] = [];
  if (!CORE_TYPES.has(item.type)) {
    problems.push({
      code: 'unregistered-type',
      severity: 'notice',
      file: seed.file,
      ...locateInSeed(seed, item.element.start),
      field: 'wp:post_type',
      text: `The pages are of the type "${item.type}". Turn on the plugin or theme that adds this type before you import: without it, the importer says "Invalid post type ${item.type}" and skips every page.`,
    });
  }
  const count = records.filter(
    ({ item: { element, metas }, movedTo }) =>
      metas.length > 0 && movedTo === undefined && element !== item.element,
  ).length;
  if (site === '' && isSeedSite(seed, '') && count > 0) {
    const what = count === 1 ? '1 accompanying record' : `${count} accompanying records`;
    problems.push({
      code: 'metas-on-seed-site',
      severity: 'notice',
      file: seed.file,
      text: `No site URL is set, so the files are for the seed’s own site, ${seed.baseUrl}. ${what} (parent pages, media, templates) ${count === 1 ? 'has' : 'have'} no custom fields in the files, because the site already has these and the import would add them again. To import into another site, build the files on the command line with --site https://www.example.com.`,
    });
  }
  return problems;
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
    pieces: hasParent ? pattern.pieces : withoutParent(seed, pattern),
  });
}

/** A parent that is not in the export would be no parent of any file: the pages stand at the top. */
function withoutParent(seed: WxrSeed, pattern: WxrPattern): Pattern['pieces'] {
  const field = pattern.item.fields.get('wp:post_parent')?.element;
  if (!field || pattern.item.parent === 0) return pattern.pieces;
  return [...pattern.pieces, ...replaceLeaf(seed.text, field, '0')].sort(comparePieces);
}

/** Where the seed has its own slug, as it is written. */
function findSlugText(seed: WxrSeed, item: SeedItem): Range | undefined {
  const field = item.fields.get('wp:post_name')?.element;
  if (!field) return undefined;
  const { contentStart, contentEnd } = field;
  const isCdata = seed.text.startsWith('<![CDATA[', contentStart);
  return { from: contentStart + (isCdata ? 9 : 0), to: contentEnd };
}

/** The project's images as featured images, unless the rows choose those themselves. */
function featureImages(
  { images = [], seed, table, key }: WxrOptions,
  pattern: WxrPattern,
  { importer: { linksMedia }, highestId }: { importer: WxrImporter; highestId: number },
): FeaturedImages | undefined {
  if (linksMedia !== true || images.length === 0 || listImageValues(pattern).length > 0) return undefined;
  const firstId = firstFreeId(table, pattern, highestId);
  // no more than there are rows: each would be fetched
  return createFeaturedImages(images.slice(0, Math.max(1, table.rowCount)), pattern.item, {
    ...readSeedDates(seed, pattern.item),
    key: toProjectKey(key),
    firstId,
  });
}

function withRecords(statics: StaticRecords, added: readonly StaticRecord[] = []): StaticRecords {
  return {
    ...statics,
    records: [...statics.records, ...added],
    media: statics.media + added.length,
  };
}

/** An author that the export doesn't list: the importer assigns the pages to another one. */
function judgeAuthor(seed: WxrSeed, item: SeedItem, { product }: WxrImporter): Problem[] {
  const field = item.fields.get('dc:creator');
  const login = field?.text.trim() ?? '';
  const logins = readLogins(seed);
  if (!field || login === '' || login.includes('[') || logins.size === 0 || logins.has(login)) return [];
  return [
    {
      code: 'author-unknown',
      severity: 'notice',
      file: seed.file,
      ...locateInSeed(seed, field.element.start),
      field: 'dc:creator',
      text: `The export lists no author called "${cutText(login, 60)}", so ${product} assigns the pages to another user. Choose the author during the import.`,
    },
  ];
}

/** Compiles a project whose seed is a WXR; a project comes back exactly when there is no fault. */
export function compileWxr(options: WxrOptions, importer: WxrImporter): ProjectReading {
  const { seed, table } = options;
  const columns = new Columns(table.columns, options.columns);
  const staying = findPreservedNames(seed.text, options.keep ?? []);
  const chosen = selectPattern(seed, { columns, staying }, options.page);
  if ('severity' in chosen) return { problems: [chosen], choices: chosen.choices ?? [] };
  const { item, choices } = chosen;
  const { start, end } = item.element;
  const scan = createScan(columns, staying, importer.templates(seed.text.slice(start, end)));
  const ownPattern = compilePattern(seed, item, { scan, checkFilledMeta: importer.checkFilledMeta });
  const highestId = findHighestId(seed, item);
  const images = featureImages(options, ownPattern, { importer, highestId });
  const pattern = images ? setThumbnail(seed, ownPattern, images.thumbnail) : ownPattern;
  const slug = createSlugTemplate(item.fields.get('wp:post_name')?.text.trim() ?? '', item.title, columns);
  const dates = readSeedDates(seed, item);
  const isWordPress = importer.linksMedia === true;
  const carried = withRecords(
    collectStaticRecords(seed, item, {
      columns,
      rowPictures: readRowIds(table, listImageValues(pattern)),
      rowParents: readRowIds(table, listParentValues(pattern)),
      hasOtherThumbnail: images !== undefined,
      isHome: isWordPress && isSeedSite(seed, options.site ?? ''),
      localOffset: dates.localOffset,
      takesParts: importer.takesParts === true,
      product: importer.product,
    }),
    images?.records,
  );
  // ids above those of all pages
  const firstId = firstFreeId(table, pattern, highestId);
  const copying = { seed, pattern, table, firstId: firstId + table.rowCount, ...dates };
  const statics = isWordPress ? { ...carried, records: addImageCopies(carried.records, copying) } : carried;
  const slugElement = item.fields.get('wp:post_name')?.element ?? item.element;
  const { dateBase, localOffset, known } = dates;
  const problems = [
    ...checkSite(seed, options.site ?? ''),
    ...(importer.hasDatedPermalinks ? checkDatedUrl(seed, item, dateBase + localOffset) : []),
    ...statics.problems,
    ...(isWordPress ? checkTargetSite(options, pattern, statics) : []),
  ];
  if (!known) {
    problems.push({
      code: 'date-missing',
      severity: 'notice',
      file: seed.file,
      text: 'Neither the seed nor the export has a date. The pages are dated in December 2019.',
    });
  }
  problems.push(...judgeAuthor(seed, item, importer));
  const { media, parents } = statics;
  const featured = images?.records.map((record) => record.item.id);
  const address = createPageAddress(seed, item, options.site ?? '');
  const found = { slug, slugStart: slugElement.start, slugText: findSlugText(seed, item), address, problems };
  const reading = finishProject(
    { options, seed, table, columns, scan, pattern, statics, featured, media, parents, ...found },
    (compiled) => assemble(options, compiled, { importer, firstId }),
  );
  return choices.length > 0 ? { ...reading, choices } : reading;
}
