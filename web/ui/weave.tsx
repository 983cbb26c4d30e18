/**
 * The record of a run as cloth: fills while the run writes, stays as its picture afterwards. A click on
 * a knot opens its row; the same rows are in words next to it, which is what `label` sums up.
 */
import { Flex } from '@mantine/core';
import { type MouseEvent, type PointerEvent, useMemo, useState } from 'react';
import { formatCount } from './format-figure.ts';
import { useWidth } from './use-width.ts';
import { drawWeave, type ThreadState, type WeaveRun, weaveRun } from './weave.rules.ts';

/** Of the sheet: its header is row 1. */
const FIRST_ROW = 2;
const STATES: readonly ThreadState[] = ['todo', 'written', 'now', 'warning', 'skipped'];

interface Props {
  run: WeaveRun;
  /** `9,998 of 10,000 rows written, 2 skipped`. */
  label: string;
  /** Distance of threads, 10 to 15. */
  pitch?: number;
  /** Threads of a full cloth. */
  most?: number;
  /** Position of the first skipped row that the clicked square represents, from 0. */
  onOpenSkipped?: ((row: number) => void) | undefined;
}

export function Weave({ run, label, pitch = 12, most, onOpenSkipped }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const columns = Math.max(1, Math.floor(width / pitch));
  const { threads, rowsPerThread } = useMemo(() => weaveRun(run, most), [run, most]);
  const paths = useMemo(() => drawWeave(threads, columns, pitch), [threads, columns, pitch]);
  const knots = useMemo(() => findKnots(run.skipped, rowsPerThread), [run.skipped, rowsPerThread]);
  const size = { width: columns * pitch, height: Math.ceil(threads.length / columns) * pitch };
  const [pointed, setPointed] = useState<number>();
  /** The skipped row under the pointer: hundreds of knots share one listener instead of an element each. */
  const findRow = ({ currentTarget, clientX, clientY }: PointerEvent | MouseEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const column = Math.floor((clientX - left) / pitch);
    if (column < 0 || column >= columns) return undefined;
    return knots.get(Math.floor((clientY - top) / pitch) * columns + column);
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
    // The same rows are in words next to the weave, where the keyboard reaches them.
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

/** Each thread with losses, and its first skipped row. */
function findKnots(skipped: readonly number[], rowsPerThread: number): Map<number, number> {
  const knots = new Map<number, number>();
  for (const row of skipped) {
    const index = Math.floor(row / rowsPerThread);
    if (!knots.has(index)) knots.set(index, row);
  }
  return knots;
}

const FILL: Record<ThreadState, string> = {
  written: 'var(--weave-written)',
  now: 'var(--live)',
  warning: 'var(--weave-warning)',
  skipped: 'var(--weave-skipped)',
  todo: 'var(--line)',
};

const WORDS: Record<ThreadState, string> = {
  written: 'written',
  now: 'now',
  warning: 'warning',
  skipped: 'skipped',
  todo: 'not built yet',
};

export function WeaveLegend({ states }: { states: readonly ThreadState[] }) {
  return (
    <Flex component="ul" wrap="wrap" gap="4px 16px" c="var(--text2)" fz="small" aria-label="Legend">
      {states.map((state) => (
        <Flex component="li" key={state} align="center" gap={6}>
          <svg width="10" height={state === 'skipped' ? 10 : 6} fill={FILL[state]} aria-hidden="true">
            <rect width="10" height="10" rx="1" />
          </svg>
          {WORDS[state]}
        </Flex>
      ))}
    </Flex>
  );
}
