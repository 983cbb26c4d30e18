/**
 * Values without which a page isn't ready: an empty placeholder in the title, the address or the link text
 * would publish "Plumber in , TX".
 */
import { cellColumn, type RowValues } from './row-values.ts';
import { type Value, columnsOfSource, hasFallback, partsOfValue } from '../template/value.ts';
import type { Project } from './project.ts';

/** The place that needs the value, as a problem words it. */
export type NeededPlace = 'The title' | 'The page’s address' | 'The link text';

export interface NeededValue {
  value: Value;
  place: NeededPlace;
  /** Index of the column, if the value is its unchanged cell. */
  column: number | undefined;
}

const isInTag = (encoder: string): boolean => /attr|url|js|css|comment/.test(encoder);

function titleValues({ pattern }: Project): Value[] {
  const parts = pattern.texts.get('title')?.parts ?? [];
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part.value]));
}

function linkTextValues({ footer }: Project): Value[] {
  return footer.pieces.flatMap((piece) =>
    piece.kind === 'hole' && !piece.encoders.some(isInTag)
      ? partsOfValue(piece).map(({ value }) => value)
      : [],
  );
}

const listPlaces = (project: Project): [NeededPlace, Value[]][] => [
  ['The title', titleValues(project)],
  ['The page’s address', project.slug.filter((part) => typeof part !== 'string')],
  ['The link text', linkTextValues(project)],
];

/** Columns of the title, the address and the link text, with the first of these places. */
export function mapNeededColumns(project: Project): Map<number, NeededPlace> {
  const columns = new Map<number, NeededPlace>();
  for (const [place, values] of listPlaces(project)) {
    for (const column of values.flatMap(({ source }) => columnsOfSource(source)))
      if (!columns.has(column)) columns.set(column, place);
  }
  return columns;
}

/** Values of the title, the address and the link text that have no fallback. */
export function listNeededValues(project: Project): NeededValue[] {
  return listPlaces(project).flatMap(([place, values]) =>
    values
      .filter((value) => !hasFallback(value))
      .map((value) => ({ value, place, column: cellColumn(value) })),
  );
}

/** Needed values that are empty in the selected row. */
export function findEmptyValues(needed: readonly NeededValue[], values: RowValues): NeededValue[] {
  const { table, row } = values;
  const first = row * table.columns.length;
  return needed.filter(({ value, column }) =>
    column === undefined ? values.textOf(value).trim() === '' : table.lengthOf(first + column) === 0,
  );
}
