/**
 * CSS in a `<style>`, a style attribute or a builder's custom CSS: strings, `url(…)`, comments and
 * the rest, each with what may be filled in there.
 */
import type { Piece } from './piece.ts';
import type { Scan } from './scan.ts';
import { scanUrl } from './scan-url.ts';

/** Comments, strings and unquoted `url(…)`; everything between them is bare. */
const TOKEN =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\]|\\[\s\S])*(?:"|$)|'(?:[^'\\]|\\[\s\S])*(?:'|$)|url\(\s*(?!["'])[^)]*\)?/gi;

function shift(pieces: readonly Piece[], by: number): Piece[] {
  return pieces.map((piece) => ({ ...piece, start: piece.start + by, end: piece.end + by }));
}

function scanToken(token: string, scan: Scan): Piece[] {
  if (token.startsWith('/*')) return scan.find(token, 'css-comment');
  if (token.startsWith('"')) return scan.find(token, 'css"');
  if (token.startsWith("'")) return scan.find(token, "css'");
  const from = token.indexOf('(') + 1;
  const to = token.endsWith(')') ? token.length - 1 : token.length;
  return shift(
    scanUrl(token.slice(from, to), scan).map((hole) => ({
      ...hole,
      encoders: [...hole.encoders, 'css-url'],
    })),
    from,
  );
}

/** Pieces of a style sheet or of a list of declarations. */
export function scanCss(text: string, scan: Scan): Piece[] {
  if (!text.includes('[')) return [];
  const pieces: Piece[] = [];
  let last = 0;
  for (const match of text.matchAll(TOKEN)) {
    pieces.push(...shift(scan.find(text.slice(last, match.index), 'css-bare'), last));
    pieces.push(...shift(scanToken(match[0], scan), match.index));
    last = match.index + match[0].length;
  }
  pieces.push(...shift(scan.find(text.slice(last), 'css-bare'), last));
  return pieces;
}
