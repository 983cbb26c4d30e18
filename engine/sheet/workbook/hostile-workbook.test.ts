/** Damaged and malicious Excel files: each is rejected with a reason, quickly and within a small memory. */
import { describe, expect, it } from 'vitest';
import { MAIN, type WorkbookSpec, writeWorkbook } from '#testkit/workbook-file.ts';
import { packBomb, writeZip, type ZipPart } from '#testkit/zip-file.ts';
import { readTable, getTable } from '../sheet-fixture.ts';
import { getCells, oneSheet, oneXml, listProblems, readBook } from './workbook-fixture.ts';

const GOOD = oneSheet(['city', 'zip'], ['Waco', 76701]);
const SHEET = 'xl/worksheets/sheet1.xml';
const TEXTS = 'xl/sharedStrings.xml';
const withParts = (parts: WorkbookSpec['parts']): WorkbookSpec => ({ ...GOOD, ...(parts && { parts }) });
const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const createSheet = (rows: string): string =>
  `<worksheet xmlns="${MAIN}"><sheetData><row>${inline('city')}</row>${rows}</sheetData></worksheet>`;
const MIB = 1024 * 1024;

/** Expects one fault that describes the problem and suggests a fix. */
function expectRefused(spec: WorkbookSpec | Uint8Array, code: string, reason: RegExp): void {
  const { table, problems } = readBook(spec);
  expect(table).toBeUndefined();
  expect(problems.map(({ code: found, severity, file }) => `${severity} ${found} ${file}`)).toEqual([
    `fault ${code} towns.xlsx`,
  ]);
  expect(problems[0]?.text).toMatch(reason);
  expect(problems[0]?.text).toMatch(/^[A-Z].* (?:Open|Save|Copy|Unpack|Choose|Give)\b.*\.$/s);
}

describe('a bomb', () => {
  const bomb = (head: string, unit: string, tail: string, bytes: number): Omit<ZipPart, 'path'> =>
    packBomb({ head, unit, times: Math.ceil(bytes / unit.length), tail });
  const texts = (bytes: number) =>
    bomb(`<sst xmlns="${MAIN}">`, `<si><t>${'a'.repeat(1000)}</t></si>`, '</sst>', bytes);

  it.each<[string, WorkbookSpec]>([
    ['of shared texts', { ...withParts({ [TEXTS]: texts(200 * MIB) }), isShared: true }],
    [
      'of rows',
      withParts({
        [SHEET]: bomb('<worksheet><sheetData>', '<row/>', '</sheetData></worksheet>', 200 * MIB),
      }),
    ],
    [
      'of two parts that are each below the limit',
      {
        ...withParts({ [TEXTS]: texts(2 * MIB), [SHEET]: bomb('<a>', ' ', '</a>', 63 * MIB) }),
        isShared: true,
      },
    ],
    [
      'of styles',
      withParts({
        'xl/styles.xml': bomb(
          '<styleSheet><cellXfs>',
          '<xf numFmtId="1"/>',
          '</cellXfs></styleSheet>',
          20 * MIB,
        ),
      }),
    ],
    [
      'of sheets',
      withParts({
        'xl/workbook.xml': bomb('<workbook><sheets>', '<sheet name="a"/>', '</sheets></workbook>', 20 * MIB),
      }),
    ],
  ])('%s is rejected for its declared unpacked size', (_, spec) => {
    expectRefused(spec, 'sheet-too-large', /grows to more than \d+ MiB/);
  });

  it.each<[string, Omit<ZipPart, 'path'>]>([
    ['fewer bytes', { ...texts(20 * MIB), lies: { bytes: 5000 } }],
    ['no bytes', { ...texts(20 * MIB), lies: { bytes: 0 } }],
  ])('with a declared unpacked size of %s is cut off there', (_, part) => {
    expectRefused(
      { ...withParts({ [TEXTS]: part }), isShared: true },
      'sheet-not-readable',
      /sharedStrings\.xml is damaged/,
    );
  });

  it('of many sheets is unpacked only for the one that is read', () => {
    const part = bomb('<worksheet><sheetData>', '<row/>', '</sheetData></worksheet>', 60 * MIB);
    const sheets = Array.from({ length: 50 }, (_, index) => ({ name: `S${index}` }));
    const parts = Object.fromEntries(
      sheets.map((__, index) => [`xl/worksheets/sheet${index + 2}.xml`, part]),
    );
    const spec = { sheets: [{ name: 'Towns', rows: [['city'], ['Waco']] }, ...sheets.slice(1)], parts };
    expect(getTable(readBook(spec)).getCell(0, 0)).toBe('Waco');
  });

  it('of too many sheets is rejected', () => {
    const sheets = Array.from({ length: 1001 }, (_, index) => ({ name: `S${index}`, rows: [['a'], ['b']] }));
    expectRefused({ sheets }, 'sheet-not-readable', /more than 1000 sheets/);
  });

  it.each([
    ['a text', bomb('<sst><si><t>', 'a', '</t></si></sst>', 30 * MIB)],
    ['a comment', bomb('<sst><!--', 'a', '--></sst>', 30 * MIB)],
    ['attributes', bomb('<sst ', 'a="1" ', '/>', 30 * MIB)],
    ['references', bomb('<sst><si><t>', '&amp;', '</t></si></sst>', 30 * MIB)],
    ['blanks', bomb('<sst>', ' ', '</sst>', 30 * MIB)],
    ['a DOCTYPE', bomb('<!DOCTYPE a [', ' ', ']><sst/>', 30 * MIB)],
  ])('of one long token, %s, is rejected within its first megabytes', (_, part) => {
    expectRefused(
      { ...withParts({ [TEXTS]: part }), isShared: true },
      'sheet-not-readable',
      /a text that is too long for a cell|well-formed/,
    );
  });

  it('of nested elements is rejected', () => {
    const part = bomb('<sst>', '<a>', '</sst>', 10 * MIB);
    expectRefused(
      { ...withParts({ [TEXTS]: part }), isShared: true },
      'sheet-not-readable',
      /nested deeper than 64/,
    );
  });

  it('within an archive within an archive isn’t a workbook', () => {
    const inner = writeZip([{ path: 'a.xlsx', content: writeWorkbook(GOOD) }]);
    expectRefused(writeZip([{ path: 'b.zip', content: inner }]), 'sheet-binary', /ZIP archive/);
  });

  it('of cells that all have one long text is rejected at the limit of a table', () => {
    const cell = '<c t="s"><v>0</v></c>';
    const spec: WorkbookSpec = {
      ...withParts({
        [TEXTS]: `<sst><si><t>${'a'.repeat(60_000)}</t></si></sst>`,
        [SHEET]: createSheet(`<row>${cell}</row>`.repeat(3000)),
      }),
      isShared: true,
    };
    expect(listProblems(spec).codes).toEqual(['fault sheet-too-large 1668']);
  });
});

describe('entities', () => {
  const laughs = Array.from(
    { length: 9 },
    (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
  );
  it.each([
    [
      'nested a billion times',
      `<!DOCTYPE a [<!ENTITY l0 "ha">${laughs.join('')}]>${createSheet(`<row>${inline('&l9;')}</row>`)}`,
    ],
    [
      'of a file outside',
      `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${createSheet(`<row>${inline('&x;')}</row>`)}`,
    ],
    [
      'that grow with the square',
      `<!DOCTYPE a [<!ENTITY x "${'y'.repeat(50_000)}">]>${createSheet(`<row>${inline('&x;'.repeat(5000))}</row>`)}`,
    ],
    ['that aren’t used', `<!DOCTYPE a>${createSheet('')}`],
  ])('%s are rejected because of the DOCTYPE', (_, xml) => {
    expectRefused(oneXml(xml), 'sheet-not-readable', /sheet1\.xml has a DOCTYPE/);
  });

  it('without a DOCTYPE are malformed', () => {
    expectRefused(
      oneXml(createSheet(`<row>${inline('&x;')}</row>`)),
      'sheet-not-readable',
      /not well-formed XML/,
    );
  });
});

describe('a damaged file', () => {
  it('is rejected wherever it is truncated', () => {
    const whole = writeWorkbook(GOOD);
    for (let bytes = 4; bytes < whole.length; bytes += 1) {
      const { problems } = readBook(whole.subarray(0, bytes));
      expect(
        problems.map(({ code }) => code),
        `${bytes} bytes`,
      ).toEqual(['sheet-not-readable']);
      expect(problems[0]?.text).toMatch(/its end is missing/);
    }
  });

  it('is rejected or read correctly if any bit of every eleventh byte is flipped', () => {
    const whole = writeWorkbook({ ...GOOD, isShared: true });
    const good = getCells(whole);
    let rejected = 0;
    for (let at = 0; at < whole.length; at += 11) {
      const flipped = Uint8Array.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      const { table, problems } = readBook(flipped);
      if (!table) rejected += 1;
      if (!table) expect(problems.at(-1)?.severity).toBe('fault');
      else expect([table.getCell(0, 0), table.getCell(0, 1)], `byte ${at}`).toEqual(good[0]);
    }
    expect(rejected).toBeGreaterThan(whole.length / 11 / 4);
  });

  it('is rejected, whatever bytes follow PK', () => {
    let seed = 7;
    const next = () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) & 0xff;
    for (let round = 0; round < 200; round += 1) {
      const bytes = Uint8Array.from([0x50, 0x4b, 3, 4, ...Array.from({ length: 300 }, next)]);
      expect(readBook(bytes).problems.map(({ severity }) => severity)).toEqual(['fault']);
    }
  });

  it.each<[string, WorkbookSpec | Uint8Array, RegExp]>([
    ['a sheet that is missing', withParts({ [SHEET]: null }), /part xl\/worksheets\/sheet1\.xml is missing/],
    [
      'a workbook that is missing',
      withParts({ 'xl/workbook.xml': null }),
      /part xl\/workbook\.xml is missing/,
    ],
    [
      'relationships that are missing',
      withParts({ 'xl/_rels/workbook.xml.rels': null }),
      /workbook\.xml\.rels is missing/,
    ],
    [
      'texts that are missing',
      { ...withParts({ [TEXTS]: '<sst/>' }), isShared: true },
      /in row 1 to a missing text/,
    ],
    ['no sheet of cells', withParts({ 'xl/workbook.xml': '<workbook/>' }), /has no sheet of cells/],
    ['a sheet that isn’t XML', oneXml('city,zip'), /sheet1\.xml is not well-formed XML/],
    ['a sheet that ends too early', oneXml('<worksheet><sheetData>'), /not well-formed XML/],
    ['two roots', oneXml('<a/><b/>'), /not well-formed XML/],
    ['a control character', oneXml(createSheet(`<row>${inline('\u0001')}</row>`)), /not well-formed XML/],
    [
      'bytes that aren’t UTF-8',
      { sheets: [{ name: 'T', xml: Uint8Array.from([0x3c, 0x61, 0x3e, 0xff, 0xfe, 0x3c]) }] },
      /bytes that are not characters/,
    ],
    [
      'rows in the wrong order',
      oneXml(createSheet('<row r="5"/><row r="3"/>')),
      /counts its rows wrongly at row 6/,
    ],
    ['a row beyond the last', oneXml(createSheet('<row r="1048577"/>')), /counts its rows wrongly at row 2/],
    ['a row without a number', oneXml(createSheet('<row r="-1"/>')), /counts its rows wrongly at row 2/],
    [
      'a column beyond the last',
      oneXml(createSheet('<row r="2"><c r="XFE2"/></row>')),
      /cell in row 2 without a valid column/,
    ],
    [
      'a cell of no column',
      oneXml(createSheet('<row r="2"><c r="2"/></row>')),
      /cell in row 2 without a valid column/,
    ],
    [
      'more cells than columns',
      oneXml(createSheet(`<row>${'<c/>'.repeat(16_385)}</row>`)),
      /cell in row 2 without a valid column/,
    ],
    [
      'a duplicate part',
      writeZip([
        { path: 'a', content: '' },
        { path: 'A', content: '' },
      ]),
      /part A appears twice/,
    ],
    [
      'a wrong sum',
      {
        sheets: [{ name: 'T', xml: createSheet('') }],
        parts: { [SHEET]: { content: createSheet(''), lies: { crc: 1 } } },
      },
      /sheet1\.xml is damaged/,
    ],
    [
      'a wrong place',
      { ...GOOD, parts: { [SHEET]: { content: createSheet(''), lies: { offset: 4_000_000 } } } },
      /sheet1\.xml is not at the offset/,
    ],
    [
      'an unknown way to compress',
      { ...GOOD, parts: { [SHEET]: { content: createSheet(''), lies: { method: 14 } } } },
      /compressed in an unknown way/,
    ],
  ])('with %s is rejected', (_, spec, reason) => {
    expectRefused(spec, 'sheet-not-readable', reason);
  });

  it('with too many rows is rejected at the first one above the limit', () => {
    const rows = `<row>${inline('x')}</row>`.repeat(100_001);
    expect(listProblems(oneXml(createSheet(rows))).codes).toEqual(['fault sheet-too-long 100002']);
  });

  it('with the maximum number of rows, all empty, has no rows', () => {
    const part = packBomb({
      head: '<worksheet><sheetData>',
      unit: '<row/>',
      times: 1_000_000,
      tail: '</sheetData></worksheet>',
    });
    const { codes } = listProblems({ ...GOOD, parts: { [SHEET]: part } });
    expect(codes).toEqual(['fault sheet-empty']);
  });
});

describe('a file of another kind', () => {
  it.each<[string, Uint8Array, string, RegExp]>([
    [
      'an archive',
      writeZip([{ path: 'readme.txt', content: 'x' }]),
      'sheet-binary',
      /This is a ZIP archive\. Unpack it/,
    ],
    [
      'an OpenDocument sheet',
      writeZip([
        { path: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
        { path: 'content.xml', content: '<a/>' },
      ]),
      'sheet-binary',
      /OpenDocument file \(\.ods\)/,
    ],
    [
      'a Word document',
      writeZip([
        {
          path: '_rels/.rels',
          content:
            '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
        },
        { path: 'word/document.xml', content: '<document/>' },
      ]),
      'sheet-not-readable',
      /document\.xml\.rels is missing/,
    ],
    [
      'a binary workbook',
      writeZip([
        {
          path: '_rels/.rels',
          content:
            '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
        },
        { path: 'xl/workbook.bin', content: 'x' },
      ]),
      'sheet-not-readable',
      /binary workbook \(\.xlsb\)/,
    ],
    [
      'a workbook with a password of the archive',
      writeWorkbook({ ...GOOD, parts: { '_rels/.rels': { content: '<a/>', lies: { flags: 1 } } } }),
      'sheet-not-readable',
      /protected by a password/,
    ],
  ])('is recognized: %s', (_, bytes, code, reason) => {
    expectRefused(bytes, code, reason);
  });

  it('is recognized by the text reader: the old Excel file and the one with a password', () => {
    const old = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(600)]);
    expect(() => readTable(old)).toThrow(/old Excel file \(\.xls\), or an Excel file with a password/);
    expect(() => readTable(new Uint8Array(0))).toThrow(/The sheet is empty/);
  });
});

describe('paths', () => {
  it.each(['../../etc/passwd', '/../../etc/passwd', '..\\..\\windows\\win.ini', 'C:\\x', ''])(
    'that lead out of the archive lead nowhere: %j',
    (target) => {
      const relation = `<Relationship Id="rId1" Type="x/worksheet" Target="${target}"/>`;
      const parts = { 'xl/_rels/workbook.xml.rels': `<Relationships>${relation}</Relationships>` };
      expectRefused(withParts(parts), 'sheet-not-readable', /its part .* is missing/);
    },
  );

  it('of parts without a reference may be anything', () => {
    const parts = { '../../evil.sh': 'rm', '/etc/passwd': 'x', '': 'y', [`${'a/'.repeat(1000)}b`]: 'z' };
    expect(getCells(withParts(parts))).toEqual([['Waco', '76701']]);
  });
});
