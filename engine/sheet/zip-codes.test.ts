/** ZIP codes that lost their leading zeros because a spreadsheet converted them to numbers. */
import { describe, expect, it } from 'vitest';
import { readCells } from './read-cells.ts';
import { readSheet, readTable, summarizeProblems } from './sheet-fixture.ts';

const listZipProblems = (name: string, ...zips: string[]) =>
  readSheet(`${name}\n${zips.join('\n')}\n`).problems;

describe('ZIP codes without their leading zero', () => {
  it('are detected in CSV, with the column, the first row and the count', () => {
    const { problems } = readSheet('city,Geo ZIP\nHouston,77001\n\nBoston,2108\nHoltsville,501\n');
    expect(summarizeProblems(problems)).toEqual(['notice zero-lost 4 Geo ZIP']);
    expect(problems[0]?.text).toContain('2 ZIP codes');
  });

  it('are detected in a workbook', () => {
    const { problems } = readCells([['zip'], ['2108']], { file: 'towns.xlsx' });
    expect(summarizeProblems(problems)).toEqual(['notice zero-lost 2 zip']);
  });

  it.each(['zip', 'ZIP Code', 'zipcode', 'geo_zip'])(
    'are detected under %s, even if all are short',
    (name) => {
      expect(summarizeProblems(listZipProblems(name, '2108', '7030'))).toEqual([
        `notice zero-lost 2 ${name}`,
      ]);
    },
  );

  it.each([
    ['postal codes of a country that writes four digits', 'postal code', ['1010', '8001']],
    ['codes of five digits', 'zip', ['02108', '00501', '77001-1234']],
    ['postal codes of letters', 'zip', ['SW1A 1AA', 'K1A 0B1']],
    ['other columns', 'population', ['2108']],
    ['empty cells', 'zip', ['""', '77001']],
  ])('aren’t detected in %s', (_, name, zips) => {
    expect(listZipProblems(name, ...zips)).toEqual([]);
  });

  it('don’t skip their rows', () => {
    const table = readTable('zip\n2108\n');
    expect([table.getCell(0, 0), table.rowProblems(0)]).toEqual(['2108', []]);
  });
});
