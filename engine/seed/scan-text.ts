/**
 * What kind of text a leaf holds, and so how its innermost step goes: HTML, short HTML (titles,
 * strings of builders) or plain text; serialized PHP and JSON are taken apart first.
 */
import type { Piece } from './piece.ts';
import type { Scan } from './scan.ts';
import { scanCss } from './scan-css.ts';
import { scanHtml } from './scan-html.ts';
import { outlineJson, scanJson } from './scan-json.ts';
import { readPhpStrings, scanPhp } from './scan-php.ts';
import { isAddressKey, looksLikeAddress, scanUrl } from './scan-url.ts';

/** `builder`: short HTML, addresses are encoded as such; `plain`: exactly the row's text. */
export type StringKind = 'builder' | 'plain';

const TAG = /<\/?[a-z][^<>]*>|<!--/i;
const CSS_KEY = /(?:^|[_-])css$/i;

/** Does the seed's text hold markup, so that a reader of it takes it for HTML? */
export function holdsTag(text: string): boolean {
  return TAG.test(text);
}

/** A text that is HTML from end to end: the content of a page. */
export function scanContent(text: string, scan: Scan): Piece[] {
  return scanHtml(text, scan, (string, key) => scanString(string, { key, kind: 'builder' }, scan));
}

/** Title, excerpt, names of terms: HTML where the seed has a tag, else short HTML. */
export function scanShort(text: string, scan: Scan): Piece[] {
  return holdsTag(text) ? scanContent(text, scan) : scan.find(text, 'short');
}

function isAddress(text: string, options: { key: string; kind: StringKind }): boolean {
  if (/^\s*tel:/i.test(text)) return true;
  if (isAddressKey(options.key) && /^\s*\[[^[\]]*\]\s*$/.test(text))
    return options.kind === 'builder' || /geo[\s_-]*url|page[\s_-]*url/i.test(text);
  return options.kind === 'builder' && looksLikeAddress(text);
}

/** A whole text (a meta value, a string inside one), taken apart as far as it holds structure. */
export function scanString(text: string, options: { key: string; kind: StringKind }, scan: Scan): Piece[] {
  const php = readPhpStrings(text);
  if (php) return scanPhp(text, php, (inner, key) => scanString(inner, { ...options, key }, scan));
  const json = outlineJson(text, scan);
  if (json) {
    return scanJson(text, json, {
      encoder: text.includes('\\/') ? 'json-slash' : 'json',
      scanString: (inner, key) => scanString(inner, { ...options, key }, scan),
    });
  }
  if (!text.includes('[') && !text.includes('&#91;')) return [];
  if (CSS_KEY.test(options.key)) return scanCss(text, scan);
  if (isAddress(text, options)) return scanUrl(text, scan);
  if (holdsTag(text)) return scanContent(text, scan);
  return options.kind === 'builder' ? scan.find(text, 'short') : scan.find(text, '');
}
