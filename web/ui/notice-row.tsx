/** One thing that happened: text, when, and where it leads; a dot and a spoken word for what is unread. */
import { Flex, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Age } from './age.tsx';
import classes from './notice-row.module.css';

interface Props {
  isUnread: boolean;
  /** ISO moment. */
  at: string;
  /** Where one acts on it. */
  action?: ReactNode;
  /** The text, usually as a link to its own page. */
  children: ReactNode;
}

export function NoticeRow({ isUnread, at, action, children }: Props) {
  return (
    <li className={classes.row} data-unread={isUnread || undefined}>
      <span className={classes.mark} aria-hidden="true" />
      <div className={classes.words}>
        {isUnread && <VisuallyHidden>Unread: </VisuallyHidden>}
        {children}
        <Flex
          wrap="wrap"
          align="center"
          justify="space-between"
          gap="4px 12px"
          mt={2}
          c="var(--text3)"
          fz="small"
        >
          <Age of={at} />
          {action}
        </Flex>
      </div>
    </li>
  );
}
