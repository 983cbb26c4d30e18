/** The ways through the application: a column on wide screens, a drawer with focus trap on narrow ones. */
import { CloseButton, Drawer } from '@mantine/core';
import { NavLink } from 'react-router';
import { projectsContract } from '#contract/projects.contract.ts';
import { setMenuOpen } from '#web/client/store.ts';
import { useCall } from '#web/client/use-call.ts';
import { useAppDispatch, useAppSelector } from '#web/client/use-store.ts';
import { formatCount } from '#web/ui/format-figure.ts';
import { Logo } from '#web/ui/logo.tsx';
import { NAVIGATE } from './menu.ts';
import classes from './sidebar.module.css';

function Ways({ onGo }: { onGo?: () => void }) {
  const { data: figures } = useCall(projectsContract.figures);
  const counts: Record<string, number | undefined> = { '/projects': figures?.projects };
  return (
    <nav aria-label="Main" className={classes.nav}>
      <h2 className={classes.group}>Navigate</h2>
      <ul>
        {NAVIGATE.map(({ name, to, Icon }) => (
          <li key={to}>
            <NavLink to={to} className={classes.way ?? ''} onClick={onGo}>
              <Icon size={18} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />
              {name}
              {counts[to] !== undefined && (
                <span className={classes.count} aria-hidden="true">
                  {formatCount(counts[to])}
                </span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
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
