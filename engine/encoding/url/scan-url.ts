/**
 * Placeholders in a URL (an href, a src, a link of a builder): a whole URL, a telephone number and a part of a
 * query each have their own encoder.
 */
import { PAGE_URL, type Value } from '../../language/value.ts';
import { decodeMatches } from '../../text/source-text.ts';
import {
  type Hole,
  type MarkerPiece,
  type Piece,
  type Range,
  addLayered,
  liftPieces,
  shiftPieces,
} from '../piece.ts';
import { RangeFinder } from '../range-finder.ts';
import type { Bracketed } from '../../language/placeholder.ts';
import type { Scan } from '../scan.ts';
import { type ScanScriptString, scanScript } from '../script/scan-script.ts';
import { type Join, withJoins } from '../join.ts';
import type { Encoder } from '../../text/encoder.ts';
import { urlEncoders } from './encode-url.ts';

/** `[geo_url]` means the page's URL if it is the whole URL, elsewhere in one the row's slug. */
function toAddressValue(value: Value, isGeoUrl: boolean, isAlone: boolean): Value {
  if (!isGeoUrl || value.filters.length > 0) return value;
  if (isAlone) return PAGE_URL;
  return value.source.kind === 'row-slug'
    ? value
    : { ...value, source: { kind: 'row-slug', of: value.source } };
}

/** Returns the encoder of a hole in a URL by the text before and after it. */
export function getAddressEncoder(text: string, hole: Hole): Encoder {
  const { source, filters, isCoordinate } = hole.value;
  // the result of a filter may not be a URL or a slug anymore
  if (source.kind === 'page-url' || source.kind === 'row-slug')
    return filters.length === 0 ? urlEncoders['url-keep'] : urlEncoders['url-whole'];
  if (filters.at(-1)?.name === 'url') return urlEncoders['url-keep'];
  const before = text.slice(0, hole.start).trimStart();
  if (/^tel:/i.test(before)) return urlEncoders.tel;
  if (/^mailto:[^?]*$/i.test(before)) return urlEncoders['url-mail'];
  if (before !== '') return isCoordinate ? urlEncoders['url-coordinate'] : urlEncoders['url-part'];
  return text[hole.end] === ':' ? urlEncoders['url-scheme'] : urlEncoders['url-whole'];
}

/** A browser ignores spaces before the scheme, and line breaks or tabs in it. */
const SCRIPT_ADDRESS = new RegExp(`^[\\0-\\x20]*${[...'javascript:'].join('[\\t\\n\\r]*')}`, 'i');

/** Recognizes a URL that runs as a script. */
export function isScriptAddress(text: string): boolean {
  return SCRIPT_ADDRESS.test(text);
}

/** Line breaks and tabs, which a browser drops, and percent-encoded bytes, which it decodes. */
const DROPPED_OR_ENCODED = /[\t\n\r]+|(?:%[0-9A-Fa-f]{2})+/g;
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

function decodeBytes(found: string): string {
  const bytes = found.startsWith('%') ? found.slice(1).split('%') : [];
  return utf8.decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
}

/** Scans a `javascript:` URL, decoded as a browser decodes it before it runs the script. */
export function scanScriptAddress(text: string, scan: Scan, scanString?: ScanScriptString): Piece[] {
  const from = SCRIPT_ADDRESS.exec(text)?.[0].length ?? 0;
  const decoded = decodeMatches(text.slice(from), DROPPED_OR_ENCODED, decodeBytes);
  const options = { goal: 'script', ...(scanString && { scanString }) } as const;
  const pieces = liftPieces(scanScript(decoded.text, scan, options), (start, end) =>
    decoded.range(start, end),
  );
  return shiftPieces(pieces, from);
}

/** In a URL a `%` could become an encoded byte with the digits of a value. */
function joinAddress(before: string): Join | undefined {
  const open = /%[0-9A-Fa-f]?$/.exec(before)?.[0];
  return open === undefined ? undefined : { length: open.length, text: `%25${open.slice(1)}` };
}

/** Recognizes brackets of form fields in a query: `?filter[color]=red`, `#a[b][c]`. */
function isQueryKey({ from, to }: Bracketed, address: string): boolean {
  return /[?#&].*[\w\]-]$/s.test(address.slice(0, from)) && /^(?:=|\[[^[\]]*\])/.test(address.slice(to));
}

const ONLY_BRACKETS = /^(?:\s*\[[^[\]]*\])*\s*$/;

/** Finds the branches of constructs with which a URL begins: each is the beginning of a URL of its own. */
function findBeginnings(text: string, pieces: readonly (Hole | MarkerPiece)[]): Range[] {
  const beginnings: Range[] = [];
  const open: boolean[] = [];
  let isFirst = true;
  let from = 0;
  for (const piece of pieces) {
    if (piece.kind === 'hole') continue;
    const { kind } = piece.marker;
    const isBlank = text.slice(from, piece.start).trim() === '';
    if (isFirst && !isBlank) beginnings.push({ from, to: piece.start });
    from = piece.end;
    if (kind === 'end') {
      open.pop();
      isFirst = false;
    } else if (kind === 'else' || kind === 'elseif' || kind === 'bar') isFirst = open.at(-1) ?? false;
    else {
      open.push(isFirst && isBlank);
      isFirst = isFirst && isBlank && (kind === 'if' || kind === 'spin');
    }
  }
  return beginnings;
}

/** Beginning of a URL to which a path is appended. */
const BASE = /^\s*(?:(?:https?:)?\/\/[^/?#]*)?\/$/i;

/** Checks if a value is the URL of a page. */
function isPageUrl({ source, filters }: Value): boolean {
  if (filters.length > 0) return false;
  return source.kind === 'page-url' || (source.kind === 'near' && source.of.kind === 'page-url');
}

/** Scans one URL. */
export function scanUrl(text: string, scan: Scan): Piece[] {
  if (isScriptAddress(text)) return scanScriptAddress(text, scan);
  const found = scan.find(text, undefined, isQueryKey);
  // a colon after a construct makes a scheme of what its branches write
  const isScheme = found.some(({ kind, end }) => kind === 'marker' && text[end] === ':');
  const beginnings = new RangeFinder(findBeginnings(text, found));
  const holes = found.map((hole) => {
    if (hole.kind === 'marker') return hole;
    const { from, to } = beginnings.find(hole.start) ?? { from: 0, to: text.length };
    const address = text.slice(from, to);
    if (isScheme && ONLY_BRACKETS.test(text.slice(0, hole.start)))
      return { ...hole, encoders: [urlEncoders['url-scheme']] };
    const isAlone = address.trim() === hole.text;
    if (isPageUrl(hole.value) && BASE.test(text.slice(from, hole.start)))
      scan.refuseConstruct(hole.text, 'is already a full URL. Remove everything before it in this link.');
    const value = toAddressValue(hole.value, isGeoUrlText(hole.text), isAlone);
    const placed = { ...hole, value };
    return { ...placed, encoders: [getAddressEncoder(address, shiftPieces([placed], -from)[0] ?? placed)] };
  });
  return withJoins(text, addLayered(holes, scanEncodedParts(text, scan)), joinAddress);
}

/** Scans texts in a URL that are encoded once more; percent-encoding and base64 need no further encoding. */
function scanEncodedParts(text: string, scan: Scan): Piece[] {
  const isPlain = (layer: string) => layer === 'percent' || layer === 'base64';
  return scan.findLayered(text, {
    getEncoder: (layer) => (isPlain(layer) ? urlEncoders['url-keep'] : urlEncoders['url-part']),
    kind: 'plain',
  });
}

function isGeoUrlText(text: string): boolean {
  return /^\[\s*geo[\s_-]*url\s*\]$/i.test(text);
}

/** Scans the values of an SVG animation, separated by `;`: each may be a URL. */
export function scanAnimation(text: string, scan: Scan): Piece[] {
  return scan.find(text, ({ to }) =>
    text[to] === ':' ? urlEncoders['url-scheme'] : urlEncoders['url-animated'],
  );
}

/** Scans a `srcset`: URLs, each with a descriptor, separated by commas. */
export function scanSrcset(text: string, scan: Scan): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { length } of scan.mask(text).split(/(?<=,\s|\s[\d.]+[wxh],)/)) {
    for (const piece of shiftPieces(scanUrl(text.slice(from, from + length), scan), from))
      pieces.push(toCandidate(piece));
    from += length;
  }
  return pieces;
}

function toCandidate(piece: Piece): Piece {
  if (piece.kind !== 'hole' || piece.encoders[0] !== urlEncoders['url-whole']) return piece;
  return { ...piece, encoders: [urlEncoders['url-candidate'], ...piece.encoders.slice(1)] };
}

/** `Note:` and `SMS:` begin prose as well, so schemes without `//` count only in lower case. */
const SCHEMES = [
  /^\s*[a-z][a-z0-9+.-]*:\/\//i,
  /^\s*(?:mailto|sms|smsto|callto|skype|whatsapp|viber):/,
  /^\s*(?:internal:\/|entity:[a-z_]+\/)/,
];

/**
 * Recognizes a URL in builder data. Under the key of a URL, each text without markup and without spaces outside
 * of placeholders is one.
 */
export function looksLikeAddress(text: string, isUnderAddressKey = false): boolean {
  if (/^\s*(?:tel:|mailto:)/i.test(text)) return true;
  if (isUnderAddressKey && isScriptAddress(text)) return true;
  const bare = text.replaceAll(/\[[^[\]]*\]/g, 'x').trim();
  if (/[\s<>]/.test(bare)) return false;
  return isUnderAddressKey || hasOwnScheme(text) || /^(?:https?:\/\/|\/)/i.test(bare);
}

/** Recognizes a text that begins with a scheme. */
export function hasOwnScheme(text: string): boolean {
  return SCHEMES.some((scheme) => scheme.test(text));
}

/** Recognizes keys of URLs in data of builders and schema.org. */
export function isAddressKey(key: string): boolean {
  return /^(?:url|href|src|link|permalink|canonical)$|(?:_url|_link|Url|Link|canonical|canonical_url)$/.test(
    key,
  );
}
