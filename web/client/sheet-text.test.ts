/** What is kept of a sheet must be read by the server as the browser read the file itself. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createInspectSession, type InspectMessage } from './inspect.worker.ts';

const fixtures = 'web/features/projects/form/fixtures';
const read = (name: string) => readFileSync(`${fixtures}/${name}`);
const seed = () => new File([read('seed.xml')], 'seed.xml');

/** Row, place and words of each problem, and what would come out. */
async function readSheet(file: File) {
  const posted: InspectMessage[] = [];
  const receive = createInspectSession((message) => void posted.push(message));
  await receive({ kind: 'change', revision: 1, seed: seed(), sheet: { file } });
  await receive({ kind: 'sheet-text', id: 1 });
  const answer = posted.findLast((message) => message.kind === 'answer');
  const text = posted.findLast((message) => message.kind === 'sheet-text')?.text;
  const { table, outcome } = answer?.inspection ?? {};
  const skipped = table?.cellProblems.filter(({ severity }) => severity === 'loss');
  return {
    text: text ?? '',
    facts: {
      rows: table?.rows,
      skipped: skipped?.map(({ row, code, text: words }) => ({ row, code, words })),
      pages: outcome?.pages,
      skippedRows: outcome?.skipped,
      bytes: outcome?.bytes,
    },
  };
}

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
const towns = read('towns.csv').toString();
const problems = read('towns-with-problems.csv').toString();
const HEAD = 'geo_city,geo_url,phone,state_code,local_intro';

test.each([
  ['an XLSX file', 'towns.xlsx', read('towns.xlsx')],
  ['an XLSX file with a row that is too long, and an empty one', 'towns.xlsx', read('towns-ragged.xlsx')],
  ['UTF-16', 'towns.csv', utf16(towns)],
  [
    'UTF-16 with semicolons',
    'towns.csv',
    utf16(`geo_city;geo_url;phone\nKöln;koeln;"1;2"\nBonn;bonn;"3, 4"\n`),
  ],
  ['UTF-16 with rows that are left out, and empty lines', 'towns.csv', utf16(problems)],
  [
    'the code page of Windows',
    'towns.csv',
    new Uint8Array(Buffer.from(`${HEAD}\nKöln,koeln,1,NW,Große Straße\n`, 'latin1')),
  ],
  [
    'UTF-16 with separators, quotes and line breaks in cells',
    'towns.csv',
    utf16(
      `${HEAD}\n"A; B; C; D; E; F; G",a,"say ""hi""",TX,"two\nlines"\n"B\tC\tD\tE\tF\tG\tH",b, spaced ,TX,"x|y"\n`,
    ),
  ],
])('a sheet from %s is kept as text that gives the same rows and problems', async (_, name, bytes) => {
  const first = await readSheet(new File([bytes], name));
  expect(first.facts.pages ?? first.facts.rows?.length).toBeGreaterThan(0);
  const second = await readSheet(new File([first.text], 'pasted-data.csv'));
  expect(second.facts).toEqual(first.facts);
});

test('a UTF-8 file is kept byte for byte', async () => {
  expect((await readSheet(new File([towns], 'towns.csv'))).text).toBe(towns);
});
