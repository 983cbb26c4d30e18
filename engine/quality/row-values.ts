/**
 * Finds the values of a row in the words of its page. Short values (names, phones, ZIP codes) are replaced by the name
 * of their column, so that two pages that differ only in them are the same; all values count as local words.
 */
import { Columns } from '../language/columns.ts';
import { type CellSource, readSource, type TextSource, type ValueSource } from '../language/value.ts';
import { CELL_END, type Table } from '../sheet/table.ts';
import { slugify } from '../text/slugify.ts';
import { type AuditedPage, cutQuery } from '../verify/audited-page.ts';
import { MASKED_WORDS } from './thresholds.ts';
import { mixHash, UintSet } from './uint-set.ts';
import { hashWords } from './word-reader.ts';

/** Rows of pages: what a thread needs to find the row of each page. */
export interface PageRows {
  columns: readonly string[];
  /** Slug or path of each row's page, if it is known; empty for a row without a page. */
  pages?: readonly string[];
  /** Lists of what the slug of each row's page contains between hyphens, the surest first. */
  slugs: readonly (readonly string[])[];
  /** Cells of each row, with `CELL_END` between them. */
  cells: readonly string[];
}

/** Characters of a cell that are looked at; a cell may be a whole page. */
const MAX_CHARACTERS = 20_000;
/** Words of a slug that are looked up: a page's slug may have thousands. */
const MAX_SLUG_WORDS = 32;
/** Longer values are found piece by piece. */
const MAX_PIECE_WORDS = 64;
/** Values that are compared where a word begins several. */
const MAX_SAME_BEGINNING = 8;
const FNV_PRIME = 0x01000193;

export interface RowValue {
  words: Uint32Array;
  /** Hash of the column. */
  mask: number;
}

/** Rows by their slug; -1 for a slug of several rows. */
function indexSlugs(slugs: readonly string[]): Map<string, number> {
  const index = new Map<string, number>();
  for (const [row, slug] of slugs.entries()) if (slug !== '') index.set(slug, index.has(slug) ? -1 : row);
  return index;
}

/** Rows by the paths of their pages, and by paths as a title has them, with hyphens. */
function indexPaths(paths: readonly string[]): Map<string, number> {
  const index = indexSlugs(paths);
  const joined = paths.map((path) => (path.includes('/') ? path.replaceAll('/', '-') : ''));
  for (const [path, row] of indexSlugs(joined)) if (!index.has(path)) index.set(path, row);
  return index;
}

/** Reads the slug of a page: the end of its URL, or what a site makes of its title if the file has no URL. */
export function readPageSlug({ slug, title }: Pick<AuditedPage, 'slug' | 'title'>): string {
  return slug || slugify(title, 'segment');
}

/** Cuts the words of a value into pieces, so that comparing it takes a limited time at each word of a page. */
function cutPieces(words: Uint32Array): Uint32Array[] {
  const pieces: Uint32Array[] = [];
  for (let at = 0; at < words.length; at += MAX_PIECE_WORDS)
    pieces.push(words.subarray(at, at + MAX_PIECE_WORDS));
  return pieces;
}

/** Finds a page by its slug or by the longest end of its path. @returns -1 without a row */
function findByPath(pages: ReadonlyMap<string, number>, slug: string, url: string): number {
  const path = cutQuery(url)
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .split('/')
    .filter((segment) => segment !== '');
  for (let from = 0; from < path.length; from += 1) {
    const row = pages.get(path.slice(from).join('/'));
    if (row !== undefined) return row;
  }
  return pages.get(slug) ?? -1;
}

/** Finds the row of a page by its slug, or by the longest part of it that is the slug of a row. */
export class RowFinder {
  readonly #rows: PageRows;
  readonly #masks: Uint32Array;
  readonly #indexes: readonly ReadonlyMap<string, number>[];
  readonly #pages: ReadonlyMap<string, number> | undefined;
  /** Words of the longest slug: a page's may have thousands, and longer parts of it are no row's. */
  readonly #maxWords: number;

  constructor(rows: PageRows) {
    this.#rows = rows;
    this.#masks = Uint32Array.from(rows.columns, (name) =>
      hashWords(name).reduce((hash, word) => mixHash(Math.imul(hash, FNV_PRIME) ^ word), 1),
    );
    this.#indexes = rows.slugs.map(indexSlugs);
    this.#pages = rows.pages && indexPaths(rows.pages);
    const longest = rows.slugs.flat().reduce((most, slug) => Math.max(most, slug.split('-').length), 0);
    this.#maxWords = Math.min(MAX_SLUG_WORDS, longest);
  }

  /** @returns the index of the page's row and its values; undefined without a row */
  find(page: Pick<AuditedPage, 'slug' | 'title' | 'url'>): { row: number; values: RowValue[] } | undefined {
    const slug = readPageSlug(page);
    const row = this.#pages ? findByPath(this.#pages, slug, page.url) : this.#findIndex(slug);
    if (row < 0) return undefined;
    const values = (this.#rows.cells[row] ?? '').split(CELL_END).flatMap((cell, column) => {
      const words = hashWords(cell.slice(0, MAX_CHARACTERS).replaceAll(/<[^<>]*>/g, ' '));
      return cutPieces(words).map((piece) => ({ words: piece, mask: this.#masks[column] ?? 1 }));
    });
    return { row, values };
  }

  /** @returns -1 if no row, or more than one, has a slug */
  #findIndex(slug: string): number {
    const parts = slug.split('-');
    for (const index of this.#indexes)
      for (let length = Math.min(parts.length, this.#maxWords); length > 0; length -= 1)
        for (let from = 0; from + length <= parts.length; from += 1) {
          const row = index.get(parts.slice(from, from + length).join('-'));
          if (row !== undefined) return row;
        }
    return -1;
  }
}

/** Replaces the values of a row in the words of its page. */
export class ValueMask {
  readonly #firstWords = new UintSet();
  readonly #byFirstWord = new Map<number, RowValue[]>();

  /** Words of all values; short ones are replaced in place. @returns what is left of `count` words */
  apply(
    words: Uint32Array,
    count: number,
    values: readonly RowValue[],
  ): { count: number; localWords: number } {
    this.#index(values);
    let written = 0;
    let localWords = 0;
    for (let at = 0; at < count; ) {
      const word = words[at] as number;
      const found = this.#firstWords.has(word) ? this.#find(words.subarray(at, count)) : undefined;
      const length = found?.words.length ?? 1;
      if (found) localWords += length;
      if (found && length <= MASKED_WORDS) words[written++] = found.mask;
      else for (let index = at; index < at + length; index += 1) words[written++] = words[index] as number;
      at += length;
    }
    return { count: written, localWords };
  }

  #index(values: readonly RowValue[]): void {
    this.#firstWords.reset(values.length);
    this.#byFirstWord.clear();
    // Longer values first: a city may be part of an address.
    for (const value of values.toSorted((a, b) => b.words.length - a.words.length)) {
      const first = value.words[0] ?? 0;
      this.#firstWords.add(first);
      const known = this.#byFirstWord.get(first);
      if (known && known.length < MAX_SAME_BEGINNING) known.push(value);
      else if (known) continue;
      else this.#byFirstWord.set(first, [value]);
    }
  }

  #find(words: Uint32Array): RowValue | undefined {
    const values = this.#byFirstWord.get(words[0] as number);
    return values?.find(
      (value) => value.words.length <= words.length && value.words.every((word, at) => word === words[at]),
    );
  }
}

interface PageRowsOptions {
  /** Slugs of the pages of rows by the index of the row, if they are known; other rows have no page. */
  pages?: ReadonlyMap<number, string>;
  /** Limit of the text of all rows. */
  maxCharacters?: number;
}

/**
 * Prepares rows, which are found by the slugs of their pages, or else by what slugs are made of: `geo_url` as a seed
 * reads it (its own column, a synonym, or city and state), else the city.
 * @returns undefined if the rows have more than `maxCharacters`
 */
export function readPageRows(
  table: Table,
  { pages, maxCharacters = Number.POSITIVE_INFINITY }: PageRowsOptions = {},
): PageRows | undefined {
  const columns = new Columns(table.columns);
  const sources = pages ? [] : ['geo_url', 'geo_city'].flatMap((name) => columns.resolve(name)?.source ?? []);
  const slugs = sources.map((): string[] => []);
  const texts: string[] = [];
  let characters = 0;
  for (let row = 0; row < table.rowCount; row += 1) {
    const cells = pages && !pages.has(row) ? [] : table.getCells(row);
    for (const [index, source] of sources.entries()) slugs[index]?.push(readSlug(source, cells));
    const text = cells.join(CELL_END);
    texts.push(text);
    characters += text.length;
    if (characters > maxCharacters) return undefined;
  }
  return {
    columns: table.columns.map(({ name }) => name),
    ...(pages && { pages: texts.map((_, row) => pages.get(row) ?? '') }),
    slugs,
    cells: texts,
  };
}

function readSlug(source: ValueSource, cells: readonly string[]): string {
  const read = (cell: CellSource | TextSource) => readSource(cell, (column) => cells[column] ?? '');
  if (source.kind === 'column') return slugify(read(source), 'path').split('/').at(-1) ?? '';
  if (source.kind !== 'city-state') return '';
  const city = read(source.city);
  const state = source.state === undefined ? '' : read(source.state);
  return city.trim() === '' ? '' : slugify(`${city} ${state}`, 'segment');
}
