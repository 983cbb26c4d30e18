/**
 * Decodes a sheet block by block. A byte that isn't UTF-8 becomes a lone surrogate, U+DB80 to U+DBFF, which UTF-8 can't
 * contain; its cell then shows the letter of Windows-1252 and is reported.
 */
import type { EncodingChoice } from '../problem.ts';
import { cutText } from '../text/cut-text.ts';

/** Number of arguments of a call; engines accept about 60,000. */
const CHUNK_UNITS = 8192;
const ENCODER = new TextEncoder();
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const WINDOWS_1252 = new TextDecoder('windows-1252');

/** Returns a text of these UTF-16 code units. */
function fromUnits(units: Uint8Array | Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += CHUNK_UNITS) {
    // `apply` takes a typed array at full speed; its type only allows plain arrays.
    text += String.fromCharCode.apply(null, units.subarray(at, at + CHUNK_UNITS) as unknown as number[]);
  }
  return text;
}

/** U+DB00 plus a byte from 80 to FF. */
const MARK_BASE = 0xdb00;
const MARKED = /[\udb80-\udbff]/gu;
/** Matches well-formed characters (Unicode, table 3-7) or one invalid byte, in a text with one character per byte. */
const CHARACTERS = new RegExp(
  `(?:${[
    '[\\xc2-\\xdf][\\x80-\\xbf]',
    '\\xe0[\\xa0-\\xbf][\\x80-\\xbf]',
    '[\\xe1-\\xec\\xee\\xef][\\x80-\\xbf]{2}',
    '\\xed[\\x80-\\x9f][\\x80-\\xbf]',
    '\\xf0[\\x90-\\xbf][\\x80-\\xbf]{2}',
    '[\\xf1-\\xf3][\\x80-\\xbf]{3}',
    '\\xf4[\\x80-\\x8f][\\x80-\\xbf]{2}',
  ].join('|')}){1,1000}|[\\x80-\\xff]`,
  'g',
);

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return fromUnits(bytes).replaceAll(CHARACTERS, (found) =>
      found.length === 1
        ? String.fromCharCode(MARK_BASE + found.charCodeAt(0))
        : UTF_8.decode(Uint8Array.from(found, (byte) => byte.charCodeAt(0))),
    );
  }
}

/** Replaces the marks of bytes that aren't UTF-8 with their letters in Windows-1252. */
export function restoreLetters(text: string): string {
  if (text.isWellFormed()) return text;
  return text.replaceAll(MARKED, (mark) =>
    WINDOWS_1252.decode(Uint8Array.of(mark.charCodeAt(0) - MARK_BASE)),
  );
}

/** Decodes a whole sheet as its cells are decoded: as UTF-8, with invalid bytes as Windows-1252. */
export function decodeSheetText(bytes: Uint8Array): string {
  return restoreLetters(decodeUtf8(bytes)).replace(/^\ufeff/, '');
}

/** Decodes the next block of a sheet; a character that its end cuts is decoded with the next one. */
export type SheetDecoder = (block: Uint8Array, isLast: boolean) => string;

/** @param encoding `UTF-8`, `UTF-16LE`, `UTF-16BE` or a label of TextDecoder for a single-byte encoding */
export function createSheetDecoder(encoding: string): SheetDecoder {
  if (encoding === 'UTF-8') return createUtf8Decoder();
  if (encoding === 'UTF-16LE' || encoding === 'UTF-16BE')
    return (block) => decodeUtf16(block, encoding === 'UTF-16LE');
  const decoder = new TextDecoder(encoding);
  return (block) => decoder.decode(block);
}

function createUtf8Decoder(): SheetDecoder {
  let rest = new Uint8Array(0);
  return (block, isLast) => {
    const bytes = new Uint8Array(rest.length + block.length);
    bytes.set(rest);
    bytes.set(block, rest.length);
    const end = bytes.length - (isLast ? 0 : countCutBytes(bytes));
    rest = bytes.slice(end);
    return decodeUtf8(bytes.subarray(0, end));
  };
}

/** Counts the bytes of a character at the end whose last bytes are missing. */
function countCutBytes(bytes: Uint8Array): number {
  for (let count = 1; count < 4; count += 1) {
    const byte = bytes.at(-count) ?? 0;
    if (byte >= 0xc0) return count < (byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4) ? count : 0;
  }
  return 0;
}

/**
 * Decodes UTF-16 without TextDecoder, which replaces a lone surrogate with U+FFFD; cells drop it. Blocks hold whole
 * units of two bytes, except the last one of a truncated sheet; a pair that a block cuts is joined with the texts.
 */
function decodeUtf16(block: Uint8Array, isLittleEndian: boolean): string {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const units = new Uint16Array(block.length >> 1);
  for (let at = 0; at < units.length; at += 1) units[at] = view.getUint16(at * 2, isLittleEndian);
  // Half a unit is an invalid character, which cells drop.
  return fromUnits(units) + (block.length % 2 === 1 ? '\ud800' : '');
}

/** Returns the bytes of a cell in UTF-8 that has marks. */
function toBytes(cell: string): Uint8Array {
  return Uint8Array.from(
    [...cell].flatMap((character) =>
      character.isWellFormed() ? [...ENCODER.encode(character)] : [character.charCodeAt(0) - MARK_BASE],
    ),
  );
}

/** Single-byte encodings to suggest, other than Windows-1252. */
const LEGACY_ENCODINGS: readonly Omit<EncodingChoice, 'sample'>[] = [
  { label: 'macintosh', name: 'Mac OS Roman' },
  { label: 'windows-1250', name: 'Windows-1250 (Central Europe)' },
  { label: 'windows-1251', name: 'Windows-1251 (Cyrillic)' },
  { label: 'windows-1254', name: 'Windows-1254 (Turkish)' },
];

const SAMPLE_CHARACTERS = 40;
/** Maximum number of suggestions in the problem. */
const MAX_READINGS = 2;

/** Checks that the non-ASCII characters are letters of one script, as in the right encoding. */
function isLikely(text: string): boolean {
  const others = text.replaceAll(/\p{ASCII}/gu, '');
  const hasOthers = /[^\p{L}\u2018\u2019\u201c\u201d\u2013\u2014\u00a0\u00b0]/u.test(others);
  return !hasOthers && !(/\p{Script=Cyrillic}/u.test(text) && /\p{Script=Latin}/u.test(text));
}

const shorten = (text: string): string => cutText(text, SAMPLE_CHARACTERS);

/** Lists likely encodings of a cell with marked bytes, other than Windows-1252. */
export function listLikelyEncodings(cell: string): EncodingChoice[] {
  const readings = new Set([restoreLetters(cell)]);
  const likely: EncodingChoice[] = [];
  for (const { label, name } of LEGACY_ENCODINGS) {
    const text = new TextDecoder(label).decode(toBytes(cell));
    if (likely.length === MAX_READINGS || readings.has(text) || !isLikely(text)) continue;
    readings.add(text);
    likely.push({ label, name, sample: shorten(text) });
  }
  return likely;
}

/** Describes how a cell with marked bytes was read, and its other possible readings. */
export function describeGuessedEncoding(cell: string, likely: readonly EncodingChoice[]): string {
  const others = likely.map(({ name, sample }) => `in ${name} "${sample}"`);
  const more = others.length === 0 ? '' : `; ${others.join(', ')}`;
  return `They were read as Windows-1252, where the cell is "${shorten(restoreLetters(cell))}"${more}.`;
}
