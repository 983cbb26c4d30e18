/** Parsers of flag values, with their error messages. */
import { InvalidArgumentError } from 'commander';
import type { ColumnChoices } from '#engine';
import { PLATFORMS, type PlatformId } from '#contract/platforms.ts';
import { PART_BYTES } from '#engine/limits.ts';

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

/** Parses names, separated by commas, with or without brackets: `owner,[zip]`. */
export function parseNames(text: string): string[] {
  const names = text.split(',').map((name) => name.replaceAll(/[[\]]/g, '').trim());
  if (names.includes('')) throw new InvalidArgumentError('Use names separated by commas, such as owner,zip.');
  return [...new Set(names)];
}
