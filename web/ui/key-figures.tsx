/** Strip of key figures, each with a comparison or a limit below it. */
import { Box } from '@mantine/core';
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
          <Box component="dt" c="var(--text2)" fz="small">
            {figure.label}
          </Box>
          <dd className={classes.value}>{figure.value}</dd>
          {figure.note !== undefined && (
            <Box component="dd" c="var(--text3)" fz="small">
              {figure.note}
            </Box>
          )}
        </div>
      ))}
    </dl>
  );
}
