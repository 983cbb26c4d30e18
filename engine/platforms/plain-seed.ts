/** A seed without rules of a site, to fill a text before a seed page is chosen. */
import { type ColumnChoices, Columns } from '../language/columns.ts';
import type { Seed } from '../render/seed.ts';
import type { Table } from '../sheet/table.ts';
import { readSeed } from './read-seed.ts';

/** Creates a list whose pages have a URL for any sheet. */
export function createPlainSeed(table: Table, choices: ColumnChoices): Seed | undefined {
  const slug = new Columns(table.columns, choices).resolve('geo_url') ? '[geo_url]' : '[row_number]';
  const bytes = new TextEncoder().encode(`Title,Slug\r\n"Page [row_number]","${slug}"\r\n`);
  return readSeed(bytes, 'page.csv', 'wix').seed;
}
