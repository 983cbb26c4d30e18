/**
 * Lines around the place where reading a seed failed: the engine reports the place without its text,
 * because no seed was read.
 */
import type { Problem } from '../problem.ts';
import type { Place } from './inspection.ts';

export interface BrokenPlace extends Pick<Place, 'line' | 'column' | 'excerpt'> {
  /** Text at the place, up to the next space. */
  mark: string;
}

const WIDTH = 160;
const MARK = 24;

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  const isTurned = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  const name = isWide ? 'utf-16le' : isTurned ? 'utf-16be' : 'utf-8';
  // Invalid characters are shown as they are.
  return new TextDecoder(name).decode(bytes);
}

/** Cuts a line to a readable width around a position, with `…` for omitted text. */
function cut(text: string, around: number): string {
  if (text.length <= WIDTH) return text;
  const from = Math.max(0, Math.min(around - WIDTH / 2, text.length - WIDTH));
  const shown = text.slice(from, from + WIDTH).toWellFormed();
  return `${from > 0 ? '…' : ''}${shown}${from + WIDTH < text.length ? '…' : ''}`;
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
    return shown === undefined ? [] : [{ line: number, text: cut(shown, column - 1) }];
  });
  return { line, column, excerpt, mark: markAt(text, column) };
}
