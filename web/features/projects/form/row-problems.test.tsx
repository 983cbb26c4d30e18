/** Rows with a problem: how many of how many, and from each problem the way to its row. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  chooseSeed,
  chooseSheet,
  fieldsOf,
  fixtureFile,
  installBrowserParts,
  openCreate,
  press,
  section,
  type,
} from './form-fixture.tsx';

const sheetOf = (lines: readonly string[]) =>
  new File([`geo_city,geo_url,phone\n${lines.join('\n')}\n`], 'towns.csv', { type: 'text/csv' });
const row = (index: number) => `Town ${index},town-${index},1`;

async function openProblems(): Promise<void> {
  fireEvent.click(await screen.findByRole('tab', { name: /^Problems/ }));
}

beforeEach(installBrowserParts);

test('says how many of the rows have a problem, and leads from a problem to its row', async () => {
  openCreate();
  // Two problems in one row are one row.
  chooseSheet(sheetOf(['A,a,1', 'B', 'C,c,1', 'D,d,1,extra']));
  await openProblems();
  const panel = within(section('Import Spreadsheet Data'));
  expect(panel.getByText('2 of 4 rows have a problem')).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: /^Row 5/ }));
  expect(document.activeElement?.textContent).toBe('5');
  expect(document.activeElement?.closest('table')).toBeTruthy();
});

test('leads from a problem to its cell', async () => {
  openCreate();
  chooseSeed('seed.xml');
  chooseSheet('towns-with-problems.csv');
  await openProblems();
  const panel = within(section('Import Spreadsheet Data'));
  fireEvent.click(await panel.findByRole('button', { name: /^Row 4/ }));
  expect(document.activeElement?.tagName).toBe('TD');
  expect(document.activeElement?.textContent).toBe('springfield-mo');
  expect(document.activeElement?.parentElement?.querySelector('th')?.textContent).toBe('4');
});

test('leads nowhere from a row that the grid does not show', async () => {
  openCreate();
  const lines = Array.from({ length: 400 }, (_, index) => (index < 150 ? row(index) : `${row(index)},more`));
  chooseSheet(sheetOf(lines));
  await openProblems();
  const panel = within(section('Import Spreadsheet Data'));
  expect(panel.getByText('250 of 400 rows have a problem')).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: /^Show 100 more problems/ }));
  expect(panel.getAllByRole('button', { name: /^Row / })).toHaveLength(100);
});

test('shows next to each placeholder its column and what is there on the first page', async () => {
  openCreate();
  chooseSeed('seed.xml');
  chooseSheet('towns.csv');
  const chip = await screen.findByRole('button', {
    name: /^\[geo_city\] +filled by .*← geo_city/,
  });
  expect(chip.lastElementChild?.textContent).toBe('← geo_city: Houston');
});

test('one click fixes a slug that another row has, and one that is empty; nothing else of the file changes', async () => {
  const page = openCreate();
  type('Title', 'Roofs');
  chooseSeed('seed.xml');
  chooseSheet('towns-with-problems.csv');
  await openProblems();
  const panel = within(section('Import Spreadsheet Data'));
  fireEvent.click(await panel.findByRole('button', { name: 'Use springfield-mo-2 in row 4' }));
  await screen.findByText('The cell in row 4 is fixed.');
  // The tab is still that of the problems.
  fireEvent.click(await panel.findByRole('button', { name: 'Use Winston-Salem NC in row 8' }));
  await screen.findByText('The cell in row 8 is fixed.');
  // Cells beyond the header are for the person to sort.
  expect(panel.queryByRole('button', { name: /in row 6$/ })).toBeNull();
  const before = await fixtureFile('towns-with-problems.csv').text();
  const after = before
    .replace('010-0003,springfield-mo,', '010-0003,springfield-mo-2,')
    .replace('010-0007,,', '010-0007,Winston-Salem NC,');
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Project' }).disabled).toBe(false),
  );
  press('Save Project');
  await waitFor(() => expect(fieldsOf(page, 'save-xml').script_name).toBe('towns-with-problems.csv'));
  const { script } = fieldsOf(page, 'save-xml');
  expect(String(script).replaceAll(/["\r]/g, '')).toBe(after.replaceAll(/["\r]/g, ''));
});
