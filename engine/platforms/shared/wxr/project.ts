/**
 * Joins a WXR, a sheet and a project key: selects the pattern, compiles it, and reports everything that is
 * wrong with the template before any row is read.
 */
import { isEmptyInPhp } from '../php/is-empty-in-php.ts';
import { cutText } from '../../../text/cut-text.ts';
import { formatMysqlDate, formatRssDate } from '../../../render/calendar.ts';
import { Columns } from '../../../language/columns.ts';
import { toProjectKey } from '../../../render/identity.ts';
import type { CompiledSeed, Project, ProjectOptions, ProjectReading } from '../../../render/project.ts';
import type { ExtraFile, Pattern, SlugRules, Template } from '../../../render/template.ts';
import type { Problem } from '../../../problem.ts';
import { reportInSeed } from '../../../render/seed.ts';
import { type Piece, type Range, byteLength, comparePieces } from '../../../encoding/piece.ts';
import type { PlatformSyntax } from '../../platform.ts';
import { createScan } from '../../../encoding/scan-text.ts';
import { type WxrSeed, type SeedItem, type SeedMeta, readText } from './seed.ts';
import { type SeedDates, readSeedDates } from './seed-dates.ts';
import type { Table } from '../../../sheet/table.ts';
import type { XmlElement } from '../../../text/xml-outline.ts';
import { createPageAddress, getGuidSite, isSeedSite } from './address.ts';
import { selectPattern } from './select-pattern.ts';
import { removeElement, replaceLeaf } from '../xml/leaf.ts';
import { isMeta } from './read.ts';
import { wxrLimits } from './limits.ts';
import { type WxrPattern, compilePattern } from './pattern.ts';
import { createRowMedia } from './row-media.ts';
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
import type { SteeringSupport } from '../../../render/steering.ts';
import { compileProgram, type Program } from '../../../render/program.ts';
import type { NoindexMeta } from './steered-fields.ts';
import { WxrSteering } from './steering.ts';

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
  /** Settings that rows choose; omitted if nothing steers the pages. */
  steering?: WxrSteering | undefined;
  /** IDs of the images that rows choose by their URL. */
  addedImages: readonly number[];
  /** ID of the seed's own parent; 0 without one. */
  parentId: number;
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
  /** Settings that columns of the sheet can make. */
  steering: SteeringSupport;
  /** Finds the meta of the seed's SEO plugin that sets noindex. */
  findNoindex?: (metas: readonly SeedMeta[]) => NoindexMeta | undefined;
  /** Notices about the site that the pages are imported into. */
  checkTarget?(parts: CompiledWxr, target: WxrTarget): Problem[];
}

const UUID_BYTES = 36;
/** A site URL that WordPress doesn't change. */
const PLAIN_SITE = /^https?:\/\/[^\s&<>"[\]{}\\^`]+$/;
/** Far above the IDs of any site, and far below the largest safe integer. */
const MAX_ID = 1e15;

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
  const { seed, pattern, statics, columns, steering, addedImages } = parts;
  const { dateBase, localOffset, hasGmt } = readSeedDates(seed, pattern.item);
  const site = options.site ?? '';
  const guidSite = getGuidSite(seed, site);
  const { prefix, suffix } = createPageAddress(seed, pattern.item, site);
  const needsAuthors = importer.needsAuthors === true;
  const terms = new PartTerms(seed, pattern, { ...parts, chosen: steering?.termKeys ?? [] });
  const logins = steering?.logins ?? new Set<string>();
  const frame = { seed, pattern: pattern.item, statics, terms, columns, needsAuthors, logins };
  const rowMedia = createRowMedia(parts);
  const copies = statics.records.flatMap(({ copy }) => (copy ? [copy.id] : []));
  return {
    format: importer.id,
    product: importer.product,
    extension: 'xml',
    slugs: importer.slugs(parts),
    choosesAuthor:
      steering?.columns.has('page_author') === true ||
      (pattern.texts.get('dc:creator')?.parts.some((part) => typeof part !== 'string') ?? false),
    ...(steering && { steering }),
    isEmptyText: isEmptyInPhp,
    dates: { base: dateBase, occupied: listOccupied(statics, localOffset) },
    identities: createIdentities(toProjectKey(options.key), (place, uuid) => {
      const { date, parent, steered } = place;
      const shift = steered?.date ? steered.date.shift : hasGmt ? 0 : undefined;
      return {
        id: String(place.id),
        guid: `${guidSite}/?geoloom=${uuid}`,
        slug: place.slug,
        date: formatMysqlDate(date + localOffset),
        'date-gmt': shift === undefined ? NO_DATE : formatMysqlDate(date + shift),
        'date-rfc': formatRssDate(date + (shift ?? 0)),
        url: (parent?.url ?? prefix) + place.slug + suffix,
      };
    }),
    checkRow: importer.createRowCheck(parts),
    frame: (part) => createWxrFrame(frame, part),
    ...(rowMedia && { rowMedia }),
    ...(importer.linksMedia && { terms: terms.all, isSeedSite: isSeedSite(seed, site) }),
    ...(copies.length > 0 && { copies, splitNotices: [describeCopies(seed, copies.length)] }),
    ...(parts.featured && !steering?.columns.has('page_image') && { featured: parts.featured }),
    ...(importer.extra && { extra: importer.extra(parts) }),
    statics: statics.records.map(({ item }) => item.id),
    moved: [
      ...statics.records.flatMap(({ item, movedTo }) => (movedTo === undefined ? [] : [item.id])),
      ...addedImages,
    ],
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
  const { steering } = compiled;
  const hasParent =
    steering?.sets('page_parent') === true ||
    statics.records.some((record) => record.item.id === pattern.item.parent);
  const project = assembleProject({
    options,
    compiled,
    template: createTemplate(options, compiled, importer),
    firstId,
    pieces: hasParent ? pattern.pieces : removeParent(seed, pattern),
  });
  const { scheduledDates } = options;
  const isParent = steering?.sets('page_parent') === true;
  return {
    ...project,
    ...(isParent && { stubProgram: compileStub(seed, pattern) }),
    ...(steering && { schedule: steering.schedule, scheduledDates }),
  };
}

/** Compiles a page without its metas, as parts repeat it for its children. */
function compileStub({ text }: WxrSeed, { item, pieces, leaves, start, end }: WxrPattern): Program {
  const removed = item.element.children.filter(isMeta).map((element) => removeElement(text, element));
  const others = pieces.filter((_piece, index) => !/^meta(?: |$)/.test(leaves[index] ?? ''));
  const isInside = (piece: Piece) =>
    removed.some((meta) => meta.start <= piece.start && piece.end <= meta.end && piece.start < meta.end);
  const all = [...others.filter((piece) => !isInside(piece)), ...removed].sort(comparePieces);
  return compileProgram({ text, from: start, to: end, pieces: all, measured: [] }).program;
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

interface AddedImages extends FeaturedImages {
  /** IDs of the project's images, which pages show in turn. */
  featured: readonly number[];
  /** IDs of the images that rows choose by URL. */
  chosen: readonly number[];
}

/**
 * Adds images to the files: the project's, unless the rows choose these themselves in the seed, and those that rows
 * choose by their URL.
 */
function addImages(
  { images = [], seed, table, key }: WxrOptions,
  pattern: WxrPattern,
  context: { importer: WxrImporter; highestId: number; steering: WxrSteering | undefined },
): AddedImages | undefined {
  const { importer, highestId, steering } = context;
  if (importer.linksMedia !== true) return undefined;
  const firstId = findFreeId(table, pattern, highestId);
  // at most one image per row: the importer fetches each
  const ofProject = listImageValues(pattern).length > 0 ? [] : images.slice(0, Math.max(1, table.rowCount));
  const known = new Set(ofProject.map(({ url }) => url));
  const chosen = [...(steering?.imageUrls ?? [])].filter((url) => !known.has(url));
  const all = [...ofProject, ...chosen.map((url) => ({ url, alt: describeImage(url) }))];
  if (all.length === 0) return undefined;
  const dates = readSeedDates(seed, pattern.item);
  const added = createFeaturedImages(all, pattern.item, { ...dates, key: toProjectKey(key), firstId });
  const ids = new Map(added.records.map(({ item }) => [readText(item, 'wp:attachment_url'), item.id]));
  const findIds = (urls: readonly string[]) => [...new Set(urls)].map((url) => ids.get(url) ?? 0);
  const inTurn = ofProject.map(({ url }) => String(ids.get(url) ?? 0));
  steering?.setImages(ids, inTurn);
  return {
    records: added.records,
    thumbnail: { ...added.thumbnail, source: { kind: 'in-turn', texts: inTurn } },
    featured: findIds(ofProject.map(({ url }) => url)),
    chosen: findIds(chosen),
  };
}

/** Title of an image without one, from its file name. */
function describeImage(url: string): string {
  const [file = ''] = /[^/]*$/.exec(url.replace(/[?#].*$/, '')) ?? [];
  return file
    .replace(/\.\w+$/, '')
    .replaceAll(/[-_]+|%20/g, ' ')
    .trim();
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

/** Finds the settings that rows choose; `active` is omitted if there are none. */
function createSteering(
  options: WxrOptions,
  { steering: support, product, linksMedia, findNoindex }: WxrImporter,
  { item, columns, dates }: { item: SeedItem; columns: Columns; dates: SeedDates },
): Pick<WxrSteering, 'settings' | 'problems'> & { active: WxrSteering | undefined } {
  const steering = new WxrSteering({
    options,
    item,
    columns,
    support,
    product,
    siteOffset: dates.hasGmt ? dates.localOffset : undefined,
    seedDate: dates.own,
    takesUrls: linksMedia === true,
    findNoindex: findNoindex ?? (() => undefined),
  });
  const { isActive, settings, problems } = steering;
  return { active: isActive ? steering : undefined, settings, problems };
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
  const dates = readSeedDates(seed, item);
  const steering = createSteering(options, importer, { item, columns, dates });
  const { checkFilledMeta } = importer;
  const ownPattern = compilePattern(seed, item, { scan, checkFilledMeta, steering: steering.active });
  const highestId = findHighestId(seed, item);
  const images = addImages(options, ownPattern, { importer, highestId, steering: steering.active });
  const showsImages = images && images.featured.length > 0 && steering.active?.sets('page_image') !== true;
  const pattern = showsImages ? setThumbnail(seed, ownPattern, images.thumbnail) : ownPattern;
  const slug = createSlugTemplate(readText(item, 'wp:post_name'), item.title, columns);
  const { linksMedia = false, takesParts = false, product } = importer;
  const carried = addMedia(
    collectStaticRecords(seed, item, {
      columns,
      rowImages: readRowIds(table, listImageValues(pattern)).union(steering.active?.imageIds ?? new Set()),
      rowParents: readRowIds(table, listParentValues(pattern)).union(steering.active?.parentIds ?? new Set()),
      choosesParents: steering.active?.sets('page_parent') === true || listParentValues(pattern).length > 0,
      hasOtherThumbnail: showsImages === true,
      isHome: linksMedia && isSeedSite(seed, options.site ?? ''),
      localOffset: dates.localOffset,
      takesParts,
      product,
    }),
    images?.records,
  );
  // copies have IDs above those of all pages
  const highestImage = findHighest(images?.records.map((record) => record.item.id) ?? [], highestId);
  const firstId = findFreeId(table, pattern, highestImage);
  const copying = { seed, pattern, table, firstId: firstId + table.rowCount, ...dates };
  const statics = linksMedia ? { ...carried, records: addImageCopies(carried.records, copying) } : carried;
  const featured = showsImages ? images.featured : undefined;
  const addedImages = showsImages ? images.chosen : (images?.records.map(({ item: { id } }) => id) ?? []);
  const ofRows = { featured, addedImages, steering: steering.active, parentId: item.parent };
  const parts = { seed, table, columns, pattern, statics, ...ofRows };
  const { settings } = steering;
  const site = options.site ?? '';
  const slugElement = item.fields.get('wp:post_name')?.element ?? item.element;
  const { dateBase, localOffset, known } = dates;
  const problems = [
    ...checkSite(seed, site),
    ...statics.problems,
    ...steering.problems,
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
  const reading = finishProject({ options, scan, ...parts, media, parents, settings, ...found }, (compiled) =>
    assemble(options, compiled, { importer, firstId }),
  );
  return choices.length > 0 ? { ...reading, choices } : reading;
}
