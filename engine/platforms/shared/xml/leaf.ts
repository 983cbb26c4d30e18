/**
 * Leaves of an XML record: the decoded text is scanned, and its pieces are written in the leaf's own style
 * (CDATA stays CDATA, escaped stays escaped).
 */
import { xmlEncoders } from '../../../encoding/xml/encode-xml.ts';
import type { Value } from '../../../language/value.ts';
import {
  type Hole,
  type Piece,
  type Scope,
  type TextGuard,
  comparePieces,
  liftPieces,
  withinScope,
} from '../../../encoding/piece.ts';
import { countText } from '../../../encoding/text-parts.ts';
import { type XmlLeaf, readXmlLeaf, isInCdata } from '../../../encoding/xml/xml-leaf.ts';
import type { SeedEdit } from '../../../render/template.ts';
import type { XmlElement } from '../../../text/xml-outline.ts';
import { type FilledLeaf, replaceRange } from '../pattern-builder.ts';

/** Writes a text as CDATA. */
export const writeCdata = (text: string): string =>
  `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

/** Scopes of markers: a construct can't begin in one and end in the other. */
const CDATA: Scope = {};
const TEXT: Scope = {};

function liftPiece(leaf: XmlLeaf, piece: Piece): Piece[] {
  const { start, end } = leaf.decoded.range(piece.start, piece.end);
  const opensInCdata = isInCdata(leaf, start);
  const encoder = opensInCdata ? xmlEncoders.cdata : xmlEncoders.xml;
  if (piece.kind === 'marker') {
    const section = opensInCdata ? CDATA : TEXT;
    return withinScope([{ ...piece, start, end }], section);
  }
  if (piece.kind !== 'hole') return liftPieces([piece], () => ({ start, end }), encoder);
  const closesInCdata = isInCdata(leaf, end - 1);
  const hole: Hole = { ...piece, start, end, encoders: [...piece.encoders, encoder] };
  if (opensInCdata === closesInCdata) return [hole];
  // the placeholder began outside a section and ended in one, or the other way round
  return [hole, { kind: 'rewrite', start: end, end, text: opensInCdata ? ']]>' : '<![CDATA[' }];
}

/** Separates a `]` from the hole after it: an empty value with a `>` after it would make `]]>`. */
function splitBrackets(text: string, leaf: XmlLeaf, pieces: readonly Piece[]): Piece[] {
  let last = 0;
  return pieces.flatMap((piece): Piece[] => {
    const { start, end } = piece;
    const joins =
      (piece.kind === 'hole' || piece.kind === 'marker') && start > last && text[start - 1] === ']';
    last = end;
    if (!joins) return [piece];
    const between = isInCdata(leaf, start) ? ']]><![CDATA[' : '<![CDATA[]]>';
    return [{ kind: 'rewrite', start, end: start, text: between }, piece];
  });
}

/** Checks if the filled text may need the guard, although the seed's does not. */
function mayNeedGuard(text: string, pieces: readonly Piece[], guard: TextGuard): boolean {
  if (pieces.some((piece) => piece.kind === 'length')) return false;
  const first = pieces.find((piece) => piece.kind === 'hole');
  if (!first) return false;
  const before = text.slice(0, first.start).trimStart();
  return before === '' || guard.isRisky(before);
}

/**
 * Pieces of a leaf. `scan` gets the decoded text; `guard` protects the whole
 * filled text.
 */
export function fillLeaf(
  text: string,
  element: XmlElement,
  options: { scan: (decoded: string) => Piece[]; guard?: TextGuard },
): FilledLeaf {
  const leaf = readXmlLeaf(text, element.contentStart, element.contentEnd);
  const { decoded } = leaf;
  const inner = options.scan(decoded.text).sort(comparePieces);
  if (inner.length === 0) return { pieces: [], text: { parts: [decoded.text] } };
  const lifted = inner.flatMap((piece) => liftPiece(leaf, piece));
  const pieces = splitBrackets(text, leaf, lifted);
  const length = countText(decoded.text, inner);
  if (options.guard && mayNeedGuard(decoded.text, inner, options.guard)) {
    const of = length.text;
    const { guard } = options;
    const whole = decoded.range(0, decoded.text.length);
    pieces.unshift({ kind: 'guard', side: 'open', guard, start: whole.start, end: whole.start, of });
    pieces.push({ kind: 'guard', side: 'close', guard, start: whole.end, end: whole.end, of });
  }
  return { pieces, length, text: length.text };
}

/** Replaces the whole content of a leaf by values and fixed texts, in the leaf's own style. */
export function replaceLeaf(text: string, element: XmlElement, ...content: (Value | string)[]): Piece[] {
  const { start, contentStart, contentEnd, end, name } = element;
  if (contentStart === end) {
    const open = text.slice(start, end).replace(/\s*\/>$/, '>');
    return replaceRange(element, [open, ...content, `</${name}>`], xmlEncoders.xml);
  }
  const range = { start: contentStart, end: contentEnd };
  if (!text.startsWith('<![CDATA[', contentStart)) return replaceRange(range, content, xmlEncoders.xml);
  return replaceRange(range, ['<![CDATA[', ...content, ']]>'], xmlEncoders.cdata);
}

/** Removes an element together with the white space before it. */
export function removeElement(text: string, element: XmlElement): Piece {
  let start = element.start;
  while (start > 0 && /\s/.test(text[start - 1] ?? '')) start -= 1;
  return { kind: 'rewrite', start, end: element.end, text: '' };
}

/** Edits of the seed that do the same as these rewrites; adjacent ones become one edit. */
export function toEdits(pieces: readonly Piece[]): SeedEdit[] {
  const edits: SeedEdit[] = [];
  for (const piece of pieces) {
    if (piece.kind !== 'rewrite') continue;
    const last = edits.at(-1);
    if (last?.end === piece.start) {
      last.end = piece.end;
      last.text += piece.text;
    } else edits.push({ start: piece.start, end: piece.end, text: piece.text });
  }
  return edits;
}

/** Ranges of an element's decoded text, replaced in the seed's text. */
export function editLeaf(
  text: string,
  { contentStart, contentEnd }: XmlElement,
  edits: readonly { from: number; to: number; text?: string }[],
): SeedEdit[] {
  const { decoded } = readXmlLeaf(text, contentStart, contentEnd);
  return edits.map(({ from, to, text: by = '' }) => ({ ...decoded.range(from, to), text: by }));
}
