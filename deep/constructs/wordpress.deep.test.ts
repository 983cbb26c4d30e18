/**
 * Every construct of the page language in each builder, imported with the official importer: the texts that WordPress'
 * parsers find in the pages must match the naive interpreter.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { type Database, listDatabases, openDatabase } from '../wordpress/database.ts';
import { importParts, runInWordpress, setUpSite, type Site } from '../wordpress/harness.ts';
import { buildParts, READ_PAGES } from './builds.ts';
import { compareTexts } from './compare-texts.ts';
import type { Row } from './naive-language.ts';
import { WORDPRESS_SEEDS, writeWxr } from './seeds.ts';
import { ROWS } from './sheet.ts';

const SHARED = resolve(import.meta.dirname, '../../../shared');
const HARNESS = resolve(process.env['GEOLOOM_WORDPRESS_IMPORT'] ?? join(SHARED, 'wordpress-import'));
const DATABASES = existsSync(HARNESS) ? listDatabases(process.env) : [];
const READER = join(import.meta.dirname, 'read-texts.php');
/** Placeholders that no cell contains. */
const TOKENS = String.raw`(?:\[|%5B|%91)(?:geo_city|note|services|near_|elseif|nearby|for )`;

const top = mkdtempSync(join(tmpdir(), 'geoloom-constructs-'));
let hasFailed = false;
let site: Site;
let pages = 0;

beforeAll(async () => {
  if (DATABASES.length > 0) site = await setUpSite(HARNESS, process.env);
}, 600_000);
afterAll(() => {
  if (hasFailed) console.log(`seeds, sheets and parts: ${top}`);
  else rmSync(top, { recursive: true, force: true });
});

describe.each(DATABASES)('constructs imported on %s', (name) => {
  let database: Database | undefined;
  beforeAll(async () => {
    database = await openDatabase(name, process.env, site.sqliteDir);
  }, 600_000);
  afterAll(() => database?.stop());

  it.each(WORDPRESS_SEEDS)('match the naive interpreter: $name', async (seed) => {
    onTestFailed(() => void (hasFailed = true));
    if (database === undefined) throw new Error(`${name} was not opened.`);
    const folder = join(top, `${name}-${seed.name}`);
    const flags = ['--split', '10MB', '--part-pages', '15'];
    const file = `${seed.name}.xml`;
    const parts = await buildParts({ folder, type: 'wordpress', file, seed: writeWxr(seed), flags });
    expect(parts).toHaveLength(3);
    const getSlug = (row: Row) => `${seed.name}-${row['geo_url']}`;
    const expected = ROWS.map((row) => ({ slug: getSlug(row), path: getSlug(row) }));
    const order = { parts, pages: expected, tokens: TOKENS, run: 'first' as const, folder, media: undefined };
    const report = await importParts(site, database, order);
    expect(report.problems).toEqual({});
    const read = READ_PAGES.parse(await runInWordpress(READER, { site, database, folder }));
    pages += read.length;
    const getUrl = (row: Row) => `https://northstar.example/${getSlug(row)}/`;
    expect(compareTexts(read, { texts: seed.texts, getSlug, getUrl })).toEqual([]);
  });
});

it('every page of each builder was read', () => {
  console.log(
    existsSync(HARNESS)
      ? `constructs: ${pages} pages of ${WORDPRESS_SEEDS.length} builders read`
      : `not applicable here, because the import harness is missing at ${HARNESS}`,
  );
  expect(pages).toBe(DATABASES.length * WORDPRESS_SEEDS.length * ROWS.length);
});
