/** The routes of the application, made from the table of screens. */
import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { lazyWithTimeout } from '#web/client/lazy-with-timeout.ts';
import { Loader } from '#web/ui/loader.tsx';
import { ErrorPage } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { type LazyPage, type Screen, SCREENS } from './screens.ts';
import classes from './shell.module.css';
import { RoleGate, SignedIn } from './signed-in.tsx';

/**
 * Loads what a route shows. A part that does not come is shown as one that throws: the router itself
 * would leave the page empty, without the error page.
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

function FirstLoad() {
  return (
    <div className={classes.loading} role="status" aria-label="Loading">
      <Loader />
    </div>
  );
}

/** The store runs in a task of its own, before the shell that is on it. */
async function loadShell(): Promise<ComponentType> {
  const [{ Shell }] = await Promise.all([import('./shell.tsx'), import('#web/client/store.ts')]);
  return Shell;
}

function toRoute(screen: Screen): RouteObject {
  const { path, page } = screen;
  const shown = 'load' in page ? { lazy: loadComponent(page) } : { Component: page };
  const route: RouteObject = { path, ErrorBoundary: ErrorPage, ...shown };
  return screen.roles === undefined ? route : { element: <RoleGate screen={screen} />, children: [route] };
}

/** @param shell the frame around the screens behind sign-in */
export function buildRoutes(screens: readonly Screen[], shell: LazyPage): RouteObject[] {
  const inside = [
    ...screens.filter(({ isPublic }) => !isPublic).map(toRoute),
    { path: '*', Component: NotFoundPage },
  ];
  return [
    {
      HydrateFallback: FirstLoad,
      ErrorBoundary: ErrorPage,
      children: [
        ...screens.filter(({ isPublic }) => isPublic).map(toRoute),
        { Component: SignedIn, children: [{ lazy: loadComponent(shell), children: inside }] },
      ],
    },
  ];
}

/** Begins at once to load what the page's address needs. */
export const createRouter = () =>
  createBrowserRouter(buildRoutes(SCREENS, { chunk: 'shell', load: loadShell }));
