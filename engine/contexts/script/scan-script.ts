/**
 * Scripts and JSON-LD inside HTML: a placeholder in a string is encoded as a string of JavaScript
 * and JSON alike; outside strings only a number, `true`, `false` or `null` may stand.
 */
import { type Piece, shiftPieces } from '../piece.ts';
import type { Scan } from '../scan.ts';
import { withJoins } from '../join.ts';
import { joinCode, joinScript, joinScriptComment, joinTemplate, withRegexpJoins } from './join-script.ts';
import { type ScriptSegment, readScriptSegments } from './script-segments.ts';

const ENCODERS = { code: 'literal', string: 'js', comment: 'js-comment', regexp: 'js-regexp' } as const;

const JOINS = {
  code: joinCode,
  string: joinScript,
  template: joinTemplate,
  comment: joinScriptComment,
} as const;

function scanSegment(text: string, kind: ScriptSegment['kind'], scan: Scan): Piece[] {
  const pieces = scan.find(text, ENCODERS[kind]);
  if (kind === 'regexp') return withRegexpJoins(text, pieces);
  const join = kind === 'string' && /^[`}]/.test(text) ? JOINS.template : JOINS[kind];
  return withJoins(text, pieces, join);
}

/** Pieces of a script. What stands in the `${…}` of a template literal is code, the rest of it a string. */
export function scanScript(text: string, scan: Scan): Piece[] {
  if (!text.includes('[')) return [];
  return readScriptSegments(scan.mask(text)).flatMap(({ from, to, kind }) =>
    shiftPieces(scanSegment(text.slice(from, to), kind, scan), from),
  );
}
