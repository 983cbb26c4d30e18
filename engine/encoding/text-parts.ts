/**
 * Texts as parts: static texts and the values between them. The markers of a construct and everything between them
 * become one value, which writes the bodies that a row takes.
 */
import type { Marker } from '../language/marker.ts';
import { type Body, type EncodedValue, MarkerPlace } from '../language/value.ts';
import {
  type Counted,
  type CountedPart,
  type GuardedText,
  type Hole,
  type MarkerPiece,
  type Piece,
  byteLength,
  listHoles,
} from './piece.ts';

/** A marker without its counterpart, or with one in another place. */
export interface MarkerFault {
  marker: MarkerPiece;
  /** The marker that it would belong to. */
  other?: MarkerPiece;
  /** Follows the marker in the text of a problem. */
  reason: string;
}

/** Maximum number of constructs within each other. */
const MAX_CONSTRUCT_DEPTH = 20;

interface Branch {
  marker: MarkerPiece;
  inner: Piece[];
}

/** A construct whose end isn't reached yet. */
interface OpenConstruct {
  opening: MarkerPiece & { marker: Marker };
  branches: Branch[];
}

const haveSameScope = (a: MarkerPiece, b: MarkerPiece): boolean =>
  a.scope.length === b.scope.length && a.scope.every((each, index) => each === b.scope[index]);

class ConstructFolder {
  readonly pieces: Piece[] = [];
  readonly #text: string;
  readonly #report: (fault: MarkerFault) => void;
  readonly #open: OpenConstruct[] = [];
  /** Beginnings of constructs that end after the one around them. */
  readonly #crossed: { opening: OpenConstruct['opening']; around: string; closing: string }[] = [];
  /** Kinds of constructs in one that was reported: their ends aren't reported as well. */
  readonly #dropped: string[] = [];
  /** An `[else]` without its `[if]` was reported: the `[/if]` after it belongs to it. */
  #hasLoneElse = false;

  constructor(text: string, report: (fault: MarkerFault) => void) {
    this.#text = text;
    this.#report = report;
  }

  add(piece: Piece): void {
    (this.#open.at(-1)?.branches.at(-1)?.inner ?? this.pieces).push(piece);
  }

  read(piece: MarkerPiece): void {
    const { marker } = piece;
    if (marker.kind === 'end') this.#close(piece, marker.of);
    else if (marker.kind === 'bar' || marker.kind === 'else' || marker.kind === 'elseif')
      this.#divide(piece, marker.kind);
    else {
      if (this.#open.length === MAX_CONSTRUCT_DEPTH)
        this.#report({ marker: piece, reason: `is inside ${MAX_CONSTRUCT_DEPTH} others. Use fewer levels.` });
      this.#open.push({ opening: { ...piece, marker }, branches: [{ marker: piece, inner: [] }] });
    }
  }

  /** `||` outside of a `[spin]`, or in another place than its markers, is text. */
  #divide(marker: MarkerPiece, kind: 'bar' | 'else' | 'elseif'): void {
    const open = this.#open.at(-1);
    const isOwn = open?.opening.marker.kind === (kind === 'bar' ? 'spin' : 'if');
    const isInPlace = isOwn && haveSameScope(open.opening, marker);
    if (isInPlace && (kind === 'bar' || open.branches.at(-1)?.marker.marker.kind !== 'else'))
      open.branches.push({ marker, inner: [] });
    else if (kind !== 'bar') {
      this.#hasLoneElse ||= !isOwn && !this.#hasOpen('if');
      this.#refuse(marker, isOwn && !isInPlace ? open.opening : undefined, 'if');
    }
  }

  #refuse(marker: MarkerPiece, opening: MarkerPiece | undefined, of: string): void {
    if (marker.isReported) return;
    if (opening) {
      const scopes = [...marker.scope, ...opening.scope];
      const own = scopes.find((scope) => scope.remedy && scopes.indexOf(scope) === scopes.lastIndexOf(scope));
      const remedy = own?.remedy ?? 'Put both next to what is between them.';
      const reason = `is in another element or text than its beginning. ${remedy}`;
      this.#report({ marker, other: opening, reason });
    } else
      this.#report({ marker, reason: `doesn’t belong to an open [${of}]. Remove it, or add the beginning.` });
  }

  #close(marker: MarkerPiece, of: string): void {
    const at = this.#open.findLastIndex(({ opening }) => opening.marker.kind === of);
    const open = this.#open[at];
    if (!open) {
      this.#closeCrossed(marker, of);
      return;
    }
    const crossed = this.#open.splice(at + 1).map(({ opening }) => opening);
    this.#open.pop();
    if (haveSameScope(open.opening, marker)) {
      const [around, closing] = [open.opening.text, marker.text];
      this.#crossed.push(...crossed.map((opening) => ({ opening, around, closing })));
      this.add(this.#fold(open, marker));
    } else {
      this.#dropped.push(...crossed.map((opening) => opening.marker.kind));
      this.#refuse(marker, open.opening, of);
    }
  }

  /** Reports an end without an open beginning, unless that is reported. */
  #closeCrossed(marker: MarkerPiece, of: string): void {
    const at = this.#crossed.findLastIndex(({ opening }) => opening.marker.kind === of);
    const [crossed] = at < 0 ? [] : this.#crossed.splice(at, 1);
    if (crossed) {
      const { opening, around, closing } = crossed;
      const reason = `begins inside ${around} but ends after it. Move ${marker.text} before ${closing}.`;
      this.#report({ marker: opening, reason });
      return;
    }
    const dropped = this.#dropped.lastIndexOf(of);
    if (dropped >= 0) this.#dropped.splice(dropped, 1);
    else if (of === 'if' && this.#hasLoneElse) this.#hasLoneElse = false;
    else this.#refuse(marker, undefined, of);
  }

  #hasOpen(kind: string): boolean {
    return this.#open.some(({ opening }) => opening.marker.kind === kind);
  }

  #reportUnclosed(marker: MarkerPiece): void {
    if (marker.isReported) return;
    this.#report({ marker, reason: `isn’t closed. Add [/${marker.marker.kind}].` });
  }

  #fold({ opening, branches }: OpenConstruct, closing: MarkerPiece): Hole {
    const { start, text, origin } = opening;
    origin.name(this.#text.slice(start, closing.end));
    const bodies = branches.map(({ marker, inner }, index): Body => {
      const to = branches[index + 1]?.marker.start ?? closing.start;
      if (inner.some((piece) => piece.kind === 'length'))
        this.#report({ marker, reason: 'can’t contain serialized data. Put it into a text.' });
      // a bar only divides
      const kept = marker.marker.kind === 'bar' ? opening.marker : marker.marker;
      return {
        marker: kept,
        names: marker.names,
        place: new MarkerPlace(marker),
        parts: sliceParts(this.#text, inner, { from: marker.end, to }),
      };
    });
    return {
      kind: 'hole',
      start,
      end: closing.end,
      value: { source: { kind: 'construct', origin, bodies }, filters: [], isHtml: false },
      encoders: [],
      text,
      inner: branches.flatMap(({ inner }) => listHoles(inner)),
    };
  }

  finish(): Piece[] {
    for (const { opening } of [...this.#crossed, ...this.#open]) this.#reportUnclosed(opening);
    return this.pieces;
  }
}

/**
 * Joins the markers of each construct with everything between them to one hole.
 * @param pieces sorted
 * @param report gets the markers that belong to no construct
 */
export function foldConstructs(
  text: string,
  pieces: readonly Piece[],
  report: (fault: MarkerFault) => void = () => undefined,
): Piece[] {
  if (!pieces.some(({ kind }) => kind === 'marker')) return [...pieces];
  const folder = new ConstructFolder(text, report);
  let removedTo = -1;
  for (const piece of pieces) {
    // a marker takes what is in its own wrapper with it
    if (piece.start < removedTo) continue;
    if (piece.kind === 'marker') {
      removedTo = piece.end;
      folder.read(piece);
    } else folder.add(piece);
  }
  return folder.finish();
}

/** Returns the parts of a range of a text. */
function sliceParts(
  text: string,
  pieces: readonly Piece[],
  { from, to }: { from: number; to: number },
): (string | EncodedValue)[] {
  const parts: (string | EncodedValue)[] = [];
  let last = from;
  for (const piece of pieces) {
    if (piece.kind !== 'hole' && piece.kind !== 'rewrite') continue;
    parts.push(text.slice(last, Math.max(last, piece.start)));
    parts.push(piece.kind === 'hole' ? { value: piece.value, encoders: piece.encoders } : piece.text);
    last = Math.max(last, piece.end);
  }
  parts.push(text.slice(last, to));
  return parts.filter((part) => part !== '');
}

/** Returns the parts of a decoded text, to fill it without its page. */
export function textParts(text: string, pieces: readonly Piece[]): GuardedText {
  return { parts: sliceParts(text, foldConstructs(text, pieces), { from: 0, to: text.length }) };
}

/** Returns the length of a decoded text with its pieces filled. */
export function countText(text: string, pieces: readonly Piece[]): Counted {
  const parts: CountedPart[] = [];
  let bytes = byteLength(text);
  for (const piece of foldConstructs(text, pieces)) {
    bytes -= byteLength(text.slice(piece.start, piece.end));
    if (piece.kind === 'rewrite') bytes += byteLength(piece.text);
    else if (piece.kind === 'length') parts.push({ kind: 'length', of: piece.of });
    else if (piece.kind === 'hole')
      parts.push({ kind: 'hole', value: piece.value, encoders: piece.encoders });
  }
  return { bytes, parts, text: textParts(text, pieces) };
}
