/**
 * WordPress shortcodes in HTML: `[map city="[geo_city]"]`. A placeholder inside one is in an
 * attribute of the shortcode, where a quote or a bracket of the value would end it.
 *
 * Form: WordPress, `get_shortcode_regex()`: from `[name` to the first `]`, including any tags between them. The
 * brackets of placeholders have been replaced by then.
 */
import type { Codecs } from '../../../encoding/codecs.ts';
import { phpCode } from '../../shared/php/php-codecs.ts';
import type { Encoder } from '../../../text/encoder.ts';
import { plainEncoders } from '../../../encoding/encoders.ts';
import { htmlEncoders } from '../../../encoding/html/encode-html.ts';
import { urlEncoders } from '../../../encoding/url/encode-url.ts';
import { wordpressEncoders } from './encode-shortcode.ts';
import { type Hole, type Piece, comparePieces } from '../../../encoding/piece.ts';
import { getStringLanguage } from '../../../encoding/string-language.ts';
import { getAddressEncoder } from '../../../encoding/url/scan-url.ts';
import { findDiviStrings, isDiviCss, isStyleSheet } from './divi.ts';

const MARK = /["'[\]]/g;
const OPENING = /\[[^\s[\]<>&/'"=]+(?=[\s/])/y;
/** Encoders that a shortcode's own encoder replaces: it encodes all that they do. */
const REPLACED = new Set<Encoder | undefined>([
  htmlEncoders.html,
  htmlEncoders['html-sanitized'],
  htmlEncoders.short,
]);
const ATTRIBUTE = new Set<Encoder | undefined>([htmlEncoders['attr"'], htmlEncoders["attr'"]]);

type Quote = '"' | "'";

/** A hole in a quoted value of a shortcode. */
interface InValue {
  start: number;
  /** Encoder of the shortcode itself. */
  encoder: Encoder;
  /** Range of the value between its quotes; `to` is known once it is closed. */
  value: QuotedValue | undefined;
}

interface QuotedValue {
  name: string;
  from: number;
  to: number;
  /** Styles of a Divi module: ranges of their strings within the value. */
  strings?: readonly { start: number; end: number }[];
}

const LANGUAGES: Codecs = { serverCode: phpCode, isStyleSheet };
const ATTRIBUTE_NAME = /([\w:-]+)\s*=\s*$/;

function openValue(text: string, quote: number): InValue['value'] {
  const name = ATTRIBUTE_NAME.exec(text.slice(Math.max(0, quote - 80), quote))?.[1] ?? '';
  return { name, from: quote + 1, to: text.length };
}

/** Finds the ranges that are in a shortcode, by their start. */
function findInShortcodes(
  text: string,
  holes: readonly { start: number; end: number }[],
): Map<number, InValue> {
  const confirmed = new Map<number, InValue>();
  let waiting: InValue[] = [];
  let value: InValue['value'];
  let quote: Quote | '' | undefined;
  let at = 0;
  let next = 0;
  for (;;) {
    MARK.lastIndex = at;
    const mark = MARK.exec(text)?.index ?? text.length;
    const hole = holes[next];
    if (hole && hole.start <= mark) {
      next += 1;
      at = Math.max(at, hole.end);
      if (quote !== undefined)
        waiting.push({
          start: hole.start,
          encoder: quote === '' ? htmlEncoders['raw-text'] : wordpressEncoders[`shortcode${quote}`],
          value,
        });
      continue;
    }
    if (mark >= text.length) return confirmed;
    at = mark + 1;
    const character = text[mark] ?? '';
    OPENING.lastIndex = mark;
    if (character === ']') {
      for (const inValue of waiting) confirmed.set(inValue.start, inValue);
      waiting = [];
      quote = undefined;
    } else if (character === '[') {
      if (OPENING.test(text)) quote = '';
    } else if (quote === '' && (character === '"' || character === "'")) {
      quote = character;
      value = openValue(text, mark);
    } else if (quote === character) {
      quote = '';
      if (value) value.to = mark;
      value = undefined;
    }
  }
}

/** `url:https%3A%2F%2F…|title:…`: WPBakery encodes each part once more. */
const ENCODED_PARTS = /^url:[^|\s]*(?:\||$)/;

/** Finds the encoders of the value's own language, innermost first; empty for words. */
function findLanguageEncoders(text: string, hole: Hole, quoted: QuotedValue): Encoder[] {
  const { name, from, to } = quoted;
  const value = text.slice(from, to);
  const placed = { ...hole, start: hole.start - from, end: hole.end - from };
  if (ENCODED_PARTS.test(value.replaceAll(/\[[^[\]]*\]/g, 'x'))) {
    const isWhole = value.slice(0, placed.start) === 'url:';
    return isWhole ? [urlEncoders['url-whole'], urlEncoders['url-part']] : [urlEncoders['url-part']];
  }
  const language = getStringLanguage(value, { key: name, kind: 'builder' }, LANGUAGES);
  if (language === 'address') return [getAddressEncoder(value, placed)];
  if (language === 'css' && isDiviCss(name) && !ATTRIBUTE.has(hole.encoders[0]))
    return findDiviCssEncoders(value, placed, quoted);
  const isData = /^\s*[{[]["{[]/.test(value);
  return isData || ['css', 'script', 'server-code'].includes(language) ? [plainEncoders.harmless] : [];
}

/** In a string of the styles any text is possible. */
function findDiviCssEncoders(value: string, hole: Hole, quoted: QuotedValue): Encoder[] {
  quoted.strings ??= findDiviStrings(value);
  const isInString = quoted.strings.some(({ start, end }) => start <= hole.start && hole.end <= end);
  return [isInString ? wordpressEncoders['css-divi'] : plainEncoders.harmless];
}

/** Encoders for characters that percent signs encode already. */
const PERCENT_ENCODED = new Set<Encoder>([
  urlEncoders['url-part'],
  urlEncoders['url-coordinate'],
  urlEncoders['url-mail'],
]);

/** Combines encoders of a value in percent-encoded text: in an address, it isn't HTML and isn't encoded twice. */
function combineInPercent(own: readonly Encoder[], encoders: readonly Encoder[]): Encoder[] {
  if (own.length === 0 || own.includes(plainEncoders.harmless)) return [...own, ...encoders];
  return [...own.filter((encoder) => !PERCENT_ENCODED.has(encoder)), ...encoders.slice(1)];
}

/** Replaces the encoder of HTML by that of the shortcode; an attribute of a tag around it escapes both. */
function combineEncoders(encoders: readonly Encoder[], encoder: Encoder): readonly Encoder[] {
  const [innermost] = encoders;
  if (ATTRIBUTE.has(encoders.at(-1))) return [...encoders.slice(0, -1), htmlEncoders['raw-text']];
  return REPLACED.has(innermost) && !encoders.includes(urlEncoders.percent)
    ? [encoder, ...encoders.slice(1)]
    : encoders;
}

const BARE_VALUE = /(?:^|\s)[^\s=[\]"']+=([^\s=[\]"']*)$/;
const VALUE_END = /[\s\]"']|\/(?=\])/g;

/** Adds quotes to values of shortcodes without them: WordPress would read `a= b=1` as one value. */
function quoteValues(text: string, pieces: readonly Piece[], inAttribute: ReadonlySet<number>): Piece[] {
  const quoted: Piece[] = [];
  let last = 0;
  let openUntil = -1;
  pieces.forEach((piece, index) => {
    const before = text.slice(Math.max(last, piece.start - 60), piece.start);
    last = piece.end;
    const isBare =
      piece.kind === 'hole' &&
      piece.encoders[0] === htmlEncoders['raw-text'] &&
      !inAttribute.has(piece.start);
    if (!isBare || piece.start < openUntil) {
      quoted.push(isBare ? { ...piece, encoders: [wordpressEncoders["shortcode'"]] } : piece);
      return;
    }
    const value = BARE_VALUE.exec(before)?.[1];
    if (value === undefined) {
      quoted.push(piece);
      return;
    }
    const from = piece.start - value.length;
    openUntil = findValueEnd(text, pieces, index);
    quoted.push({ kind: 'rewrite', start: from, end: from, text: "'" });
    quoted.push({ ...piece, encoders: [wordpressEncoders["shortcode'"]] });
    quoted.push({ kind: 'rewrite', start: openUntil, end: openUntil, text: "'" });
  });
  return quoted.sort(comparePieces);
}

/** Finds the end of the value around the piece; it may contain other pieces. */
function findValueEnd(text: string, pieces: readonly Piece[], index: number): number {
  let at = pieces[index]?.end ?? 0;
  for (let next = index + 1; ; next += 1) {
    VALUE_END.lastIndex = at;
    const end = VALUE_END.exec(text)?.index ?? text.length;
    const piece = pieces[next];
    if (!piece || piece.start > end) return end;
    at = piece.end;
  }
}

/** The pieces (sorted, of this text) with those in shortcodes encoded for them. */
export function protectShortcodes(text: string, pieces: Piece[]): Piece[] {
  if (!pieces.some((piece) => piece.kind === 'hole')) return pieces;
  const places = findInShortcodes(text, pieces);
  if (places.size === 0) return pieces;
  const inAttribute = new Set<number>();
  const encoded = pieces.map((piece): Piece => {
    const place = places.get(piece.start);
    if (piece.kind !== 'hole' || place === undefined) return piece;
    if (ATTRIBUTE.has(piece.encoders.at(-1))) inAttribute.add(piece.start);
    // a value that is encoded for a script or a style is left as it is
    const [innermost] = piece.encoders;
    const isStyle =
      isDiviCss(place.value?.name ?? '') && (innermost === wordpressEncoders.divi || REPLACED.has(innermost));
    const isWords = isStyle || REPLACED.has(innermost) || ATTRIBUTE.has(innermost);
    const own = place.value && isWords ? findLanguageEncoders(text, piece, place.value) : [];
    // Divi writes its signs where a shortcode's own encoding would write references
    const encoders = isStyle ? [wordpressEncoders.divi] : combineEncoders(piece.encoders, place.encoder);
    const isInPercent = piece.encoders.includes(urlEncoders.percent);
    return { ...piece, encoders: isInPercent ? combineInPercent(own, encoders) : [...own, ...encoders] };
  });
  return quoteValues(text, encoded, inAttribute);
}
