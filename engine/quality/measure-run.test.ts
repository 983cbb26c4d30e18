import { describe, expect, it } from 'vitest';
import { measureCpuMs } from '#testkit/cpu-time.ts';
import type { AuditedPage } from '../verify/audited-page.ts';
import { createMemoryStore } from '../estimate/filled-pages.ts';
import { measurePages, toPage } from './page-kinds-fixture.ts';
import { PageMeter } from './measure-page.ts';
import { measureRun, type PageQuality, type RunQuality } from './measure-run.ts';
import { toQualityReport } from './report.ts';
import type { PageRows } from './row-values.ts';

const TOWNS = ['Austin', 'Cedar Park', 'Round Rock', 'San Marcos'];

/** Sentences that say something else for each number. */
function makeText(from: number, words: number): string {
  return Array.from({ length: words }, (_, index) => `word${from + index}`).join(' ');
}

function makePages(change: (page: AuditedPage, index: number) => Partial<AuditedPage>): AuditedPage[] {
  return TOWNS.map((town, index) => {
    const links = TOWNS.map((_, other) => `<a href="/page-${other}/">${TOWNS[other]}</a>`).join(' ');
    const page = { ...toPage(makeText(index * 1000, 400) + links, index), title: `Plumber in ${town}` };
    return { ...page, searchTitle: undefined, ...change(page, index) };
  });
}

function getPage({ pages }: RunQuality, index: number): PageQuality {
  const page = pages[index];
  if (!page) throw new Error(`There is no page ${index}.`);
  return page;
}

/** Text of a problem of a page, by default of its first one. */
function findText(run: RunQuality, index: number, wanted?: string): string | undefined {
  const problems = toQualityReport(run).pages[index]?.problems ?? [];
  return problems.find(({ code }) => wanted === undefined || code === wanted)?.text;
}

function listCodes(pages: readonly AuditedPage[], index = 0): string[] {
  return getPage(measurePages(pages), index).problems.map(({ code }) => code);
}

function withBody(html: string): AuditedPage[] {
  return makePages(({ texts }) => ({ texts: [...texts, html] }));
}

const BUSINESS = { '@context': 'https://schema.org', '@type': 'Plumber', name: 'Ace' };

describe('problems of a page', () => {
  it('has none for different pages with a complete head that link to each other', () => {
    const { score, pages } = measurePages(makePages(() => ({})));
    expect(pages.flatMap(({ problems }) => problems)).toEqual([]);
    expect(score).toBe(100);
  });

  it.each<{ code: string; change: (page: AuditedPage, index: number) => Partial<AuditedPage> }>([
    { code: 'title-missing', change: () => ({ title: '' }) },
    { code: 'title-duplicate', change: () => ({ title: 'Plumber' }) },
    { code: 'title-long', change: (_, index) => ({ searchTitle: `${index} ${'long '.repeat(13)}` }) },
    { code: 'description-missing', change: () => ({ description: ' ' }) },
    { code: 'description-duplicate', change: () => ({ description: 'We repair pipes.' }) },
    { code: 'description-long', change: (_, index) => ({ description: `${index} ${'long '.repeat(32)}` }) },
    { code: 'canonical-elsewhere', change: () => ({ canonical: 'https://example.com/plumber/' }) },
    {
      code: 'canonical-elsewhere',
      change: (_, index) => ({ canonical: `https://other.example/page-${index}/` }),
    },
    { code: 'noindex', change: () => ({ isNoindex: true }) },
  ])('reports $code', ({ code, change }) => {
    expect(listCodes(makePages(change))).toEqual([code]);
  });

  it.each([
    { code: 'h1-repeated', html: '<h1>One</h1><h1>Two</h1>' },
    { code: 'noindex', html: '<meta name="robots" content="noindex, follow">' },
    { code: 'canonical-elsewhere', html: '<link rel="canonical" href="https://example.com/x/">' },
    { code: 'json-ld-invalid', html: '<script type="application/ld+json">{"@type": "Plumber",}</script>' },
    { code: 'value-missing', html: '<p>Our plumbers in , Texas come today.</p>' },
    { code: 'value-missing', html: '<p>Our plumbers in <b></b>, Texas come today.</p>' },
    { code: 'value-missing', html: '<p>Call us (<b></b>) today.</p>' },
    { code: 'link-unanswered', html: '<a href="/page-of-a-skipped-row/">Buda</a>' },
  ])('reports $code in $html', ({ code, html }) => {
    const pages = makePages(({ texts }, index) => (index === 0 ? { texts: [...texts, html] } : {}));
    expect(listCodes(pages)).toEqual([code]);
    expect(listCodes(pages, 1)).toEqual([]);
  });

  it.each([
    { html: '<p>We serve Austin, Buda, and Kyle (Texas), too. Wait... (yes!), no?</p>' },
    { html: '<p>Use the main() function, and <code>exit()</code>.</p>' },
    { html: '<p>Call us, <br></p><p>, really</p>' },
    {
      html: '<a href="#top">Top</a><a href="tel:+15125550100">Call</a><a href="https://maps.example/x">Map</a>',
    },
    { html: '<a href="/brochure.pdf">PDF</a><a href="?page=2">Next</a><a href="{{ site }}/x">HubL</a>' },
    {
      html: '<script>var a = "<h1></h1><h1></h1>";</script><!-- <h1></h1><h1></h1> --><style>a > b {}</style>',
    },
    { html: `<script type="application/ld+json">//<![CDATA[\n{"@type":"Service"}\n//]]></script>` },
  ])('reports nothing in $html', ({ html }) => {
    expect(listCodes(withBody(html))).toEqual([]);
  });

  it('quotes whole words around a gap', () => {
    const words = 'before '.repeat(20);
    const pages = withBody(`<p>${words}Our plumbers in <b></b>, Texas come today and tomorrow.</p>`);
    expect(findText(measurePages(pages), 0)).toBe(
      'An empty value seems to have left a gap: "before before before before before before Our plumbers in , Texas come today and". Add a fallback or a condition.',
    );
  });

  it.each([
    {
      name: 'a long address before it',
      html: `Our plumbers see ${'example.com/'.repeat(6)} in <b></b>, Texas.`,
      quote: `${'example.com/'.repeat(6)} in , Texas.`,
    },
    {
      name: 'a tag with a long address before it',
      html: `Our <a href="${'example.com/'.repeat(6)}">plumbers</a> in <b></b>, Texas.`,
      quote: 'plumbers in , Texas.',
    },
    {
      name: 'no space before it',
      html: `${'x'.repeat(200)}<b></b> , Texas.`,
      quote: `${'x'.repeat(112)} , Texas.`,
    },
  ])('quotes a gap with $name', ({ html, quote }) => {
    expect(findText(measurePages(withBody(`<p>${html}</p>`)), 0)).toContain(`: "${quote}". Add`);
  });

  it('takes a link on all pages for one of the site, which no file has', () => {
    expect(listCodes(withBody('<a href="/contact/">Contact</a>'))).toEqual([]);
  });

  it.each([
    { name: 'no address', data: BUSINESS, codes: ['business-incomplete'] },
    {
      name: 'a town as its address',
      data: { ...BUSINESS, address: { addressLocality: 'Austin' } },
      codes: ['business-incomplete'],
    },
    { name: 'an address', data: { ...BUSINESS, address: { streetAddress: '1 Elm St' } }, codes: [] },
    {
      name: 'ratings',
      data: { ...BUSINESS, address: '1 Elm St', aggregateRating: {} },
      codes: ['business-rating'],
    },
    {
      name: 'coarse coordinates',
      data: { '@type': 'Place', geo: { latitude: '30.27', longitude: '-97.74312' } },
      codes: ['geo-imprecise'],
    },
    {
      name: 'a service',
      data: { '@type': 'Service', provider: { '@id': '#firm' }, areaServed: 'Austin' },
      codes: [],
    },
    {
      name: 'a reference',
      data: { '@type': 'Service', provider: { '@type': 'Plumber', '@id': '#firm' } },
      codes: [],
    },
  ])('checks structured data with $name', ({ data, codes }) => {
    const script = `<script type="application/ld+json">${JSON.stringify({ '@graph': [data] })}</script>`;
    expect(listCodes(withBody(script))).toEqual(codes);
  });

  it('requires an H1 of a whole document, because themes print the title of an exported page', () => {
    const document = (index: number) =>
      `<!doctype html><html><head><title>Plumber ${index}</title></head><body>${makeText(index * 900, 400)}</body></html>`;
    const pages = TOWNS.map((_, index) => ({ ...toPage(document(index), index), links: [] }));
    expect(listCodes(pages)).toContain('h1-missing');
  });

  it('reports pages that no page links to, and lists of more than 100 towns', () => {
    const list = Array.from({ length: 130 }, (_, index) => `<a href="/page-${index}/">x</a>`).join('');
    const pages = Array.from({ length: 130 }, (_, index) =>
      toPage(index === 0 ? list : makeText(index * 50, 20), index),
    );
    const run = measurePages(pages);
    const codes = (index: number) => getPage(run, index).problems.map(({ code }) => code);
    expect(codes(0)).toEqual(expect.arrayContaining(['town-list', 'orphan']));
    expect(codes(1)).not.toContain('orphan');
  });

  it('compares slugs where files have no URLs', () => {
    const pages = TOWNS.map((_, index) => ({
      ...toPage(`${makeText(index * 1000, 400)} <a href="/towns/town-${(index + 1) % 4}">next</a>`, index),
      url: `town-${index}`,
    }));
    expect(listCodes(pages)).toEqual([]);
  });
});

describe('time', () => {
  it('is short for a tag with a long name of an attribute', () => {
    const page = toPage(`<meta ${'a'.repeat(100_000)}>`, 0);
    expect(measureCpuMs(() => measurePages([page]))).toBeLessThan(1000);
  });

  it.each(['?'.repeat(200_000) + '\nx', `/a${'/'.repeat(200_000)}x`, `/a/?${'#'.repeat(200_000)}`])(
    'is short for a link of thousands of equal characters',
    (link) => {
      const page = { ...toPage(`<a href="${link}">x</a>`, 0), url: link };
      expect(measureCpuMs(() => measurePages([page]))).toBeLessThan(1000);
    },
  );

  it('is short for a long value that nearly matches everywhere', () => {
    const rows: PageRows = { columns: ['intro'], slugs: [['waco']], cells: [`${'a '.repeat(9000)}b`] };
    const page = { ...toPage('a '.repeat(200_000), 0), slug: 'waco' };
    expect(measureCpuMs(() => measurePages([page], rows))).toBeLessThan(2000);
  });

  it('is short for a slug of thousands of words', () => {
    const rows: PageRows = { columns: ['city'], slugs: [['cedar-park']], cells: ['Cedar Park'] };
    const slug = `${'a-'.repeat(1500)}cedar-park`;
    let found = 0;
    const measure = () => {
      found = measurePages([{ ...toPage('In Cedar Park', 0), slug }], rows).pagesWithRow;
    };
    expect(measureCpuMs(measure)).toBeLessThan(1000);
    expect(found).toBe(1);
  });
});

describe('points', () => {
  it.each([
    { words: 40, cost: 15 },
    { words: 100, cost: 15 },
    { words: 250, cost: 7.5 },
    { words: 400, cost: 0 },
  ])('costs $cost of 15 for $words words', ({ words, cost }) => {
    const { problems } = getPage(measurePages([toPage(makeText(0, words), 0)]), 0);
    expect(problems.find(({ code }) => code === 'few-words')?.cost ?? 0).toBeCloseTo(cost);
  });

  it.each([
    { same: 150, similarity: 0.59, points: 38.8 },
    { same: 180, similarity: 0.81, points: 5.3 },
    { same: 100, similarity: 0.32, points: 45 },
    { same: 199, similarity: 0.99, points: 0 },
  ])('gives $points of 45 for a similarity of $similarity', ({ same, similarity, points }) => {
    const pages = [0, 1].map((index) =>
      toPage(`${makeText(0, same)} ${makeText((index + 1) * 1000, 200 - same)}`, index),
    );
    const { pages: measured } = measurePages(pages);
    expect(measured[0]?.closest?.similarity).toBeCloseTo(similarity, 2);
    expect(measured[0]?.parts.similarity).toBeCloseTo(points, 0);
  });

  it('sums parts, and costs of the run with what costs most first', () => {
    const pages = [...Array(6).keys()].map((index) => toPage(makeText(0, 120), index));
    const { score, parts, costs } = measurePages(pages);
    expect(score).toBeCloseTo(parts.similarity + parts.substance + parts.headAndLinks);
    expect(costs.map(({ code }) => code)).toEqual(['alike', 'few-local-words', 'few-words', 'orphan']);
    expect(costs[0]).toMatchObject({ cost: 45, pages: 6 });
    expect(costs.reduce((sum, { cost }) => sum + cost, score)).toBeCloseTo(100);
  });
});

describe('rows', () => {
  const rows: PageRows = {
    columns: ['geo_city', 'phone', 'intro'],
    slugs: [TOWNS.map((town) => town.toLowerCase().replace(' ', '-'))],
    cells: TOWNS.map((town, index) =>
      [
        town,
        `(512) 555-010${index}`,
        `${town} has old pipes from the year ${1900 + index} under most streets`,
      ].join('\0'),
    ),
  };
  const makeTownPages = (text: (town: string, index: number) => string) =>
    TOWNS.map((town, index) => ({
      ...toPage(text(town, index), index),
      slug: `plumber-in-${town.toLowerCase().replace(' ', '-')}-tx`,
    }));

  it('makes pages equal that differ only in short values', () => {
    const pages = makeTownPages(
      (town, index) =>
        `<h2>Plumber in <b>${town.toUpperCase()}</b></h2> Call&nbsp;(512) 555-010${index} for ${town}’s best.`,
    );
    expect(measurePages(pages, rows).clusters[0]?.pages).toEqual([0, 1, 2, 3]);
    expect(measurePages(pages).clusters).toEqual([]);
  });

  it('counts longer values as text of the page, and all values as local words', () => {
    const pages = makeTownPages(
      (town, index) => `Plumber in ${town}. ${(rows.cells[index] ?? '').split('\0')[2]}. Call us.`,
    );
    const run = measurePages(pages, rows);
    expect(getPage(run, 0).closest?.similarity).toBeLessThan(0.7);
    expect(findText(run, 0, 'few-local-words')).toBe(
      'Only 12 words come from the row. 80 or more get all points: add columns with text about the town.',
    );
  });

  it('measures a page without a row as it is', () => {
    const pages = [...makeTownPages((town) => `Plumber in ${town}`), toPage('About the business', 9)];
    const run = measurePages(pages, rows);
    expect(run.pagesWithRow).toBe(4);
    expect(findText(run, 4, 'few-local-words')).toMatch(/^The page has few words/);
  });

  it('takes the longest slug of a row that a page has', () => {
    const towns: PageRows = {
      columns: ['city'],
      slugs: [['park', 'cedar-park']],
      cells: ['Park', 'Cedar Park'],
    };
    const page = { ...toPage('Plumber in Cedar Park today', 0), slug: 'plumber-cedar-park-tx' };
    expect(findText(measurePages([page], towns), 0, 'few-local-words')).toMatch(/^Only 2 words/);
  });

  it('finds no row by a city that several rows have', () => {
    const towns: PageRows = {
      columns: ['city'],
      slugs: [
        ['springfield-il', 'springfield-mo'],
        ['springfield', 'springfield'],
      ],
      cells: ['Springfield', 'Springfield'],
    };
    const measure = (slug: string) =>
      measurePages([{ ...toPage('In Springfield', 0), slug }], towns).pagesWithRow;
    expect(measure('plumber-springfield')).toBe(0);
    expect(measure('plumber-springfield-mo')).toBe(1);
  });

  it('knows rows and columns that are named like properties of objects', () => {
    const odd: PageRows = { columns: ['__proto__'], slugs: [['constructor']], cells: ['__proto__ value'] };
    const pages = ['constructor', 'tostring'].map((slug, index) => ({
      ...toPage('constructor __proto__ value', index),
      slug,
    }));
    expect(measurePages(pages, odd).pagesWithRow).toBe(1);
  });
});

describe('report', () => {
  it('has the documented shape', () => {
    const pages = makePages(({ texts }, index) =>
      index < 2 ? { texts: [...texts.slice(0, 0), makeText(0, 300)] } : {},
    );
    const report = toQualityReport(measurePages(pages));
    expect(Object.keys(report)).toEqual(['score', 'parts', 'template_share', 'pages', 'clusters']);
    expect(Object.keys(report.parts)).toEqual(['similarity', 'substance', 'head_and_links']);
    expect(Object.keys(report.pages[0] ?? {})).toEqual([
      'title',
      'url',
      'score',
      'words',
      'own_words',
      'closest',
      'problems',
    ]);
    expect(report.pages[0]).toMatchObject({
      title: 'Plumber in Austin',
      url: 'https://example.com/page-0/',
      closest: { title: 'Plumber in Cedar Park', url: 'https://example.com/page-1/' },
    });
    expect(report.pages[0]?.problems[0]).toEqual({
      code: 'alike',
      text: expect.stringContaining('"Plumber in Cedar Park"'),
    });
    expect(report.clusters).toEqual([
      {
        size: 2,
        from: expect.any(Number),
        to: expect.any(Number),
        pages: ['https://example.com/page-0/', 'https://example.com/page-1/'],
      },
    ]);
  });

  it('has no closest page for a single one', () => {
    expect(toQualityReport(measurePages([toPage('One page', 0)])).pages[0]?.closest).toBeNull();
  });

  it('reports progress that never goes back, so that the caller can stop', () => {
    const meter = new PageMeter();
    const reader = createMemoryStore();
    const facts = Array.from({ length: 1500 }, (_, index) => {
      const { facts: each, shingles } = meter.measure(toPage(makeText(index * 7, 30), index));
      reader.add(shingles);
      return each;
    });
    const shares = [...measureRun(facts, { reader, scratch: createMemoryStore() })];
    expect(shares.length).toBeGreaterThan(40);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });
});
