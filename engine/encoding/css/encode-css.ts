/** Strings, addresses, comments and bare values of CSS (CSS Syntax Level 3, "Consume an escaped code point"). */
import { type Unencodable, defineEncoders } from '../../text/encoder.ts';

/** The space ends the escape, whatever follows. */
export function hexEscape(character: string): string {
  return `\\${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()} `;
}

function encodeBare(value: string): string | Unencodable {
  if (/^[A-Za-z0-9_%.#-]*$/.test(value)) return value;
  return {
    code: 'value-no-css',
    reason: 'is outside quotes in CSS, where only letters, digits, "-", "_", "%", "." and "#" are allowed',
  };
}

/** Behind `<`, `</st` or `<!`: letters could end the style, and so could what is behind an empty value. */
function encodeNumber(value: string): string | Unencodable {
  if (/^[.0-9]/.test(value)) return encodeBare(value);
  return { code: 'value-no-css', reason: 'is after "<" in CSS, where only a number is allowed' };
}

/** Letters could make `url(` of a name, behind which nothing is read as before. */
function encodeDigits(value: string): string | Unencodable {
  return /^[0-9]+$/.test(value) ? value : notInName('where only digits are allowed');
}

function notInName(where: string): Unencodable {
  return { code: 'value-no-css', reason: `is a part of the name of a CSS function or rule, ${where}` };
}

export const cssEncoders = defineEncoders(
  {
    // `|`: Divi makes a line break of `||et_pb_line_break_holder||`, which ends a string
    'css"': {
      escape: 'css',
      label: 'string of CSS',
      encode: (value) => value.replaceAll(/["\\<>[|\n\r\f]/g, hexEscape),
    },
    "css'": {
      escape: 'css',
      label: 'string of CSS',
      encode: (value) => value.replaceAll(/['\\<>[|\n\r\f]/g, hexEscape),
    },
    'css-text': {
      escape: 'css',
      label: 'text escaped as in CSS',
      encode: (value) => value.replaceAll(/["'\\<>[\]|\n\r\f]/g, hexEscape),
    },
    'css-url': {
      escape: 'css',
      label: 'url() of CSS',
      encode: (value) => value.replaceAll(/["'()\\<>[|\s\u007f]/g, hexEscape),
    },
    'css-comment': {
      escape: 'css',
      label: 'comment of CSS',
      encode: (value) => value.replaceAll(/[*/\\<>[]/g, hexEscape),
    },
    'css-digits': { label: 'name in CSS', encode: encodeDigits },
    'css-never': {
      label: 'name in CSS',
      encode: () => notInName('which no value can begin'),
    },
    'css-number': { label: 'number behind "<" in CSS', encode: encodeNumber },
    'css-bare': { label: 'CSS outside quotes', encode: encodeBare },
  },
  'code',
);
