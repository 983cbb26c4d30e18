/** Strings, addresses, comments and bare values of CSS (CSS Syntax Level 3, "Consume an escaped code point"). */
import { type Unencodable, defineEncoders } from '../../text/encoder.ts';

/** The space ends the escape, whatever follows. */
export function toHexEscape(character: string): string {
  return `\\${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()} `;
}

function encodeBare(value: string): string | Unencodable {
  if (/^[A-Za-z0-9_%.#-]*$/.test(value)) return value;
  return {
    code: 'value-no-css',
    reason: 'is outside quotes in CSS, where only letters, digits, "-", "_", "%", "." and "#" are allowed',
  };
}

/** After `<`, `</st` or `<!` letters could end the style, as could the seed's text after an empty value. */
function encodeNumber(value: string): string | Unencodable {
  if (/^[.0-9]/.test(value)) return encodeBare(value);
  return { code: 'value-no-css', reason: 'is after "<" in CSS, where only a number is allowed' };
}

/** A value could turn the name into `url`, whose argument is read in another way. */
const IN_NAME: Unencodable = {
  code: 'value-no-css',
  reason: 'is part of the name of a CSS function or rule, where values aren’t allowed',
};

export const cssEncoders = defineEncoders(
  {
    // `|`: Divi makes a line break of `||et_pb_line_break_holder||`, which ends a string
    'css"': {
      escape: 'css',
      label: 'string of CSS',
      encode: (value) => value.replaceAll(/["\\<>[|\n\r\f]/g, toHexEscape),
    },
    "css'": {
      escape: 'css',
      label: 'string of CSS',
      encode: (value) => value.replaceAll(/['\\<>[|\n\r\f]/g, toHexEscape),
    },
    'css-text': {
      escape: 'css',
      label: 'text escaped as in CSS',
      encode: (value) => value.replaceAll(/["'\\<>[\]|\n\r\f]/g, toHexEscape),
    },
    'css-url': {
      escape: 'css',
      label: 'url() of CSS',
      encode: (value) => value.replaceAll(/["'()\\<>[|\s\u007f]/g, toHexEscape),
    },
    'css-comment': {
      escape: 'css',
      label: 'comment of CSS',
      encode: (value) => value.replaceAll(/[*/\\<>[]/g, toHexEscape),
    },
    'css-never': { label: 'name in CSS', encode: () => IN_NAME },
    'css-number': { label: 'number after "<" in CSS', encode: encodeNumber },
    'css-bare': { label: 'CSS outside quotes', encode: encodeBare },
  },
  'code',
);
