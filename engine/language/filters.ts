/**
 * Filters of a placeholder: `[geo_city | upper]`. They chain from left to right and transform the
 * plain text of the value before it is encoded for its context.
 */
import { slugify } from './slugify.ts';

export interface Filter {
  name: FilterName;
  /** Only `default` takes one. */
  argument: string;
}

export const FILTER_NAMES = [
  'upper',
  'lower',
  'title',
  'slug',
  'digits',
  'tel',
  'plural',
  'default',
  'first',
  'json',
  'url',
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** Leaves only digits and a leading `+`, the characters of a `tel:` URL (RFC 3966). */
export function toTelephone(value: string): string {
  const digits = value.replaceAll(/[^0-9]/g, '');
  return /^[^0-9]*\+/.test(value) ? `+${digits}` : digits;
}

function toTitleCase(value: string): string {
  return value
    .toLowerCase()
    .replaceAll(
      /(^|[\s\-/(])(\p{L})/gu,
      (_match, before: string, letter: string) => before + letter.toUpperCase(),
    );
}

/** Forms the English plural of the last word by the regular rules. */
function toPlural(value: string): string {
  if (value.trim() === '') return value;
  const upper = /[A-Z]$/.test(value) && value.length > 1 && value === value.toUpperCase();
  const add = (stem: string, ending: string) => stem + (upper ? ending.toUpperCase() : ending);
  if (/[^aeiou]y$/i.test(value)) return add(value.slice(0, -1), 'ies');
  if (/(?:s|x|z|ch|sh)$/i.test(value)) return add(value, 'es');
  return add(value, 's');
}

/** Returns the first entry of a list in one cell: up to the first comma, semicolon, bar or line break. */
function firstEntry(value: string): string {
  return (value.split(/[,;|\n]/, 1)[0] ?? '').trim();
}

const APPLY: Record<FilterName, (value: string, argument: string) => string> = {
  upper: (value) => value.toUpperCase(),
  lower: (value) => value.toLowerCase(),
  title: toTitleCase,
  slug: (value) => slugify(value, 'segment'),
  digits: (value) => value.replaceAll(/[^0-9]/g, ''),
  tel: toTelephone,
  plural: toPlural,
  default: (value, argument) => (value.trim() === '' ? argument : value),
  first: firstEntry,
  json: (value) => JSON.stringify(value).slice(1, -1),
  url: (value) => encodeURIComponent(value),
};

/** Applies all filters to a value’s plain text, in their order. */
export function applyFilters(value: string, filters: readonly Filter[]): string {
  let result = value;
  for (const filter of filters) result = APPLY[filter.name](result, filter.argument);
  return result;
}
