/** The frame of all pages before sign-in: the form in one column, what the product is for in the other. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from '#web/ui/logo.tsx';
import classes from './entry-page.module.css';
import { PromoPanel } from './promo-panel.tsx';

interface Props {
  title: string;
  words: ReactNode;
  children: ReactNode;
}

export function EntryPage({ title, words, children }: Props) {
  return (
    <div className={classes.page}>
      <title>{`${title} – Geoloom`}</title>
      <main className={classes.column} id="content">
        <Link to="/login" className={classes.logo} aria-label="Geoloom">
          <Logo />
        </Link>
        <div className={classes.form}>
          <div>
            <h1 className={classes.title} tabIndex={-1}>
              {title}
            </h1>
            <p className={classes.words}>{words}</p>
          </div>
          {children}
        </div>
      </main>
      <aside className={classes.panel} aria-label="About Geoloom">
        <PromoPanel />
      </aside>
    </div>
  );
}
