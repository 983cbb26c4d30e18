/** Head of a page: title (also of the tab), one line of facts, actions on the right, primary last. */
import type { ReactNode } from 'react';
import classes from './page-head.module.css';

/** Longer titles are cut after two lines. */
const LONG_CHARACTERS = 90;

interface Props {
  title: string;
  /** Shown in the tab instead of the title: `62% · Emergency plumber`. */
  tabTitle?: string;
  /** `PlatformIcon` of size 44. */
  icon?: ReactNode;
  /** One line under the title. */
  facts?: ReactNode;
  actions?: ReactNode;
}

export function PageHead({ title, tabTitle = title, icon, facts, actions }: Props) {
  return (
    <header className={classes.head}>
      <title>{`${tabTitle} – Geoloom`}</title>
      <div className={classes.subject} data-icon={icon ? true : undefined}>
        {icon}
        <div className={classes.words} data-long={title.length > LONG_CHARACTERS || undefined}>
          <h1 className={classes.title} tabIndex={-1}>
            {title}
          </h1>
          {facts !== undefined && <div className={classes.facts}>{facts}</div>}
        </div>
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
