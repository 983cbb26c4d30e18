/**
 * A seed as the engine keeps it: its text, whatever the platform. Everything that is not filled is later
 * copied from the text byte for byte.
 */
import type { Problem } from '../problem.ts';

export interface Seed {
  file: string;
  /** Size of the file. */
  bytes: number;
  platform: string;
  /** The shape of the file, for people: its dialect and version. */
  format: string;
  text: string;
  /** Lines that stood before `text` begins in the file (blank lines before the XML declaration). */
  skippedLines: number;
}

/** A seed comes back exactly when no fault is among the problems. */
export interface SeedReading<Doc extends Seed = Seed> {
  seed?: Doc;
  problems: Problem[];
}

/** Line and column, both from 1, of a position in the seed's text, as the file has them. */
export function locateInSeed(seed: Seed, position: number): { line: number; column: number } {
  let line = 1 + seed.skippedLines;
  let from = 0;
  for (
    let next = seed.text.indexOf('\n');
    next >= 0 && next < position;
    next = seed.text.indexOf('\n', next + 1)
  ) {
    line += 1;
    from = next + 1;
  }
  return { line, column: position - from + 1 };
}
