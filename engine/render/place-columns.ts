/**
 * Columns of a sheet that come from the gazetteer: `[geo_zip]`, `[geo_county]`, `[geo_lat]` … A cell of the sheet wins
 * over the gazetteer. A row whose town isn't certain gets none of these values, and its candidates are reported.
 */
import { COORDINATE_KEYS } from '../language/coordinate-columns.ts';
import { type ColumnChoices, Columns } from '../language/columns.ts';
import { listSourceColumns, readSource } from '../language/value.ts';
import {
  type FoundPlace,
  type Place,
  PLACE_COLUMNS,
  type PlaceColumn,
  type Places,
  toRowValues,
} from '../places/places.ts';
import type { Problem } from '../problem.ts';
import { toColumnKey } from '../sheet/column-name.ts';
import { listKeyColumns } from '../sheet/combine-tables.ts';
import type { RowPlace, Table } from '../sheet/table.ts';
import { cutText } from '../text/cut-text.ts';
import { joinNames } from '../text/join-names.ts';
import { toDecimalPoint } from '../text/decimal-number.ts';
import { type KnownTown, KnownTowns, type MissingTown, type TownCells, adviseTown } from './known-towns.ts';

export type DerivedColumn = Exclude<PlaceColumn, 'geo_city' | 'geo_state'>;

/** Columns that may hold the state of a town, best first. They don't fill `[geo_state]`, which slugs are made of. */
const STATE_NAMES = ['geo_state', 'state_code', 'state_abbr', 'state_abbreviation', 'state_name', 'st'];

/** Columns of a sheet with the same meaning, by their keys, best first. */
export const OWN_KEYS: Record<DerivedColumn, readonly string[]> = {
  geo_county: ['county'],
  geo_zip: ['zip', 'zipcode', 'postalcode', 'postcode'],
  geo_lat: COORDINATE_KEYS.latitude,
  geo_lng: COORDINATE_KEYS.longitude,
  geo_population: ['population'],
  geo_timezone: ['timezone'],
};
export const DERIVED_COLUMNS = PLACE_COLUMNS.filter((name) => name in OWN_KEYS) as readonly DerivedColumn[];
const NEARBY = /\[\s*nearby/i;
/** Maximum number of candidates in a problem. */
const MAX_CANDIDATES = 5;
/** Maximum number of unknown towns with a notice of their own. */
const MAX_UNKNOWN = 50;
/** Maximum number of further rows that a notice names. */
const MAX_NAMED_ROWS = 10;
const DERIVED_KEYS: ReadonlySet<string> = new Set(DERIVED_COLUMNS.map(toColumnKey));

/** Lists the columns that the texts name; `[nearby]` needs coordinates. */
function listNamed(texts: readonly string[]): DerivedColumn[] {
  return DERIVED_COLUMNS.filter((name) => {
    const pattern = new RegExp(name.replace('_', String.raw`[\s_-]*`), 'i');
    const isCoordinate = name === 'geo_lat' || name === 'geo_lng';
    return texts.some((text) => pattern.test(text) || (isCoordinate && NEARBY.test(text)));
  });
}

/** Lists the columns that the columns of the gazetteer are found by, if a table has some of these. */
export function listTownColumns(table: Table, choices: ColumnChoices): number[] {
  // columns that were added to the sheet have no letter
  if (!table.columns.some(({ name, letter }) => letter === '' && name in OWN_KEYS)) return [];
  const columns = new Columns(table.columns, choices);
  return ['geo_city', ...STATE_NAMES, ...Object.values(OWN_KEYS).flat()].flatMap((name) => {
    const resolved = columns.resolve(name);
    return resolved ? listSourceColumns(resolved.source) : [];
  });
}

/** Finds the column with the key of the rows of a list. */
function findKeyColumn(table: Table, list: number): number | undefined {
  const [column] = listKeyColumns({ lists: table.lists.slice(list, list + 1) });
  return column === undefined ? undefined : column + (list === 0 ? 0 : (table.lists[0]?.columns.length ?? 0));
}

/** Reads the cells of rows that say where a town is. */
export class TownReader {
  readonly #table: Table;
  readonly #columns: Columns;
  readonly #cityColumns: readonly number[];
  readonly #keyColumn: number | undefined;

  constructor(table: Table, choices: ColumnChoices) {
    this.#table = table;
    this.#columns = new Columns(table.columns, choices);
    const city = this.#columns.resolve('geo_city');
    this.#cityColumns = city ? listSourceColumns(city.source) : [];
    this.#keyColumn = findKeyColumn(table, table.findList(this.#cityColumns[0] ?? 0));
  }

  /** The row of the list that has the towns. */
  findPlace(row: number): RowPlace {
    return this.#table.findPlace(row, this.#cityColumns);
  }

  /** Text of a placeholder or column; empty without one. */
  read(row: number, name: string): string {
    const source = this.#columns.resolve(name)?.source;
    if (source?.kind !== 'column' && source?.kind !== 'text') return '';
    return readSource(source, (column) => this.#table.getCell(row, column)).trim();
  }

  readState(row: number): string {
    return this.#readFirst(row, STATE_NAMES);
  }

  /** Own cell of the row for a derived column. */
  readOwn(row: number, name: DerivedColumn): string {
    return this.#readFirst(row, OWN_KEYS[name]);
  }

  #readFirst(row: number, names: readonly string[]): string {
    for (const name of names) {
      const text = this.read(row, name);
      if (text !== '') return text;
    }
    return '';
  }

  /** Reads what a town is looked up and remembered by. */
  readCells(row: number): TownCells {
    const key = this.#keyColumn === undefined ? '' : this.#table.getCell(row, this.#keyColumn).trim();
    const own = (['geo_county', 'geo_zip', 'geo_lat', 'geo_lng'] as const).map((name) =>
      this.readOwn(row, name),
    );
    return {
      key: key || this.read(row, 'geo_url'),
      cells: [this.read(row, 'geo_city'), this.readState(row), ...own],
    };
  }

  find(row: number, places: Places): FoundPlace {
    const [city, state, county, zip, ownLat, ownLng] = this.readCells(row).cells;
    const lat = Number(toDecimalPoint(ownLat || 'none'));
    const lng = Number(toDecimalPoint(ownLng || 'none'));
    const isPoint = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
    return places.find({ city, state, county, zip, ...(isPoint && { lat, lng }) });
  }
}

/** The first candidates that are shown, the largest first. */
export function listLikely(candidates: readonly Place[]): Place[] {
  return candidates
    .toSorted(({ population: a = 0 }, { population: b = 0 }) => b - a)
    .slice(0, MAX_CANDIDATES);
}

/** `Travis County`, with its state `Travis County, TX` */
export const nameArea = ({ county, state }: Place, hasState: boolean): string =>
  [county, hasState ? state : ''].filter((each) => each !== '').join(', ');

/** `Travis County (78701, population 931,830)` */
function describePlace(place: Place, hasState: boolean): string {
  const { zips, population } = place;
  const area = nameArea(place, hasState);
  const figures = [
    ...zips.slice(0, 1),
    ...(population === undefined ? [] : [`population ${population.toLocaleString('en-US')}`]),
  ].join(', ');
  return area === '' || figures === '' ? area || figures : `${area} (${figures})`;
}

function explainAmbiguous({ candidates }: Extract<FoundPlace, { kind: 'ambiguous' }>): {
  town: MissingTown;
  listed: string;
} {
  const [first] = candidates;
  const isOneState = candidates.every(({ state }) => state === first?.state);
  const name = isOneState ? `${first?.name}, ${first?.state}` : first?.name;
  const listed = listLikely(candidates).map((each) => describePlace(each, !isOneState));
  const more = candidates.length > MAX_CANDIDATES ? ', …' : '';
  const town = { reason: `${candidates.length} places are called ${name}`, isAmbiguous: true };
  return { town, listed: `${listed.join(', ')}${more}` };
}

/** Notices about the towns of a sheet, one for each town. */
class TownProblems {
  readonly #reader: TownReader;
  readonly #table: Table;
  readonly #places: Places;
  readonly #ambiguous: Problem[] = [];
  readonly #unknown = new Map<string, { problem: Problem; town: MissingTown; more: number[] }>();
  /** Rows of further unknown towns. */
  readonly #others: RowPlace[] = [];
  /** A combination has the row of a town once for each row of the other list. */
  readonly #reported = new Set<number>();

  constructor(table: Table, reader: TownReader, places: Places) {
    this.#table = table;
    this.#reader = reader;
    this.#places = places;
  }

  /** Notes a row without a certain town. @returns why it has none of the values; undefined if it names no town */
  add(
    row: number,
    found: Exclude<FoundPlace, { kind: 'one' }>,
    lacking: readonly DerivedColumn[],
  ): MissingTown | undefined {
    const place = this.#reader.findPlace(row);
    const isNew = !this.#reported.has(place.row);
    this.#reported.add(place.row);
    if (found.kind === 'none') return this.#addUnknown(row, { place, isNew, lacking });
    const { town, listed } = explainAmbiguous(found);
    const text = `${town.reason}: ${listed}. ${adviseTown(town, '')}`;
    if (isNew) this.#ambiguous.push({ code: 'place-ambiguous', severity: 'notice', ...place, text });
    return town;
  }

  #addUnknown(
    row: number,
    { place, isNew, lacking }: { place: RowPlace; isNew: boolean; lacking: readonly DerivedColumn[] },
  ): MissingTown | undefined {
    const [city = '', state = '', , zip = ''] = this.#reader.readCells(row).cells;
    const name = [city || zip, city === '' ? '' : state].filter((each) => each !== '').join(', ');
    if (name === '') return undefined;
    const known = this.#unknown.get(name);
    if (known) {
      if (isNew) known.more.push(place.row);
      return known.town;
    }
    const isNoState = state !== '' && this.#places.inState(state).length === 0;
    const why = isNoState ? `: it has no state called "${cutText(state, 40)}"` : '';
    const town = { reason: `"${cutText(name, 80)}" isn’t in the places data${why}`, isAmbiguous: false };
    if (this.#unknown.size >= MAX_UNKNOWN) {
      if (isNew) this.#others.push(place);
      return town;
    }
    const text = `${town.reason}. ${adviseTown(town, this.#advise(lacking))}`;
    const problem: Problem = { code: 'place-unknown', severity: 'notice', ...place, text };
    this.#unknown.set(name, { problem, town, more: [] });
    return town;
  }

  /** `Add columns geo_county and geo_zip`, or `Fill in lat and lng` if the sheet has them. */
  #advise(lacking: readonly DerivedColumn[]): string {
    const own = new Map(
      lacking.flatMap((name) => {
        const keys = [toColumnKey(name), ...OWN_KEYS[name]];
        const column = this.#table.columns.find(({ key, letter }) => letter !== '' && keys.includes(key));
        return column ? [[name, column.name] as const] : [];
      }),
    );
    const added = lacking.filter((name) => !own.has(name));
    const parts = [
      ...(added.length === 0
        ? []
        : [`Add ${added.length === 1 ? 'a column' : 'columns'} ${joinNames(added)}`]),
      ...(own.size === 0 ? [] : [`Fill in ${joinNames([...own.values()])}`]),
    ];
    return parts.map((part, index) => (index === 0 ? part : part.replace('Fill', 'fill'))).join(', ');
  }

  finish(): Problem[] {
    const unknown = [...this.#unknown.values()].map(({ problem, more }): Problem => {
      if (more.length === 0) return problem;
      const rows = `${more.length} more ${more.length === 1 ? 'row' : 'rows'}: ${this.#listRows(more)}`;
      return { ...problem, text: `${problem.text} The same in ${rows}`, moreRows: more.length };
    });
    const [first] = this.#others;
    const all = [...this.#ambiguous, ...unknown];
    if (!first) return all;
    const rows = this.#listRows(this.#others.map(({ row }) => row));
    const text = `The towns of ${this.#others.length} more ${this.#others.length === 1 ? 'row' : 'rows'} aren’t in the places data: ${rows}`;
    return [...all, { code: 'place-unknown', severity: 'notice', ...first, text }];
  }

  #listRows(rows: readonly number[]): string {
    return `${rows.slice(0, MAX_NAMED_ROWS).join(', ')}${rows.length > MAX_NAMED_ROWS ? ', …' : ''}`;
  }
}

/** Checks if a column gets its empty cells from the gazetteer. */
export function isDerivedColumn(table: Table, column: number): boolean {
  return DERIVED_KEYS.has(table.columns[column]?.key ?? '');
}

function listDerived(place: Place): string[] {
  const cells = toRowValues(place);
  return DERIVED_COLUMNS.map((name) => cells[name]);
}

interface PlaceOptions {
  /** Seed and footer link template. */
  texts: readonly string[];
  choices: ColumnChoices;
  places: () => Places;
  /** Towns of earlier runs, which keep their values. */
  known?: readonly KnownTown[] | undefined;
}

/** Checks if the sheet has a column of that name without empty cells. */
function isFilled(table: Table, name: DerivedColumn): boolean {
  const column = table.columns.findIndex(({ key }) => key === toColumnKey(name));
  if (column < 0) return false;
  for (let row = 0; row < table.rowCount; row += 1) if (table.isBlank(row, column)) return false;
  return true;
}

/** Adds the columns of the gazetteer that the texts name, and fills the empty cells of those that the sheet has. */
export function addPlaceColumns(
  table: Table,
  { texts, choices, places, known }: PlaceOptions,
): { table: Table; towns?: KnownTowns; problems: Problem[] } {
  const names = listNamed(texts).filter((name) => !choices[toColumnKey(name)] && !isFilled(table, name));
  if (names.length === 0 || table.columns.length === 0) return { table, problems: [] };
  const reader = new TownReader(table, choices);
  const gazetteer = places();
  const towns = new KnownTowns(gazetteer.version, (row) => reader.readCells(row), known);
  const problems = new TownProblems(table, reader, gazetteer);
  /** Rows of one town share their values. */
  const derived = new Map<Place, readonly string[]>();
  const columns = names.map((name) => ({
    name,
    texts: [] as string[],
    index: DERIVED_COLUMNS.indexOf(name),
  }));
  for (let row = 0; row < table.rowCount; row += 1) {
    let values = towns.find(row);
    if (!values) {
      const found = reader.find(row, gazetteer);
      if (found.kind !== 'one') {
        const lacking = names.filter((name) => reader.readOwn(row, name) === '');
        const town = lacking.length === 0 ? undefined : problems.add(row, found, lacking);
        if (town) towns.addMissing(row, town);
      }
      if (found.kind === 'one') {
        values = derived.get(found.place) ?? listDerived(found.place);
        derived.set(found.place, values);
        towns.add(row, values);
      }
    }
    for (const { name, texts: cells, index } of columns)
      cells.push(reader.readOwn(row, name) || (values?.[index] ?? ''));
  }
  const located = table.rowCount > 0 ? table.withTexts(columns).withColumns(columns) : table;
  return { table: located, towns, problems: problems.finish() };
}
