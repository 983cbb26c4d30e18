/** State as icon, text and color, never only color; the orange dot marks work in progress. */
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
