/** Values and attributes of WordPress shortcodes, whose brackets and quotes are references. */
import { defineEncoders } from '../../text/encoder.ts';
import { referencer } from '../html/encode-html.ts';

const encodeMarks = referencer(/[&<>'\r%`\u00a0\u200b]/g);

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

export const shortcodeEncoders = defineEncoders({
  // WordPress' shortcode_parse_atts() runs stripcslashes() and turns no-break spaces into spaces
  'shortcode"': {
    place: 'html',
    label: 'shortcode attribute',
    encode: referencer(/[&<>"[\]\r\\\u00a0\u200b]/g),
  },
  "shortcode'": {
    place: 'html',
    label: 'shortcode attribute',
    encode: referencer(/[&<>'[\]\r\\\u00a0\u200b]/g),
  },
  shortcode: { place: 'html', label: 'shortcode', encode: referencer(/[&<>"'[\]\r\n\t =/\\\u00a0\u200b]/g) },
  divi: { label: 'attribute as Divi writes it', encode: encodeDivi },
  wpbakery: { label: 'attribute as WPBakery writes it', encode: encodeWpbakery },
});
