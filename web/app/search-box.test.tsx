import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { SearchBox } from './search-box.tsx';

function Page() {
  return (
    <>
      <SearchBox />
      <p data-testid="path">{useLocation().pathname}</p>
    </>
  );
}

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search pages' });
const options = () =>
  screen.queryAllByRole('option').map(({ textContent }) => textContent?.replace('Enter', ''));
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const press = (key: string) => fireEvent.keyDown(box(), { key, code: key });

beforeEach(() => {
  const router = createMemoryRouter([{ path: '*', Component: Page }]);
  render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
});

test('finds by any part of the name, in any case, in the order of the list', () => {
  expect(box().placeholder).toBe('What can we help you find?');
  type('PRO');
  expect(options()).toEqual(['Projects', 'New Project']);
  type('board');
  expect(options()).toEqual(['Dashboard']);
});

test('picking with the keys goes to the page and clears the box', () => {
  type('pro');
  press('ArrowDown');
  const active = box().getAttribute('aria-activedescendant');
  expect(document.getElementById(active ?? '')?.textContent).toContain('New Project');
  press('Enter');
  expect(screen.getByTestId('path').textContent).toBe('/projects/select-project-type');
  expect(box().value).toBe('');
  expect(box().getAttribute('aria-expanded')).toBe('false');
});

test('picking with the pointer goes to the page and clears the box', () => {
  type('dash');
  fireEvent.click(screen.getByRole('option'));
  expect(screen.getByTestId('path').textContent).toBe('/dashboard');
  expect(box().value).toBe('');
});

test('arrows go around, Escape clears', () => {
  type('pro');
  press('ArrowUp');
  const active = box().getAttribute('aria-activedescendant');
  expect(document.getElementById(active ?? '')?.textContent).toContain('New Project');
  press('Escape');
  expect(box().value).toBe('');
  expect(options()).toEqual([]);
});

test('says when nothing has the text in its name, and Enter then goes nowhere', () => {
  type('zebra');
  expect(screen.getByText('No matching pages.')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('0 results available');
  press('Enter');
  expect(screen.getByTestId('path').textContent).toBe('/');
});
