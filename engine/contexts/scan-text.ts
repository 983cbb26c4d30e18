/**
 * What kind of text a leaf holds, and so how its innermost step goes: HTML, short HTML (titles,
 * strings of builders) or plain text; serialized PHP and JSON are taken apart first.
 */
import { decodeHtmlText, mayHoldBracket } from '../text/html-reference.ts';
import { type Hole, type Piece, liftPieces } from './piece.ts';
import type { Scan } from './scan.ts';
import { scanCss } from './css/scan-css.ts';
import { scanHtml } from './html/scan-html.ts';
import { outlineJson, scanJson } from './json/scan-json.ts';
import { readPhpStrings, scanPhp } from './php/scan-php.ts';
import { protectShortcodes } from './shortcode/scan-shortcode.ts';
import { scanScript } from './script/scan-script.ts';
import { type StringKind, holdsTag, languageOf } from './string-language.ts';
import { scanUrl } from './url/scan-url.ts';
import { joinHtmlText } from './html/join-html.ts';
import { withJoins } from './join.ts';

/** A text that is HTML from end to end: the content of a page. */
export function scanContent(text: string, scan: Scan): Piece[] {
  return scanContentAt(text, scan, 0);
}

function scanContentAt(text: string, scan: Scan, depth: number): Piece[] {
  scan.tellTorn(text);
  return scanHtml(text, scan, {
    block: (string, key) => scanStringAt(string, { key, kind: 'builder', depth: depth + 1 }, scan),
    script: (string) => scanScriptString(string, scan, depth + 1),
    data: (string, key) => scanStringAt(string, { key, kind: 'data', depth: depth + 1 }, scan),
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
function scanTagless(text: string, scan: Scan, finish = (hole: Hole): Hole => hole): Piece[] {
  if (!mayHoldBracket(text)) return [];
  const decoded = decodeHtmlText(text);
  const holes = scan.find(decoded.text, 'short').map(finish);
  const pieces = liftPieces(holes, (from, to) => decoded.range(from, to));
  return withJoins(text, protectShortcodes(text, pieces), joinHtmlText);
}

/** A builder shows its strings as HTML, so the markup of a `*_html` column stays. */
function keepMarkup(hole: Hole): Hole {
  return hole.value.isHtml ? { ...hole, encoders: ['html-sanitised'] } : hole;
}

/** Title, excerpt, names of terms: HTML where the seed has a tag, else short HTML. */
export function scanShort(text: string, scan: Scan): Piece[] {
  return holdsTag(scan.mask(text)) ? scanContent(text, scan) : scanTagless(text, scan);
}

interface StringOptions {
  key: string;
  kind: StringKind;
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
  switch (languageOf(scan.mask(text), options)) {
    case 'php':
      scan.refuse(text, 'php');
      return [];
    case 'css':
      return scanCss(text, scan);
    case 'script':
      return scanScript(text, scan, {
        goal: 'script',
        scanString: (string) => scanScriptString(string, scan, depth + 1),
      });
    case 'address':
      return scanUrl(text, scan);
    case 'html':
      return scanContentAt(text, scan, depth);
    case 'shortcode':
      return scanTagless(text, scan);
    case 'text':
      return scanWords(text, kind, scan);
  }
}

/** A string of words: exactly the row's text, but for builders, which show it as HTML. */
function scanWords(text: string, kind: StringKind, scan: Scan): Piece[] {
  if (kind === 'builder') return scanTagless(text, scan, keepMarkup);
  const holes = scan.find(text, '');
  const isWhole = holes.length === 1 && holes[0]?.text === text.trim();
  return isWhole ? holes.map(keepMarkup) : holes;
}
