/**
 * Regular expressions of a script: a value is written so that it looks for itself. Where a value could
 * still spoil the expression (`/[a-[x]]/`), which acorn is asked with some samples, there is none.
 */
import type { Piece } from '../piece.ts';
import type { Scan } from '../scan.ts';
import { withRegexpJoins } from './join-script.ts';
import { scriptEncoders } from './encode-script.ts';
import { isRegexp } from './parse-script.ts';

/** What a value comes to here, one of each kind: letters, digits and escapes. */
const SAMPLES = ['', '0', '9', 'A', 'z', '_', ' ', 'Az 09', '\\u0021', '\\u002D\\uFFFD', '😀'];

function fill(text: string, pieces: readonly Piece[], sampleAt: (end: number) => string): string {
  let filled = '';
  let last = 0;
  for (const piece of pieces) {
    filled += text.slice(last, piece.start);
    if (piece.kind === 'rewrite') filled += piece.text;
    else filled += sampleAt(piece.end);
    last = piece.end;
  }
  return filled + text.slice(last);
}

/** Pieces of one regular expression with its slashes and flags. */
export function scanRegexp(text: string, scan: Scan): Piece[] {
  const holes = scan.find(text, scriptEncoders['js-regexp'], true);
  if (holes.length === 0) return holes;
  const plain = withRegexpJoins(text, holes, () => false);
  // in a list of characters a parenthesis is one of them, and nothing repeats what is before it
  const isRepeated = (end: number) =>
    /[*+?{]/.test(text[end] ?? '') && !isRegexp(fill(text, plain, (at) => (at === end ? '(' : '9')));
  const pieces = withRegexpJoins(text, holes, isRepeated);
  if (SAMPLES.every((sample) => isRegexp(fill(text, pieces, () => sample)))) return pieces;
  return holes.map((hole) => ({ ...hole, encoders: [scriptEncoders['js-never']] }));
}
