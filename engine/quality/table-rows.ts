/** Prepares the rows of a sheet for the threads that measure pages. */
import { Columns } from '../language/columns.ts';
import { slugify } from '../text/slugify.ts';
import { type CellSource, readSource, type TextSource, type ValueSource } from '../language/value.ts';
import { CELL_END, type Table } from '../sheet/table.ts';
import type { PageRows } from './row-values.ts';

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
