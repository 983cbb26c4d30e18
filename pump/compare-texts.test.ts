/** Pages of written files, found and compared: with the golden files of all platforms. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { type AuditedPage, getPlatform, ParagraphReader, readPageSlug } from '#engine';
import { compareFilePages } from './compare-texts.ts';

const FILES = globSync('engine/platforms/*/fixtures/*/expected*.{xml,csv}').toSorted();
/** Its records are found by a path that only the seed has. */
const RECORD_PATHS: Readonly<Record<string, string>> = { migrate: 'data/geo_page' };

function readPages(path: string, format: string, recordPath: string | undefined): AuditedPage[] {
  const pages: AuditedPage[] = [];
  const audit = getPlatform(format).audit.create({
    file: basename(path),
    now: '2026-11-29 12:00:00',
    flaws: {},
    recordPath,
    onPage: (page) => pages.push(page),
  });
  audit.push(readFileSync(path));
  audit.end();
  return pages;
}

it.each(FILES)('finds and compares two pages of %s', (path) => {
  const [, , format = '', , name = ''] = path.split('/');
  const recordPath = RECORD_PATHS[name];
  const [left, right = left] = readPages(path, format, recordPath);
  if (!left || !right) throw new Error('The file has no pages.');
  // As the database has it: a full URL, which some files don't.
  const toUrl = (page: AuditedPage) =>
    /^https?:/.test(page.url)
      ? page.url
      : `https://example.com/${(page.url || readPageSlug(page)).replace(/^\//, '')}`;
  const found = compareFilePages(
    { path, url: toUrl(left) },
    { path, url: toUrl(right) },
    { format, recordPath },
  );
  const titles = found?.comparison.paragraphs[0];
  const join = (segments: readonly (readonly [string, boolean])[] | null | undefined) =>
    segments?.map(([text]) => text).join('');
  for (const [side, page] of [
    [titles?.left, left],
    [titles?.right, right],
  ] as const)
    expect(join(side)).toBe(new ParagraphReader().read(page).title);
  expect(found?.comparison.words).toBeGreaterThan(0);
});

it('says that a file doesn’t have a page', () => {
  const [path = ''] = FILES.filter((file) => file.includes('/wordpress/'));
  const page = { path, url: 'https://example.com/no-such-page/' };
  expect(compareFilePages(page, page, { format: 'wordpress' })).toBeUndefined();
});
