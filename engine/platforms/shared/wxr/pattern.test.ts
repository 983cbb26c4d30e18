import { describe, expect, it } from 'vitest';
import type { Problem } from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { type SeedSpec, build, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';
import type { ReadPage } from '#testkit/wxr-pages.ts';

const ROWS = [
  ['geo_city', 'geo_url', 'writer'],
  ['Waco', 'waco', 'bob'],
];

/** The page of the one row and the problems of the seed; the output must import. */
function fill(seed: SeedSpec | string): { page: ReadPage; problems: Problem[]; text: string } {
  const bytes = typeof seed === 'string' ? new TextEncoder().encode(seed) : wxrSeed(seed);
  const built = build(bytes, ROWS);
  expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  const [page] = built.pages;
  if (!page) throw new Error('no page');
  return { page, problems: built.problems, text: new TextDecoder().decode(built.files[0]?.bytes) };
}

/** The seed with one field of its item rewritten as raw XML. */
function withField(name: string, xml: string, spec: SeedSpec = {}): string {
  const text = wxrText(spec);
  const field = new RegExp(`<${name}[ >/][^\\n]*\\n`);
  const item = text.indexOf('<item>');
  expect(field.test(text.slice(item))).toBe(true);
  return text.slice(0, item) + text.slice(item).replace(field, xml === '' ? '' : `${xml}\n`);
}

describe('fields that the importer reads', () => {
  it.each([
    ['title', ''],
    ['dc:creator', ''],
    ['wp:comment_status', 'closed'],
    ['wp:ping_status', 'closed'],
    ['wp:status', 'draft'],
    ['wp:post_parent', '0'],
    ['wp:menu_order', '0'],
    ['wp:post_type', 'page'],
    ['wp:post_password', ''],
    ['wp:is_sticky', '0'],
  ])('are added where the seed has none: %s becomes "%s"', (name, content) => {
    const { page } = fill(withField(name, '', { content: '[geo_city]' }));
    expect(page.fields[name]).toBe(content);
    expect(page.outline.filter((element) => element === name)).toHaveLength(1);
  });

  it.each(['guid', 'wp:post_id', 'wp:post_name', 'wp:post_date', 'wp:post_date_gmt'])(
    'are written if they are missing, self-closing, escaped or CDATA: %s',
    (name) => {
      const wanted = fill({
        gmt: name === 'wp:post_date_gmt' ? null : '2025-03-04 10:11:12',
        slug: 'geo_url',
      }).page;
      const forms = [
        '',
        `<${name}/>`,
        `<${name} />`,
        `<${name}></${name}>`,
        `<${name}>geo_url</${name}>`,
        `<${name}><![CDATA[]]></${name}>`,
      ];
      for (const form of forms) {
        const { page } = fill(withField(name, form, { slug: 'geo_url' }));
        const [written, other] = [page.fields[name], wanted.fields[name]];
        if (name === 'wp:post_date') expect(written).toMatch(/^2025-0[2-6]-\d\d \d\d:\d\d:\d\d$/);
        else if (name === 'wp:post_id') expect(Number(written)).toBeGreaterThan(0);
        else expect(written).toBe(other);
        expect(page.outline.filter((element) => element === name)).toHaveLength(1);
      }
    },
  );

  it('keep their attributes and their escape style', () => {
    const { text } = fill(
      withField('guid', '<guid isPermaLink="false"><![CDATA[x]]></guid>', { style: 'escaped' }),
    );
    expect(text).toMatch(
      /<guid isPermaLink="false"><!\[CDATA\[https:\/\/site\.example\/\?geoloom=[0-9a-f-]+\]\]><\/guid>/,
    );
    expect(text).toContain('<wp:post_name>plumber-waco</wp:post_name>');
  });

  it('are written once if the seed has them twice', () => {
    const { page } = fill(withField('guid', '<guid>a</guid><guid>b</guid>'));
    expect(page.outline.filter((element) => element === 'guid')).toHaveLength(1);
  });

  it('that are unknown keep their order and have their placeholders filled', () => {
    const extra = '<wp:custom a="1">In [geo_city]</wp:custom><wp:inner><![CDATA[[geo_city]]]></wp:inner>';
    const { page, text } = fill({ extra });
    expect(page.fields['wp:custom']).toBe('In Waco');
    expect(page.fields['wp:inner']).toBe('Waco');
    expect(page.outline.slice(-2)).toEqual(['wp:custom', 'wp:inner']);
    expect(text).toContain('<wp:custom a="1">In Waco</wp:custom>');
  });

  it('get the page’s identity: link, pubDate', () => {
    const { page } = fill({});
    expect(page.fields.link).toBe('https://site.example/plumber-waco/');
    expect(page.fields.pubDate).toBe('Sun, 16 Feb 2025 03:22:06 +0000');
  });
});

describe('the status', () => {
  it.each([
    ['future', 'publish', /scheduled/],
    ['auto-draft', 'draft', /skips silently/],
    ['trash', 'draft', /in the trash/],
  ])('%s would be hidden, so it becomes %s with a notice', (status, written, message) => {
    const { page, problems } = fill({ status });
    expect(page.fields['wp:status']).toBe(written);
    expect(problems).toMatchObject([
      {
        code: 'status-changed',
        severity: 'notice',
        file: 'seed.xml',
        field: 'wp:status',
        text: expect.stringMatching(message),
      },
    ]);
    expect(problems[0]?.line).toBe(
      wxrText({ status })
        .split('\n')
        .findIndex((line) => line.includes('<wp:status>')) + 1,
    );
  });

  it.each(['publish', 'draft', 'pending', 'private'])(
    '%s is preserved, and reported if it hides pages',
    (status) => {
      const { page, problems } = fill({ status });
      expect(page.fields['wp:status']).toBe(status);
      expect(problems.map(({ code }) => code)).toEqual(status === 'publish' ? [] : ['status-hidden']);
    },
  );

  it('can come from the rows', () => {
    const built = build(wxrSeed({ status: '[state of it]' }), [
      ['geo_city', 'geo_url', 'state_of_it'],
      ['Waco', 'waco', 'private'],
    ]);
    expect(built.pages[0]?.fields['wp:status']).toBe('private');
  });
});

describe('data of the seed page only', () => {
  it('is dropped: locks, old slugs, generated HTML and CSS of Elementor', () => {
    const own = [
      '_edit_last',
      '_edit_lock',
      '_wp_old_slug',
      '_wp_old_date',
      '_elementor_css',
      '_elementor_element_cache',
      '_elementor_page_assets',
    ];
    const { page } = fill({
      metas: [
        ['before', '1'],
        ...own.map((key) => [key, 'x [geo_city]'] as const),
        ['_elementor_version', '3'],
      ],
    });
    expect(page.metas).toEqual([
      ['before', '1'],
      ['_elementor_version', '3'],
    ]);
  });

  it('is dropped: comments with their contents', () => {
    const extra =
      '<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content><![CDATA[In [geo_city]]]></wp:comment_content><wp:commentmeta><wp:meta_key>a</wp:meta_key><wp:meta_value>b</wp:meta_value></wp:commentmeta></wp:comment>';
    const { page } = fill({ extra: extra + extra, metas: [['a', '[geo_city]']] });
    expect(page.outline.filter((name) => name.startsWith('wp:comment'))).toEqual(['wp:comment_status']);
    expect(page.metas).toEqual([['a', 'Waco']]);
  });

  it('leaves no blank line', () => {
    const { text } = fill({ metas: [['_edit_lock', '1:1']] });
    expect(text).toContain('<wp:is_sticky>0</wp:is_sticky>\n</item>');
  });
});

describe('the other metas', () => {
  it('are preserved, with repeated keys, empty values and their order', () => {
    const metas = [
      ['b', '1'],
      ['a', ''],
      ['b', '2'],
      ['_thumbnail_id', '9'],
    ] as const;
    expect(fill({ metas }).page.metas).toEqual(metas);
  });

  it('are also filled in their keys', () => {
    expect(fill({ metas: [['town_[geo_url]', 'x']] }).page.metas).toEqual([['town_waco', 'x']]);
  });

  it('without a name are dropped, as the importer does', () => {
    const extra =
      '<wp:postmeta><wp:meta_key>a</wp:meta_key></wp:postmeta><wp:postmeta><wp:meta_value>[geo_city]</wp:meta_value></wp:postmeta><wp:postmeta/>';
    const metas = [
      ['', '[geo_city]'],
      [' ', 'x'],
      ['a', '1'],
    ] as const;
    expect(fill({ extra, metas }).page.metas).toEqual([['a', '1']]);
  });
});

describe('a canonical URL', () => {
  const KEYS = [
    '_yoast_wpseo_canonical',
    'rank_math_canonical_url',
    '_aioseo_canonical_url',
    '_seopress_robots_canonical',
  ];
  const OWN = 'https://site.example/plumber-waco/';

  it.each(KEYS)('of the seed becomes the page’s: %s', (key) => {
    const { page, problems } = fill({ metas: [[key, 'https://site.example/plumber-geo_url/']] });
    expect(page.metas).toEqual([[key, OWN]]);
    expect(problems).toEqual([]);
  });

  it.each([
    ['without its slash', 'https://site.example/plumber-geo_url'],
    ['with the other scheme', 'http://site.example/plumber-geo_url/'],
    ['below a parent', 'https://site.example/areas/plumber-geo_url/'],
    ['of a draft, by id', 'https://site.example/?page_id=40'],
    ['by id, the short form', 'https://site.example/?p=40'],
    ['in white space', '\n https://site.example/plumber-geo_url/ '],
  ])('is known as the seed’s own %s', (_how, value) => {
    expect(fill({ metas: [['_yoast_wpseo_canonical', value]] }).page.metas[0]?.[1]).toBe(OWN);
  });

  it.each([
    'https://site.example/other/',
    'https://elsewhere.example/plumber-geo_url/',
    'https://site.example/?p=41',
  ])('that leads elsewhere stays, with a notice: %s', (value) => {
    const { page, problems } = fill({ metas: [['_yoast_wpseo_canonical', value]] });
    expect(page.metas[0]?.[1]).toBe(value);
    expect(problems).toMatchObject([
      {
        code: 'canonical-elsewhere',
        severity: 'notice',
        field: 'meta _yoast_wpseo_canonical',
        text: expect.stringContaining(value),
      },
    ]);
  });

  it('is recognized by the guid, which has the URL of an older site', () => {
    const metas = [['_yoast_wpseo_canonical', 'http://old.example/?p=40']] as const;
    expect(fill({ guid: 'https://old.example/?p=40', metas }).page.metas[0]?.[1]).toBe(OWN);
  });

  it('that is empty or has a placeholder is like any other meta', () => {
    const metas = [
      ['_yoast_wpseo_canonical', ''],
      ['rank_math_canonical_url', 'https://a.example/[geo_url]/'],
    ] as const;
    const { page } = fill({ metas });
    expect(page.metas.map(([, value]) => value)).toEqual(['', 'https://a.example/waco/']);
  });

  it('is recognized only in known metas', () => {
    const value = 'https://site.example/plumber-geo_url/';
    expect(fill({ metas: [['my_link', value]] }).page.metas[0]?.[1]).toBe(value);
  });
});

it('fills posts and types of plugins like pages', () => {
  for (const type of ['post', 'geo_area', 'product', 'e-landing-page'])
    expect(fill({ type }).page.fields).toMatchObject({ 'wp:post_type': type, title: 'Plumber in Waco' });
});
