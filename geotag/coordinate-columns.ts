/** Finds the columns of a sheet that hold coordinates, by their names or their values, and reads them row by row. */
import { COORDINATE_KEYS } from '#engine/language/coordinate-columns.ts';
import type { Table } from '#engine/sheet/table.ts';
import {
  type Axis,
  type Coordinates,
  type Hemisphere,
  isPrecisePair,
  readCoordinate,
  readCoordinatePair,
} from './coordinates.ts';

const ALTITUDE_KEYS = ['altitude', 'elevation', 'geoaltitude', 'gpsaltitude', 'geoelevation', 'alt', 'elev'];
const PAIR = /^(?:geo|gps|map)?(?:coordinates?|coords?)$/;
/** Names with other meanings: their values decide. */
const LIKELY_PAIR = /^(?:geo|gps|geo?location|location|position|point|geopoint|map|pin)$/;
const LATITUDE_FIRST =
  /^(?:geo|gps)?lat(?:itude)?s?(?:and)?(?:lng|lon|long|longitude)s?(?:coordinates?|coords?)?$/;
const LONGITUDE_FIRST =
  /^(?:geo|gps)?(?:lng|lon|long|longitude)s?(?:and)?lat(?:itude)?s?(?:coordinates?|coords?)?$/;
/** Words of a header that describe the notation of its values. */
const FORM = new Set(['deg', 'degree', 'degrees', 'decimal', 'dd', 'dms', 'ddm', 'wgs84', 'wgs']);
const HEMISPHERES: ReadonlyMap<string, Hemisphere> = new Map([
  ['n', 'N'],
  ['north', 'N'],
  ['s', 'S'],
  ['south', 'S'],
  ['e', 'E'],
  ['east', 'E'],
  ['w', 'W'],
  ['west', 'W'],
]);
const FEET = new Set(['ft', 'feet', 'foot']);
const METERS = new Set(['m', 'meter', 'meters', 'metre', 'metres']);
/** Rows whose values are checked to recognize an unnamed column. */
const SAMPLE_SIZE = 20;

interface Header {
  column: number;
  key: string;
  hemisphere?: Hemisphere;
  isFeet: boolean;
}

interface AxisColumn {
  column: number;
  hemisphere?: Hemisphere | undefined;
  /** Some cells have a minus and others don't, under a header that says south or west. */
  isMixed: boolean;
}

export type CoordinateColumns =
  | { kind: 'pair'; column: number; isLongitudeFirst: boolean }
  | ({ kind: 'two' } & Readonly<Record<Axis, AxisColumn>>);

export interface FoundColumns {
  coordinates?: CoordinateColumns;
  /** Columns of one axis, even if the other is missing. */
  latitude?: number | undefined;
  longitude?: number | undefined;
  altitude?: { column: number; isFeet: boolean };
}

/** `Longitude (°W)` is a longitude whose values are west. */
function readHeader(name: string, column: number): Header {
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const last = words.findLastIndex(
    (word) => !FORM.has(word) && !HEMISPHERES.has(word) && !FEET.has(word) && !METERS.has(word),
  );
  const qualifiers = words.splice(last + 1);
  const letters = new Set(qualifiers.flatMap((word) => HEMISPHERES.get(word) ?? []));
  const [hemisphere] = letters.size === 1 ? letters : [];
  const isFeet = qualifiers.some((word) => FEET.has(word));
  return { column, key: words.join(''), isFeet, ...(hemisphere && { hemisphere }) };
}

/** Finds the columns; two named ones take precedence over one with both. */
export function findCoordinateColumns(table: Table): FoundColumns {
  const headers = table.columns.map(({ name }, column) => readHeader(name, column));
  // A name without a qualifier comes first.
  const ordered = headers.toSorted(
    (one, other) => Number(one.hemisphere !== undefined) - Number(other.hemisphere !== undefined),
  );
  const find = (keys: readonly string[]) =>
    keys.map((key) => ordered.find((header) => header.key === key)).find((header) => header !== undefined);
  const [latitude, longitude] = [find(COORDINATE_KEYS.latitude), find(COORDINATE_KEYS.longitude)];
  const altitude = find(ALTITUDE_KEYS);
  const found: FoundColumns = {
    latitude: latitude?.column,
    longitude: longitude?.column,
    ...(altitude && { altitude: { column: altitude.column, isFeet: altitude.isFeet } }),
  };
  if (latitude && longitude) {
    const axis = (header: Header) => ({ ...header, isMixed: isMixed(table, header) });
    return {
      ...found,
      coordinates: { kind: 'two', latitude: axis(latitude), longitude: axis(longitude) },
    };
  }
  const pair = findPairColumn(table, headers);
  return pair ? { ...found, coordinates: { kind: 'pair', ...pair } } : found;
}

function findPairColumn(table: Table, headers: readonly Header[]) {
  const reversed = headers.find(({ key }) => LONGITUDE_FIRST.test(key));
  const named = headers.find(({ key }) => PAIR.test(key) || LATITUDE_FIRST.test(key)) ?? reversed;
  if (named) return { column: named.column, isLongitudeFirst: named === reversed };
  const likely = headers.find(
    ({ key, column }) =>
      LIKELY_PAIR.test(key) && hasPairs(table, column, (cell) => !!readCoordinatePair(cell)),
  );
  if (likely) return { column: likely.column, isLongitudeFirst: false };
  const byValues = headers.filter(({ column }) => hasPairs(table, column, isPrecisePair));
  const [only] = byValues;
  return only && byValues.length === 1 ? { column: only.column, isLongitudeFirst: false } : undefined;
}

function readCell(table: Table, row: number, column: number): string {
  return table.getCell(row, column).trim();
}

/** Checks if most of the first cells that aren't empty have both coordinates. */
function hasPairs(table: Table, column: number, isPair: (cell: string) => boolean): boolean {
  const cells: string[] = [];
  for (let row = 0; row < table.rowCount && row < SAMPLE_SIZE; row += 1)
    cells.push(readCell(table, row, column));
  const written = cells.filter((cell) => cell !== '');
  return written.length > 0 && written.filter(isPair).length * 2 > written.length;
}

function isMixed(table: Table, { column, hemisphere }: Header): boolean {
  if (hemisphere !== 'S' && hemisphere !== 'W') return false;
  const signs = new Set<boolean>();
  for (let row = 0; row < table.rowCount && signs.size < 2; row += 1) {
    const cell = readCell(table, row, column);
    if (/\d/.test(cell)) signs.add(hasMinus(cell));
  }
  return signs.size > 1;
}

const hasMinus = (cell: string) => /^[-\u2212\u2013]/.test(cell.trim());

export interface CoordinateFault {
  fault: 'empty' | 'invalid' | 'swapped' | 'hemisphere';
  axis?: Axis;
  column: number;
  cell: string;
}

/** Reads the coordinates of a row; returns a fault if it doesn't have any. */
export function readCoordinates(
  columns: CoordinateColumns,
  getCell: (column: number) => string,
): Coordinates | CoordinateFault {
  if (columns.kind === 'pair') return readPair(columns, getCell(columns.column));
  const axes = (['latitude', 'longitude'] as const).map((axis) => {
    const { column, hemisphere, isMixed: isDoubtful } = columns[axis];
    const cell = getCell(column);
    const value = readCoordinate(cell, axis, hemisphere);
    return { axis, column, cell, value, isDoubtful: isDoubtful && hasMinus(cell) };
  });
  const [latitude, longitude] = axes;
  if (latitude?.value !== undefined && longitude?.value !== undefined) {
    const doubtful = axes.find(({ isDoubtful }) => isDoubtful);
    if (doubtful) return { ...doubtful, fault: 'hemisphere' };
    return { latitude: latitude.value, longitude: longitude.value };
  }
  const failed = latitude?.value === undefined ? latitude : longitude;
  const { axis = 'latitude', column = 0, cell = '' } = failed ?? {};
  const isSwapped =
    readCoordinate(latitude?.cell ?? '', 'longitude') !== undefined &&
    readCoordinate(longitude?.cell ?? '', 'latitude') !== undefined;
  return { fault: cell === '' ? 'empty' : isSwapped ? 'swapped' : 'invalid', axis, column, cell };
}

function readPair(
  { column, isLongitudeFirst }: { column: number; isLongitudeFirst: boolean },
  cell: string,
): Coordinates | CoordinateFault {
  const read = readCoordinatePair(cell, isLongitudeFirst);
  if (read) return read;
  if (cell === '') return { fault: 'empty', column, cell };
  return { fault: readCoordinatePair(cell, !isLongitudeFirst) ? 'swapped' : 'invalid', column, cell };
}
