/**
 * The cloth of a run, as numbers: which thread represents which rows, what state it has, and one path
 * for each state. A skipped row is a knot: a full square, so that shape tells it and not color alone.
 */

export type ThreadState = 'written' | 'now' | 'warning' | 'skipped' | 'todo';

export interface WeaveRun {
  /** All rows of the run. */
  total: number;
  /** Rows that are done, counted from the first. */
  written: number;
  /** The run works at this moment: the threads after `written` glow. */
  isWorking: boolean;
  /** Positions of rows, from 0. */
  warnings: readonly number[];
  skipped: readonly number[];
}

export interface Weave {
  threads: readonly ThreadState[];
  /** Rows that one thread represents. */
  rowsPerThread: number;
}

/** Threads of a full cloth; a run with fewer rows has one thread for each. */
export const MOST_THREADS = 540;
const WORKING_THREADS = 3;

export function weaveRun(run: WeaveRun, most = MOST_THREADS): Weave {
  const rowsPerThread = Math.max(1, Math.ceil(run.total / most));
  const count = Math.ceil(run.total / rowsPerThread);
  const isDone = run.written >= run.total;
  const done = isDone ? count : Math.floor(run.written / rowsPerThread);
  const threads = Array.from({ length: count }, (_, index): ThreadState => {
    if (index < done) return 'written';
    return run.isWorking && !isDone && index < done + WORKING_THREADS ? 'now' : 'todo';
  });
  const mark = (rows: readonly number[], state: ThreadState) => {
    for (const row of rows) {
      const index = Math.floor(row / rowsPerThread);
      if (index >= 0 && index < count) threads[index] = state;
    }
  };
  mark(run.warnings, 'warning');
  mark(run.skipped, 'skipped');
  return { threads, rowsPerThread };
}

/** Draws one path for each state that occurs; lying and standing threads alternate like cloth. */
export function drawWeave(
  threads: readonly ThreadState[],
  columns: number,
  pitch: number,
): Partial<Record<ThreadState, string>> {
  const paths: Partial<Record<ThreadState, string>> = {};
  for (const [index, state] of threads.entries()) {
    const column = index % columns;
    const row = Math.floor(index / columns);
    const [width, height] = sizeThread(state, (column + row) % 2 === 0, pitch);
    const x = column * pitch + (pitch - width) / 2;
    const y = row * pitch + (pitch - height) / 2;
    paths[state] = (paths[state] ?? '') + drawThread(x, y, [width, height]);
  }
  return paths;
}

function sizeThread(state: ThreadState, isLying: boolean, pitch: number): [number, number] {
  if (state === 'skipped') return [pitch - 1, pitch - 1];
  return isLying ? [pitch - 1, pitch - 5] : [pitch - 5, pitch - 1];
}

/** A rectangle with corners of radius 1. */
function drawThread(x: number, y: number, [width, height]: [number, number]): string {
  return (
    `M${x + 1} ${y}h${width - 2}a1 1 0 0 1 1 1v${height - 2}a1 1 0 0 1-1 1` +
    `h${2 - width}a1 1 0 0 1-1-1v${2 - height}a1 1 0 0 1 1-1z`
  );
}
