/**
 * Strings, comments and bare values of JavaScript and JSON-LD inside HTML. Each escape is valid in
 * both languages; `<` is escaped, so that no value can end the `<script>`, and `%`, because a browser
 * decodes a `javascript:` address before it runs it. `|` is escaped because Divi makes a line break of
 * `||et_pb_line_break_holder||`.
 */
import { HARMLESS_CHARACTERS, type Unencodable, isHarmless, defineEncoders } from '../../text/encoder.ts';
import { toDecimalPoint } from '../../text/decimal-number.ts';

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
}

const SHORT: Record<string, string> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '\\': '\\\\' };

function encodeString(value: string): string {
  return value.replaceAll(
    /["'`\\&%<>[\]|\n\r\t\u007f$\u2028\u2029]/g,
    (found) => SHORT[found] ?? unicodeEscape(found),
  );
}

/** A number, `true`, `false` or `null`: what JSON and JavaScript read alike. */
function encodeLiteral(value: string): string | Unencodable {
  const bare = value.trim();
  if (/^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/.test(bare)) return bare;
  return {
    code: 'value-no-literal',
    reason: 'is outside quotes in a script or in JSON, where only a number, true, false or null is allowed',
  };
}

const NUMBER_REASON: Unencodable = {
  code: 'value-no-literal',
  reason: 'is a part of a name or a number in a script, where only digits are allowed',
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

function encodeComment(value: string): string {
  return value.replaceAll(/[\n\r\u2028\u2029]/g, ' ').replaceAll(/[*/%<>["'`|]/g, unicodeEscape);
}

/** Its end is that of the line, and browsers have rules of their own for `<!--` within a script. */
function encodeHtmlComment(value: string): string | Unencodable {
  if (isHarmless(value)) return value;
  return {
    code: 'value-not-harmless',
    reason: `is in a comment of a script that begins with <!-- or -->, where only ${HARMLESS_CHARACTERS} are allowed`,
  };
}

function toReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/** Numeric references: a JSX compiler needs no list of names, and no part of the value begins an expression. */
function encodeJsx(value: string): string {
  return value.replaceAll(/[&<>"'`{}[|\\\t\n\r\u007f\u00a0\u2028\u2029]/g, toReference);
}

export const scriptEncoders = defineEncoders(
  {
    js: { escape: 'script', label: 'string of a script', encode: encodeString },
    literal: {
      place: 'bare',
      label: 'script or JSON outside quotes',
      encode: encodeLiteral,
    },
    coordinate: {
      place: 'bare',
      label: 'script or JSON outside quotes',
      encode: (value) => encodeLiteral(toDecimalPoint(value.trim())),
    },
    'js-digits': { label: 'digits of a script', encode: encodeDigits },
    'js-index': { label: 'number of a script', encode: encodeIndex },
    'js-never': { label: 'script', encode: () => NEVER },
    'js-comment': { escape: 'script', label: 'comment of a script', encode: encodeComment },
    'js-html-comment': {
      label: 'comment of a script that begins with <!-- or -->',
      encode: encodeHtmlComment,
    },
    'jsx-text': { label: 'text of JSX', encode: encodeJsx },
    'jsx-attribute': { label: 'attribute of JSX', encode: encodeJsx },
    'js-regexp': {
      label: 'regular expression of a script',
      encode: (value) => value.replaceAll(/[^A-Za-z0-9 _]/g, escapeUnits),
    },
  },
  'code',
);

function escapeUnits(character: string): string {
  return [...character].length === 1 && character.length === 1 ? unicodeEscape(character) : character;
}
