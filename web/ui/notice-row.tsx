/** One thing that happened: text, when, and where it leads; a dot and a spoken word for what is unread. */
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
        {isUnread && <span className={classes.spoken}>Unread: </span>}
        {children}
        <div className={classes.foot}>
          <Age of={at} />
          {action}
        </div>
      </div>
    </li>
  );
}
