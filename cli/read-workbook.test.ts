/** Excel files from real offices: several sheets, hidden ones, formats, errors, and hostile files. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Inspection } from '#engine';
import { MAIN, type WorkbookSpec, writeWorkbook } from '#testkit/workbook-file.ts';
import { packBomb } from '#testkit/zip-file.ts';
import { inDeepTier } from '#testkit/tier.ts';
import { createTestFolder, runGeoloom, runProcess } from './command-fixture.ts';
import { readSheetFile } from './read-sheet.ts';

// Each command is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const folder = createTestFolder();
afterAll(() => folder.remove());

let files = 0;
const write = (content: Uint8Array): string => {
  files += 1;
  return folder.write(`workbook-${files}.xlsx`, content);
};

const readBook = async (spec: WorkbookSpec, sheet?: string) =>
  (await readSheetFile(write(writeWorkbook(spec)), { sheet })).reading;

async function getCells(spec: WorkbookSpec, sheet?: string): Promise<string[][]> {
  const { table, problems } = await readBook(spec, sheet);
  if (!table) throw new Error(JSON.stringify(problems));
  return Array.from({ length: table.rowCount }, (_, row) =>
    table.columns.map((_column, column) => table.getCell(row, column)),
  );
}

const one = (rows: WorkbookSpec['sheets'][number]['rows']): WorkbookSpec => ({
  sheets: [{ name: 'Towns', ...(rows && { rows }) }],
});

describe('texts of a workbook', () => {
  it('keeps characters beyond the first plane that are written as references', async () => {
    const cell = (text: string) => ({ xml: ` t="inlineStr"><is><t>${text}</t></is></c>` });
    expect(await getCells(one([['city'], [cell('&#x1F600; &#128512; é')]]))).toEqual([['😀 😀 é']]);
    const parts = {
      'xl/sharedStrings.xml': `<sst xmlns="${MAIN}"><si><t>a</t></si><si><t>&#x1F600;</t></si></sst>`,
    };
    expect(await getCells({ ...one([['city'], ['x']]), isShared: true, parts })).toEqual([['😀']]);
  });
});

describe('cells as the spreadsheet shows them', () => {
  it.each([
    ['a ZIP code', 501, '00000', '00501'],
    ['a ZIP code of nine digits', 5_010_001, '00000-0000', '00501-0001'],
    ['a percentage', 0.256, '0%', '26%'],
    ['a phone number', 5_125_550_100, '[<=9999999]###-####;(###) ###-####', '(512) 555-0100'],
    ['an amount', 1234.5, '$#,##0.00', '$1,234.50'],
    ['a number without a format', 1234.5, 0, '1234.5'],
    ['a day', 46_082, 14, '2026-03-01'],
  ])('writes %s', async (_, value, format, text) => {
    expect(await getCells(one([['cell'], [{ value, format }]]))).toEqual([[text]]);
  });

  it('names the cell of an error and of a formula without a result', async () => {
    const { problems } = await readBook(
      one([
        ['city', 'price', 'total'],
        ['Austin', { error: '#REF!' }, { formula: 'B2*2' }],
        ['Dallas', 1, { formula: 'B3*2', value: 2 }],
      ]),
    );
    const texts = problems.map(({ text }) => text).join('\n');
    expect(texts).toContain('B2');
    expect(texts).toContain('#REF!');
    expect(texts).toContain('C2');
    expect(texts).not.toContain('C3');
  });
});

describe('a workbook of several sheets', () => {
  const several: WorkbookSpec = {
    sheets: [
      { name: 'Lookup', state: 'hidden', rows: [['code'], ['x']] },
      { name: 'Towns', rows: [['city'], ['Austin']] },
      { name: 'Prices', rows: [['price'], [12]] },
    ],
  };

  it('reads the first visible one, and reports it', async () => {
    const { table, problems } = await readBook(several);
    expect(table?.columns.map(({ name }) => name)).toEqual(['city']);
    expect(problems).toMatchObject([{ severity: 'notice', code: 'sheet-chosen' }]);
    expect(problems[0]?.text).toMatch(/"Towns".*"Prices".*"Lookup" \(hidden\)/);
  });

  it('reads the named one, even if it is hidden', async () => {
    expect(await getCells(several, 'Prices')).toEqual([['12']]);
    expect(await getCells(several, 'lookup')).toEqual([['x']]);
  });

  it('lists the sheets if none has that name', async () => {
    const { table, problems } = await readBook(several, 'Cities');
    expect(table).toBeUndefined();
    expect(problems).toMatchObject([{ severity: 'fault', code: 'sheet-not-found' }]);
    expect(problems[0]?.text).toMatch(/"Towns".*"Prices"/);
  });
});

describe('hidden rows of a workbook', () => {
  const rows = [1, 2, 3].map((row) => {
    const text = ['city', 'Waco', 'Secret'][row - 1];
    return `<row r="${row}"${row === 3 ? ' hidden="1"' : ''}><c r="A${row}" t="inlineStr"><is><t>${text}</t></is></c></row>`;
  });
  const xml = `<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`;
  const workbook = { sheets: [{ name: 'Towns', xml }] };

  it('are skipped with a notice that names the flag, and read with it', async () => {
    const path = write(writeWorkbook(workbook));
    const left = await readSheetFile(path);
    expect(left.reading.table?.rowCount).toBe(1);
    expect(left.reading.problems).toMatchObject([{ code: 'rows-hidden', severity: 'notice' }]);
    expect(left.reading.problems[0]?.text).toBe(
      'Row 3 is hidden or filtered out in the spreadsheet, so it is skipped. If it is a page too, include hidden rows. Use --hidden-rows include.',
    );
    const whole = await readSheetFile(path, { hiddenRows: 'include' });
    expect(whole.reading.table?.rowCount).toBe(2);
    expect(whole.reading.problems).toEqual([]);
  });

  it('are included by a flag', async () => {
    const path = write(writeWorkbook(workbook));
    const count = async (...flags: string[]) => {
      const { stdout } = await runGeoloom(['inspect', '--rows', path, ...flags, '--json']);
      return (JSON.parse(stdout) as Inspection).table?.rowCount;
    };
    expect(await count()).toBe(1);
    expect(await count('--hidden-rows', 'include')).toBe(2);
  });
});

describe('a ZIP bomb', () => {
  /** Reads a file in a separate process. @returns its problems and peak memory */
  async function readApart(content: Uint8Array): Promise<{ codes: string[]; megabytes: number }> {
    const script = `
      const { readSheetFile } = await import(${JSON.stringify(new URL('./read-sheet.ts', import.meta.url).href)});
      const { reading } = await readSheetFile(${JSON.stringify(write(content))});
      const megabytes = process.resourceUsage().maxRSS / 1000;
      console.log(JSON.stringify({ codes: reading.problems.map(({ code }) => code), megabytes }));`;
    const { stdout, stderr } = await runProcess(process.execPath, ['--input-type=module', '-e', script]);
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as { codes: string[]; megabytes: number };
  }

  const texts = (times: number) =>
    packBomb({
      head: `<sst xmlns="${MAIN}">`,
      unit: `<si><t>${'a'.repeat(1000)}</t></si>`,
      times,
      tail: '</sst>',
    });

  it('of shared texts is refused before it uses memory', async () => {
    const bomb = writeWorkbook({
      ...one([['city'], ['x']]),
      parts: { 'xl/sharedStrings.xml': texts(1_400_000) },
    });
    const { codes, megabytes } = await readApart(bomb);
    expect(codes).toEqual(['sheet-too-large']);
    expect(megabytes).toBeLessThan(200);
  });

  inDeepTier(() => {
    it('with a false size is refused when its content is larger', async () => {
      const part = texts(300_000);
      const bomb = writeWorkbook({
        ...one([['city'], ['x']]),
        isShared: true,
        parts: { 'xl/sharedStrings.xml': { ...part, lies: { bytes: 4000 } } },
      });
      const { codes, megabytes } = await readApart(bomb);
      expect(codes).toEqual(['sheet-not-readable']);
      expect(megabytes).toBeLessThan(200);
    });
  });
});

describe('--sheet', () => {
  const writeCities = () =>
    write(
      writeWorkbook({
        sheets: [
          { name: 'Towns', rows: [['city'], ['Austin']] },
          { name: 'Prices 2026', rows: [['price'], [12]] },
        ],
      }),
    );
  const inspectRows = async (...args: string[]) => {
    const { code, stdout } = await runGeoloom(['inspect', '--json', '--rows', ...args]);
    const { table, problems } = JSON.parse(stdout) as Pick<Inspection, 'table' | 'problems'>;
    return { code, columns: table?.columns.map(({ name }) => name), texts: problems.map(({ text }) => text) };
  };

  it('names the sheet that is read', async () => {
    expect(await inspectRows(writeCities(), '--sheet', 'prices 2026')).toMatchObject({
      code: 0,
      columns: ['price'],
      texts: [],
    });
  });

  it('is suggested by problems about sheets', async () => {
    const read = await inspectRows(writeCities());
    expect(read).toMatchObject({ code: 0, columns: ['city'] });
    expect(read.texts.join()).toMatch(/"Towns" was read\. Not read: "Prices 2026"\. .* Use --sheet NAME\.$/);
    const refused = await inspectRows(writeCities(), '--sheet', 'Cities');
    expect(refused.code).toBe(1);
    expect(refused.texts.join()).toMatch(/no sheet "Cities".* Use --sheet NAME\.$/);
  });

  it('is refused for a text file, which has no named sheets', async () => {
    const { code, texts } = await inspectRows(
      folder.write('towns.csv', 'city\nAustin\n'),
      '--sheet',
      'Towns',
    );
    expect([code, texts.join()]).toEqual([1, expect.stringMatching(/isn't an Excel file.*Remove --sheet/)]);
  });
});
