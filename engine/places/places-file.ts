/**
 * The format of a file of places: lines of fields that are separated by tabs, numbers in base 36.
 *
 * | First field | Other fields | Meaning |
 * |---|---|---|
 * | `geoloom-places` | format, version, credits | first line |
 * | `~` | names of time zones | second line; a town has the index of its zone |
 * | `=` | country, code, name | a state |
 * | `+` | name | a county of that state |
 * | name, aliases separated by `|` | lat, lng, population, zone, ZIPs, near ZIPs | a town of that county |
 *
 * Latitudes and longitudes count hundred-thousandths of a degree from the South Pole and from -180. ZIPs are separated
 * by spaces: the first of the town as such, the others in ascending order as differences.
 */
import { areCoordinates } from './coordinates.ts';
import type { Place } from './place.ts';

const NAME = 'geoloom-places';
const FORMAT = '1';
const [ZONES, STATE, COUNTY] = ['~', '=', '+'];
const DEGREE = 100_000;
const ZIP_DIGITS = 5;

export interface PlacesFile {
  /** Date of the newest source: `2026-09-26`. */
  version: string;
  /** Sources and licenses. */
  credits: string;
  places: Place[];
}

const writeNumber = (value: number): string => value.toString(36);
const readNumber = (text: string | undefined): number => Number.parseInt(text ?? '', 36);

function writeZips(zips: readonly string[]): string {
  const [first, ...rest] = zips.map(Number);
  if (first === undefined) return '';
  const sorted = rest.toSorted((a, b) => a - b);
  return [first, ...sorted.map((zip, index) => zip - (sorted[index - 1] ?? 0))].map(writeNumber).join(' ');
}

function readZips(text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  let sum = 0;
  return text.split(' ').map((field, index) => {
    const value = readNumber(field);
    if (index > 0) sum += value;
    return String(index > 0 ? sum : value).padStart(ZIP_DIGITS, '0');
  });
}

/** Writes a file of places; it is smallest if the towns of a state and of a county follow each other. */
export function writePlacesFile({ version, credits, places }: PlacesFile): string {
  const zones = [...new Set(places.map(({ timezone }) => timezone))].toSorted();
  const lines = [
    [NAME, FORMAT, version, credits],
    [ZONES, ...zones],
  ];
  let [state, county] = ['', ''];
  for (const place of places) {
    const nextState = [STATE, place.country, place.state, place.stateName].join('\t');
    if (nextState !== state) lines.push([nextState]);
    if (nextState !== state || place.county !== county) lines.push([COUNTY ?? '', place.county]);
    [state, county] = [nextState, place.county];
    lines.push([
      [place.name, ...place.aliases].join('|'),
      writeNumber(Math.round((place.lat + 90) * DEGREE)),
      writeNumber(Math.round((place.lng + 180) * DEGREE)),
      place.population === undefined ? '' : writeNumber(place.population),
      writeNumber(zones.indexOf(place.timezone)),
      writeZips(place.zips),
      writeZips(place.nearZips),
    ]);
  }
  return `${lines.map((fields) => fields.join('\t').trimEnd()).join('\n')}\n`;
}

/** @returns `undefined` if the bytes aren't a complete file of places in this format */
export function readPlacesFile(bytes: Uint8Array): PlacesFile | undefined {
  const [head = '', zoneLine = '', ...lines] = new TextDecoder().decode(bytes).split('\n');
  const [name, format, version = '', credits = ''] = head.split('\t');
  // A truncated file lacks the last line end.
  if (name !== NAME || format !== FORMAT || lines.pop() !== '') return undefined;
  const zones = zoneLine.split('\t').slice(1);
  const places: Place[] = [];
  let region = { country: '', state: '', stateName: '' };
  let county = '';
  for (const line of lines) {
    const [first = '', ...fields] = line.split('\t');
    if (first === STATE) {
      const [country = '', state = '', stateName = ''] = fields;
      region = { country, state, stateName };
    } else if (first === COUNTY) county = fields[0] ?? '';
    else {
      const place = readPlace(first, fields, zones);
      if (!place) return undefined;
      places.push({ ...place, ...region, county });
    }
  }
  return { version, credits, places };
}

function readPlace(
  names: string,
  fields: readonly string[],
  zones: readonly string[],
): Omit<Place, 'country' | 'state' | 'stateName' | 'county'> | undefined {
  const [name = '', ...aliases] = names.split('|');
  const [lat, lng, population, zone, zips, nearZips] = fields;
  const coordinates = { lat: readNumber(lat) / DEGREE - 90, lng: readNumber(lng) / DEGREE - 180 };
  const timezone = zones[readNumber(zone)];
  if (name === '' || !areCoordinates(coordinates) || timezone === undefined) return undefined;
  return {
    name,
    aliases,
    lat: roundDegrees(coordinates.lat),
    lng: roundDegrees(coordinates.lng),
    population: population === '' ? undefined : readNumber(population),
    timezone,
    zips: readZips(zips),
    nearZips: readZips(nearZips),
  };
}

/** Removes the error of the subtraction. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * DEGREE) / DEGREE;
}
