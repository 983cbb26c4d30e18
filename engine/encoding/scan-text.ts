/**
 * Scans a leaf by the kind of its text: HTML, short HTML (titles, strings of builders) or plain text;
 * serialized PHP and JSON are parsed first.
 */
import type { Columns } from '../language/columns.ts';
import { decodeHtmlText } from '../text/html-reference.ts';
import { type Piece, liftPieces } from './piece.ts';
import type { Codecs } from './codecs.ts';
import { Scan, type StringKind } from './scan.ts';
import type { PreservedNames } from './preserved-names.ts';
import type { Encoder } from '../text/encoder.ts';
import { htmlEncoders } from './html/encode-html.ts';
import { jsonEncoders } from './json/encode-json.ts';
import { scanCss } from './css/scan-css.ts';
import { scanHtml } from './html/scan-html.ts';
import { outlineJson, scanJson } from './json/scan-json.ts';
import { type ScanScriptString, scanScript } from './script/scan-script.ts';
import { holdsTag, getStringLanguage } from './string-language.ts';
import { isScriptAddress, scanUrl } from './url/scan-url.ts';
import { joinHtmlText } from './html/join-html.ts';
import { withJoins } from './join.ts';

/** Creates a scan of a seed whose texts may be encoded once more. */
export function createScan(columns: Columns, preserved?: PreservedNames, codecs?: Codecs): Scan {
  return new Scan(columns, preserved, {
    scanInner: (text, kind, scan) => scanString(text, { key: '', kind }, scan),
    ...(codecs && { codecs }),
  });
}

function scanTemplate(text: string, scan: Scan, read: (text: string) => Piece[]): Piece[] {
  return scan.codecs.scanTemplate?.(text, scan, read) ?? read(text);
}

function encodeForPage(text: string, scan: Scan, pieces: Piece[]): Piece[] {
  return scan.codecs.encodeForPage?.(text, scan, pieces) ?? pieces;
}

/** Scans a text that is HTML as a whole: the content of a page. */
export function scanContent(text: string, scan: Scan): Piece[] {
  return scanTemplate(text, scan, (source) => scanContentAt(source, scan, 0));
}

function scanContentAt(text: string, scan: Scan, depth: number): Piece[] {
  const pieces = scan.withPairs(text, () => {
    scan.reportTorn(text);
    return scanHtml(text, scan, {
      block: (string, key) => scanStringAt(string, { key, kind: 'builder', depth: depth + 1 }, scan),
      script: createStringScanner(scan, depth + 1),
      data: (string, key) => scanStringAt(string, { key, kind: 'data', depth: depth + 1 }, scan),
    });
  });
  return encodeForPage(text, scan, pieces);
}

/** Markup, or the beginning of a tag that another string continues. */
const MARKUP = /<\/?[a-z][a-z0-9-]*(?:[\s/][^<>]*)?>|<[a-z][a-z0-9-]*\s[^<>]*=[^<>]*$|<!--/i;

/** Creates the scanner for the strings of a script at a depth. */
function createStringScanner(scan: Scan, depth: number): ScanScriptString {
  return (text, isAddress) =>
    isAddress || isScriptAddress(text) ? scanUrl(text, scan) : scanScriptString(text, scan, depth);
}

/** Scans a string of a script, which may contain JSON or HTML; another one becomes exactly the row's text. */
function scanScriptString(text: string, scan: Scan, depth: number): Piece[] {
  const json = depth < MAX_DEPTH ? outlineJson(text, scan) : undefined;
  // a list with a bare placeholder may also be a text in brackets
  if (json && (json.bare.length === 0 || text.trimStart().startsWith('{')))
    return scanJson(text, json, {
      encoder: jsonEncoders.json,
      scanString: (string) => scanScriptString(string, scan, depth + 1),
    });
  if (depth < MAX_DEPTH && MARKUP.test(scan.mask(text))) return scanContentAt(text, scan, depth);
  return scan.findAll(text, undefined, { kind: 'plain' });
}

/** Scans short HTML without a tag: references are decoded to find the placeholders, and preserved. */
function scanTagless(text: string, scan: Scan, finish = (piece: Piece): Piece => piece): Piece[] {
  if (!scan.mayContainPiece(text)) return [];
  const decoded = decodeHtmlText(text);
  const found = scan
    .withPairs(decoded.text, () => scan.findAll(decoded.text, htmlEncoders.short))
    .map(finish);
  const pieces = liftPieces(found, (from, to) => decoded.range(from, to));
  return encodeForPage(
    text,
    scan,
    withJoins(text, scan.codecs.encodeAround?.(text, pieces) ?? pieces, joinHtmlText),
  );
}

function isWords(encoders: readonly Encoder[]): boolean {
  return encoders.length === 0 || (encoders.length === 1 && encoders[0] === htmlEncoders.short);
}

/** Preserves the markup of a `*_html` column, because a builder shows its strings as HTML. */
function keepMarkup(piece: Piece): Piece {
  const isOnly = piece.kind === 'hole' && isWords(piece.encoders);
  return isOnly && piece.value.isHtml ? { ...piece, encoders: [htmlEncoders['html-sanitized']] } : piece;
}

/** Scans a title, an excerpt or the name of a term: HTML if the seed has a tag, else short HTML. */
export function scanShort(text: string, scan: Scan): Piece[] {
  return scanTemplate(text, scan, (source) =>
    holdsTag(scan.mask(source)) ? scanContent(source, scan) : scanTagless(source, scan),
  );
}

interface StringOptions {
  key: string;
  kind: StringKind;
}

/** Maximum number of serialized values and JSON documents in each other. */
const MAX_DEPTH = 16;

/** Scans a whole text (a meta value or a string inside one), parsed as far as it has structure. */
export function scanString(text: string, options: StringOptions, scan: Scan): Piece[] {
  return scanStringAt(text, { ...options, depth: 0 }, scan);
}

function scanStringAt(text: string, options: StringOptions & { depth: number }, scan: Scan): Piece[] {
  const { kind, depth } = options;
  const scanInner = (inner: string, key: string) =>
    scanStringAt(inner, { key, kind, depth: depth + 1 }, scan);
  const own = depth < MAX_DEPTH ? scan.codecs.scanString?.(text, scanInner) : undefined;
  if (own) return own;
  const json = depth < MAX_DEPTH ? outlineJson(text, scan) : undefined;
  if (json) {
    const encoder = text.includes('\\/') ? jsonEncoders['json-slash'] : jsonEncoders.json;
    return scanJson(text, json, { encoder, scanString: scanInner });
  }
  if (!scan.mayContainPiece(text)) return [];
  return scanTemplate(text, scan, (source) => scanLanguage(source, options, scan));
}

function scanLanguage(text: string, options: StringOptions & { depth: number }, scan: Scan): Piece[] {
  const { kind, depth } = options;
  switch (getStringLanguage(scan.mask(text), options, scan.codecs)) {
    case 'server-code':
      if (scan.codecs.serverCode) scan.refuse(text, scan.codecs.serverCode.refusal);
      return [];
    case 'css':
      return scanCss(text, scan);
    case 'script':
      return scanScript(text, scan, { goal: 'script', scanString: createStringScanner(scan, depth + 1) });
    case 'address':
      return scanUrl(text, scan);
    case 'html':
      return scanContentAt(text, scan, depth);
    case 'short-html':
      return scanTagless(text, scan);
    case 'text':
      return scan.scanNamed(options.key, () => scanWords(text, kind, scan));
  }
}

/** Scans a string of words: exactly the row's text, or HTML for builders. */
function scanWords(text: string, kind: StringKind, scan: Scan): Piece[] {
  if (kind === 'builder') return scanTagless(text, scan, keepMarkup);
  const pieces = scan.withPairs(text, () => scan.findAll(text, undefined, { kind }));
  const [piece] = pieces;
  const isWhole = pieces.length === 1 && piece?.kind === 'hole' && piece.text === text.trim();
  return encodeForPage(text, scan, isWhole ? pieces.map(keepMarkup) : pieces);
}
