/**
 * Rows become towns: each with its coordinates, its names and a folder of its own. A row without a place on earth is
 * skipped, with the reason.
 */
import type { Problem } from '../problem.ts';
import { describeCellError } from '../table/cell-error.ts';
import type { Table, TableReading } from '../table/table.ts';
import { Columns } from '../template/columns.ts';
import { type Axis, COORDINATE_KEYS, readCoordinate } from './coordinates.ts';
import { findFileName, uniqueName } from './file-name.ts';
import { compileText, fillRow, type RowText, type TextTemplate } from './text-template.ts';

export interface CopyTemplates {
  /** Of the file name, without ending; without one, or where it is empty, image, city and state. */
  fileName?: string;
  /** The default is city and state. */
  caption?: string;
}

export interface Town {
  /** Row of the sheet. */
  row: number;
  /** Folder of its copies: a slug, no two alike. */
  folder: string;
  /** As people read it: `Houston, Texas`. */
  label: string;
  latitude: number;
  longitude: number;
  city: string;
  state: string;
  country: string;
  countryCode: string;
  /** Templates of file name and caption filled for its row, where there are any. */
  fileName?: RowText;
  caption?: RowText;
}

export interface Towns {
  towns: Town[];
  skipped: number;
}

export interface TownsReading {
  /** Exactly where no fault is among the problems. */
  towns?: Towns;
  problems: Problem[];
}

interface PlaceColumns {
  latitude: number;
  longitude: number;
  city: number;
  state: number | undefined;
  country: number | undefined;
  countryCode: number | undefined;
}

const MISSING: Readonly<Record<Axis | 'city', string>> = {
  latitude: 'No column holds latitudes. Name one lat or latitude.',
  longitude: 'No column holds longitudes. Name one lng or longitude.',
  city: 'No column holds towns. Name one city, town or geo_city.',
};
const CODE = /^[A-Z]{2,3}$/;

function findColumns(table: Table, columns: Columns): { found?: PlaceColumns; problems: Problem[] } {
  const indexOf = (names: readonly string[]) =>
    names.map((name) => columns.indexOf(name)).find((index) => index !== undefined);
  const source = (name: string) => {
    const resolved = columns.resolve(name)?.source;
    return resolved?.kind === 'column' ? resolved.column : undefined;
  };
  const latitude = indexOf(COORDINATE_KEYS.latitude);
  const longitude = indexOf(COORDINATE_KEYS.longitude);
  const city = source('geo_city');
  const missing = Object.entries({ latitude, longitude, city }).filter(([, index]) => index === undefined);
  const problems = missing.map(
    ([name]): Problem => ({
      code: name === 'city' ? 'no-town-column' : 'no-coordinate-column',
      severity: 'fault',
      file: table.file,
      text: MISSING[name as keyof typeof MISSING],
    }),
  );
  if (latitude === undefined || longitude === undefined || city === undefined) return { problems };
  const country = indexOf(['geocountry', 'country', 'countryname']);
  const countryCode = indexOf(['geocountrycode', 'countrycode']);
  return { found: { latitude, longitude, city, state: source('geo_state'), country, countryCode }, problems };
}

/** Texts as XML and a terminal can hold them: control characters are blanks. */
export function cleanText(text: string): string {
  return text.replaceAll(/[\p{Cc}\ufffe\uffff]+/gu, ' ').trim();
}

/**
 * Reads the towns of a sheet.
 * @returns towns in the order of the rows, and all that is wrong with the others
 */
export function readTowns(table: Table, templates: CopyTemplates = {}): TownsReading {
  const columns = new Columns(table.columns);
  const { found, problems } = findColumns(table, columns);
  const compiled = (['fileName', 'caption'] as const).map((name) => {
    const text = templates[name];
    if (text === undefined || text === '') return undefined;
    const { template, problems: faults } = compileText(
      text,
      columns,
      name === 'caption' ? name : 'file name',
    );
    problems.push(...faults);
    return template;
  });
  if (!found || problems.length > 0) return { problems };
  const [fileName, caption] = compiled;
  const used = new Set(
    [...Object.values(found), ...(fileName?.columns ?? []), ...(caption?.columns ?? [])].filter(
      (index) => index !== undefined,
    ),
  );
  const reader = new TownReader(table, { columns: found, used, templates: { fileName, caption } });
  const towns = reader.readAll();
  if (towns.length === 0 && table.rowCount > 0)
    reader.problems.push({
      code: 'no-row-left',
      severity: 'fault',
      file: table.file,
      text: 'No row is left to tag images with. Fix the rows below.',
    });
  const all = [...problems, ...reader.problems];
  if (towns.length === 0) return { problems: all };
  return { towns: { towns, skipped: table.rowCount - towns.length }, problems: all };
}

/** The reading of a sheet with what keeps its rows from being towns, to be shown as its own problems are. */
export function addTownProblems<Reading extends TableReading>(
  reading: Reading,
  templates?: CopyTemplates,
): Reading {
  if (!reading.table) return reading;
  const { problems } = readTowns(reading.table, templates);
  return { ...reading, problems: [...reading.problems, ...problems] };
}

interface TownReading {
  columns: PlaceColumns;
  /** Columns in which an error skips the row. */
  used: ReadonlySet<number>;
  templates: { fileName: TextTemplate | undefined; caption: TextTemplate | undefined };
}

class TownReader {
  readonly problems: Problem[] = [];
  readonly #table: Table;
  readonly #columns: PlaceColumns;
  readonly #used: ReadonlySet<number>;
  readonly #templates: TownReading['templates'];
  readonly #folders = new Set<string>();
  readonly #rowOfPlace = new Map<string, number>();

  constructor(table: Table, { columns, used, templates }: TownReading) {
    this.#table = table;
    this.#columns = columns;
    this.#used = used;
    this.#templates = templates;
  }

  readAll(): Town[] {
    const towns: Town[] = [];
    for (let row = 0; row < this.#table.rowCount; row += 1) {
      const town = this.#read(row);
      if (town) towns.push(town);
    }
    return towns;
  }

  #cell(row: number, column: number | undefined): string {
    if (column === undefined) return '';
    return cleanText(this.#table.text(row * this.#table.columns.length + column));
  }

  #skip(row: number, problem: Pick<Problem, 'code' | 'text'> & { column?: number }): undefined {
    const { code, text, column } = problem;
    const name = column === undefined ? undefined : this.#table.columns[column]?.name;
    this.problems.push({
      code,
      severity: 'loss',
      text,
      file: this.#table.file,
      row: this.#table.rowNumber(row),
      ...(name === undefined ? {} : { field: name }),
    });
  }

  #read(row: number): Town | undefined {
    // The reading of the sheet has reported it.
    if (this.#table.rowProblems(row).length > 0) return undefined;
    const error = this.#table.cellErrors(row).find(({ column }) => this.#used.has(column));
    if (error)
      return this.#skip(row, {
        code: 'cell-error',
        text: `The cell has no value: ${describeCellError(error.error)}.`,
        column: error.column,
      });
    const city = this.#cell(row, this.#columns.city);
    if (city === '')
      return this.#skip(row, {
        code: 'city-empty',
        text: 'The row names no town.',
        column: this.#columns.city,
      });
    const latitude = this.#readCoordinate(row, 'latitude');
    const longitude = latitude === undefined ? undefined : this.#readCoordinate(row, 'longitude');
    if (latitude === undefined || longitude === undefined) return undefined;
    if (latitude === 0 && longitude === 0)
      return this.#skip(row, {
        code: 'coordinates-zero',
        text: 'Latitude and longitude are both 0, which is in the Atlantic. Write the coordinates of the town.',
        column: this.#columns.latitude,
      });
    return this.#createTown(row, { city, latitude, longitude });
  }

  #readCoordinate(row: number, axis: Axis): number | undefined {
    const column = this.#columns[axis];
    const cell = this.#cell(row, column);
    const value = readCoordinate(cell, axis);
    if (value !== undefined) return value;
    const example = axis === 'latitude' ? '29.7604' : '-95.3698';
    const text =
      cell === ''
        ? `The row has no ${axis}. Write it as in ${example}.`
        : `The cell holds no ${axis}. Write degrees as in ${example}.`;
    return this.#skip(row, { code: cell === '' ? 'coordinate-empty' : 'coordinate-invalid', text, column });
  }

  #createTown(row: number, { city, latitude, longitude }: Pick<Town, 'city' | 'latitude' | 'longitude'>) {
    const state = this.#cell(row, this.#columns.state);
    const place = JSON.stringify([city.toLowerCase(), state.toLowerCase(), latitude, longitude]);
    const first = this.#rowOfPlace.get(place);
    if (first !== undefined)
      return this.#skip(row, {
        code: 'town-doubled',
        text: `Row ${first} has the same town at the same place.`,
        column: this.#columns.city,
      });
    this.#rowOfPlace.set(place, this.#table.rowNumber(row));
    const country = this.#cell(row, this.#columns.country);
    const code = (this.#cell(row, this.#columns.countryCode) || country).toUpperCase();
    const isCode = CODE.test(code) && (this.#columns.countryCode !== undefined || code === country);
    const { fileName, caption } = this.#templates;
    const filled = { table: this.#table, row };
    const town: Town = {
      row: this.#table.rowNumber(row),
      folder: uniqueName(
        findFileName(`${city} ${state}`, `row-${this.#table.rowNumber(row)}`),
        this.#folders,
      ),
      label: state === '' ? city : `${city}, ${state}`,
      latitude,
      longitude,
      city,
      state,
      country,
      countryCode: isCode ? code : '',
      ...(fileName && { fileName: fillRow(fileName, filled) }),
      ...(caption && { caption: fillRow(caption, filled) }),
    };
    return town;
  }
}
