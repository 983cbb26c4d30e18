/**
 * Markers that Divi stores in its code modules: WordPress adds paragraphs at line breaks, so Divi saves these
 * instead and puts the line breaks back when it shows the module.
 */
import { type SourceText, decodeMatches } from '../../../text/source-text.ts';
import { type Piece, liftPieces } from '../../../encoding/piece.ts';

/**
 * Divi 5, `convert_line_breaks()` and `replace_code_content_entities()`; WordPress makes dashes of `--`, and
 * modules of versions before 3.15.1 are saved with references.
 */
const MARKER =
  /(?:<|&lt;)!(?:[-–]|&#8211;){1,2} ?\[et_pb_(?:line_break|br)_holder\] ?(?:[-–]|&#8211;){1,2}(?:>|&gt;)|\|\|et_pb_line_break_holder\|\||&#09[13];/g;

function decodeMarker(marker: string): string {
  if (marker === '&#091;') return '[';
  if (marker === '&#093;') return ']';
  return marker.includes('_br_') ? '<br />' : '\n';
}

function undoMarkers(text: string): SourceText {
  return decodeMatches(text, MARKER, decodeMarker);
}

/** Pieces of a code as Divi runs it, in the coordinates of the code as Divi saves it. */
export function scanWithoutMarkers(text: string, scanCode: (text: string) => Piece[]): Piece[] {
  if (!/et_pb_(?:line_break|br)_holder/.test(text)) return scanCode(text);
  const undone = undoMarkers(text);
  return liftPieces(scanCode(undone.text), (from, to) => undone.range(from, to));
}
