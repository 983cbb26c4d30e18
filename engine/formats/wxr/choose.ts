/**
 * Which item of an export is the pattern: the one that holds placeholders. Media and menu items
 * never are.
 */
import type { Columns } from '../../template/columns.ts';
import type { Problem } from '../../problem.ts';
import { decodeHtmlText, mayHoldBracket } from '../../text/html-reference.ts';
import { findEncodedNames } from '../../contexts/layers.ts';
import { type StayingNames, isMeantName } from '../../contexts/scan.ts';
import { type Bracketed, findBracketed, isOurName } from '../../template/placeholder.ts';
import { placeInSeed } from '../../fill/seed.ts';
import type { WxrSeed, SeedItem } from './seed.ts';
import { decodeXmlText } from '../../contexts/xml/xml-leaf.ts';
import { type XmlElement, childOf, textRunsOf } from '../../text/xml-outline.ts';
import { refuseWithoutPlaceholder } from '../assemble.ts';
import type { Candidate } from '../format.ts';
import { DROPPED_METAS } from './one-page-metas.ts';
import { compilePattern } from './pattern.ts';

const NEVER_PATTERN = new Set([
  'attachment',
  'nav_menu_item',
  'revision',
  'custom_css',
  'customize_changeset',
  'wp_global_styles',
]);

/** Whether the post type of the item is one that pages are made of. */
function mayBePattern(item: SeedItem): boolean {
  return !NEVER_PATTERN.has(item.type);
}

/** Items that a person may mean as the pattern. */
export function wxrCandidates(seed: WxrSeed): Candidate[] {
  return seed.items.filter(mayBePattern).map((item) => (scan) => {
    compilePattern(seed, item, scan);
  });
}

interface Names {
  columns: Columns;
  staying: StayingNames;
}

type IsMeant = (bracketed: Bracketed, names: Names) => boolean;

/** A placeholder, or what was probably meant for one. */
const isPlaceholder: IsMeant = ({ name, isPlain, isBare }, { columns, staying }) => {
  if (name === '') return false;
  if (columns.resolve(name) !== undefined) return true;
  if (staying.isKept(name)) return false;
  if (isPlain && isOurName(name)) return true;
  return isBare && !staying.isShortcode(name) && columns.nearest(name) !== undefined;
};

/** A name that fits nothing: where no page has anything better, it is what refuses the seed. */
const isUnknownName: IsMeant = ({ name, isBare }, { columns, staying }) =>
  isBare && !staying.isKept(name) && isMeantName(name, columns, staying);

/** Metas and comments that are not taken over hold no placeholder that counts. */
function isLeftOut(seed: WxrSeed, element: XmlElement): boolean {
  if (element.name === 'wp:comment') return true;
  const key = element.name === 'wp:postmeta' ? childOf(element, 'wp:meta_key') : undefined;
  return (
    key !== undefined &&
    DROPPED_METAS.has(decodeXmlText(seed.text, key.contentStart, key.contentEnd).text.trim())
  );
}

type Holds = (text: string) => boolean;

function leafHolds(seed: WxrSeed, element: XmlElement, holds: Holds): boolean {
  const tag = seed.text.slice(element.start, element.contentStart);
  const { text } = decodeXmlText(seed.text, element.contentStart, element.contentEnd);
  return holds(tag) || holds(text);
}

function itemHolds(seed: WxrSeed, item: XmlElement, holds: Holds): boolean {
  return item.children.some(
    (child) =>
      !isLeftOut(seed, child) && textRunsOf(seed.text, child).some((run) => leafHolds(seed, run, holds)),
  );
}

function nameItem(seed: WxrSeed, item: SeedItem): string {
  return `"${item.title || '(no title)'}" (${item.type || 'no type'}, line ${placeInSeed(seed, item.element.start).line})`;
}

/** The pattern, or the fault that there is none or more than one. */
export function choosePattern(seed: WxrSeed, names: Names): SeedItem | Problem {
  const { columns } = names;
  const candidates = seed.items.filter(mayBePattern);
  const findWith = (holds: Holds) => candidates.filter((item) => itemHolds(seed, item.element, holds));
  const holdsMeant =
    (isMeant: IsMeant): Holds =>
    (text) =>
      mayHoldBracket(text) &&
      findBracketed(decodeHtmlText(text).text).some((bracketed) => isMeant(bracketed, names));
  const holdsEncoded: Holds = (text) =>
    findEncodedNames(text).some(({ bracketed }) => columns.resolve(bracketed.name) !== undefined);
  // a page whose placeholders anybody sees goes before one where all are encoded, or fit nothing
  const seen = findWith(holdsMeant(isPlaceholder));
  const placed = seen.length > 0 ? seen : findWith(holdsEncoded);
  const unsure = placed.length > 0 ? [] : findWith(holdsMeant(isUnknownName));
  const found = unsure.length === 1 ? unsure : placed;
  const [first, second] = found;
  if (first && !second) return first;
  if (first && second) {
    const named = found
      .slice(0, 10)
      .map((item) => nameItem(seed, item))
      .join(', ');
    return {
      code: 'seed-two-patterns',
      severity: 'fault',
      file: seed.file,
      ...placeInSeed(seed, second.element.start),
      text: `${found.length} pages of the export hold placeholders: ${named}. One page is the pattern: export it alone, or remove the placeholders from the others.`,
    };
  }
  const [place] = candidates;
  if (!place) {
    return {
      code: 'seed-no-record',
      severity: 'fault',
      file: seed.file,
      ...(seed.items[0] ? placeInSeed(seed, seed.items[0].element.start) : {}),
      text: 'The export holds no page, only media, menus or the like. Choose "Pages" (or the type of the page) under Tools → Export and export again.',
    };
  }
  return refuseWithoutPlaceholder(seed, place.element.start, columns);
}
