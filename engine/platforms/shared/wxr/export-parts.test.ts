/**
 * Parts of a whole export on the way into a site: an image's URLs change in the posts that exist when it is
 * fetched, a second import of a record adds its metas again, and every term of the channel is created.
 */
import { describe, expect, it } from 'vitest';
import type { Problem } from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { type ReadPage, readPages } from '#testkit/wxr-pages.ts';
import { type BuildOptions, type ItemSpec, type SeedSpec, build, wxrSeed } from '#testkit/wxr-seed.ts';

const UPLOADS = 'https://site.example/wp-content/uploads/2024/02/';
const AWAY = 'https://other.example';
const ROWS = [
  ['geo_city', 'geo_url', 'photo', 'service'],
  ['Waco', 'waco', `${UPLOADS}m90.jpg`, 'roofs'],
  ['Salem', 'salem', `${UPLOADS}m91.jpg`, 'decks'],
  ['Austin', 'austin', `${UPLOADS}m90.jpg`, 'roofs'],
];
const ONE_PAGE = { bytes: 1_000_000, pages: 1 };

function media(id: number, spec: ItemSpec = {}): ItemSpec {
  return {
    title: `Media ${id}`,
    slug: `media-${id}`,
    type: 'attachment',
    status: 'inherit',
    content: '',
    id,
    date: `2024-02-03 04:05:${String(id % 60).padStart(2, '0')}`,
    extra: `<wp:attachment_url><![CDATA[${UPLOADS}m${id}.jpg]]></wp:attachment_url>\n`,
    metas: [
      ['_wp_attached_file', `2024/02/m${id}.jpg`],
      ['_wp_attachment_image_alt', `Alt ${id}`],
    ],
    ...spec,
  };
}

const AREAS: ItemSpec = {
  id: 7,
  title: 'Areas',
  slug: 'areas',
  content: '<p>Areas</p>',
  date: '2024-01-01 00:00:00',
  metas: [['_wp_page_template', 'wide']],
};

/** Builds parts of one page, which must import, and reads them back. */
function buildParts(spec: SeedSpec, options: BuildOptions = {}) {
  const built = build(wxrSeed(spec), ROWS, { split: ONE_PAGE, site: AWAY, ...options });
  expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  expect(built.files.map(({ bytes }) => bytes.length)).toEqual(built.layout.parts.map(({ bytes }) => bytes));
  const parts = built.files.map(({ bytes }) => readPages(bytes));
  const texts = built.files.map(({ bytes }) => new TextDecoder().decode(bytes));
  return { ...built, parts, texts };
}

const isMedia = ({ fields }: ReadPage) => fields['wp:post_type'] === 'attachment';
const listUrls = (part: readonly ReadPage[] | undefined) =>
  (part ?? []).filter(isMedia).map(({ fields }) => fields['wp:attachment_url']?.split('/').at(-1));
const find = (part: readonly ReadPage[] | undefined, id: number) =>
  part?.find(({ fields }) => fields['wp:post_id'] === String(id));
const readText = (problems: readonly Problem[], code: string) =>
  problems.filter((problem) => problem.code === code).map(({ text }) => text);

describe('an image that the pages show', () => {
  it.each<[string, SeedSpec]>([
    ['in the content', { content: `<img src="${UPLOADS}m90.jpg">` }],
    ['in a smaller size', { content: `<img src="${UPLOADS}m90-300x225.jpg">` }],
    ['by its id in a block', { content: '<!-- wp:image {"id":90} --><!-- /wp:image -->' }],
    ['in a gallery', { content: '[gallery ids="90"]' }],
    [
      'in builder data',
      { metas: [['_elementor_data', `[{"settings":{"image":{"url":"${UPLOADS}m90.jpg","id":90}}}]`]] },
    ],
    ['in a gallery of products', { metas: [['_product_image_gallery', '90']] }],
  ])('%s is only in the last part, whole: by then all pages exist', (_where, spec) => {
    const { parts } = buildParts({ ...spec, behind: [media(90)] });
    expect(parts.map(listUrls)).toEqual([[], [], ['m90.jpg']]);
    expect(find(parts[2], 90)?.metas).toContainEqual(['_wp_attachment_image_alt', 'Alt 90']);
  });

  it('is in the only part, once', () => {
    const spec: SeedSpec = {
      content: `<img src="${UPLOADS}m90.jpg">`,
      metas: [['_thumbnail_id', '90']],
      behind: [media(90)],
    };
    const { parts, problems } = buildParts(spec, { split: null });
    expect(parts.map(listUrls)).toEqual([['m90.jpg']]);
    expect(readText(problems, 'duplicate-images')).toEqual([]);
  });

  it('makes another part, with the last page, if the last one has no room for it', () => {
    const spec = {
      content: `<img src="${UPLOADS}m90.jpg">`,
      behind: [media(90, { content: 'x'.repeat(3000) })],
    };
    const single = build(wxrSeed(spec), ROWS, { site: AWAY }).layout;
    const { parts, layout } = buildParts(spec, { split: { bytes: single.bytes - 1, pages: 500 } });
    expect(layout.parts.map(({ pages }) => pages)).toEqual([2, 1]);
    expect(parts.map(listUrls)).toEqual([[], ['m90.jpg']]);
  });

  it('fills the last part by itself if no page fits in with it', () => {
    const spec = {
      content: `<img src="${UPLOADS}m90.jpg">`,
      behind: [media(90, { content: 'x'.repeat(3000) })],
    };
    const { layout: probe } = buildParts(spec);
    const bytes = probe.parts[2]?.frame.bytes ?? 0;
    const { parts, layout } = buildParts(spec, { split: { bytes, pages: 500 } });
    expect(layout.parts.at(-1)).toMatchObject({ pages: 0, bytes });
    expect(listUrls(parts.at(-1))).toEqual(['m90.jpg']);
    const { problems } = build(wxrSeed(spec), ROWS, { site: AWAY, split: { bytes: bytes - 1, pages: 500 } });
    expect(readText(problems, 'part-too-small')[0]).toMatch(
      /^The last part has \d+ bytes of accompanying records/,
    );
  });
});

describe('a featured image', () => {
  it('is whole in part 1 and a stub in each later one', () => {
    const { parts } = buildParts({ metas: [['_thumbnail_id', '90']], behind: [media(90)] });
    expect(parts.map(listUrls)).toEqual([['m90.jpg'], ['m90.jpg'], ['m90.jpg']]);
    expect(parts.map((part) => find(part, 90)?.metas.length)).toEqual([2, 0, 0]);
  });

  it('of a parent is in part 1, which creates the parent with its metas', () => {
    const parent = { ...AREAS, metas: [['_thumbnail_id', '90']] as const };
    const { parts } = buildParts({ parent: 7, before: [parent], behind: [media(90)] });
    expect(parts.map(listUrls)).toEqual([['m90.jpg'], [], []]);
  });

  it.each<[string, string, string[]]>([
    ['by its URL', `<img src="${UPLOADS}m90.jpg">`, ['m90.jpg']],
    ['in a smaller size', `<img src="${UPLOADS}m90-1024x768.jpg">`, ['m90.jpg']],
    ['by a column', '<img src="[photo]">', ['m90.jpg']],
  ])('that the content shows as well, %s, comes a second time with the last part', (_how, content, again) => {
    const { parts, problems } = buildParts({
      content,
      metas: [['_thumbnail_id', '90']],
      behind: [media(90)],
    });
    expect(parts.map(listUrls)).toEqual([['m90.jpg'], ['m90.jpg'], ['m90.jpg', ...again]]);
    const [first, copy] = (parts[2] ?? []).filter(isMedia);
    // the importer knows media by title and date, and stubs by their ids
    for (const field of ['wp:post_id', 'wp:post_date', 'wp:post_name', 'guid'])
      expect(copy?.fields[field]).not.toBe(first?.fields[field]);
    expect(copy?.metas).toContainEqual(['_wp_attachment_image_alt', 'Alt 90']);
    const ids = parts.flat().map(({ fields }) => fields['wp:post_id']);
    expect(ids.filter((id) => id === copy?.fields['wp:post_id'])).toHaveLength(1);
    expect(readText(problems, 'duplicate-images')).toEqual([
      '1 featured image is also in the content. The last part includes it again so that all pages show it from the new site. The media library will have it twice.',
    ]);
  });

  it('has a copy with a different second, whatever media have its title', () => {
    const twin = media(91, { title: 'Media 90', date: '2024-02-03 04:05:29' });
    const content = `<img src="${UPLOADS}m90.jpg">`;
    const { parts } = buildParts({ content, metas: [['_thumbnail_id', '90']], behind: [media(90), twin] });
    const copy = (parts[2] ?? []).filter(isMedia)[1];
    expect(copy?.fields['wp:post_date']).toBe('2024-02-03 04:05:28');
  });

  it('that rows choose is copied only if the content shows it', () => {
    const rows = [
      ['geo_city', 'geo_url', 'picture'],
      ['Waco', 'waco', '90'],
      ['Salem', 'salem', '91'],
    ];
    const spec: SeedSpec = {
      content: `<img src="${UPLOADS}m91.jpg">`,
      metas: [['_thumbnail_id', '[picture]']],
      behind: [media(90), media(91)],
    };
    const built = build(wxrSeed(spec), rows, { split: ONE_PAGE, site: AWAY });
    expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
    expect(built.files.map(({ bytes }) => listUrls(readPages(bytes)))).toEqual([
      ['m90.jpg', 'm91.jpg'],
      ['m91.jpg', 'm91.jpg'],
    ]);
  });

  it.each<[string, string, string[]]>([
    ['not shown', 'Hello', []],
    ['shown by its own placeholder', '<img src="[image_2]">', ['b.jpg']],
    ['shown in turn', '<img src="[featured_image]">', ['a.jpg', 'b.jpg']],
  ])('of the project is copied where the content shows it: %s', (_how, content, again) => {
    const images = ['a', 'b'].map((name) => ({ url: `https://img.example/${name}.jpg`, alt: name }));
    for (const site of [AWAY, 'https://site.example']) {
      const { parts } = buildParts({ content }, { images, site });
      expect(listUrls(parts[0])).toEqual(['a.jpg', 'b.jpg']);
      expect(listUrls(parts[2])).toEqual(['a.jpg', ...again].toSorted());
      expect((parts[2] ?? []).filter(isMedia).filter(({ metas }) => metas.length > 0)).toHaveLength(
        again.length,
      );
    }
  });
});

describe('records that exist on the seed’s site', () => {
  const spec: SeedSpec = {
    parent: 7,
    before: [AREAS],
    content: `<img src="${UPLOADS}m91.jpg"><img src="${UPLOADS}m90.jpg">`,
    metas: [['_thumbnail_id', '90']],
    behind: [media(90), media(91)],
  };
  const countMetas = ({ parts }: { parts: ReadPage[][] }) =>
    parts
      .flatMap((part) => [7, 90, 91].map((id) => find(part, id)?.metas.length ?? 0))
      .reduce((a, b) => a + b);

  it.each([
    ['none is named', undefined],
    ['it is named', 'https://site.example'],
    ['it is named with www and a path', 'http://www.site.example/blog/'],
  ])('have no metas where the pages are for it: %s', (_how, site) => {
    const options = site === undefined ? {} : { site };
    for (const split of [null, ONE_PAGE]) {
      const built = build(wxrSeed(spec), ROWS, { split, ...options });
      expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
      const parts = built.files.map(({ bytes }) => readPages(bytes));
      expect(countMetas({ parts })).toBe(0);
      expect(built.pages.every(({ metas }) => metas.length === 1)).toBe(true);
      // there, the URLs are right already
      expect(parts.flat().filter(isMedia).length).toBe(split === null ? 2 : 4);
    }
  });

  it('have them once in all parts if the pages are for another site', () => {
    expect(countMetas(buildParts(spec))).toBe(5);
  });

  it('are listed in a notice if no site is set', () => {
    const { problems } = build(wxrSeed(spec), ROWS);
    expect(readText(problems, 'metas-on-seed-site')).toEqual([
      'No site URL is set, so the files are for the seed’s own site, https://site.example. 3 accompanying records (parent pages, media, templates) have no custom fields in the files, because the site already has these and the import would add them again. If another site imports them, use a seed page exported from that site, or the command-line option --site https://www.example.com.',
    ]);
    for (const site of [AWAY, 'https://site.example'])
      expect(readText(build(wxrSeed(spec), ROWS, { site }).problems, 'metas-on-seed-site')).toEqual([]);
    expect(readText(build(wxrSeed(), ROWS).problems, 'metas-on-seed-site')).toEqual([]);
  });
});

describe('terms of the channel', () => {
  const term = (taxonomy: string, slug: string, more = '') =>
    `<wp:term><wp:term_id>9</wp:term_id><wp:term_taxonomy><![CDATA[${taxonomy}]]></wp:term_taxonomy><wp:term_slug><![CDATA[${slug}]]></wp:term_slug>${more}<wp:term_name><![CDATA[${slug}]]></wp:term_name></wp:term>\n`;
  const category = (slug: string, parent = '') =>
    `<wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name><![CDATA[${slug}]]></wp:cat_name></wp:category>\n`;
  const tag = (slug: string) =>
    `<wp:tag><wp:term_id>4</wp:term_id><wp:tag_slug>${slug}</wp:tag_slug><wp:tag_name>${slug}</wp:tag_name></wp:tag>\n`;
  const meta =
    '<wp:termmeta><wp:meta_key>color</wp:meta_key><wp:meta_value>red</wp:meta_value></wp:termmeta>';
  const channel = [
    category('top'),
    category('services', 'top'),
    category('roofs', 'services'),
    category('decks', 'services'),
    category('news'),
    tag('blue'),
    tag('red'),
    term('region', 'south', '<wp:term_parent>usa</wp:term_parent>'),
    term('region', 'usa', meta),
    term('region', 'north'),
    term('nav_menu', 'main'),
  ].join('');
  const slugs = (text: string) =>
    [...text.matchAll(/<wp:(?:category_nicename|tag_slug|term_slug)>(?:<!\[CDATA\[)?([^<\]]+)/g)].map(
      (match) => match[1],
    );

  it('are in each part whose items name them, with their ancestors and metas, and in their order', () => {
    const terms = [
      { domain: 'category', nicename: 'roofs', name: 'roofs' },
      { domain: 'tag', nicename: 'blue', name: 'blue' },
      { domain: 'region', nicename: 'South', name: 'south' },
    ];
    const { texts } = buildParts({ type: 'post', terms, channel });
    for (const text of texts) {
      expect(slugs(text)).toEqual(['top', 'services', 'roofs', 'blue', 'south', 'usa']);
      expect(text).toContain(meta);
    }
  });

  it('are skipped if no item names them; menus always are', () => {
    const menu = {
      id: 60,
      type: 'nav_menu_item',
      title: 'Home',
      slug: 'home',
      terms: [{ domain: 'nav_menu', nicename: 'main', name: 'main' }],
    };
    const { texts } = buildParts({ channel, behind: [menu] });
    for (const text of texts) {
      expect(slugs(text)).toEqual([]);
      expect(text).not.toContain('nav_menu');
    }
    const named = buildParts({ channel, terms: [{ domain: 'nav_menu', nicename: 'main', name: 'main' }] });
    for (const text of named.texts) expect(slugs(text)).toEqual([]);
  });

  it('of a parent or an image are in the parts that include it', () => {
    const parent = { ...AREAS, terms: [{ domain: 'region', nicename: 'north', name: 'north' }] };
    const picture = media(90, { terms: [{ nicename: 'news', name: 'news' }] });
    const content = `<img src="${UPLOADS}m90.jpg">`;
    const { texts } = buildParts({ parent: 7, before: [parent], content, behind: [picture], channel });
    expect(texts.map(slugs)).toEqual([['north'], ['north'], ['news', 'north']]);
  });

  it('of rows keep their ancestors', () => {
    const terms = [{ nicename: '[service]', name: '[service]' }];
    const { texts, pages } = buildParts({ type: 'post', terms, channel });
    expect(pages.map((page) => page.terms[0]?.nicename)).toEqual(['roofs', 'decks', 'roofs']);
    for (const text of texts) expect(slugs(text)).toEqual(['top', 'services', 'roofs', 'decks']);
  });

  it('with placeholders are created by the rows that name them', () => {
    const terms = [{ nicename: 'in-geo_city', name: 'In [geo_city]' }];
    const own = `${category('in-geo_city', 'top').replace('[CDATA[in-geo_city]]', '[CDATA[In [geo_city]]]')}${channel}`;
    const { texts, pages } = buildParts({ type: 'post', terms, channel: own });
    expect(pages.map((page) => page.terms[0]?.nicename)).toEqual(['in-waco', 'in-salem', 'in-austin']);
    for (const text of texts) expect(slugs(text)).toEqual([]);
  });

  it('can be their own ancestors', () => {
    const circle = category('a', 'b') + category('b', 'a');
    const { texts } = buildParts({ terms: [{ nicename: 'a', name: 'a' }], channel: circle });
    for (const text of texts) expect(slugs(text)).toEqual(['a', 'b']);
  });
});

describe('the type of the pages', () => {
  it.each(['page', 'post'])('%s needs no plugin', (type) => {
    expect(readText(build(wxrSeed({ type }), ROWS).problems, 'unregistered-type')).toEqual([]);
  });

  it.each(['city_page', 'product', 'elementor_landing'])(
    '%s gets a notice that its plugin or theme is needed',
    (type) => {
      const problem = build(wxrSeed({ type }), ROWS).problems.find(
        ({ code }) => code === 'unregistered-type',
      );
      expect(problem).toMatchObject({
        severity: 'notice',
        field: 'wp:post_type',
        line: expect.any(Number),
        text: `The pages are of the type "${type}". Turn on the plugin or theme that adds this type before you import: without it, the importer says "Invalid post type ${type}" and skips every page.`,
      });
    },
  );
});
