/** Layout of all pages before sign-in: the form in one column, the promo panel in the other. */
import { Box } from '@mantine/core';
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
        <Link
          to="/login"
          style={{ justifySelf: 'start', borderRadius: '8px', color: 'var(--text)', textDecoration: 'none' }}
          aria-label="Geoloom"
        >
          <Logo />
        </Link>
        <div className={classes.form}>
          <div>
            <Box component="h1" fz={32} fw={600} lh="38px" lts="-0.022em" tabIndex={-1}>
              {title}
            </Box>
            <Box component="p" mt={4} c="var(--text3)">
              {words}
            </Box>
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
