/**
 * CSS in a `<style>`, a style attribute or a builder's custom CSS: strings, `url(…)`, comments and
 * the rest, each with what may be filled in there.
 */
import { type CssSegment, readCssSegments } from './css-segments.ts';
import { type Piece, shiftPieces } from '../piece.ts';
import type { Scan } from '../scan.ts';
import { scanUrl } from '../url/scan-url.ts';
import { withJoins } from '../join.ts';
import { joinCss, joinCssComment } from './join-css.ts';

const ENCODERS: Record<CssSegment['kind'], string> = {
  bare: 'css-bare',
  comment: 'css-comment',
  '"': 'css"',
  "'": "css'",
  url: 'css-url',
  'url"': 'css"',
  "url'": "css'",
};

function scanSegment(text: string, kind: CssSegment['kind'], scan: Scan): Piece[] {
  const encoder = ENCODERS[kind];
  const pieces = kind.startsWith('url')
    ? scanUrl(text, scan).map((piece) =>
        piece.kind === 'hole' ? { ...piece, encoders: [...piece.encoders, encoder] } : piece,
      )
    : scan.find(text, encoder);
  return withJoins(text, pieces, kind === 'comment' ? joinCssComment : joinCss);
}

/** Pieces of a style sheet or of a list of declarations. */
export function scanCss(text: string, scan: Scan): Piece[] {
  if (!text.includes('[')) return [];
  return readCssSegments(scan.mask(text)).flatMap(({ from, to, kind }) =>
    shiftPieces(scanSegment(text.slice(from, to), kind, scan), from),
  );
}
