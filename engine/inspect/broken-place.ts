/**
 * Lines around the place where reading a seed failed: the engine reports the place without its text,
 * because no seed was read.
 */
import type { Problem } from '../problem.ts';
import { cutAround } from '../text/cut-text.ts';
import type { Place } from './inspection.ts';

export interface BrokenPlace extends Pick<Place, 'line' | 'column' | 'excerpt'> {
  /** Text at the place, up to the next space. */
  mark: string;
}

const MARK = 24;

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  const isTurned = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  const name = isWide ? 'utf-16le' : isTurned ? 'utf-16be' : 'utf-8';
  // Invalid characters are shown as they are.
  return new TextDecoder(name).decode(bytes);
}

/** Returns the text at a column; at the end of a line, the last word. */
function markAt(text: string, column: number): string {
  const rest = /^\S+/.exec(text.slice(column - 1))?.[0] ?? '';
  return (rest || (/\S+\s*$/.exec(text.slice(0, column))?.[0].trim() ?? '')).slice(0, MARK);
}

/** @returns `undefined` if no fault has a line */
export function findBrokenPlace(bytes: Uint8Array, problems: readonly Problem[]): BrokenPlace | undefined {
  const fault = problems.find(({ severity, line }) => severity === 'fault' && line !== undefined);
  if (fault?.line === undefined) return undefined;
  const { line, column = 1 } = fault;
  const lines = decode(bytes).split(/\r\n|\r|\n/);
  const text = lines[line - 1];
  if (text === undefined) return undefined;
  const excerpt = [line - 1, line, line + 1].flatMap((number) => {
    const shown = lines[number - 1];
    return shown === undefined ? [] : [{ line: number, text: cutAround(shown, column - 1) }];
  });
  return { line, column, excerpt, mark: markAt(text, column) };
}
