/**
 * Placeholders in an address (an href, a src, a link of a builder): which part of the address each
 * one is, because a whole address, a telephone number and a piece of a query are encoded differently.
 */
import { PAGE_URL, type Value } from '../../language/value.ts';
import { decodeMatches } from '../../text/source-text.ts';
import { type Hole, type Piece, comparePieces, liftPieces, shiftPieces } from '../piece.ts';
import type { Bracketed } from '../../language/placeholder.ts';
import type { Scan } from '../scan.ts';
import { type ScanScriptString, scanScript } from '../script/scan-script.ts';
import { withJoins } from '../join.ts';
import type { Encoder } from '../../text/encoder.ts';
import { urlEncoders } from './encode-url.ts';
import { joinAddress } from './join-url.ts';

/** `[geo_url]` alone in an address means the page's own address; elsewhere in one, the row's slug. */
function addressValue(value: Value, isGeoUrl: boolean, isAlone: boolean): Value {
  if (!isGeoUrl || value.filters.length > 0) return value;
  if (isAlone) return PAGE_URL;
  return value.source.kind === 'row-slug'
    ? value
    : { ...value, source: { kind: 'row-slug', of: value.source } };
}

/** Encoder of a hole in an address, by what is before and behind it. */
export function addressEncoder(text: string, hole: Hole): Encoder {
  const { source, filters, isCoordinate } = hole.value;
  // what a filter gives need not be an address or a slug any more
  if (source.kind === 'page-url' || source.kind === 'row-slug')
    return filters.length === 0 ? urlEncoders['url-keep'] : urlEncoders['url-whole'];
  if (filters.at(-1)?.name === 'url') return urlEncoders['url-keep'];
  const before = text.slice(0, hole.start).trimStart();
  if (/^tel:/i.test(before)) return urlEncoders.tel;
  if (/^mailto:[^?]*$/i.test(before)) return urlEncoders['url-mail'];
  if (before !== '') return isCoordinate ? urlEncoders['url-coordinate'] : urlEncoders['url-part'];
  return text[hole.end] === ':' ? urlEncoders['url-scheme'] : urlEncoders['url-whole'];
}

/** As a browser reads it: blanks before it and line breaks or TABs in it count for nothing. */
const SCRIPT_ADDRESS = new RegExp(`^[\\0-\\x20]*${[...'javascript:'].join('[\\t\\n\\r]*')}`, 'i');

/** Does an address run what stands behind its scheme? */
export function isScriptAddress(text: string): boolean {
  return SCRIPT_ADDRESS.test(text);
}

/** Line breaks and TABs, which a browser drops, and the percent-encoded bytes, which it decodes. */
const DROPPED_OR_ENCODED = /[\t\n\r]+|(?:%[0-9A-Fa-f]{2})+/g;
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

function decodeBytes(found: string): string {
  const bytes = found.startsWith('%') ? found.slice(1).split('%') : [];
  return utf8.decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
}

/** Pieces of a `javascript:` address, whose script is what a browser makes of it before it runs it. */
export function scanScriptAddress(text: string, scan: Scan, scanString?: ScanScriptString): Piece[] {
  const from = SCRIPT_ADDRESS.exec(text)?.[0].length ?? 0;
  const decoded = decodeMatches(text.slice(from), DROPPED_OR_ENCODED, decodeBytes);
  const options = { goal: 'script', ...(scanString && { scanString }) } as const;
  const pieces = liftPieces(scanScript(decoded.text, scan, options), (start, end) =>
    decoded.range(start, end),
  );
  return shiftPieces(pieces, from);
}

/** `?filter[color]=red`, `#a[b][c]`: brackets of a form's fields, as servers read them. */
function isQueryKey({ from, to }: Bracketed, address: string): boolean {
  return /[?#&].*[\w\]-]$/s.test(address.slice(0, from)) && /^(?:=|\[[^[\]]*\])/.test(address.slice(to));
}

/** Pieces of one address, in the coordinates of its decoded text. */
export function scanUrl(text: string, scan: Scan): Piece[] {
  if (isScriptAddress(text)) return scanScriptAddress(text, scan);
  const trimmed = text.trim();
  const holes = scan.find(text, undefined, isQueryKey).map((hole) => {
    const isAlone = trimmed === hole.text;
    const value = addressValue(hole.value, isGeoUrlText(hole.text), isAlone);
    const placed = { ...hole, value };
    return { ...placed, encoders: [addressEncoder(text, placed)] };
  });
  return withJoins(text, [...holes, ...scanEncodedParts(text, scan)].sort(comparePieces), joinAddress);
}

/** Texts in an address that are encoded once more; percent signs and base64 need nothing else around them. */
function scanEncodedParts(text: string, scan: Scan): Piece[] {
  const isPlain = (layer: string) => layer === 'percent' || layer === 'base64';
  return scan.findLayered(text, {
    encoderOf: (layer) => (isPlain(layer) ? urlEncoders['url-keep'] : urlEncoders['url-part']),
    kind: 'plain',
  });
}

function isGeoUrlText(text: string): boolean {
  return /^\[\s*geo[\s_-]*url\s*\]$/i.test(text);
}

/**
 * Pieces of the values that an animation of a drawing runs through, parted by `;`: it may animate an
 * address, and then each of them is one.
 */
export function scanAnimation(text: string, scan: Scan): Piece[] {
  return scan.find(text, ({ to }) =>
    text[to] === ':' ? urlEncoders['url-scheme'] : urlEncoders['url-animated'],
  );
}

/** Pieces of a `srcset`: addresses with a width behind each, separated by commas. */
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

/** `Note:` and `SMS:` begin prose as well, so schemes without `//` count in lower case only. */
const SCHEMES = [
  /^\s*[a-z][a-z0-9+.-]*:\/\//i,
  /^\s*(?:mailto|sms|smsto|callto|skype|whatsapp|viber):/,
  /^\s*(?:internal:\/|entity:[a-z_]+\/)/,
];

/**
 * Does a text of a builder's data look like an address? Under an address's key every text does that
 * has no spaces (those of placeholders do not count) and no markup.
 */
export function looksLikeAddress(text: string, isUnderAddressKey = false): boolean {
  if (/^\s*(?:tel:|mailto:)/i.test(text)) return true;
  if (isUnderAddressKey && isScriptAddress(text)) return true;
  const bare = text.replaceAll(/\[[^[\]]*\]/g, 'x').trim();
  if (/[\s<>]/.test(bare)) return false;
  return isUnderAddressKey || hasOwnScheme(text) || /^(?:https?:\/\/|\/)/i.test(bare);
}

/** Does the text begin with a scheme of its own and hold nothing but an address? */
export function hasOwnScheme(text: string): boolean {
  return SCHEMES.some((scheme) => scheme.test(text));
}

/** Keys of builders' and schema.org data under which an address stands. */
export function isAddressKey(key: string): boolean {
  return /^(?:url|href|src|link|permalink|canonical)$|(?:_url|_link|Url|Link|canonical|canonical_url)$/.test(
    key,
  );
}
