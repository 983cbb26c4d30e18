/** Skeleton of the shell and a page, shown until both are loaded. */
import { Logo } from '#web/ui/logo.tsx';
import classes from './frame-outline.module.css';

const LINKS = 8;
const ROWS = 6;

export function FrameOutline() {
  return (
    <div className={classes.frame} role="status" aria-label="Loading">
      <div className={classes.header}>
        <Logo />
      </div>
      <div className={classes.column} aria-hidden="true">
        {Array.from({ length: LINKS }, (_, link) => (
          <span key={link} className={classes.link} />
        ))}
      </div>
      <div className={classes.sheet} aria-hidden="true">
        <span className={classes.title} />
        <div className={classes.card}>
          {Array.from({ length: ROWS }, (_, row) => (
            <span key={row} className={classes.row} />
          ))}
        </div>
      </div>
    </div>
  );
}
