/**
 * JSON in a meta value, in a block's comment or in a builder's data: finds the strings, scans each
 * with its key, and encodes its values as a JSON string again.
 */
import { type Piece, comparePieces, liftPieces, shiftPieces } from '../piece.ts';
import { findBracketed } from '../../language/placeholder.ts';
import type { Scan } from '../scan.ts';
import type { Encoder } from '../../text/encoder.ts';
import { scriptEncoders } from '../script/encode-script.ts';
import { decodeScriptEscapes } from '../script/decode-script.ts';
import { type JsonOutline, type JsonString, placeJsonMarkers } from './place-json-markers.ts';

const STRING_MARK = /["\\]/g;
/** A serialized string, whose length has to be counted anew. */
const SERIALIZED = /\bs:\d+:/;

/** Replaces each placeholder between strings by `0`, so that the text can be parsed. */
function maskBare(between: string, scan: Scan): string {
  if (!between.includes('[')) return between;
  let masked = '';
  let copied = 0;
  for (const bracketed of findBracketed(between)) {
    if (bracketed.name === '' || !scan.constructs.resolve(bracketed.name)) continue;
    masked += `${between.slice(copied, bracketed.from)}0`;
    copied = bracketed.to;
  }
  return masked + between.slice(copied);
}

function isJsonContainer(text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null;
  } catch {
    return false;
  }
}

/** Finds the quote that closes the string whose text begins at `from`; -1 if it isn't closed. */
function findStringEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    STRING_MARK.lastIndex = at;
    const mark = STRING_MARK.exec(text)?.index;
    if (mark === undefined) return -1;
    if (text[mark] === '"') return mark;
    at = mark + 2;
  }
}

/** Lists the ranges between the quotes of all strings; `undefined` if one isn't closed. */
function listStringRanges(text: string): { from: number; to: number }[] | undefined {
  const ranges: { from: number; to: number }[] = [];
  for (let quote = text.indexOf('"'); quote >= 0; quote = text.indexOf('"', (ranges.at(-1)?.to ?? 0) + 1)) {
    const to = findStringEnd(text, quote + 1);
    if (to < 0) return undefined;
    ranges.push({ from: quote + 1, to });
  }
  return ranges;
}

const KEY_COLON = /\s*:/y;

/** Finds strings and bare placeholders of a JSON object or array; `undefined` for another text. */
export function outlineJson(text: string, scan: Scan): JsonOutline | undefined {
  if (!/^\s*[[{]/.test(text) || !/[\]}]$/.test(text.trimEnd())) return undefined;
  const ranges = listStringRanges(text);
  if (!ranges) return undefined;
  const strings: JsonString[] = [];
  const between: { from: number; to: number }[] = [];
  let valid = '';
  let last = 0;
  let key = '';
  for (const { from, to } of ranges) {
    between.push({ from: last, to: from - 1 });
    valid += maskBare(text.slice(last, from - 1), scan) + text.slice(from - 1, to + 1);
    last = to + 1;
    KEY_COLON.lastIndex = last;
    const isKey = KEY_COLON.test(text);
    if (isKey) key = text.slice(from, to);
    strings.push({ from, to, key: isKey ? '' : key });
  }
  between.push({ from: last, to: text.length });
  valid += maskBare(text.slice(last), scan);
  if (!isJsonContainer(valid)) return undefined;
  const bare = between.flatMap(({ from, to }) =>
    shiftPieces(scan.find(text.slice(from, to), scriptEncoders.literal, true), from),
  );
  return { strings, bare, scan };
}

/** Scans a JSON text; `scanString` scans one decoded string. */
export function scanJson(
  text: string,
  outline: JsonOutline,
  options: { encoder: Encoder; scanString: (text: string, key: string) => Piece[] },
): Piece[] {
  const pieces: Piece[] = [...outline.bare];
  for (const string of outline.strings) {
    const raw = text.slice(string.from, string.to);
    if (!outline.scan.mayContainPiece(raw) && !SERIALIZED.test(raw)) continue;
    const decoded = decodeScriptEscapes(raw);
    const toOuter = (from: number, to: number) => {
      const range = decoded.range(from, to);
      return { start: range.start + string.from, end: range.end + string.from };
    };
    const inner = options.scanString(decoded.text, string.key);
    for (const piece of liftPieces(inner, toOuter, options.encoder)) pieces.push(piece);
  }
  return placeJsonMarkers(text, outline, pieces.sort(comparePieces)).sort(comparePieces);
}
