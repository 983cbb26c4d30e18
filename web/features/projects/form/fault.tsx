/** Error in a panel, with the buttons that fix it. */
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface Props {
  /** Screen readers announce an alert at once. */
  role?: 'alert' | 'group';
  label?: string;
  /** Buttons that fix it. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Fault({ role, label, actions, children }: Props) {
  return (
    <div role={role} aria-label={label} className={classes.alert}>
      <CircleAlert size={18} style={{ marginTop: 1, color: 'var(--crimson)' }} />
      <div className={classes.alertWords}>{children}</div>
      {actions}
    </div>
  );
}
