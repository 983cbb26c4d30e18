/** Visible on focus: skips many tab stops. */
import type { ReactNode } from 'react';
import classes from './skip-link.module.css';

interface Props {
  /** Id of the target. */
  to: string;
  children: ReactNode;
}

export function SkipLink({ to, children }: Props) {
  return (
    <a
      href={`#${to}`}
      className={classes.skip}
      onClick={(event) => {
        const place = document.getElementById(to);
        // If the target isn't focusable, its first control gets the focus.
        const target = place?.hasAttribute('tabindex')
          ? place
          : place?.querySelector<HTMLElement>('button:not(:disabled), a[href]');
        if (!target) return;
        event.preventDefault();
        target.focus();
      }}
    >
      {children}
    </a>
  );
}
