/** Columns that set the status, date, parent and so on of a page: read back from the files, as the importer would. */
import { describe, expect, it } from 'vitest';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { type ReadPage, readPages } from '#testkit/wxr-pages.ts';
import { type BuildOptions, type SeedSpec, build, wxrSeed } from '#testkit/wxr-seed.ts';

const texas = { id: 7, title: 'Texas', slug: 'texas', date: '2024-01-01 00:00:00', content: '<p>TX</p>' };
const ohio = { ...texas, id: 8, title: 'Ohio & more', slug: 'ohio' };

/** Fields by which the importer recognizes a page, or that it creates it with. */
function readStub(page: ReadPage | undefined) {
  const read = (field: string) => page?.fields[field];
  return {
    title: read('title'),
    slug: read('wp:post_name'),
    id: read('wp:post_id'),
    date: read('wp:post_date'),
    content: read('content:encoded'),
    status: read('wp:status'),
    parent: read('wp:post_parent'),
  };
}

/** Builds one page for each row of cells; every page must pass the audit. */
function fill(columns: string[], rows: string[][], spec: SeedSpec = {}, options: BuildOptions = {}) {
  const sheet = [
    ['geo_city', 'geo_url', ...columns],
    ...rows.map((cells, index) => [`Town ${index}`, `t${index}`, ...cells]),
  ];
  const built = build(wxrSeed({ slug: 'geo_url', ...spec }), sheet, options);
  expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  const losses = built.problems.filter(({ severity }) => severity === 'loss');
  return {
    ...built,
    losses: losses.map(({ row, field, text }) => `${row} ${field}: ${text}`),
    codes: built.problems.map(({ code }) => code),
    read: (field: string) => built.pages.map((page) => page.fields[field]),
    readMeta: (key: string) =>
      built.pages.map(({ metas }) =>
        metas
          .filter(([name]) => name === key)
          .map(([, value]) => value)
          .join('|'),
      ),
  };
}

describe('page_status', () => {
  it('sets the status of its row; an empty cell leaves the seed’s', () => {
    const { read, losses } = fill(['page_status'], [['draft'], [''], ['Private'], [' pending ']]);
    expect(read('wp:status')).toEqual(['draft', 'publish', 'private', 'pending']);
    expect(losses).toEqual([]);
  });

  it('skips a row with another word, and lists those that are accepted', () => {
    const { read, losses } = fill(['page_status'], [['live'], ['draft']]);
    expect(read('wp:status')).toEqual(['draft']);
    expect(losses).toEqual([
      '2 page_status: "live" can’t be used in page_status. Use publish, draft, pending, private or future, or clear the cell.',
    ]);
  });

  it('adds the status to a seed without one, whose pages are drafts', () => {
    expect(fill(['page_status'], [['publish'], ['']], { status: null }).read('wp:status')).toEqual([
      'publish',
      'draft',
    ]);
  });

  it('needs a date to be future', () => {
    const { read, losses } = fill(
      ['page_status', 'page_date'],
      [
        ['future', ''],
        ['future', '2031-05-06 07:08'],
      ],
    );
    expect(read('wp:status')).toEqual(['future']);
    expect(losses).toEqual([expect.stringContaining('Use publish, or fill in page_date as well')]);
  });

  it('leaves a status that the seed fills with a placeholder, and says so', () => {
    const { read, problems } = fill(['page_status', 'x'], [['draft', 'private']], { status: '[x]' });
    expect(read('wp:status')).toEqual(['private']);
    expect(problems).toContainEqual(
      expect.objectContaining({
        code: 'steering-unsupported',
        text: 'The column page_status has no effect: the seed fills wp:status with a placeholder.',
      }),
    );
  });
});

describe('page_date', () => {
  it('is local time, of which WordPress computes the UTC date itself', () => {
    const { read } = fill(['page_date'], [['2026-12-01 09:30'], ['12/2/2026 4:05 PM'], ['Dec 3, 2026']]);
    expect(read('wp:post_date')).toEqual([
      '2026-12-01 09:30:00',
      '2026-12-02 16:05:00',
      '2026-12-03 00:00:00',
    ]);
    expect(read('wp:post_date_gmt')).toEqual(Array(3).fill('0000-00-00 00:00:00'));
  });

  it('is exact in UTC with an offset', () => {
    const { read } = fill(['page_date'], [['2026-12-01T09:30-07:00'], ['2026-12-01 16:30:01Z']], {
      date: '2025-03-04 03:00:00',
      gmt: '2025-03-04 10:00:00',
    });
    expect(read('wp:post_date_gmt')).toEqual(['2026-12-01 16:30:00', '2026-12-01 16:30:01']);
    expect(read('wp:post_date')).toEqual(['2026-12-01 09:30:00', '2026-12-01 09:30:01']);
  });

  it('moves by a second if a page with the same title has the date', () => {
    const { read } = fill(['page_date'], [['2026-12-01 09:30'], ['2026-12-01 09:30']], {
      title: 'Plumber',
      content: '[geo_city]',
    });
    expect(read('wp:post_date')).toEqual(['2026-12-01 09:30:00', '2026-12-01 09:30:01']);
  });

  it('leaves the usual date for an empty cell', () => {
    const usual = fill(['x'], [['']]).read('wp:post_date');
    expect(fill(['page_date'], [['']]).read('wp:post_date')).toEqual(usual);
  });

  it.each(['tomorrow', '2026-13-01', '2026-02-30', '12/1/26', '9:00', '2150-01-01'])(
    'skips a row with %s',
    (cell) => {
      expect(fill(['page_date'], [[cell], ['']]).losses).toEqual([
        expect.stringMatching(/^2 page_date: .* Use a date /),
      ]);
    },
  );
});

describe('page_parent', () => {
  const before = [texas, ohio];

  it.each([
    ['slug', 'texas', '7'],
    ['ID', '8', '8'],
    ['title', 'Ohio & more', '8'],
    ['title in another case', 'texAS', '7'],
  ])('can be the %s of a page in the export, which every part repeats', (_what, cell, id) => {
    const { files, pages, read } = fill(
      ['page_parent'],
      [[cell], [cell]],
      { before },
      { split: { bytes: 9_000_000, pages: 1 } },
    );
    expect(read('wp:post_parent')).toEqual([id, id]);
    expect(files).toHaveLength(2);
    for (const file of files)
      expect(readPages(file.bytes).map((page) => page.fields['wp:post_id'])).toContain(id);
    expect(pages[0]?.fields.link).toBe(`https://site.example/${id === '7' ? 'texas' : 'ohio'}/t0/`);
  });

  it('is repeated by the parts with its children, through the pages of other rows too', () => {
    const town = { ...ohio, id: 10, title: 'Dallas', slug: 'dallas', parent: 7 };
    const rows = [['dallas'], ['0'], ['ohio'], ['t0'], [''], ['0']];
    for (const own of [0, 8]) {
      const { files, layout } = fill(
        ['page_parent'],
        rows,
        { before: [texas, ohio, town], parent: own },
        { split: { bytes: 9_000_000, pages: 1 } },
      );
      const parts = files.map((file) =>
        readPages(file.bytes)
          .map((page) => page.fields['wp:post_name'] ?? '')
          .toSorted((a, b) => a.localeCompare(b)),
      );
      expect(parts).toEqual([
        ['dallas', 'ohio', 't0', 'texas'],
        ['t1'],
        ['ohio', 't2'],
        ['dallas', 't0', 't3', 'texas'],
        own === 0 ? ['t4'] : ['ohio', 't4'],
        ['t5'],
      ]);
      for (const [index, file] of files.entries()) expect(layout.parts[index]?.bytes).toBe(file.bytes.length);
    }
  });

  it('can be 0 for the top level, and the seed’s own if the cell is empty', () => {
    const { read } = fill(['page_parent'], [['0'], ['']], { before, parent: 7 });
    expect(read('wp:post_parent')).toEqual(['0', '7']);
    expect(read('link')).toEqual(['https://site.example/t0/', expect.stringContaining('t1')]);
  });

  it('is 0 for an empty cell if the seed’s own parent isn’t in the export', () => {
    expect(fill(['page_parent'], [['']], { parent: 99 }).read('wp:post_parent')).toEqual(['0']);
  });

  it('asks for the ID if several pages of the export have the title', () => {
    const twin = { ...texas, id: 9, slug: 'texas-2', date: '2024-01-05 00:00:00' };
    const { losses } = fill(['page_parent'], [['Texas'], ['']], { before: [texas, twin] });
    expect(losses).toEqual([
      expect.stringContaining('Use the ID of one of these pages of the export: 7 ("Texas"), 9 ("Texas")'),
    ]);
  });

  it('has no effect on posts, which have no parent', () => {
    const { read, codes } = fill(['page_parent'], [['t0']], { type: 'post' });
    expect(read('wp:post_parent')).toEqual(['0']);
    expect(codes).toContain('steering-unsupported');
  });

  it('can be the page of another row, which then comes first', () => {
    const { pages, read } = fill(['page_parent'], [['t2'], ['t0'], ['']]);
    expect(read('wp:post_name')).toEqual(['t2', 't0', 't1']);
    const ids = pages.map((page) => page.fields['wp:post_id']);
    expect(read('wp:post_parent')).toEqual(['0', ids[0], ids[1]]);
    expect(read('link')).toEqual([
      'https://site.example/t2/',
      'https://site.example/t2/t0/',
      'https://site.example/t2/t0/t1/',
    ]);
  });

  it('can be the key of another row', () => {
    const { read } = fill(
      ['row_id', 'page_parent'],
      [
        ['b', 'A-1'],
        ['A-1', ''],
      ],
    );
    expect(read('wp:post_name')).toEqual(['t1', 't0']);
  });

  it('repeats a row’s page without metas in each part that has its children only', () => {
    const rows = [
      ['', 'x'],
      ['t0', 'x'],
      ['t1', 'x'],
      ['t1', 'x'],
      ['', 'x'],
    ];
    const { files, layout } = fill(
      ['page_parent', 'x'],
      rows,
      {
        metas: [
          ['hero', '[geo_city]'],
          ['other', 'x'],
        ],
        before: [texas],
      },
      { split: { bytes: 9_000_000, pages: 2 } },
    );
    const parts = files.map((file) => readPages(file.bytes));
    expect(parts.map((part) => part.map((page) => page.fields['wp:post_name']))).toEqual([
      ['t0', 't1'],
      ['t0', 't1', 't2', 't3'],
      ['t4'],
    ]);
    const [first, second] = parts;
    const { title, slug, ...stub } = readStub(second?.[0]);
    expect({ title, slug, ...stub }).toEqual(readStub(first?.[0]));
    expect([title, slug, second?.[0]?.metas]).toEqual(['Plumber in Town 0', 't0', []]);
    expect(second?.[2]?.metas).toHaveLength(2);
    for (const [index, file] of files.entries()) expect(layout.parts[index]?.bytes).toBe(file.bytes.length);
  });

  it('fits the repeated pages into the parts', () => {
    const content = `<p>${'x'.repeat(2000)}</p>`;
    const rows = Array.from({ length: 12 }, (_, index) => [index === 0 ? '' : `t${(index - 1) >> 1}`]);
    const { files, layout } = fill(
      ['page_parent'],
      rows,
      { content },
      { split: { bytes: 16_000, pages: 100 } },
    );
    expect(files.length).toBeGreaterThan(2);
    for (const [index, file] of files.entries()) {
      expect(layout.parts[index]?.bytes).toBe(file.bytes.length);
      expect(file.bytes.length).toBeLessThanOrEqual(16_000);
    }
  });

  it('skips the rows of a circle, and those below it', () => {
    const { read, losses } = fill(['page_parent'], [['t1'], ['t2'], ['t0'], ['t2'], ['t4'], ['']]);
    expect(read('wp:post_name')).toEqual(['t5']);
    expect(losses.toSorted()).toEqual([
      '2 page_parent: The pages of rows 2, 3, 4 would be parents of each other. Choose another parent for one of them.',
      '3 page_parent: The pages of rows 2, 3, 4 would be parents of each other. Choose another parent for one of them.',
      '4 page_parent: The pages of rows 2, 3, 4 would be parents of each other. Choose another parent for one of them.',
      '5 page_parent: Its parent, row 4, is skipped. Fix that row, or choose another parent.',
      '6 page_parent: The page of row 6 would be its own parent. Choose another page.',
    ]);
  });

  it('skips a row whose parent is unknown', () => {
    const { losses } = fill(['page_parent'], [['nowhere'], ['']]);
    expect(losses).toEqual([
      '2 page_parent: "nowhere" is neither a page of the export nor a row. Use the slug, title or ID of a page in the export, or the key of another row.',
    ]);
  });
});

describe('page_author', () => {
  const channel =
    '<wp:author><wp:author_id>2</wp:author_id><wp:author_login>bob</wp:author_login><wp:author_email>bob@site.example</wp:author_email></wp:author>';

  it('can be the login or the email address of an author, who is in the channel', () => {
    const { read, files } = fill(['page_author'], [['bob'], ['BOB@site.example'], ['']], { channel });
    expect(read('dc:creator')).toEqual(['bob', 'bob', 'jane']);
    expect(new TextDecoder().decode(files[0]?.bytes)).toContain('<wp:author_login>bob<');
  });

  it('skips a row with another one', () => {
    expect(fill(['page_author'], [['eve'], ['']], { channel }).losses).toEqual([
      '2 page_author: "eve" can’t be used in page_author. Use an author of the export: "jane", "bob", or clear the cell.',
    ]);
  });
});

describe('page_template and page_order', () => {
  it('are written as they are; the seed’s own stay for empty cells', () => {
    const { readMeta, read } = fill(
      ['page_template', 'page_order'],
      [
        ['page-wide.php', '12'],
        ['', ''],
      ],
      {
        metas: [['_wp_page_template', 'default']],
      },
    );
    expect(readMeta('_wp_page_template')).toEqual(['page-wide.php', 'default']);
    expect(read('wp:menu_order')).toEqual(['12', '0']);
  });

  it('skip a row with another value', () => {
    const { losses } = fill(
      ['page_template', 'page_order'],
      [
        ['wide page', ''],
        ['', '-1'],
        ['', 'x'],
        ['', ''],
      ],
    );
    expect(losses).toEqual([
      expect.stringMatching(/^2 page_template: .*such as page-wide\.php/),
      expect.stringMatching(/^3 page_order: .*a whole number, 0 or more/),
      expect.stringMatching(/^4 page_order: /),
    ]);
  });
});

describe('page_categories and page_tags', () => {
  const channel =
    '<wp:category><wp:category_nicename>hvac</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[Heating &amp; Air]]></wp:cat_name></wp:category>' +
    '<wp:category><wp:category_nicename>unused</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[Unused]]></wp:cat_name></wp:category>';
  const terms = [
    { name: 'Plumbing', nicename: 'plumbing' },
    { name: 'New', nicename: 'new', domain: 'post_tag' },
  ];
  const readTerms = (columns: string[], rows: string[][], spec: SeedSpec = {}) => {
    const { files, losses } = fill(columns, rows, { type: 'post', channel, terms, ...spec });
    const text = new TextDecoder().decode(files[0]?.bytes);
    const items = text.split('<item>').slice(1);
    return { losses, text, terms: items.map((item) => item.match(/<category.*?<\/category>/g) ?? []) };
  };

  it('replace the seed’s terms: known ones by name or slug, others are new', () => {
    const { terms: written, text } = readTerms(
      ['page_categories', 'page_tags'],
      [
        ['heating & air, Drains', 'A|B, C'],
        ['', ''],
      ],
    );
    expect(written).toEqual([
      [
        '<category domain="category" nicename="hvac"><![CDATA[Heating & Air]]></category>',
        '<category domain="category" nicename="drains"><![CDATA[Drains]]></category>',
        '<category domain="post_tag" nicename="a"><![CDATA[A]]></category>',
        '<category domain="post_tag" nicename="b-c"><![CDATA[B, C]]></category>',
      ],
      [
        '<category domain="category" nicename="plumbing"><![CDATA[Plumbing]]></category>',
        '<category domain="post_tag" nicename="new"><![CDATA[New]]></category>',
      ],
    ]);
    expect(text).toContain('<wp:category_nicename>hvac<');
    expect(text).not.toContain('<wp:category_nicename>unused<');
  });

  it('leave the terms of the other taxonomy and those with placeholders', () => {
    const own = [...terms, { name: '[geo_city]', nicename: 'geo_city' }];
    const { terms: written } = readTerms(['page_categories'], [['Drains']], { terms: own });
    expect(written[0]?.map((term) => /nicename="([^"]*)"/.exec(term)?.[1])).toEqual([
      'new',
      'town-0',
      'drains',
    ]);
  });

  it('can’t break out of the file', () => {
    const { terms: written } = readTerms(['page_categories'], [['a"]]><b>']]);
    expect(written[0]).toEqual(
      [
        expect.stringContaining('post_tag'),
        '<category domain="category" nicename="ab"><![CDATA[a"]]]]><![CDATA[&gt;&lt;b&gt;]]></category>',
      ].map((each) => (typeof each === 'string' ? expect.stringContaining('nicename="a') : each)),
    );
  });

  it('skip a row with an unknown name', () => {
    expect(readTerms(['page_categories'], [['!!!'], ['']]).losses).toEqual([
      expect.stringContaining('2 page_categories'),
    ]);
  });
});

describe('page_image', () => {
  const van = {
    id: 57,
    type: 'attachment',
    title: 'Van',
    slug: 'van',
    content: '',
    date: '2024-02-01 00:00:00',
    extra: '<wp:attachment_url>https://site.example/van.jpg</wp:attachment_url>',
  };

  it.each(['57', 'van.jpg', 'https://site.example/van.jpg'])('can be an image of the export: %s', (cell) => {
    const { readMeta, files } = fill(['page_image'], [[cell], ['']], {
      behind: [van],
      site: 'https://site.example',
    });
    expect(readMeta('_thumbnail_id')).toEqual(['57', '']);
    expect(new TextDecoder().decode(files[0]?.bytes)).toContain(
      'https://site.example/van.jpg</wp:attachment_url>',
    );
  });

  it('can be the URL of another image, which goes along once', () => {
    const url = 'https://img.example/roof-red.jpg';
    const { readMeta, files, pages } = fill(
      ['page_image'],
      [[url], [url], ['']],
      {},
      { split: { bytes: 9_000_000, pages: 1 } },
    );
    const [id] = readMeta('_thumbnail_id');
    expect(readMeta('_thumbnail_id')).toEqual([id, id, '']);
    expect(pages.map((page) => page.fields['wp:post_id'])).not.toContain(id);
    const texts = files.map((file) => new TextDecoder().decode(file.bytes));
    expect(texts.map((text) => text.split(`${url}]]></wp:attachment_url>`).length - 1)).toEqual([1, 1, 0]);
    expect(texts[0]).toContain('<title><![CDATA[roof red]]></title>');
  });

  it('comes before the project’s images, which other pages have in turn', () => {
    const images = ['a', 'b'].map((name) => ({ url: `https://img.example/${name}.jpg`, alt: name }));
    const { readMeta } = fill(['page_image'], [[''], ['https://img.example/c.jpg'], ['']], {}, { images });
    const [first, second, third] = readMeta('_thumbnail_id');
    expect(third).toBe(first);
    expect(second).not.toBe(first);
    expect([first, second, third]).not.toContain('');
  });

  it('skips a row with anything else', () => {
    expect(fill(['page_image'], [['nothing.jpg'], ['']]).losses).toEqual([
      expect.stringContaining('2 page_image'),
    ]);
  });
});

describe('page_noindex', () => {
  it.each([
    ['_yoast_wpseo_title', '_yoast_wpseo_meta-robots-noindex', '1', '2'],
    ['rank_math_title', 'rank_math_robots', 'a:1:{i:0;s:7:"noindex";}', 'a:1:{i:0;s:5:"index";}'],
    ['_seopress_titles_title', '_seopress_robots_index', 'yes', ''],
    ['_genesis_title', '_genesis_noindex', '1', '0'],
  ])('sets the meta of the seed’s SEO plugin (%s)', (meta, key, on, off) => {
    const { readMeta } = fill(['page_noindex'], [['yes'], ['index']], { metas: [[meta, 'x']] });
    expect(readMeta(key)).toEqual([on, off]);
  });

  it('keeps the other directives of Rank Math, and the seed’s own for empty cells', () => {
    const own = 'a:2:{i:0;s:5:"index";i:1;s:8:"nofollow";}';
    const { readMeta } = fill(['page_noindex'], [['yes'], ['']], { metas: [['rank_math_robots', own]] });
    expect(readMeta('rank_math_robots')).toEqual(['a:2:{i:0;s:7:"noindex";i:1;s:8:"nofollow";}', own]);
  });

  it('has no effect without a plugin, and says so', () => {
    const { problems } = fill(['page_noindex'], [['yes']]);
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'steering-unsupported', field: 'page_noindex' }),
    );
  });
});

describe('columns of other names', () => {
  it('steer only if they are chosen', () => {
    expect(fill(['State'], [['draft']]).read('wp:status')).toEqual(['publish']);
    const { read } = fill(['State'], [['draft']], {}, { columns: { pagestatus: { column: 'State' } } });
    expect(read('wp:status')).toEqual(['draft']);
  });

  it('get one notice if they look like it', () => {
    const { problems } = fill(['author', 'Post Status', 'tags', 'owner'], [['a', 'draft', 'b', 'c']], {
      content: '[tags]',
    });
    expect(problems.filter(({ code }) => code === 'steering-likely')).toEqual([
      {
        code: 'steering-likely',
        severity: 'notice',
        file: 'rows.xlsx',
        row: 1,
        field: 'Post Status',
        text: 'Post Status and author have no effect on the settings of the pages. If they should, rename Post Status to page_status and author to page_author.',
      },
    ]);
  });

  it('are refused if the sheet doesn’t have them', () => {
    expect(() => fill(['x'], [['']], {}, { columns: { pagestatus: { column: 'State' } } })).toThrow(
      'steering-column-missing',
    );
  });
});
