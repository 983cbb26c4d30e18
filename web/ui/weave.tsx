/**
 * The record of a run as cloth: fills while the run writes, stays as its picture afterwards. A click on
 * a knot opens its row; the same rows stand in words beside it, which is what `label` sums up.
 */
import { useElementSize } from '@mantine/hooks';
import { type MouseEvent, useMemo } from 'react';
import { usePace } from './use-pace.ts';
import classes from './weave.module.css';
import { drawWeave, type ThreadState, type WeaveRun, weaveRun } from './weave.rules.ts';

const STATES: readonly ThreadState[] = ['todo', 'written', 'now', 'warning', 'lost'];

interface Props {
  run: WeaveRun;
  /** `9,998 of 10,000 rows written, 2 lost`. */
  label: string;
  /** Distance of threads, 10 to 15. */
  pitch?: number;
  /** Position of the first lost row that the clicked knot stands for, from 0. */
  onOpenLost?: ((row: number) => void) | undefined;
}

export function Weave({ run, label, pitch = 12, onOpenLost }: Props) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const paced = usePace(run);
  const columns = Math.max(1, Math.floor(width / pitch));
  const { threads, rowsPerThread } = useMemo(() => weaveRun(paced), [paced]);
  const paths = useMemo(() => drawWeave(threads, columns, pitch), [threads, columns, pitch]);
  const rows = Math.ceil(threads.length / columns);
  const size = { width: columns * pitch, height: rows * pitch };
  const open = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / pitch);
    const index = Math.floor((event.clientY - box.top) / pitch) * columns + column;
    const row = paced.lost.find((lost) => Math.floor(lost / rowsPerThread) === index);
    if (row !== undefined) onOpenLost?.(row);
  };
  return (
    <div ref={ref} className={classes.weave}>
      {width > 0 && (
        <svg className={classes.cloth} {...size} role="img" aria-label={label} onClick={open}>
          {STATES.map(
            (state) => paths[state] && <path key={state} className={classes[state]} d={paths[state]} />,
          )}
          {onOpenLost && paths.lost && <path className={classes.knots} d={paths.lost} />}
        </svg>
      )}
    </div>
  );
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
