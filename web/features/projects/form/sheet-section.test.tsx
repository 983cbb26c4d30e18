import { cleanup, act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { ProjectForm } from './form-state.ts';
import {
  makeOutcome,
  DRAFT_ID,
  makeForm,
  makeTable,
  openSection,
  PASTED,
  readText,
  SHEET_FILE,
} from './section-fixture.tsx';
import { SheetSection } from './sheet-section.tsx';

const SECTION = 'Import Spreadsheet Data';

function open(given: Parameters<typeof makeForm>[0] = {}, at?: string) {
  const form = makeForm(given);
  const opened = openSection(<SheetSection form={form} />, at);
  return { form, ...opened };
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const pasted = () => screen.getByLabelText<HTMLTextAreaElement>('Manual spreadsheet data');

function pasteOn(element: Element, text: string): void {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'clipboardData', { value: { getData: () => text } });
  fireEvent(element, event);
}

describe('choosing a sheet', () => {
  test('a link is fetched on request', () => {
    const { form } = open({
      values: { google_spread_sheet: 'https://docs.google.com/spreadsheets/d/abc/edit' },
    });
    press('Fetch');
    expect(form.fetchSheet).toHaveBeenCalled();
  });

  test('a text that isn’t a link can’t be fetched', () => {
    open({ values: { google_spread_sheet: 'towns' } });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Fetch' }).disabled).toBe(true);
  });

  test('a fetched sheet shows its facts, its time and its notice', () => {
    open({
      draft: { linked: { fetched_at: '2026-11-21T12:00:00Z', notice: 'Only the first tab is shared.' } },
      inspection: { table: makeTable(), problems: [] },
    });
    expect(readText(SECTION)).toMatch(/3 rows, 3 columns.*Fetched .*Only the first tab is shared\./);
    expect(screen.getByRole('button', { name: 'Fetch again' })).toBeTruthy();
  });

  test('pasted data takes precedence over the link, with a note', () => {
    open({ values: { google_spread_sheet: 'https://docs.google.com/' }, draft: { sheet: SHEET_FILE } });
    expect(readText(SECTION)).toContain('The data below is used, not the link.');
  });

  test('a file shows its name and is removed', () => {
    const { form } = open({ draft: { sheet: SHEET_FILE } });
    expect(screen.getByRole('heading', { name: 'towns.xlsx' })).toBeTruthy();
    press('Remove the sheet');
    expect(form.dropSheet).toHaveBeenCalled();
  });

  test('pasting keeps a file until there is text', () => {
    const { form } = open({ draft: { sheet: SHEET_FILE } });
    press('Paste data instead');
    expect(readText(SECTION)).toContain('towns.xlsx is used until you paste data.');
    fireEvent.change(pasted(), { target: { value: 'City\nHouston' } });
    expect(form.pasteSheet).toHaveBeenCalledWith('City\nHouston');
    expect(form.dropSheet).not.toHaveBeenCalled();
  });

  test('pasted data that is cleared leaves no sheet', () => {
    const { form } = open({ draft: { sheet: PASTED } });
    fireEvent.change(pasted(), { target: { value: ' ' } });
    expect(form.dropSheet).toHaveBeenCalled();
    expect(form.pasteSheet).not.toHaveBeenCalled();
  });

  test('cells pasted while no field has the focus become the sheet', () => {
    const { form } = open();
    pasteOn(screen.getByLabelText('Google Sheet Link'), 'City\tState\nHouston\tTX');
    pasteOn(document.body, 'one word');
    expect(form.pasteSheet).not.toHaveBeenCalled();
    pasteOn(document.body, 'City\tState\nHouston\tTX');
    expect(form.pasteSheet).toHaveBeenCalledWith('City\tState\nHouston\tTX');
  });

  test('a sheet that was refused shows the reason', () => {
    open({ sheet: { state: 'failed', error: 'Only CSV, TSV and XLSX files are allowed.' } });
    expect(screen.getByRole('alert').textContent).toBe('Only CSV, TSV and XLSX files are allowed.');
  });
});

describe('pasted text', () => {
  let answer: (text: string) => void = () => undefined;
  function Live() {
    const [text, setText] = useState('a');
    answer = setText;
    return <SheetSection form={makeForm({ draft: { sheet: { ...PASTED, text } } })} />;
  }
  const reply = (text: string) => act(() => answer(text));

  test('stays as typed while the server has an older version, and shows a fix', () => {
    openSection(<Live />);
    fireEvent.change(pasted(), { target: { value: 'abc' } });
    reply('ab');
    expect(pasted().value).toBe('abc');
    reply('abc');
    reply('fixed');
    expect(pasted().value).toBe('fixed');
  });
});

describe('choices for reading', () => {
  const workbook = {
    read: 'Towns',
    sheets: ['Towns', 'Old'].map((name) => ({ name, isHidden: name === 'Old' })),
  };
  const hidden = { code: 'rows-hidden', severity: 'notice' as const, text: '2 hidden rows are skipped.' };

  test('the tab of a workbook', () => {
    const { form } = open({ draft: { sheet: SHEET_FILE }, inspection: { workbook, problems: [] } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Sheet' }), { target: { value: 'Old' } });
    expect(form.readSheetAs).toHaveBeenCalledWith({ list: 'sheet', sheet_name: 'Old' });
    expect(readText(SECTION)).toContain('The other sheet isn’t used.');
  });

  test('hidden rows have a switch, shown if there are any', () => {
    const { form } = open({
      draft: { sheet: SHEET_FILE },
      inspection: { table: makeTable(), problems: [hidden] },
    });
    fireEvent.click(screen.getByRole('switch', { name: 'Include hidden rows' }));
    expect(form.readSheetAs).toHaveBeenCalledWith({ list: 'sheet', hidden_rows: 'include' });
    expect(screen.getAllByText('2 hidden rows are skipped.')).toHaveLength(1);
  });

  test('the switch also turns them off', () => {
    const { form } = open({
      draft: { sheet: { ...SHEET_FILE, hidden_rows: 'include' } },
      inspection: { table: makeTable(), problems: [] },
    });
    fireEvent.click(screen.getByRole('switch', { name: 'Include hidden rows' }));
    expect(form.readSheetAs).toHaveBeenCalledWith({ list: 'sheet', hidden_rows: 'skip' });
  });

  test('shows the note about rows that a fix skipped', () => {
    const note = 'Row 3 is hidden, so it is skipped. The fixed copy doesn’t have it.';
    open({ draft: { sheet: { ...SHEET_FILE, note } }, inspection: { table: makeTable(), problems: [] } });
    expect(screen.getByText(note)).toBeTruthy();
  });

  test('without hidden rows there is no switch', () => {
    open({ draft: { sheet: SHEET_FILE }, inspection: { table: makeTable(), problems: [] } });
    expect(screen.queryByRole('switch')).toBeNull();
  });

  test('the encoding, with a cell as it would be shown', () => {
    const encodings = [{ label: 'shift_jis', name: 'Shift JIS', sample: '東京' }];
    const { form } = open({
      draft: { sheet: SHEET_FILE },
      inspection: {
        table: makeTable(),
        problems: [{ code: 'encoding-unsure', severity: 'notice', text: '', encodings }],
      },
    });
    const select = screen.getByRole('combobox', { name: 'Encoding' });
    expect(select.textContent).toContain('Shift JIS: 東京');
    fireEvent.change(select, { target: { value: 'shift_jis' } });
    expect(form.readSheetAs).toHaveBeenCalledWith({ list: 'sheet', encoding: 'shift_jis' });
  });

  test('letters are repaired with one click', () => {
    const { form } = open({
      draft: { sheet: SHEET_FILE },
      inspection: {
        table: makeTable(),
        problems: [{ code: 'letters', severity: 'notice', text: '', repairable: 4 }],
      },
    });
    press('Repair 4 cells');
    expect(form.fix).toHaveBeenCalledWith({ kind: 'letters' });
  });
});

describe('rows with a problem', () => {
  const duplicate = {
    row: 4,
    field: 'URL slug',
    severity: 'loss' as const,
    code: 'duplicate-slug',
    text: 'This row repeats row 3.',
    remedies: [
      { label: 'Remove duplicate row', done: 'Row 4 removed', fix: { kind: 'remove-row' as const, row: 4 } },
      {
        label: 'Change its URL',
        done: 'URL changed',
        fix: { kind: 'cell' as const, row: 4, field: 'URL slug', value: 'katy-tx-2' },
      },
    ],
  };
  const given = {
    draft: { sheet: SHEET_FILE },
    inspection: {
      table: makeTable({ cellProblems: [duplicate], problemCount: 1, problemRowCount: 1 }),
      problems: [],
    },
  };

  test('are in a tab with their count, and good rows are folded', async () => {
    open(given);
    fireEvent.click(await screen.findByRole('tab', { name: 'Problems 1' }));
    expect(readText(SECTION)).toContain('1 of 3 rows has a problem');
    expect(readText(SECTION)).toContain('2 rows without a problem');
  });

  test('come first if rows are skipped, and after the rows for a notice', async () => {
    const isFirst = async (severity: 'loss' | 'notice') => {
      const table = makeTable({
        cellProblems: [{ ...duplicate, severity }],
        problemCount: 1,
        problemRowCount: 1,
      });
      open({ ...given, inspection: { table, problems: [] } });
      const tab = await screen.findByRole('tab', { name: 'Problems 1' });
      const isChosen = tab.getAttribute('aria-selected') === 'true';
      cleanup();
      return isChosen;
    };
    expect([await isFirst('loss'), await isFirst('notice')]).toEqual([true, false]);
  });

  test('are found among columns of one name', async () => {
    const complain = vi.spyOn(console, 'error');
    const [city] = makeTable().columns;
    const columns = city ? [city, city, city] : [];
    open({ ...given, inspection: { ...given.inspection, table: makeTable({ columns }) } });
    expect(await screen.findAllByRole('columnheader', { name: /City/ })).toHaveLength(3);
    expect(complain).not.toHaveBeenCalled();
  });

  test('aren’t counted before pages can be built', async () => {
    open({ ...given, inspection: { table: makeTable(), problems: [] } });
    fireEvent.click(await screen.findByRole('tab', { name: 'Problems' }));
    expect(readText(SECTION)).toContain('No problems so far.');
    cleanup();
    open({ ...given, inspection: { table: makeTable(), outcome: makeOutcome(), problems: [] } });
    fireEvent.click(await screen.findByRole('tab', { name: 'Problems 0' }));
    expect(readText(SECTION)).toContain('None of the 3 rows has a problem.');
  });

  test('aren’t shown for a row that has none: it is focused among all rows', async () => {
    open(given, '/?row=2');
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('2'));
    expect(screen.getByRole('tab', { name: 'All rows' }).getAttribute('aria-selected')).toBe('true');
  });

  test('aren’t shown for a good row beyond the first ones: the form says where to change it', () => {
    open(given, '/?row=317');
    expect(readText(SECTION)).toContain(
      'Row 317 has no problem to fix here, and only the first 3 rows are shown. Change the row in towns.csv',
    );
    fireEvent.click(screen.getByRole('tab', { name: 'All rows' }));
    expect(readText(SECTION)).toContain('Row 317');
  });

  test('offer the removal of a duplicate first, then another URL', async () => {
    const { form } = open(given, '/?row=4');
    const remedies = screen.getAllByRole('button', { name: /, row 4$/ });
    expect(remedies.map(({ textContent }) => textContent)).toEqual([
      'Remove duplicate row',
      'Change its URL',
    ]);
    for (const button of remedies) fireEvent.click(button);
    expect(vi.mocked(form.fix).mock.calls).toEqual(duplicate.remedies.map(({ fix }) => [fix]));
  });

  test('of a linked sheet are fixed in Google Sheets', async () => {
    open(
      {
        ...given,
        draft: { sheet: null, linked: { fetched_at: '2026-11-21T12:00:00Z', notice: null } },
      },
      '/?row=4',
    );
    expect(readText(SECTION)).toContain('This row repeats row 3.');
    expect(screen.queryByRole('button', { name: /, row 4$/ })).toBeNull();
  });

  test('are downloaded from the server as a sheet', async () => {
    const { sent } = open(given, '/?row=4');
    press('Download these rows');
    await vi.waitFor(() =>
      expect(sent.map(({ path }) => path)).toContain(`projects/drafts/${DRAFT_ID}/problem-sheet`),
    );
  });

  test('a fault of the whole sheet is shown once, above the rows', () => {
    const problems: NonNullable<ProjectForm['inspection']>['problems'] = [
      { code: 'header-empty', severity: 'fault', text: 'Column C has no name.', file: 'towns.xlsx', row: 1 },
    ];
    open({ ...given, inspection: { table: makeTable(), problems } });
    expect(screen.getAllByText('Column C has no name.')).toHaveLength(1);
    expect(screen.getByText('These rows can’t be used yet.')).toBeTruthy();
  });
});
