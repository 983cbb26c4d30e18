/** Values and attributes of WordPress shortcodes, whose brackets and quotes are references. */
import { defineEncoders } from '../../../text/encoder.ts';
import { toHexEscape } from '../../../encoding/css/encode-css.ts';
import { createReferenceEncoder } from '../../../encoding/html/encode-html.ts';

const encodeMarks = createReferenceEncoder(/[&<>'\r%`\u00a0\u200b]/g);

/** Divi takes its own signs for what would end the attribute, and reads them back before it reads HTML. */
const DIVI: Record<string, string> = { '"': '%22', '\\': '%92', '[': '%91', ']': '%93' };

function encodeDivi(value: string): string {
  return encodeMarks(value).replaceAll(/["\\[\]]/g, (found) => DIVI[found] ?? found);
}

/** The same for WPBakery, whose brackets would be those of a shortcode; WordPress takes backslashes off. */
const WPBAKERY: Record<string, string> = { '"': '``', '\\': '&#92;', '[': '&#91;', ']': '&#93;' };

function encodeWpbakery(value: string): string {
  return encodeMarks(value).replaceAll(/["\\[\]]/g, (found) => WPBAKERY[found] ?? found);
}

const encodeMarkup = createReferenceEncoder(/[<>"'[]/g);

/** Divi decodes `&amp;` before all other references, so `&` is escaped twice. */
function encodeDiviCode(value: string): string {
  return encodeMarkup(value.replaceAll('&', '&amp;amp;'));
}

export const wordpressEncoders = defineEncoders({
  // WordPress' shortcode_parse_atts() runs stripcslashes() and turns no-break spaces into spaces
  'shortcode"': {
    place: 'html',
    label: 'shortcode attribute',
    encode: createReferenceEncoder(/[&<>"[\]\r\\\u00a0\u200b]/g),
  },
  "shortcode'": {
    place: 'html',
    label: 'shortcode attribute',
    encode: createReferenceEncoder(/[&<>'[\]\r\\\u00a0\u200b]/g),
  },
  divi: { escape: 'reference', label: 'attribute as Divi writes it', encode: encodeDivi },
  wpbakery: { escape: 'reference', label: 'attribute as WPBakery writes it', encode: encodeWpbakery },
  // Divi reads percent signs and `||` as its own markers, and doesn't decode references
  'css-divi': {
    place: 'code',
    label: 'string of CSS in a Divi module',
    encode: (value) => value.replaceAll(/["'\\<>[\]&%|`\n\r\f\t\u00a0\u200b]/g, toHexEscape),
  },
  'divi-code': { place: 'code', label: 'HTML that Divi saves as references', encode: encodeDiviCode },
});
