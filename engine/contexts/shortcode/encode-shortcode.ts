/** Values and attributes of WordPress shortcodes, whose brackets and quotes are references. */
import type { Encoder } from '../encoding.ts';
import { referencer } from '../html/encode-html.ts';

export const shortcodeEncoders: Record<string, Encoder> = {
  // WordPress' shortcode_parse_atts() runs stripcslashes() and turns no-break spaces into spaces
  'shortcode"': { label: 'shortcode attribute', encode: referencer(/[&<>"[\]\r\\\u00a0\u200b]/g) },
  "shortcode'": { label: 'shortcode attribute', encode: referencer(/[&<>'[\]\r\\\u00a0\u200b]/g) },
  shortcode: { label: 'shortcode', encode: referencer(/[&<>"'[\]\r\n\t =/\\\u00a0\u200b]/g) },
};
