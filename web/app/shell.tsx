/**
 * Frame of all signed-in pages: header, sidebar, breadcrumb, page. It loads the store, which public pages
 * don't need.
 */
import { AppShell, Box, Flex } from '@mantine/core';
import { useMediaQuery, useNetwork } from '@mantine/hooks';
import { Suspense, useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import {
  Link,
  NavigationType,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigationType,
} from 'react-router';
import { ChevronRight, CloudOff } from 'lucide-react';
import { readPreviousUserData } from '#web/client/session.ts';
import { createStore } from '#web/client/store.ts';
import { lazyPart } from '#web/client/lazy-part.ts';
import { useMaintenance } from '#web/client/maintenance.ts';
import { useSession } from '#web/client/use-session.ts';
import { useAppDispatch, useAppSelector } from '#web/client/use-store.ts';
import { fetchUserData, updateUserData } from '#web/client/user-slice.ts';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { ToastHost } from '#web/ui/toast.tsx';
import { watchPage } from '#web/ui/watch-page.ts';
import { Header } from './header.tsx';
import { PaletteOpener } from './palette-opener.tsx';
import classes from './shell.module.css';
import { NavLinks, SidebarDrawer } from './sidebar.tsx';
import crumb from './breadcrumb.module.css';
import { listCrumbs } from './breadcrumb.rules.ts';
import { findScreen } from './screens.ts';

const store = createStore();

export function Shell() {
  return (
    <Provider store={store}>
      <Frame />
      <ToastHost />
      <ScrollRestoration />
    </Provider>
  );
}

const RequiredTwoFactor = lazyPart(
  'required-two-factor',
  async () => (await import('./required-two-factor.tsx')).RequiredTwoFactor,
  () => <MissingPart />,
);

function Frame() {
  const mustSetUp = useAppSelector((state) => state.user.userData?.must_set_up_two_factor === true);
  // Set-up ends when the recovery codes are saved, which is after the server has accepted the code.
  const [isSettingUp, setSettingUp] = useState(false);
  if (mustSetUp && !isSettingUp) setSettingUp(true);
  const isUnknown = useAppSelector(({ user }) => user.userData === null && user.status !== 'failed');
  // Waits for the server's response on whether set-up is required, because the server would refuse all calls
  // of the page.
  const isHeld = useSession()?.role === 'superadmin' && isUnknown;
  const dispatch = useAppDispatch();
  const isNarrow = useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
  const { online } = useNetwork();
  useUserData();
  usePageFocus();
  if (isSettingUp) {
    const finish = () => {
      dispatch(updateUserData({ must_set_up_two_factor: false }));
      setSettingUp(false);
    };
    return (
      <Suspense>
        <RequiredTwoFactor onDone={finish} />
      </Suspense>
    );
  }
  return (
    <>
      <SkipLink to="content">Skip to content</SkipLink>
      <AppShell
        header={{ height: 'var(--header-height)' }}
        // 339 px, including the border.
        navbar={{
          width: 'var(--sidebar-width)',
          breakpoint: 'sm',
          collapsed: { mobile: true },
        }}
        transitionDuration={0}
        classNames={{ header: classes.header, navbar: classes.column, main: classes.sheet }}
      >
        <AppShell.Header withBorder={false}>
          <Header isNarrow={isNarrow} />
          <PaletteOpener isNarrow={isNarrow} />
        </AppShell.Header>
        {isNarrow ? (
          <SidebarDrawer />
        ) : (
          <AppShell.Navbar aria-label="Main" zIndex={98}>
            <NavLinks />
          </AppShell.Navbar>
        )}
        <AppShell.Main id="content" tabIndex={-1}>
          <Box maw={1280} mx="auto" px={{ base: 16, sm: 32 }} pt={{ base: 16, sm: 22 }} pb={40}>
            <FrameBars />
            {!online && <OfflineBar />}
            <Breadcrumb />
            {!isHeld && <Outlet />}
          </Box>
        </AppShell.Main>
      </AppShell>
    </>
  );
}

const AgencyBar = lazyPart(
  'agency-bar',
  async () => (await import('./agency-bar.tsx')).AgencyBar,
  MissingPart,
);
const ImpersonationBar = lazyPart(
  'impersonation-bar',
  async () => (await import('./impersonation-bar.tsx')).ImpersonationBar,
  MissingPart,
);
const MaintenanceBar = lazyPart(
  'maintenance-bar',
  async () => (await import('./maintenance-bar.tsx')).MaintenanceBar,
  MissingPart,
);

/** Bars for rare states. */
function FrameBars() {
  const role = useSession()?.role;
  const isMaintenance = useMaintenance();
  const isImpersonating = readPreviousUserData() !== undefined;
  const notice = useAppSelector((state) => state.user.userData)?.agency_notice;
  const isAdmin = role === 'admin' || role === 'superadmin';
  return (
    <Suspense>
      {isImpersonating && <ImpersonationBar />}
      {isMaintenance && (isAdmin || isImpersonating) && <MaintenanceBar isAdmin={isAdmin} />}
      {notice && <AgencyBar notice={notice} />}
    </Suspense>
  );
}

/**
 * Refreshes name, role, picture and unread count: at the start, when the tab becomes visible, and on request.
 */
function useUserData() {
  const dispatch = useAppDispatch();
  const refreshCount = useAppSelector((state) => state.avatarUpdateTrigger);
  useEffect(() => {
    if (refreshCount > 0) void dispatch(fetchUserData());
  }, [dispatch, refreshCount]);
  useEffect(() => {
    const fetchNow = () => {
      if (document.visibilityState === 'visible') void dispatch(fetchUserData());
    };
    fetchNow();
    document.addEventListener('visibilitychange', fetchNow);
    return () => document.removeEventListener('visibilitychange', fetchNow);
  }, [dispatch]);
}

let lastPath: string | undefined;

/** Moves the focus to the heading of a new page, so that screen readers announce it and Tab starts there. */
function usePageFocus() {
  const { pathname } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    // Keeps the browser's own focus on the first page, but not on the page after sign-in.
    const isFirst = lastPath === undefined && type === NavigationType.Pop;
    const isSame = lastPath === pathname;
    lastPath = pathname;
    if (isFirst || isSame) return;
    return focusPage();
  }, [pathname, type]);
}

/** Shown while the browser is offline. */
function OfflineBar() {
  return (
    <Flex
      align="center"
      gap={10}
      pos="sticky"
      top="calc(var(--header-height) + 8px)"
      mb={16}
      p="12px 16px"
      bdrs={8}
      bg="var(--text)"
      c="var(--sheet)"
      fw={500}
      style={{ zIndex: 50 }}
      role="status"
    >
      <CloudOff size={18} />
      You are offline. Your changes are kept in this browser.
    </Flex>
  );
}

const TIMEOUT_MS = 5000;

/** @returns a function that stops waiting */
function focusPage(): () => void {
  let heading = focusHeading();
  return watchPage(() => {
    const isLost = heading !== undefined && !heading.isConnected && document.activeElement === document.body;
    if (heading === undefined || isLost) heading = focusHeading();
  }, TIMEOUT_MS);
}

function focusHeading(): HTMLElement | undefined {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading === null) return undefined;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading;
}

/** Screens whose path ends in a parameter, such as `/projects/:id`, show the parameter instead of a title. */
function getTitle(path: string): string | undefined {
  const screen = findScreen(path);
  return screen && !/:\w+$/.test(screen.path) ? screen.title : undefined;
}

/** Breadcrumb links; the last crumb is plain text. */
function Breadcrumb() {
  const crumbs = listCrumbs(useLocation().pathname, getTitle);
  return (
    <nav aria-label="Breadcrumb" className={crumb.nav}>
      <Flex component="ol" wrap="wrap" gap="4px 8px">
        {crumbs.map(({ name, to }, index) => {
          const current = index === crumbs.length - 1 ? ({ 'aria-current': 'page' } as const) : {};
          return (
            <li key={to ?? name} className={crumb.crumb}>
              {index > 0 && (
                <ChevronRight className={crumb.arrow} size={12} strokeWidth={1.5} aria-hidden="true" />
              )}
              {to === undefined ? (
                <span {...current}>{name}</span>
              ) : (
                <Link to={to} className={crumb.link} {...current}>
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
