/**
 * Sheets in which each row may have a flaw: it is reported once, in its row and column, nothing else is reported,
 * and the other rows are read as if the invalid ones didn’t exist.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { readCells } from './read-cells.ts';
import { readSheet, summarizeProblems, getTable, getTexts } from './sheet-fixture.ts';
import type { Table } from './table.ts';

const NAMES = ['city', 'state', 'zip'];

/** One line of the sheet: its text, the expected problems, and its cells if it becomes a row. */
interface Line {
  text: string;
  listProblems: (row: number) => string[];
  imported?: string[];
  /** Cells are missing at its end: one notice for all such lines. */
  isShort?: boolean;
}

const word = fc.constantFrom('Waco', 'Ulm', 'x y', "O'Fallon", 'ä', '😀', '7');
const cells = fc.tuple(word, word, word);
const none = () => [];

const good = cells.map((row): Line => ({ text: row.join(','), listProblems: none, imported: row }));
const quoted = cells.map(
  (row): Line => ({
    text: row.map((cell) => `"${cell},""${cell}"`).join(','),
    listProblems: none,
    imported: row.map((cell) => `${cell},"${cell}`),
  }),
);
const blank = fc
  .constantFrom('', ' ', ',', ',,', ' ,\t, ', '"",""')
  .map((text): Line => ({ text, listProblems: none }));
const wideBlank = cells.map(
  (row): Line => ({ text: `${row.join(',')},,,`, listProblems: none, imported: row }),
);
const short = fc
  .tuple(word, word)
  .map((row): Line => ({ text: row.join(','), listProblems: none, imported: [...row, ''], isShort: true }));
const long = cells.map(
  (row): Line => ({
    text: `${row.join(',')},more`,
    listProblems: (number) => [`loss row-ragged ${number}`],
  }),
);
const dirty = fc.tuple(cells, fc.nat(2), fc.constantFrom('\u0001', '\u001f', '\u0002', '\ufffe')).map(
  ([row, at, dirt]): Line => ({
    text: row.map((cell, index) => (index === at ? dirt + cell + dirt : cell)).join(','),
    listProblems: (number) => [`notice characters-dropped ${number} ${NAMES[at] ?? ''}`],
    imported: row,
  }),
);
const stray = cells.map(
  (row): Line => ({
    text: [row[0], `"${row[1]}"x`, row[2]].join(','),
    listProblems: (number) => [`loss quote-stray ${number} state`],
  }),
);
const huge = cells.map(
  (row): Line => ({
    text: [row[0], row[1], 'x'.repeat(65_536)].join(','),
    listProblems: (number) => [`loss cell-too-long ${number} zip`],
  }),
);

const line = fc.oneof(
  { weight: 6, arbitrary: good },
  { weight: 2, arbitrary: quoted },
  { weight: 1, arbitrary: huge },
  ...[blank, wideBlank, short, long, dirty, stray].map((arbitrary) => ({ weight: 2, arbitrary })),
);

const countCells = ({ text }: Line): number => text.replaceAll(/"(?:[^"]|"")*"/g, '').split(',').length;

/** Short rows after a stray quotation mark are skipped up to the next whole row: they may be the rest of its cell. */
function skipTails(lines: readonly Line[]): Line[] {
  let isAfterStray = false;
  return lines.map((each) => {
    const isStray = /"x,/.test(each.text);
    if (isStray) isAfterStray = true;
    else if (countCells(each) === NAMES.length) isAfterStray = false;
    if (!isAfterStray || !each.isShort) return each;
    return { text: each.text, listProblems: (number) => [`loss quote-stray ${number}`] };
  });
}

const sheets = fc
  .array(line, { minLength: 1, maxLength: 14 })
  .map(skipTails)
  .filter((lines) => lines.some(({ imported }) => imported));

function listImportedRows(table: Table): [number, string[]][] {
  return getTexts(table).flatMap((row, index): [number, string[]][] =>
    table.rowProblems(index).length === 0 ? [[table.rowNumber(index), row]] : [],
  );
}

describe('a sheet with any flaws in any rows', () => {
  it('reports each of them in its place and imports the other rows', () => {
    fc.assert(
      fc.property(sheets, fc.constantFrom('\n', '\r\n'), fc.boolean(), (lines, end, endsWithLine) => {
        const text =
          [NAMES.join(','), ...lines.map((each) => each.text)].join(end) + (endsWithLine ? end : '');
        const { table, problems } = readSheet(text, { delimiter: ',' });
        const firstShort = lines.findIndex(({ isShort }) => isShort);
        expect(summarizeProblems(problems)).toEqual([
          ...lines.flatMap(({ listProblems }, at) => listProblems(at + 2)),
          ...(firstShort === -1 ? [] : [`notice row-short ${firstShort + 2}`]),
        ]);
        const expected = lines.flatMap(({ imported }, at): [number, string[]][] =>
          imported ? [[at + 2, imported]] : [],
        );
        expect(table && listImportedRows(table)).toEqual(expected);
      }),
      { numRuns: cases(60) },
    );
  });

  it('has one row per line that isn’t blank, each as wide as the header', () => {
    fc.assert(
      fc.property(sheets, (lines) => {
        const { table } = readSheet([NAMES.join(','), ...lines.map((each) => each.text)].join('\n'), {
          delimiter: ',',
        });
        const filled = lines.filter(({ text, imported }) => imported ?? /[^\s",]/.test(text));
        expect(table?.rowCount).toBe(filled.length);
        for (const row of table ? getTexts(table) : []) expect(row).toHaveLength(NAMES.length);
      }),
      { numRuns: cases(40) },
    );
  });
});

describe('the columns of a header', () => {
  interface Head {
    cell: string;
    name?: string;
  }
  const heads: fc.Arbitrary<Head>[] = [
    fc.constantFrom('city', 'Geo City', 'ZIP', 'Größe', '#', '1').map((name) => ({ cell: name, name })),
    fc.constantFrom('city', 'state').map((name) => ({ cell: `  ${name}\t`, name })),
    fc.constantFrom('', ' ', '-', '_', '\u200b', '\u00a0').map((cell) => ({ cell })),
  ];
  const headers = fc
    .array(fc.oneof(...heads), { minLength: 2, maxLength: 8 })
    .filter((getCells) => getCells.filter(({ name }) => name !== undefined).length > 1);
  const toKey = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');

  it('are those with a name, trimmed; others are reported once, at the first row with text', () => {
    fc.assert(
      fc.property(headers, fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }), (header, fills) => {
        const named = header.filter(({ name }) => name !== undefined);
        const rows = fills.map((isFull, row) =>
          header.map(({ name }, column) => (name !== undefined || isFull ? `r${row}c${column}` : '')),
        );
        const grid = [header.map(({ cell }) => cell), ...rows];
        const csv = grid.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n');
        const nameless = header.flatMap(({ name }, column) => (name === undefined ? [column] : []));
        const firstFull = fills.indexOf(true);
        const duplicates = named.filter(
          ({ name = '' }, at) => named.findIndex((other) => toKey(other.name ?? '') === toKey(name)) < at,
        );
        for (const reading of [readSheet(csv, { delimiter: ',' }), readCells(grid, { file: 'x.xlsx' })]) {
          const codes = reading.problems.map(({ code }) => code);
          expect(codes.filter((code) => code === 'duplicate-header')).toHaveLength(duplicates.length);
          expect(
            reading.problems.filter(({ code }) => code === 'column-nameless').map(({ row }) => row),
          ).toEqual(firstFull < 0 ? [] : nameless.map(() => firstFull + 2));
          expect(codes.filter((code) => code === 'row-ragged')).toEqual([]);
          const table = getTable(reading);
          expect(table.columns.map(({ name }) => name)).toEqual(named.map(({ name }) => name));
          expect(table.columns.filter(({ key }) => key === '')).toHaveLength(duplicates.length);
          expect(getTexts(table)).toEqual(
            rows.map((row) => row.filter((_, column) => header[column]?.name !== undefined)),
          );
        }
      }),
      { numRuns: cases(80) },
    );
  });
});
