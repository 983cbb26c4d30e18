import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { PlaceholderUse, TableInspection } from '#engine';
import { PlaceholderRow } from './placeholder-row.tsx';
import { ProblemList, tellPlace } from '../shared/problem-list.tsx';
import { RowProblems } from './row-problems.tsx';

const use = (text: string, more: Partial<PlaceholderUse> = {}): PlaceholderUse => ({
  text,
  state: 'column',
  columns: [text.slice(1, -1)],
  count: 1,
  places: [
    {
      line: 5,
      column: 4,
      leaf: 'title',
      context: 'CDATA',
      excerpt: [
        { line: 4, text: 'before' },
        { line: 5, text: `in ${text}` },
      ],
    },
  ],
  ...more,
});

describe('the chips of placeholders', () => {
  test('open one at a time and say in words what their colour means', () => {
    render(
      <MantineProvider>
        <PlaceholderRow uses={[use('[city]'), use('[zip]', { state: 'waiting', columns: [] })]} />
      </MantineProvider>,
    );
    expect(screen.queryByText('before')).toBeNull();
    fireEvent.click(
      screen.getByRole('button', { name: /^\[city\] +filled by a column of the sheet: show places/ }),
    );
    expect(screen.getByText('[city]', { selector: 'mark' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /^\[zip\] +waits for a sheet/ }));
    expect(screen.queryByText('[city]', { selector: 'mark' })).toBeNull();
    expect(screen.getByText('[zip]', { selector: 'mark' })).toBeTruthy();
  });

  test('count all places, also those that are not listed', () => {
    render(
      <MantineProvider>
        <PlaceholderRow uses={[use('[city]', { count: 41 })]} />
      </MantineProvider>,
    );
    expect(screen.getByText(/in 41 places/)).toBeTruthy();
  });
});

describe('problems', () => {
  test('say where they are', () => {
    expect(tellPlace({ row: 4218, field: 'geo_url' })).toBe('Row 4,218, geo_url');
    expect(tellPlace({ line: 212, column: 14 })).toBe('Line 212, column 14');
    expect(tellPlace({})).toBe('');
  });

  test('stand with their place and their words in one row', () => {
    render(
      <MantineProvider>
        <ProblemList problems={[{ severity: 'fault', line: 212, column: 14, text: 'It is cut off.' }]} />
      </MantineProvider>,
    );
    expect(screen.getByRole('listitem').textContent).toBe('FaultLine 212, column 14It is cut off.');
  });

  test('of a long list show their beginning, and all on request', () => {
    const problems = Array.from({ length: 30 }, (_, index) => ({
      severity: 'loss' as const,
      text: `no ${index}`,
    }));
    render(
      <MantineProvider>
        <ProblemList problems={problems} />
      </MantineProvider>,
    );
    expect(screen.getAllByRole('listitem')).toHaveLength(12);
    fireEvent.click(screen.getByRole('button', { name: 'Show 18 more problems' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(30);
  });
});

test('an empty cell with a problem says that it is empty', () => {
  const table: TableInspection = {
    file: 'towns.csv',
    encoding: 'UTF-8',
    delimiter: ',',
    columns: [
      { name: 'geo_city', places: 1, empty: 0 },
      { name: 'phone', places: 1, empty: 1 },
    ],
    rowCount: 1,
    rows: [{ row: 2, cells: ['<b>Houston</b>', ''] }],
    problemRows: [],
    cellProblems: [{ row: 2, field: 'phone', severity: 'notice', code: 'cell-empty', text: 'It is empty.' }],
    problemCount: 1,
    problemRowCount: 1,
  };
  const { rerender } = render(
    <MantineProvider>
      <RowProblems table={table} readSheet={async () => undefined} />
    </MantineProvider>,
  );
  const grid = within(screen.getByRole('region', { name: 'Rows with a problem' }));
  expect(grid.getByText('empty')).toBeTruthy();
  expect(grid.getByText('<b>Houston</b>')).toBeTruthy();
  expect(screen.getByText('1 of 1 row has a problem')).toBeTruthy();
  const [first] = table.cellProblems;
  const ofMany = { ...table, rowCount: 50, cellProblems: first ? [{ ...first, moreRows: 40 }] : [] };
  rerender(
    <MantineProvider>
      <RowProblems table={ofMany} readSheet={async () => undefined} />
    </MantineProvider>,
  );
  expect(screen.getByText('At least 1 of 50 rows has a problem')).toBeTruthy();
});
