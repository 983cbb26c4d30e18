import { describe, expect, it } from 'vitest';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { readPages } from '#testkit/wxr-pages.ts';
import { type ItemSpec, type SeedSpec, build, wxrSeed } from '#testkit/wxr-seed.ts';

const SITE = 'https://site.example/wp-content/uploads/';
const ROWS = [
  ['geo_city', 'geo_url'],
  ['Waco', 'waco'],
  ['Salem', 'salem'],
  ['Austin', 'austin'],
];

let seconds = 0;

/** A media item of an export; each has a date of its own. */
function media(id: number, spec: ItemSpec & { url?: string } = {}): ItemSpec {
  const { url = `${SITE}m${id}.jpg`, extra = '', ...rest } = spec;
  seconds += 1;
  const date = `2024-02-03 04:${String(seconds % 60).padStart(2, '0')}:05`;
  return {
    title: `Media ${id}`,
    slug: `media-${id}`,
    type: 'attachment',
    status: 'inherit',
    content: '',
    id,
    date,
    extra: `${extra}<wp:attachment_url><![CDATA[${url}]]></wp:attachment_url>\n`,
    ...rest,
  };
}

/** A site that the seed did not come from. */
const AWAY = { site: 'https://other.example' };

/** Items of each file other than the pages of rows, by ID; the files must import. */
function buildStatics(
  seed: SeedSpec,
  split: { bytes: number; pages: number } | null = null,
  target: { site?: string } = {},
) {
  const built = build(wxrSeed(seed), ROWS, { split, ...target });
  expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  const { firstId } = built.layout.plan.project;
  const files = built.files.map((file) =>
    readPages(file.bytes).filter((page) => Number(page.fields['wp:post_id']) < firstId),
  );
  return {
    ...built,
    statics: files,
    ids: files.map((file) => file.map((page) => Number(page.fields['wp:post_id']))),
  };
}

/** Ids of the records that are included with a page like that, of the media 90 and 91. */
function carried(spec: SeedSpec, url?: string): number[] {
  const items = [media(90, url === undefined ? {} : { url }), media(91)];
  return buildStatics({ ...spec, behind: items }).ids[0] ?? [];
}

describe('media are included if the page names them', () => {
  it.each([
    ['as its featured image', { metas: [['_thumbnail_id', '90']] }],
    ['in a gallery of products', { metas: [['_product_image_gallery', '7,90']] }],
    ['by the class of an image', { content: '<img class="size-full wp-image-90" src="/a.jpg">' }],
    ['in a gallery', { content: '[gallery ids="89,90"]' }],
    ['in a gallery with other quotes', { content: "[gallery ids='90']" }],
    ['in a caption', { content: '[caption id="attachment_90"]x[/caption]' }],
    ['by the address of its page', { content: '<a href="/?attachment_id=90">x</a>' }],
    [
      'in the attributes of a block',
      { content: '<!-- wp:image {"id":90,"sizeSlug":"large"} --><!-- /wp:image -->' },
    ],
    ['in a list of a block', { content: '<!-- wp:gallery {"ids":[88,90]} /-->' }],
    [
      'in Elementor’s data',
      {
        metas: [
          ['_elementor_data', '[{"id":"abc1234","elType":"widget","settings":{"image":{"url":"","id":90}}}]'],
        ],
      },
    ],
    [
      'in Elementor’s data, as text',
      { metas: [['_elementor_data', '[{"settings":{"image":{"id":"90","url":""}}}]']] },
    ],
    [
      'in a field of ACF',
      {
        metas: [
          ['hero', '90'],
          ['_hero', 'field_62a'],
        ],
      },
    ],
    [
      'in a gallery of ACF',
      {
        metas: [
          ['pics', 'a:1:{i:0;s:2:"90";}'],
          ['_pics', 'field_62b'],
        ],
      },
    ],
    ['by its address', { content: `<img src="${SITE}m90.jpg">` }],
    ['by the address of a smaller size', { content: `<img src="${SITE}m90-300x225.jpg">` }],
    [
      'by its address as JSON writes it',
      { metas: [['data', JSON.stringify({ a: `${SITE}m90.jpg` }).replaceAll('/', '\\/')]] },
    ],
    ['by its escaped id', { content: '[gallery ids="90"]', style: 'escaped' }],
  ] satisfies [string, SeedSpec][])('%s', (_how, spec) => {
    expect(carried(spec)).toEqual([90]);
  });

  it('by the URL of a size of a scaled original', () => {
    expect(carried({ content: `<img src="${SITE}big-1024x768.jpg">` }, `${SITE}big-scaled.jpg`)).toEqual([
      90,
    ]);
  });

  it.each([
    ['a number of something else', { content: '<p>90 years, id 90</p>' }],
    ['a plain meta', { metas: [['age', '90']] }],
    [
      'an element of Elementor, whose name has digits only',
      { metas: [['_elementor_data', '[{"id":"90","elType":"section"}]']] },
    ],
    ['another file that begins alike', { content: `<img src="${SITE}m900.jpg"><img src="${SITE}m90b.jpg">` }],
    ['a longer number', { content: '<img class="wp-image-901">' }],
  ] satisfies [string, SeedSpec][])('not for %s', (_how, spec) => {
    expect(carried(spec)).toEqual([]);
  });

  it('or if they are attached to it or named by its parents', () => {
    const areas = {
      id: 7,
      title: 'Areas',
      slug: 'areas',
      content: '<img class="wp-image-91">',
      date: '2024-01-01 00:00:00',
    };
    const seed = { parent: 7, before: [areas], behind: [media(90, { parent: 40 }), media(91), media(92)] };
    const { ids, statics, problems } = buildStatics(seed);
    expect(ids).toEqual([[7, 90, 91]]);
    // its own parent is not there any more
    expect(statics[0]?.[1]?.fields['wp:post_parent']).toBe('0');
    expect(problems).toContainEqual({
      code: 'records-skipped',
      severity: 'notice',
      file: 'seed.xml',
      text: '1 other record in the export isn’t included: 1 of type attachment ("Media 92").',
    });
  });
});

describe('IDs of the pages', () => {
  const firstId = (spec: SeedSpec, rows = ROWS): number =>
    build(wxrSeed(spec), rows).layout.plan.project.firstId;

  it('follow the highest that the file refers to', () => {
    const { pages } = build(wxrSeed({ id: 40, behind: [media(90)] }), ROWS);
    expect(pages.map((page) => page.fields['wp:post_id'])).toEqual(['91', '92', '93']);
  });

  it.each([
    ['its parent', { parent: 5000 }],
    ['a featured image that is elsewhere', { metas: [['_thumbnail_id', '5000']] }],
    ['an image in the text', { content: '<img class="wp-image-5000">' }],
    ['a block', { content: '<!-- wp:image {"id":5000} /-->' }],
    ['a page that is skipped', { behind: [{ id: 5000, title: 'About', slug: 'about' }] }],
    [
      'the parent of a page that is skipped',
      { behind: [{ id: 50, parent: 5000, title: 'About', slug: 'about' }] },
    ],
  ] satisfies [string, SeedSpec][])('come before that of %s', (_what, spec) => {
    expect(firstId(spec)).toBe(5001);
  });

  it('are above those that rows put where the importer reads IDs', () => {
    const rows = [
      ['geo_city', 'geo_url', 'picture'],
      ['Waco', 'waco', '41'],
      ['Salem', 'salem', '5000'],
    ];
    expect(firstId({ metas: [['_thumbnail_id', '[picture]']] }, rows)).toBe(5001);
    expect(firstId({ metas: [['price', '[picture]']] }, rows)).toBe(41);
  });

  it('don’t follow numbers of other systems or names of Elementor’s elements', () => {
    expect(firstId({ content: '<!-- wp:acme {"id":20000000000} /-->' })).toBe(41);
    expect(firstId({ content: '<!-- wp:acme {"id":5000.5} /-->' })).toBe(41);
    const data = '[{"id":"1234567","elType":"section","elements":[{"id":"19927e9","elType":"widget"}]}]';
    expect(firstId({ metas: [['_elementor_data', data]] })).toBe(41);
  });
});

describe('parents', () => {
  const tree = (spec: ItemSpec = {}): SeedSpec => ({
    parent: 8,
    link: 'https://site.example/top/areas/plumber-geo_url/',
    behind: [
      {
        id: 8,
        parent: 7,
        title: 'Areas',
        slug: 'areas',
        content: '<p>Areas</p>',
        date: '2024-01-02 00:00:00',
        metas: [
          ['_edit_lock', '1:1'],
          ['_elementor_css', 'x'],
          ['keep', '1'],
        ],
        ...spec,
      },
      { id: 7, title: 'Top', slug: 'top', content: '<p>Top</p>', date: '2024-01-01 00:00:00' },
    ],
  });

  it('are before their children, the topmost first, whatever their order in the export', () => {
    const { statics, pages } = buildStatics(tree());
    expect(statics[0]?.map((page) => [page.fields['wp:post_id'], page.fields['wp:post_parent']])).toEqual([
      ['7', '0'],
      ['8', '7'],
    ]);
    expect(pages.map((page) => page.fields['wp:post_parent'])).toEqual(['8', '8', '8']);
    expect(pages[0]?.fields.link).toBe('https://site.example/top/areas/plumber-waco/');
  });

  it('are whole in the first part, without data of their old site', () => {
    const { statics } = buildStatics(tree(), null, AWAY);
    expect(statics[0]?.[1]?.fields['content:encoded']).toBe('<p>Areas</p>');
    expect(statics[0]?.[1]?.metas).toEqual([['keep', '1']]);
  });

  it('have everything but their metas in later parts, so that no import order creates them empty', () => {
    const { statics, ids } = buildStatics(tree(), { bytes: 1_000_000, pages: 1 });
    expect(ids).toEqual([
      [7, 8],
      [7, 8],
      [7, 8],
    ]);
    const [whole, stub] = [statics[0]?.[1], statics[2]?.[1]];
    for (const field of [
      'title',
      'wp:post_date',
      'wp:post_date_gmt',
      'wp:post_type',
      'wp:post_name',
      'wp:post_parent',
      'wp:status',
      'content:encoded',
      'excerpt:encoded',
    ])
      expect(stub?.fields[field]).toBe(whole?.fields[field]);
    expect(stub?.fields['content:encoded']).toBe('<p>Areas</p>');
    expect(stub?.metas).toEqual([]);
  });

  it('that aren’t in the export leave the pages at the top level, with a notice that says how to keep them below', () => {
    const { pages, problems } = buildStatics({ parent: 99 });
    expect(pages[0]?.fields['wp:post_parent']).toBe('0');
    expect(problems).toMatchObject([
      {
        code: 'parent-missing',
        severity: 'notice',
        field: 'wp:post_parent',
        text: 'The seed’s parent page (id 99) is not in the export, so its pages import at the top level. Export the parent page together with the seed to keep them below it.',
      },
    ]);
  });

  it('of missing parents end the chain at the top level', () => {
    const { statics } = buildStatics({
      parent: 8,
      before: [{ id: 8, parent: 99, title: 'Areas', slug: 'areas' }],
    });
    expect(statics[0]?.[0]?.fields['wp:post_parent']).toBe('0');
  });

  it('can be a cycle', () => {
    const circle = [
      { id: 8, parent: 9, title: 'A', slug: 'a', date: '2024-01-01 00:00:00' },
      { id: 9, parent: 8, title: 'B', slug: 'b', date: '2024-01-02 00:00:00' },
    ];
    expect(build(wxrSeed({ parent: 8, before: circle }), ROWS).pages).toHaveLength(3);
    expect(build(wxrSeed({ id: 40, parent: 40 }), ROWS).pages[0]?.fields['wp:post_parent']).toBe('0');
  });

  it('are included without their comments', () => {
    const extra = '<wp:comment><wp:comment_id>1</wp:comment_id></wp:comment>';
    const { statics } = buildStatics(tree({ extra }));
    expect(statics[0]?.[1]?.outline).not.toContain('wp:comment');
  });
});

describe('images in later parts', () => {
  it('keep all but their metas if pages have them as featured images', () => {
    const { statics, ids } = buildStatics(
      {
        metas: [['_thumbnail_id', '90']],
        behind: [media(90, { content: 'Words', metas: [['_wp_attached_file', 'm90.jpg']] })],
      },
      { bytes: 1_000_000, pages: 2 },
      AWAY,
    );
    expect(ids).toEqual([[90], [90]]);
    expect(statics[0]?.[0]?.metas).toEqual([['_wp_attached_file', 'm90.jpg']]);
    expect(statics[1]?.[0]?.metas).toEqual([]);
    expect(statics[1]?.[0]?.fields).toMatchObject({
      'wp:attachment_url': `${SITE}m90.jpg`,
      'content:encoded': 'Words',
    });
  });

  it('are only in the last one if a text shows them: by then all pages exist', () => {
    const { ids } = buildStatics(
      { content: '<img class="wp-image-90">', behind: [media(90)] },
      { bytes: 1_000_000, pages: 2 },
    );
    expect(ids).toEqual([[], [90]]);
  });
});

describe('images that rows choose by their IDs', () => {
  const rows = [
    [...(ROWS[0] ?? []), 'picture'],
    ['Waco', 'waco', '90'],
    ['Salem', 'salem', '91'],
    ['Austin', 'austin', '90'],
    ['Dayton', 'dayton', ''],
    ['Boise', 'boise', '7000'],
  ];
  const seed: SeedSpec = {
    metas: [['_thumbnail_id', '[picture]']],
    behind: [media(90), media(91), media(92)],
  };

  it('are in the parts that use them, and no page has one of their IDs', () => {
    const built = build(wxrSeed(seed), rows, { split: { bytes: 1_000_000, pages: 1 } });
    expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
    expect(built.files.map(({ bytes }) => bytes.length)).toEqual(
      built.layout.parts.map(({ bytes }) => bytes),
    );
    const ids = built.files.map(({ bytes }) =>
      readPages(bytes).map((page) => Number(page.fields['wp:post_id'])),
    );
    expect(ids).toEqual([[90, 91, 7001], [91, 7002], [90, 7003], [7004], [7005]]);
    const stub = readPages(built.files[2]?.bytes ?? new Uint8Array())[0];
    expect(stub?.fields['wp:attachment_url']).toBe(`${SITE}m90.jpg`);
  });

  it('are counted as media; the others are skipped', () => {
    const { layout, problems } = build(wxrSeed(seed), rows);
    expect(layout.plan.project.media).toBe(2);
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'records-skipped', text: expect.stringMatching(/^1 other record /) }),
    );
  });
});

describe('placeholders in a record that is included once', () => {
  const described = (spec: ItemSpec) =>
    buildStatics(
      { metas: [['_thumbnail_id', '90']], behind: [media(90, spec)] },
      { bytes: 1_000_000, pages: 2 },
      AWAY,
    );

  it('are cleared, with a notice, even if they are the whole leaf', () => {
    const { statics, problems } = described({
      title: '[geo_city]',
      content: 'Crew of [Geo City | upper]!',
      excerpt: '[geo_city]',
    });
    expect(statics[0]?.[0]?.fields).toMatchObject({
      title: '',
      'content:encoded': 'Crew of !',
      'excerpt:encoded': '',
    });
    expect(statics[1]?.[0]?.fields.title).toBe('');
    expect(problems).toMatchObject([
      {
        code: 'placeholder-emptied',
        severity: 'notice',
        text: '"[geo_city]" (attachment) has placeholders, but is included once for all pages, so they were left empty.',
      },
    ]);
  });

  it('are cleared in serialized metas with new lengths, even nested', () => {
    const inner = 'a:1:{s:1:"a";s:11:"é[geo_city]";}'.replace('s:11', 's:12');
    const meta =
      `a:2:{s:7:"caption";s:15:"In [geo_city] €";s:5:"inner";s:${new TextEncoder().encode(inner).length}:"${inner}";}`.replace(
        's:15',
        's:17',
      );
    const { statics } = described({ metas: [['_wp_attachment_metadata', meta]] });
    expect(statics[0]?.[0]?.metas).toEqual([
      [
        '_wp_attachment_metadata',
        'a:2:{s:7:"caption";s:7:"In  €";s:5:"inner";s:23:"a:1:{s:1:"a";s:2:"é";}";}',
      ],
    ]);
  });

  it('are cleared in escaped text and in attributes; names without a column stay', () => {
    const { statics, problems } = described({
      style: 'escaped',
      title: 'A & [geo_city]',
      content: '[gallery ids="1"] [[geo_city]]',
      terms: [{ name: 'x', nicename: 'in-[geo_city]' }],
    });
    expect(statics[0]?.[0]?.fields).toMatchObject({
      title: 'A & ',
      'content:encoded': '[gallery ids="1"] [[geo_city]]',
    });
    expect(statics[0]?.[0]?.terms[0]?.nicename).toBe('in-');
    expect(problems.map(({ code }) => code)).toEqual(['placeholder-emptied']);
  });

  it('keep CDATA valid if they cross its border', () => {
    const extra =
      '<wp:note>a [geo_<![CDATA[city] b]]></wp:note><wp:other><![CDATA[a [geo_]]>city] b</wp:other>';
    const { statics } = described({ extra });
    expect(statics[0]?.[0]?.fields).toMatchObject({ 'wp:note': 'a  b', 'wp:other': 'a  b' });
  });
});
