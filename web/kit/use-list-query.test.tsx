import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { type ListQuery, useLastPage, useListQuery } from './use-list-query.ts';

let list: ListQuery<'state'>;

function List({ onList }: { onList: (newest: ListQuery<'state'>) => void }) {
  onList(useListQuery({ sort: '-updated_at', sorts: ['title', 'updated_at'], filters: ['state'] }));
  return null;
}

function open(search = '') {
  const element = <List onList={(newest) => (list = newest)} />;
  const router = createMemoryRouter([{ path: '/projects', element }], {
    initialEntries: [`/projects${search}`],
  });
  render(<RouterProvider router={router} />);
  return Object.assign(() => router.state.location.search, { action: () => router.state.historyAction });
}

test('a URL without a query is the first page in the default order', () => {
  open();
  expect(list.query).toEqual({
    page: 1,
    per_page: 25,
    search: '',
    sort: '-updated_at',
    filters: { state: [] },
  });
  expect(list.isFiltered).toBe(false);
});

test('the settings of a list are read from the URL', () => {
  open('?page=3&per_page=50&search=ohio&sort=title&state=failed,completed');
  expect(list.query).toEqual({
    page: 3,
    per_page: 50,
    search: 'ohio',
    sort: 'title',
    filters: { state: ['failed', 'completed'] },
  });
  expect(list.isFiltered).toBe(true);
});

test.each(['0', '-1', '1.5', 'x', '99999999'])('page=%s is the first page', (page) => {
  open(`?page=${page}`);
  expect(list.query.page).toBe(1);
});

test('a page size above the server’s maximum is ignored', () => {
  open('?per_page=5000');
  expect(list.query.per_page).toBe(100);
});

test('another search, order, size or filter starts at the first page, and defaults are left out of the URL', () => {
  const address = open('?page=3');
  act(() => list.setSearch('ohio'));
  expect(address()).toBe('?search=ohio');
  act(() => list.setPage(2));
  act(() => list.setSort('title'));
  expect(address()).toBe('?search=ohio&sort=title');
  act(() => list.setSort('-updated_at'));
  act(() => list.setFilter('state', ['failed', 'completed']));
  act(() => list.setPerPage(50));
  expect(address()).toBe('?search=ohio&state=failed%2Ccompleted&per_page=50');
  act(() => list.setPerPage(25));
  expect(address()).toBe('?search=ohio&state=failed%2Ccompleted');
});

test('a change before the last one has rendered does not undo it', () => {
  const address = open('?search=ohio');
  const { setFilter, setSearch } = list;
  act(() => {
    setFilter('state', ['failed']);
    setSearch('');
  });
  expect(address()).toBe('?state=failed');
});

test('a typed search adds no history entry; a page, an order and a filter do', () => {
  const address = open();
  act(() => list.setSearch('o'));
  expect(address.action()).toBe('REPLACE');
  act(() => list.setSearch('oh'));
  expect(address.action()).toBe('REPLACE');
  act(() => list.setPage(2));
  expect(address.action()).toBe('PUSH');
  act(() => list.setSort('title'));
  expect(address.action()).toBe('PUSH');
  act(() => list.setFilter('state', ['failed']));
  expect(address.action()).toBe('PUSH');
});

test('an unknown order is replaced by the default', () => {
  open('?sort=nonsense');
  expect(list.query.sort).toBe('-updated_at');
});

test('clearing removes search and filters, and keeps order and size', () => {
  const address = open('?page=2&search=ohio&state=failed&sort=title&per_page=50');
  act(() => list.clear());
  expect(address()).toBe('?sort=title&per_page=50');
});

function ShortList({ pages }: { pages: number }) {
  const short = useListQuery({});
  const { page, per_page } = short.query;
  useLastPage(short, { page, per_page, total: pages * per_page, last_page: pages });
  return null;
}

test.each([
  ['?page=9&search=ohio', '?page=2&search=ohio'],
  ['?page=2', '?page=2'],
])('a page beyond the last one redirects to the last: %s', async (search, expected) => {
  const router = createMemoryRouter([{ path: '/projects', element: <ShortList pages={2} /> }], {
    initialEntries: ['/before', `/projects${search}`],
    initialIndex: 1,
  });
  await act(async () => render(<RouterProvider router={router} />));
  expect(router.state.location.search).toBe(expected);
  expect(router.state.historyAction).toBe(search === expected ? 'POP' : 'REPLACE');
});

test('two changes before a render are both kept', () => {
  const address = open('?search=roof');
  act(() => {
    list.setFilter('state', ['failed']);
    list.setSearch('');
  });
  expect(address()).toBe('?state=failed');
});
