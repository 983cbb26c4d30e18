/** Table of screens, and what is built from it: guarded routes, search list, breadcrumbs. */
import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Role } from '#contract/account.contract.ts';
import { clearStorage, storeUserData } from '#web/client/session.ts';
import { capitalize } from './breadcrumb.rules.ts';
import { buildRoutes } from './router.tsx';
import { findScreen, isSearched, SCREENS, type Screen } from './screens.ts';
import { findDestinations, listDestinations } from './search.rules.ts';

const TEST_SCREENS: readonly Screen[] = [
  { path: '/login', title: 'Login', isPublic: true, page: () => <p>Sign in here</p> },
  { path: '/projects', title: 'Projects', page: () => <p>All projects</p>, search: ['Projects'] },
  {
    path: '/agencies',
    title: 'Agencies',
    page: { chunk: 'agencies-page', load: async () => () => <p>All agencies</p> },
    roles: ['admin', 'superadmin'],
    nav: 'Administrator',
    search: ['Agencies'],
  },
];

async function open(at: string, role?: Role) {
  if (role) storeUserData({ access_token: 't', role, name: 'Ada', avatar: '/a.svg' });
  else clearStorage();
  const shell = { chunk: 'shell', load: async () => Outlet };
  const router = createMemoryRouter(buildRoutes(TEST_SCREENS, shell), { initialEntries: [at] });
  await act(async () => {
    render(
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>,
    );
  });
}

test('an admin screen opens for administrators, and shows others that access is denied', async () => {
  await open('/agencies', 'admin');
  expect(await screen.findByText('All agencies')).toBeTruthy();
});

test('an admin screen isn’t loaded for other users', async () => {
  await open('/agencies', 'user');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Agencies');
  expect(screen.getByText(/You do not have access/)).toBeTruthy();
  expect(screen.queryByText('All agencies')).toBeNull();
});

test('only admin screens are closed to other users', () => {
  const closed = SCREENS.filter(({ roles }) => roles !== undefined);
  expect(closed.map(({ path }) => path).toSorted()).toEqual([
    '/agencies',
    '/agencies/:id',
    '/agencies/:id/edit',
    '/agencies/create',
    '/audit',
    '/maintenance',
    '/stripe',
    '/stripe/all-subscriptions',
    '/stripe/all-users',
    '/stripe/products',
    '/tutorials/:id/edit',
    '/tutorials/create',
  ]);
  for (const { roles } of closed) expect(roles).toEqual(['admin', 'superadmin']);
});

test('a screen that requires sign-in redirects to the sign-in form, and an unknown path shows "not found"', async () => {
  await open('/projects');
  expect(await screen.findByText('Sign in here')).toBeTruthy();
  await open('/nothing', 'user');
  expect(await screen.findByText('Page not found')).toBeTruthy();
});

test('the search list has the order of the specification, without admin screens', () => {
  const namesFor = (role: Role) =>
    listDestinations(TEST_SCREENS.filter((each) => isSearched(each, role))).map(({ name }) => name);
  expect(namesFor('user')).toEqual(['Projects']);
  expect(namesFor('superadmin')).toEqual(['Projects', 'Agencies']);
  const forUser = listDestinations(SCREENS.filter((each) => isSearched(each, 'user'))).map(
    ({ name }) => name,
  );
  // The screen itself shows that access is denied.
  expect(forUser).toContain('New Tutorial');
  const all = listDestinations(SCREENS);
  expect(all.map(({ name }) => name).slice(0, 4)).toEqual(['Dashboard', 'Projects', 'Domains', 'Tutorials']);
  expect(findDestinations(all, ' NEW p').map(({ to }) => to)).toEqual(['/projects/select-project-type']);
});

test('each screen has a unique path and search name, and its breadcrumb shows its title', () => {
  const paths = SCREENS.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  const names = SCREENS.flatMap(({ search = [] }) => search);
  expect(new Set(names).size).toBe(names.length);
  for (const { path, title } of SCREENS.filter((each) => !/(^|:\w+)$|\/$/.test(each.path))) {
    expect(title).toBe(capitalize(path.split('/').at(-1) ?? ''));
  }
});

test('a path opens the most specific screen', () => {
  expect(findScreen('/projects/create-project')?.title).toBe('Create Project');
  expect(findScreen('/projects/12')?.path).toBe('/projects/:id');
  expect(findScreen('/no/such')).toBeUndefined();
});
