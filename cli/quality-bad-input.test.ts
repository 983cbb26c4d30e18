/** `geoloom quality` with unusual pages: tiny, huge, in other scripts, and in files of other tools. */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inDeepTier } from '#testkit/tier.ts';
import type { QualityReport } from '#engine';
import {
  createTestFolder,
  type PageContent,
  runGeoloom,
  type TestFolder,
  writeSeed,
} from './command-fixture.ts';

const CORPUS = fileURLToPath(new URL('../../shared/corpora/wxr/', import.meta.url));

let folder: TestFolder;
beforeEach(() => {
  folder = createTestFolder();
});
afterEach(() => folder.remove());

async function measureFile(...args: string[]): Promise<QualityReport> {
  const { stdout, stderr, code } = await runGeoloom(['quality', ...args, '--json']);
  expect(stderr).toBe('');
  expect(code, stdout).toBe(0);
  return JSON.parse(stdout);
}

function measurePages(pages: readonly PageContent[], ...args: string[]): Promise<QualityReport> {
  const items = pages.map((page, index) => ({ id: index + 1, slug: `page-${index}`, metas: {}, ...page }));
  return measureFile(folder.write('export.xml', writeSeed(...items)), ...args);
}

/** Checks that all figures are in their range, whatever was measured. */
function expectSound({ score, parts, template_share: template, pages, clusters }: QualityReport): void {
  for (const points of [score, ...pages.map((page) => page.score)]) {
    expect(points).toBeGreaterThanOrEqual(0);
    expect(points).toBeLessThanOrEqual(100);
  }
  const shares = [template, ...pages.map((page) => page.own_words), ...clusters.map(({ from }) => from)];
  for (const share of shares) {
    expect(share).toBeGreaterThanOrEqual(0);
    expect(share).toBeLessThanOrEqual(1);
  }
  expect(parts.similarity + parts.substance + parts.head_and_links).toBeCloseTo(score, 0);
}

const TEXT = 'We repair leaking pipes and water heaters in every part of the town on the same day. ';

describe('geoloom quality', () => {
  it('measures pages with one word or none', async () => {
    const report = await measurePages([
      { title: 'Plumber', content: '' },
      { title: 'Plumber', content: '<p></p>' },
      { title: 'Roofer', content: '<img src="a.png">' },
      { title: '', content: '…' },
    ]);
    expectSound(report);
    expect(report.pages.map(({ words }) => words)).toEqual([1, 1, 1, 0]);
    expect(report.clusters.map(({ size }) => size)).toEqual([2]);
    for (const { score } of report.pages) expect(score).toBeLessThan(60);
    expect(report.pages[0]?.problems.map(({ text }) => text)).toContain(
      'The page has 1 word. 400 or more get all points.',
    );
  });

  it('measures two pages, or only one', async () => {
    const pages = [
      { title: 'A', content: TEXT.repeat(20) },
      { title: 'B', content: `${TEXT.repeat(20)} Only here: five other words follow.` },
    ];
    const two = await measurePages(pages);
    expectSound(two);
    expect(two.pages[0]?.closest?.title).toBe('B');
    expect(two.pages[1]?.closest?.similarity).toBe(two.pages[0]?.closest?.similarity);
    const one = await measurePages(pages.slice(0, 1));
    expectSound(one);
    expect(one.pages[0]?.closest).toBeNull();
    expect(one.clusters).toEqual([]);
  });

  inDeepTier(() => {
    it('measures pages of 5 MB', async () => {
      const writeWords = (first: number) =>
        Array.from({ length: 640_000 }, (_, index) => `word${first + (index % 50_000)}`).join(' ');
      const [same, other] = [writeWords(0), writeWords(50_000)];
      const report = await measurePages([
        { content: `<p>${same} here</p>` },
        { content: `<p>${same} there</p>` },
        { content: `<p>${other}</p>` },
        { content: TEXT },
      ]);
      expectSound(report);
      expect(report.pages[0]?.words).toBeGreaterThan(640_000);
      expect(report.clusters.map(({ size }) => size)).toEqual([2]);
      expect(report.pages[2]?.closest?.similarity ?? 0).toBeLessThan(0.01);
    });
  });

  it.each([
    {
      script: 'Chinese',
      text: '我们在@提供水管维修服务，当天上门，价格透明，所有零件都在车上。',
      towns: ['奥斯汀', '休斯顿', '沃思'],
    },
    {
      script: 'Thai',
      text: 'ช่างประปาใน@ซ่อมท่อรั่วในวันเดียวกัน',
      towns: ['นา', 'ตาก', 'เลย'],
    },
    {
      script: 'Arabic',
      text: 'نحن نصلح الأنابيب المتسربة في @ في اليوم نفسه وبأسعار واضحة. ',
      towns: ['دبي', 'أبو ظبي', 'العين'],
    },
    {
      script: 'Hebrew',
      text: 'אנחנו מתקנים צינורות דולפים ב־@ באותו היום ובמחיר ברור. ',
      towns: ['חיפה', 'תל אביב', 'אילת'],
    },
  ])('treats pages in $script that differ only in the town as duplicates', async ({ text, towns }) => {
    const rows = folder.write(
      'towns.csv',
      `geo_city,geo_url\n${towns.map((town, index) => `${town},page-${index}`).join('\n')}\n`,
    );
    const pages = towns.map((town) => ({
      title: town,
      content: `<p dir="auto">${text.replace('@', town).repeat(8)}</p>`,
    }));
    const masked = await measurePages(pages, '--rows', rows);
    expectSound(masked);
    expect(masked.clusters).toMatchObject([{ size: 3, from: 1, to: 1 }]);
    const plain = await measurePages(pages);
    expectSound(plain);
    expect(plain.pages[0]?.closest?.similarity).toBeLessThan(0.9);
  });

  it('ignores direction marks: words with and without them count as the same', async () => {
    const hebrew = 'אנחנו מתקנים צינורות דולפים בכל העיר באותו היום ובמחיר ברור';
    const marked = `\u202B${hebrew.replaceAll(' ', '\u200F \u200F')}\u202C`;
    const report = await measurePages([hebrew, marked].map((content) => ({ title: 'א', content })));
    expect(report.pages.map(({ words }) => words)).toEqual([11, 11]);
    expect(report.pages[0]?.closest?.similarity).toBe(1);
  });

  it.each([
    {
      tool: 'Yoast SEO',
      name: 'yoast.csv',
      content:
        'post_id,post_title,seo_title,meta_desc,focus_kw\n12,Plumber in Austin,Plumber | Acme,We fix leaks.,plumber\n',
    },
    {
      tool: 'WP All Export',
      name: 'all-export.csv',
      content:
        'ID,Title,Content,Date,Post Type,Permalink,Status,Slug\n12,Plumber in Austin,"<p>We fix leaks.</p>",2026-11-02,page,https://x.example/plumber-austin/,publish,plumber-austin\n',
    },
    {
      tool: 'All-in-One WP Migration',
      name: 'site.wpress',
      content: `${['package.json', '33', '1790000000'].map((field) => field.padEnd(255, '\0')).join('')}{"SiteURL":"https://x.example"}`,
    },
    {
      tool: 'a word processor',
      name: 'page.docx',
      content: 'PK\u0003\u0004\u0014\0\u0006\0[Content_Types].xml',
    },
    { tool: 'a site map', name: 'sitemap.xml', content: '<?xml version="1.0"?><urlset><url/></urlset>' },
  ])('refuses a file of $tool with its name and a reason', async ({ name, content }) => {
    const file = folder.write(name, content);
    const { code, stdout } = await runGeoloom(['quality', file, '--json']);
    expect(code).toBe(1);
    const { ok, problems } = JSON.parse(stdout);
    expect(ok).toBe(false);
    expect(problems).toMatchObject([{ severity: 'fault', file, text: expect.stringContaining('export') }]);
  });

  it('measures public exports of other tools', async () => {
    const names = existsSync(CORPUS) ? readdirSync(CORPUS).filter((name) => name.endsWith('.xml')) : [];
    for (const name of names) {
      const report = await measureFile(`${CORPUS}${name}`);
      expectSound(report);
      expect(report.pages.length, name).toBeGreaterThan(50);
      expect(report.clusters.length, name).toBeLessThan(5);
    }
    console.log(`corpus files measured: ${names.length}`);
  });
});
