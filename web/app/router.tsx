/** Routes of the application, built from the table of screens. */
import type { ComponentType } from 'react';
import {
  createBrowserRouter,
  matchPath,
  Outlet,
  type RouteObject,
  useLocation,
  useMatches,
  useNavigation,
} from 'react-router';
import { lazyWithTimeout } from '#web/client/lazy-with-timeout.ts';
import { readUserData } from '#web/client/session.ts';
import { useSession } from '#web/client/use-session.ts';
import { Loader } from '#web/ui/loader.tsx';
import { ErrorPage } from './error-page.tsx';
import { FrameOutline } from './frame-outline.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { type LazyPage, type Screen, SCREENS } from './screens.ts';
import classes from './shell.module.css';
import { RoleGate, SignedIn } from './signed-in.tsx';

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

/** Signed-in pages show the shell's outline while they load. */
function FirstLoad() {
  const { pathname } = useLocation();
  const isPublic = SCREENS.some((screen) => screen.isPublic && matchPath(screen.path, pathname));
  return readUserData() !== undefined && !isPublic ? (
    <FrameOutline />
  ) : (
    <div className={classes.loading} role="status" aria-label="Loading">
      <Loader />
    </div>
  );
}

/** Public pages; after a sign-in shows the outline until the first signed-in page has loaded. */
function PublicPages() {
  const user = useSession();
  const { state } = useNavigation();
  const isInside = useMatches().some(({ id }) => id === INSIDE);
  return user && state === 'loading' && !isInside ? <FrameOutline /> : <Outlet />;
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
