/**
 * Encodings of page builders and editors, with their decoders, implemented independently of the engine (Buffer,
 * `encodeURIComponent`, `JSON`, an HTML parser).
 */
import { Parser } from 'htmlparser2';

export interface TextEncoding {
  name: string;
  encode: (text: string) => string;
  decode: (encoded: string) => string;
}

const each = (text: string, matches: RegExp, write: (character: string) => string): string =>
  text.replaceAll(matches, (character) => write(character));
const codeOf = (character: string): number => character.charCodeAt(0);
const hexOf = (character: string, digits: number): string =>
  codeOf(character).toString(16).padStart(digits, '0');
const BRACKETS = /[[\]]/g;

/** PHP's `rawurlencode()`. */
export const rawUrlEncode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => `%${hexOf(character, 2).toUpperCase()}`);
/** Encodes UTF-8 as Base64. */
export const toBase64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

/** Decodes HTML without markup. */
export function readReferences(html: string): string {
  let text = '';
  new Parser({ ontext: (data) => (text += data) }).end(html);
  return text;
}

const readJson = (inner: string): string => JSON.parse(`"${inner}"`) as string;

/** Divi escapes these four characters in shortcodes (`et_fb_process_shortcode`). */
const DIVI: Record<string, string> = { '"': '%22', '\\': '%92', '[': '%91', ']': '%93' };
const fromDivi = (text: string): string =>
  Object.entries(DIVI).reduce((all, [character, code]) => all.replaceAll(code, character), text);

/** Encodings of a whole text; characters that need no encoding stay readable. */
export const ENCODINGS: readonly TextEncoding[] = [
  { name: 'percent signs', encode: rawUrlEncode, decode: decodeURIComponent },
  {
    name: 'percent signs in small letters',
    encode: (text) => rawUrlEncode(text).replaceAll(/%../g, (code) => code.toLowerCase()),
    decode: decodeURIComponent,
  },
  {
    name: 'percent signs twice',
    encode: (text) => rawUrlEncode(rawUrlEncode(text)),
    decode: (text) => decodeURIComponent(decodeURIComponent(text)),
  },
  {
    name: 'the signs of Divi',
    encode: (text) => each(text, /["\\[\]]/g, (character) => DIVI[character] ?? character),
    decode: (text) => readReferences(fromDivi(text)),
  },
  {
    name: 'the signs of WPBakery',
    encode: (text) => text.replaceAll('[', '`{`').replaceAll(']', '`}`').replaceAll('"', '``'),
    decode: (text) =>
      readReferences(text.replaceAll('`{`', '[').replaceAll('`}`', ']').replaceAll('``', '"')),
  },
  {
    name: 'escapes of JSON',
    encode: (text) => each(text, BRACKETS, (character) => `\\u${hexOf(character, 4)}`),
    decode: readJson,
  },
  {
    name: 'escapes of JSON in capitals',
    encode: (text) => each(text, BRACKETS, (character) => `\\u${hexOf(character, 4).toUpperCase()}`),
    decode: readJson,
  },
  {
    name: 'decimal references',
    encode: (text) => each(text, BRACKETS, (character) => `&#${codeOf(character)};`),
    decode: readReferences,
  },
  {
    name: 'decimal references with a zero',
    encode: (text) => each(text, BRACKETS, (character) => `&#0${codeOf(character)};`),
    decode: readReferences,
  },
  {
    name: 'hexadecimal references',
    encode: (text) => each(text, BRACKETS, (character) => `&#x${hexOf(character, 2)};`),
    decode: readReferences,
  },
  {
    name: 'named references',
    encode: (text) => text.replaceAll('[', '&lbrack;').replaceAll(']', '&rbrack;'),
    decode: readReferences,
  },
  {
    name: 'references twice',
    encode: (text) => each(text, BRACKETS, (character) => `&amp;#${codeOf(character)};`),
    decode: (text) => readReferences(readReferences(text)),
  },
  { name: 'base64', encode: toBase64, decode: fromBase64 },
  {
    name: 'base64 of percent signs',
    encode: (text) => toBase64(rawUrlEncode(text)),
    decode: (text) => decodeURIComponent(fromBase64(text)),
  },
  {
    name: 'base64 twice',
    encode: (text) => toBase64(toBase64(text)),
    decode: (text) => fromBase64(fromBase64(text)),
  },
  {
    name: 'percent signs of base64',
    encode: (text) => rawUrlEncode(toBase64(text)),
    decode: (text) => fromBase64(decodeURIComponent(text)),
  },
  {
    name: 'percent signs of JSON',
    encode: (text) => rawUrlEncode(JSON.stringify({ label: text, n: 1 })),
    decode: (text) => (JSON.parse(decodeURIComponent(text)) as { label: string }).label,
  },
  {
    name: 'base64 of JSON',
    encode: (text) => toBase64(JSON.stringify({ label: text, n: 1 })),
    decode: (text) => (JSON.parse(fromBase64(text)) as { label: string }).label,
  },
];
