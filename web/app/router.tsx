/** Routes of the application, built from the table of screens. */
import { Box, Button } from '@mantine/core';
import type { ComponentType } from 'react';
import {
  createBrowserRouter,
  Link,
  matchPath,
  Navigate,
  Outlet,
  type RouteObject,
  useLocation,
  useMatches,
  useNavigation,
} from 'react-router';
import { lazyWithTimeout } from '#web/client/lazy-with-timeout.ts';
import { hasSignedOut, readUserData } from '#web/client/session.ts';
import { useSession } from '#web/client/use-session.ts';
import { Loader } from '#web/ui/loader.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { SeedToTowns } from '#web/ui/map-sheet.tsx';
import { MessagePage } from '#web/ui/message-page.tsx';
import { ErrorPage } from './error-page.tsx';
import { isAllowed, type LazyPage, type Screen, SCREENS } from './screens.ts';
import classes from './shell.module.css';

/** Route of the signed-in pages. */
const INSIDE = 'inside';

/**
 * Loads a route's component. If it fails to load, returns a component that throws: otherwise the router would
 * leave the page empty instead of showing the error page.
 */
function loadComponent({ chunk, load }: LazyPage) {
  const loadInTime = lazyWithTimeout(chunk, load);
  return async () => ({
    Component: await loadInTime().catch(
      (error: unknown): ComponentType =>
        () => {
          throw error;
        },
    ),
  });
}

/** Shown while the code of a page loads; with the logo, if the page is behind the sign-in. */
function Loading({ isInside }: { isInside: boolean }) {
  return (
    <div className={classes.loading} role="status" aria-label="Loading">
      {isInside && (
        <Box pos="absolute" top={20} left={20}>
          <Logo />
        </Box>
      )}
      <Loader />
    </div>
  );
}

function FirstLoad() {
  const { pathname } = useLocation();
  const isPublic = SCREENS.some((screen) => screen.isPublic && matchPath(screen.path, pathname));
  return <Loading isInside={readUserData() !== undefined && !isPublic} />;
}

/** Public pages; after a sign-in shows the loader until the first signed-in page has loaded. */
function PublicPages() {
  const user = useSession();
  const { state } = useNavigation();
  const isInside = useMatches().some(({ id }) => id === INSIDE);
  return user && state === 'loading' && !isInside ? <Loading isInside /> : <Outlet />;
}

function toRoute(screen: Screen): RouteObject {
  const { path, page } = screen;
  const shown = 'load' in page ? { lazy: loadComponent(page) } : { Component: page };
  const route = { path, ErrorBoundary: ErrorPage, ...shown };
  return screen.roles === undefined ? route : { element: <RoleGate screen={screen} />, children: [route] };
}

/** @param shell frame around the signed-in screens */
export function buildRoutes(screens: readonly Screen[], shell: LazyPage): RouteObject[] {
  const inside = [
    ...screens.filter(({ isPublic }) => !isPublic).map(toRoute),
    { path: '*', Component: NotFoundPage },
  ];
  return [
    {
      HydrateFallback: FirstLoad,
      ErrorBoundary: ErrorPage,
      Component: PublicPages,
      children: [
        ...screens.filter(({ isPublic }) => isPublic).map(toRoute),
        { id: INSIDE, Component: SignedIn, children: [{ lazy: loadComponent(shell), children: inside }] },
      ],
    },
  ];
}

/** Starts to load what the current URL needs at once. */
export const createRouter = () =>
  createBrowserRouter(
    buildRoutes(SCREENS, { chunk: 'shell', load: async () => (await import('./shell.tsx')).Shell }),
  );

/** Page for an unknown URL, inside the shell or before sign-in. */
export function NotFoundPage() {
  return (
    <MessagePage
      title="Page not found"
      heading="Page not found"
      reason="This page doesn’t exist. Check the URL for typos."
      picture={<SeedToTowns />}
    >
      <Button variant="filled" component={Link} to="/">
        Go home
      </Button>
      <Button onClick={() => window.history.back()}>Back</Button>
    </MessagePage>
  );
}

/** Redirects to sign-in, which returns to this page. */
export function SignedIn() {
  const user = useSession();
  const { pathname, search, hash } = useLocation();
  if (user) return <Outlet />;
  // After logging out, users don't return to this page.
  const state = hasSignedOut() ? null : { from: pathname + search + hash };
  return <Navigate to="/login" replace state={state} />;
}

/** The server checks roles, too; this shows the message before anything loads. */
function RoleGate({ screen }: { screen: Screen }) {
  const user = useSession();
  return isAllowed(screen, user?.role) ? <Outlet /> : <NoAccess title={screen.title} />;
}

function NoAccess({ title }: { title: string }) {
  return (
    <MessagePage
      title={title}
      heading={title}
      reason="You do not have access to this page. Ask an administrator."
    >
      <Button variant="filled" component={Link} to="/dashboard">
        Back to dashboard
      </Button>
    </MessagePage>
  );
}
