/** What the flags accept, and what they say when they do not. */
import { InvalidArgumentError } from 'commander';
import type { ColumnChoices } from '#engine';
import { PLATFORMS, type PlatformId } from '#contract/platforms.ts';
import { PART_BYTES } from '#engine/limits.ts';

const UNITS: Record<string, number> = { '': 1, b: 1, kb: 1000, mb: 1_000_000 };

/** Leads to the command for images where somebody takes them for pages. */
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
  if (!(bytes >= 1)) throw new InvalidArgumentError('Give a size such as 10MB, 5MB or 8000000, or none.');
  if (bytes > PART_BYTES) {
    throw new InvalidArgumentError(
      'A part has at most 10MB (10,000,000 bytes): importers break above it. With none it is one file.',
    );
  }
  return bytes;
}

/** A whole number from 1. */
export function parsePages(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number of pages from 1.');
  return Number(text);
}

/** The address of the site, without a slash at its end. */
export const parseSite = (text: string): string =>
  parseAddress(text, 'Give the address of the site, such as https://www.example.com.');

/** The address of a folder of images, without a slash at its end. */
export const parseImagesUrl = (text: string): string =>
  parseAddress(
    text,
    'Give the address at which the images will be, such as https://www.example.com/wp-content/uploads/roofs.',
  );

function parseAddress(text: string, help: string): string {
  const address = URL.parse(text);
  const isSite = /^https?:$/.test(address?.protocol ?? '') && !address?.search && !address?.hash;
  if (!address || !isSite || address.username || address.password) {
    throw new InvalidArgumentError(help);
  }
  return text.trim().replace(/\/+$/, '');
}

/** Splits at the first `=` into a placeholder and the rest: `[phone]=Phone Number`. */
function readPair(text: string): [name: string, value: string] {
  const [, written = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  const name = written.replaceAll(/[[\]]/g, '').trim();
  if (name === '')
    throw new InvalidArgumentError('Give a placeholder and its value, such as "phone=Phone Number".');
  return [name, value];
}

/** Collects an option that may be given more than once. */
export function parseMatch(text: string, known: ColumnChoices = {}): ColumnChoices {
  const [name, value] = readPair(text);
  const column = value.trim();
  if (column === '') throw new InvalidArgumentError('Name a column, such as "phone=Phone Number".');
  return { ...known, [name]: { column } };
}

/** Collects an option that may be given more than once; its text may be empty. */
export function parseFill(text: string, known: ColumnChoices = {}): ColumnChoices {
  const [name, value] = readPair(text);
  return { ...known, [name]: { text: value } };
}

/** Names of brackets, parted by commas, with or without their brackets: `owner,[zip]`. */
export function parseNames(text: string): string[] {
  const names = text.split(',').map((name) => name.replaceAll(/[[\]]/g, '').trim());
  if (names.includes('')) throw new InvalidArgumentError('Give names parted by commas, such as owner,zip.');
  return [...new Set(names)];
}
