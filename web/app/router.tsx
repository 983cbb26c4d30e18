/** Every address of the application and the page that it opens. */
import { createBrowserRouter, Navigate } from 'react-router';
import { Loader } from '#web/ui/loader.tsx';
import { ErrorPage } from './error-page.tsx';
import { Layout } from './layout.tsx';
import classes from './layout.module.css';
import { NotFoundPage } from './not-found-page.tsx';

const START = '/projects/create-project';

const loadCreateProject = async () => {
  const { CreateProjectPage } = await import('#web/features/projects/create-project-page.tsx');
  return { Component: CreateProjectPage };
};

function FirstLoad() {
  return (
    <div className={classes.loading} role="status" aria-label="Loading">
      <Loader />
    </div>
  );
}

export const router = createBrowserRouter([
  {
    Component: Layout,
    HydrateFallback: FirstLoad,
    ErrorBoundary: ErrorPage,
    children: [
      { path: '/', element: <Navigate to={START} replace /> },
      { path: START, lazy: loadCreateProject, ErrorBoundary: ErrorPage },
      { path: '*', Component: NotFoundPage },
    ],
  },
]);
