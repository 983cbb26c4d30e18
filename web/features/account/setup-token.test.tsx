/** Alone in its file: the token of a link is remembered for as long as the page lives. */
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { SetupPage } from './setup-page.tsx';

test('without the whole link there is no form, but the way to get one', () => {
  window.history.replaceState(null, '', '/setup');
  const router = createMemoryRouter([{ path: '/', Component: SetupPage }]);
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  expect(screen.getByText(/Open the whole link that the server printed/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(document.title).toBe('Set up Geoloom – Geoloom');
});
