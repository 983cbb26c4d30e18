/** Latitude and longitude as people write them in sheets, and the columns that they write them into. */
import { columnKey } from '../table/column-name.ts';

const LATITUDE = [
  'lat',
  'latitude',
  'geo lat',
  'geo latitude',
  'gps lat',
  'gps latitude',
  'lat dd',
  'y coord',
];
const LONGITUDE = [
  'lng',
  'lon',
  'long',
  'longitude',
  'geo lng',
  'geo lon',
  'geo long',
  'geo longitude',
  'gps lng',
  'gps lon',
  'gps long',
  'gps longitude',
  'lng dd',
  'lon dd',
  'long dd',
  'x coord',
];

/** Names of columns, best first. */
export const COORDINATE_KEYS = {
  latitude: LATITUDE.map(columnKey),
  longitude: LONGITUDE.map(columnKey),
} as const;

export type Axis = keyof typeof COORDINATE_KEYS;

const BOUND: Readonly<Record<Axis, number>> = { latitude: 90, longitude: 180 };
const LETTERS: Readonly<Record<Axis, string>> = { latitude: 'NS', longitude: 'EW' };
/** `-95.3698`, `95.3698 W`, `29°45'37.4"N`; a comma may be the decimal mark. */
const WRITTEN =
  /^([NSEW])?\s*([+\-\u2212]?)(\d{1,3}(?:[.,]\d{1,20})?)\s*[°º]?(?:\s*(\d{1,2}(?:[.,]\d{1,20})?)\s*['’′])?(?:\s*(\d{1,2}(?:[.,]\d{1,20})?)\s*(?:["”″]|''))?\s*([NSEW])?$/i;

/** Degrees, north and east positive; nothing where the cell holds none of this axis. */
export function readCoordinate(cell: string, axis: Axis): number | undefined {
  const match = WRITTEN.exec(cell.trim());
  if (!match) return undefined;
  const [, before = '', sign = '', degrees = '', minutes = '0', seconds = '0', behind = ''] = match;
  const letter = (before + behind).toUpperCase();
  if (letter.length > 1 || (letter !== '' && !LETTERS[axis].includes(letter))) return undefined;
  const [whole = 0, sixtieth = 0, last = 0] = [degrees, minutes, seconds].map((text) =>
    Number(text.replace(',', '.')),
  );
  const isNegative = sign !== '' && sign !== '+';
  if (sixtieth >= 60 || last >= 60 || (isNegative && letter !== '')) return undefined;
  const value = whole + sixtieth / 60 + last / 3600;
  if (value > BOUND[axis]) return undefined;
  return value !== 0 && (isNegative || letter === 'S' || letter === 'W') ? -value : value;
}
