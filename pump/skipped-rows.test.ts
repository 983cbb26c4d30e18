/** Skipped rows, as opened in a spreadsheet. */
import { describe, expect, it } from 'vitest';
import {
  combineReadings,
  createTableReader,
  planPages,
  prepareProject,
  type Problem,
  readSeed,
  type TableReading,
} from '#engine';
import { readRows, wxrSeed } from '#testkit/wxr-seed.ts';
import { collectSkippedRows, spreadRows, writeSkippedRows } from './skipped-rows.ts';

function readSheet(text: string): TableReading {
  const reader = createTableReader({ file: 'towns.csv' });
  reader.push(new TextEncoder().encode(text));
  return reader.end();
}

/** Writes the skipped rows of a sheet and reads the lines back. */
function skipRows(sheet: string): { text: string; cells: string[][] } {
  const { table, problems } = readSheet(sheet);
  const { seed } = readSeed(wxrSeed({ content: '[geo_city]', slug: '[geo_url]' }), 'seed.xml');
  if (!seed || !table) throw new Error('the fixture can’t be read');
  const { project } = prepareProject({ seed, table, key: 'test' });
  if (!project) throw new Error('the fixture is refused');
  const all: Problem[] = [...problems, ...planPages(project).problems];
  const text = [...writeSkippedRows(table, collectSkippedRows(all))].join('');
  const skipped = readSheet(text).table;
  if (!skipped) throw new Error('the skipped rows can’t be read back');
  const cells = Array.from({ length: skipped.rowCount }, (_, row) =>
    skipped.columns.map((_column, column) => skipped.getCell(row, column)),
  );
  return { text, cells: [skipped.columns.map(({ name }) => name), ...cells] };
}

describe('the sheet of skipped rows', () => {
  it('has all cells of the skipped rows, each with its reason', () => {
    const { cells } = skipRows('geo_city,geo_url,phone\nWaco,waco,1\nSalem,,2\nOcala,waco,3\nReno,reno,4\n');
    expect(cells.map((row) => row.slice(0, 3))).toEqual([
      ['geo_city', 'geo_url', 'phone'],
      ['Salem', '', '2'],
      ['Ocala', 'waco', '3'],
    ]);
    expect(cells[0]?.[3]).toBe('skip_reason');
    expect(cells[1]?.[3]).toContain('This row has no page URL. Fill in geo_url.');
    expect(cells[2]?.[3]).toContain('This row repeats row 2');
  });

  it('includes rows that were skipped when the sheet was read', () => {
    const { cells } = skipRows('geo_city,geo_url\nWaco,waco\nSalem\nReno,reno\n');
    expect(cells).toHaveLength(2);
    expect(cells[1]?.[0]).toBe('Salem');
    expect(cells[1]?.[2]).not.toBe('');
  });

  it('begins with a byte order mark and ends each line with CR LF', () => {
    const { text } = skipRows('geo_city,geo_url\nWaco,waco\nSalem,\n');
    expect(text.startsWith('\ufeffgeo_city,geo_url,skip_reason\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(text.endsWith('\r\n')).toBe(true);
  });

  it('is unchanged: numbers, phones, formulas', () => {
    const values = [
      '-95.3',
      '+1 (555) 010-0100',
      '+1-555-0100',
      '=1+1',
      'a\n=b',
      'a\n-x y',
      '＝1',
      "O'Fallon",
    ];
    const rows = values.map((value) => `Salem,,"${value}"`).join('\n');
    const { cells } = skipRows(`geo_city,geo_url,extra\nWaco,waco,1\n${rows}\n`);
    expect(cells.slice(1).map((row) => row[2])).toEqual(values);
  });

  it('has all reasons of a row', () => {
    const skipped = (row: number, text: string): Problem => ({ code: 'x', severity: 'loss', row, text });
    const notice: Problem = { code: 'x', severity: 'notice', row: 4, text: 'harmless' };
    expect(
      collectSkippedRows([skipped(9, 'b'), skipped(3, 'a'), notice, skipped(9, 'c'), skipped(9, 'b')]),
    ).toEqual([
      { row: 3, reasons: ['a'] },
      { row: 9, reasons: ['b', 'c'] },
    ]);
  });

  it('keeps quotes, delimiters and line breaks within their cells', () => {
    const { cells } = skipRows('geo_city,geo_url\nWaco,waco\n"Say ""hi"", all;\nof you",\n');
    expect(cells[1]?.[0]).toBe('Say "hi", all;\nof you');
  });

  it('adds a number to its column name if the sheet has a column of that name', () => {
    const { cells } = skipRows('geo_city,geo_url,skip_reason\nWaco,waco,\nSalem,,once\n');
    expect(cells[0]).toEqual(['geo_city', 'geo_url', 'skip_reason', 'skip_reason_2']);
    expect(cells[1]?.[2]).toBe('once');
  });

  it('has a line without cells for a row that couldn’t be read', () => {
    const { table } = readRows([
      ['geo_city', 'geo_url'],
      ['Waco', 'waco'],
    ]);
    const lines = [...writeSkippedRows(table, [{ row: 7, reasons: ['too large'] }])];
    expect(lines[1]).toBe(',,too large\r\n');
  });
});

describe('problems of two combined lists', () => {
  const read = (file: string, text: string): TableReading => {
    const reader = createTableReader({ file });
    reader.push(new TextEncoder().encode(text));
    return reader.end();
  };
  const { table } = combineReadings(
    read('towns.csv', 'city\nWaco\n\nHico\n'),
    read('services.csv', 'service\nDrains\nLeaks\n'),
  );
  const loss = { code: 'x', severity: 'loss', text: 'Why.' } as const;
  const spread = (problem: Partial<Problem>) =>
    [...spreadRows([{ ...loss, ...problem }], table)].map(({ row, text }) => `${row} ${text}`);

  it('are repeated for each page of the row, with its file and number', () => {
    expect(spread({ file: 'towns.csv', row: 4 })).toEqual([
      '4 Row 4 of towns.csv: Why.',
      '5 Row 4 of towns.csv: Why.',
    ]);
    expect(spread({ file: 'services.csv', row: 3 })).toEqual([
      '3 Row 3 of services.csv: Why.',
      '5 Row 3 of services.csv: Why.',
    ]);
    expect(spread({ file: 'towns.csv', row: 4, combinedRow: 2 })).toEqual(['4 Row 4 of towns.csv: Why.']);
  });

  it('of the seed, of a header or without a row are unchanged or omitted', () => {
    expect(spread({ file: 'seed.xml', row: 4 })).toEqual(['4 Why.']);
    expect(spread({ file: 'towns.csv' })).toEqual(['undefined Why.']);
    expect(spread({ file: 'towns.csv', row: 1 })).toEqual([]);
    expect(spread({ file: 'towns.csv', row: 2, combinedRow: 9 })).toEqual([]);
  });

  it('become skipped pages with the cells of both lists', () => {
    if (!table) throw new Error('the lists are refused');
    const rows = collectSkippedRows([{ ...loss, file: 'services.csv', row: 2, field: 'service' }], table);
    const lines = [...writeSkippedRows(table, rows)].join('').split('\r\n');
    expect(lines.slice(1, 3)).toEqual([
      'Waco,Drains,service: Row 2 of services.csv: Why.',
      'Hico,Drains,service: Row 2 of services.csv: Why.',
    ]);
  });
});
