/**
 * Featured images in a real WordPress: the official importer fetches the images that `geoloom build --images` names, and
 * each page has its own image, byte for byte, in any order of the parts.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { z } from 'zod';
import { makeNoisePhoto } from '#testkit/noise-photo.ts';
import { type Database, listDatabases, openDatabase } from './database.ts';
import { dumpPages, type ImportOrder, importParts, setUpSite, type Site } from './harness.ts';
import type { StoredPage } from './reading.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const HARNESS = resolve(process.env['GEOLOOM_WORDPRESS_IMPORT'] ?? join(ROOT, '../shared/wordpress-import'));
const DATABASES = existsSync(HARNESS) ? listDatabases(process.env) : [];
const SEED = join(ROOT, 'engine/platforms/wordpress/fixtures/featured-images/seed.xml');
const IMAGES_URL = 'https://northstar.example/wp-content/uploads/photos';
const IMAGES = ['front.jpg', 'ridge.jpg', 'valley.jpg'];
const TOWNS = Array.from({ length: 40 }, (_, index) => `Town ${index + 1}`);
const OUTPUT = z.object({ parts: z.array(z.object({ file: z.string() })) });

const top = mkdtempSync(join(tmpdir(), 'geoloom-featured-'));
const photos = join(top, 'photos');
const sums: string[] = [];
let hasFailed = false;
let site: Site;
let imports = 0;

async function makeInput(): Promise<void> {
  mkdirSync(photos);
  for (const [index, name] of IMAGES.entries()) {
    const bytes = await makeNoisePhoto({ width: 320 + index, height: 200 });
    sums.push(createHash('sha256').update(bytes).digest('hex'));
    writeFileSync(join(photos, name), bytes);
  }
  writeFileSync(
    join(top, 'towns.csv'),
    ['geo_city,intro', ...TOWNS.map((town) => `${town},Welcome`)].join('\n'),
  );
}

async function build(name: string, flags: string[]): Promise<string[]> {
  const out = join(top, name);
  const input = ['--seed', SEED, '--rows', join(top, 'towns.csv'), '--out', out, '--json', ...flags];
  const images = ['--images', photos, '--images-url', IMAGES_URL];
  const command = [join(ROOT, 'cli/geoloom.mjs'), 'build', ...input, ...images];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  return OUTPUT.parse(JSON.parse(stdout)).parts.map(({ file }) => join(out, basename(file)));
}

/** @param isMoved true if pages must link to the site's copies: all pages existed when the last image was fetched */
function findImageProblems(pages: readonly StoredPage[], isMoved: boolean): string[] {
  const found = new Map(pages.map((page) => [page.slug, page]));
  return TOWNS.flatMap((town, index) => {
    const page = found.get(`plumber-${town.toLowerCase().replace(' ', '-')}`);
    const turn = index % IMAGES.length;
    const name = IMAGES[turn]?.replace('.jpg', '') ?? '';
    // WordPress adds a number to the name of a second file.
    const shown = new RegExp(`/${name}(?:-\\d+)?\\.jpg"`);
    const isCorrect = page?.image === sums[turn] && page?.alt === name && shown.test(page.content);
    const isOld = isMoved && page?.content.includes(IMAGES_URL) === true;
    return isCorrect && !isOld ? [] : [`${town}: ${JSON.stringify(page)}`];
  });
}

beforeAll(async () => {
  if (DATABASES.length === 0) return;
  await makeInput();
  site = await setUpSite(HARNESS, process.env);
}, 600_000);

afterAll(() => {
  if (hasFailed) console.log(`parts: ${top}`);
  else rmSync(top, { recursive: true, force: true });
});

describe.each(DATABASES)('the official importer on %s', (name) => {
  let database: Database | undefined;
  beforeAll(async () => {
    database = await openDatabase(name, process.env, site.sqliteDir);
  }, 600_000);
  afterAll(() => database?.stop());

  it.each([
    ['one file', [], ['first', 'again']],
    ['parts of 15 pages', ['--split', '10MB', '--part-pages', '15'], ['first', 'reversed']],
  ] as [string, string[], ImportOrder['run'][]][])(
    'links each page to its own image: %s',
    async (what, flags, runs) => {
      onTestFailed(() => void (hasFailed = true));
      if (database === undefined) throw new Error(`${name} was not opened.`);
      const folder = `${name}-${flags.length}`;
      const parts = await build(folder, flags);
      expect(parts).toHaveLength(flags.length === 0 ? 1 : 3);
      const pages = TOWNS.map((town) => {
        const slug = `plumber-${town.toLowerCase().replace(' ', '-')}`;
        return { slug, path: slug, title: `Plumber in ${town}` };
      });
      for (const run of runs) {
        const order = {
          parts,
          pages,
          tokens: String.raw`\[(?:geo_city|intro|featured_image)`,
          run,
          media: photos,
        };
        const work = join(top, `work-${folder}`);
        mkdirSync(work, { recursive: true });
        const { imported } = await importParts(site, database, { ...order, folder: work });
        imports += 1;
        console.log(`${name}, ${what}, ${run}: ${JSON.stringify(imported)}`);
        expect(findImageProblems(await dumpPages(site, database, work), run !== 'reversed'), run).toEqual([]);
      }
    },
    600_000,
  );
});

it('the official importer has fetched the images of every case on this machine', () => {
  console.log(
    existsSync(HARNESS)
      ? `${imports} imports of ${TOWNS.length} pages with ${IMAGES.length} images`
      : `not applicable: no import harness at ${HARNESS}`,
  );
  expect(imports).toBe(4 * DATABASES.length);
});
