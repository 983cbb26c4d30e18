/**
 * Every address of the application and the page that it opens. The sign-in form comes with the first
 * file; all else is loaded when it is opened.
 */
import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { lazyWithTimeout } from '#web/client/lazy-with-timeout.ts';
import { SignInPage } from '#web/features/account/sign-in-page.tsx';
import { Loader } from '#web/ui/loader.tsx';
import { ErrorPage } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import classes from './shell.module.css';
import { SignedIn } from './signed-in.tsx';

/**
 * Loads what a route shows. A part that does not come is shown as one that throws: the router itself
 * would leave the page empty, without the error page.
 */
function loadComponent(chunk: string, load: () => Promise<ComponentType>) {
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

/** A route whose page is loaded when it is opened. `name` is the component and, in kebab case, its chunk. */
function page<Name extends string>(
  path: string,
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
): RouteObject {
  const chunk = name.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
  return {
    path,
    ErrorBoundary: ErrorPage,
    lazy: loadComponent(chunk, async () => (await load())[name]),
  };
}

function FirstLoad() {
  return (
    <div className={classes.loading} role="status" aria-label="Loading">
      <Loader />
    </div>
  );
}

const entry: RouteObject[] = [
  { path: '/', Component: SignInPage },
  { path: '/login', Component: SignInPage },
  page('/registration', 'RegistrationPage', () => import('#web/features/account/registration-page.tsx')),
  page('/setup', 'SetupPage', () => import('#web/features/account/setup-page.tsx')),
];

/** Pages behind sign-in. */
const inside: RouteObject[] = [
  page('/dashboard', 'DashboardPage', () => import('#web/features/dashboard/dashboard-page.tsx')),
  page('/projects', 'ProjectsPage', () => import('#web/features/projects/projects-page.tsx')),
  page(
    '/projects/select-project-type',
    'SelectProjectTypePage',
    () => import('#web/features/projects/select-project-type-page.tsx'),
  ),
  page('/projects/:id', 'ProjectPage', () => import('#web/features/projects/project-page.tsx')),
  page(
    '/notifications',
    'NotificationsPage',
    () => import('#web/features/notifications/notifications-page.tsx'),
  ),
  page(
    '/notifications/:id',
    'NotificationPage',
    () => import('#web/features/notifications/notification-page.tsx'),
  ),
  page(
    '/projects/create-project',
    'CreateProjectPage',
    () => import('#web/features/projects/create-project-page.tsx'),
  ),
  page('/projects/:id/edit', 'EditProjectPage', () => import('#web/features/projects/project-edit-page.tsx')),
  { path: '*', Component: NotFoundPage },
];

/** The store runs in a task of its own, before the shell that stands on it. */
async function loadShell(): Promise<ComponentType> {
  const [{ Shell }] = await Promise.all([import('./shell.tsx'), import('#web/client/store.ts')]);
  return Shell;
}

const routes: RouteObject[] = [
  {
    HydrateFallback: FirstLoad,
    ErrorBoundary: ErrorPage,
    children: [
      ...entry.map((route) => ({ ErrorBoundary: ErrorPage, ...route })),
      { Component: SignedIn, children: [{ lazy: loadComponent('shell', loadShell), children: inside }] },
    ],
  },
];

/** Begins at once to load what the page's address needs. */
export const createRouter = () => createBrowserRouter(routes);
