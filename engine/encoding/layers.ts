/**
 * Additional encodings of a text, whatever its context: a page builder's signs for brackets,
 * percent-encoding, base64, references and escapes. Each is found, decoded, scanned, and written again around
 * the values.
 */
import { decodeBase64, encodeBase64, findBase64Digits } from '../text/base64.ts';
import { decodeHtmlText } from '../text/html-reference.ts';
import { type SourceText, decodeMatches } from '../text/source-text.ts';
import { type Bracketed, findBracketed } from '../language/placeholder.ts';
import type { Encoder } from '../text/encoder.ts';
import { base64Encoders } from './base64/encode-base64.ts';
import { cssEncoders } from './css/encode-css.ts';
import { htmlEncoders } from './html/encode-html.ts';
import { scriptEncoders } from './script/encode-script.ts';
import { urlEncoders } from './url/encode-url.ts';
import type { Range } from './piece.ts';

/** An encoding that maps each character to its own range. */
export interface TextLayer {
  name: string;
  /** A sign that each text of the layer contains. */
  sign: string;
  /** Encoder of the values in it. */
  encoder: Encoder;
  /** Kind of its texts; left out, the kind of the text around them. */
  kind?: 'plain';
  /** Its encoder escapes everything that HTML, a shortcode or a quote around it could read as syntax. */
  isComplete?: boolean;
  /** Brackets may have another meaning in it, such as a part of a query: only names of columns count. */
  isLoose: boolean;
  find: (text: string) => Range[];
  decode: (text: string) => SourceText;
}

function findMatches(pattern: RegExp): (text: string) => Range[] {
  return (text) =>
    [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({ from: index, to: index + length }));
}

/** One character of UTF-8 as percent signs. */
const PERCENT =
  /%(?:[0-7][\da-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-4][\da-f](?:%[89ab][\da-f]){3})/gi;
/** A character of the output of PHP's `rawurlencode()` or a browser's `encodeURIComponent()`. */
const PERCENT_TEXT = /[%\w.~!*()'+-]/;
const BARE_PERCENT = /%(?![\da-f]{2})/gi;
const PERCENT_SIGN = /%[\da-f]{2}/i;

/** Reads each character once; a regular expression for the whole would backtrack at each of them. */
function findPercentTexts(text: string): Range[] {
  const found: Range[] = [];
  let to = 0;
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', to)) {
    let from = at;
    while (from > to && PERCENT_TEXT.test(text.charAt(from - 1))) from -= 1;
    to = at + 1;
    while (PERCENT_TEXT.test(text.charAt(to))) to += 1;
    for (const part of text.slice(from, to).split(BARE_PERCENT)) {
      if (PERCENT_SIGN.test(part)) found.push({ from, to: from + part.length });
      from += part.length + 1;
    }
  }
  return found;
}

function decodePercent(found: string): string | undefined {
  try {
    return decodeURIComponent(found);
  } catch {
    return undefined;
  }
}

/** Characters of the output of a browser's `encodeURI()`. */
const PERCENT_CODE = /^[\w;,/?:@&=+$.!~*'()#%-]+$/;
/** A line break, a space, a quote or a tag. */
const PERCENT_MARK = /%(?:0a|20|22|3c)/i;
const ADDRESS_START = /^(?:\/|[a-z][a-z\d+.-]*:)/i;

/** Decodes code that WPBakery saved percent-encoded; `undefined` for another text. */
export function decodePercentCode(text: string): SourceText | undefined {
  const isCode = PERCENT_CODE.test(text) && PERCENT_MARK.test(text) && !ADDRESS_START.test(text);
  return isCode ? decodeMatches(text, PERCENT, decodePercent) : undefined;
}

/** Matches a run of backslashes once, not at each of them. */
const SCRIPT_NAME = /(?<!\\)\\+(?:u005b|x5b)[^[\]\n]{1,300}?\\+(?:u005d|x5d)/gi;
const SCRIPT_ESCAPE = /\\(?:u[\da-f]{4}|x[\da-f]{2}|[\\/"'])/gi;
const CSS_NAME = /(?<!\\)\\+0{0,4}5b(?![\da-f])[^[\]\n]{1,300}?\\+0{0,4}5d(?![\da-f])\s?/gi;
const CSS_ESCAPE = /\\(?:[\da-f]{1,6}\s?|[^\da-f\n])/gi;
const REFERENCE_NAME =
  /&(?:amp;)*(?:#0*91|#x0*5b|lbrack|lsqb);[^[\]<>\n]{1,300}?&(?:amp;)*(?:#0*93|#x0*5d|rbrack|rsqb);/gi;

function decodeScriptEscape(escape: string): string {
  const digits = /^\\[ux](.+)$/i.exec(escape)?.[1];
  return digits === undefined ? escape.slice(1) : String.fromCharCode(Number.parseInt(digits, 16));
}

function decodeCssEscape(escape: string): string | undefined {
  const code = Number.parseInt(escape.slice(1), 16);
  if (Number.isNaN(code)) return escape.slice(1);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

const TEXT_LAYERS: readonly TextLayer[] = [
  {
    name: 'percent',
    sign: '%',
    encoder: urlEncoders.percent,
    isLoose: true,
    find: findPercentTexts,
    decode: (text) => decodeMatches(text, PERCENT, decodePercent),
  },
  {
    name: 'script',
    sign: '\\',
    encoder: scriptEncoders.js,
    kind: 'plain',
    isLoose: true,
    find: findMatches(SCRIPT_NAME),
    decode: (text) => decodeMatches(text, SCRIPT_ESCAPE, decodeScriptEscape),
  },
  {
    name: 'css',
    sign: '\\',
    encoder: cssEncoders['css-text'],
    kind: 'plain',
    isLoose: true,
    find: findMatches(CSS_NAME),
    decode: (text) => decodeMatches(text, CSS_ESCAPE, decodeCssEscape),
  },
  {
    name: 'reference',
    sign: '&',
    encoder: htmlEncoders.short,
    kind: 'plain',
    isLoose: true,
    find: findMatches(REFERENCE_NAME),
    decode: decodeHtmlText,
  },
];

/**
 * Lists the layers that a text may contain; nearly all texts of a page contain none.
 * @param own layers of the platform, which come first: `%91` of Divi isn't UTF-8
 */
export function findTextLayers(text: string, own: readonly TextLayer[] = []): readonly TextLayer[] {
  return [...own, ...TEXT_LAYERS].filter(({ sign }) => text.includes(sign));
}

/** A text in base64. */
export interface Base64Text extends Range {
  text: string;
  isPadded: boolean;
  /** The decoded text encodes to the same digits, so a changed text can be encoded too. */
  isExact: boolean;
}

/** Finds texts in base64 within a text, decoded, each with its range. */
export function findBase64(text: string): Base64Text[] {
  return findBase64Digits(text).flatMap(({ from, to }) => {
    const digits = text.slice(from, to);
    const decoded = decodeBase64(digits);
    if (decoded === undefined || !mayHoldPlaceholder(decoded)) return [];
    const isPadded = digits.length % 4 === 0;
    const isExact = encodeBase64(decoded, isPadded) === digits;
    return [{ from, to, text: decoded, isPadded, isExact }];
  });
}

/** A name in brackets that is encoded in one or more layers. */
export interface EncodedName extends Range {
  bracketed: Bracketed;
  /** Encoder of the outermost layer. */
  encoder: Encoder;
}

/** Maximum number of nested layers. */
export const MAX_LAYERS = 8;

/** Finds names in any number of layers, each with the range of the outermost. */
export function findEncodedNames(text: string, own: readonly TextLayer[] = [], depth = 0): EncodedName[] {
  if (depth >= MAX_LAYERS) return [];
  const found: EncodedName[] = [];
  const add = ({ from, to }: Range, decoded: string, encoder: Encoder) => {
    const inner = findEncodedNames(decoded, own, depth + 1).map(({ bracketed }) => bracketed);
    for (const bracketed of [...findBracketed(decoded), ...inner])
      found.push({ from, to, bracketed, encoder });
  };
  for (const layer of findTextLayers(text, own))
    for (const range of layer.find(text)) {
      const decoded = layer.decode(text.slice(range.from, range.to)).text;
      if (decoded !== text.slice(range.from, range.to)) add(range, decoded, layer.encoder);
    }
  for (const base64 of findBase64(text)) add(base64, base64.text, base64Encoders.base64);
  return found;
}

/** An encoded bracket, or a sign that could begin one. */
const ENCODED = /%[259]|\\[ux0-9\\]|&(?:#|amp;|l(?:brack|sqb);)|`\{/i;

/** Checks quickly if a text could contain a placeholder in any layer. */
export function mayHoldPlaceholder(text: string): boolean {
  return text.includes('[') || ENCODED.test(text) || /[A-Za-z0-9+/]{7}/.test(text);
}
