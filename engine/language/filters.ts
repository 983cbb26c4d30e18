/**
 * Filters of a placeholder: `[geo_city | upper]`. They chain from left to right and transform the
 * plain text of the value before it is encoded for its context.
 */
import { TEXT_BYTES } from '../limits.ts';
import { parseNumber, readDecimal } from '../text/parse-number.ts';
import { truncateWords } from '../text/truncate-words.ts';
import { formatDate, isDatePattern } from './format-date.ts';
import { slugify } from '../text/slugify.ts';

interface NumberModel {
  group: string;
  mark: string;
  decimals: number;
}

const GROUPED = /^[1-9]\d{0,2}([,. '\u00a0\u202f\u2019])\d{3}(?:\1\d{3})*(?:(?!\1)([.,])(\d{1,9}))?$/;
const PLAIN = /^\d{1,12}(?:([.,])(\d{1,9}))?$/;

function readModel(model: string): NumberModel | undefined {
  const grouped = GROUPED.exec(model);
  if (grouped) {
    const [, group = '', mark = '', decimals = ''] = grouped;
    return { group, mark, decimals: decimals.length };
  }
  const plain = PLAIN.exec(model);
  return plain ? { group: '', mark: plain[1] ?? '', decimals: plain[2]?.length ?? 0 } : undefined;
}

/** Checks if a text is a number that can serve as a model. */
function isNumberModel(model: string): boolean {
  return readModel(model) !== undefined;
}

/** Formats a number with the separators and the decimals of the model; other texts are unchanged. */
function formatNumber(value: string, model: string): string {
  const decimal = readDecimal(value);
  const shape = readModel(model);
  if (!decimal || !shape) return value;
  const { group, mark, decimals } = shape;
  const kept = decimal.whole + decimal.fraction.slice(0, decimals).padEnd(decimals, '0');
  const rounded = BigInt(kept) + (decimal.fraction.charAt(decimals) >= '5' ? 1n : 0n);
  const digits = String(rounded).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(?:\d{3})+$)/g, () => group);
  const sign = decimal.isNegative && rounded !== 0n ? '-' : '';
  return sign + whole + mark + digits.slice(digits.length - decimals);
}

export interface Filter {
  name: FilterName;
  /** The texts after its colon. */
  arguments: readonly string[];
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
  'sentence',
  'number',
  'date',
  'replace',
  'truncate',
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** Maximum length of a text that `truncate` leaves. */
const MAX_TRUNCATED = 10_000;

/** Arguments of a filter, and an example of them for messages. */
interface ArgumentForm {
  accepts(texts: readonly string[]): boolean;
  example: string;
}

const hasBracket = (text: string): boolean => /[[\]]/.test(text);
const isLength = (text: string): boolean =>
  /^[1-9]\d{0,4}$/.test(text.trim()) && Number(text) <= MAX_TRUNCATED;

/** Filters that are not listed take no arguments. */
const ARGUMENT_FORMS: Partial<Record<FilterName, ArgumentForm>> = {
  default: { accepts: ({ length }) => length <= 1, example: 'default:"your town"' },
  plural: {
    accepts: (texts) => texts.length === 0 || (texts.length === 2 && !texts.some(hasBracket)),
    example: 'plural or plural:"town","towns"',
  },
  number: {
    accepts: ([model = '', ...more]) => more.length === 0 && isNumberModel(model),
    example: 'number:"1,234"',
  },
  date: {
    accepts: ([pattern = '', ...more]) => more.length === 0 && isDatePattern(pattern),
    example: 'date:"MMMM D, YYYY" (with YYYY, YY, MMMM, MMM, MM, M, DD, D, dddd or ddd)',
  },
  replace: {
    accepts: (texts) => texts.length === 2 && texts[0] !== '' && !texts.some(hasBracket),
    example: 'replace:"Saint","St."',
  },
  truncate: {
    accepts: ([length = '', ...more]) => more.length === 0 && isLength(length),
    example: 'truncate:60',
  },
};

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

/** Capitalizes the first letter, after quotes and other signs; the rest is unchanged. */
function toSentence(value: string): string {
  return value.replace(
    /^([^\p{L}\p{N}]*)(\p{L})/u,
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

const LIST_BREAK = /[,;|\n]/;

/** Returns the first entry of a list in one cell: up to the first comma, semicolon, bar or line break. */
function firstEntry(value: string): string {
  return (value.split(LIST_BREAK, 1)[0] ?? '').trim();
}

/**
 * Splits a list in one cell, without empty entries.
 * @param separator if empty, commas, semicolons, bars and line breaks
 */
export function splitList(value: string, separator: string): string[] {
  return value
    .split(separator === '' ? LIST_BREAK : separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Chooses the form for a count: 1 is singular, an empty count stays empty. */
function chooseForm(count: string, [one = '', other = '']: readonly string[]): string {
  if (count.trim() === '') return count;
  return parseNumber(count) === 1 ? one : other;
}

/** Replaces every occurrence. A result above the limit of one text stays above it, which skips its row. */
function replaceText(value: string, [search = '', replacement = '']: readonly string[]): string {
  if (search === '') return value;
  let replaced = '';
  let copied = 0;
  for (let at = value.indexOf(search); at >= 0; at = value.indexOf(search, copied)) {
    if (replaced.length + value.length - copied > TEXT_BYTES) break;
    replaced += value.slice(copied, at) + replacement;
    copied = at + search.length;
  }
  return replaced + value.slice(copied);
}

type Arguments = Filter['arguments'];

const APPLY: Record<FilterName, (value: string, texts: Arguments) => string> = {
  upper: (value) => value.toUpperCase(),
  lower: (value) => value.toLowerCase(),
  title: toTitleCase,
  slug: (value) => slugify(value, 'segment'),
  digits: (value) => value.replaceAll(/[^0-9]/g, ''),
  tel: toTelephone,
  plural: (value, texts) => (texts.length === 0 ? toPlural(value) : chooseForm(value, texts)),
  default: (value, [text = '']) => (value.trim() === '' ? text : value),
  first: firstEntry,
  json: (value) => JSON.stringify(value).slice(1, -1),
  url: (value) => encodeURIComponent(value),
  sentence: toSentence,
  number: (value, [model = '']) => formatNumber(value, model),
  date: (value, [pattern = '']) => formatDate(value, pattern),
  replace: replaceText,
  truncate: (value, [length]) => truncateWords(value, length === undefined ? MAX_TRUNCATED : Number(length)),
};

/** Checks if a filter of that name exists. */
export function isFilterName(name: string): name is FilterName {
  return (FILTER_NAMES as readonly string[]).includes(name);
}

/** Checks the number and the form of a filter’s arguments. */
export function acceptsArguments(name: FilterName, texts: Arguments): boolean {
  return ARGUMENT_FORMS[name]?.accepts(texts) ?? texts.length === 0;
}

/** Filters that work without arguments. */
export const PLAIN_FILTER_NAMES = FILTER_NAMES.filter((name) => acceptsArguments(name, []));

/**
 * Explains why a filter isn’t applied, and how to write it.
 * @param written the filter with its arguments
 */
export function describeInvalidFilter(written: string): string {
  const name = (written.split(':', 1)[0] ?? '').trim().toLowerCase();
  if (!isFilterName(name)) return `unknown filter "${written}". The filters are ${FILTER_NAMES.join(', ')}.`;
  return `the filter "${written}" isn’t written correctly. Write ${ARGUMENT_FORMS[name]?.example ?? name}.`;
}

/** Applies all filters to a value’s plain text, in their order. */
export function applyFilters(value: string, filters: readonly Filter[]): string {
  let result = value;
  // filters that an older version stored with the copies of an image have no such field
  for (const { name, arguments: texts = [] } of filters) result = APPLY[name](result, texts);
  return result;
}
