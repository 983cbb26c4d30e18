/**
 * Selects the item of an export that is the pattern: the one with placeholders, or the one that the user
 * names. Media, menus, forms, templates and items in the trash are never the pattern.
 */
import { cutText } from '../../../text/cut-text.ts';
import type { Columns } from '../../../language/columns.ts';
import type { PageChoice, Problem } from '../../../problem.ts';
import { decodeHtmlText, mayContainBracket } from '../../../text/html-reference.ts';
import { readSeedMarker } from '../../../encoding/construct-scanner.ts';
import { type TextLayer, findEncodedNames } from '../../../encoding/layers.ts';
import type { Range } from '../../../encoding/piece.ts';
import { type PreservedNames, isMeantName } from '../../../encoding/preserved-names.ts';
import { isFault, isOpening } from '../../../language/marker.ts';
import { type Bracketed, findBracketed, isGeoName } from '../../../language/placeholder.ts';
import { locateInSeed } from '../../../render/seed.ts';
import { type WxrSeed, type SeedItem, readText } from './seed.ts';
import { readChildText, readElementText } from '../../../encoding/xml/xml-leaf.ts';
import { type XmlElement, listTextRuns } from '../../../text/xml-outline.ts';
import { refuseWithoutPlaceholder } from '../assemble.ts';
import type { Candidate } from '../../platform.ts';
import { isInternalMeta } from './dropped-metas.ts';
import { compilePattern } from './pattern.ts';
import { countTypes } from './describe-wxr.ts';
import { DISCARDED_STATUSES, getRecordKind } from './post-types.ts';

const MAX_LISTED = 10;
/** Longest list of pages to choose from. */
const MAX_CHOICES = 100;

const readStatus = (item: SeedItem): string => readText(item, 'wp:status');
const readId = ({ id }: SeedItem): string => (id > 0 ? String(id) : '');
const readSlug = (item: SeedItem): string => readText(item, 'wp:post_name');

/** Items that a user may mean as the pattern. */
function findPages(seed: WxrSeed): SeedItem[] {
  const pages = seed.items.filter(({ type }) => getRecordKind(type) === undefined);
  // a discarded page is the pattern only if it is the only one
  const live = pages.filter((item) => !DISCARDED_STATUSES.has(readStatus(item)));
  return live.length > 0 ? live : pages;
}

/** The pages that a user may mean; all of them if the name is shared or unknown. */
function findMeant(seed: WxrSeed, page?: string): readonly SeedItem[] {
  const pages = findPages(seed);
  const named = page === undefined ? [] : new PageNames(pages).find(page);
  return named.length > 0 ? named : pages;
}

/** The named pages, to be compiled. */
export function listWxrCandidates(seed: WxrSeed, page?: string): Candidate[] {
  return findMeant(seed, page).map((item) => (scan) => {
    compilePattern(seed, item, { scan });
  });
}

/** Places of those pages. */
export function listWxrPages(seed: WxrSeed, page?: string): Range[] {
  return findMeant(seed, page).map(({ element: { start, end } }) => ({ from: start, to: end }));
}

const foldName = (text: string) => decodeHtmlText(text).text.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Pages by the names a user may give: ids take precedence over slugs, and slugs over titles. */
class PageNames {
  readonly #indexes: readonly ReadonlyMap<string, readonly SeedItem[]>[];

  constructor(pages: readonly SeedItem[]) {
    this.#indexes = [readId, readSlug, ({ title }: SeedItem) => title].map((readName) =>
      Map.groupBy(pages, (item) => foldName(readName(item))),
    );
  }

  find(page: string): readonly SeedItem[] {
    const key = foldName(page);
    return key === '' ? [] : (this.#indexes.find((byKey) => byKey.has(key))?.get(key) ?? []);
  }

  /** The shortest name that means this page and no other one. */
  toChoice(item: SeedItem): PageChoice {
    const { id, title, type } = item;
    const slug = readSlug(item);
    const page = [readId(item), slug, title].find((name) => {
      const named = this.find(name);
      return named.length === 1 && named[0] === item;
    });
    return { page: page ?? '', title, type, id, slug, status: readStatus(item) };
  }
}

interface Names {
  columns: Columns;
  preserved: PreservedNames;
  /** Encodings that only the platform knows. */
  layers?: readonly TextLayer[] | undefined;
}

type IsMeant = (bracketed: Bracketed, names: Names, text: string) => boolean;

/** A placeholder, or what was probably meant for one. */
const isPlaceholder: IsMeant = ({ name, isPlain, isBare }, { columns, preserved }) => {
  if (name === '') return false;
  if (columns.resolve(name) !== undefined) return true;
  if (preserved.isKept(name)) return false;
  if (isPlain && isGeoName(name)) return true;
  return isBare && !preserved.isTagName(name) && columns.nearest(name) !== undefined;
};

/** The beginning of a construct, or an unreadable one. */
const isConstruct: IsMeant = (bracketed, names, text) => {
  const marker = readSeedMarker(bracketed, text, names);
  return marker !== undefined && (isFault(marker) || isOpening(marker));
};

/** An unknown name: it refuses the seed if no page has a better one. */
const isUnknownName: IsMeant = ({ name, isBare }, { columns, preserved }) =>
  isBare && !preserved.isKept(name) && isMeantName(name, columns, preserved);

/** Placeholders in dropped metas and comments don't count. */
function isLeftOut(seed: WxrSeed, element: XmlElement): boolean {
  if (element.name === 'wp:comment') return true;
  return element.name === 'wp:postmeta' && isInternalMeta(readChildText(seed.text, element, 'wp:meta_key'));
}

type Holds = (text: string) => boolean;

function leafHolds(seed: WxrSeed, element: XmlElement, holds: Holds): boolean {
  const tag = seed.text.slice(element.start, element.contentStart);
  return holds(tag) || holds(readElementText(seed.text, element));
}

function itemHolds(seed: WxrSeed, item: XmlElement, holds: Holds): boolean {
  return item.children.some(
    (child) =>
      !isLeftOut(seed, child) && listTextRuns(seed.text, child).some((run) => leafHolds(seed, run, holds)),
  );
}

function describeItem(seed: WxrSeed, item: SeedItem): string {
  const { title, type, id } = item;
  const { line } = locateInSeed(seed, item.element.start);
  const status = readStatus(item);
  const details = [
    type || 'no type',
    ...(['publish', ''].includes(status) ? [] : [status]),
    ...(id > 0 ? [`id ${id}`] : []),
    `line ${line}`,
  ];
  return `"${title || '(no title)'}" (${details.join(', ')})`;
}

function listItems(seed: WxrSeed, items: readonly SeedItem[]): string {
  const listed = items.slice(0, MAX_LISTED).map((item) => describeItem(seed, item));
  const more = items.length - listed.length;
  return `${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The pattern and its alternatives. */
export interface SelectedPattern {
  item: SeedItem;
  /** Pages with placeholders, if there are several. */
  choices: PageChoice[];
}

/** Pages with placeholders; readable placeholders take precedence over encoded or unknown ones. */
function findPatterns(seed: WxrSeed, pages: readonly SeedItem[], names: Names): SeedItem[] {
  const { columns, layers } = names;
  const findWith = (holds: Holds) => pages.filter((item) => itemHolds(seed, item.element, holds));
  const holdsMeant =
    (isMeant: IsMeant): Holds =>
    (text) => {
      if (!mayContainBracket(text)) return false;
      const decoded = decodeHtmlText(text).text;
      return findBracketed(decoded).some((bracketed) => isMeant(bracketed, names, decoded));
    };
  const holdsEncoded: Holds = (text) =>
    findEncodedNames(text, layers).some(({ bracketed }) => columns.resolve(bracketed.name) !== undefined);
  let placed: SeedItem[] = [];
  for (const holds of [holdsMeant(isPlaceholder), holdsMeant(isConstruct), holdsEncoded])
    if (placed.length === 0) placed = findWith(holds);
  const unsure = placed.length > 0 ? [] : findWith(holdsMeant(isUnknownName));
  return unsure.length === 1 ? unsure : placed;
}

function refuse(seed: WxrSeed, at: SeedItem | undefined, problem: Omit<Problem, 'severity'>): Problem {
  return {
    severity: 'fault',
    file: seed.file,
    ...(at ? locateInSeed(seed, at.element.start) : {}),
    ...problem,
  };
}

function refuseWithoutPage(seed: WxrSeed): Problem {
  const types = countTypes(seed).map(({ type, count }) => `${count} of type ${type || '(none)'}`);
  return refuse(seed, seed.items[0], {
    code: 'seed-no-record',
    text: `The export has no pages, only media, menus, forms, templates or the like (${types.slice(0, MAX_LISTED).join(', ')}). Choose "Pages" (or the type of the page) under Tools → Export and export again.`,
  });
}

/** Refuses a page name that the export doesn't have, or has several times. */
function refuseName(
  seed: WxrSeed,
  page: string,
  {
    named,
    listed,
    choices,
  }: { named: readonly SeedItem[]; listed: readonly SeedItem[]; choices: PageChoice[] },
): Problem {
  const isUnknown = named.length === 0;
  const what = isUnknown
    ? `The export has no page with the title, ID or slug "${cutText(page, 100)}".`
    : `${named.length} pages in the export are called "${cutText(page, 100)}".`;
  return refuse(seed, isUnknown ? undefined : named[0], {
    code: isUnknown ? 'page-unknown' : 'page-ambiguous',
    text: `${what} Choose one of these by its ${isUnknown ? 'title, ID or slug' : 'ID or slug'}: ${listItems(seed, listed)}.`,
    choices,
  });
}

/**
 * Selects the pattern; reports a fault unless there is exactly one.
 * @param page the user's name for it
 */
export function selectPattern(seed: WxrSeed, names: Names, page?: string): SelectedPattern | Problem {
  const pages = findPages(seed);
  if (pages.length === 0) return refuseWithoutPage(seed);
  const found = findPatterns(seed, pages, names);
  const pageNames = new PageNames(pages);
  const toChoices = (items: readonly SeedItem[]) =>
    items.slice(0, MAX_CHOICES).map((item) => pageNames.toChoice(item));
  const choices = found.length > 1 ? toChoices(found) : [];
  if (page !== undefined && page.trim() !== '') {
    const named = pageNames.find(page);
    const [item, other] = named;
    if (item && !other) {
      const hasAny = findPatterns(seed, [item], names).length > 0;
      return hasAny ? { item, choices } : refuseWithoutPlaceholder(seed, item.element.start, names.columns);
    }
    const listed = other ? named : found.length > 0 ? found : pages;
    return refuseName(seed, page, { named, listed, choices: toChoices(listed) });
  }
  const [first, second] = found;
  if (first && !second) return { item: first, choices };
  if (first && second)
    return refuse(seed, second, {
      code: 'seed-two-patterns',
      text: `${found.length} pages in the export have placeholders: ${listItems(seed, found)}. Choose the page to fill (--page on the command line), export only that page, or remove the placeholders from the others.`,
      choices,
    });
  const [place] = pages;
  return refuseWithoutPlaceholder(seed, place?.element.start ?? 0, names.columns);
}
