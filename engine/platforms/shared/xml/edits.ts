/** Edits of a seed's text in place of the pieces that a page is made of. */
import type { Piece } from '../../../encoding/piece.ts';
import { readXmlLeaf } from '../../../encoding/xml/xml-leaf.ts';
import type { SeedEdit } from '../../../render/template.ts';
import type { XmlElement } from '../../../text/xml-outline.ts';

/** Pieces that rewrite the seed, those that touch as one edit; the others fill it. */
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
