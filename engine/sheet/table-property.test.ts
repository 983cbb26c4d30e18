/** Tables written as CSV are read back equal, whatever their separators, line ends and chunks. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import {
  encodeUtf16,
  joinBytes,
  readSheet,
  readTable,
  toShownRows,
  toShownText,
  createSnapshot,
  getTable,
  getTexts,
} from './sheet-fixture.ts';
import { createTableReader } from './table-reader.ts';

const CHUNKS = [1, 2, 7, 65_536];

interface Style {
  delimiter: string;
  newline: string;
  /** Quotes every cell, not only those that need it. */
  quotesAll: boolean;
  endsWithNewline: boolean;
}

/** An independent writer: RFC 4180, with the separator and line end of the style. */
function writeCsv(records: readonly (readonly string[])[], style: Style): string {
  const writeCell = (cell: string): string => {
    const needsQuotes =
      cell.trimStart().startsWith('"') ||
      cell.includes(style.delimiter) ||
      cell.includes('\n') ||
      cell.includes('\r');
    return style.quotesAll || needsQuotes ? `"${cell.split('"').join('""')}"` : cell;
  };
  const text = records.map((cells) => cells.map(writeCell).join(style.delimiter)).join(style.newline);
  return style.endsWithNewline ? text + style.newline : text;
}

const style = (newlines: readonly string[]): fc.Arbitrary<Style> =>
  fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    newline: fc.constantFrom(...newlines),
    quotesAll: fc.boolean(),
    endsWithNewline: fc.boolean(),
  });

/** Text of characters that are special in CSV, and of ordinary ones. */
const awkward = fc
  .array(fc.constantFrom('"', '""', ',', ';', '|', '\t', '\n', '\r', '\r\n', ' ', 'a', 'é', '😀', '0'), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));
const ordinary = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .map((text) => text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))
  // Marks of a spreadsheet at the start of a cell are removed.
  .filter((text) => !/^['=]/.test(toShownText(text)));
const cell = fc.oneof(awkward, ordinary);

const NAMES = ['place', 'Geo State', 'zip "code"', 'lat, lng', 'größe'];
const isBlank = (cells: readonly string[]): boolean => toShownRows([cells]).length === 0;

const rowsOfWidth = fc
  .integer({ min: 2, max: NAMES.length })
  .chain((width) =>
    fc.record({
      names: fc.constant(NAMES.slice(0, width)),
      rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }),
    }),
  )
  .filter(({ rows }) => rows.some((cells) => !isBlank(cells)));

/** Milliseconds for many cases on a busy machine. */
const SLOW = 120_000;

describe('reading back what was written', () => {
  it(
    'gives the same cells with LF and CRLF and every separator, given or detected',
    () => {
      fc.assert(
        fc.property(rowsOfWidth, style(['\n', '\r\n']), fc.boolean(), ({ names, rows }, written, isGiven) => {
          const text = writeCsv([names, ...rows], written);
          const table = readTable(text, isGiven ? { delimiter: written.delimiter } : {});
          expect(table.delimiter).toBe(written.delimiter);
          expect(table.columns.map((column) => column.name)).toEqual(names);
          expect(getTexts(table)).toEqual(toShownRows(rows));
        }),
        { numRuns: cases(200) },
      );
    },
    SLOW,
  );

  it(
    'gives the same cells with CR',
    () => {
      // A line feed would be detected as a line end if the sheet has no other.
      const noLineFeed = rowsOfWidth.map(({ names, rows }) => ({
        names,
        rows: rows.map((cells) => cells.map((text) => text.replaceAll('\n', 'n'))),
      }));
      fc.assert(
        fc.property(noLineFeed, style(['\r']), ({ names, rows }, written) => {
          const table = readTable(writeCsv([names, ...rows], { ...written, endsWithNewline: true }));
          expect(getTexts(table)).toEqual(toShownRows(rows));
        }),
        { numRuns: cases(100) },
      );
    },
    SLOW,
  );

  it(
    'gives the same cells and row numbers with mixed line ends',
    () => {
      const ends = fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 13, maxLength: 13 });
      fc.assert(
        fc.property(rowsOfWidth, style(['\n']), ends, ({ names, rows }, written, newlines) => {
          const lines = [names, ...rows].map((cells) =>
            writeCsv([cells], { ...written, endsWithNewline: false }),
          );
          const table = readTable(lines.map((line, index) => line + newlines[index]).join(''));
          const numbered = rows.map((cells, index) => ({ cells, number: index + 2 }));
          const shown = numbered.filter(({ cells }) => !isBlank(cells));
          expect(getTexts(table)).toEqual(toShownRows(rows));
          expect(shown.map((_, row) => table.rowNumber(row))).toEqual(shown.map(({ number }) => number));
        }),
        { numRuns: cases(200) },
      );
    },
    SLOW,
  );

  it(
    'gives the same cells from UTF-8 and UTF-16, with and without a mark',
    () => {
      fc.assert(
        fc.property(rowsOfWidth, style(['\n', '\r\n']), ({ names, rows }, written) => {
          const text = writeCsv([names, ...rows], written);
          const expected = toShownRows(rows);
          const encoded = [
            joinBytes([0xef, 0xbb, 0xbf], text),
            joinBytes([0xff, 0xfe], encodeUtf16(text, 'LE')),
            joinBytes([0xfe, 0xff], encodeUtf16(text, 'BE')),
            encodeUtf16(text, 'LE'),
            encodeUtf16(text, 'BE'),
          ];
          for (const bytes of encoded) expect(getTexts(readTable(bytes))).toEqual(expected);
        }),
        { numRuns: cases(60) },
      );
    },
    SLOW,
  );
});

describe('chunks', () => {
  it(
    'don’t affect the result: a sheet of any bytes gives the same table and problems at every size',
    () => {
      const junk = fc.array(
        fc.constantFrom(
          '"',
          ',',
          '\n',
          '\r\n',
          '\r',
          'a',
          ' ',
          '\t',
          'ä',
          '\u0001',
          '😀',
          '""',
          'x,y',
          '"\n',
        ),
        { maxLength: 60 },
      );
      fc.assert(
        fc.property(junk, fc.constantFrom('', 'a,b\n', 'a\tb\r\n'), (parts, header) => {
          const bytes = joinBytes(header, parts.join(''));
          const whole = createSnapshot(readSheet(bytes));
          for (const chunk of CHUNKS) expect(createSnapshot(readSheet(bytes, { chunk }))).toEqual(whole);
        }),
        { numRuns: cases(100) },
      );
    },
    SLOW,
  );

  it('don’t change the result of a sheet of many blocks with problems of all kinds', {
    timeout: SLOW,
  }, () => {
    const rows = Array.from({ length: 4000 }, (_, row) => {
      if (row % 500 === 7) return 'ragged';
      if (row % 700 === 9) return `"stray "quote" here",b,${row}`;
      if (row % 900 === 11) return `dirt\u0002,"two\r\nlines ""and"" more",${row}`;
      return `city ${row},"text, with ${'x'.repeat(row % 120)} → é",${row}`;
    });
    const bytes = joinBytes(`a,b,c\r\n${rows.join('\r\n')}`, [0x0d, 0x0a, 0xfc], ',1,2\r\n');
    const whole = createSnapshot(readSheet(bytes));
    expect(getTable(readSheet(bytes)).rowCount).toBe(4001);
    for (const chunk of [...CHUNKS, 65_535, 65_537, 100_000]) {
      expect(createSnapshot(readSheet(bytes, { chunk }))).toEqual(whole);
    }
  });

  it.each([70_000, 140_000, 300_000, 999_000])(
    'don’t affect a row of %i bytes that spans many blocks',
    (size) => {
      const long = Array.from({ length: 40 }, (_, part) => `"${'x""\n'.repeat(size / 160)}${part}"`);
      const names = long.map((_, index) => `n${index}`).join(',');
      const rows = 'a,'.repeat(39);
      const bytes = joinBytes(`${names}\r\n${rows}b\r\n${long.join(',')}\r\n${rows}c\r\n${rows}d`);
      const whole = readSheet(bytes);
      expect(whole.problems).toEqual([]);
      expect(getTexts(getTable(whole)).map((cells) => cells.at(-1)?.slice(-2))).toEqual([
        'b',
        '39',
        'c',
        'd',
      ]);
      expect(getTexts(getTable(whole))[1]?.[7]).toBe(`${'x"\n'.repeat(size / 160)}7`);
      expect(createSnapshot(readSheet(bytes, { chunk: 4099 }))).toEqual(createSnapshot(whole));
    },
    SLOW,
  );

  it('may be empty, and no chunk is an empty sheet', () => {
    const reader = createTableReader({ file: 'x.csv' });
    for (const text of ['', 'a,b\n', '', '1,2', '']) reader.push(new TextEncoder().encode(text));
    expect(getTexts(getTable(reader.end()))).toEqual([['1', '2']]);
    expect(createTableReader({ file: 'x.csv' }).end().problems[0]?.code).toBe('sheet-empty');
  });

  it.each([65_534, 65_535, 65_536, 65_537, 131_072])(
    'split a sheet of %i bytes only where it may be split',
    (size) => {
      const start = 'a,b\r\n';
      const end = '"x ""y""",é\r\n';
      const bytes = new TextEncoder().encode(end);
      // The last line crosses the end of a block at each possible position.
      for (let shift = 0; shift <= bytes.length; shift += 1) {
        const filling = `${'f'.repeat(1022)},1\r\n`;
        let text = start;
        while (text.length + filling.length + bytes.length < size) text += filling;
        const room = size + shift - text.length - bytes.length - '"",1\r\n'.length;
        if (room > 0) text += `"${'g'.repeat(room)}",1\r\n`;
        const table = readTable(text + end);
        const cells = getTexts(table).at(-1);
        expect(cells).toEqual(['x "y"', 'é']);
      }
    },
  );

  it('may be reused by the caller after they are pushed', () => {
    const bytes = new TextEncoder().encode('a,b\nHouston,1\n');
    const table = getTable(readSheet(bytes, { chunk: 4 }));
    bytes.fill(0x78);
    expect(getTexts(table)).toEqual([['Houston', '1']]);
  });
});
