/** Parses latitude, longitude and altitude in the formats of real sheets. */
import { toDecimalPoint } from '#engine/text/decimal-number.ts';

export type Axis = 'latitude' | 'longitude';
export type Hemisphere = 'N' | 'S' | 'E' | 'W';

/** Degrees, north and east positive. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

const BOUND: Readonly<Record<Axis, number>> = { latitude: 90, longitude: 180 };
const LETTERS: Readonly<Record<Axis, string>> = { latitude: 'NS', longitude: 'EW' };
/** Maximum length of a cell with coordinates. */
const MAX_LENGTH = 100;
/** Variants of the same sign in sheets. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\s+/g, ' '],
  [/[\u2212\u2013]/g, '-'],
  [/[º˚]/g, '°'],
  [/[’‘′´`]/g, "'"],
  [/''|[”“″]/g, '"'],
];
const LETTER = '(north|south|east|west|[NSEW])';
const WHOLE_OR_FRACTION = String.raw`(\d{1,3}(?:[.,]\d{1,20})?)(?![\d.,])`;
/** `-95.3698`, `95.3698 W`, `N 30 16.029`, `-79 58 55.9`, `29°45'37.4"N`; a comma may be the decimal mark. */
const WRITTEN = new RegExp(
  [
    `^${LETTER}?[ :]*([+-]?) ?${WHOLE_OR_FRACTION} ?(?:°|:|deg)?`,
    `(?: ?${WHOLE_OR_FRACTION} ?(?:'|:|min)?(?: ?${WHOLE_OR_FRACTION} ?(?:"|sec)?)?)?`,
    ` ?${LETTER}?$`,
  ].join(''),
  'i',
);

function unifySigns(cell: string): string {
  let text = cell.trim();
  for (const [pattern, sign] of SIGNS) text = text.replaceAll(pattern, sign);
  // 30-16-01.7N: next to a letter, hyphens can only be separators.
  return /^[NSEW]|[NSEW]$/i.test(text) ? text.replaceAll(/(?<=\d)-(?=\d)/g, ' ') : text;
}

/**
 * Reads degrees, north and east positive.
 * @param hemisphere of the header, for a cell without a letter and without a minus
 */
export function readCoordinate(cell: string, axis: Axis, hemisphere?: Hemisphere): number | undefined {
  if (cell.length > MAX_LENGTH) return undefined;
  const match = WRITTEN.exec(unifySigns(cell));
  if (!match) return undefined;
  const [, before = '', sign = '', ...rest] = match;
  const after = rest.pop() ?? '';
  const numbers = rest.filter((text) => text !== undefined);
  const letter = (before.charAt(0) + after.charAt(0)).toUpperCase();
  if (letter.length > 1 || (letter !== '' && !LETTERS[axis].includes(letter))) return undefined;
  // Only the last number has a fraction.
  if (numbers.slice(0, -1).some((text) => /[.,]/.test(text))) return undefined;
  const [degrees = 0, minutes = 0, seconds = 0] = numbers.map((text) => Number(toDecimalPoint(text)));
  const isNegative = sign === '-';
  if (minutes >= 60 || seconds >= 60 || (isNegative && letter !== '')) return undefined;
  const value = degrees + minutes / 60 + seconds / 3600;
  if (value > BOUND[axis]) return undefined;
  const isSouthOrWest = isNegative || 'SW'.includes((letter || hemisphere) ?? 'N');
  return value !== 0 && isSouthOrWest ? -value : value;
}

/** WKT has the longitude first: `POINT(-95.3698 29.7604)`. */
const POINT = /^(?:SRID=\d+; ?)?POINT ?\(([^()]*)\)$/i;
const WRAPPER = /^(?:geo:)?([([{])?([^()[\]{}]*)[)\]}]?$/i;
const SEPARATORS = /[,;|/ ]/;
const HALF_LETTER = new RegExp(`(?<![a-z])${LETTER}(?![a-z])`, 'i');

/**
 * Reads a cell with both coordinates: `29.7604, -95.3698`. A cell that could be one coordinate, such as `29,95` or
 * `29 45`, isn't a pair.
 */
export function readCoordinatePair(cell: string, isLongitudeFirst = false): Coordinates | undefined {
  if (cell.length > MAX_LENGTH) return undefined;
  const text = unifySigns(cell);
  if (isOneCoordinate(text)) return undefined;
  const point = POINT.exec(text)?.[1];
  const inner = (point ?? WRAPPER.exec(text)?.[2])?.trim();
  if (inner === undefined) return undefined;
  let found: Coordinates | undefined;
  for (let at = 1; at < inner.length; at += 1) {
    if (!SEPARATORS.test(inner.charAt(at))) continue;
    const halves = [inner.slice(0, at), inner.slice(at + 1)] as const;
    const read = readHalves(halves, isLongitudeFirst || point !== undefined);
    if (!read) continue;
    if (found && (found.latitude !== read.latitude || found.longitude !== read.longitude)) return undefined;
    found = read;
  }
  return found;
}

/** Parses both halves; letters decide which one is the latitude. */
function readHalves([first, second]: readonly [string, string], isLongitudeFirst: boolean) {
  const letter = HALF_LETTER.exec(first)?.[0];
  const isReversed = letter === undefined ? isLongitudeFirst : /^[EW]/i.test(letter);
  const [north, east] = isReversed ? [second, first] : [first, second];
  const latitude = readCoordinate(north, 'latitude');
  const longitude = readCoordinate(east, 'longitude');
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

function isOneCoordinate(text: string): boolean {
  return readCoordinate(text, 'longitude') !== undefined || readCoordinate(text, 'latitude') !== undefined;
}

/** Checks if the pair is precise enough to recognize its column by the values. */
export function isPrecisePair(cell: string): boolean {
  const halves = cell.match(/\d[.,]\d{3}|[°NSEW]/gi) ?? [];
  return halves.length >= 2 && readCoordinatePair(cell) !== undefined;
}

const METERS_PER_FOOT = 0.3048;
/** Below the Dead Sea, above Mount Everest. */
const [MIN_METERS, MAX_METERS] = [-500, 9000];
const ALTITUDE =
  /^([+-]?)(\d{1,3}(?:,\d{3})+(?=\.\d)|\d{1,5})(?:[.,](\d{1,10}))? ?(m|meters?|metres?|ft|feet|foot|'|)\.?$/i;

/**
 * Reads meters above the sea.
 * @param isFeet for a cell without a unit
 * @returns `undefined` if the cell isn't an altitude on Earth, or is ambiguous: `1,200` may be 1.2 or 1200
 */
export function readAltitude(cell: string, isFeet: boolean): number | undefined {
  const text = unifySigns(cell);
  const match = ALTITUDE.exec(text);
  if (!match || /^[+-]?\d{1,3},\d{3}(?!\d|\.)/.test(text)) return undefined;
  const [, sign, whole = '', fraction = '', unit = ''] = match;
  const value = Number(`${sign}${whole.replaceAll(',', '')}.${fraction || '0'}`);
  const meters = (unit === '' ? isFeet : !/^m/i.test(unit)) ? value * METERS_PER_FOOT : value;
  return meters >= MIN_METERS && meters <= MAX_METERS ? Math.round(meters * 1000) / 1000 : undefined;
}
