/**
 * The record of a run as cloth: fills while the run writes, stays as its picture afterwards. A click on
 * a knot opens its row; the same rows stand in words beside it, which is what `label` sums up.
 */
import { useMemo } from 'react';
import { usePace } from './use-pace.ts';
import { useWidth } from './use-width.ts';
import classes from './weave.module.css';
import { drawWeave, type ThreadState, type WeaveRun, weaveRun } from './weave.rules.ts';

/** Of the sheet: its header is row 1. */
const FIRST_ROW = 2;
const STATES: readonly ThreadState[] = ['todo', 'written', 'now', 'warning', 'lost'];

interface Props {
  run: WeaveRun;
  /** `9,998 of 10,000 rows written, 2 lost`. */
  label: string;
  /** Distance of threads, 10 to 15. */
  pitch?: number;
  /** Threads of a full cloth. */
  most?: number;
  /** Position of the first lost row that the clicked knot stands for, from 0. */
  onOpenLost?: ((row: number) => void) | undefined;
}

export function Weave({ run, label, pitch = 12, most, onOpenLost }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const paced = usePace(run);
  const columns = Math.max(1, Math.floor(width / pitch));
  const { threads, rowsPerThread } = useMemo(() => weaveRun(paced, most), [paced, most]);
  const paths = useMemo(() => drawWeave(threads, columns, pitch), [threads, columns, pitch]);
  const size = { width: columns * pitch, height: Math.ceil(threads.length / columns) * pitch };
  return (
    <div ref={ref} className={classes.weave}>
      {width > 0 && (
        <svg className={classes.cloth} {...size} role="img" aria-label={label}>
          {STATES.map(
            (state) => paths[state] && <path key={state} className={classes[state]} d={paths[state]} />,
          )}
        </svg>
      )}
      {onOpenLost &&
        width > 0 &&
        findKnots(paced.lost, rowsPerThread).map(([index, row]) => (
          <button
            key={index}
            type="button"
            className={classes.knot}
            // The same rows stand in words beside the weave, where the keyboard reaches them.
            tabIndex={-1}
            aria-hidden="true"
            title={`Row ${(row + FIRST_ROW).toLocaleString('en-US')} was left out`}
            style={{
              left: (index % columns) * pitch,
              top: Math.floor(index / columns) * pitch,
              width: pitch,
              height: pitch,
            }}
            onClick={() => onOpenLost(row)}
          />
        ))}
    </div>
  );
}

/** Each thread with losses, and its first lost row. */
function findKnots(lost: readonly number[], rowsPerThread: number): [number, number][] {
  const knots = new Map<number, number>();
  for (const row of lost) {
    const index = Math.floor(row / rowsPerThread);
    if (!knots.has(index)) knots.set(index, row);
  }
  return [...knots];
}

const WORDS: Record<ThreadState, string> = {
  written: 'written',
  now: 'now',
  warning: 'warning',
  lost: 'lost',
  todo: 'to come',
};

export function WeaveLegend({ states }: { states: readonly ThreadState[] }) {
  return (
    <ul className={classes.legend} aria-label="Meaning of the threads">
      {states.map((state) => (
        <li key={state} className={classes.entry}>
          <span className={classes.sample} data-state={state} />
          {WORDS[state]}
        </li>
      ))}
    </ul>
  );
}
