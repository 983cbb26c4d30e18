/**
 * Settings of pages from the sheet and a schedule, imported with the official importer into a site in another time zone:
 * what WordPress has in the end is what docs/page-settings.md says.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { z } from 'zod';
import { type Database, listDatabases, openDatabase } from './database.ts';
import { importParts, prepareSite, runInWordpress, setUpSite, type Site, writeMedia } from './harness.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const HARNESS = resolve(process.env['GEOLOOM_WORDPRESS_IMPORT'] ?? join(ROOT, '../shared/wordpress-import'));
const DATABASES = existsSync(HARNESS) ? listDatabases(process.env) : [];
const ANSWER = z.object({ skipped: z.number(), parts: z.array(z.object({ file: z.string() })) });
const SETTINGS = z.object({
  slug: z.string(),
  status: z.string(),
  /** Local time of the site, and UTC. */
  date: z.string(),
  gmt: z.string(),
  /** Time at which WordPress' own schedule publishes it. */
  publishes: z.string(),
  path: z.string(),
  author: z.string(),
  template: z.string(),
  order: z.number(),
  image: z.string(),
  terms: z.string(),
  noindex: z.string(),
});
type Settings = z.infer<typeof SETTINGS>;

interface ItemFields {
  id: number;
  title: string;
  slug: string;
  type: string;
  more?: string;
}

const writeMeta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
/** Its own time is that of Denver in September: six hours behind UTC. */
const writeItem = ({ id, title, slug, type, more = '' }: ItemFields) => `<item><title>${title}</title>
<link>https://northstar.example/${slug}/</link><dc:creator>admin</dc:creator><guid isPermaLink="false">https://northstar.example/?p=${id}</guid>
<content:encoded><![CDATA[<p>${title}</p>]]></content:encoded><excerpt:encoded></excerpt:encoded><wp:post_id>${id}</wp:post_id>
<wp:post_date>2025-09-12 08:03:21</wp:post_date><wp:post_date_gmt>2025-09-12 14:03:21</wp:post_date_gmt><wp:comment_status>closed</wp:comment_status>
<wp:ping_status>closed</wp:ping_status><wp:post_name>${slug}</wp:post_name><wp:status>${type === 'attachment' ? 'inherit' : 'publish'}</wp:status><wp:post_parent>0</wp:post_parent>
<wp:menu_order>3</wp:menu_order><wp:post_type>${type}</wp:post_type><wp:post_password></wp:post_password><wp:is_sticky>0</wp:is_sticky>${more}</item>`;
const TRUCK = 'https://northstar.example/wp-content/uploads/truck.png';
const writeAuthor = (id: number, login: string) =>
  `<wp:author><wp:author_id>${id}</wp:author_id><wp:author_login>${login}</wp:author_login><wp:author_email>${login}@site.example</wp:author_email><wp:author_display_name>${login}</wp:author_display_name></wp:author>`;
const writeSeed = (type: string, more: string) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<title>Settings</title><link>https://northstar.example</link><pubDate>Sat, 21 Nov 2026 04:43:44 +0000</pubDate><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://northstar.example</wp:base_site_url><wp:base_blog_url>https://northstar.example</wp:base_blog_url>${writeAuthor(1, 'admin')}${writeAuthor(2, 'dana')}
<wp:category><wp:term_id>5</wp:term_id><wp:category_nicename>heating</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[Heating &amp; Air]]></wp:cat_name></wp:category>
${writeItem({ id: 31, title: 'Truck', slug: 'truck', type: 'attachment', more: `<wp:attachment_url>${TRUCK}</wp:attachment_url>` })}
${writeItem({ id: 40, title: 'Texas', slug: 'texas', type: 'page' })}
${writeItem({ id: 42, title: 'Roofing in [geo_city]', slug: 'geo_url', type, more })}
</channel></rss>`;

const PAGES = writeSeed(
  'page',
  writeMeta('_wp_page_template', 'default') + writeMeta('_yoast_wpseo_title', 'Roofing [geo_city]'),
);
const POSTS = writeSeed(
  'post',
  `<category domain="category" nicename="own"><![CDATA[Own]]></category>${writeMeta('rank_math_title', 'Roofing [geo_city]')}${writeMeta('rank_math_robots', 'a:2:{i:0;s:5:"index";i:1;s:8:"nofollow";}')}`,
);

/** A row of the sheet, and what WordPress has for it. */
type Case = [cells: Record<string, string>, wanted: Partial<Settings>];

const LIVE = { status: 'publish', publishes: '' };
const PAGE_CASES: readonly Case[] = [
  [{ row_id: 'a' }, { ...LIVE, path: 'a', author: 'admin', template: '', order: 3, image: '', noindex: '' }],
  [
    {
      row_id: 'b',
      page_status: 'draft',
      page_parent: 'texas',
      page_author: 'dana',
      page_template: 'page-wide.php',
    },
    { status: 'draft', path: 'texas/b', author: 'dana', template: 'page-wide.php', publishes: '' },
  ],
  [
    { row_id: 'c', page_status: 'future', page_date: '2031-12-01 09:00', page_parent: 'key-of-i' },
    {
      status: 'future',
      date: '2031-12-01 09:00:00',
      gmt: '2031-12-01 16:00:00',
      publishes: '2031-12-01 16:00:00',
      path: 'i/c',
    },
  ],
  [
    { row_id: 'd', page_date: '2031-07-01T09:00-07:00', page_order: '12' },
    {
      status: 'future',
      date: '2031-07-01 10:00:00',
      gmt: '2031-07-01 16:00:00',
      publishes: '2031-07-01 16:00:00',
      order: 12,
    },
  ],
  [
    { row_id: 'e', page_status: 'private', page_parent: '40', page_order: '0' },
    { status: 'private', path: 'texas/e', order: 0 },
  ],
  [
    { row_id: 'f', page_status: 'pending', page_parent: 'c' },
    { status: 'pending', path: 'i/c/f' },
  ],
  [
    {
      row_id: 'g',
      page_date: '5/6/2020 7:08 AM',
      page_parent: '0',
      page_image: 'truck.png',
      page_noindex: 'yes',
    },
    {
      ...LIVE,
      date: '2020-05-06 07:08:00',
      gmt: '2020-05-06 13:08:00',
      path: 'g',
      image: 'truck.png',
      noindex: '1',
    },
  ],
  [
    {
      row_id: 'h',
      page_image: 'https://cdn.example/roof.png',
      page_noindex: 'no',
      page_author: 'dana@site.example',
    },
    { ...LIVE, image: 'roof.png', noindex: '2', author: 'dana' },
  ],
  [
    { row_id: 'key-of-i', geo_url: 'i', page_image: '31' },
    { ...LIVE, path: 'i', image: 'truck.png' },
  ],
  [
    { row_id: 'j', page_status: 'draft', page_date: '2031-12-01 09:00' },
    { status: 'draft', date: '2031-12-01 09:00:00', publishes: '' },
  ],
];
const POST_CASES: readonly Case[] = [
  [{ row_id: 'a' }, { ...LIVE, terms: 'Own # ', noindex: 'index,nofollow' }],
  [
    { row_id: 'b', page_categories: 'heating, Drains & more', page_tags: 'A|B, C', page_noindex: 'yes' },
    { terms: 'Drains & more, Heating & Air # A, B, C', noindex: 'noindex,nofollow' },
  ],
  [
    { row_id: 'c', page_categories: 'Heating & Air', page_noindex: 'no' },
    { terms: 'Heating & Air # ', noindex: 'index,nofollow' },
  ],
];
const SCHEDULE_CASES: readonly Case[] = [
  ['2031-03-08 02:30:00', '2031-03-08 09:30:00'],
  ['2031-03-08 02:31:00', '2031-03-08 09:31:00'],
  // daylight saving time begins at 2:00, so that 2:30 is 3:30
  ['2031-03-09 03:30:00', '2031-03-09 09:30:00'],
  ['2031-03-09 03:31:00', '2031-03-09 09:31:00'],
  ['2031-03-10 02:30:00', '2031-03-10 08:30:00'],
].map(
  ([date = '', gmt = ''], index): Case => [
    { row_id: `s${index}` },
    { status: 'future', date, gmt, publishes: gmt },
  ],
);
const OWN_DATES: readonly Case[] = [
  [
    { row_id: 'own', page_date: '2032-01-01 00:00' },
    { status: 'future', date: '2032-01-01 00:00:00' },
  ],
  [
    { row_id: 'draft', page_status: 'draft' },
    { status: 'draft', publishes: '' },
  ],
];

const top = mkdtempSync(join(tmpdir(), 'geoloom-settings-'));
let hasFailed = false;
let site: Site;

beforeAll(async () => {
  if (DATABASES.length > 0) site = await setUpSite(HARNESS, process.env);
}, 600_000);
afterAll(() => {
  if (hasFailed) console.log(`seeds, sheets and parts: ${top}`);
  else rmSync(top, { recursive: true, force: true });
});

async function buildParts(folder: string, seed: string, cases: readonly Case[], flags: readonly string[]) {
  mkdirSync(folder);
  const columns = [...new Set(cases.flatMap(([cells]) => Object.keys(cells)))];
  const rows = cases.map(([cells], index) => {
    const own = { geo_city: `Town ${index}`, geo_url: cells['row_id'] ?? '', ...cells };
    return own;
  });
  writeFileSync(join(folder, 'seed.xml'), seed);
  const names = [...new Set(['geo_city', 'geo_url', ...columns])];
  writeFileSync(join(folder, 'rows.csv'), Papa.unparse(rows, { columns: names, quotes: true }));
  const out = join(folder, 'parts');
  const files = ['--seed', join(folder, 'seed.xml'), '--rows', join(folder, 'rows.csv'), '--out', out];
  const command = [
    join(ROOT, 'cli/geoloom.mjs'),
    'build',
    '--type',
    'wordpress',
    ...files,
    ...flags,
    '--json',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  const { skipped, parts } = ANSWER.parse(JSON.parse(stdout));
  expect(skipped).toBe(0);
  return parts.map((part) => join(out, basename(part.file)));
}

describe.each(DATABASES)('page settings imported on %s', (name) => {
  let database: Database | undefined;
  beforeAll(async () => {
    database = await openDatabase(name, process.env, site.sqliteDir);
  }, 600_000);
  afterAll(() => database?.stop());

  it.each([
    ['columns of pages', PAGES, PAGE_CASES, ['--split', '10MB', '--part-pages', '3'], 4],
    ['columns of posts', POSTS, POST_CASES, [], 1],
    [
      'a schedule',
      PAGES,
      [...SCHEDULE_CASES, ...OWN_DATES],
      ['--schedule', '2 a day from 2031-03-08 02:30 America/Denver'],
      1,
    ],
    [
      'drafts',
      PAGES,
      [[{ row_id: 'x' }, { status: 'draft', publishes: '' }]] as Case[],
      ['--schedule', 'as drafts'],
      1,
    ],
  ] as const)('are those of the sheet: %s', async (what, seed, cases, flags, count) => {
    onTestFailed(() => void (hasFailed = true));
    if (database === undefined) throw new Error(`${name} was not opened.`);
    const folder = join(top, `${name}-${what.replaceAll(' ', '-')}`);
    const parts = await buildParts(folder, seed, cases, flags);
    expect(parts).toHaveLength(count);
    await prepareSite(join(import.meta.dirname, 'prepare-settings.php'), { site, database, folder });
    const order = { parts, pages: [], tokens: String.raw`\[(?:geo_|page_)`, run: 'again' as const, folder };
    await importParts(site, database, { ...order, media: writeMedia(folder) });
    const dump = join(import.meta.dirname, 'dump-settings.php');
    const stored = z.array(SETTINGS).parse(await runInWordpress(dump, { site, database, folder }));
    const bySlug = new Map(stored.map((page) => [page.slug, page]));
    expect(stored).toHaveLength(cases.length + (what === 'columns of pages' ? 1 : 0));
    for (const [cells, wanted] of cases) {
      const slug = cells['geo_url'] ?? cells['row_id'] ?? '';
      expect(bySlug.get(slug), slug).toMatchObject(wanted);
    }
  });
});
