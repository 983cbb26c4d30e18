/** The part of a panel that says what is wrong, and beside it the ways to settle it. */
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface Props {
  /** Read aloud at once; a group is one of several that are there from the beginning. */
  role?: 'alert' | 'group';
  label?: string;
  /** Buttons that settle it. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Fault({ role, label, actions, children }: Props) {
  return (
    <div role={role} aria-label={label} className={classes.alert}>
      <CircleAlert
        size={18}
        strokeWidth={1.75}
        absoluteStrokeWidth
        style={{ marginTop: 1, color: 'var(--crimson)' }}
      />
      <div className={classes.alertWords}>{children}</div>
      {actions}
    </div>
  );
}
