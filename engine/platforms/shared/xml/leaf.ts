/**
 * One leaf of a WXR item: its decoded text is scanned, what is found goes back to the raw text with
 * the leaf's own escape style (CDATA stays CDATA, escaped stays escaped).
 */
import type { Value } from '../../../language/value.ts';
import {
  type Counted,
  type GuardedText,
  type Hole,
  type Piece,
  comparePieces,
  countText,
  liftPieces,
} from '../../../encoding/piece.ts';
import { type XmlLeaf, readXmlLeaf, standsInCdata } from '../../../encoding/xml/xml-leaf.ts';
import type { XmlElement } from '../../../text/xml-outline.ts';

export interface FilledLeaf {
  /** In coordinates of the seed's text. */
  pieces: Piece[];
  /** Bytes that a reader of the XML gets; `undefined` where the leaf is the same in all pages. */
  length?: Counted;
  /** The decoded text as parts, for filling it apart from its page. */
  text?: GuardedText;
}

function liftPiece(leaf: XmlLeaf, piece: Piece): Piece[] {
  const { start, end } = leaf.decoded.range(piece.start, piece.end);
  const opensInCdata = standsInCdata(leaf, start);
  const encoder = opensInCdata ? 'cdata' : 'xml';
  if (piece.kind !== 'hole') return liftPieces([piece], () => ({ start, end }), encoder);
  const closesInCdata = standsInCdata(leaf, end - 1);
  const hole: Hole = { ...piece, start, end, encoders: [...piece.encoders, encoder] };
  if (opensInCdata === closesInCdata) return [hole];
  // the placeholder began outside a section and ended in one, or the other way round
  return [hole, { kind: 'rewrite', start: end, end, text: opensInCdata ? ']]>' : '<![CDATA[' }];
}

/** A `]` before a hole could end the section, or be no text, with a `>` behind an empty value. */
function splitBrackets(text: string, leaf: XmlLeaf, pieces: readonly Piece[]): Piece[] {
  let last = 0;
  return pieces.flatMap((piece): Piece[] => {
    const { start, end } = piece;
    const joins = piece.kind === 'hole' && start > last && text[start - 1] === ']';
    last = end;
    if (!joins) return [piece];
    const between = standsInCdata(leaf, start) ? ']]><![CDATA[' : '<![CDATA[]]>';
    return [{ kind: 'rewrite', start, end: start, text: between }, piece];
  });
}

const SERIALIZED_START = /^[abdiOsCEN]/;

/** Could the filled text look serialized, although the seed's does not? */
function mayLookSerialized(text: string, pieces: readonly Piece[]): boolean {
  if (pieces.some((piece) => piece.kind === 'length')) return false;
  const first = pieces.find((piece) => piece.kind === 'hole');
  if (!first) return false;
  const before = text.slice(0, first.start).trimStart();
  return before === '' || SERIALIZED_START.test(before);
}

/**
 * Pieces of a leaf. `scan` gets the decoded text; `guarded` marks a whole meta value, which must
 * not come to look serialized.
 */
export function fillLeaf(
  text: string,
  element: XmlElement,
  options: { scan: (decoded: string) => Piece[]; guarded?: boolean },
): FilledLeaf {
  const leaf = readXmlLeaf(text, element.contentStart, element.contentEnd);
  const { decoded } = leaf;
  const inner = options.scan(decoded.text).sort(comparePieces);
  if (inner.length === 0) return { pieces: [], text: { parts: [decoded.text] } };
  const lifted = inner.flatMap((piece) => liftPiece(leaf, piece));
  const pieces = splitBrackets(text, leaf, lifted);
  const length = countText(decoded.text, inner);
  if (options.guarded && mayLookSerialized(decoded.text, inner)) {
    const of = length.text;
    const whole = decoded.range(0, decoded.text.length);
    pieces.unshift({ kind: 'guard', side: 'open', start: whole.start, end: whole.start, of });
    pieces.push({ kind: 'guard', side: 'close', start: whole.end, end: whole.end, of });
  }
  return { pieces, length, text: length.text };
}

/** Replaces the whole content of a leaf by one value or a fixed text, in the leaf's own style. */
export function replaceLeaf(text: string, element: XmlElement, content: Value | string): Piece[] {
  const isCdata = text.startsWith('<![CDATA[', element.contentStart);
  const isSelfClosing = element.contentStart === element.end;
  const { contentStart, contentEnd, end } = element;
  const open = isSelfClosing
    ? text.slice(element.start, end).replace(/\s*\/>$/, '>')
    : isCdata
      ? '<![CDATA['
      : '';
  const close = isSelfClosing ? `</${element.name}>` : isCdata ? ']]>' : '';
  const encoder = isCdata ? 'cdata' : 'xml';
  const at = isSelfClosing ? end : contentEnd;
  const start = isSelfClosing ? element.start : contentStart;
  const middle: Piece =
    typeof content === 'string'
      ? { kind: 'rewrite', start: at, end: at, text: content }
      : { kind: 'hole', start: at, end: at, value: content, encoders: [encoder], text: '' };
  return [
    { kind: 'rewrite', start, end: at, text: open },
    middle,
    { kind: 'rewrite', start: at, end: at, text: close },
  ];
}

/** Removes an element together with the white space before it. */
export function removeElement(text: string, element: XmlElement): Piece {
  let start = element.start;
  while (start > 0 && /\s/.test(text[start - 1] ?? '')) start -= 1;
  return { kind: 'rewrite', start, end: element.end, text: '' };
}
