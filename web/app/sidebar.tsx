/** The ways through the application: a column on wide screens, a drawer with focus trap on narrow ones. */
import { CloseButton, Drawer } from '@mantine/core';
import { Fragment } from 'react';
import { NavLink } from 'react-router';
import { projectsContract } from '#contract/projects.contract.ts';
import { setMenuOpen } from '#web/client/store.ts';
import { useCall } from '#web/client/use-call.ts';
import { useSession } from '#web/client/use-session.ts';
import { useAppDispatch, useAppSelector } from '#web/client/use-store.ts';
import { formatCount } from '#web/ui/format-figure.ts';
import { Logo } from '#web/ui/logo.tsx';
import { isAllowed, SCREENS } from './screens.ts';
import classes from './sidebar.module.css';

const GROUPS = ['Navigate', 'Administrator'] as const;

function Ways({ onGo }: { onGo?: () => void }) {
  const { data: figures } = useCall(projectsContract.figures);
  const counts: Record<string, number | undefined> = { '/projects': figures?.projects };
  const role = useSession()?.role;
  const allowed = SCREENS.filter((screen) => screen.nav !== undefined && isAllowed(screen, role));
  return (
    <nav aria-label="Main" className={classes.nav}>
      {GROUPS.map((group) => ({ group, screens: allowed.filter(({ nav }) => nav === group) }))
        .filter(({ screens }) => screens.length > 0)
        .map(({ group, screens }) => (
          <Fragment key={group}>
            <h2 className={classes.group}>{group}</h2>
            <ul>
              {screens.map(({ path, title, Icon }) => (
                <li key={path}>
                  <NavLink to={path} className={classes.way ?? ''} onClick={onGo}>
                    {Icon && <Icon size={18} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />}
                    {title}
                    {counts[path] !== undefined && (
                      <span className={classes.count} aria-hidden="true">
                        {formatCount(counts[path])}
                      </span>
                    )}
                  </NavLink>
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
    </nav>
  );
}

export function Sidebar() {
  return (
    <div className={classes.column}>
      <Ways />
    </div>
  );
}

export function SidebarDrawer() {
  const isOpened = useAppSelector((state) => state.menuOpen);
  const dispatch = useAppDispatch();
  const close = () => void dispatch(setMenuOpen(false));
  return (
    <Drawer.Root
      opened={isOpened}
      onClose={close}
      size={339}
      padding={0}
      transitionProps={{ duration: 260 }}
      classNames={{ inner: classes.inner, content: classes.drawer }}
    >
      <Drawer.Overlay className={classes.scrim} />
      <Drawer.Content aria-label="Menu" id="menu">
        <div className={classes.head}>
          <Logo />
          <CloseButton size={44} aria-label="Close the menu" onClick={close} />
        </div>
        <Ways onGo={close} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
