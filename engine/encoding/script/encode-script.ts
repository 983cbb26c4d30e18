/**
 * Strings, comments and bare values of JavaScript and JSON-LD inside HTML. Each escape is valid in
 * both languages; `<` is escaped, so that no value can end the `<script>`, and `%`, because a browser
 * decodes a `javascript:` address before it runs it. `|` is escaped because Divi makes a line break of
 * `||et_pb_line_break_holder||`.
 */
import { HARMLESS_CHARACTERS, type Unencodable, isHarmless, defineEncoders } from '../../text/encoder.ts';
import { toDecimalPoint } from '../../text/decimal-number.ts';

function toUnicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
}

const SHORT: Record<string, string> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '\\': '\\\\' };

function encodeString(value: string): string {
  return value.replaceAll(
    /["'`\\&%<>[\]|\n\r\t\u007f$\u2028\u2029]/g,
    (found) => SHORT[found] ?? toUnicodeEscape(found),
  );
}

/** Accepts a number, `true`, `false` or `null`, which JSON and JavaScript read alike. */
function encodeLiteral(value: string): string | Unencodable {
  const bare = value.trim();
  if (/^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/.test(bare)) return bare;
  return {
    code: 'value-no-literal',
    reason: 'is outside quotes in a script or in JSON, where only a number, true, false or null is allowed',
  };
}

const NEVER: Unencodable = {
  code: 'value-no-literal',
  reason:
    'is next to a name, a number or a member in a script, or in a regular expression, where values aren’t allowed',
};

function encodeComment(value: string): string {
  return value.replaceAll(/[\n\r\u2028\u2029]/g, ' ').replaceAll(/[*/%<>["'`|]/g, toUnicodeEscape);
}

/** Browsers have rules of their own for `<!--` within a script, and references count in JSX. */
function encodeHarmless(value: string): string | Unencodable {
  if (isHarmless(value)) return value;
  return {
    code: 'value-not-harmless',
    reason: `is in JSX, or in a script comment that begins with <!-- or -->, where only ${HARMLESS_CHARACTERS} are allowed`,
  };
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
    'js-never': { label: 'script', encode: () => NEVER },
    'js-comment': { escape: 'script', label: 'comment of a script', encode: encodeComment },
    'js-harmless': { label: 'JSX or HTML comment of a script', encode: encodeHarmless },
  },
  'code',
);
