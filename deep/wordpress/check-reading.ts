/**
 * Checks stored pages by their readers, while the first check compares encoded texts: they must find the structure of
 * a page with harmless words, and exactly the cells of the row in place of these.
 */
import { fillWithMarks, type KnownSeed, type Mark } from './expectation.ts';
import { readPage, type StoredPage } from './reading.ts';
import type { Row } from './sheet.ts';

const MAX_SHOWN = 5;

/** Lists the problems of the pages, in words; empty if all readers of all pages get the row's text. */
export function checkReading(seed: KnownSeed, rows: readonly Row[], pages: readonly StoredPage[]): string[] {
  const bySlug = new Map(pages.map((page) => [page.slug, page]));
  const guids = new Set(pages.map((page) => page.guid));
  const problems = guids.size === pages.length ? [] : [`${pages.length} pages share ${guids.size} guids`];
  for (const row of rows) problems.push(...checkRow(seed, row, bySlug));
  return problems.length <= MAX_SHOWN
    ? problems
    : [...problems.slice(0, MAX_SHOWN), `and ${problems.length - MAX_SHOWN} more`];
}

function checkRow(seed: KnownSeed, row: Row, pages: ReadonlyMap<string, StoredPage>): string[] {
  const { filler, marks } = fillWithMarks(row);
  const expected = seed.expectPage(filler);
  const page = pages.get(expected.slug);
  if (page === undefined) return [`${expected.slug}: no such page`];
  const problems: string[] = [];
  const shape = readPage({
    ...expected,
    elementor: toJson(expected.meta['_elementor_data']),
    css: readCss(expected.meta['_elementor_page_settings']),
    shortcodes: seed.expectShortcodes(filler),
    thumbnail: expected.thumbnail ?? '',
  });
  const wanted = shape.map((found) => putCells(found, marks));
  const have = readPage(page);
  const at = wanted.findIndex((found, index) => found !== have[index]);
  if (at >= 0 || have.length !== wanted.length) {
    const place = at >= 0 ? at : wanted.length;
    problems.push(`${page.slug}: a reader finds ${quote(have[place])}, wanted ${quote(wanted[place])}`);
  }
  if (
    !/^https:\/\/northstar\.example\/\?geoloom=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(page.guid)
  ) {
    problems.push(`${page.slug}: guid ${page.guid}`);
  }
  return problems;
}

/** Replaces all marks at once: a cell may itself contain a word that looks like a mark. */
function putCells(found: string, marks: readonly Mark[]): string {
  return found.replace(/qx(\d+)xq/g, (word, number: string) => marks[Number(number)]?.cell ?? word);
}

function toJson(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}

/** The style sheet among Elementor's settings of a page. */
export function readCss(settings: unknown): string {
  if (typeof settings !== 'object' || settings === null || !('custom_css' in settings)) return '';
  return String(settings.custom_css);
}

function quote(found: string | undefined): string {
  return found === undefined ? 'nothing' : JSON.stringify(found.slice(0, 200));
}
