/**
 * Cells of the run chart: which rows each one represents, its state, and one SVG path per state. A skipped
 * row is a full square and a page that is held back a diamond, so that they stand out by shape and not only by color.
 */

export type CellState = 'written' | 'now' | 'warning' | 'held' | 'skipped' | 'todo';

export interface RunChartData {
  total: number;
  /** Number of finished rows, from the first. */
  written: number;
  /** True while the run works: the cells after `written` glow. */
  isWorking: boolean;
  /** Positions of rows, from 0. */
  warnings: readonly number[];
  held?: readonly number[];
  skipped: readonly number[];
}

export interface RunChartCells {
  cells: readonly CellState[];
  rowsPerCell: number;
}

/** A run with fewer rows has one cell per row. */
export const MAX_CELLS = 540;
const ACTIVE_CELLS = 3;

export function buildRunChart(run: RunChartData, maxCells = MAX_CELLS): RunChartCells {
  const rowsPerCell = Math.max(1, Math.ceil(run.total / maxCells));
  const count = Math.ceil(run.total / rowsPerCell);
  const isDone = run.written >= run.total;
  const done = isDone ? count : Math.floor(run.written / rowsPerCell);
  const cells = Array.from({ length: count }, (_, index): CellState => {
    if (index < done) return 'written';
    return run.isWorking && !isDone && index < done + ACTIVE_CELLS ? 'now' : 'todo';
  });
  const mark = (rows: readonly number[], state: CellState) => {
    for (const row of rows) {
      const index = Math.floor(row / rowsPerCell);
      if (index >= 0 && index < count) cells[index] = state;
    }
  };
  mark(run.warnings, 'warning');
  mark(run.held ?? [], 'held');
  mark(run.skipped, 'skipped');
  return { cells, rowsPerCell };
}

/** Draws one path per state; flat and upright cells alternate. */
export function drawCells(
  cells: readonly CellState[],
  columns: number,
  pitch: number,
): Partial<Record<CellState, string>> {
  const paths: Partial<Record<CellState, string>> = {};
  for (const [index, state] of cells.entries()) {
    const column = index % columns;
    const row = Math.floor(index / columns);
    const [width, height] = sizeCell(state, (column + row) % 2 === 0, pitch);
    const x = column * pitch + (pitch - width) / 2;
    const y = row * pitch + (pitch - height) / 2;
    const cell = state === 'held' ? drawDiamond(x, y, width) : drawCell(x, y, [width, height]);
    paths[state] = (paths[state] ?? '') + cell;
  }
  return paths;
}

function sizeCell(state: CellState, isFlat: boolean, pitch: number): [number, number] {
  if (state === 'skipped' || state === 'held') return [pitch - 1, pitch - 1];
  return isFlat ? [pitch - 1, pitch - 5] : [pitch - 5, pitch - 1];
}

/** Rectangle with corners of radius 1. */
function drawCell(x: number, y: number, [width, height]: [number, number]): string {
  return (
    `M${x + 1} ${y}h${width - 2}a1 1 0 0 1 1 1v${height - 2}a1 1 0 0 1-1 1` +
    `h${2 - width}a1 1 0 0 1-1-1v${2 - height}a1 1 0 0 1 1-1z`
  );
}

/** A square on its corner. */
export function drawDiamond(x: number, y: number, size: number): string {
  const half = size / 2;
  return `M${x + half} ${y}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`;
}
