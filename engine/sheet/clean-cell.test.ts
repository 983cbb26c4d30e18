/** Cells as the spreadsheet shows them: cleaned, reported, or unchanged. */
import { describe, expect, it } from 'vitest';
import { readCells } from './read-cells.ts';
import {
  joinBytes,
  getNames,
  readSheet,
  readTable,
  summarizeProblems,
  getTable,
  getTexts,
} from './sheet-fixture.ts';
import { createTableReader } from './table-reader.ts';

const readCell = (cell: string): string | undefined =>
  getTable(
    readCells(
      [
        ['city', 'end'],
        [cell, 'x'],
      ],
      { file: 'towns.xlsx' },
    ),
  ).getCell(0, 0);

describe('the edges of a cell', () => {
  it.each([
    ['blanks', '  Austin '],
    ['TABs and line breaks', '\t\r\nAustin\n\v\f'],
    ['no-break spaces', '\u00a0Austin\u00a0\u202f'],
    ['zero-width spaces', '\u200bAustin\u200b\u2060'],
    ['a byte order mark', '\ufeffAustin\ufeff'],
    ['wide blanks', '\u3000Austin\u2003\u2028'],
  ])('are trimmed of %s', (_, cell) => {
    expect(readCell(cell)).toBe('Austin');
  });

  it.each([
    'à',
    'voilà',
    '你',
    'Kraków',
    '👨‍👩‍👧',
    'א',
    'ه\u200d',
    'x\u00a0y',
    'a  b',
    '\u202eabc',
    '\u{f8000}',
    '\u{f8000}x',
  ])('preserve each character: %s', (cell) => {
    expect(readCell(cell)).toBe(cell);
  });

  it('are reported once, with the count and the first cell', () => {
    const { problems } = readSheet('city,state\r\nDallas ,Texas \r\n  Austin,Texas\r\n');
    expect(summarizeProblems(problems)).toEqual(['notice cells-trimmed 2 city']);
    expect(problems[0]?.text).toContain('3 cells had spaces');
    expect(problems[0]?.text).toContain('first: A2');
  });

  it('are also trimmed of the no-break space of Windows-1252', () => {
    const bytes = Uint8Array.from(
      [...'a,b\nWaco'].map((letter) => letter.charCodeAt(0)).concat(0xa0, 0x2c, 0x31, 10),
    );
    expect(getTexts(readTable(bytes))).toEqual([['Waco', '1']]);
  });
});

describe('marks of a spreadsheet around a value', () => {
  it.each([
    ['="00501"', '00501'],
    ['= "00501"', '00501'],
    ['="say ""hi"""', 'say "hi"'],
    ['=" 00501 "', '00501'],
    ["'00501", '00501'],
    ["'+1 512 555 0100", '+1 512 555 0100'],
    ["'3/4", '3/4'],
    ["'(512) 555-0100", '(512) 555-0100'],
  ])('are removed: %s', (cell, text) => {
    expect(readCell(cell)).toBe(text);
    expect(readCell(text)).toBe(text);
  });

  it.each([
    "'t Harde",
    "'s-Hertogenbosch",
    "'Ewa Beach",
    "'90s Diner",
    "rock 'n' roll",
    '="a"&"b"',
    '=A1',
    "'",
  ])('are preserved in text: %s', (cell) => {
    expect(readCell(cell)).toBe(cell);
  });

  it('are counted in one notice, and formulas as text in another', () => {
    const { problems } = readSheet(
      'city,note\nA,"=""00501"""\nB,\'00501\nC,"=HYPERLINK(""https://x.example"",""map"")"\n',
    );
    expect(summarizeProblems(problems)).toEqual([
      'notice cells-unwrapped 2 note',
      'notice cell-formula 4 note',
    ]);
    expect(problems[0]?.text).toContain('2 cells');
    expect(problems[1]?.text).toContain('B4 is =HYPERLINK(');
  });
});

describe('line breaks inside a cell', () => {
  it('become LF, and vertical tabs and form feeds become a space, each with one notice', () => {
    const { table, problems } = readSheet(
      'city,note\r\nA,"one\r\ntwo\rthree"\r\nB,one\u000btwo\u000cthree\r\n',
    );
    expect(table && getTexts(table)).toEqual([
      ['A', 'one\ntwo\nthree'],
      ['B', 'one two three'],
    ]);
    expect(summarizeProblems(problems)).toEqual([
      'notice cells-line-ends 2 note',
      'notice cells-breaks 3 note',
    ]);
  });
});

describe('characters that were saved in the wrong encoding', () => {
  it.each([
    ['MontrÃ©al', 'Montréal'],
    ['SÃ£o Paulo', 'São Paulo'],
    ['lâ€™eau', 'l’eau'],
    ['Montr√©al', 'Montréal'],
    ['MontrÃƒÂ©al', 'Montréal'],
    ['ZÃ¼rich', 'Zürich'],
  ])('are reported with the repaired text and left unchanged: %s', (cell, repaired) => {
    const { table, problems } = readSheet(`city,x\n${cell},1\n`);
    expect(table?.getCell(0, 0)).toBe(cell);
    expect(summarizeProblems(problems)).toEqual(['notice letters-garbled 2 city']);
    expect(problems[0]?.text).toContain(`"${repaired}"`);
  });

  it.each(['SÃO PAULO', 'CAFÉ’s', '“Å”', 'Ñandú', 'ÅÄÖ', 'Đà Nẵng', 'Москва', '√2', '≈5 km', '東京'])(
    'aren’t reported in ordinary text: %s',
    (cell) => {
      expect(readSheet(`city,x\n${cell},1\n`).problems).toEqual([]);
    },
  );

  it('are reported if they are missing', () => {
    expect(summarizeProblems(readSheet('city,x\nMontr\ufffdal,1\n').problems)).toEqual([
      'notice letters-damaged 2 city',
    ]);
  });

  it('are shown in each possible encoding', () => {
    const bytes = Uint8Array.from(
      [...'city,x\nCa', 0x96, ...'on City,1\n'].map((part) =>
        typeof part === 'number' ? part : part.charCodeAt(0),
      ),
    );
    const { problems } = readSheet(bytes);
    expect(problems[0]?.text).toContain('They were read as Windows-1252, where the cell is "Ca–on City"');
    expect(problems[0]?.text).toContain('in Mac OS Roman "Cañon City"');
  });
});

describe('an encoding that is chosen', () => {
  const readAs = (bytes: Uint8Array, encoding: string) => {
    const reader = createTableReader({ file: 'towns.csv', encoding });
    reader.push(bytes);
    return getTable(reader.end());
  };

  it('is used unless there is a byte order mark', () => {
    const mac = joinBytes('city,x\nCa', [0x96], 'on City,1\n');
    expect(readAs(mac, 'macintosh').getCell(0, 0)).toBe('Cañon City');
    expect(readAs(mac, 'macintosh').encoding).toBe('macintosh');
    expect(readAs(joinBytes('city,x\nWroc', [0xb3], 'aw,1\n'), 'windows-1250').getCell(0, 0)).toBe('Wrocław');
    expect(readAs(joinBytes([0xef, 0xbb, 0xbf], 'city,x\nCañon City,1\n'), 'macintosh').getCell(0, 0)).toBe(
      'Cañon City',
    );
  });
});

describe('rows without a town', () => {
  const sheet = (rows: number, row: string): string =>
    `city,state,slug\nWaco,TX,waco\n${`${row}\n`.repeat(rows)}`;

  it.each([',,"-"', '0,0,0-0', '"","",", "', ',,FALSE', ',,#N/A', ',,plumber-in'])(
    'are reported in one notice if a formula repeats them: %s',
    (row) => {
      const { table, problems } = readSheet(sheet(40, row));
      expect(table?.rowCount).toBe(1);
      expect(summarizeProblems(problems)).toEqual(['notice rows-without-town']);
      expect(problems[0]?.text).toMatch(/^40 rows have no town/);
    },
  );

  it.each([
    ['a town', 'Hico,,'],
    ['a town of one character', 'Y,,'],
    ['cells that differ', ',TX,a\n,TX,b'],
    ['an error in place of the town', '#REF!,TX,a\n#REF!,TX,a'],
  ])('are preserved with %s', (_, rows) => {
    const { table, problems } = readSheet(`city,state,slug\nWaco,TX,waco\n${rows}\n`);
    expect(table?.rowCount).toBe(1 + rows.split('\n').length);
    expect(problems.map(({ code }) => code)).not.toContain('rows-without-town');
  });

  it('are preserved if no column has towns', () => {
    expect(readSheet('place,x\nWaco,1\n-,0\n').table?.rowCount).toBe(2);
  });

  it('don’t change the numbers and problems of other rows', () => {
    const { table, problems } = readSheet('city,state\n-,-\nWaco,TX\n-,-\nHico,TX,more\nMesa,#REF!\n');
    expect([0, 1, 2].map((row) => table?.rowNumber(row))).toEqual([3, 5, 6]);
    expect(table?.rowProblems(1)).toHaveLength(1);
    expect(table?.cellErrors(2)).toHaveLength(1);
    expect(summarizeProblems(problems)).toEqual([
      'loss row-ragged 5',
      'notice rows-without-town',
      'notice cell-error 6 state',
    ]);
  });
});

describe('the header', () => {
  it('is reported if it has an error', () => {
    const { table, problems } = readSheet('city,#REF!,zip\nWaco,1,76701\n');
    expect(table && getNames(table)).toEqual(['city', 'zip']);
    expect(summarizeProblems(problems)).toEqual(['notice header-error 1']);
    expect(problems[0]?.text).toContain('Column B shows the error #REF!');
  });

  it('can have line breaks inside names', () => {
    expect(getNames(readTable('"geo\ncity","zip \r\n code"\n1,2\n'))).toEqual(['geo city', 'zip code']);
  });
});

describe('spaces before a quotation mark', () => {
  it('are ignored if the whole cell is quoted', () => {
    const table = readTable(
      '"city", "state", "phone"\n"Dallas", "Texas, USA", "1"\n"Waco",  "say ""hi""", "2"\n',
    );
    expect(getNames(table)).toEqual(['city', 'state', 'phone']);
    expect(getTexts(table)).toEqual([
      ['Dallas', 'Texas, USA', '1'],
      ['Waco', 'say "hi"', '2'],
    ]);
  });

  it('leave an unmatched quotation mark in its line as text', () => {
    expect(getTexts(readTable('a,b\n1, "x\n2, "y"\n'))).toEqual([
      ['1', '"x'],
      ['2', 'y'],
    ]);
    expect(getTexts(readTable('a,b\n1, "A" or "B"\n'))).toEqual([['1', '"A" or "B"']]);
  });
});

describe('many columns', () => {
  it('are read, a thousand of them', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `n${index}`);
    const table = readTable(`${names.join(',')}\n${names.join(',')}x\n`);
    expect(table.columns).toHaveLength(1000);
    expect(table.getCell(0, 999)).toBe('n999x');
  });
});
