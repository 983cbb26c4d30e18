/** `geoloom audit` and `geoloom inspect`, which write nothing. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder, runGeoloom, type TestFolder, writeSeed, writeSheet } from './command-fixture.ts';

let folder: TestFolder;
beforeEach(() => {
  folder = createTestFolder();
});
afterEach(() => folder.remove());

const PLAIN = { title: 'Austin', slug: 'austin', content: '<p>Hello</p>', metas: {} };
const OTHER = { ...PLAIN, id: 43, title: 'Dallas', slug: 'dallas' };

describe('geoloom audit', () => {
  it('passes an export whose pages all import', async () => {
    const file = folder.write('export.xml', writeSeed(PLAIN, OTHER));
    const { code, stdout } = await runGeoloom(['audit', file]);
    expect(stdout).toMatch(/^2 of 2 pages ready to import/);
    expect(code).toBe(0);
  });

  it('prints one object with --json', async () => {
    const file = folder.write('export.xml', writeSeed(PLAIN, OTHER));
    const { code, stdout } = await runGeoloom(['audit', file, '--json']);
    const answer = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(answer).toMatchObject({
      ok: true,
      pages: 2,
      files: [{ file, pages: 2 }],
      problems: expect.any(Array),
    });
    expect(answer.files[0].sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('fails an export in which two pages have the same id, and names it', async () => {
    const file = folder.write('export.xml', writeSeed(PLAIN, { ...OTHER, id: 42 }));
    const { code, stdout } = await runGeoloom(['audit', file]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^1 of 2 pages ready to import/);
    expect(stdout).toContain(`${file}:`);
  });

  it('imports the files in the given order: a repeated page isn’t imported', async () => {
    const first = folder.write('first.xml', writeSeed(PLAIN));
    const second = folder.write('second.xml', writeSeed(PLAIN, OTHER));
    const { code, stdout } = await runGeoloom(['audit', first, second, '--json']);
    const answer = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(answer.files.map((entry: { file: string }) => entry.file)).toEqual([first, second]);
    expect(answer.pages).toBe(2);
  });

  it('passes the output of geoloom', async () => {
    const seed = folder.write('plumber.xml', writeSeed());
    const rows = folder.write('towns.csv', writeSheet(7));
    const out = folder.resolve('out');
    await runGeoloom(['build', '--seed', seed, '--rows', rows, '--out', out, '--part-pages', '3']);
    const parts = folder.list('out').filter((name) => name.endsWith('.xml'));
    expect(parts).toHaveLength(3);
    const { code, stdout } = await runGeoloom(['audit', ...parts.map((name) => `${out}/${name}`)]);
    expect(stdout).toMatch(/^7 of 7 pages ready to import/);
    expect(code).toBe(0);
  });

  it.each([
    ['page.html', '<html><p>Hello</p></html>', 'This file isn’t an export of'],
    ['notes.txt', 'Hello', 'This file isn’t an export of'],
    ['towns.csv', 'city,state\nAustin,TX\n', 'This file isn’t an export of'],
    ['empty.xml', '', 'The file is empty, so it isn’t an export of'],
  ])('refuses %s, which isn’t an export, and names all platforms', async (name, content, text) => {
    const file = folder.write(name, content);
    // Wix imports any CSV file with rows
    const types = name === 'towns.csv' ? [[]] : [[], ['--type', 'wix']];
    for (const type of types) {
      const { code, stdout } = await runGeoloom(['audit', file, ...type]);
      expect(code).toBe(1);
      expect(stdout).toMatch(/^Not audited\./);
      expect(stdout).toContain(`${file}  ${text} WordPress, HubSpot, Drupal, Wix, or Webflow.`);
    }
  });

  it('names the place where an export is cut off', async () => {
    const file = folder.write('cut.xml', writeSeed().slice(0, 2000));
    const { code, stdout } = await runGeoloom(['audit', file]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/cut\.xml:\d+:\d+ {2}The XML is malformed here: unclosed tag/);
  });

  it('names every file that can’t be read', async () => {
    const { code, stdout } = await runGeoloom(['audit', folder.resolve('a.xml'), folder.path]);
    expect(code).toBe(1);
    expect(stdout).toContain('a.xml does not exist');
    expect(stdout).toContain('is a folder');
  });
});

describe('geoloom inspect', () => {
  it('reports the placeholders of a seed and their places', async () => {
    const seed = folder.write('plumber.xml', writeSeed());
    const { code, stdout } = await runGeoloom(['inspect', '--seed', seed]);
    expect(code).toBe(0);
    for (const text of ['WXR 1.2', '[geo_city]', '[phone]', 'no sheet yet']) expect(stdout).toContain(text);
  });

  it('reports the result of a seed and a sheet', async () => {
    const seed = folder.write('plumber.xml', writeSeed());
    const rows = folder.write('towns.csv', writeSheet(12));
    const { code, stdout } = await runGeoloom(['inspect', '--seed', seed, '--rows', rows, '--json']);
    const answer = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(answer).toMatchObject({ ok: true, table: { rowCount: 12 }, outcome: { pages: 12, skipped: 0 } });
    const human = await runGeoloom(['inspect', '--seed', seed, '--rows', rows]);
    expect(human.stdout).toContain('12 pages');
    const { estimate } = answer;
    expect(estimate).toMatchObject({ rows: 12, parts: { similarity: 0 } });
    expect(human.stdout).toContain(`Quality estimate: ${Math.round(estimate.score)} of 100, from 12 rows`);
    for (const { points } of estimate.changes) expect(human.stdout).toContain(`  +${points}  `);
    expect(folder.list()).toEqual(['plumber.xml', 'towns.csv']);
  });

  it('reports the columns of only a sheet', async () => {
    const rows = folder.write('towns.csv', writeSheet(12));
    const { code, stdout } = await runGeoloom(['inspect', '--rows', rows]);
    expect(code).toBe(0);
    expect(stdout).toContain('12 rows');
    expect(stdout).toContain('geo_city');
  });

  it('ends with 3 if a build would skip rows', async () => {
    const seed = folder.write('plumber.xml', writeSeed());
    const [header = '', row = ''] = writeSheet(1).split('\n');
    const rows = folder.write('towns.csv', [header, row, row].join('\n'));
    const { code, stdout } = await runGeoloom(['inspect', '--seed', seed, '--rows', rows]);
    expect(stdout).toContain('1 page, 1 row skipped');
    expect(code).toBe(3);
  });

  it('ends with 1 if a build would be refused', async () => {
    const seed = folder.write('plumber.xml', writeSeed({ content: '<p>[geo_ctiy]</p>' }));
    const rows = folder.write('towns.csv', writeSheet(2));
    const { code, stdout } = await runGeoloom(['inspect', '--seed', seed, '--rows', rows]);
    expect(code).toBe(1);
    expect(stdout).toContain('[geo_ctiy]');
    expect(stdout).not.toContain('()');
  });
});
