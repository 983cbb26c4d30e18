/** Runs the import harness: set-up, import with expectations, dump of the stored pages. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Database, Environment } from './database.ts';
import type { ExpectedPage } from './expectation.ts';
import type { StoredPage } from './reading.ts';

/** Folders of the harness's WordPress. */
export interface Site {
  harness: string;
  /** Environment of each run: the caller's without variables for another site or database. */
  env: Environment;
  sqliteDir: string;
}

export interface ImportOrder {
  parts: readonly string[];
  pages: readonly (Partial<ExpectedPage> & Pick<ExpectedPage, 'slug' | 'path'>)[];
  /** PCRE of placeholders that must not remain. */
  tokens: string;
  /** `reversed` starts with the last part, `again` imports into the same site, `xmlprocessor` uses the importer's other parser. */
  run: 'first' | 'reversed' | 'again' | 'xmlprocessor';
  /** Folder for the expectations. */
  folder: string;
  /** Folder of the pictures that the parts name, by their base names; requests don't leave the machine. */
  media: string | undefined;
}

/** PHP writes an empty map as `[]`. */
function phpMap<Value extends z.ZodType>(value: Value) {
  const empty = z.tuple([]).transform((): Record<string, z.output<Value>> => ({}));
  return z.union([z.record(z.string(), value), empty]);
}

/** Parts of import.sh's report that are checked. */
const IMPORT_REPORT = z.object({
  problems: phpMap(z.number()),
  examples: phpMap(z.array(z.string())),
  imported: phpMap(z.number()),
});

const STORED_PAGES: z.ZodType<StoredPage[]> = z.array(
  z.object({
    slug: z.string(),
    title: z.string(),
    excerpt: z.string(),
    content: z.string(),
    guid: z.string(),
    shortcodes: z.array(z.object({ tag: z.string(), attributes: z.record(z.string(), z.string()) })),
    thumbnail: z.string(),
    image: z.string(),
    alt: z.string(),
    elementor: z.string(),
    css: z.string(),
  }),
);

const MODULES = ['dom', 'SimpleXML', 'xmlreader', 'mbstring', 'gd', 'pdo_sqlite', 'mysqli'];
const PACKAGES = 'php-cli php-xml php-mbstring php-gd php-sqlite3 php-mysql unzip';
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** @throws with the output of the script if it fails */
async function runBash(script: string, args: readonly string[], env: Environment): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-c', script, 'bash', ...args], {
    maxBuffer: 1 << 30,
    env: { ...env },
  });
  return stdout;
}

/** Downloads WordPress on first use: 158 MB. */
export async function setUpSite(harness: string, env: Environment): Promise<Site> {
  const modules = spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout ?? '';
  const missing = MODULES.filter((name) => !modules.split('\n').includes(name));
  if (missing.length > 0) {
    throw new Error(`PHP lacks ${missing.join(', ')}. Install what is missing; on Debian: ${PACKAGES}`);
  }
  const wordpress = join(tmpdir(), 'geoloom-wordpress');
  mkdirSync(wordpress, { recursive: true });
  const script = 'eval "$("$1/setup.sh" "$2")" && printf "%s\\n" "$WP_DIR" "$IMPORTER_DIR" "$SQLITE_DIR"';
  const found = await runBash(script, [harness, wordpress], env);
  const [wpDir = '', importerDir = '', sqliteDir = ''] = found.split('\n');
  const inherited = Object.entries(env).filter(([key]) => !key.startsWith('WP_') && key !== 'SQLITE_DIR');
  return {
    harness,
    env: { ...Object.fromEntries(inherited), WP_DIR: wpDir, IMPORTER_DIR: importerDir },
    sqliteDir,
  };
}

export async function importParts(site: Site, database: Database, order: ImportOrder) {
  const slugs = join(order.folder, 'slugs.txt');
  const rows = join(order.folder, 'rows.json');
  writeFileSync(slugs, order.pages.map((page) => `${page.slug}\n`).join(''));
  // On a second import, the importer adds every meta again.
  const pages = order.run === 'again' ? order.pages.map(({ meta: _meta, ...rest }) => rest) : order.pages;
  writeFileSync(rows, JSON.stringify(pages));
  const env = {
    ...describeSite(site, database, order.folder),
    REWRITE_URLS: '0',
    EXPECT_PAGES: String(order.pages.length),
    EXPECT_SLUGS: slugs,
    EXPECT_ROWS: rows,
    TOKENS: order.tokens,
    ...(order.media === undefined ? {} : { FETCH: '1', ATTACH_DIR: order.media }),
    ...(order.run === 'again' ? { KEEP: '1' } : {}),
    ...(order.run === 'xmlprocessor' ? { PARSER: 'xmlprocessor' } : {}),
  };
  // Exit code 1: something is missing, and the report has the details.
  const script = '"$1/import.sh" "${@:2}"; test $? -le 1';
  const parts = order.run === 'reversed' ? order.parts.toReversed() : order.parts;
  const output = await runBash(script, [site.harness, ...parts], env);
  return IMPORT_REPORT.parse(JSON.parse(output));
}

/** Writes the smallest possible PNG under the name in our own seed. */
export function writeMedia(folder: string): string {
  const media = join(folder, 'media');
  mkdirSync(media, { recursive: true });
  for (const name of ['truck.png', 'roof.png']) writeFileSync(join(media, name), Buffer.from(PNG, 'base64'));
  return media;
}

/** Reads all pages from the database. */
export async function dumpPages(site: Site, database: Database, folder: string): Promise<StoredPage[]> {
  const dump = join(import.meta.dirname, 'dump.php');
  return STORED_PAGES.parse(await runInWordpress(dump, { site, database, folder }));
}

/** Returns the JSON that a PHP file prints within the site. */
export async function runInWordpress(
  file: string,
  { site, database, folder }: { site: Site; database: Database; folder: string },
): Promise<unknown> {
  const env = { ...describeSite(site, database, folder), PHP_MEMORY_LIMIT: '-1' };
  const script = 'source "$1/lib/env.sh" && wp_php php "$2"';
  return JSON.parse(await runBash(script, [site.harness, file], env));
}

/** Empties the site and runs a PHP file in it; an import with `again` keeps what it sets. */
export async function prepareSite(
  file: string,
  { site, database, folder }: { site: Site; database: Database; folder: string },
): Promise<void> {
  const script = 'source "$1/lib/env.sh" && wp_php install && wp_php reset && wp_php php "$2"';
  await runBash(script, [site.harness, file], describeSite(site, database, folder));
}

function describeSite(site: Site, database: Database, folder: string): Environment {
  return { ...site.env, ...database.env, WP_STATE_DIR: join(folder, '..', `site-${database.name}`) };
}
