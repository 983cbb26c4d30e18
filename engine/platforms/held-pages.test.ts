/** Pages that are held back, by row key: left out, drafts or noindex, read back from the files of each platform. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type HeldAction, type HeldPages, type PlatformId, PLATFORMS, parseSchedule } from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { buildFormat } from '#testkit/format-build.ts';
import { type BuildOptions, type SeedSpec, build, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';

const WEAK = 'Scores 41 of 100.';
const hold = (action: HeldAction, ...keys: string[]): HeldPages[] => [
  { action, reasons: new Map(keys.map((key) => [key, WEAK])) },
];

/** Builds one page for each row of cells, with the keys k0, k1 and so on; every page must pass the audit. */
function fill(columns: string[], rows: string[][], options: BuildOptions & { spec?: SeedSpec } = {}) {
  const { spec, ...rest } = options;
  const sheet = [
    ['key', 'geo_city', 'geo_url', ...columns],
    ...rows.map((cells, index) => [`k${index}`, `Town ${index}`, `t${index}`, ...cells]),
  ];
  const built = build(wxrSeed({ slug: 'geo_url', ...spec }), sheet, rest);
  expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  const { plan } = built.layout;
  return {
    ...built,
    slugs: built.pages.map(({ fields }) => fields['wp:post_name']),
    held: plan.held.map(({ row, action, reason }) => [row, action, reason]),
    read: (field: string) => built.pages.map((page) => page.fields[field]),
    readMeta: (key: string) =>
      built.pages.map(({ metas }) => metas.find(([name]) => name === key)?.[1] ?? '–'),
  };
}

const NONE = [[], [], []];

it('is what the docs say of each platform', () => {
  const docs = readFileSync(new URL('../../docs/quality.md', import.meta.url), 'utf8');
  const table = docs.split('## Quality gate\n')[1]?.split('\n## ')[0] ?? '';
  const rows = [...table.matchAll(/^\| (\w+) \| yes \| (.+?) \| (.+?) \|$/gm)].map(
    ([, name, draft, noindex]) => [name, draft !== 'no', noindex !== 'no'],
  );
  expect(rows).toEqual(
    PLATFORMS.map(({ name, steering: { columns } }) => [
      name,
      Object.hasOwn(Object(columns.page_status?.accepts), 'draft'),
      columns.page_noindex !== undefined,
    ]),
  );
});

describe('pages that are left out', () => {
  it('are in no file and have no formed link; the plan lists them with the reason', () => {
    const { slugs, links, held, layout } = fill([], NONE, { held: hold('leave-out', 'k1') });
    expect(slugs).toEqual(['t0', 't2']);
    expect(links.map(({ label }) => label)).toEqual(['Town 0', 'Town 2']);
    expect(held).toEqual([[1, 'leave-out', WEAK]]);
    expect([layout.plan.pages, layout.skipped]).toEqual([2, 0]);
  });

  it('aren’t replaced by another row with their slug', () => {
    const sheet = [
      ['key', 'geo_city', 'geo_url'],
      ['a', 'Katy', 'katy'],
      ['b', 'Old Katy', 'katy'],
      ['c', 'Waco', 'waco'],
    ];
    const { pages, problems } = build(wxrSeed({ slug: 'geo_url' }), sheet, { held: hold('leave-out', 'a') });
    expect(pages.map(({ fields }) => fields['wp:post_name'])).toEqual(['waco']);
    expect(problems.filter(({ severity }) => severity === 'loss').map(({ code }) => code)).toEqual([
      'duplicate-slug',
    ]);
  });

  it('include their child pages', () => {
    const rows = [[''], ['k0'], ['k1'], ['']];
    const { slugs, held } = fill(['page_parent'], rows, { held: hold('leave-out', 'k0') });
    expect(slugs).toEqual(['t3']);
    expect(held).toEqual([
      [0, 'leave-out', WEAK],
      [1, 'leave-out', 'Its parent, row 2, is left out.'],
      [2, 'leave-out', 'Its parent, row 3, is left out.'],
    ]);
  });

  it('aren’t neighbors of other pages', () => {
    const content = '<p>Also in [nearby 1][near_city][/nearby].</p>';
    const rows = [
      ['30.0', '-97.0'],
      ['30.1', '-97.0'],
      ['30.3', '-97.0'],
    ];
    const columns = ['geo_lat', 'geo_lng'];
    const withAll = fill(columns, rows, { spec: { content } });
    const withoutOne = fill(columns, rows, { spec: { content }, held: hold('leave-out', 'k1') });
    expect(withAll.read('content:encoded')[0]).toContain('Town 1');
    expect(withoutOne.read('content:encoded')[0]).not.toContain('Town 1');
    expect(withoutOne.read('content:encoded')[0]).toContain('Town 2');
  });

  it('take no date of a schedule', () => {
    const reading = parseSchedule('1 a day from 2036-12-01 09:00 UTC');
    if ('fault' in reading || !reading.schedule) throw new Error('no schedule');
    const { read } = fill([], NONE, { held: hold('leave-out', 'k0'), schedule: reading.schedule });
    expect(read('wp:post_date')).toEqual(['2036-12-01 09:00:00', '2036-12-02 09:00:00']);
  });

  it('are refused if no other pages remain', () => {
    const sheet = [
      ['key', 'geo_city', 'geo_url'],
      ['k0', 'Katy', 'katy'],
    ];
    const { layout, problems } = build(wxrSeed({ slug: 'geo_url' }), sheet, {
      held: hold('leave-out', 'k0'),
    });
    expect(layout.plan.pages).toBe(0);
    expect(problems.filter(({ severity }) => severity === 'fault').map(({ text }) => text)).toEqual([
      'Every page would be left out, so there would be nothing to import.',
    ]);
  });
});

describe('pages that are held back as drafts', () => {
  it('become drafts if they would be public, now or on a date', () => {
    const rows = [
      ['', ''],
      ['', ''],
      ['private', ''],
      ['future', '2036-01-01 09:00'],
      ['pending', ''],
    ];
    const { read, held } = fill(['page_status', 'page_date'], rows, {
      held: hold('draft', 'k1', 'k2', 'k3', 'k4'),
    });
    expect(read('wp:status')).toEqual(['publish', 'draft', 'private', 'draft', 'pending']);
    expect(held.map(([row, action]) => [row, action])).toEqual([
      [1, 'draft'],
      [2, 'draft'],
      [3, 'draft'],
      [4, 'draft'],
    ]);
  });

  it('become drafts without a column for the status, and stay so with a schedule', () => {
    expect(fill([], NONE, { held: hold('draft', 'k2') }).read('wp:status')).toEqual([
      'publish',
      'publish',
      'draft',
    ]);
    const reading = parseSchedule('1 a day from 2036-12-01 09:00 UTC');
    const schedule = 'schedule' in reading ? reading.schedule : undefined;
    const { read } = fill([], NONE, { held: hold('draft', 'k0'), ...(schedule && { schedule }) });
    expect(read('wp:status')).toEqual(['draft', 'future', 'future']);
  });

  it('are refused if the seed fills the status with a placeholder', () => {
    const spec = { status: '[state]' };
    expect(() => fill(['state'], [['publish']], { spec, held: hold('draft') })).toThrow(
      'Pages can’t be held back as drafts: the seed fills wp:status with a placeholder.',
    );
  });
});

describe('pages that are held back with noindex', () => {
  it.each([
    ['_yoast_wpseo_title', '_yoast_wpseo_meta-robots-noindex', '1'],
    ['rank_math_title', 'rank_math_robots', 'a:1:{i:0;s:7:"noindex";}'],
    ['_seopress_titles_title', '_seopress_robots_index', 'yes'],
    ['_genesis_title', '_genesis_noindex', '1'],
  ])('have the setting of the plugin that wrote %s, and stay public', (meta, key, value) => {
    const { readMeta, read } = fill([], NONE, {
      spec: { metas: [[meta, 'x']] },
      held: hold('noindex', 'k1'),
    });
    expect(readMeta(key)).toEqual(['–', value, '–']);
    expect(read('wp:status')).toEqual(['publish', 'publish', 'publish']);
  });

  it('override the column of their row', () => {
    const { readMeta } = fill(['page_noindex'], [['index'], ['index']], {
      spec: { metas: [['_yoast_wpseo_title', 'x']] },
      held: hold('noindex', 'k1'),
    });
    expect(readMeta('_yoast_wpseo_meta-robots-noindex')).toEqual(['2', '1']);
  });

  it('are refused if no SEO plugin would read it', () => {
    expect(() => fill([], NONE, { held: hold('noindex') })).toThrow(
      'Pages can’t be held back with noindex: the seed has no settings of an SEO plugin',
    );
  });
});

it('leaves all pages as they are if none is held back', () => {
  const spec = { metas: [['_yoast_wpseo_title', 'x']] as const };
  const plain = fill([], NONE, { spec });
  for (const action of ['leave-out', 'draft', 'noindex'] as const)
    expect(fill([], NONE, { spec, held: hold(action) }).files).toEqual(plain.files);
});

it('leaves a page out that is held back in two ways', () => {
  const held = [...hold('draft', 'k0', 'k1'), ...hold('leave-out', 'k1')];
  const { read, slugs } = fill([], NONE, { held });
  expect([slugs, read('wp:status')]).toEqual([
    ['t0', 't2'],
    ['draft', 'publish'],
  ]);
});

const SEEDS: Readonly<Record<Exclude<PlatformId, 'wordpress'>, string>> = {
  hubspot: wxrText({ slug: 'geo_url', type: 'post', content: '<p>In [geo_city]</p>' }),
  drupal:
    '<?xml version="1.0"?>\n<nodes><node><title>In [geo_city]</title><guid>1</guid><status>1</status><created>1700000000</created></node></nodes>',
  wix: 'Title,Slug,ID,Status\nIn [geo_city],[geo_url],1,PUBLISHED\n',
  webflow:
    'Name,Slug,Collection ID,Locale ID,Item ID,Archived,Draft,Created On,Updated On,Published On\nIn [geo_city],[geo_url],1,,2,false,false,,,\n',
};
const STATUS: Readonly<Record<keyof typeof SEEDS, [pattern: RegExp, live: string, draft: string]>> = {
  hubspot: [/<wp:status>(?:<!\[CDATA\[)?(\w+)/g, 'publish', 'draft'],
  drupal: [/<status>(\d)/g, '1', '0'],
  wix: [/,"(PUBLISHED|DRAFT)"/g, 'PUBLISHED', 'DRAFT'],
  webflow: [/,"false","(true|false)",/g, 'false', 'true'],
};
const ROWS = [
  ['key', 'geo_city', 'geo_url'],
  ['k0', 'Katy', 'katy'],
  ['k1', 'Waco', 'waco'],
  ['k2', 'Hico', 'hico'],
];

describe.each(Object.keys(SEEDS) as (keyof typeof SEEDS)[])('on %s', (format) => {
  const make = (held: HeldPages[]) => {
    const built = buildFormat(SEEDS[format], ROWS, { format, site: 'https://site.example', held });
    expect(built.audit().problems.filter(({ severity }) => severity === 'fault')).toEqual([]);
    return built.text;
  };

  it('a page is left out', () => {
    const text = make(hold('leave-out', 'k1'));
    expect(text).toContain('Hico');
    expect(text).not.toContain('Waco');
  });

  it('a page is a draft', () => {
    const [pattern, live, draft] = STATUS[format];
    const statuses = [...make(hold('draft', 'k1')).matchAll(pattern)].map(([, status]) => status);
    expect(statuses).toEqual([live, draft, live]);
  });

  it('noindex is refused', () => {
    const { name } = PLATFORMS.find(({ id }) => id === format) ?? { name: '' };
    expect(() => make(hold('noindex'))).toThrow(
      `Pages can’t be held back with noindex: the files for ${name} have no such setting.`,
    );
  });
});
