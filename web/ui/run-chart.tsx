/**
 * Chart of a run's rows, one cell per row or group of rows; it fills while the run writes. A click on a
 * skipped cell opens its row.
 */
import { Flex } from '@mantine/core';
import { type MouseEvent, type PointerEvent, useMemo, useState } from 'react';
import { formatCount } from './format-figure.ts';
import { useWidth } from './use-width.ts';
import {
  drawCells,
  drawDiamond,
  type CellState,
  type RunChartData,
  buildRunChart,
} from './run-chart.rules.ts';

/** The header is row 1 of the sheet. */
const FIRST_ROW = 2;
const STATES: readonly CellState[] = ['todo', 'written', 'now', 'warning', 'held', 'skipped'];

interface Props {
  run: RunChartData;
  /** `9,998 of 10,000 rows written, 2 skipped`. */
  label: string;
  /** Distance between cells, 10 to 15. */
  pitch?: number;
  maxCells?: number;
  /** Called with the position, from 0, of the first skipped row in the clicked cell. */
  onOpenSkipped?: ((row: number) => void) | undefined;
}

export function RunChart({ run, label, pitch = 12, maxCells, onOpenSkipped }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const columns = Math.max(1, Math.floor(width / pitch));
  const { cells, rowsPerCell } = useMemo(() => buildRunChart(run, maxCells), [run, maxCells]);
  const paths = useMemo(() => drawCells(cells, columns, pitch), [cells, columns, pitch]);
  const skippedCells = useMemo(() => findSkippedCells(run.skipped, rowsPerCell), [run.skipped, rowsPerCell]);
  const size = { width: columns * pitch, height: Math.ceil(cells.length / columns) * pitch };
  const [pointed, setPointed] = useState<number>();
  /** Finds the skipped row under the pointer; hundreds of cells share one listener. */
  const findRow = ({ currentTarget, clientX, clientY }: PointerEvent | MouseEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const column = Math.floor((clientX - left) / pitch);
    if (column < 0 || column >= columns) return undefined;
    return skippedCells.get(Math.floor((clientY - top) / pitch) * columns + column);
  };
  const listeners = onOpenSkipped && {
    onPointerMove: (event: PointerEvent) => setPointed(findRow(event)),
    onPointerLeave: () => setPointed(undefined),
    onClick: (event: MouseEvent) => {
      const row = findRow(event);
      if (row !== undefined) onOpenSkipped(row);
    },
  };
  return (
    // Keyboard users reach the skipped rows in the list next to the chart.
    <div
      ref={ref}
      style={{ minWidth: 0, cursor: pointed === undefined ? undefined : 'pointer' }}
      title={pointed === undefined ? undefined : `Row ${formatCount(pointed + FIRST_ROW)} was skipped`}
      {...listeners}
    >
      {width > 0 && (
        <svg style={{ display: 'block', maxWidth: '100%' }} {...size} role="img" aria-label={label}>
          {STATES.map((state) => paths[state] && <path key={state} fill={FILL[state]} d={paths[state]} />)}
        </svg>
      )}
    </div>
  );
}

/** Maps each cell with skipped rows to the first of them. */
function findSkippedCells(skipped: readonly number[], rowsPerCell: number): Map<number, number> {
  const skippedCells = new Map<number, number>();
  for (const row of skipped) {
    const index = Math.floor(row / rowsPerCell);
    if (!skippedCells.has(index)) skippedCells.set(index, row);
  }
  return skippedCells;
}

const FILL: Record<CellState, string> = {
  written: 'var(--run-chart-written)',
  now: 'var(--live)',
  warning: 'var(--run-chart-warning)',
  held: 'var(--run-chart-warning)',
  skipped: 'var(--run-chart-skipped)',
  todo: 'var(--line)',
};

const WORDS: Record<CellState, string> = {
  written: 'written',
  now: 'now',
  warning: 'warning',
  held: 'held back',
  skipped: 'skipped',
  todo: 'not built yet',
};

const SQUARE: readonly CellState[] = ['held', 'skipped'];

export function RunChartLegend({ states }: { states: readonly CellState[] }) {
  return (
    <Flex component="ul" wrap="wrap" gap="4px 16px" c="var(--text2)" fz="small" aria-label="Legend">
      {states.map((state) => (
        <Flex component="li" key={state} align="center" gap={6}>
          <svg width="10" height={SQUARE.includes(state) ? 10 : 6} fill={FILL[state]} aria-hidden="true">
            {state === 'held' ? <path d={drawDiamond(0, 0, 10)} /> : <rect width="10" height="10" rx="1" />}
          </svg>
          {WORDS[state]}
        </Flex>
      ))}
    </Flex>
  );
}
