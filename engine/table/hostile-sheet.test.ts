/** Sheets made to be slow are read in seconds: no time grows with the square of a line. */
import { describe, expect, it } from 'vitest';
import { breakLongBlanks } from './break-blanks.ts';
import { readSheet, readTable, textsOf } from './sheet-fixture.ts';

const secondsOf = (text: string): number => {
  const start = performance.now();
  readSheet(text);
  return (performance.now() - start) / 1000;
};

describe('time', () => {
  const half = 400_000;
  it.each([
    ['quotation marks and then blanks', `a,b\n1,${'"x'.repeat(half / 2)}${' '.repeat(half)}\n`],
    ['quotation marks and then TABs', `a\tb\n1\t${'"x'.repeat(half / 2)}${'\t'.repeat(half)}\n`],
    ['quotation marks and then CRs', `a,b\n1,${'"x'.repeat(half / 2)}${'\r'.repeat(half)}\n`],
    ['a quoted cell of them', `a,b\n"x${'"x'.repeat(half / 2)}${' '.repeat(half)}\n`],
    ['a quoted cell of them before TABs', `a\tb\n"x${'"x'.repeat(half / 2)}${'\t'.repeat(half)}\n`],
    [
      'a quoted cell of them before LFs, lines ended by CR',
      `a,b\r"x${'"x'.repeat(half / 2)}${'\n'.repeat(half)}\r`,
    ],
    ['quotation marks with blanks between them', `a,b\n"x${`"${' '.repeat(100)}`.repeat(half / 100)}\n`],
    ['nothing but quotation marks', `a,b\n${'"'.repeat(half * 2 + 1)}`],
    ['an open quotation mark and many lines', `a,b\n"${'1,2\n'.repeat(1_000_000)}`],
    ['one line of separators', `a,b\n${','.repeat(4_000_000)}`],
    ['one endless cell', `a,b\n${'x'.repeat(8_000_000)}`],
    ['blank lines', `a,b\n${'\n'.repeat(2_000_000)}`],
    ['a header of one endless cell', 'x'.repeat(4_000_000)],
    ['an open comment of a web page', `<!--${'-'.repeat(1_000_000)}`],
  ])(
    'of a sheet with %s stays small',
    (_, text) => {
      expect(secondsOf(text)).toBeLessThan(8);
    },
    60_000,
  );
});

describe('long runs of blanks', () => {
  it('come out as they went in', () => {
    const runs = [1, 63, 64, 127, 128, 129, 300, 5000].flatMap((length) =>
      [' ', '\t', '\r', '\u000b', ' \t'].map((blank) => blank.repeat(length)),
    );
    const kept = runs.map((run) => run.replaceAll('\u000b', ''));
    const lines = runs.map((run, index) => `${index},"${run}","x${run}y"\r\n`);
    expect(textsOf(readTable(`a,b,c\r\n${lines.join('')}`))).toEqual(
      kept.map((run, index) => [String(index), run, `x${run}y`]),
    );
  });

  it('come out as they went in where a TAB or a blank divides the cells', () => {
    const run = ' '.repeat(1000);
    expect(textsOf(readTable(`a\tb\n1\t"${'\t'.repeat(500)}"\n${run}x\t2\n`))).toEqual([
      ['1', '\t'.repeat(500)],
      [`${run}x`, '2'],
    ]);
    expect(textsOf(readTable('a b\n1 "2 3"\n', { delimiter: ' ' }))).toEqual([['1', '2 3']]);
  });

  it('leave a row blank that is', () => {
    expect(readTable(`a,b\n${' '.repeat(500)},\n1,2\n`).rowCount).toBe(1);
  });

  it('are still taken for blanks behind a closing quotation mark when they are short', () => {
    expect(textsOf(readTable(`a,b\n"x"${' '.repeat(60)},y\n`))).toEqual([['x', 'y']]);
  });

  it('are lifted but for their last one, and never the line end', () => {
    const text = `x${' '.repeat(200)}\r\ny`;
    const lifted = breakLongBlanks(text, '\n');
    expect(lifted).toBe(`x${'\u0120'.repeat(200)}\r\ny`);
    const carriages = `x${'\r'.repeat(200)}`;
    expect(breakLongBlanks(carriages, '\r')).toBe(carriages);
    expect(breakLongBlanks('x y', '\n')).toBe('x y');
  });
});
