/** Main navigation: a column on wide screens, a drawer with a focus trap on narrow ones. */
import { Box, CloseButton, Drawer, Group, NavLink, Text } from '@mantine/core';
import { Fragment, Suspense } from 'react';
import { NavLink as RouterLink } from 'react-router';
import { dashboardContract } from '#contract/dashboard.contract.ts';
import { setMenuOpen } from '#web/client/store.ts';
import { lazyPart } from '#web/client/lazy-part.ts';
import { useCall } from '#web/client/use-call.ts';
import { useSession } from '#web/client/use-session.ts';
import { useAppDispatch, useAppSelector } from '#web/client/use-store.ts';
import { formatCount } from '#web/ui/format-figure.ts';
import { Logo } from '#web/ui/logo.tsx';
import { SCREEN_ICONS } from './screen-icons.ts';
import { isAllowed, NAV_GROUPS, type Screen, SCREENS } from './screens.ts';
import classes from './sidebar.module.css';

/** Loads after the frame, which doesn't need it. */
const TopDomains = lazyPart(
  'top-domains',
  async () => (await import('./top-domains.tsx')).TopDomains,
  () => null,
);

/** @param props.onGo called after a click */
export function NavLinks({ onGo }: { onGo?: () => void }) {
  const { data } = useCall(dashboardContract.show, undefined, { isFinal: true });
  const counts: Record<string, number | undefined> = {
    '/projects': data?.figures.projects,
    '/domains': data?.domains,
  };
  const role = useSession()?.role;
  const isAdmin = role === 'admin' || role === 'superadmin';
  const allowed = SCREENS.filter((screen) => screen.nav !== undefined && isAllowed(screen, role));
  const renderItem = (screen: Screen) => (
    <NavItem key={screen.path} screen={screen} count={counts[screen.path]} onGo={onGo} />
  );
  return (
    <>
      {NAV_GROUPS.map((group) => ({ group, screens: allowed.filter(({ nav }) => nav === group) }))
        .filter(({ screens }) => screens.length > 0)
        .map(({ group, screens }) => (
          <Fragment key={group}>
            <Text
              component="h2"
              size="xs"
              fw={500}
              c="var(--text3)"
              p="6px 10px 8px"
              mt={group === NAV_GROUPS[0] ? 0 : 14}
            >
              {group}
            </Text>
            <ul>{screens.map(renderItem)}</ul>
            {group === 'Workspace' && (
              <div className={classes.top} data-admin={isAdmin || undefined}>
                <Suspense>
                  <TopDomains onGo={onGo} />
                </Suspense>
              </div>
            )}
          </Fragment>
        ))}
      <Box className={classes.foot ?? ''} mt="auto" pt={16} pb={12}>
        <ul className={classes.bottom}>{allowed.filter(({ nav }) => nav === 'Bottom').map(renderItem)}</ul>
      </Box>
    </>
  );
}

interface NavItemProps {
  screen: Screen;
  count: number | undefined;
  onGo: (() => void) | undefined;
}

function NavItem({ screen: { path, title, navTitle = title }, count, onGo }: NavItemProps) {
  const Icon = SCREEN_ICONS[path];
  return (
    <li>
      <NavLink
        component={RouterLink}
        to={path}
        className={classes.way ?? ''}
        label={navTitle}
        leftSection={Icon && <Icon size={18} />}
        rightSection={
          count !== undefined && (
            <Text component="span" size="small" c="var(--text3)" aria-hidden="true">
              {formatCount(count)}
            </Text>
          )
        }
        onClick={onGo}
      />
    </li>
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
      <Drawer.Overlay bg="var(--scrim)" />
      <Drawer.Content aria-label="Menu" id="menu">
        <Group justify="space-between" h="var(--header-height)" pl={6} mr={-10}>
          <Logo />
          <CloseButton size={44} aria-label="Close the menu" onClick={close} />
        </Group>
        <nav aria-label="Main">
          <NavLinks onGo={close} />
        </nav>
      </Drawer.Content>
    </Drawer.Root>
  );
}
