/**
 * Scripts and JSON-LD inside HTML: a placeholder in a string is encoded as a string of JavaScript
 * and JSON alike; outside strings only a number, `true`, `false` or `null` may stand.
 */
import type { Piece } from './piece.ts';
import type { Scan } from './scan.ts';

/** Comments, strings, template literals and regular expressions. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*(?:"|$|(?=\n))|'(?:[^'\\\n]|\\[\s\S])*(?:'|$|(?=\n))|`(?:[^`\\]|\\[\s\S])*(?:`|$)|(?<=(?:^|[(,=:[!&|?{};+\-*%~^<>]|\breturn|\btypeof)\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//g;

function shift(pieces: readonly Piece[], by: number): Piece[] {
  return pieces.map((piece) => ({ ...piece, start: piece.start + by, end: piece.end + by }));
}

/** Is the position inside a `${…}` of a template literal, that is, in code? */
function isInterpolated(token: string, position: number): boolean {
  const open = token.lastIndexOf('${', position);
  return open >= 0 && !token.slice(open, position).includes('}');
}

function scanToken(token: string, scan: Scan): Piece[] {
  if (token.startsWith('//') || token.startsWith('/*')) return scan.find(token, 'js-comment');
  if (token.startsWith('/')) return scan.find(token, 'js-regexp');
  if (token.startsWith('`'))
    return scan.find(token, (hole) => (isInterpolated(token, hole.from) ? 'literal' : 'js'));
  return scan.find(token, 'js');
}

/** Pieces of a script. What stands in the `${…}` of a template literal is code, the rest of it a string. */
export function scanScript(text: string, scan: Scan): Piece[] {
  if (!text.includes('[')) return [];
  const pieces: Piece[] = [];
  let last = 0;
  for (const match of text.matchAll(TOKEN)) {
    const token = match[0];
    pieces.push(...shift(scan.find(text.slice(last, match.index), 'literal'), last));
    pieces.push(...shift(scanToken(token, scan), match.index));
    last = match.index + token.length;
  }
  pieces.push(...shift(scan.find(text.slice(last), 'literal'), last));
  return pieces;
}
