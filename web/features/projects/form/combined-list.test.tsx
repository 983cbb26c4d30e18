import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CombinedList } from './combined-list.tsx';
import { fixtureFile, installBrowserParts, listCalls, openCreateForm, makeDraft } from './form-fixture.tsx';
import { MatchColumns } from './match-columns.tsx';
import { makeForm, makeSeed, makeTable, openSection, READING, SHEET_FILE } from './section-fixture.tsx';

beforeEach(installBrowserParts);

const SERVICES = { ...READING, name: 'services.csv', size: 412 };

function open(given: Parameters<typeof makeForm>[0] = {}) {
  const form = makeForm({ ...given, draft: { sheet: SHEET_FILE, ...given.draft } });
  return { form, ...openSection(<CombinedList form={form} />) };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
function choose(file: File): void {
  const group = screen.getByRole('group', { name: 'Second list' });
  const picker = group.querySelector<HTMLInputElement>('input[type=file]');
  if (!picker) throw new Error('There is no file picker.');
  Object.defineProperty(picker, 'files', { value: [file], configurable: true });
  fireEvent.change(picker);
}
const readList = () => screen.getByRole('group', { name: 'Second list' }).textContent ?? '';

test('a second list is offered once there is a sheet, and takes a file', () => {
  const { form } = open();
  press('Combine with a second list');
  expect(readList()).toContain('Drop the second list here');
  const file = new File(['service'], 'services.csv');
  choose(file);
  expect(form.takeCombined).toHaveBeenCalledWith(file);
});

test('nothing is offered without a sheet', () => {
  open({ draft: { sheet: null } });
  expect(screen.queryByRole('button', { name: 'Combine with a second list' })).toBeNull();
});

test('it shows its name, the count of pages and the problems of its rows, and is removed', () => {
  const problem = {
    row: 3,
    field: 'price',
    severity: 'loss',
    code: 'cell-error',
    text: 'Cell B3 has no value.',
  };
  const combined = makeTable({
    file: 'services.csv',
    rowCount: 6,
    cellProblems: [{ ...problem, severity: 'loss' }],
  });
  const table = makeTable({ rowCount: 200 });
  const { form } = open({ draft: { combined: SERVICES }, inspection: { table, combined, problems: [] } });
  expect(screen.getByRole('heading', { name: 'services.csv' })).toBeTruthy();
  expect(readList()).toContain('200 towns × 6 services = 1,200 pages');
  expect(readList()).toContain('Cell B3 has no value.');
  press('Remove the second list');
  expect(form.dropCombined).toHaveBeenCalled();
});

test('the sheet of its workbook, its hidden rows and its encoding can be chosen', () => {
  const encodings = [{ label: 'shift_jis', name: 'Shift JIS', sample: '屋根' }];
  const ofSecond = { severity: 'notice' as const, file: 'services.csv' };
  const { form } = open({
    draft: { combined: SERVICES },
    inspection: {
      table: makeTable(),
      combined: makeTable({ file: 'services.csv' }),
      combinedWorkbook: { sheets: ['New', 'Old'].map((name) => ({ name, isHidden: false })), read: 'New' },
      problems: [
        { ...ofSecond, code: 'rows-hidden', text: '2 rows are hidden. If they are pages too, …' },
        { ...ofSecond, code: 'encoding-unsure', text: 'Which encoding?', encodings },
      ],
    },
  });
  fireEvent.change(screen.getByLabelText('Sheet'), { target: { value: 'Old' } });
  expect(form.readSheetAs).toHaveBeenLastCalledWith({ list: 'combined', sheet_name: 'Old' });
  fireEvent.click(screen.getByLabelText('Include hidden rows'));
  expect(form.readSheetAs).toHaveBeenLastCalledWith({ list: 'combined', hidden_rows: 'include' });
  fireEvent.change(screen.getByLabelText('Encoding'), { target: { value: 'shift_jis' } });
  expect(form.readSheetAs).toHaveBeenLastCalledWith({ list: 'combined', encoding: 'shift_jis' });
});

test('the hidden rows of the sheet aren’t those of the second list', () => {
  const hidden = { severity: 'notice' as const, code: 'rows-hidden', text: '2 rows are hidden.' };
  open({
    draft: { combined: SERVICES },
    inspection: { table: makeTable(), problems: [{ ...hidden, file: 'towns.xlsx' }] },
  });
  expect(screen.queryByLabelText('Include hidden rows')).toBeNull();
});

test('its columns can be matched with placeholders', () => {
  const combined = makeTable({
    file: 'services.csv',
    columns: [{ name: 'Service', places: 0, empty: 0, samples: ['Drains'] }],
  });
  const inspection = { table: makeTable(), combined, seed: makeSeed(), problems: [] };
  openSection(
    <MatchColumns form={makeForm({ draft: { sheet: SHEET_FILE, combined: SERVICES }, inspection })} />,
  );
  expect(screen.getByRole('region', { name: 'Match columns' }).textContent).toMatch(/aren’t used.*Service/);
});

test('a list that was refused shows the reason', () => {
  open({
    draft: { combined: SERVICES },
    combined: { state: 'failed', error: 'Only CSV, TSV and XLSX files are allowed.' },
  });
  expect(screen.getByRole('alert').textContent).toBe('Only CSV, TSV and XLSX files are allowed.');
});

test('the form sends it to the draft, and removes it from there', async () => {
  const page = await openCreateForm({ draft: makeDraft({ sheet: SHEET_FILE }) });
  press('Combine with a second list');
  choose(fixtureFile('towns.csv', 'text/csv'));
  await screen.findByRole('button', { name: 'Remove the second list' });
  press('Remove the second list');
  await screen.findByRole('button', { name: 'Combine with a second list' });
  await waitFor(() => expect(listCalls(page)).toContain('DELETE projects/drafts/ID/combined-list'));
  expect(listCalls(page)).toContain('POST projects/drafts/ID/combined-list');
});
