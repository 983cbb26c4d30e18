/** Breadcrumb links; the last crumb is plain text. */
import { Flex } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import classes from './breadcrumb.module.css';
import { listCrumbs } from './breadcrumb.rules.ts';
import { findScreen } from './screens.ts';

/** Screens whose path ends in a parameter, such as `/projects/:id`, show the parameter instead of a title. */
function getTitle(path: string): string | undefined {
  const screen = findScreen(path);
  return screen && !/:\w+$/.test(screen.path) ? screen.title : undefined;
}

export function Breadcrumb() {
  const crumbs = listCrumbs(useLocation().pathname, getTitle);
  return (
    <nav aria-label="Breadcrumb" className={classes.nav}>
      <Flex component="ol" wrap="wrap" gap="4px 8px">
        {crumbs.map(({ name, to }, index) => {
          const current = index === crumbs.length - 1 ? ({ 'aria-current': 'page' } as const) : {};
          return (
            <li key={to ?? name} className={classes.crumb}>
              {index > 0 && (
                <ChevronRight className={classes.arrow} size={12} strokeWidth={1.5} aria-hidden="true" />
              )}
              {to === undefined ? (
                <span {...current}>{name}</span>
              ) : (
                <Link to={to} className={classes.link} {...current}>
                  {name}
                </Link>
              )}
            </li>
          );
        })}
      </Flex>
    </nav>
  );
}
