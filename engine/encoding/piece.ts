/**
 * What the compiler finds in a seed: ranges of the raw text that are written anew for each page.
 * Everything between them is copied byte for byte.
 */
import type { Encoder, Unencodable } from '../text/encoder.ts';
import type { EncodedValue, Value } from '../language/value.ts';

/** Where something is in a text: `to` is behind its last character. */
export interface Range {
  from: number;
  to: number;
}

/** A value, encoded for each context it is in, innermost first. */
export interface Hole {
  kind: 'hole';
  start: number;
  end: number;
  value: Value;
  /** Innermost first. */
  encoders: readonly Encoder[];
  /** The placeholder as written, for reports. */
  text: string;
  /** Of a text in base64: its own placeholders. */
  inner?: readonly InnerHole[];
}

/** A placeholder within a text that is written as a whole. */
export interface InnerHole extends EncodedValue {
  text: string;
}

/** A byte length: static bytes plus what the counted pieces come to at that level. */
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

/** A raw range that is the same in all pages, but not what the seed has. */
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

/** Protects a whole filled text that its importer would take for something else. */
export interface TextGuard {
  /** Checks if a text with this beginning may need the guard. */
  isRisky: (beginning: string) => boolean;
  /** The texts around it; `undefined` if it needs none, a reason if no text around it helps. */
  wrap: (text: string) => Wrapping | Unencodable | undefined;
}

/** Both ends of a whole text that is guarded. */
export interface Guard {
  kind: 'guard';
  start: number;
  end: number;
  side: 'open' | 'close';
  guard: TextGuard;
  of: GuardedText;
}

/** A text that can be filled apart from the page: static texts and values with their encoders. */
export interface GuardedText {
  parts: (string | EncodedValue)[];
}

export type Piece = Hole | Length | Rewrite | Guard;

/** Order of writing: by place; at one place what was added first, but a guard stands outermost. */
export function comparePieces(a: Piece, b: Piece): number {
  return a.start - b.start || rankOf(a) - rankOf(b);
}

function rankOf(piece: Piece): number {
  if (piece.kind !== 'guard') return 1;
  return piece.side === 'open' ? 0 : 2;
}

const utf8 = new TextEncoder();
const BEYOND_ASCII = /\P{ASCII}/u;

/** Bytes of UTF-8 of a text. */
export function byteLength(text: string): number {
  return BEYOND_ASCII.test(text) ? utf8.encode(text).length : text.length;
}

/** Parts of a decoded text, for filling it apart from its page. */
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

/** Length of a decoded text once its pieces (in coordinates of that text) are filled. */
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

/** The same pieces in the coordinates of a text that holds theirs from `by` on. */
export function shiftPieces<Kind extends Piece>(pieces: readonly Kind[], by: number): Kind[] {
  if (by === 0) return [...pieces];
  return pieces.map((piece) => ({ ...piece, start: piece.start + by, end: piece.end + by }));
}

/** A text that is the same in all pages, encoded as a value would be. */
function encodeStatic(text: string, encoder: Encoder): string {
  const encoded = encoder.encode(text);
  return typeof encoded === 'string' ? encoded : text;
}

/** Pieces of an inner text, in the coordinates of the text it was decoded from, encoded once more. */
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
