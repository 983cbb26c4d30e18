/** Escapes in strings of JavaScript, which include those of JSON. */
import { type SourceText, decodeMatches } from '../../text/source-text.ts';

const ESCAPE =
  /\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[0-3][0-7]{0,2}|[4-7][0-7]?|\r\n|[^])/g;
const SHORT_ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '\n': '',
  '\r': '',
  '\r\n': '',
  '\u2028': '',
  '\u2029': '',
};

function decodeEscape(escape: string): string | undefined {
  const rest = escape.slice(1);
  const hex = /^(?:u\{?|x)([0-9a-fA-F]+)\}?$/.exec(rest)?.[1];
  const code = hex === undefined ? Number.parseInt(rest, 8) : Number.parseInt(hex, 16);
  if (hex === undefined && Number.isNaN(code)) return SHORT_ESCAPES[rest] ?? rest;
  return code > 0x10ffff ? undefined : String.fromCodePoint(code);
}

/** Decodes the text between the quotes of a string, each character with its range. */
export function decodeScriptEscapes(text: string): SourceText {
  return decodeMatches(text, ESCAPE, decodeEscape);
}
