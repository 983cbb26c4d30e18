/** Parsers of flag values, with their error messages. */
import { InvalidArgumentError } from 'commander';
import type { ColumnChoices } from '#engine';
import type { QualityGate } from '#pump/quality-gate.ts';
import { PLATFORMS, type PlatformId } from '#contract/platforms.ts';
import { PART_BYTES } from '#engine/limits.ts';
import { parsePlace as readPlace, type PlaceText } from '#engine/places/select-towns.ts';

const GATE_ACTIONS = ['leave-out', 'draft', 'noindex'] as const;
const UNITS: Record<string, number> = { '': 1, b: 1, kb: 1000, mb: 1_000_000 };

/** Parses a platform id; suggests `geotag` for a Geocoder. */
export function parseType(text: string): PlatformId {
  const name = text.toLowerCase();
  const type = PLATFORMS.find(({ id }) => id === name)?.id;
  if (type !== undefined) return type;
  const known = PLATFORMS.map(({ id }) => id).join(', ');
  throw new InvalidArgumentError(
    name === 'geocoder'
      ? 'A Geocoder has images and no pages: use geoloom geotag.'
      : `The types are ${known}.`,
  );
}

/** `10MB`, `800kB`, `8000000`, or `none` for one file of any size. */
export function parseSplit(text: string): number | 'none' {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === 'none') return trimmed;
  const match = /^(\d+(?:\.\d+)?) ?([km]?b)?$/.exec(trimmed);
  const bytes = Math.floor(Number(match?.[1]) * (UNITS[match?.[2] ?? ''] ?? Number.NaN));
  if (!(bytes >= 1)) throw new InvalidArgumentError('Use a size such as 10MB, 5MB or 8000000, or none.');
  if (bytes > PART_BYTES) {
    throw new InvalidArgumentError(
      'A part can have at most 10MB (10,000,000 bytes), because importers fail on larger files. Use none for one file.',
    );
  }
  return bytes;
}

/** Parses a whole number of 1 or more. */
export function parsePages(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Use a whole number of pages, 1 or more.');
  return Number(text);
}

/** Parses the URL of a site; removes a trailing slash. */
export const parseSite = (text: string): string =>
  parseBaseUrl(text, 'Use the URL of the site, such as https://www.example.com.');

/** Parses the URL of a folder of images; removes a trailing slash. */
export const parseImagesUrl = (text: string): string =>
  parseBaseUrl(
    text,
    'Use the URL at which the images will be, such as https://www.example.com/wp-content/uploads/roofs.',
  );

function parseBaseUrl(text: string, help: string): string {
  const url = URL.parse(text);
  const isSite = /^https?:$/.test(url?.protocol ?? '') && !url?.search && !url?.hash;
  if (!url || !isSite || url.username || url.password) {
    throw new InvalidArgumentError(help);
  }
  return text.trim().replace(/\/+$/, '');
}

/** Splits `[phone]=Phone Number` at the first `=`. */
function readPair(text: string): [name: string, value: string] {
  const [, written = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  const name = written.replaceAll(/[[\]]/g, '').trim();
  if (name === '')
    throw new InvalidArgumentError('Use a placeholder and its value, such as "phone=Phone Number".');
  return [name, value];
}

/** Parses an option that can be repeated. */
export function parseMatch(text: string, known: ColumnChoices = {}): ColumnChoices {
  const [name, value] = readPair(text);
  const column = value.trim();
  if (column === '') throw new InvalidArgumentError('Add a column, such as "phone=Phone Number".');
  return { ...known, [name]: { column } };
}

/** Parses an option that can be repeated; its text can be empty. */
export function parseFill(text: string, known: ColumnChoices = {}): ColumnChoices {
  const [name, value] = readPair(text);
  return { ...known, [name]: { text: value } };
}

/** Parses `60:leave-out`. */
export function parseGate(text: string): QualityGate {
  const [, below = '', action = ''] = /^(\d{1,3}):([a-z-]+)$/.exec(text.trim().toLowerCase()) ?? [];
  const score = Number(below);
  const known = GATE_ACTIONS.find((each) => each === action);
  if (known === undefined || score < 1 || score > 100)
    throw new InvalidArgumentError(
      'Use a score from 1 to 100 and an action for pages below it: 60:leave-out, 60:draft or 60:noindex.',
    );
  return { below: score, action: known };
}

/** Parses names, separated by commas, with or without brackets: `owner,[zip]`. */
export function parseNames(text: string): string[] {
  const names = text.split(',').map((name) => name.replaceAll(/[[\]]/g, '').trim());
  if (names.includes('')) throw new InvalidArgumentError('Use names separated by commas, such as owner,zip.');
  return [...new Set(names)];
}

const KM_PER_MILE = 1.609344;

/** Parses `40mi`, `60 km` or `40`, which are miles. */
export function parseDistance(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(mi|miles?|km)?$/i.exec(text.trim()) ?? [];
  const miles = Number(number) / (unit?.toLowerCase() === 'km' ? KM_PER_MILE : 1);
  if (!(miles > 0)) throw new InvalidArgumentError('Use a distance such as 40mi or 60km.');
  return miles;
}

/** Parses a town, a ZIP code or coordinates. */
export function parsePlace(text: string): PlaceText {
  const place = readPlace(text);
  if (!place) throw new InvalidArgumentError('Use a town and its state, such as "Austin, TX".');
  return place;
}

/** Parses `Travis, TX`. */
export function parseCounty(text: string): { county: string; state: string } {
  const [county = '', state = '', ...rest] = text.split(',').map((part) => part.trim());
  if (county === '' || state === '' || rest.length > 0)
    throw new InvalidArgumentError('Use a county and its state, such as "Travis, TX".');
  return { county, state };
}

/** Parses a whole number; 0 includes places of unknown population. */
export function parsePopulation(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new InvalidArgumentError('Use a whole number of inhabitants, such as 5000.');
  return Number(text);
}
