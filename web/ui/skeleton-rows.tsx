/**
 * Skeleton of rows, visible after 200 ms so that it doesn't flash. It reserves its space from the start, so
 * that nothing jumps.
 */
import classes from './skeleton-rows.module.css';
import { useDelay } from './use-delay.ts';

interface Props {
  rows?: number;
  label?: string;
  /** For a card that already has a frame. */
  isBare?: boolean;
}

export function SkeletonRows({ rows = 6, label = 'Loading', isBare }: Props) {
  const isShown = useDelay(true);
  return (
    <div
      className={classes.rows}
      data-framed={isBare ? undefined : true}
      data-shown={isShown || undefined}
      role="status"
      aria-label={label}
    >
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row} aria-hidden="true">
          <span className={classes.tile} />
          <span className={classes.bar} />
          <span className={classes.bar} />
          <span className={classes.pill} />
        </div>
      ))}
    </div>
  );
}
