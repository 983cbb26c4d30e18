/** Row of a notification: text, age and link; unread ones have a dot and a text for screen readers. */
import { Flex, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Age } from './age.tsx';
import classes from './notice-row.module.css';

interface Props {
  isUnread: boolean;
  /** ISO timestamp. */
  at: string;
  /** Link or button to act on it. */
  action?: ReactNode;
  /** Text, usually a link to its own page. */
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
