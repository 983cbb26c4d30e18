/** Two lists as one: each row of the first with each row of the second. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combineReadings } from './combine-tables.ts';
import { readCells } from './read-cells.ts';
import { getNames, getTable, getTexts, readSheet, summarizeProblems } from './sheet-fixture.ts';
import type { Table, TableReading } from './table.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const readTowns = (rows: string): TableReading => readSheet(rows);
const readServices = (rows: string): TableReading => readSheet(rows, { file: 'services.csv' });

function combine(towns: string, services: string): Table {
  return getTable(combineReadings(readTowns(towns), readServices(services)));
}

const TOWNS = 'city,zip\nAustin,78701\nWaco,76701\n';
const SERVICES = 'service,price\nDrains,$99\nLeaks,$150\n';

describe('two combined lists', () => {
  it('have the columns of both and a row for each pair, town by town', () => {
    const table = combine(TOWNS, SERVICES);
    expect(getNames(table)).toEqual(['city', 'zip', 'service', 'price']);
    expect(getTexts(table)).toEqual([
      ['Austin', '78701', 'Drains', '$99'],
      ['Austin', '78701', 'Leaks', '$150'],
      ['Waco', '76701', 'Drains', '$99'],
      ['Waco', '76701', 'Leaks', '$150'],
    ]);
  });

  it('give any cell in any order, with columns that are added later', () => {
    const cell = fc.stringMatching(/^[a-z]{1,3}$/);
    const list = (width: number) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(
        list(2),
        list(3),
        fc.array(cell, { minLength: 1, maxLength: 3 }),
        (towns, services, texts) => {
          const table = getTable(
            combineReadings(
              readCells([['a', 'b'], ...towns], { file: 'towns.csv' }),
              readCells([['c', 'd', 'e'], ...services], { file: 'services.csv' }),
            ),
          ).withColumns([{ name: 'image', texts }]);
          const pairs = towns.flatMap((town) => services.map((service) => [...town, ...service]));
          const expected = pairs.map((cells, row) => [...cells, texts[row % texts.length] ?? '']);
          expect(getTexts(table)).toEqual(expected);
          const flat = expected.flat();
          for (let index = flat.length - 1; index >= 0; index -= 7)
            expect(table.getCell(Math.floor(index / 6), index % 6)).toBe(flat[index]);
        },
      ),
    );
  });

  it('number their rows as one sheet, and name the row of each list', () => {
    const table = combine('city\nAustin\n\nWaco\n', 'service\n\nDrains\nLeaks\n');
    expect([0, 1, 2, 3].map((row) => table.rowNumber(row))).toEqual([2, 3, 4, 5]);
    expect(table.findPlace(3)).toEqual({ file: 'towns.csv', row: 4, combinedRow: 4 });
    expect(table.findPlace(3, [0])).toEqual({ file: 'towns.csv', row: 4 });
    expect(table.findPlace(2, [1])).toEqual({ file: 'services.csv', row: 3 });
    expect(table.findPlace(2, [0, 1])).toEqual({ file: 'towns.csv', row: 4, combinedRow: 3 });
  });

  it('skip every page of a row that can’t be read, and report the row once', () => {
    const large = 'x'.repeat(65_600);
    const { table, problems } = combineReadings(
      readTowns(`city\nAustin\n${large}\nWaco\n`),
      readServices(SERVICES),
    );
    expect(summarizeProblems(problems)).toEqual(['loss cell-too-long 3 city']);
    expect([0, 1, 2, 3, 4, 5].map((row) => table?.rowProblems(row).length)).toEqual([0, 0, 1, 1, 0, 0]);
  });

  it('keep errors of cells in the columns of their list', () => {
    const table = combine('city,zip\nAustin,#N/A\n', 'service,price\nDrains,#REF!\nLeaks,$1\n');
    expect(table.cellErrors(0)).toEqual([
      { column: 1, error: '#N/A' },
      { column: 3, error: '#REF!' },
    ]);
    expect(table.cellErrors(1)).toEqual([{ column: 1, error: '#N/A' }]);
  });

  it('report the notices of each list once', () => {
    const { problems } = combineReadings(
      readTowns('city\n Austin\nWaco\n'),
      readServices('service\nDrains \n Leaks\n'),
    );
    expect(problems.map(({ code, file, row }) => [code, file, row])).toEqual([
      ['cells-trimmed', 'towns.csv', 2],
      ['cells-trimmed', 'services.csv', 2],
    ]);
  });

  it('hold no cells of their own: 500,000 rows take the memory of the two lists', () => {
    const towns = Array.from({ length: 10_000 }, (_, row) => [`Town ${row}`, `Some text about town ${row}.`]);
    const services = Array.from({ length: 50 }, (_, row) => [`Service ${row}`]);
    const first = readCells([['city', 'intro'], ...towns], { file: 'towns.csv' });
    const second = readCells([['service'], ...services], { file: 'services.csv' });
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const table = getTable(combineReadings(first, second)).withColumns([{ name: 'image', texts: ['a'] }]);
    let characters = 0;
    for (let cell = 0; cell < table.rowCount * 4; cell += 1)
      characters += table.getCell(cell >> 2, cell & 3).length;
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(2_000_000);
    expect(table.rowCount).toBe(500_000);
    expect(characters).toBeGreaterThan(10_000_000);
    expect(table.getCells(499_999)).toEqual(['Town 9999', 'Some text about town 9999.', 'Service 49', 'a']);
  });
});

describe('lists that can’t be combined', () => {
  const listFaults = (towns: string, services: string) => {
    const { table, problems } = combineReadings(readTowns(towns), readServices(services));
    expect(table).toBeUndefined();
    return problems;
  };

  it('name the column that both have, however it is written', () => {
    expect(listFaults('City Name,zip\nAustin,1\n', 'city_name,price\nDrains,1\n')).toMatchObject([
      {
        code: 'combined-header',
        severity: 'fault',
        file: 'services.csv',
        row: 1,
        field: 'city_name',
        text: 'towns.csv and services.csv both have a column "City Name" and "city_name", which are the same name. Rename one of them.',
      },
    ]);
    expect(listFaults('name\nAustin\n', 'name\nDrains\n')[0]?.text).toBe(
      'towns.csv and services.csv both have a column "name". Rename one of them.',
    );
  });

  it('show the count if there would be too many pages', () => {
    const rows = (name: string, count: number) =>
      `${name}\n${Array.from({ length: count }, (_, row) => `${name} ${row}`).join('\n')}\n`;
    expect(listFaults(rows('city', 1000), rows('service', 5000))).toMatchObject([
      {
        code: 'combination-too-large',
        severity: 'fault',
        text: 'towns.csv has 1,000 rows and services.csv has 5,000 rows: 1,000 × 5,000 = 5,000,000 pages; the limit is 500,000. Shorten one of the lists.',
      },
    ]);
  });

  it('report the faults of both', () => {
    expect(summarizeProblems(listFaults('', 'service\n'))).toEqual([
      'fault sheet-empty',
      'fault header-only 1',
    ]);
  });
});
