/** The shell: header above, page below. The sidebar comes when there is something to lead to. */
import { Link, Outlet } from 'react-router';
import { Logo } from '#web/ui/logo.tsx';
import classes from './layout.module.css';
import { SchemeSwitch } from './scheme-switch.tsx';

export function Layout() {
  return (
    <>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.header}>
        <div className={classes.bar}>
          <Link to="/" className={classes.home} aria-label="Geoloom, to the start">
            <Logo />
          </Link>
          <SchemeSwitch />
        </div>
      </header>
      <main id="content" className={classes.sheet} tabIndex={-1}>
        <div className={classes.content}>
          <Outlet />
        </div>
      </main>
    </>
  );
}
