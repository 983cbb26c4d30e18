/**
 * Limits the placeholders of a seed. Reading one placeholder costs a fixed time, so a seed of nothing
 * else would keep a processor busy for a minute.
 */
import { SEED_NAMES, SEED_PLACEHOLDERS } from '../../limits.ts';
import type { Problem } from '../../problem.ts';
import { matchPrefixed } from '../../text/match-prefixed.ts';

/** A bracket that begins like a name, as far as it reads like one. */
const NAME = /\[\s{0,9}(\p{L}[\p{L}\p{M}\p{N} _.-]{0,79})/uy;
/** The brackets of CDATA sections, which are no text. */
const CDATA = ['<!', '<![CDATA'];
/** The same bracket as percent signs, references and escapes write it. */
const ENCODED = /(?:%5b|%91|&(?:amp;)*(?:#0*91|#x0*5b|lbrack|lsqb);|\\u005b|\\x5b)\p{L}/giu;

const ADVICE = 'Export only one page, or remove the brackets that aren’t placeholders.';

function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  pattern.lastIndex = 0;
  while (pattern.test(text)) count += 1;
  return count;
}

/** Reads on while there are no more than can be read, so the set stays small. */
function readNames(text: string, most: number): { count: number; names: Set<string> } {
  const names = new Set<string>();
  let count = 0;
  for (const { 1: name = '', index } of matchPrefixed(text, '[', NAME)) {
    if (CDATA.some((before) => text.endsWith(before, index))) continue;
    count += 1;
    if (count <= most) names.add(name.trimEnd());
  }
  return { count, names };
}

function refuse(
  code: string,
  count: number,
  [what, limit]: readonly [string, number],
): Omit<Problem, 'file'> {
  const [found, most] = [count, limit].map((figure) => figure.toLocaleString('en-US'));
  const text = `The seed has ${found} ${what}, and at most ${most} can be read. ${ADVICE}`;
  return { code, severity: 'fault', text };
}

/** @returns why the seed is refused, with the figure; nothing where it has no more than can be read */
export function checkSeedCaps(text: string): Omit<Problem, 'file'> | undefined {
  const encoded = countMatches(text, ENCODED);
  const { count: plain, names } = readNames(text, SEED_PLACEHOLDERS - encoded);
  const count = plain + encoded;
  if (count > SEED_PLACEHOLDERS)
    return refuse('seed-too-many-placeholders', count, ['texts in brackets', SEED_PLACEHOLDERS]);
  if (names.size > SEED_NAMES)
    return refuse('seed-too-many-names', names.size, ['different names in brackets', SEED_NAMES]);
  return undefined;
}
