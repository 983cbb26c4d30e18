/** Compares the texts that readers found in pages with those of the naive interpreter. */
import { interpret, type Row, type Sheet } from './naive-language.ts';
import { SIGN } from './seeds.ts';
import { ROWS } from './sheet.ts';

export interface ReadPage {
  slug: string;
  texts: readonly string[];
}

/** Presentation of the rows by a platform and its seed. */
export interface Comparison {
  rows?: readonly Row[];
  /** Texts of a page, in the order of the reader. */
  texts: readonly string[];
  getSlug: (row: Row) => string;
  getUrl: (row: Row) => string;
}

/** Describes the differences from the expected texts; empty if all pages are correct. */
export function compareTexts(
  pages: readonly ReadPage[],
  { rows = ROWS, texts, getSlug, getUrl }: Comparison,
): string[] {
  const bySlug = new Map(pages.map((page) => [page.slug, page]));
  const problems = pages.length === rows.length ? [] : [`${pages.length} pages of ${rows.length} rows`];
  const sheet: Sheet = { rows, getUrl };
  for (const row of rows) {
    const page = bySlug.get(getSlug(row));
    if (page === undefined) problems.push(`${getSlug(row)}: no such page`);
    else problems.push(...compare(page, texts, (source) => interpret(source, row, sheet)));
  }
  return problems.slice(0, 5);
}

function compare(
  { slug, texts }: ReadPage,
  sources: readonly string[],
  toPattern: (source: string) => string,
): string[] {
  const found = texts.join('').split(SIGN).slice(1);
  const at = sources.findIndex(
    (source, index) =>
      !new RegExp(`^${toPattern(source.replace(SIGN, ''))}$`, 'su').test(found[index] ?? '\0'),
  );
  if (at < 0 && found.length === sources.length) return [];
  if (at < 0) return [`${slug}: ${found.length} texts instead of ${sources.length}`];
  const source = sources[at] ?? '';
  return [
    `${slug}, text ${at}: ${source}\n found ${JSON.stringify(found[at])}\n wanted ${toPattern(source.replace(SIGN, ''))}`,
  ];
}
