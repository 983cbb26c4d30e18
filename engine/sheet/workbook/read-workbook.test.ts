/** Excel files as programs write them: the sheet that is read, and its cells. */
import { describe, expect, it } from 'vitest';
import { type Cell, MAIN, type WorkbookSpec, writeWorkbook } from '#testkit/workbook-file.ts';
import { getTable } from '../sheet-fixture.ts';
import { ZipArchive } from './zip-archive.ts';
import { getCells, oneSheet, oneXml, listProblems, readBook, getCellText } from './workbook-fixture.ts';

const createSheet = (rows: string, around = ''): string =>
  `<worksheet xmlns="${MAIN}">${around}<sheetData>${rows}</sheetData></worksheet>`;
const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const HEADER = `<row>${inline('city')}${inline('zip')}</row>`;

describe('the sheet that is read', () => {
  const book = (...sheets: [name: string, state?: 'hidden' | 'veryHidden'][]): WorkbookSpec => ({
    sheets: sheets.map(([name, state]) => ({
      name,
      rows: [['name'], [`from ${name}`]],
      ...(state && { state }),
    })),
  });

  it.each([
    ['the first', book(['One'], ['Two']), 'One'],
    ['the first that isn’t hidden', book(['One', 'hidden'], ['Two', 'veryHidden'], ['Three']), 'Three'],
    ['the first if all are hidden', book(['One', 'hidden'], ['Two', 'hidden']), 'One'],
  ])('is %s', (_, spec, name) => {
    expect(getCells(spec)).toEqual([[`from ${name}`]]);
    expect(readBook(spec).workbook?.read).toBe(name);
  });

  it('is reported with all the others', () => {
    const { workbook, problems } = readBook(book(['One', 'hidden'], ['Two'], ['Three']));
    expect(workbook).toEqual({
      read: 'Two',
      sheets: [
        { name: 'One', isHidden: true },
        { name: 'Two', isHidden: false },
        { name: 'Three', isHidden: false },
      ],
    });
    expect(problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['notice sheet-chosen']);
  });

  it('isn’t reported if it is the only one, or was requested', () => {
    expect(readBook(book(['One'])).problems).toEqual([]);
    expect(readBook(book(['One'], ['Two']), 'Two').problems).toEqual([]);
  });

  it.each(['Two', ' two '])('is the one with the name %j', (name) => {
    expect(getCells(book(['One'], ['Two', 'hidden']), name)).toEqual([['from Two']]);
  });

  it('is missing if no sheet has the name, and the others are listed', () => {
    const names = Array.from({ length: 14 }, (_, index): [string] => [`Sheet ${index}`]);
    const { codes, text } = listProblems(book(...names), 'Towns');
    expect(codes).toEqual(['fault sheet-not-found']);
    expect(text).toMatch(/no sheet "Towns".*"Sheet 0", .*"Sheet 9" and 4 more\. Choose one of them\.$/);
    expect(readBook(book(...names), 'Towns').workbook?.sheets).toHaveLength(14);
  });

  it('is listed with the others if it is empty', () => {
    const spec: WorkbookSpec = { sheets: [{ name: 'Cover' }, { name: 'Towns', rows: [['city'], ['Waco']] }] };
    expect(listProblems(spec).codes).toEqual(['notice sheet-chosen', 'fault sheet-empty']);
    expect(readBook(spec).workbook).toMatchObject({ read: 'Cover', sheets: { length: 2 } });
  });

  it('is never a chart', () => {
    const relations = (type: string) =>
      `<Relationship Id="rId1" Type="http://x/relationships/${type}" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://x/relationships/worksheet" Target="worksheets/sheet2.xml"/>`;
    const parts = {
      'xl/_rels/workbook.xml.rels': `<Relationships>${relations('chartsheet')}</Relationships>`,
    };
    const spec = { ...book(['Chart'], ['Towns']), parts };
    expect(readBook(spec).workbook).toEqual({ read: 'Towns', sheets: [{ name: 'Towns', isHidden: false }] });
  });
});

describe('values', () => {
  it.each<[string, Cell, string]>([
    ['text', ' Houston ', 'Houston'],
    ['text of digits', '01101', '01101'],
    ['nothing', null, ''],
    ['true', true, 'TRUE'],
    ['false', false, 'FALSE'],
    ['a number', -95.36327, '-95.36327'],
    ['the result of a formula', { formula: '1+1', value: 2 }, '2'],
    ['the text of a formula', { formula: 'A1&"x"', value: 'a < x' }, 'a < x'],
    ['an empty text of a formula', { formula: 'IF(1,"")', value: '' }, ''],
    [
      'rich text',
      { xml: ' t="inlineStr"><is><r><t>Fort </t></r><r><rPr><b/></rPr><t>Worth</t></r></is></c>' },
      'Fort Worth',
    ],
    ['text in CDATA', { xml: ' t="inlineStr"><is><t><![CDATA[a & b]]></t></is></c>' }, 'a & b'],
    ['an astral character', { xml: ' t="inlineStr"><is><t>&#x1F600;&#128512;</t></is></c>' }, '😀😀'],
    ['an escaped line break', 'a_x000D_\nb', 'a\nb'],
    ['an escaped escape', '_x005F_x0041_', '_x0041_'],
    ['a day in ISO 8601', { xml: ' t="d"><v>2026-03-01T00:00:00.000Z</v></c>' }, '2026-03-01'],
    ['a time in ISO 8601', { xml: ' t="d"><v>2026-03-01T14:30:00</v></c>' }, '2026-03-01 14:30:00'],
  ])('are read: %s', (_, cell, text) => {
    expect(getCellText(cell)).toBe(text);
  });

  it('are the same whether texts are shared or not', () => {
    const spec = oneSheet(
      ['city', 'note'],
      ['São Paulo', '😀'],
      ['A & B', 'São Paulo'],
      ['', 'x'.repeat(3000)],
    );
    expect(getCells({ ...spec, isShared: true })).toEqual(getCells(spec));
  });

  it('are found by index among many shared texts', () => {
    const rows = Array.from({ length: 2500 }, (_, row) => [`Town ${row}`, `é${row}`]);
    const spec = { ...oneSheet(['city', 'note'], ...rows), isShared: true };
    expect(getCells(spec)).toEqual(rows);
  });

  it('don’t include phonetic text', () => {
    const texts = '<si><t>city</t></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>';
    const parts = { 'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${texts}</sst>` };
    expect(getCells({ ...oneSheet(['a'], ['b']), isShared: true, parts })).toEqual([['東京']]);
  });
});

describe('numbers as the spreadsheet shows them', () => {
  it.each([
    [501, '00000', '00501'],
    [501, '[$-1000000]00000', '00501'],
    [5_010_001, '00000-0000', '00501-0001'],
    [12_345_678, '000-00-0000', '012-34-5678'],
    [5_125_550_100, '(###) ###-####', '(512) 555-0100'],
    [5_550_100, '[<=9999999]###-####;(###) ###-####', '555-0100'],
    [0.256, '0%', '26%'],
    [0.256, 9, '26%'],
    [0.256, 10, '25.60%'],
    [1234567, 3, '1,234,567'],
    [1234.5, 4, '1,234.50'],
    [1234.5, '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', '$1,234.50'],
    [-1234.5, 44, '($1,234.50)'],
    [12.5, '[$€-407] #,##0.00', '€ 12.50'],
    [12.5, '[$$-409]0.00', '$12.50'],
    [3, '0" bedrooms"', '3 bedrooms'],
    [-1.25, '[Red]0.0', '-1.3'],
    [30.267153, '0.0000', '30.2672'],
    [501, 49, '501'],
    [501, 'General', '501'],
    [123_456_789_012, 11, '123456789012'],
    [123_456_789_012, '0.00E+00', '123456789012'],
    [7, ';;;', ''],
    [7, 'not [a format', '7'],
  ])('%d in the format %s is %s', (value, format, text) => {
    expect(getCellText({ value, format })).toBe(text);
  });

  it.each([
    [46_082, 14, '2026-03-01'],
    [46_082.604_166_7, 22, '2026-03-01 14:30:00'],
    [0.604_166_7, 18, '14:30:00'],
    [46_082, '[$-409]mmmm d, yyyy;@', '2026-03-01'],
    [46_082, 'dd/mm/yyyy', '2026-03-01'],
    [46_082, '[$-F800]dddd, mmmm dd, yyyy', '2026-03-01'],
    [46_082, 31, '2026-03-01'],
    [1.5, '[h]:mm', '36:00'],
    [1.5, 46, '36:00:00'],
    [5, '0.0"d"', '5.0d'],
    [5, '0\\d', '5d'],
  ])('%d in the format %s, which may be a day, is %s', (value, format, text) => {
    expect(getCellText({ value, format })).toBe(text);
  });

  it('count days from 1904 if the workbook does', () => {
    const spec = oneSheet(['day'], [{ value: 44_620, format: 14 }]);
    expect(getCells({ ...spec, is1904: true })).toEqual([['2026-03-01']]);
  });

  it('are plain if the workbook has no styles', () => {
    const spec = oneSheet(['a', 'b'], [{ value: 501, format: '00000' }, 1]);
    const relations = '<Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>';
    const parts = {
      'xl/_rels/workbook.xml.rels': `<Relationships>${relations}</Relationships>`,
      'xl/styles.xml': null,
    };
    expect(getCells({ ...spec, parts })).toEqual([['501', '1']]);
  });
});

describe('cells without a value', () => {
  it('are reported, whether the formula failed or was never calculated', () => {
    const { codes, text } = listProblems(
      oneSheet(
        ['city', 'price', 'sum'],
        ['Waco', { error: '#REF!' }, { formula: 'B2' }],
        ['Hico', 1, { formula: 'B3', value: 1 }],
      ),
    );
    expect(codes).toEqual(['notice cell-error 2 price', 'notice cell-error 2 sum']);
    expect(text).toMatch(/B2.*#REF!.*\n.*C2.*formula was saved without a result/);
  });

  it('are shown as in the spreadsheet, also in the CSV', () => {
    const table = getTable(
      readBook(oneSheet(['city', 'price', 'sum'], ['Waco', { error: '#REF!' }, { formula: 'B2' }])),
    );
    expect([table.getCell(0, 1), table.getCell(0, 2)]).toEqual(['#REF!', '#NOT_CALCULATED!']);
    expect(table.cellErrors(0).map(({ column }) => column)).toEqual([1, 2]);
  });

  it('are also detected if the formula has an empty value, and if the error is unknown', () => {
    const rows = `<row r="2">${inline('Waco')}<c><f>A1</f><v></v></c></row><row r="3">${inline('Hico')}<c t="e"><v>#PYTHON!</v></c></row>`;
    const table = getTable(readBook(oneXml(createSheet(HEADER + rows))));
    expect([table.cellErrors(0).length, table.cellErrors(1).length]).toEqual([1, 1]);
  });
});

describe('the grid', () => {
  it('preserves the numbers of rows and the columns of cells, with gaps', () => {
    const rows = `<row r="2"><c r="B2" t="inlineStr"><is><t>city</t></is></c><c r="D2" t="inlineStr"><is><t>zip</t></is></c></row><row r="9"><c r="D9"><v>78701</v></c></row>`;
    const table = getTable(readBook(oneXml(createSheet(rows))));
    expect([table.rowNumber(0), table.getCell(0, 0), table.getCell(0, 1)]).toEqual([9, '', '78701']);
    expect(table.columns.map(({ letter }) => letter)).toEqual(['B', 'D']);
  });

  it('may omit the references of rows and cells', () => {
    expect(
      getCells(oneXml(createSheet(`${HEADER}<row/><row>${inline('Waco')}<c><v>1</v></c></row>`))),
    ).toEqual([['Waco', '1']]);
  });

  it.each(['A1', 'A1:XFD1048576', 'nonsense'])(
    'is defined by the rows, not by a dimension of %s',
    (reference) => {
      const xml = createSheet(
        `${HEADER}<row>${inline('Waco')}${inline('76701')}</row>`,
        `<dimension ref="${reference}"/>`,
      );
      expect(getCells(oneXml(xml))).toEqual([['Waco', '76701']]);
    },
  );

  it('ignores styled cells far to the right and far below', () => {
    const far = '<c r="XFD2" s="1"/>';
    const xml = createSheet(
      `${HEADER}<row r="2">${inline('Waco')}${far}</row><row r="1048576"><c r="A1048576" s="1"/></row>`,
    );
    expect(readBook(oneXml(xml)).problems).toEqual([]);
  });

  it('reports a text that is too far to the right to be read', () => {
    const xml = createSheet(`${HEADER}<row r="2">${inline('Waco')}<c r="XFD2"><v>1</v></c></row>`);
    expect(listProblems(oneXml(xml))).toMatchObject({
      codes: ['notice column-far 2'],
      text: expect.stringContaining('Column XFD'),
    });
  });
});

describe('files of other programs', () => {
  const spec = oneSheet(['city', 'zip'], ['Waco', 76701]);
  const rewrite = (path: string, from: RegExp, to: string): WorkbookSpec => {
    const text = readPart(path);
    expect(text).toMatch(from);
    return { ...spec, parts: { [path]: text.replaceAll(from, to) } };
  };
  const readPart = (path: string): string =>
    [...new ZipArchive(writeWorkbook(spec)).unpack(path)]
      .map((piece) => new TextDecoder().decode(piece))
      .join('');

  it.each<[string, () => WorkbookSpec]>([
    ['elements with a prefix', () => rewrite('xl/worksheets/sheet1.xml', /<(\/?)(?=[a-z])/g, '<$1x:')],
    ['targets from the root', () => rewrite('xl/_rels/workbook.xml.rels', /Target="/g, 'Target="/xl/')],
    ['targets with ..', () => rewrite('xl/_rels/workbook.xml.rels', /Target="/g, 'Target="./x/../')],
    [
      'the strict kind of the format',
      () =>
        rewrite(
          'xl/_rels/workbook.xml.rels',
          /http:\/\/schemas\.openxmlformats\.org/g,
          'http://purl.oclc.org/ooxml',
        ),
    ],
    [
      'another prefix for relationships',
      () => rewrite('xl/workbook.xml', /(?<=xmlns:)r(?==)|r(?=:id=)/g, 'rel'),
    ],
    [
      'parts that are stored',
      () => ({ ...spec, sheets: [{ ...spec.sheets[0], name: 'T', kind: 'stored' }] }),
    ],
    [
      'sizes after the data',
      () => ({ ...spec, sheets: [{ ...spec.sheets[0], name: 'T', kind: 'streamed' }] }),
    ],
    ['sizes of eight bytes', () => ({ ...spec, sheets: [{ ...spec.sheets[0], name: 'T', kind: 'zip64' }] })],
  ])('are read with %s', (_, make) => {
    expect(getCells(make())).toEqual([['Waco', '76701']]);
  });

  it('are read with part names in capitals and with backslashes', () => {
    const parts = {
      'xl/worksheets/sheet1.xml': null,
      'XL\\Worksheets\\Sheet1.xml': readPart('xl/worksheets/sheet1.xml'),
    };
    expect(getCells({ ...spec, parts })).toEqual([['Waco', '76701']]);
  });

  it('are read in UTF-16, and with a byte order mark of UTF-8', () => {
    const text = readPart('xl/worksheets/sheet1.xml').replace('UTF-8', 'UTF-16').replace('Waco', 'Größe 😀');
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    expect(getCells({ ...spec, parts: { 'xl/worksheets/sheet1.xml': wide } })).toEqual([
      ['Größe 😀', '76701'],
    ]);
    expect(getCells({ ...spec, parts: { 'xl/worksheets/sheet1.xml': wide.swap16() } })).toEqual([
      ['Größe 😀', '76701'],
    ]);
    const marked = `\ufeff${readPart('xl/worksheets/sheet1.xml')}`;
    expect(getCells({ ...spec, parts: { 'xl/worksheets/sheet1.xml': marked } })).toEqual([['Waco', '76701']]);
  });

  it('are read from any offset in a larger buffer', () => {
    const bytes = writeWorkbook(spec);
    const larger = new Uint8Array(bytes.length + 100);
    larger.set(bytes, 50);
    expect(getCells(larger.subarray(50, 50 + bytes.length))).toEqual([['Waco', '76701']]);
  });
});
