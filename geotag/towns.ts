/**
 * Reads the towns of a sheet: coordinates, names and a unique folder for each row. Rows without valid coordinates are
 * skipped and reported.
 */
import type { Problem } from '#engine/problem.ts';
import { describeCellError } from '#engine/sheet/cell-error.ts';
import type { Table, TableReading } from '#engine/sheet/table.ts';
import { Columns } from '#engine/language/columns.ts';
import {
  type CoordinateColumns,
  type CoordinateFault,
  findCoordinateColumns,
  type FoundColumns,
  readCoordinates,
} from './coordinate-columns.ts';
import { type Axis, type Coordinates, readAltitude } from './coordinates.ts';
import { createFileName, uniqueName } from './file-name.ts';
import { cutText } from '#engine/text/cut-text.ts';
import { compileText, fillRow, type RowText, type TextTemplate } from './text-template.ts';
import { isSwapped, lacksMinus } from './western-hemisphere.ts';

export interface CopyTemplates {
  /** Template of the file name without extension; by default image, city and state. */
  fileName?: string;
  /** Template of the caption; by default city and state. */
  caption?: string;
}

export interface Town extends Coordinates {
  /** Row of the sheet. */
  row: number;
  /** Folder of its copies: a unique slug. */
  folder: string;
  /** Name for display: `Houston, Texas`. */
  label: string;
  /** Meters above sea level, if the sheet has them. */
  altitude?: number;
  city: string;
  state: string;
  country: string;
  countryCode: string;
  /** Templates of file name and caption, filled for its row. */
  fileName?: RowText;
  caption?: RowText;
}

export interface Towns {
  towns: Town[];
  skipped: number;
}

export interface TownsReading {
  /** Set if no problem is a fault. */
  towns?: Towns;
  problems: Problem[];
}

interface PlaceColumns {
  coordinates: CoordinateColumns;
  altitude: FoundColumns['altitude'];
  city: number;
  state: number | undefined;
  country: number | undefined;
  countryCode: number | undefined;
}

const BOTH = 'one column named coordinates with both, such as "29.7604, -95.3698"';
const NO_CITY = 'No column holds towns. Name one city, town or geo_city.';
const CODE = /^[A-Z]{2,3}$/;

/** Names the missing column, and the other one if it was found. */
function explainMissing(table: Table, { latitude, longitude }: FoundColumns): string {
  const name = (column: number) => table.columns[column]?.name ?? '';
  if (latitude !== undefined)
    return `No column holds longitudes for the latitudes in "${name(latitude)}". Name one lng or longitude, or use ${BOTH}.`;
  if (longitude !== undefined)
    return `No column holds latitudes for the longitudes in "${name(longitude)}". Name one lat or latitude, or use ${BOTH}.`;
  return `No column holds coordinates. Name two columns lat and lng, or use ${BOTH}.`;
}

function findColumns(table: Table, columns: Columns): { found?: PlaceColumns; problems: Problem[] } {
  const indexOf = (names: readonly string[]) =>
    names.map((name) => columns.indexOf(name)).find((index) => index !== undefined);
  const source = (name: string) => {
    const resolved = columns.resolve(name)?.source;
    return resolved?.kind === 'column' ? resolved.column : undefined;
  };
  const places = findCoordinateColumns(table);
  const { coordinates, altitude } = places;
  const pair = coordinates?.kind === 'pair' ? coordinates.column : undefined;
  const resolved = source('geo_city');
  // A column named location is a town unless it has coordinates.
  const city = resolved === pair ? indexOf(['city', 'town']) : resolved;
  const problems: Problem[] = [];
  const addFault = (code: string, text: string) =>
    problems.push({ code, severity: 'fault', file: table.file, text });
  if (!coordinates) addFault('no-coordinate-column', explainMissing(table, places));
  if (city === undefined) addFault('no-town-column', NO_CITY);
  if (!coordinates || city === undefined) return { problems };
  const country = indexOf(['geocountry', 'country', 'countryname']);
  const countryCode = indexOf(['geocountrycode', 'countrycode']);
  return {
    found: { coordinates, altitude, city, state: source('geo_state'), country, countryCode },
    problems,
  };
}

/** Replaces control characters, which XML and terminals don't allow, with spaces. */
export function cleanText(text: string): string {
  return text.replaceAll(/[\p{Cc}\ufffe\uffff]+/gu, ' ').trim();
}

/**
 * Reads the towns of a sheet.
 * @returns towns in the order of the rows, and the problems of the other rows
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
    [...listColumns(found), ...(fileName?.columns ?? []), ...(caption?.columns ?? [])].filter(
      (index) => index !== undefined,
    ),
  );
  const reader = new TownReader(table, { columns: found, used, templates: { fileName, caption } });
  const towns = reader.readAll();
  if (towns.length === 0 && table.rowCount > 0)
    reader.problems.push({
      code: 'no-ready-rows',
      severity: 'fault',
      file: table.file,
      text: 'No row is left to tag images with. Fix the rows below.',
    });
  const all = [...problems, ...reader.problems];
  if (towns.length === 0) return { problems: all };
  return { towns: { towns, skipped: table.rowCount - towns.length }, problems: all };
}

/** Adds the problems of towns to those of the sheet. */
export function addTownProblems<Reading extends TableReading>(
  reading: Reading,
  templates?: CopyTemplates,
): Reading {
  if (!reading.table) return reading;
  const { problems } = readTowns(reading.table, templates);
  return { ...reading, problems: [...reading.problems, ...problems] };
}

/** Lists the columns whose errors skip the row; an invalid altitude is only omitted. */
function listColumns({ coordinates, city, state, country, countryCode }: PlaceColumns) {
  const both =
    coordinates.kind === 'pair'
      ? [coordinates.column]
      : [coordinates.latitude.column, coordinates.longitude.column];
  return [...both, city, state, country, countryCode];
}

const MAX_NAMED_ROWS = 10;
const MAX_SHOWN_CHARACTERS = 40;
const SWAPPED =
  'Latitude and longitude seem to be swapped. Write the latitude first, or in its own column, as in 29.7604 and -95.3698.';
const EXAMPLES: Readonly<Record<Axis | 'both', string>> = {
  latitude: '29.7604',
  longitude: '-95.3698',
  both: '29.7604, -95.3698',
};
const FORMS: Readonly<Record<Axis | 'both', string>> = {
  latitude: '29.7604, 29.7604 N, N 29 45.624 or 29°45\'37.4"N',
  longitude: '-95.3698, 95.3698 W, W 95 22.188 or 95°22\'11.3"W',
  both: '29.7604, -95.3698 or 29°45\'37.4"N 95°22\'11.3"W',
};

function explainFault({ fault, axis, column, cell }: CoordinateFault, table: Table) {
  const forms = FORMS[axis ?? 'both'];
  const noun = axis ?? 'pair of coordinates';
  if (fault === 'empty')
    return {
      code: 'coordinate-empty',
      text: `The row has no ${noun}. Write it as in ${EXAMPLES[axis ?? 'both']}.`,
      column,
    };
  if (fault === 'swapped') return { code: 'coordinates-swapped', text: SWAPPED, column };
  const name = table.columns[column]?.name ?? '';
  if (fault === 'hemisphere') {
    const text = `The header "${name}" already gives the direction and other rows have no minus sign, so the minus sign of ${cell} is ambiguous. Write a letter instead, as in 95.3698 W.`;
    return { code: 'coordinate-invalid', text, column };
  }
  const shown = cutText(cell, MAX_SHOWN_CHARACTERS);
  const text = `"${shown}" in the column ${name} isn\u2019t a ${noun}. Write it as in ${forms}.`;
  return { code: 'coordinate-invalid', text, column };
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
  /** Rows of each notice. */
  readonly #positive: number[] = [];
  readonly #badAltitudes: number[] = [];

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
    this.#addNotices();
    return towns;
  }

  #cell(row: number, column: number | undefined): string {
    if (column === undefined) return '';
    return cleanText(this.#table.getCell(row, column));
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
    const { coordinates } = this.#columns;
    const read = readCoordinates(coordinates, (column) => this.#cell(row, column));
    if ('fault' in read) return this.#skip(row, explainFault(read, this.#table));
    const { latitude, longitude } = read;
    const column = coordinates.kind === 'pair' ? coordinates.column : coordinates.latitude.column;
    if (latitude === 0 && longitude === 0)
      return this.#skip(row, {
        code: 'coordinates-zero',
        text: 'Latitude and longitude are both 0, which is in the Atlantic. Write the coordinates of the town.',
        column,
      });
    if (isSwapped({ ...read, ...this.#readRegion(row) }))
      return this.#skip(row, { code: 'coordinates-swapped', text: SWAPPED, column });
    return this.#createTown(row, { city, ...read });
  }

  #readRegion(row: number): { state: string; country: string } {
    const { state, country, countryCode } = this.#columns;
    return {
      state: this.#cell(row, state),
      country: this.#cell(row, country) || this.#cell(row, countryCode),
    };
  }

  /** Reads meters; counts cells that aren't altitudes, whose copies have none. */
  #readAltitude(row: number): number | undefined {
    const { altitude } = this.#columns;
    const cell = this.#cell(row, altitude?.column);
    if (altitude === undefined || cell === '') return undefined;
    const hasError = this.#table.cellErrors(row).some(({ column }) => column === altitude.column);
    const meters = hasError ? undefined : readAltitude(cell, altitude.isFeet);
    if (meters === undefined) this.#badAltitudes.push(this.#table.rowNumber(row));
    return meters;
  }

  /** Adds one notice of each kind for all its rows. */
  #addNotices(): void {
    const { coordinates, altitude } = this.#columns;
    const column = coordinates.kind === 'pair' ? coordinates.column : coordinates.longitude.column;
    this.#notify('longitude-positive', {
      rows: this.#positive,
      column,
      text: 'the longitude is east of Greenwich, but the place is west of it. Add a minus sign, as in -95.3698, or name the column Longitude (W).',
    });
    this.#notify('altitude-invalid', {
      rows: this.#badAltitudes,
      column: altitude?.column,
      text: 'the altitude isn\u2019t possible on Earth, so the copies have none. Write meters or feet, as in 12.5, 12.5 m or 41 ft.',
    });
  }

  #notify(code: string, notice: { rows: readonly number[]; column: number | undefined; text: string }): void {
    const { rows, column = -1, text } = notice;
    const [first] = rows;
    if (first === undefined) return;
    const named = rows.slice(0, MAX_NAMED_ROWS).join(', ');
    const more =
      rows.length > MAX_NAMED_ROWS
        ? ` and ${(rows.length - MAX_NAMED_ROWS).toLocaleString('en-US')} more`
        : '';
    const name = this.#table.columns[column]?.name;
    this.problems.push({
      code,
      severity: 'notice',
      file: this.#table.file,
      row: first,
      ...(name === undefined ? {} : { field: name }),
      ...(rows.length > 1 && { moreRows: rows.length - 1 }),
      text: `In ${rows.length === 1 ? 'row' : 'rows'} ${named}${more}, ${text}`,
    });
  }

  #createTown(row: number, { city, latitude, longitude }: Coordinates & Pick<Town, 'city'>) {
    const state = this.#cell(row, this.#columns.state);
    const place = JSON.stringify([city.toLowerCase(), state.toLowerCase(), latitude, longitude]);
    const first = this.#rowOfPlace.get(place);
    if (first !== undefined)
      return this.#skip(row, {
        code: 'duplicate-town',
        text: `Row ${first} has the same town at the same place.`,
        column: this.#columns.city,
      });
    this.#rowOfPlace.set(place, this.#table.rowNumber(row));
    if (lacksMinus({ latitude, longitude, ...this.#readRegion(row) }))
      this.#positive.push(this.#table.rowNumber(row));
    const altitude = this.#readAltitude(row);
    const country = this.#cell(row, this.#columns.country);
    const code = (this.#cell(row, this.#columns.countryCode) || country).toUpperCase();
    const isCode = CODE.test(code) && (this.#columns.countryCode !== undefined || code === country);
    const { fileName, caption } = this.#templates;
    const filled = { table: this.#table, row };
    const town: Town = {
      row: this.#table.rowNumber(row),
      folder: uniqueName(
        createFileName(`${city} ${state}`, `row-${this.#table.rowNumber(row)}`),
        this.#folders,
      ),
      label: state === '' ? city : `${city}, ${state}`,
      latitude,
      longitude,
      ...(altitude === undefined ? {} : { altitude }),
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
