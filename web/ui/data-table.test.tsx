import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Column, DataTable } from './data-table.tsx';

interface Town {
  name: string;
  pages: number | null;
}

const COLUMNS: readonly Column<Town>[] = [
  { key: 'name', head: 'Town', render: ({ name }) => name },
  { key: 'pages', head: 'Pages', width: 160, render: ({ pages }) => pages ?? '–' },
  { key: 'restore', head: '', width: 100, render: () => null },
];
const TOWNS = [
  { name: 'Lamar', pages: 12 },
  { name: 'Greeley', pages: null },
];

function showIn(roomPx: number): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(roomPx);
  render(
    <MantineProvider>
      <DataTable
        label="Towns"
        rows={TOWNS}
        columns={COLUMNS}
        rowKey={({ name }) => name}
        rowName={({ name }) => name}
      />
    </MantineProvider>,
  );
}

test('is a table if at least 240 pixels are left for the first column', () => {
  showIn(500);
  expect(within(screen.getByRole('table', { name: 'Towns' })).getByText('Pages')).toBeTruthy();
});

test('is cards with less space, even in a wide window', () => {
  showIn(499);
  expect(screen.queryByRole('table')).toBeNull();
  expect(within(screen.getByRole('list', { name: 'Towns' })).getAllByRole('listitem')).toHaveLength(2);
});

test('shows a dash for a missing value in a table, and nothing in a card', () => {
  showIn(500);
  expect(screen.getByText('–')).toBeTruthy();
  document.body.replaceChildren();
  showIn(300);
  expect(screen.getByText('12')).toBeTruthy();
  expect(screen.queryByText('–')).toBeNull();
});

test('labels each value of a card with the head of its column', () => {
  showIn(300);
  const [lamar, greeley] = screen.getAllByRole('listitem');
  const label = within(lamar as HTMLElement).getByText('Pages');
  expect([label.tagName, label.nextElementSibling?.textContent]).toEqual(['DT', '12']);
  expect(within(lamar as HTMLElement).queryByText('Actions')).toBeNull();
  expect(within(greeley as HTMLElement).queryByText('Pages')).toBeNull();
});

test('names a column without a head for screen readers', () => {
  showIn(500);
  expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeTruthy();
});

test.each([
  ['a text column ascending first', 'Town', 'name'],
  ['a number column descending first', 'Pages', '-pages'],
])('sorts %s, and reverses the order on the next press', (_name, head, first) => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  const columns: readonly Column<Town>[] = [
    { key: 'name', head: 'Town', isSortable: true, render: ({ name }) => name },
    {
      key: 'pages',
      head: 'Pages',
      isSortable: true,
      align: 'right',
      width: 160,
      render: ({ pages }) => pages,
    },
  ];
  const sorts: string[] = [];
  const show = (sort: string) => (
    <MantineProvider>
      <DataTable
        label="Towns"
        rows={TOWNS}
        columns={columns}
        rowKey={({ name }) => name}
        rowName={({ name }) => name}
        sort={sort}
        onSort={(next) => sorts.push(next)}
      />
    </MantineProvider>
  );
  const { rerender } = render(show('updated_at'));
  fireEvent.click(screen.getByRole('button', { name: head }));
  expect(sorts).toEqual([first]);
  rerender(show(first));
  fireEvent.click(screen.getByRole('button', { name: head }));
  expect(sorts[1]).toBe(first.startsWith('-') ? first.slice(1) : `-${first}`);
});
