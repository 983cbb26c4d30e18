/** Shown while it has the focus: leads past many stops of the Tab key. */
import type { ReactNode } from 'react';
import classes from './skip-link.module.css';

interface Props {
  /** Id of the place. */
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
        // A place that cannot have the focus gives it to its first control.
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
