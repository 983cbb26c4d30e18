/** Problems of the whole sheet that one click solves: hidden rows, the encoding of a file, double-encoded letters. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { MAIN, writeWorkbook } from '#testkit/workbook-file.ts';
import {
  chooseSeed,
  chooseSheet,
  field,
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
const says = (text: string) => waitFor(() => expect(section(SHEET).textContent).toContain(text));
const openProblems = async () => fireEvent.click(await panel().findByText(/^Problems/));
const click = async (name: string) =>
  fireEvent.click((await panel().findByText(name)).closest('button') ?? document.body);

const lines = new TextDecoder().decode(readFixture('towns.csv')).trim().split('\n');
const rows = lines.map(
  (line) => line.match(/"[^"]*"|[^,]+|(?<=,)(?=,|$)/g)?.map((cell) => cell.replaceAll('"', '')) ?? [],
);

/** The towns of the fixture; rows from `first` to `last` are hidden. */
function workbook(first: number, last: number): File {
  const cell = (text: string, at: number, row: number) =>
    `<c r="${String.fromCharCode(65 + at)}${row}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const written = rows.map((cells, index) => {
    const row = index + 1;
    const hidden = row >= first && row <= last ? ' hidden="1"' : '';
    return `<row r="${row}"${hidden}>${cells.map((text, at) => cell(text, at, row)).join('')}</row>`;
  });
  const xml = `<worksheet xmlns="${MAIN}"><sheetData>${written.join('')}</sheetData></worksheet>`;
  return new File([new Uint8Array(writeWorkbook({ sheets: [{ name: 'Towns', xml }] }))], 'towns.xlsx');
}

async function saveSheet(page: ReturnType<typeof openCreate>): Promise<string> {
  type('Title', 'Roof repair');
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Project' }).disabled).toBe(false),
  );
  press('Save Project');
  await waitFor(() => expect(fieldsOf(page, 'save-xml')).toHaveProperty('script'));
  return String(fieldsOf(page, 'save-xml')['script']);
}

/** A file with the characters of `text` as single bytes. */
const bytesFile = (text: string) =>
  new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], 'towns.csv', { type: 'text/csv' });
const textFile = (text: string) => new File([text], 'towns.csv', { type: 'text/csv' });

beforeEach(() => {
  localStorage.clear();
  installBrowserParts();
});

describe('hidden rows', () => {
  test('are included with one click, stored with the others, and left out again', async () => {
    const page = openCreate();
    chooseSeed('seed.xml');
    chooseSheet(workbook(3, 6));
    await waitForFigure('Pages', '8');
    await openProblems();
    await says('4 rows are hidden or filtered out');
    await click('Include hidden rows');
    await waitForFigure('Pages', '12');
    await says('Hidden rows are included');
    expect(section(SHEET).textContent).not.toContain('are hidden or filtered out');
    await click('Leave out hidden rows');
    await waitForFigure('Pages', '8');
    await click('Include hidden rows');
    await waitForFigure('Pages', '12');
    expect((await saveSheet(page)).trim().split('\n')).toHaveLength(13);
  });

  test.each([
    ['the first ones', 2, 3, '10'],
    ['all of them', 2, 13, '–'],
  ])('can be included where they are %s', async (_which, first, last, pages) => {
    openCreate();
    chooseSeed('seed.xml');
    chooseSheet(workbook(first, last));
    if (pages !== '–') await waitForFigure('Pages', pages);
    await click('Include hidden rows');
    await waitForFigure('Pages', '12');
    expect(panel().getByText('Leave out hidden rows')).toBeTruthy();
  });

  test('are forgotten with the file', async () => {
    openCreate();
    chooseSeed('seed.xml');
    chooseSheet(workbook(3, 6));
    await openProblems();
    await click('Include hidden rows');
    await waitForFigure('Pages', '12');
    chooseSheet(workbook(3, 6));
    await waitForFigure('Pages', '8');
    expect(panel().queryByText('Leave out hidden rows')).toBeNull();
  });
});

describe('a file in another encoding', () => {
  test('is read again in the one that is chosen, and back', async () => {
    const page = openCreate();
    chooseSeed('seed.xml');
    chooseSheet(bytesFile(`${lines[0]}\nCa\x96on City,CO,1,canon-city,Hail,yes\n`));
    await openProblems();
    await says('Ca–on City');
    await says('in Mac OS Roman "Cañon City"');
    await click('Read as Mac OS Roman');
    await says('Letters are read as Mac OS Roman');
    await says('None of the 1 row has a problem.');
    await click('Read as Windows-1252');
    await says('Ca–on City');
    await click('Read as Mac OS Roman');
    await says('Letters are read as Mac OS Roman');
    expect(await saveSheet(page)).toContain('Cañon City,CO');
  });

  test('offers each encoding that its letters may be meant in', async () => {
    openCreate();
    chooseSheet(bytesFile('city,x\n\xcc\xee\xf1\xea\xe2\xe0,1\n'));
    await openProblems();
    expect(await panel().findByRole('button', { name: 'Read as Windows-1251 (Cyrillic)' })).toBeTruthy();
  });

  test('is stored as it was read where only some cells are not UTF-8', async () => {
    const page = openCreate();
    chooseSeed('seed.xml');
    const utf8 = 'Caf\xc3\xa9,TX,1,cafe,Hail,yes\nDor\xc3\xa9,TX,2,dore,Hail,yes\n';
    chooseSheet(bytesFile(`${lines[0]}\n${utf8}Ca\xf1on,CO,1,canon,Hail,yes\n`));
    await waitForFigure('Pages', '3');
    expect((await saveSheet(page)).match(/Café|Doré|Cañon/g)).toEqual(['Café', 'Doré', 'Cañon']);
  });
});

describe('double-encoded letters', () => {
  const garbled = `${lines[0]}\nMontrÃ©al,TX,1,montreal,"Ice, ""dÃ¢mmes""",yes\nHouston,TX,2,houston,“Å”,yes\n`;

  test('are repaired with one click, and nothing else of the file changes', async () => {
    const page = openCreate();
    chooseSeed('seed.xml');
    chooseSheet(textFile(garbled));
    await openProblems();
    await click('Repair 2 cells');
    await screen.findByText('The letters of 2 cells are repaired.');
    await waitFor(() => expect(panel().queryByText(/^Repair \d/)).toBeNull());
    await says('None of the 2 rows has a problem.');
    expect(await saveSheet(page)).toBe(garbled.replace('MontrÃ©al', 'Montréal').replace('dÃ¢mmes', 'dâmmes'));
  });

  test('are repaired in data that was pasted', async () => {
    openCreate();
    fireEvent.click(panel().getByRole('button', { name: 'Paste data' }));
    type('Manual spreadsheet data', 'city\tx\nSÃ£o Paulo\t1');
    await pass(800);
    await openProblems();
    await click('Repair 1 cell');
    await waitFor(() => expect(field('Manual spreadsheet data').value).toBe('city\tx\nSão Paulo\t1'));
  });

  test('are repaired in a workbook, which is a file of text from then on', async () => {
    openCreate();
    const cells = [
      ['city', 'x'],
      ['ZÃ¼rich', '1'],
      ['lâ€™eau\nline two', '2'],
    ];
    const bytes = new Uint8Array(writeWorkbook({ sheets: [{ name: 'Towns', rows: cells }] }));
    chooseSheet(new File([bytes], 'towns.xlsx'));
    await openProblems();
    await click('Repair 2 cells');
    await says('towns.csv');
    await waitFor(() => expect(panel().queryByText(/^Repair \d/)).toBeNull());
    fireEvent.click(panel().getByRole('tab', { name: 'All rows' }));
    await says('Zürich');
    await says('l’eau');
  });
});
