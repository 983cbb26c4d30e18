/**
 * Text of a seed, whatever the platform. Everything that is not filled is copied from it
 * byte for byte.
 */
import type { Problem } from '../problem.ts';
import { LineIndex } from '../text/line-index.ts';

export interface Seed {
  file: string;
  /** Size of the file. */
  bytes: number;
  platform: string;
  /** Description of the file for display: its dialect and version. */
  format: string;
  text: string;
  /** Number of lines before `text` in the file (blank lines before the XML declaration). */
  skippedLines: number;
}

/** The seed is present exactly if the problems contain no fault. */
export interface SeedReading<Doc extends Seed = Seed> {
  seed?: Doc;
  problems: Problem[];
}

/** Creates a problem at a position of the seed's text; a notice by default. */
export function reportInSeed(
  seed: Seed,
  position: number,
  { code, severity = 'notice', ...rest }: Pick<Problem, 'code' | 'text'> & Partial<Problem>,
): Problem {
  return { code, severity, file: seed.file, ...locateInSeed(seed, position), ...rest };
}

/** Each seed is read once, however many problems it has: an export may have thousands of pages. */
const lineIndexes = new WeakMap<Seed, LineIndex>();

/** Returns the lines of the seed’s text. */
export function getLines(seed: Seed): LineIndex {
  const lines = lineIndexes.get(seed) ?? new LineIndex(seed.text);
  lineIndexes.set(seed, lines);
  return lines;
}

/** Returns line and column in the file, both from 1, of a position in the seed’s text. */
export function locateInSeed(seed: Seed, position: number): { line: number; column: number } {
  const lines = getLines(seed);
  const line = lines.findLine(position);
  return { line: line + 1 + seed.skippedLines, column: position - lines.getStart(line) + 1 };
}
