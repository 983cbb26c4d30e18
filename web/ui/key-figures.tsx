/** Key figures as one strip of cells; each has a comparison or a limit under it. */
import type { ReactNode } from 'react';
import classes from './key-figures.module.css';

export interface KeyFigure {
  label: string;
  value: ReactNode;
  /** `of 100,000`, `since Oct 24`. */
  note?: ReactNode;
}

export function KeyFigures({ figures, label }: { figures: readonly KeyFigure[]; label: string }) {
  return (
    <dl className={classes.strip} aria-label={label}>
      {figures.map((figure) => (
        <div key={figure.label} className={classes.cell}>
          <dt className={classes.label}>{figure.label}</dt>
          <dd className={classes.value}>{figure.value}</dd>
          {figure.note !== undefined && <dd className={classes.note}>{figure.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
