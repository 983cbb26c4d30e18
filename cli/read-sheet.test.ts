/** Sources of rows: text with any delimiter, Excel files, pipes. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createTestFolder, LAUNCHER, runProcess, writeSeed } from './command-fixture.ts';
import { readSheetFile } from './read-sheet.ts';
import { writeExcel } from '#testkit/workbook-file.ts';

// Each command is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const folder = createTestFolder();
afterAll(() => folder.remove());

async function readCells(path: string): Promise<string[][]> {
  const { reading } = await readSheetFile(path);
  const { table } = reading;
  if (!table) throw new Error(JSON.stringify(reading.problems));
  return Array.from({ length: table.rowCount }, (_, row) =>
    table.columns.map((_column, column) => table.getCell(row, column)),
  );
}

const TOWNS = [
  ['geo_city', 'geo_url', 'note'],
  ['St. Louis', 'st-louis-mo', 'two  spaces'],
  ['Cañon City', 'canon-city-co', 'a "quoted" <b> & more'],
] as const;

describe('a sheet', () => {
  it('is read the same way with commas, tabs, semicolons and from Excel', async () => {
    const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    const files = [',', '\t', ';'].map((delimiter, index) =>
      folder.write(`towns-${index}.txt`, TOWNS.map((row) => row.map(quote).join(delimiter)).join('\r\n')),
    );
    files.push(folder.write('towns.xlsx', writeExcel(TOWNS)));
    for (const file of files) expect(await readCells(file), file).toEqual(TOWNS.slice(1));
  });

  it('counts the rows of an Excel file as the program shows them', async () => {
    const path = folder.write('gap.xlsx', writeExcel([['geo_city', 'geo_url'], ['A', 'a'], [], ['B', 'b']]));
    const { reading } = await readSheetFile(path);
    expect(reading.table?.rowCount).toBe(2);
    expect(reading.table?.rowNumber(1)).toBe(4);
  });

  it('reads numbers and booleans of an Excel file as text', async () => {
    const rows = [
      ['geo_city', 'geo_url', 'count', 'open'],
      ['A', 'a', 12.5, true],
      ['B', 'b', 90210, null],
    ];
    const cells = await readCells(folder.write('typed.xlsx', writeExcel(rows)));
    expect(cells[0]?.slice(0, 3)).toEqual(['A', 'a', '12.5']);
    expect(cells[1]).toEqual(['B', 'b', '90210', '']);
  });

  it('is recognized by its bytes, not by its name', async () => {
    expect(await readCells(folder.write('excel.csv', writeExcel(TOWNS)))).toEqual(TOWNS.slice(1));
    expect(await readCells(folder.write('text.xlsx', 'geo_city,geo_url\nA,a\n'))).toEqual([['A', 'a']]);
  });

  it('refuses an Excel file that can’t be unpacked', async () => {
    const { reading } = await readSheetFile(folder.write('cut.xlsx', writeExcel(TOWNS).subarray(0, 500)));
    expect(reading.table).toBeUndefined();
    expect(reading.problems).toMatchObject([
      { code: 'sheet-not-readable', severity: 'fault', file: 'cut.xlsx' },
    ]);
  });

  it('refuses an Excel file above 32 MiB without unpacking it', async () => {
    const large = Buffer.concat([writeExcel(TOWNS), Buffer.alloc(32 * 1024 * 1024)]);
    const { reading } = await readSheetFile(folder.write('large.xlsx', large));
    expect(reading.problems).toMatchObject([{ code: 'sheet-too-large', severity: 'fault' }]);
  });

  it('can come from a pipe, like the seed', async () => {
    const seed = folder.write('plumber.xml', writeSeed());
    const rows = folder.write(
      'rows.csv',
      'geo_city,geo_state,geo_url,phone,intro\nAustin,Texas,austin-tx,555,x\n',
    );
    const script = 'cat "$2" | "$0" "$1" build --seed "$3" --rows /dev/stdin --out "$4" --json';
    const args = [process.execPath, LAUNCHER, rows, seed, folder.resolve('piped')];
    const { code, stdout } = await runProcess('sh', ['-c', script, ...args]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, pages: 1 });
    const flipped = 'cat "$3" | "$0" "$1" build --seed /dev/stdin --rows "$2" --out "$4-too" --json';
    expect((await runProcess('sh', ['-c', flipped, ...args])).code).toBe(0);
  });
});
