/** One card of a page: title left, one small fact or action right, hairline rows inside, no card in it. */
import { Box } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

interface Props {
  title?: string;
  /** One small fact, link or button. */
  aside?: ReactNode;
  /** The content brings its own padding: tables and rows that reach the edge. */
  isFlush?: boolean;
  /** Where links of the page lead. */
  id?: string;
  /** Name for a card that shows no title. */
  label?: string;
  children: ReactNode;
}

export function Card({ title, aside, isFlush, id, label, children }: Props) {
  const titleId = useId();
  const naming = title === undefined ? { 'aria-label': label } : { 'aria-labelledby': titleId };
  return (
    <section className={classes.card} id={id} tabIndex={id === undefined ? undefined : -1} {...naming}>
      {title !== undefined && (
        <div className={classes.head}>
          <Box component="h2" id={titleId} fz={15} fw={600} lh="22px">
            {title}
          </Box>
          {aside !== undefined && (
            <Box c="var(--text2)" fz={13}>
              {aside}
            </Box>
          )}
        </div>
      )}
      <div className={classes.body} data-flush={isFlush || undefined}>
        {children}
      </div>
    </section>
  );
}
