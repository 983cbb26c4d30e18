/**
 * Parses stored pages like their consumers do; the first check compares encoded texts. They must find the structure of
 * a page that was filled with harmless words, with exactly the row's cells in place of these words.
 */
import { fillWithMarks, type KnownSeed, type Mark } from './expectation.ts';
import { readPage, type StoredPage } from './reading.ts';
import type { Row } from './sheet.ts';

const MAX_SHOWN = 5;

/** Describes the problems of the pages; empty if all parsers of all pages get the row's texts. */
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
  const required = shape.map((found) => insertCells(found, marks));
  const actual = readPage(page);
  const at = required.findIndex((found, index) => found !== actual[index]);
  if (at >= 0 || actual.length !== required.length) {
    const place = at >= 0 ? at : required.length;
    problems.push(
      `${page.slug}: expected ${quote(required[place])}, but a parser found ${quote(actual[place])}`,
    );
  }
  if (
    !/^https:\/\/northstar\.example\/\?geoloom=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(page.guid)
  ) {
    problems.push(`${page.slug}: guid ${page.guid}`);
  }
  return problems;
}

/** Replaces all marks at once: a cell may itself contain a word that looks like a mark. */
function insertCells(found: string, marks: readonly Mark[]): string {
  return found.replace(/qx(\d+)xq/g, (word, number: string) => marks[Number(number)]?.cell ?? word);
}

function toJson(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}

/** Returns the style sheet in Elementor's page settings. */
export function readCss(settings: unknown): string {
  if (typeof settings !== 'object' || settings === null || !('custom_css' in settings)) return '';
  return String(settings.custom_css);
}

function quote(found: string | undefined): string {
  return found === undefined ? 'nothing' : JSON.stringify(found.slice(0, 200));
}
