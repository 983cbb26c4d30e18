import { describe, expect, it } from 'vitest';
import type { Problem } from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { type ItemSpec, type SeedSpec, build, wxrSeed } from '#testkit/wxr-seed.ts';

/** Returns only the problems of rows, and the slugs of pages; the pages must be importable. */
function validate(spec: SeedSpec, rows: string[][]): { problems: Problem[]; landed: string[] } {
  const built = build(wxrSeed(spec), rows);
  expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  expect(built.layout.pages + built.layout.skipped).toBe(rows.length - 1);
  return {
    problems: built.problems.filter((problem) => problem.row !== undefined),
    landed: built.pages.map((page) => page.fields['wp:post_name'] ?? ''),
  };
}

const HEADER = ['geo_city', 'geo_url'];

describe('a row is skipped, and the rest is written, when', () => {
  it('its slug is that of an earlier row: each one names that row', () => {
    const { problems, landed } = validate({}, [
      HEADER,
      ['A', 'waco'],
      ['B', 'Waco'],
      ['C', 'salem'],
      ['D', 'wäco'],
    ]);
    expect(landed).toEqual(['plumber-waco', 'plumber-salem']);
    expect(problems).toEqual([
      {
        code: 'duplicate-slug',
        severity: 'loss',
        file: 'rows.xlsx',
        row: 3,
        field: 'geo_url',
        text: 'This row repeats row 2: both pages would have the URL plumber-waco. Remove it or give it its own geo_url.',
      },
      {
        code: 'duplicate-slug',
        severity: 'loss',
        file: 'rows.xlsx',
        row: 5,
        field: 'geo_url',
        text: 'This row repeats row 2: both pages would have the URL plumber-waco. Remove it or give it its own geo_url.',
      },
    ]);
  });

  it('its slug is derived from the town, which keeps its name', () => {
    const { problems } = validate({ slug: 'plumber-geo_city', title: 'Plumber in [geo_city]' }, [
      HEADER,
      ['Waco', 'a'],
      ['Waco', 'b'],
    ]);
    expect(problems).toMatchObject([
      {
        code: 'duplicate-slug',
        text: 'This row repeats row 2: both pages would have the URL plumber-waco. Remove it, or add a placeholder with a different value in each row to the slug of the seed page.',
      },
    ]);
  });

  it('its slug only became the same by avoiding a reserved one', () => {
    const { problems, landed } = validate({ slug: 'geo_url', title: '[geo_city]' }, [
      HEADER,
      ['A', 'feed'],
      ['B', 'feed-2'],
    ]);
    expect(landed).toEqual(['feed-2']);
    expect(problems.map(({ code, row }) => [code, row])).toEqual([
      ['duplicate-slug', 3],
      ['slug-reserved', 2],
    ]);
  });

  it('but not when the earlier row is skipped itself', () => {
    const { problems, landed } = validate({ content: '<script>x = [lat]</script>' }, [
      [...HEADER, 'lat'],
      ['A', 'waco', 'north'],
      ['B', 'waco', '1.5'],
    ]);
    expect(landed).toEqual(['plumber-waco']);
    expect(problems.map(({ code, row, field }) => [code, row, field])).toEqual([
      ['value-no-literal', 2, 'lat'],
    ]);
  });

  it('its key is that of an earlier row', () => {
    const { problems, landed } = validate({}, [
      [...HEADER, 'Row ID'],
      ['A', 'a', 'x'.repeat(80)],
      ['B', 'b', 'x'.repeat(80)],
      ['C', 'c', ''],
    ]);
    expect(landed).toEqual(['plumber-a', 'plumber-c']);
    expect(problems).toEqual([
      {
        code: 'duplicate-key',
        severity: 'loss',
        file: 'rows.xlsx',
        row: 3,
        field: 'Row ID',
        text: `This row repeats row 2: both have the key "${'x'.repeat(57)}…". Remove it or give it its own Row ID.`,
      },
    ]);
  });

  it('its slug differs, but its own slug, which is its key, does not', () => {
    const { problems } = validate({ slug: 'geo_city-geo_url', title: 'x [geo_city]' }, [
      HEADER,
      ['A', 'waco'],
      ['B', 'waco'],
    ]);
    expect(problems).toMatchObject([{ code: 'duplicate-key', row: 3 }]);
  });

  it('its slug has more than 200 bytes; 200 are fine', () => {
    const room = 200 - 'plumber-'.length;
    const { problems, landed } = validate({}, [HEADER, ['A', 'a'.repeat(room)], ['B', 'b'.repeat(room + 1)]]);
    expect(landed).toEqual([`plumber-${'a'.repeat(room)}`]);
    expect(problems).toEqual([
      {
        code: 'slug-too-long',
        severity: 'loss',
        file: 'rows.xlsx',
        row: 3,
        field: 'geo_url',
        text: 'The slug has 201 bytes. Shorten it to 200.',
      },
    ]);
  });

  it('its title exceeds 65,535 bytes with the seed’s text around it; one byte less is valid', () => {
    const seed = { title: `${'s'.repeat(60_000)} [geo_city]` };
    const { problems, landed } = validate(seed, [
      HEADER,
      ['é'.repeat(2767), 'a'],
      ['é'.repeat(2768), 'b'],
      ['c', 'c'],
    ]);
    expect(landed).toEqual(['plumber-a', 'plumber-c']);
    expect(problems).toEqual([
      {
        code: 'text-too-long',
        severity: 'loss',
        file: 'rows.xlsx',
        row: 3,
        field: 'title',
        text: 'The title has 65537 bytes once filled; the limit is 65535. Shorten the cells used there.',
      },
    ]);
  });

  it.each([
    ['excerpt', 65_535, { excerpt: '[long]' }],
    ['wp:post_password', 255, { extra: '<wp:post_password>[long]</wp:post_password>' }],
    ['wp:post_type', 20, { type: '[long]' }],
  ] satisfies [string, number, SeedSpec][])(
    'its %s exceeds %i bytes, the limit of the database',
    (field, limit, spec) => {
      const rows = [
        [...HEADER, 'long'],
        ['A', 'a', 'x'.repeat(limit)],
        ['B', 'b', 'x'.repeat(Math.min(65_535, limit + 1))],
      ];
      // no cell is longer than an excerpt may be, so the seed adds a byte
      const seed = field === 'excerpt' ? { excerpt: '[long][geo_url]' } : spec;
      const { problems, landed } = validate(
        seed,
        field === 'excerpt'
          ? [rows[0] ?? [], ['A', 'a', 'x'.repeat(limit - 1)], ['B', 'bb', 'x'.repeat(limit - 1)]]
          : rows,
      );
      expect(landed).toEqual(['plumber-a']);
      expect(problems).toMatchObject([{ code: 'text-too-long', severity: 'loss', row: 3, field }]);
    },
  );

  it('its meta key passes 255 bytes, however small the row is', () => {
    const seed = { title: 'x', metas: [[`${'k'.repeat(250)}[geo_city]`, 'v']] as const };
    const { problems, landed } = validate(seed, [HEADER, ['12345', 'a'], ['123456', 'b']]);
    expect(landed).toEqual(['plumber-a']);
    expect(problems).toMatchObject([
      {
        code: 'text-too-long',
        row: 3,
        text: expect.stringContaining('has 256 bytes once filled; the limit is 255'),
      },
    ]);
  });

  it('nothing is left of a meta key, which the importer would drop', () => {
    const seed = {
      title: '[geo_city]',
      metas: [
        ['[geo_url]', 'v'],
        ['[note]', 'v'],
      ] as const,
    };
    const { problems, landed } = validate(seed, [
      ['geo_city', 'geo_url', 'note'],
      ['A', 'a', 'kept'],
      ['B', 'b', ''],
    ]);
    expect(landed).toEqual(['plumber-a']);
    expect(problems).toMatchObject([{ code: 'meta-key-empty', severity: 'loss', row: 3 }]);
  });

  it('a field that holds a whole number would get something else', () => {
    const seed = { title: '[geo_city]', extra: '<wp:is_sticky>[sticky]</wp:is_sticky>' };
    const { problems, landed } = validate(seed, [
      ['geo_city', 'geo_url', 'sticky'],
      ['A', 'a', '1'],
      ['B', 'b', 'yes'],
    ]);
    expect(landed).toEqual(['plumber-a']);
    expect(problems).toMatchObject([
      {
        code: 'value-no-integer',
        severity: 'loss',
        row: 3,
        field: 'sticky',
        text: expect.stringContaining('"yes"'),
      },
    ]);
  });

  it('one text exceeds 10,000,000 bytes, whatever makes it that long', () => {
    const cell = 'x'.repeat(60_000);
    const seed = { content: `${'[geo_city]'.repeat(166)}${'s'.repeat(39_996)}` };
    const { problems, landed } = validate(seed, [HEADER, [cell, 'a'], [`${cell}y`, 'b'], ['c', 'c']]);
    expect(landed).toEqual(['plumber-a', 'plumber-c']);
    expect(problems).toMatchObject([
      {
        code: 'text-too-long',
        row: 3,
        field: 'content',
        text: 'The text of content has 10000162 bytes once filled; the limit is 10000000. Shorten the cells used there.',
      },
    ]);
  });

  it('a value can’t be encoded safely in its place: each column is reported once, with the value shortened', () => {
    const seed = {
      content:
        '<script>a = [lat]; b = [lat]</script><p onclick="x = [lat]">x</p><!-- wp:map {"lat":[lat]} /--><a href="[web]">x</a><a href="[web]">y</a><style>p{width:[css]}</style>',
    };
    const { problems } = validate(seed, [
      [...HEADER, 'lat', 'web', 'css'],
      ['A', 'a', `n${'o'.repeat(80)}`, 'javascript:alert(1)', 'red;}'],
      ['B', 'b', '1', '/x', '10px'],
    ]);
    expect(problems).toEqual(
      [
        [
          'value-no-literal',
          'lat',
          `"n${'o'.repeat(56)}…" is outside quotes in a script or in JSON, where only a number, true, false or null is allowed.`,
        ],
        [
          'address-scheme',
          'web',
          '"javascript:alert(1)" is used as a URL, which may only begin with http, https, mailto or tel, or be relative.',
        ],
        [
          'value-no-css',
          'css',
          '"red;}" is outside quotes in CSS, where only letters, digits, "-", "_", "%", "." and "#" are allowed.',
        ],
      ].map(([code, field, text]) => ({
        code,
        severity: 'loss',
        file: 'rows.xlsx',
        row: 2,
        field,
        text: `${text} Fix the cell or the place in the seed.`,
      })),
    );
  });
});

describe('a slug that a record of the export has', () => {
  const media = (parent: number) => ({
    id: 30,
    type: 'attachment',
    slug: 'crew',
    title: 'Crew',
    content: '',
    status: 'inherit',
    parent,
  });
  const seed = (spec: SeedSpec) => ({
    slug: 'geo_url',
    title: '[geo_city]',
    metas: [['_thumbnail_id', '30']] as const,
    ...spec,
  });
  const rows = [HEADER, ['A', 'crew'], ['B', 'van']];

  it('of a page that is left out of the export is reported: the site makes it crew-2', () => {
    const about = { id: 50, title: 'Crew', slug: 'crew', content: '<p>We</p>' };
    const { problems, landed } = validate(seed({ behind: [about] }), rows);
    expect(landed).toEqual(['crew', 'van']);
    expect(problems).toMatchObject([
      {
        code: 'slug-on-seed-site',
        severity: 'notice',
        row: 2,
        field: 'geo_url',
        text: 'The slug "crew" is that of "Crew" (page), which is in the export but not imported: on a site that has it, WordPress makes this page "crew-2". Delete that page first, or choose another slug.',
      },
    ]);
  });

  it.each<[string, ItemSpec]>([
    ['below another parent', { parent: 51 }],
    ['of another type', { type: 'post' }],
  ])('of a page %s that is left out is free', (_where, spec) => {
    const about = { id: 50, title: 'Crew', slug: 'crew', content: '<p>We</p>', ...spec };
    expect(validate(seed({ behind: [about] }), rows).problems).toEqual([]);
  });

  it('conflicts with a page next to an image, and the reason suggests a fix', () => {
    const { problems, landed } = validate(seed({ before: [media(0)] }), rows);
    expect(landed).toEqual(['van']);
    expect(problems).toMatchObject([
      {
        code: 'slug-taken',
        severity: 'loss',
        row: 2,
        field: 'geo_url',
        text: 'The slug "crew" belongs to another record of the export. Choose another slug.',
      },
    ]);
  });

  it('conflicts with a page next to an image that moved up when its own page was dropped', () => {
    expect(validate(seed({ before: [media(40)] }), rows).landed).toEqual(['van']);
  });

  it('is free for a page elsewhere in the tree than the image', () => {
    const areas = { id: 7, title: 'Areas', slug: 'areas', content: '' };
    expect(validate(seed({ before: [areas, media(0)], parent: 7 }), rows).landed).toEqual(['crew', 'van']);
  });

  it('is free for posts, which have their slugs to themselves', () => {
    expect(validate(seed({ before: [media(0)], type: 'post' }), rows).landed).toEqual(['crew', 'van']);
  });

  it('is free for a child of the parent that has it, and conflicts for its sibling', () => {
    const top = { id: 7, title: 'Top', slug: 'van', content: '' };
    const areas = { id: 8, title: 'Areas', slug: 'crew', content: '', parent: 7 };
    expect(validate({ ...seed({ before: [top, areas], parent: 8 }), metas: [] }, rows).landed).toEqual([
      'crew',
      'van',
    ]);
  });
});

describe('notices of rows', () => {
  it('report an empty cell that fills a place, unless it has a default', () => {
    const { problems } = validate({ content: '[intro] [tip | default:"none"]' }, [
      [...HEADER, 'intro', 'tip', 'unused'],
      ['A', 'a', '', '', ''],
    ]);
    expect(problems).toEqual([
      {
        code: 'cell-empty',
        severity: 'notice',
        file: 'rows.xlsx',
        row: 2,
        field: 'intro',
        text: 'intro is empty, so nothing is shown here. Add a fallback: [intro | default:"…"].',
      },
    ]);
  });

  it('report markup if a meta shows it as text, but not if it is a reference', () => {
    const rows = [HEADER, ['<b>A</b>', 'a'], ['5 < 6 > 4', 'b']];
    expect(validate({ metas: [['town', '[geo_city]']] }, rows).problems).toMatchObject([
      { code: 'markup-in-plain', severity: 'notice', row: 2, field: 'geo_city' },
    ]);
    expect(
      validate({ content: '[geo_city]', metas: [['town', '<p>[geo_city]</p>']] }, rows).problems,
    ).toEqual([]);
  });

  it('are one of a kind with a count; losses are listed one by one', () => {
    const rows = Array.from({ length: 200 }, (_, index) => ['A', `t${index % 150}`, '']);
    const { problems } = validate({ content: '[intro]' }, [[...HEADER, 'intro'], ...rows]);
    expect(problems.filter(({ code }) => code === 'duplicate-slug')).toHaveLength(50);
    expect(problems.filter(({ code }) => code === 'cell-empty')).toMatchObject([
      { row: 2, field: 'intro', text: expect.stringContaining(' The same in 149 more rows: 3, 4, 5,') },
    ]);
  });
});
