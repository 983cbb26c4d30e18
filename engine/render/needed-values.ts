/**
 * Values that a page requires: an empty placeholder in the title, the URL or the link would
 * publish "Plumber in , TX". If the user allowed a placeholder to be empty, the whole text must still not be empty.
 */
import { getCellColumn, type RowValues } from './row-values.ts';
import {
  type EncodedValue,
  type Value,
  listConstructs,
  listPartValues,
  listSourceColumns,
  hasFallback,
  listValueParts,
} from '../language/value.ts';
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

const isInAddress = ({ place }: Encoder): boolean => place === 'address';

function listTitleParts({ pattern }: Project): EncodedValue[] {
  return listPartValues(pattern.titleText?.parts ?? []);
}

function listLinkParts(
  { footer }: Project,
  isMeant: (encoders: readonly Encoder[]) => boolean,
): EncodedValue[] {
  return footer.pieces.filter((piece) => piece.kind === 'hole' && isMeant(piece.encoders)) as EncodedValue[];
}

const listLinkTextParts = (project: Project): EncodedValue[] =>
  listLinkParts(project, (encoders) => !encoders.some(isInTag));

const hasConstructs = ({ value }: EncodedValue): boolean => listConstructs(value).length > 0;

const listPlaces = (project: Project): [NeededPlace, EncodedValue[]][] => [
  ['The title', listTitleParts(project)],
  [
    'The page URL',
    project.slug.flatMap((part) => (typeof part === 'string' ? [] : [{ value: part, encoders: [] }])),
  ],
  ['The link text', listLinkTextParts(project)],
  ['The link URL', listLinkParts(project, (encoders) => encoders.some(isInAddress))],
];

/** Writes nothing in some rows, by choice. */
const mayBeChosenEmpty = ({ source }: Value): boolean =>
  source.kind === 'text' || source.kind === 'construct';

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
  const link = listLinkTextParts(project);
  const isLinkBare = own.replaceAll(MARKUP, '').trim() === '';
  // a construct around the whole link may leave it out
  const places: [NeededPlace, boolean, EncodedValue[]][] = [
    ['The title', isBare, listTitleParts(project)],
    ['The link text', isLinkBare && !link.some(hasConstructs), link],
  ];
  return places.flatMap(([place, isWithoutWords, parts]) => {
    const values = parts.map(({ value }) => value);
    return isWithoutWords && values.every(hasFallback) && values.some(mayBeChosenEmpty)
      ? [{ place, values }]
      : [];
  });
}

/** A row without one of these is skipped; a construct decides by itself which of its values the row needs. */
export class NeededValues {
  readonly #always: readonly NeededValue[];
  /** The first place of each column. */
  readonly #columns: ReadonlyMap<number, NeededPlace>;
  readonly #constructs: readonly [NeededPlace, EncodedValue[]][];

  constructor(project: Project) {
    const places = listPlaces(project);
    const always = places.map(([place, parts]): [NeededPlace, Value[]] => [
      place,
      parts
        .filter((part) => !hasConstructs(part))
        .flatMap((part) => listValueParts(part).map(({ value }) => value)),
    ]);
    this.#always = always.flatMap(toNeeded);
    this.#columns = mapColumns(always);
    this.#constructs = places
      .map(([place, parts]): [NeededPlace, EncodedValue[]] => [place, parts.filter(hasConstructs)])
      .filter(([, parts]) => parts.length > 0);
  }

  #listWritten(values: RowValues): [NeededPlace, Value[]][] {
    return this.#constructs.map(([place, parts]) => [
      place,
      values.listValues(parts).map(({ value }) => value),
    ]);
  }

  /** Maps the columns that the row needs to the first place of each. */
  mapColumns(values: RowValues): ReadonlyMap<number, NeededPlace> {
    const written = mapColumns(this.#listWritten(values));
    return written.size === 0 ? this.#columns : new Map([...written, ...this.#columns]);
  }

  /** Lists required values that are empty in a row. */
  findEmpty(values: RowValues): NeededValue[] {
    const { table, row } = values;
    return [...this.#always, ...this.#listWritten(values).flatMap(toNeeded)].filter(({ value, column }) =>
      column === undefined ? values.computeText(value).trim() === '' : table.getCell(row, column) === '',
    );
  }
}

function mapColumns(places: readonly [NeededPlace, Value[]][]): Map<number, NeededPlace> {
  const columns = new Map<number, NeededPlace>();
  for (const [place, values] of places)
    for (const column of values.filter(isOfRow).flatMap(({ source }) => listSourceColumns(source)))
      if (!columns.has(column)) columns.set(column, place);
  return columns;
}

/** The cells of a nearby row aren't those of the row. */
const isOfRow = ({ source }: Value): boolean => source.kind !== 'near';

function toNeeded([place, values]: [NeededPlace, Value[]]): NeededValue[] {
  return values
    .filter((value) => !hasFallback(value))
    .map((value) => ({ value, place, column: getCellColumn(value) }));
}
