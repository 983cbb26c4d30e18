/** A workbook of several sheets in the form: which one is read, which others there are, and the way to them. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeWorkbook } from '#testkit/workbook-file.ts';
import {
  chooseSeed,
  chooseSheet,
  fieldsOf,
  installBrowserParts,
  openCreate,
  press,
  readFixture,
  section,
  type,
  waitForFigure,
} from './form-fixture.tsx';

const SHEET = 'Import Spreadsheet Data';
const panel = () => within(section(SHEET));
const choice = () => panel().findByRole<HTMLSelectElement>('combobox', { name: 'Sheet' });
const says = (text: string) => waitFor(() => expect(section(SHEET).textContent).toContain(text));

/** The rows of the fixture as cells, and the first of them alone. */
const lines = new TextDecoder().decode(readFixture('towns.csv')).trim().split('\n');
const rows = lines.map(
  (line) => line.match(/"[^"]*"|[^,]+|(?<=,)(?=,|$)/g)?.map((cell) => cell.replaceAll('"', '')) ?? [],
);

const workbook = () =>
  new File(
    [
      new Uint8Array(
        writeWorkbook({
          sheets: [
            { name: 'Lookup', state: 'hidden', rows: [['code'], ['x']] },
            { name: 'Towns', rows },
            { name: 'One town', rows: rows.slice(0, 2) },
            { name: 'Notes' },
          ],
        }),
      ),
    ],
    'towns.xlsx',
  );

beforeEach(() => {
  localStorage.clear();
  installBrowserParts();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a workbook of several sheets', () => {
  test('shows which sheet is read and offers the others, hidden ones too', async () => {
    openCreate();
    chooseSeed('seed.xml');
    chooseSheet(workbook());
    const select = await choice();
    expect(select.value).toBe('Towns');
    expect([...select.options].map(({ textContent }) => textContent)).toEqual([
      'Lookup (hidden)',
      'Towns',
      'One town',
      'Notes',
    ]);
    await waitForFigure('Pages', '12');
    await says('The other 3 sheets are not used');
    expect(section(SHEET).textContent).not.toContain('The workbook has');
  });

  test('reads the sheet that is chosen, and keeps the focus on the choice', async () => {
    openCreate();
    chooseSeed('seed.xml');
    chooseSheet(workbook());
    const select = await choice();
    select.focus();
    fireEvent.change(select, { target: { value: 'One town' } });
    await waitForFigure('Pages', '1');
    expect(document.activeElement).toBe(select);
    expect(select.isConnected).toBe(true);
    fireEvent.change(select, { target: { value: 'Notes' } });
    await says('The sheet is empty');
    fireEvent.change(select, { target: { value: 'Towns' } });
    await waitForFigure('Pages', '12');
  });

  test('sends the rows of the sheet that is chosen', async () => {
    const page = openCreate();
    type('Title', 'Roof repair');
    chooseSeed('seed.xml');
    chooseSheet(workbook());
    fireEvent.change(await choice(), { target: { value: 'One town' } });
    await waitForFigure('Pages', '1');
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Project' }).disabled).toBe(false),
    );
    press('Save Project');
    await waitFor(() => expect(fieldsOf(page, 'save-xml')).toHaveProperty('script'));
    expect(String(fieldsOf(page, 'save-xml')['script']).trim().split('\n')).toHaveLength(2);
  });

  test('keeps the choice while data is pasted instead, and forgets it with the file', async () => {
    openCreate();
    chooseSeed('seed.xml');
    chooseSheet(workbook());
    fireEvent.change(await choice(), { target: { value: 'One town' } });
    await waitForFigure('Pages', '1');
    fireEvent.click(panel().getByRole('button', { name: 'Paste data instead' }));
    fireEvent.click(await panel().findByRole('button', { name: 'Back to the file' }));
    expect((await choice()).value).toBe('One town');
    await waitForFigure('Pages', '1');
    chooseSheet(workbook());
    await waitForFigure('Pages', '12');
    expect((await choice()).value).toBe('Towns');
  });

  test('is no choice where there is one sheet', async () => {
    openCreate();
    const one = writeWorkbook({ sheets: [{ name: 'Towns', rows }] });
    chooseSheet(new File([new Uint8Array(one)], 'one.xlsx'));
    await says('12 rows');
    expect(panel().queryByRole('combobox')).toBeNull();
  });
});
