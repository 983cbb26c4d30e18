/**
 * Card of a page: title on the left, one small fact or action on the right, hairline rows inside, never a
 * card.
 */
import { Box, Flex } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

interface Props {
  title?: string;
  /** Second line below the title. */
  note?: ReactNode;
  /** One small fact, link or button. */
  aside?: ReactNode;
  /** For content with its own padding: tables and rows that reach the edge. */
  isFlush?: boolean;
  /** Link target. */
  id?: string;
  /** Accessible name of a card without a title. */
  label?: string;
  children: ReactNode;
}

export function Card({ title, note, aside, isFlush, id, label, children }: Props) {
  const titleId = useId();
  const naming = title === undefined ? { 'aria-label': label } : { 'aria-labelledby': titleId };
  return (
    <section className={classes.card} id={id} tabIndex={id === undefined ? undefined : -1} {...naming}>
      {title !== undefined && (
        <div className={classes.head}>
          <div className={classes.title}>
            <Box component="h2" id={titleId} fz="lg" fw={600} lh="22px">
              {title}
            </Box>
            {note !== undefined && (
              <Box component="p" c="var(--text2)" fz="small">
                {note}
              </Box>
            )}
          </div>
          {aside !== undefined && (
            <Box c="var(--text2)" fz="small">
              {aside}
            </Box>
          )}
        </div>
      )}
      <div className={classes.body} data-body data-flush={isFlush || undefined}>
        {children}
      </div>
    </section>
  );
}

/** Sentence with actions next to it. */
export function CardLine({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Flex wrap="wrap" align="center" gap="12px 16px">
      <Box component="p" flex="1 1 320px">
        {text}
      </Box>
      {children}
    </Flex>
  );
}

/** Last line of a card whose content reaches the edge. */
export function CardFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}
