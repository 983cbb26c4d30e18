/** `geoloom quality`: pages of each platform, built here or by another tool. */
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { QualityReport } from '#engine';
import {
  createTestFolder,
  type PageContent,
  runGeoloom,
  startGeoloom,
  type TestFolder,
  writeSeed,
  writeSheet,
} from './command-fixture.ts';

let folder: TestFolder;
beforeEach(() => {
  folder = createTestFolder();
});
afterEach(() => folder.remove());

async function measure(...args: string[]): Promise<QualityReport> {
  const { stdout, stderr, code } = await runGeoloom(['quality', ...args, '--json']);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

const TEXT = 'We fix leaks, drains and water heaters on the same day, with all parts in the van.';
const SAMPLES = [
  { type: 'wordpress', seed: 'plumber.xml', url: 'https://www.example.com/plumber-in-houston-tx/' },
  { type: 'hubspot', seed: 'hubspot-post.xml', url: /plumber-houston$/ },
  { type: 'drupal', seed: 'drupal-node.xml', url: /plumber-houston$/ },
  { type: 'wix', seed: 'wix-items.csv', url: 'plumber-houston' },
  { type: 'webflow', seed: 'webflow-items.csv', url: /plumber-houston$/ },
];

describe.each(SAMPLES)('geoloom quality of $type', ({ type, seed, url }) => {
  it('measures what geoloom built, with the rows', async () => {
    const rows = 'examples/towns.csv';
    const out = folder.resolve('out');
    await runGeoloom(['build', '--type', type, '--seed', `examples/${seed}`, '--rows', rows, '--out', out]);
    const parts = folder.list('out').filter((name) => /\.(?:xml|csv)$/.test(name));
    const report = await measure(
      ...parts.map((name) => folder.resolve(`out/${name}`)),
      '--type',
      type,
      '--rows',
      rows,
    );
    expect(report.pages).toHaveLength(5);
    const [houston] = report.pages;
    expect(houston?.title).toMatch(/^Plumber in Houston/);
    expect(houston?.url).toMatch(url);
    expect(houston?.words).toBeGreaterThan(20);
    expect(houston?.problems.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Only \d\d words come from the row/),
    );
    expect(report.template_share).toBeGreaterThan(0.3);
    expect(report.parts.similarity + report.parts.substance + report.parts.head_and_links).toBeCloseTo(
      report.score,
      0,
    );
  });
});

describe('geoloom quality', () => {
  it('reports score, parts, what costs most, near duplicates and the weakest pages', async () => {
    const rows = folder.write('towns.csv', writeSheet(12));
    const seed = folder.write(
      'page.xml',
      writeSeed({ content: `<p>Call us in [geo_city]: [phone]. ${TEXT} [intro]</p>` }),
    );
    await runGeoloom([
      'build',
      '--seed',
      seed,
      '--rows',
      rows,
      '--out',
      folder.resolve('out'),
      '--part-pages',
      '5',
    ]);
    const parts = folder.list('out').filter((name) => name.endsWith('.xml'));
    expect(parts).toHaveLength(3);
    const { code, stdout } = await runGeoloom([
      'quality',
      ...parts.map((name) => folder.resolve(`out/${name}`)),
      '--rows',
      rows,
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Quality: \d+ of 100 for 12 pages\./);
    expect(stdout).toMatch(/different from each other +0\.0 +45/);
    expect(stdout).toContain('On average, 100% of a page comes from the template.');
    expect(stdout).toMatch(/−45 {2}Too similar to another page\..*\(all pages\)/);
    expect(stdout).toContain('12 pages, 100% alike: Plumber in Town 1, Plumber in Town 2, …');
    expect(stdout).toContain('Weakest pages');
    expect(stdout).toContain('The score limits are Geoloom’s; Google doesn’t publish any.');
    expect(stdout).not.toContain('Without --rows');
  });

  it('notes that there are no rows, or that no page matches one', async () => {
    const page = { title: 'Austin', slug: 'austin', content: `<p>${TEXT}</p>`, metas: {} };
    const file = folder.write(
      'export.xml',
      writeSeed(page, { ...page, id: 43, slug: 'dallas', title: 'Dallas' }),
    );
    const plain = await runGeoloom(['quality', file]);
    expect(plain.stdout).toContain('Without --rows, town names count as differences.');
    const other = await runGeoloom([
      'quality',
      file,
      '--rows',
      folder.write('towns.csv', 'geo_city,geo_url\nAustin,austin\n'),
    ]);
    expect(other.stdout).toContain('1 page matched no row of the sheet');
  });

  it('counts a page once if several parts repeat it', async () => {
    const parent = { id: 7, title: 'Towns', slug: 'towns', content: TEXT, metas: {} };
    const town = {
      ...parent,
      id: 8,
      title: 'Austin',
      slug: 'austin',
      content: 'Plumbers in Austin, near you',
    };
    const files = [writeSeed(parent), writeSeed(parent, town)].map((seed, index) =>
      folder.write(`part-${index}.xml`, seed),
    );
    const { pages } = await measure(...files);
    expect(pages.map(({ title }) => title)).toEqual(['Towns', 'Austin']);
    expect(pages[1]?.closest).toBeNull();
  });

  it('reads what a visitor reads: builder data, shortcodes without their names, no scripts', async () => {
    const elementor = JSON.stringify([
      {
        elType: 'widget',
        settings: {
          title: 'Five words of a heading',
          header_size: 'h1',
          _css_classes: 'not shown at all',
          align: 'center',
        },
      },
      {
        settings: {
          editor: '<p>Three more words</p><script>no(1)</script>',
          link: { url: 'https://x.example/' },
        },
      },
    ]);
    const contents: PageContent[] = [
      {
        title: 'One',
        slug: 'one',
        content: 'a stale copy of the page',
        metas: { _elementor_data: elementor },
      },
      {
        title: 'Two',
        slug: 'two',
        content: '[et_pb_text title="Two words"]<p>Three more words</p>[/et_pb_text]',
        metas: {},
      },
      {
        title: 'Three',
        slug: 'three',
        content: '<!-- wp:paragraph --><p>It&#8217;s fine</p><style>p{}</style>',
        metas: {},
      },
    ];
    const pages = contents.map((page, index) => ({ ...page, id: 50 + index }));
    const report = await measure(folder.write('export.xml', writeSeed(...pages)));
    expect(report.pages.map(({ words }) => words)).toEqual([9, 6, 4]);
  });

  it('reads title, description and noindex of SEO plugins', async () => {
    const metas = { _yoast_wpseo_metadesc: 'We fix leaks.', '_yoast_wpseo_meta-robots-noindex': '1' };
    const generated = { rank_math_description: '%excerpt%', rank_math_title: '%title% %sep% %sitename%' };
    const pages = [
      { id: 1, slug: 'a', title: 'A', metas },
      { id: 2, slug: 'b', title: 'B', metas: generated },
      { id: 3, slug: 'c', title: 'C', metas: {} },
    ].map((page) => ({ ...page, content: TEXT }));
    const report = await measure(folder.write('export.xml', writeSeed(...pages)));
    const codes = report.pages.map(({ problems }) => problems.map(({ code }) => code));
    expect(codes[0]).toContain('noindex');
    expect(codes[0]).not.toContain('description-missing');
    expect(codes[1]).not.toContain('description-missing');
    expect(codes[2]).toContain('description-missing');
  });

  it.each([
    { name: 'text.xml', content: 'no export', code: 'not-an-export' },
    { name: 'empty.csv', content: '', code: 'not-an-export' },
    { name: 'cut.xml', content: writeSeed().slice(0, -30), code: 'malformed-xml' },
    { name: 'empty.xml', content: writeSeed().replace(/<item>[\s\S]*<\/item>/, ''), code: 'pages-missing' },
  ])('refuses $name', async ({ name, content, code }) => {
    const file = folder.write(name, content);
    const plain = await runGeoloom(['quality', file, '--type', 'wordpress']);
    expect(plain.code).toBe(1);
    expect(plain.stdout).toMatch(/^Not measured\./);
    const { stdout } = await runGeoloom(['quality', file, '--type', 'wordpress', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, problems: [{ code, severity: 'fault' }] });
  });

  it('refuses a missing file or an unreadable sheet', async () => {
    const missing = await runGeoloom(['quality', folder.resolve('none.xml'), '--json']);
    expect(missing.code).toBe(1);
    expect(JSON.parse(missing.stdout).problems).toHaveLength(1);
    const file = folder.write('export.xml', writeSeed());
    const sheet = await runGeoloom(['quality', file, '--rows', folder.write('towns.csv', ''), '--json']);
    expect(sheet.code).toBe(1);
    expect(JSON.parse(sheet.stdout).ok).toBe(false);
    expect((await runGeoloom(['quality'])).code).toBe(2);
  });

  it('deletes its temporary files, even if it is stopped', async () => {
    const list = () => readdirSync(tmpdir()).filter((name) => name.startsWith('geoloom-quality-'));
    const before = list();
    const words = Array.from({ length: 2000 }, (_, index) => `word${index}`).join(' ');
    const pages = Array.from({ length: 1500 }, (_, index) => ({
      id: index + 1,
      slug: `page-${index}`,
      content: `${words} ${index}`,
      metas: {},
    }));
    const file = folder.write('export.xml', writeSeed(...pages));
    const stopped = await startGeoloom(['quality', file], {
      onStart(child) {
        const timer = setInterval(() => {
          if (list().length <= before.length) return;
          clearInterval(timer);
          child.kill('SIGTERM');
        }, 5);
        child.on('close', () => clearInterval(timer));
      },
    });
    expect(stopped.code).toBe(143);
    expect(list()).toEqual(before);
    const done = await startGeoloom(['quality', file]);
    expect(done.stdout).toMatch(/^Quality: \d+ of 100 for 1,500 pages\./);
    expect(list()).toEqual(before);
  });
});
