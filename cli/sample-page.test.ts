/** Builds and audits the sample page with conditions, variants, a list and neighbors. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestFolder, runGeoloom, type TestFolder } from './command-fixture.ts';

let folder: TestFolder;
beforeEach(() => {
  folder = createTestFolder();
});
afterEach(() => folder.remove());

it('builds a page for each town of its sheet, and passes the audit', async () => {
  const out = folder.resolve('out');
  const files = ['--seed', 'examples/drain-page.xml', '--rows', 'examples/drain-towns.csv'];
  const built = await runGeoloom(['build', ...files, '--out', out, '--json']);
  expect(JSON.parse(built.stdout)).toMatchObject({ ok: true, pages: 6, skipped: 0 });
  const text = readFileSync(`${out}/drain-page.xml`, 'utf8');
  const pages = text.split('<item>').slice(1);
  const [austin = '', roundRock = ''] = pages;
  expect(austin).toContain('Visit our office at 500 Congress Ave');
  expect(roundRock).toContain('from our office in Austin');
  expect(austin).toContain('<li>Main lines</li>\n');
  expect(roundRock).toMatch(
    /Nearby towns[^]*drain-cleaning-in-pflugerville-tx\/">Pflugerville<\/a>, 6 miles away/,
  );
  const openings = pages.map((page) => /<p>(A slow|Water|From)/.exec(page)?.[1]);
  expect(new Set(openings).size).toBeGreaterThan(1);
  expect(text).not.toMatch(/\[\/?(?:if|else|spin|for|nearby|near_|geo_)/);
  const audited = await runGeoloom(['audit', `${out}/drain-page.xml`, '--json']);
  expect(JSON.parse(audited.stdout)).toMatchObject({ ok: true, pages: 6 });
});
