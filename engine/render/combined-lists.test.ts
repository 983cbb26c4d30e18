/** Pages of two combined lists: their URLs, keys and problems. */
import { describe, expect, it } from 'vitest';
import { type BuildOptions, type Built, type SeedSpec, build, wxrSeed } from '#testkit/wxr-seed.ts';

const TOWNS = [
  ['geo_city', 'geo_state'],
  ['Austin', 'TX'],
  ['Waco', 'TX'],
];
const SERVICES = [
  ['service', 'price'],
  ['Drain cleaning', '$99'],
  ['Leak repair', '$99'],
];

function combine(
  spec: SeedSpec,
  combined = SERVICES,
  { rows = TOWNS, ...options }: BuildOptions & { rows?: string[][] } = {},
): Built {
  return build(wxrSeed(spec), rows, { combined, ...options });
}

const listSlugs = ({ pages }: Built) => pages.map(({ fields }) => fields['wp:post_name'] ?? '');
const listCodes = ({ problems }: Built) => problems.map(({ code }) => code);

describe('the URL of a page of two lists', () => {
  it('has the service before the town if the slug has no placeholder', () => {
    const built = combine({ slug: 'plumber' });
    expect(listSlugs(built)).toEqual([
      'plumber-drain-cleaning-austin-tx',
      'plumber-leak-repair-austin-tx',
      'plumber-drain-cleaning-waco-tx',
      'plumber-leak-repair-waco-tx',
    ]);
    expect(built.problems).toMatchObject([
      {
        code: 'slug-generated',
        severity: 'notice',
        text: 'The slug of the seed page doesn’t name a column of both lists, so rows would share their URLs. [service] of services.xlsx is added to the URL of each page. To choose the column and its place, write its name in brackets in the slug, or in the title that the slug is made from.',
      },
    ]);
  });

  it.each([
    ['plumber-geo_city', 'plumber-austin-drain-cleaning'],
    ['', 'drain-cleaning-austin-tx'],
  ])('names both lists for the slug "%s"', (slug, first) => {
    expect(
      listSlugs(
        combine({ slug, title: 'Plumber' + (slug === '' ? '' : ' in [geo_city]'), content: '[geo_city]' }),
      )[0],
    ).toBe(first);
  });

  it.each(['geo_city-[service]', '[service]-geo_city', 'near-geo_city-[service]-now'])(
    'fills a bare name next to one in brackets: "%s"',
    (slug) => {
      const built = combine({ slug });
      const filled = slug.replace('geo_city', 'austin').replace('[service]', 'drain-cleaning');
      expect(listSlugs(built)[0]).toBe(filled);
      expect(listCodes(built)).toEqual([]);
    },
  );

  it('is as written if the slug names both lists', () => {
    const built = combine({ slug: 'service-in-geo_city', title: '[service] in [geo_city]' });
    expect(listSlugs(built)[0]).toBe('drain-cleaning-in-austin');
    expect(listCodes(built)).toEqual([]);
  });

  it('gets the town if the slug names only the service', () => {
    const services = [['service_slug'], ['drains'], ['leaks']];
    const built = combine({ slug: 'best-service_slug' }, services);
    expect(listSlugs(built).slice(0, 2)).toEqual(['best-drains-austin-tx', 'best-leaks-austin-tx']);
  });

  it('takes the column of services that is named like a URL, else the first that differs in each row', () => {
    const named = [
      ['service', 'service_url'],
      ['Drains', 'd-1'],
      ['Leaks', 'l-1'],
    ];
    expect(listSlugs(combine({ slug: 'plumber' }, named))[0]).toBe('plumber-d-1-austin-tx');
    const own = [
      ['service', 'url'],
      ['Drains', '/d-2/'],
      ['Leaks', '/l-2/'],
    ];
    expect(listSlugs(combine({ slug: 'plumber-geo_city' }, own))[0]).toBe('plumber-austin-d-2');
    const second = [
      ['kind', 'service'],
      ['Pipes', 'Drains'],
      ['Pipes', 'Leaks'],
    ];
    expect(listSlugs(combine({ slug: 'plumber' }, second))[0]).toBe('plumber-drains-austin-tx');
  });

  it('is refused if no column of services differs in each row', () => {
    const twins = [
      ['service', 'price'],
      ['Drains', '$1'],
      ['Drains', '$1'],
    ];
    expect(() => combine({ slug: 'plumber' }, twins)).toThrow(/combined-slug.*a column of services\.xlsx/);
  });
});

describe('the key of a page of two lists', () => {
  const listGuids = (built: Built) => built.pages.map(({ fields }) => fields.guid);

  it('joins the key columns of both, so that another slug keeps the page', () => {
    const rows = [
      ['id', ...(TOWNS[0] ?? [])],
      ['t1', 'Austin', 'TX'],
      ['t2', 'Waco', 'TX'],
    ];
    const services = [
      ['id', 'service'],
      ['s1', 'Drains'],
      ['s2', 'Leaks'],
    ];
    const before = combine({ slug: 'plumber' }, services, { rows });
    const renamed = [
      ['id', 'service'],
      ['s1', 'Drain cleaning'],
      ['s2', 'Leaks'],
    ];
    const after = combine({ slug: 'plumber' }, renamed, { rows });
    expect(listSlugs(after)).not.toEqual(listSlugs(before));
    expect(listGuids(after)).toEqual(listGuids(before));
    expect(new Set(listGuids(before)).size).toBe(4);
  });

  it('is the slug if only one list has a key column', () => {
    const rows = [
      ['id', ...(TOWNS[0] ?? [])],
      ['t1', 'Austin', 'TX'],
      ['t2', 'Waco', 'TX'],
    ];
    const built = combine({ slug: 'plumber' }, SERVICES, { rows });
    expect(new Set(listGuids(built)).size).toBe(4);
    expect(listGuids(built)).toEqual(listGuids(combine({ slug: 'plumber' })));
  });

  it('isn’t a placeholder if both lists have the column', () => {
    const rows = [
      ['id', 'geo_city'],
      ['t1', 'Austin'],
    ];
    const services = [
      ['id', 'service'],
      ['s1', 'Drains'],
    ];
    expect(() => combine({ slug: 'plumber', content: '<p>[id]</p>' }, services, { rows })).toThrow(
      /duplicate-header.*rows\.xlsx and services\.xlsx/,
    );
  });
});

describe('problems of rows of two lists', () => {
  it('are reported once for a cell of one list, although all its pages are skipped', () => {
    const rows = [...TOWNS, ['', 'TX']];
    const built = combine({ slug: 'plumber' }, [...SERVICES, ['Pipes', '#N/A']], { rows });
    const skipped = built.problems.filter(({ severity }) => severity === 'loss');
    expect(skipped).toMatchObject([{ code: 'city-empty', file: 'rows.xlsx', row: 4, field: 'geo_city' }]);
    expect(skipped[0]).not.toHaveProperty('combinedRow');
    expect(built.layout.skipped).toBe(3);
    expect(built.pages).toHaveLength(6);
  });

  it('name the row of the list that has the cell', () => {
    const services = [...SERVICES, ['Pipes', '#N/A']];
    const built = combine({ slug: 'plumber', content: '[price]' }, services);
    const skipped = built.problems.filter(({ severity }) => severity === 'loss');
    expect(skipped).toMatchObject([
      { code: 'cell-error', file: 'services.xlsx', row: 4, text: expect.stringContaining('Cell B4') },
    ]);
    expect(built.layout.skipped).toBe(2);
  });

  it('name the rows of both lists if a page repeats another', () => {
    const rows = [
      ['geo_city', 'geo_url'],
      ['Austin', 'a'],
      ['Austin B', 'a-b'],
    ];
    const services = [
      ['service', 'slug_part'],
      ['x', 'b-c'],
      ['y', 'c'],
    ];
    const built = combine({ slug: 'geo_url-slug_part', title: '[geo_city]' }, services, { rows });
    expect(listSlugs(built)).toEqual(['a-b-c', 'a-c', 'a-b-b-c']);
    expect(built.problems).toMatchObject([
      {
        code: 'duplicate-slug',
        file: 'rows.xlsx',
        row: 3,
        combinedRow: 3,
        text: expect.stringMatching(
          /^With row 3 of services\.xlsx: This row repeats row 2 of rows\.xlsx with row 2 of services\.xlsx: both pages would have the URL a-b-c\./,
        ),
      },
    ]);
  });

  it('count empty cells by the rows of their list', () => {
    const rows = [
      ['geo_city', 'geo_state', 'phone'],
      ['Austin', 'TX', ''],
      ['Waco', 'TX', ''],
      ['Hico', 'TX', '1'],
    ];
    const { problems } = combine(
      { slug: 'plumber', content: '[phone] [price]' },
      [
        ['service', 'price'],
        ['a', ''],
        ['b', '1'],
      ],
      { rows },
    );
    expect(problems.filter(({ code }) => code === 'cell-empty')).toMatchObject([
      {
        file: 'rows.xlsx',
        row: 2,
        field: 'phone',
        moreRows: 1,
        text: expect.stringContaining('1 more row: 3'),
      },
      { file: 'services.xlsx', row: 2, field: 'price' },
    ]);
  });

  it('of the first town don’t pass for problems of the seed', () => {
    const rows = [
      ['geo_city', 'geo_state', 'x'],
      ['Austin', 'TX', '[geo_city]'],
      ['Waco', 'TX', 'b'],
    ];
    expect(combine({ slug: 'plumber', content: '<p>[x]</p>' }, SERVICES, { rows }).pages).toHaveLength(4);
  });
});

describe('rows of two lists in one text', () => {
  const SLUG = { slug: 'service-in-geo_city', title: '[service] in [geo_city]' };
  const find = ({ problems }: Built, code: string) => problems.filter((problem) => problem.code === code);

  it('are named by their numbers in both files', () => {
    const rows = [...TOWNS, ['Ada', 'OK']].map((row, index) => [...row, index === 0 ? 'note' : 'TBD']);
    const built = combine({ ...SLUG, content: '[if price > 5]x[/if][note]' }, SERVICES, { rows });
    expect(find(built, 'value-not-number')).toMatchObject([
      {
        file: 'services.xlsx',
        row: 2,
        moreRows: 1,
        text: expect.stringMatching(/The same in 1 more row: 3$/),
      },
    ]);
    expect(find(built, 'cell-unfilled')).toMatchObject([
      {
        file: 'rows.xlsx',
        row: 2,
        moreRows: 2,
        text: expect.stringMatching(/The same in 2 more rows: 3, 4$/),
      },
    ]);
  });

  it('are reported once for each row of the list that has the fault', () => {
    const rows = [
      ['geo_city', 'geo_state', 'lat', 'lng', 'page_status'],
      ['Austin', 'TX', '30', '', 'publish'],
      ['Waco', 'TX', '31', '-97', 'online'],
    ];
    const built = combine({ ...SLUG, content: '[nearby 1][near_city][/nearby]' }, SERVICES, { rows });
    expect(find(built, 'coordinates-missing')).toMatchObject([{ file: 'rows.xlsx', row: 2, field: 'lng' }]);
    expect(built.problems.filter(({ severity }) => severity === 'loss')).toMatchObject([
      { file: 'rows.xlsx', row: 3, field: 'page_status' },
    ]);
  });

  it('are named if a page of them can’t be a parent', () => {
    const parents = ['page_parent', 'leak-repair-in-austin', 'drain-cleaning-in-austin'];
    const cycle = SERVICES.map((row, index) => [...row, parents[index] ?? '']);
    const built = combine(SLUG, cycle, { rows: TOWNS.slice(0, 2) });
    const [fault] = find(built, 'parent-cycle');
    expect(fault?.text).toContain(
      'The pages of row 2 of rows.xlsx with row 2 of services.xlsx, row 2 of rows.xlsx with row 3 of services.xlsx would be parents of each other',
    );
  });
});

describe('the links of two lists', () => {
  const listLabels = (built: Built) => built.links.map(({ label }) => label);

  it('name both by default', () => {
    expect(listLabels(combine({ slug: 'x' }))).toEqual([
      'Drain cleaning in Austin',
      'Leak repair in Austin',
      'Drain cleaning in Waco',
      'Leak repair in Waco',
    ]);
    const reversed = build(wxrSeed({ slug: 'x' }), SERVICES, { combined: TOWNS });
    expect(listLabels(reversed)[1]).toBe('Drain cleaning in Waco');
  });

  it('name only the town if the services have no name', () => {
    const services = [
      ['service_slug', 'id'],
      ['drains', '1'],
      ['leaks', '2'],
    ];
    expect(listLabels(combine({ slug: 'x' }, services))[0]).toBe('drains in Austin');
    const keys = [
      ['id', 'price'],
      ['1', '5'],
      ['2', '5'],
    ];
    expect(listLabels(combine({ slug: 'x' }, keys))[0]).toBe('Austin');
  });

  it('are as the user wrote them', () => {
    expect(
      listLabels(combine({ slug: 'x' }, SERVICES, { footer: '<a href="[geo_url]">[geo_state]</a>' }))[0],
    ).toBe('TX');
  });
});
