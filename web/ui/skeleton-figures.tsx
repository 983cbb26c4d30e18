/** Skeleton of a strip of key figures. */
import strip from './key-figures.module.css';
import classes from './skeleton-rows.module.css';
import { useDelay } from './use-delay.ts';

export function SkeletonFigures({ count }: { count: number }) {
  const isShown = useDelay(true);
  return (
    <div className={`${strip.strip} ${classes.figures}`} data-shown={isShown || undefined} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={strip.cell}>
          <span className={classes.figure} />
        </div>
      ))}
    </div>
  );
}
