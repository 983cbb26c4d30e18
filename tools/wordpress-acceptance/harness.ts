/** Drives the import harness: its set-up, an import with expectations, and a dump of what was stored. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Database } from './database.ts';
import type { ExpectedPage, OtherPage } from './expectation.ts';
import type { Options } from './options.ts';
import type { StoredPage } from './reading.ts';

/** Where the harness found or put its WordPress. */
export interface Site {
  harness: string;
  /** The environment of every run: the caller's without what would choose another site or database. */
  env: Record<string, string | undefined>;
  sqliteDir: string;
}

/** PHP writes an empty map as `[]`. */
function phpMap<Value extends z.ZodType>(value: Value) {
  return z.union([
    z.record(z.string(), value),
    z.tuple([]).transform((): Record<string, z.output<Value>> => ({})),
  ]);
}

/** What of import.sh's report is looked at here. */
const IMPORT_REPORT = z.object({
  ok: z.boolean(),
  problems: phpMap(z.number()),
  examples: phpMap(z.array(z.string())),
  imported: phpMap(z.number()),
  totals: z.object({ seconds: z.number() }),
});

export type ImportReport = z.infer<typeof IMPORT_REPORT>;

const STORED_PAGES = z.array(
  z.object({
    slug: z.string(),
    title: z.string(),
    excerpt: z.string(),
    content: z.string(),
    guid: z.string(),
    shortcodes: z.array(z.object({ tag: z.string(), attributes: z.record(z.string(), z.string()) })),
    thumbnail: z.string(),
    elementor: z.string(),
    css: z.string(),
  }),
);

export interface ImportOrder {
  parts: readonly string[];
  pages: readonly (Partial<ExpectedPage> & OtherPage)[];
  /** A PCRE of placeholders that must not be left over. */
  tokens: string;
  /** The importer's parser, and whether the site keeps what it has (a second import). */
  run: 'first' | 'again' | 'xmlprocessor';
  /** Where the expectations and the report are written. */
  folder: string;
  /** Pictures that the parts name are handed to the importer; no request leaves the machine. */
  hasMedia: boolean;
}

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const MAX_OUTPUT = 1 << 30;

export function setUpSite({ harness, wordpress, env }: Options): Site {
  const script = 'eval "$("$1/setup.sh" "$2")" && printf "%s\\n" "$WP_DIR" "$IMPORTER_DIR" "$SQLITE_DIR"';
  mkdirSync(wordpress, { recursive: true });
  const made = spawnSync('bash', ['-c', script, 'bash', harness, wordpress], {
    encoding: 'utf8',
    env: { ...env },
  });
  const [wpDir = '', importerDir = '', sqliteDir = ''] = made.stdout.trim().split('\n');
  if (made.status !== 0 || wpDir === '') throw new Error(`setup.sh: ${made.stderr}`);
  const kept = Object.entries(env).filter(([key]) => !key.startsWith('WP_') && key !== 'SQLITE_DIR');
  return {
    harness,
    env: { ...Object.fromEntries(kept), WP_DIR: wpDir, IMPORTER_DIR: importerDir },
    sqliteDir,
  };
}

export function importParts(site: Site, database: Database, order: ImportOrder): ImportReport {
  const slugs = join(order.folder, 'slugs.txt');
  const rows = join(order.folder, `rows-${order.run}.json`);
  writeFileSync(slugs, order.pages.map((page) => `${page.slug}\n`).join(''));
  // a second import adds every meta a second time, which is the importer's own doing
  const pages = order.run === 'again' ? order.pages.map(({ meta: _meta, ...rest }) => rest) : order.pages;
  writeFileSync(rows, JSON.stringify(pages));
  const result = spawnSync('bash', [join(site.harness, 'import.sh'), ...order.parts], {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
    env: {
      ...environmentOf(site, database, order.folder),
      REWRITE_URLS: '0',
      EXPECT_PAGES: String(order.pages.length),
      EXPECT_SLUGS: slugs,
      EXPECT_ROWS: rows,
      TOKENS: order.tokens,
      ...(order.hasMedia ? { FETCH: '1', ATTACH_DIR: layMedia(order.folder) } : {}),
      ...(order.run === 'again' ? { KEEP: '1' } : {}),
      ...(order.run === 'xmlprocessor' ? { PARSER: 'xmlprocessor' } : {}),
    },
  });
  if (result.status === null || result.status > 1) throw new Error(`import.sh: ${result.stderr}`);
  writeFileSync(join(order.folder, `report-${database.name}-${order.run}.json`), result.stdout);
  return IMPORT_REPORT.parse(JSON.parse(result.stdout));
}

/** The smallest PNG there is, under the name that our own seed gives. */
function layMedia(folder: string): string {
  const media = join(folder, 'media');
  mkdirSync(media, { recursive: true });
  writeFileSync(join(media, 'truck.png'), Buffer.from(PNG, 'base64'));
  return media;
}

/** Every page as the database holds it now. */
export function dumpPages(site: Site, database: Database, folder: string): StoredPage[] {
  const script = 'source "$1/lib/env.sh" && wp_php php "$2"';
  const dump = join(import.meta.dirname, 'dump.php');
  const result = spawnSync('bash', ['-c', script, 'bash', site.harness, dump], {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
    env: { ...environmentOf(site, database, folder), PHP_MEMORY_LIMIT: '-1' },
  });
  if (result.status !== 0) throw new Error(`the stored pages could not be read: ${result.stderr}`);
  return STORED_PAGES.parse(JSON.parse(result.stdout));
}

function environmentOf(site: Site, database: Database, folder: string): Record<string, string | undefined> {
  return { ...site.env, ...database.env, WP_STATE_DIR: join(folder, '..', `site-${database.name}`) };
}
