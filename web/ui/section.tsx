/** One section of a form page: a heading, what belongs here in a few words, and the content. */
import type { ReactNode } from 'react';
import classes from './section.module.css';

interface Props {
  id: string;
  title: string;
  hint: string;
  children: ReactNode;
}

export function Section({ id, title, hint, children }: Props) {
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <div className={classes.head}>
        <h2 id={`${id}-title`} className={classes.title}>
          {title}
        </h2>
        <p className={classes.hint}>{hint}</p>
      </div>
      {children}
    </section>
  );
}
