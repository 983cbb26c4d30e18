/**
 * Terms of the channel (`wp:category`, `wp:tag`, `wp:term`). A part has those that its items name, with their
 * ancestors: the importer would create any other term unused, and a menu without its entries.
 */
import type { Piece } from '../../../encoding/piece.ts';
import { RowValues } from '../../../render/row-values.ts';
import type { Table } from '../../../sheet/table.ts';
import type { Columns } from '../../../language/columns.ts';
import type { XmlElement } from '../../../text/xml-outline.ts';
import { readChildText } from '../../../encoding/xml/xml-leaf.ts';
import { type XmlAttribute, findAttribute, readAttribute } from '../xml/attributes.ts';
import { holdsPlaceholder } from '../xml/brackets.ts';
import type { WxrPattern } from './pattern.ts';
import type { SeedItem, WxrSeed } from './seed.ts';

export interface Term {
  taxonomy: string;
  slug: string;
  /** Slug of the parent term; empty if it has none. */
  parent: string;
}

interface ChannelTerm extends Term {
  element: XmlElement;
}

/** Child elements with the slug and the parent, by the element of a term. */
const KINDS: ReadonlyMap<string, { taxonomy: string; slug: string; parent: string }> = new Map([
  ['wp:category', { taxonomy: 'category', slug: 'wp:category_nicename', parent: 'wp:category_parent' }],
  ['wp:tag', { taxonomy: 'post_tag', slug: 'wp:tag_slug', parent: '' }],
  ['wp:term', { taxonomy: '', slug: 'wp:term_slug', parent: 'wp:term_parent' }],
]);

/** Checks if the element is a term of the channel. */
export const isTerm = ({ name }: XmlElement): boolean => KINDS.has(name);

const toKey = (taxonomy: string, slug: string): string =>
  `${taxonomy === 'tag' ? 'post_tag' : taxonomy} ${slug}`.toLowerCase();

/** Terms that items can name, without menus and terms with placeholders, which pages create themselves. */
function readTerms(seed: WxrSeed, columns: Columns): ChannelTerm[] {
  const readText = (element: XmlElement, name: string) => readChildText(seed.text, element, name);
  return seed.channel.children.flatMap((element) => {
    const kind = KINDS.get(element.name);
    if (!kind || holdsPlaceholder(seed.text, element, columns)) return [];
    const taxonomy = kind.taxonomy || readText(element, 'wp:term_taxonomy');
    if (taxonomy === 'nav_menu') return [];
    return [
      { element, taxonomy, slug: readText(element, kind.slug), parent: readText(element, kind.parent) },
    ];
  });
}

interface NamedTerm {
  element: XmlElement;
  taxonomy: string;
  nicename: XmlAttribute;
}

/** `<category domain="…" nicename="…">` elements of an item. */
function listNamed(seed: WxrSeed, item: SeedItem): NamedTerm[] {
  return item.element.children.flatMap((element) => {
    if (element.name !== 'category') return [];
    const domain = findAttribute(seed.text, element, 'domain');
    const nicename = findAttribute(seed.text, element, 'nicename');
    if (!domain || !nicename) return [];
    return [{ element, taxonomy: readAttribute(seed.text, domain).text, nicename }];
  });
}

/** The terms that an item names, by key. */
function listItemKeys(seed: WxrSeed, item: SeedItem): string[] {
  return listNamed(seed, item).map(({ taxonomy, nicename }) =>
    toKey(taxonomy, readAttribute(seed.text, nicename).text.trim()),
  );
}

interface FilledTerm {
  taxonomy: string;
  nicename: XmlAttribute;
  /** Pieces of its nicename. */
  pieces: readonly Piece[];
}

/** Fills a nicename with the values of a row. */
function fillNicename(text: string, { nicename, pieces }: FilledTerm, cells: RowValues): string {
  const { from, to } = nicename;
  let filled = '';
  let last = from;
  for (const piece of pieces) {
    filled += text.slice(last, piece.start);
    if (piece.kind === 'hole') filled += cells.computeText(piece.value);
    else if (piece.kind === 'rewrite') filled += piece.text;
    last = piece.end;
  }
  return filled + text.slice(last, to);
}

/** The terms that the pattern names, in all rows of the sheet. */
function listPatternKeys(
  seed: WxrSeed,
  pattern: WxrPattern,
  { table, terms }: { table: Table; terms: readonly ChannelTerm[] },
): string[] {
  const taxonomies = new Set(terms.map(({ taxonomy }) => toKey(taxonomy, '')));
  const within = (start: number, end: number) =>
    pattern.pieces.filter((piece) => piece.start >= start && piece.end <= end);
  const isRemoved = ({ start, end }: XmlElement) =>
    pattern.pieces.some((piece) => piece.kind === 'rewrite' && piece.start <= start && piece.end >= end);
  const keys = new Set<string>();
  const filled: FilledTerm[] = [];
  for (const { element, taxonomy, nicename } of listNamed(seed, pattern.item)) {
    if (!taxonomies.has(toKey(taxonomy, '')) || isRemoved(element)) continue;
    const pieces = within(nicename.from, nicename.to);
    if (pieces.some(({ kind }) => kind === 'hole')) filled.push({ taxonomy, nicename, pieces });
    else keys.add(toKey(taxonomy, readAttribute(seed.text, nicename).text.trim()));
  }
  for (let row = 0; filled.length > 0 && row < table.rowCount; row += 1) {
    const cells = new RowValues(table, row);
    for (const term of filled) keys.add(toKey(term.taxonomy, fillNicename(seed.text, term, cells)));
  }
  return [...keys];
}

/** Chooses the terms of a part. */
export class PartTerms {
  readonly #seed: WxrSeed;
  readonly #byKey: ReadonlyMap<string, ChannelTerm>;
  readonly #ofPattern: readonly string[];

  /** @param chosen terms that rows choose for their pages */
  constructor(
    seed: WxrSeed,
    pattern: WxrPattern,
    sheet: { table: Table; columns: Columns; chosen: readonly { taxonomy: string; slug: string }[] },
  ) {
    const terms = readTerms(seed, sheet.columns);
    this.#seed = seed;
    this.#byKey = new Map(terms.map((term) => [toKey(term.taxonomy, term.slug), term]));
    this.#ofPattern = [
      ...listPatternKeys(seed, pattern, { table: sheet.table, terms }),
      ...sheet.chosen.map(({ taxonomy, slug }) => toKey(taxonomy, slug)),
    ];
  }

  get all(): Term[] {
    return [...this.#byKey.values()].map(({ taxonomy, slug, parent }) => ({ taxonomy, slug, parent }));
  }

  /** Elements of the terms that pages or these records name, ancestors included. */
  elementsFor(records: readonly SeedItem[]): Set<XmlElement> {
    const elements = new Set<XmlElement>();
    const keys = [...this.#ofPattern, ...records.flatMap((item) => listItemKeys(this.#seed, item))];
    for (const key of keys) {
      let term = this.#byKey.get(key);
      while (term && !elements.has(term.element)) {
        elements.add(term.element);
        term = term.parent === '' ? undefined : this.#byKey.get(toKey(term.taxonomy, term.parent));
      }
    }
    return elements;
  }
}
