/**
 * What kind of text a leaf holds, and so how its innermost step goes: HTML, short HTML (titles,
 * strings of builders) or plain text; serialized PHP and JSON are taken apart first.
 */
import { decodeHtmlText, mayHoldBracket } from '../text/html-reference.ts';
import { type Piece, liftPieces } from './piece.ts';
import type { Scan } from './scan.ts';
import { scanCss } from './css/scan-css.ts';
import { scanHtml } from './html/scan-html.ts';
import { outlineJson, scanJson } from './json/scan-json.ts';
import { readPhpStrings, scanPhp } from './php/scan-php.ts';
import { protectShortcodes } from './shortcode/scan-shortcode.ts';
import { isAddressKey, looksLikeAddress, scanUrl } from './url/scan-url.ts';
import { joinHtmlText } from './html/join-html.ts';
import { withJoins } from './join.ts';

/** `builder`: short HTML, addresses are encoded as such; `plain`: exactly the row's text. */
export type StringKind = 'builder' | 'plain';

const TAG = /<\/?[a-z][^<>]*>|<!--/i;
const CSS_KEY = /(?:^|[_-])css$/i;

/** Does the seed's text hold markup, so that a reader of it takes it for HTML? */
function holdsTag(text: string): boolean {
  return TAG.test(text);
}

/** A text that is HTML from end to end: the content of a page. */
export function scanContent(text: string, scan: Scan): Piece[] {
  return scanContentAt(text, scan, 0);
}

function scanContentAt(text: string, scan: Scan, depth: number): Piece[] {
  scan.tellTorn(text);
  return scanHtml(text, scan, {
    block: (string, key) => scanStringAt(string, { key, kind: 'builder', depth: depth + 1 }, scan),
    script: (string) => scanScriptString(string, scan, depth + 1),
  });
}

/** Markup, or the beginning of a tag that another string goes on with. */
const MARKUP = /<\/?[a-z][a-z0-9-]*(?:[\s/][^<>]*)?>|<[a-z][a-z0-9-]*\s[^<>]*=[^<>]*$|<!--/i;

/** A string of a script, which may hold JSON or HTML for later; other strings are exactly the row's text. */
function scanScriptString(text: string, scan: Scan, depth: number): Piece[] {
  const json = depth < MAX_DEPTH ? outlineJson(text, scan) : undefined;
  // a list that holds a bare placeholder may as well be a text in brackets
  if (json && (json.bare.length === 0 || text.trimStart().startsWith('{')))
    return scanJson(text, json, {
      encoder: 'json',
      scanString: (string) => scanScriptString(string, scan, depth + 1),
    });
  if (depth < MAX_DEPTH && MARKUP.test(scan.mask(text))) return scanContentAt(text, scan, depth);
  return scan.find(text, () => '');
}

/** Short HTML without a tag: references are decoded to find the placeholders, and stay as they are. */
function scanTagless(text: string, scan: Scan): Piece[] {
  if (!mayHoldBracket(text)) return [];
  const decoded = decodeHtmlText(text);
  const pieces = liftPieces(scan.find(decoded.text, 'short'), (from, to) => decoded.range(from, to));
  return withJoins(text, protectShortcodes(text, pieces), joinHtmlText);
}

/** Title, excerpt, names of terms: HTML where the seed has a tag, else short HTML. */
export function scanShort(text: string, scan: Scan): Piece[] {
  return holdsTag(scan.mask(text)) ? scanContent(text, scan) : scanTagless(text, scan);
}

interface StringOptions {
  key: string;
  kind: StringKind;
}

function isAddress(text: string, { key, kind }: StringOptions): boolean {
  if (/^\s*tel:/i.test(text)) return true;
  if (isAddressKey(key) && /^\s*\[[^[\]]*\]\s*$/.test(text))
    return kind === 'builder' || /geo[\s_-]*url|page[\s_-]*url/i.test(text);
  return kind === 'builder' && looksLikeAddress(text, isAddressKey(key));
}

/** Serialized values and JSON may hold each other; deeper than this only an attack nests them. */
const MAX_DEPTH = 16;

/** A whole text (a meta value, a string inside one), taken apart as far as it holds structure. */
export function scanString(text: string, options: StringOptions, scan: Scan): Piece[] {
  return scanStringAt(text, { ...options, depth: 0 }, scan);
}

function scanStringAt(text: string, options: StringOptions & { depth: number }, scan: Scan): Piece[] {
  const { kind, depth } = options;
  const scanInner = (inner: string, key: string) =>
    scanStringAt(inner, { key, kind, depth: depth + 1 }, scan);
  const php = depth < MAX_DEPTH ? readPhpStrings(text) : undefined;
  if (php) return scanPhp(text, php, scanInner);
  const json = depth < MAX_DEPTH ? outlineJson(text, scan) : undefined;
  if (json) {
    const encoder = text.includes('\\/') ? 'json-slash' : 'json';
    return scanJson(text, json, { encoder, scanString: scanInner });
  }
  if (!mayHoldBracket(text)) return [];
  if (CSS_KEY.test(options.key)) return scanCss(text, scan);
  if (isAddress(text, options)) return scanUrl(text, scan);
  if (holdsTag(scan.mask(text))) return scanContentAt(text, scan, depth);
  return kind === 'builder' ? scanTagless(text, scan) : scan.find(text, '');
}
