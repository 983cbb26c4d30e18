/**
 * Pieces that the compiler finds in a seed: ranges of the raw text that are replaced in each page. Everything between
 * them is copied unchanged.
 */
import { base64Encoders } from './base64/encode-base64.ts';
import type { Encoder, Unencodable } from '../text/encoder.ts';
import type { Marker } from '../language/marker.ts';
import {
  type ConstructOrigin,
  type ConstructSource,
  type EncodedValue,
  type Value,
  listConstructs,
} from '../language/value.ts';

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
  /** Placeholders of a construct, or of a text in base64, where their places are those of that text. */
  inner?: readonly Hole[];
}

/** Lists the placeholders of pieces, also those within constructs and base64, with all of their encoders. */
export function listHoles(pieces: readonly Piece[]): Hole[] {
  return pieces.flatMap((piece): Hole[] => {
    if (piece.kind !== 'hole') return [];
    const { inner, start, end, encoders, value } = piece;
    if (!inner || value.source.kind !== 'base64') return [...(inner ?? [piece])];
    const around = [base64Encoders.base64, ...encoders];
    return inner.map((hole) => ({ ...hole, start, end, encoders: [...hole.encoders, ...around] }));
  });
}

/** Lists the constructs of pieces, the outer ones first. */
export function listPieceConstructs(pieces: readonly Piece[]): ConstructSource[] {
  return pieces.flatMap((piece) => (piece.kind === 'hole' ? listConstructs(piece.value) : []));
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

/** A string, an attribute or an element around a marker. */
export interface Scope {
  /** Follows a marker whose construct begins in another scope of this kind. */
  remedy?: string;
}

/** A marker of a construct; `foldConstructs` joins the markers of one construct. */
export interface MarkerPiece {
  kind: 'marker';
  start: number;
  end: number;
  /** `bar`: the `||` between the variants of a `[spin]`. */
  marker: Marker | { kind: 'bar' };
  /** Values of the names in the marker. */
  names: readonly (readonly [name: string, value: Value])[];
  /** Shared by all copies of the piece. */
  origin: ConstructOrigin;
  /** Strings, attributes and elements around it: the same for all markers of a construct. */
  scope: readonly Scope[];
  /** The data in JSON around it contains nothing else that is seen. */
  isAlone?: boolean;
  /** It couldn't be read, which is reported. */
  isReported?: true;
  /** As written. */
  text: string;
}

export type Piece = Hole | Length | Rewrite | Guard | MarkerPiece;

/** Compares pieces by position; at one position a guard is outermost, and others are in the order of adding. */
export function comparePieces(a: Piece, b: Piece): number {
  return a.start - b.start || getRank(a) - getRank(b);
}

function getRank(piece: Piece): number {
  if (piece.kind !== 'guard') return 1;
  return piece.side === 'open' ? 0 : 2;
}

const isMarker = (piece: Piece, kind: MarkerPiece['marker']['kind']): boolean =>
  piece.kind === 'marker' && piece.marker.kind === kind;

/** Adds the pieces of encoded texts. Bars between their variants are also found in the text around them. */
export function addLayered(seen: readonly Piece[], layered: readonly Piece[]): Piece[] {
  const bars = layered.filter((piece) => isMarker(piece, 'bar'));
  if (!layered.some((piece) => isMarker(piece, 'spin')))
    return [...seen, ...layered.filter((piece) => !bars.includes(piece))].sort(comparePieces);
  const isDouble = (piece: Piece) =>
    isMarker(piece, 'bar') && bars.some(({ start, end }) => start < piece.end && piece.start < end);
  return [...seen.filter((piece) => !isDouble(piece)), ...layered].sort(comparePieces);
}

const utf8 = new TextEncoder();
const BEYOND_ASCII = /\P{ASCII}/u;

/** Bytes of UTF-8 of a text. */
export function byteLength(text: string): number {
  return BEYOND_ASCII.test(text) ? utf8.encode(text).length : text.length;
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
  const around = {};
  return pieces.map((piece) => {
    const lifted = { ...piece, ...toOuter(piece.start, piece.end) };
    if (encoder === undefined) return lifted;
    if (lifted.kind === 'marker') return { ...lifted, scope: [...lifted.scope, around] };
    if (lifted.kind === 'hole') return { ...lifted, encoders: [...lifted.encoders, encoder] };
    return lifted.kind === 'rewrite' ? { ...lifted, text: encodeStatic(lifted.text, encoder) } : lifted;
  });
}

/** Puts markers into a scope: an element, an attribute or a string that their construct can't leave. */
export function withinScope<Kind extends Piece>(pieces: readonly Kind[], scope: Scope): Kind[] {
  return pieces.map((piece) =>
    piece.kind === 'marker' ? { ...piece, scope: [...piece.scope, scope] } : piece,
  );
}
