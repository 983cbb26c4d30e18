/** State as icon, text and color, never color alone; the orange dot means that it's happening right now. */
import type { ReactNode } from 'react';
import classes from './badge.module.css';

export type BadgeTone = 'live' | 'sea' | 'ochre' | 'crimson' | 'plain' | 'outline';

interface Props {
  tone?: BadgeTone;
  icon?: ReactNode;
  children: ReactNode;
  /** Plain text after the state: `62%`, `3 problems`. */
  detail?: ReactNode;
}

export function Badge({ tone = 'plain', icon, children, detail }: Props) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {icon}
      <span>
        {children}
        {detail !== undefined && detail !== null && <span className={classes.detail}> {detail}</span>}
      </span>
    </span>
  );
}

export function LiveDot() {
  return <span className={classes.dot} aria-hidden="true" />;
}
