/** User-visible texts use plain American English: replaced words must not come back. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const AVOIDED =
  /\b(mend(s|ed|ing)?|needs? you|throw[ns]? away|will land|stands? (in|outside|behind|beside)|whoever|proven|to come to stand|e-mails?|recognised|cancelled|colou?rised|let go to)\b/i;
const ROOMS = 'web,cli,engine,geotag,server,contract,pump';
const files = globSync(`{${ROOMS}}/**/*.{ts,tsx}`).filter((file) => !/\.test\.|fixture|testkit/.test(file));

/** Reads a file without comments and imports, which users don't see. */
const readTexts = (file: string) =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .split('\n')
    .filter((line) => !/^\s*\/\/|^import /.test(line));

it('finds replaced words', () => {
  expect('Mend 1 problem first.').toMatch(AVOIDED);
});

it('has none of them in texts', () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    readTexts(file).flatMap((line) => (AVOIDED.test(line) ? [`${file}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
