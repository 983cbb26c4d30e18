/** Rows that aren’t pages: a header in the middle of a sheet, and the totals below it. */
import { describe, expect, it } from 'vitest';
import { readSheet, summarizeProblems } from './sheet-fixture.ts';

describe('a repeated header', () => {
  it('skips only its row', () => {
    const { table, problems } = readSheet('geo_city,zip\nAustin,78701\nGeo_City,ZIP\nDallas,75201\n');
    expect(summarizeProblems(problems)).toEqual(['loss header-repeated 3']);
    expect([0, 1, 2].map((row) => table?.rowProblems(row).length)).toEqual([0, 1, 0]);
  });

  it('is detected if names aren’t ASCII', () => {
    expect(summarizeProblems(readSheet('Größe,Ort\n1,2\nGRÖSSE,Ort\nGröße,ort\n').problems)).toEqual([
      'loss header-repeated 4',
    ]);
  });

  it.each([
    ['one cell that is named like its column', 'city,zip\ncity,78701\n'],
    ['a longer text that begins like the header', 'city,zip\nzip city,zip\n'],
    ['names in another order', 'city,zip\nzip,city\n'],
    ['a row that leaves a name out', 'city,state\ncity,\n'],
  ])('isn’t detected in %s', (_, sheet) => {
    expect(readSheet(sheet).problems).toEqual([]);
  });
});

describe('a row of totals', () => {
  it.each([
    ['a word and figures', 'city,pages,price\nAustin,3,$10.50\nTotal,3,"$1,010.50"\n', 3],
    ['only a word', 'city,state\nAustin,TX\nGrand Total:,\n', 3],
    ['a word in another column', 'note,city,pages\n,Austin,3\n,Subtotal,3\n', 3],
    ['blank rows between', 'city,pages\nAustin,3\n,\n\nTOTALS,45%\n', 5],
  ])('of %s is skipped', (_, sheet, row) => {
    const { table, problems } = readSheet(sheet);
    expect(summarizeProblems(problems)).toEqual([`loss row-totals ${row}`]);
    expect(table?.rowProblems(table.rowCount - 1)).toHaveLength(1);
  });

  it.each([
    ['a town of that name', 'city,state\nTotal,KY\n'],
    ['a longer word', 'city,pages\nTotal Wine,3\n'],
    ['a row in the middle', 'city,pages\nTotal,3\nAustin,3\n'],
    ['the only column of a sheet', 'city\nAustin\nTotal\n'],
  ])('isn’t detected in %s', (_, sheet) => {
    expect(readSheet(sheet).problems).toEqual([]);
  });
});
