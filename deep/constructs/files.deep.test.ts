/**
 * Every construct of the page language in the files of the other platforms, read by SimpleXML, DOMDocument, fgetcsv and
 * json_decode of PHP: the texts must match the naive interpreter.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it, onTestFailed } from 'vitest';
import { buildParts, READ_PAGES } from './builds.ts';
import { compareTexts } from './compare-texts.ts';
import { FILE_SEEDS, type FileSeed } from './file-seeds.ts';
import type { Row } from './naive-language.ts';
import { ROWS } from './sheet.ts';

const SHARED = resolve(import.meta.dirname, '../../../shared');
const HARNESS = resolve(process.env['GEOLOOM_WORDPRESS_IMPORT'] ?? join(SHARED, 'wordpress-import'));
/** If the harness of the WordPress suites is installed, PHP is required. */
const SEEDS = existsSync(HARNESS) || spawnSync('php', ['-v']).status === 0 ? FILE_SEEDS : [];
const READER = join(import.meta.dirname, 'read-files.php');

const top = mkdtempSync(join(tmpdir(), 'geoloom-constructs-'));
let hasFailed = false;
let pages = 0;

afterAll(() => {
  if (hasFailed) console.log(`seeds, sheets and parts: ${top}`);
  else rmSync(top, { recursive: true, force: true });
});

async function readFiles(files: readonly string[], { records, slug, fields }: FileSeed, folder: string) {
  const specification = join(folder, 'specification.json');
  writeFileSync(specification, JSON.stringify({ files, records, slug, fields }));
  const { stdout } = await promisify(execFile)('php', [READER, specification], { maxBuffer: 1 << 28 });
  return READ_PAGES.parse(JSON.parse(stdout));
}

it.each(SEEDS)('match the naive interpreter: $name', async (seed) => {
  onTestFailed(() => void (hasFailed = true));
  const folder = join(top, seed.name);
  const file = `${seed.name}.${seed.extension}`;
  const parts = await buildParts({ folder, type: seed.type, file, seed: seed.text });
  const files = parts.filter((part) => part.endsWith(seed.suffix ?? seed.extension));
  const read = await readFiles(files, seed, folder);
  pages += read.length;
  const isPost = seed.type === 'hubspot';
  const getSlug = (row: Row) => (isPost ? `town-${row['geo_url']}` : (row['geo_url'] ?? ''));
  const getUrl = (row: Row) => `https://northstar.example/${getSlug(row)}${isPost ? '/' : ''}`;
  expect(compareTexts(read, { texts: seed.texts, getSlug, getUrl })).toEqual([]);
});

it('every page of each file was read', () => {
  console.log(`constructs: ${pages} pages of ${SEEDS.length} files of other platforms read`);
  expect(pages).toBe(SEEDS.length * ROWS.length);
});
