/** The shape of rows that are on their way; what arrives within 200 ms never flashes. */
import classes from './skeleton-rows.module.css';
import { useDelay } from './use-delay.ts';

export function SkeletonRows({ rows = 6, label = 'Loading' }: { rows?: number; label?: string }) {
  const isShown = useDelay(true);
  return (
    <div className={classes.rows} role="status" aria-label={label}>
      {isShown &&
        Array.from({ length: rows }, (_, row) => (
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
