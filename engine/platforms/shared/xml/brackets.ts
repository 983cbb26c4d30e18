/**
 * Bracketed texts of an element as a reader of the XML sees them: in the raw text a leaf that is a
 * placeholder from end to end, `<![CDATA[[geo_city]]]>`, looks like the escape `[[geo_city]]`.
 */
import type { Columns } from '../../../language/columns.ts';
import { type Piece, comparePieces, liftPieces } from '../../../encoding/piece.ts';
import { type Bracketed, findBracketed } from '../../../language/placeholder.ts';
import { readPhpStrings, scanPhp } from '../php/scan-php.ts';
import { readElementText } from '../../../encoding/xml/xml-leaf.ts';
import { type XmlElement, listTextRuns } from '../../../text/xml-outline.ts';
import { type XmlAttribute, listAttributes, readAttribute } from './attributes.ts';
import { fillLeaf } from './leaf.ts';

/** Texts of an element's leaves and of its tags' attributes. */
function listTexts(text: string, element: XmlElement): string[] {
  return listTextRuns(text, element).flatMap((leaf) => [
    ...listAttributes(text, leaf).map((attribute) => readAttribute(text, attribute).text),
    readElementText(text, leaf),
  ]);
}

/** All bracketed texts of an element's leaves and of its tags' attributes. */
export function listBracketed(text: string, element: XmlElement): Bracketed[] {
  return listTexts(text, element).flatMap(findBracketed);
}

/** Checks if a row fills a text of the element or its descendants. */
export function holdsPlaceholder(text: string, element: XmlElement, columns: Columns): boolean {
  return listTexts(text, element).some((each) => columns.fillsAny(each));
}

/** Removes the placeholders and markers of a text; lengths of serialized strings around them are updated. */
function clearText(text: string, columns: Columns): Piece[] {
  const found = findBracketed(text).filter(
    (bracketed) =>
      (bracketed.name !== '' && columns.resolve(bracketed.name) !== undefined) ||
      columns.readMarker(bracketed, text) !== undefined,
  );
  if (found.length === 0) return [];
  const php = readPhpStrings(text);
  if (php) return scanPhp(text, php, (inner) => clearText(inner, columns));
  return found.map(({ from, to }) => ({ kind: 'rewrite', start: from, end: to, text: '' }));
}

function clearAttribute(text: string, attribute: XmlAttribute, columns: Columns): Piece[] {
  const decoded = readAttribute(text, attribute);
  return liftPieces(clearText(decoded.text, columns), (from, to) => decoded.range(from, to));
}

/** Preserves the border of a CDATA section within a removed range. */
function preserveBorder(text: string, piece: Piece): Piece {
  if (piece.kind !== 'rewrite') return piece;
  const raw = text.slice(piece.start, piece.end);
  const open = raw.split('<![CDATA[').length - raw.split(']]>').length;
  return open === 0 ? piece : { ...piece, text: open > 0 ? '<![CDATA[' : ']]>' };
}

/** Removes the placeholders of an element that is the same for all pages. */
export function clearPlaceholders(text: string, element: XmlElement, columns: Columns): Piece[] {
  return listTextRuns(text, element).flatMap((leaf) => {
    const inTag = listAttributes(text, leaf).flatMap((attribute) => clearAttribute(text, attribute, columns));
    const { pieces } = fillLeaf(text, leaf, { scan: (decoded) => clearText(decoded, columns) });
    return [...inTag, ...pieces.map((piece) => preserveBorder(text, piece))];
  });
}

/** Applies rewrites to a range of the seed; those within a removed range are ignored. */
export function applyPieces(
  text: string,
  range: { start: number; end: number },
  pieces: readonly Piece[],
): string {
  let result = '';
  let last = range.start;
  for (const piece of pieces.toSorted(comparePieces)) {
    if (piece.start > last) result += text.slice(last, piece.start);
    const isInside = piece.start < last;
    last = Math.max(last, piece.end);
    if (piece.kind === 'rewrite' && !isInside) result += piece.text;
  }
  return result + text.slice(last, range.end);
}
