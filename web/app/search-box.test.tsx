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

test('finds any part of a name, ignores case, and keeps the order of the list', () => {
  expect(box().placeholder).toBe('What can we help you find?');
  type('PRO');
  expect(options()).toEqual(['Projects', 'New Project']);
  type('board');
  expect(options()).toEqual(['Dashboard']);
});

test('a choice by keyboard opens the page and clears the box', () => {
  type('pro');
  press('ArrowDown');
  const active = box().getAttribute('aria-activedescendant');
  expect(document.getElementById(active ?? '')?.textContent).toContain('New Project');
  press('Enter');
  expect(screen.getByTestId('path').textContent).toBe('/projects/select-project-type');
  expect(box().value).toBe('');
  expect(box().getAttribute('aria-expanded')).toBe('false');
});

test('a choice by pointer opens the page and clears the box', () => {
  type('dash');
  fireEvent.click(screen.getByRole('option'));
  expect(screen.getByTestId('path').textContent).toBe('/dashboard');
  expect(box().value).toBe('');
});

test('arrow keys wrap around, Escape clears', () => {
  type('pro');
  press('ArrowUp');
  const active = box().getAttribute('aria-activedescendant');
  expect(document.getElementById(active ?? '')?.textContent).toContain('New Project');
  press('Escape');
  expect(box().value).toBe('');
  expect(options()).toEqual([]);
});

test('reports a search without results, in which Enter does nothing', () => {
  type('zebra');
  expect(screen.getByText('No matching pages.')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('0 results available');
  press('Enter');
  expect(screen.getByTestId('path').textContent).toBe('/');
});
