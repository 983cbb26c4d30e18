/**
 * Pieces that the compiler finds in a seed: ranges of the raw text that are replaced in each page. Everything between
 * them is copied unchanged.
 */
import type { Encoder, Unencodable } from '../text/encoder.ts';
import type { EncodedValue, Value } from '../language/value.ts';

/** Range of a text; `to` is the index after its last character. */
export interface Range {
  from: number;
  to: number;
}

/** A value with the encoders of its contexts. */
export interface Hole {
  kind: 'hole';
  start: number;
  end: number;
  value: Value;
  /** Innermost first. */
  encoders: readonly Encoder[];
  /** The placeholder as written, for reports. */
  text: string;
  /** Placeholders of a text in base64. */
  inner?: readonly InnerHole[];
}

/** A placeholder within a text that is written as a whole. */
export interface InnerHole extends EncodedValue {
  text: string;
}

/** Length of a text in bytes: its static bytes and the lengths of its pieces. */
export interface Counted {
  bytes: number;
  parts: CountedPart[];
  /** The counted text itself. */
  text: GuardedText;
}
export type CountedPart =
  | { kind: 'hole'; value: Value; encoders: readonly Encoder[] }
  | { kind: 'length'; of: Counted };

/** The `N` of a PHP-serialized `s:N:"…"`. */
export interface Length {
  kind: 'length';
  start: number;
  end: number;
  of: Counted;
}

/** A raw range with a replacement that is the same in all pages. */
export interface Rewrite {
  kind: 'rewrite';
  start: number;
  end: number;
  text: string;
}

/** Texts around a whole filled text, in ASCII. */
export interface Wrapping {
  open: string;
  close: string;
}

/** Protects a whole filled text that its importer would misinterpret. */
export interface TextGuard {
  /** Checks if a text with this beginning may need the guard. */
  isRisky: (beginning: string) => boolean;
  /** Returns the texts around it; `undefined` if it is safe, a reason if it can't be protected. */
  wrap: (text: string) => Wrapping | Unencodable | undefined;
}

/** One end of a guarded text. */
export interface Guard {
  kind: 'guard';
  start: number;
  end: number;
  side: 'open' | 'close';
  guard: TextGuard;
  of: GuardedText;
}

/** A text that can be filled without its page: static texts and values with their encoders. */
export interface GuardedText {
  parts: (string | EncodedValue)[];
}

export type Piece = Hole | Length | Rewrite | Guard;

/** Compares pieces by position; at one position a guard is outermost, and others are in the order of adding. */
export function comparePieces(a: Piece, b: Piece): number {
  return a.start - b.start || getRank(a) - getRank(b);
}

function getRank(piece: Piece): number {
  if (piece.kind !== 'guard') return 1;
  return piece.side === 'open' ? 0 : 2;
}

const utf8 = new TextEncoder();
const BEYOND_ASCII = /\P{ASCII}/u;

/** Bytes of UTF-8 of a text. */
export function byteLength(text: string): number {
  return BEYOND_ASCII.test(text) ? utf8.encode(text).length : text.length;
}

/** Returns the parts of a decoded text, to fill it without its page. */
export function textParts(text: string, pieces: readonly Piece[]): GuardedText {
  const parts: GuardedText['parts'] = [];
  let last = 0;
  for (const piece of pieces) {
    if (piece.kind === 'length' || piece.kind === 'guard') continue;
    parts.push(text.slice(last, piece.start));
    parts.push(piece.kind === 'hole' ? { value: piece.value, encoders: piece.encoders } : piece.text);
    last = piece.end;
  }
  parts.push(text.slice(last));
  return { parts: parts.filter((part) => part !== '') };
}

/** Returns the length of a decoded text with its pieces filled. */
export function countText(text: string, pieces: readonly Piece[]): Counted {
  const parts: CountedPart[] = [];
  let bytes = byteLength(text);
  for (const piece of pieces) {
    bytes -= byteLength(text.slice(piece.start, piece.end));
    if (piece.kind === 'rewrite') bytes += byteLength(piece.text);
    else if (piece.kind === 'length') parts.push({ kind: 'length', of: piece.of });
    else if (piece.kind === 'hole')
      parts.push({ kind: 'hole', value: piece.value, encoders: piece.encoders });
  }
  return { bytes, parts, text: textParts(text, pieces) };
}

/** Moves pieces to the positions of a text that contains theirs at `by`. */
export function shiftPieces<Kind extends Piece>(pieces: readonly Kind[], by: number): Kind[] {
  if (by === 0) return [...pieces];
  return pieces.map((piece) => ({ ...piece, start: piece.start + by, end: piece.end + by }));
}

/** Encodes a static text like a value. */
function encodeStatic(text: string, encoder: Encoder): string {
  const encoded = encoder.encode(text);
  return typeof encoded === 'string' ? encoded : text;
}

/** Moves pieces of a decoded text to the positions of the text that it was decoded from, and encodes them for it. */
export function liftPieces(
  pieces: readonly Piece[],
  toOuter: (from: number, to: number) => { start: number; end: number },
  encoder?: Encoder,
): Piece[] {
  return pieces.map((piece) => {
    const lifted = { ...piece, ...toOuter(piece.start, piece.end) };
    if (encoder === undefined) return lifted;
    if (lifted.kind === 'hole') return { ...lifted, encoders: [...lifted.encoders, encoder] };
    return lifted.kind === 'rewrite' ? { ...lifted, text: encodeStatic(lifted.text, encoder) } : lifted;
  });
}
