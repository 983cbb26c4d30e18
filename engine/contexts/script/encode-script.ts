/**
 * Strings, comments and bare values of JavaScript and JSON-LD inside HTML. Each escape is valid in
 * both languages; `<` is escaped, so that no value can end the `<script>`, and `%`, because a browser
 * decodes a `javascript:` address before it runs it.
 */
import type { Encoder, Unencodable } from '../encoding.ts';

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
}

const SHORT: Record<string, string> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '\\': '\\\\' };

function encodeString(value: string): string {
  return value.replaceAll(
    /["'`\\&%<>[\]\n\r\t\u007f$\u2028\u2029]/g,
    (found) => SHORT[found] ?? unicodeEscape(found),
  );
}

/** A number, `true`, `false` or `null`: what JSON and JavaScript read alike. */
function encodeLiteral(value: string): string | Unencodable {
  const bare = value.trim();
  if (/^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/.test(bare)) return bare;
  return {
    code: 'value-no-literal',
    reason: 'is outside quotes in a script or in JSON, where only a number, true, false or null can be',
  };
}

const NUMBER_REASON: Unencodable = {
  code: 'value-no-literal',
  reason: 'is a part of a name or a number in a script, where only digits can be',
};

function encodeDigits(value: string): string | Unencodable {
  return /^[0-9]+$/.test(value) ? value : NUMBER_REASON;
}

/** A number that is the name of a member or goes on behind the value. */
function encodeIndex(value: string): string | Unencodable {
  return /^(?:0|[1-9][0-9]*)$/.test(value) ? value : NUMBER_REASON;
}

const NEVER: Unencodable = {
  code: 'value-no-literal',
  reason: 'is in a script where no value can be',
};

const ZERO = 48;
const NINE = 57;

/** `29.76328`, `-95`: digits with at most one dot inside and a minus before them, no leading zero. */
function isPlainNumber(bytes: Uint8Array, from: number, to: number): boolean {
  const first = bytes[from] === 45 ? from + 1 : from;
  if (first >= to || to - first > 20) return false;
  let dots = 0;
  for (let at = first; at < to; at += 1) {
    const byte = bytes[at] as number;
    if (byte === 46 && at > first && at < to - 1) dots += 1;
    else if (byte < ZERO || byte > NINE) return false;
  }
  return dots < 2 && (bytes[first] !== ZERO || to === first + 1 || bytes[first + 1] === 46);
}

function encodeComment(value: string): string {
  return value.replaceAll(/[\n\r\u2028\u2029]/g, ' ').replaceAll(/[*/%<>[]/g, unicodeEscape);
}

export const scriptEncoders: Record<string, Encoder> = {
  js: { label: 'string of a script', encode: encodeString },
  literal: {
    label: 'script or JSON outside quotes',
    encode: encodeLiteral,
    isWhole: true,
    copies: isPlainNumber,
  },
  'js-digits': { label: 'digits of a script', encode: encodeDigits, isWhole: true },
  'js-index': { label: 'number of a script', encode: encodeIndex, isWhole: true },
  'js-never': { label: 'script', encode: () => NEVER, isWhole: true },
  'js-comment': { label: 'comment of a script', encode: encodeComment },
  'js-regexp': {
    label: 'regular expression of a script',
    encode: (value) => value.replaceAll(/[^A-Za-z0-9 _]/g, escapeUnits),
  },
};

function escapeUnits(character: string): string {
  return [...character].length === 1 && character.length === 1 ? unicodeEscape(character) : character;
}
