/**
 * Values that a page requires: an empty placeholder in the title, the URL or the link would
 * publish "Plumber in , TX". If the user allowed a placeholder to be empty, the whole text must still not be empty.
 */
import { getCellColumn, type RowValues } from './row-values.ts';
import { type Value, listSourceColumns, hasFallback, listValueParts } from '../language/value.ts';
import type { Encoder } from '../text/encoder.ts';
import { MARKUP } from './footer.ts';
import type { Project } from './project.ts';

/** The place that needs the value, as shown in a problem. */
export type NeededPlace = 'The title' | 'The page URL' | 'The link text' | 'The link URL';

export interface NeededValue {
  value: Value;
  place: NeededPlace;
  /** Index of the column, if the value is its unchanged cell. */
  column: number | undefined;
}

const isInTag = ({ place }: Encoder): boolean =>
  place === 'address' || place === 'attribute' || place === 'code';

function titleValues({ pattern }: Project): Value[] {
  const parts = pattern.titleText?.parts ?? [];
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part.value]));
}

const isInAddress = ({ place }: Encoder): boolean => place === 'address';

function linkValues({ footer }: Project, isMeant: (encoders: readonly Encoder[]) => boolean): Value[] {
  return footer.pieces.flatMap((piece) =>
    piece.kind === 'hole' && isMeant(piece.encoders) ? listValueParts(piece).map(({ value }) => value) : [],
  );
}

const linkTextValues = (project: Project): Value[] =>
  linkValues(project, (encoders) => !encoders.some(isInTag));

const listPlaces = (project: Project): [NeededPlace, Value[]][] => [
  ['The title', titleValues(project)],
  ['The page URL', project.slug.filter((part) => typeof part !== 'string')],
  ['The link text', linkTextValues(project)],
  ['The link URL', linkValues(project, (encoders) => encoders.some(isInAddress))],
];

const isChosenText = ({ source }: Value): boolean => source.kind === 'text';

/** A title or link text that consists of optional values; one was chosen to be empty. */
export interface BlankablePlace {
  place: NeededPlace;
  values: readonly Value[];
}

/** Lists titles and link texts without a word of their own and without a required value. */
export function listBlankablePlaces(project: Project): BlankablePlace[] {
  const { pattern, footer } = project;
  const title = pattern.titleText?.parts ?? [];
  const isBare = title.every((part) => typeof part !== 'string' || part.trim() === '');
  const { text, pieces } = footer;
  const holes = pieces.filter(({ kind }) => kind === 'hole').toSorted((a, b) => b.start - a.start);
  const own = holes.reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
  const places: [NeededPlace, boolean, Value[]][] = [
    ['The title', isBare, titleValues(project)],
    ['The link text', own.replaceAll(MARKUP, '').trim() === '', linkTextValues(project)],
  ];
  return places.flatMap(([place, isWithoutWords, values]) =>
    isWithoutWords && values.every(hasFallback) && values.some(isChosenText) ? [{ place, values }] : [],
  );
}

/** Maps columns of the title, the URL and the link text to the first of these places. */
export function mapNeededColumns(project: Project): Map<number, NeededPlace> {
  const columns = new Map<number, NeededPlace>();
  for (const [place, values] of listPlaces(project)) {
    for (const column of values.flatMap(({ source }) => listSourceColumns(source)))
      if (!columns.has(column)) columns.set(column, place);
  }
  return columns;
}

/** Lists values of the title, the URL and the link text that have no fallback. */
export function listNeededValues(project: Project): NeededValue[] {
  return listPlaces(project).flatMap(([place, values]) =>
    values
      .filter((value) => !hasFallback(value))
      .map((value) => ({ value, place, column: getCellColumn(value) })),
  );
}

/** Lists required values that are empty in a row. */
export function findEmptyValues(needed: readonly NeededValue[], values: RowValues): NeededValue[] {
  const { table, row } = values;
  const first = row * table.columns.length;
  return needed.filter(({ value, column }) =>
    column === undefined ? values.computeText(value).trim() === '' : table.text(first + column) === '',
  );
}
