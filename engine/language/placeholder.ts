/**
 * The grammar of a placeholder: a column name in brackets, then filters after bars. Whether a bracketed
 * text is a placeholder depends on the columns (see columns.ts); this module checks only its form.
 */
import { FORBIDDEN } from '../sheet/clean-cell.ts';
import { cutText } from '../text/cut-text.ts';
import { FILTER_NAMES, type Filter, acceptsArguments, isFilterName } from './filters.ts';
import { decodeHtmlText } from '../text/html-reference.ts';
import { matchPrefixed } from '../text/match-prefixed.ts';
import { DOUBLE_QUOTES, QUOTED, SINGLE_QUOTES } from './quotes.ts';

export interface Bracketed {
  /** As written: `[Geo City | upper]`. */
  text: string;
  /** Range in the searched text. */
  from: number;
  to: number;
  /** The trimmed name; empty if it isn't valid. */
  name: string;
  /** Letters, digits, blanks, `_`, `.` and `-`: other characters are valid only in the exact name of a column. */
  isPlain: boolean;
  /** A name of a few words: without a column of that name it is reported, so that no page shows it by accident. */
  isBare: boolean;
  filters: Filter[];
  /** A filter that does not exist, as written. */
  unknownFilter?: string;
}

/** A filter's default may be a whole paragraph. */
const BRACKETED = /\[([^[\]]{1,10000})\]/y;
const MAX_NAME_CHARACTERS = 300;
const LINE_BREAK = /[\r\n]/;
const NAME = /^[\p{L}\p{N}].*\p{L}|^\p{L}/u;
/** Prefix of Geoloom’s own names. */
const OURS = /^geo[\s_-]/i;
/** A bracket that is interrupted by another one or by the end of the text. */
const UNCLOSED = /\[([^[\]|]{1,300})(?:\|([^[\]]{0,10000}))?(?=\[|$)/y;
const OUR_WORD = /^geo[\s_-][\p{L}\p{N}_-]+/iu;
const FILTER_WORD = new RegExp(`^\\s*(?:${FILTER_NAMES.join('|')})\\b`, 'i');
/** A bracket with a tag in it. */
const TORN = /\[((?:[^[\]<>]{0,300}<[^<>[\]]{1,300}>){1,6}[^[\]<>]{0,300})\]/y;
/** Maximum length of a malformed placeholder in a problem. */
const MAX_SHOWN_CHARACTERS = 80;
const PLAIN_NAME = /^[\p{L}\p{M}\p{N}\p{Cf} _.-]+$/u;
const BARE_NAME = /^\p{L}[\p{L}\p{M}\p{N} _-]{1,39}$/u;
const BARE_WORDS = 3;
const QUOTES = DOUBLE_QUOTES + SINGLE_QUOTES;
const QUOTED_TEXT = new RegExp(QUOTED, 'g');
/**
 * One filter with its arguments: texts in quotes with commas between, or one text, in quotes that it may contain itself
 * or without quotes up to the next bar.
 */
const FILTER = new RegExp(
  `\\|\\s*([^|:]*?)\\s*(?::\\s*(?:(?<list>(?:${QUOTED})(?:\\s*,\\s*(?:${QUOTED}))*)` +
    `|[${QUOTES}](?<quoted>[^|]*?|.*?)[${QUOTES}]|(?<bare>[^|]*?))\\s*)?(?=\\||$)`,
  'sy',
);
const ESCAPED_UNIT = /\\u([0-9a-fA-F]{4})/g;

/** Reads the arguments of a filter; `undefined` if a quotation mark isn’t closed. */
function readArguments({
  list,
  quoted,
  bare = '',
}: Record<string, string | undefined>): string[] | undefined {
  if (list !== undefined) return [...list.matchAll(QUOTED_TEXT)].map(([text]) => text.slice(1, -1));
  if (quoted !== undefined) return [quoted];
  if (bare === '') return [];
  return QUOTES.includes(bare.charAt(0)) ? undefined : [bare];
}

function readFilters(text: string): { filters: Filter[]; unknownFilter?: string } {
  const filters: Filter[] = [];
  let at = 0;
  while (at < text.length) {
    FILTER.lastIndex = at;
    const match = FILTER.exec(text);
    const [whole = text.slice(at), written = ''] = match ?? [];
    const name = written.toLowerCase();
    // An escape of JSON or a script may be a character that XML doesn't allow, or half of a surrogate pair, which
    // would join with the next value.
    const texts = readArguments(match?.groups ?? {})?.map((each) =>
      each.toWellFormed().replaceAll(FORBIDDEN, ''),
    );
    if (!isFilterName(name) || texts === undefined || !acceptsArguments(name, texts))
      return { filters, unknownFilter: whole.slice(1).trim() };
    filters.push({ name, arguments: texts });
    at += whole.length;
  }
  return { filters };
}

/** Normalizes the text between the brackets, whatever the encoding of its place. */
export function toPlainText(inner: string): string {
  let text = inner;
  if (text.includes('\\u'))
    text = text.replaceAll(ESCAPED_UNIT, (_escape, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  if (text.includes('&')) text = decodeHtmlText(text).text;
  return text.replaceAll('\u00a0', ' ');
}

/** Invisible characters are ignored, as in the names of columns. */
function isBareName(name: string): boolean {
  const seen = name.replaceAll(/\p{Cf}/gu, '').trim();
  return BARE_NAME.test(seen) && seen.split(/ +/).length <= BARE_WORDS;
}

/**
 * Finds all bracketed texts, left to right. `[[name]]` is WordPress’s escape for a shortcode and never a
 * placeholder: its name is empty.
 */
export function findBracketed(text: string): Bracketed[] {
  const found: Bracketed[] = [];
  for (const match of matchPrefixed(text, '[', BRACKETED)) {
    const from = match.index;
    const to = from + match[0].length;
    const escaped = text[from - 1] === '[' && text[to] === ']';
    const inner = toPlainText(match[1] ?? '');
    const bar = inner.indexOf('|');
    const written = (bar < 0 ? inner : inner.slice(0, bar)).trim();
    const name = written.replaceAll(/\s*[\r\n]\s*/g, ' ');
    const isName = !escaped && written.length <= MAX_NAME_CHARACTERS && NAME.test(name);
    found.push({
      text: escaped ? `[${match[0]}]` : match[0],
      from,
      to,
      name: isName ? name : '',
      // brackets over several lines are lists of a program, unless they have a prefix of Geoloom’s
      isPlain: isName && PLAIN_NAME.test(name) && (OURS.test(name) || !LINE_BREAK.test(inner)),
      isBare: isName && !LINE_BREAK.test(inner) && isBareName(name),
      ...(isName && bar >= 0 ? readFilters(inner.slice(bar)) : { filters: [] }),
    });
  }
  return found;
}

/** An intended placeholder in an invalid form. */
export interface MalformedPlaceholder {
  /** As written; truncated if it is long. */
  text: string;
  name: string;
  /** `unclosed`: its `]` is missing or another bracket comes first; `torn`: it contains a tag. */
  flaw: 'unclosed' | 'torn';
}

function cutShown(text: string): string {
  return cutText(text, MAX_SHOWN_CHARACTERS).trimEnd();
}

/** Finds unclosed names in brackets: those with a prefix of Geoloom’s, and others with a filter. */
export function findUnclosed(text: string): MalformedPlaceholder[] {
  const found: MalformedPlaceholder[] = [];
  for (const match of matchPrefixed(text, '[', UNCLOSED)) {
    const written = (match[1] ?? '').trim();
    const filter = match[2];
    const name = filter === undefined ? (OUR_WORD.exec(written)?.[0] ?? '') : written;
    if (name === '' || (filter !== undefined && !OURS.test(name) && !FILTER_WORD.test(filter))) continue;
    found.push({ text: cutShown(match[0]), name, flaw: 'unclosed' });
  }
  return found;
}

/** Finds names in brackets with markup around or in them: `[<b>geo_city</b>]`, `[geo_<i>city</i>]`. */
export function findSplitPlaceholders(html: string): MalformedPlaceholder[] {
  return [...matchPrefixed(html, '[', TORN)].flatMap(([text, inner = '']): MalformedPlaceholder[] => {
    const plain = toPlainText(inner.replaceAll(/<br\b[^<>]*>/gi, ' ').replaceAll(/<[^<>]*>/g, ''));
    const name = (plain.split('|', 1)[0] ?? '').trim();
    return NAME.test(name) ? [{ text, name, flaw: 'torn' }] : [];
  });
}

/** Checks if the name has a prefix of Geoloom’s. */
export function isGeoName(name: string): boolean {
  return OURS.test(name);
}

/**
 * Replaces everything that `isPlaceholder` accepts with a text of the same length.
 * @param standIn - returns the replacement, exactly as long as the placeholder
 */
export function replacePlaceholders(
  text: string,
  isPlaceholder: (bracketed: Bracketed) => boolean,
  standIn: (bracketed: Bracketed) => string,
): string {
  let replaced = '';
  let copied = 0;
  for (const bracketed of findBracketed(text)) {
    if (bracketed.name === '' || !isPlaceholder(bracketed)) continue;
    replaced += text.slice(copied, bracketed.from) + standIn(bracketed);
    copied = bracketed.to;
  }
  return replaced + text.slice(copied);
}

/** Only letters, digits and `_`, which are neutral in every surrounding syntax. */
export function isSingleName({ text }: Bracketed): boolean {
  return !/[^\p{L}\p{N}_[\]]/u.test(text);
}

/**
 * Masks the text between the brackets of everything that `isPlaceholder` accepts with neutral characters of the
 * same length, so that quotes, tags and spaces of filters don’t affect the surrounding syntax.
 */
export function maskPlaceholders(text: string, isPlaceholder: (bracketed: Bracketed) => boolean): string {
  return replacePlaceholders(
    text,
    (bracketed) => !isSingleName(bracketed) && isPlaceholder(bracketed),
    ({ from, to }) => `[${'x'.repeat(to - from - 2)}]`,
  );
}

/** Recognizes the placeholder that stands for the page's URL where a URL consists of it. */
export function isGeoUrl(name: string): boolean {
  return /^geo[\s_-]*url$/i.test(name.trim());
}
