/** Rows that fill the fields which decide whether a page is imported: one bad cell costs its row, not the run. */
import { describe, expect, it } from 'vitest';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { readPages } from '#testkit/wxr-pages.ts';
import { type SeedSpec, build, wxrText } from '#testkit/wxr-seed.ts';

/** A seed whose field holds that text. */
function seedWith(field: string, text: string, spec: SeedSpec = {}): Uint8Array {
  const xml = wxrText({ slug: 'geo_url', ...spec });
  const at = xml.lastIndexOf(`<${field}>`) + field.length + 2;
  return new TextEncoder().encode(`${xml.slice(0, at)}${text}${xml.slice(xml.indexOf(`</${field}>`, at))}`);
}

/** Builds rows with these cells, one page each; every page must pass the audit. */
function land(seed: Uint8Array, cells: readonly string[]) {
  const rows = cells.map((cell, index) => [`Town ${index}`, `t${index}`, cell]);
  const built = build(seed, [['geo_city', 'geo_url', 'x'], ...rows]);
  expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  const losses = built.problems.filter(({ severity }) => severity === 'loss');
  const landed = built.pages.map((page) => cells[Number(page.fields['wp:post_name']?.slice(1))]);
  expect(landed.length + new Set(losses.map(({ row }) => row)).size).toBe(cells.length);
  return { landed, losses, pages: built.pages };
}

describe('a status that rows fill', () => {
  it('is accepted if WordPress shows or keeps the page', () => {
    const cells = ['publish', 'draft', 'pending', 'private'];
    const { landed, pages } = land(seedWith('wp:status', '[x]'), cells);
    expect(landed).toEqual(cells);
    expect(pages.map((page) => page.fields['wp:status'])).toEqual(cells);
  });

  it('is normalized: case and spaces don’t count', () => {
    const { landed, pages } = land(seedWith('wp:status', '[x]'), [
      'Publish',
      ' draft ',
      'PENDING',
      'Private',
    ]);
    expect(landed).toHaveLength(4);
    expect(pages.map((page) => page.fields['wp:status'])).toEqual(['publish', 'draft', 'pending', 'private']);
  });

  it.each(['future', 'auto-draft', 'trash', 'inherit', 'published', '', '0'])(
    'skips only its own row: %j',
    (status) => {
      const { landed, losses } = land(seedWith('wp:status', '[x]'), ['publish', status, 'draft']);
      expect(landed).toEqual(['publish', 'draft']);
      expect(losses).toEqual([
        {
          code: 'invalid-status',
          severity: 'loss',
          file: 'rows.xlsx',
          row: 3,
          field: 'x',
          text: `The status "${status}" would hide or drop the page. Write publish, draft, pending or private.`,
        },
      ]);
    },
  );

  it('is validated as filled: with the text around it, its filter and its default', () => {
    expect(land(seedWith('wp:status', 'p[x]'), ['ublish', 'rivate', 'ending', 'x']).landed).toEqual([
      'ublish',
      'rivate',
      'ending',
    ]);
    expect(land(seedWith('wp:status', '[x | lower]'), ['PUBLISH', 'Draft', 'FUTURE']).landed).toEqual([
      'PUBLISH',
      'Draft',
    ]);
    expect(land(seedWith('wp:status', '[x | default:"draft"]'), ['', 'gone']).landed).toEqual(['']);
  });

  it('isn’t validated if the seed has no placeholder there', () => {
    expect(land(seedWith('wp:status', 'private'), ['published']).landed).toEqual(['published']);
  });
});

describe('a post type that rows fill', () => {
  it('can be any type of a page or a post', () => {
    const cells = ['page', 'post', 'geo_area', 'product'];
    expect(land(seedWith('wp:post_type', '[x]'), cells).landed).toEqual(cells);
  });

  it.each([
    ['', 'The post type is empty, so the importer would skip the page. Write page or post.'],
    ['attachment', 'The post type "attachment" isn’t a page type. Write page or post.'],
    ['nav_menu_item', 'The post type "nav_menu_item" isn’t a page type. Write page or post.'],
    ['revision', 'The post type "revision" isn’t a page type. Write page or post.'],
    ['wp_global_styles', 'The post type "wp_global_styles" isn’t a page type. Write page or post.'],
  ])('costs its row where the page would be none: %j', (type, text) => {
    const { landed, losses } = land(seedWith('wp:post_type', '[x]'), [type, 'page']);
    expect(landed).toEqual(['page']);
    expect(losses).toMatchObject([{ code: 'invalid-type', row: 2, field: 'x', text }]);
  });

  it('skips its row if it is too long', () => {
    const { losses } = land(seedWith('wp:post_type', '[x]'), ['t'.repeat(21), 't'.repeat(20)]);
    expect(losses).toMatchObject([{ code: 'text-too-long', row: 2, field: 'wp:post_type' }]);
  });
});

describe('a parent that rows fill', () => {
  const top = { id: 7, title: 'Top', slug: 'top', date: '2024-01-01 00:00:00', content: '' };
  const areas = { id: 8, title: 'Areas', slug: 'areas', parent: 7, date: '2024-01-02 00:00:00', content: '' };
  const picture = {
    id: 57,
    type: 'attachment',
    title: 'Van',
    slug: 'van',
    content: '',
    date: '2024-02-01 00:00:00',
  };
  const other = { id: 9, title: 'Other', slug: 'other', date: '2024-01-03 00:00:00', content: '' };

  it('can be 0', () => {
    const { landed, pages } = land(seedWith('wp:post_parent', '[x]'), ['0', ' 0 ', '000']);
    expect(landed).toHaveLength(3);
    expect(pages[1]?.fields['wp:post_parent']).toBe('0');
  });

  it.each([
    ['the seed page itself', '40'],
    ['a media item', '57'],
    ['a form', '58'],
    ['no record at all', '12345'],
    ['below 0', '-7'],
    ['written in an unusual form', '-0'],
  ])('costs its row where it is %s', (_what, id) => {
    const form = { ...other, id: 58, type: 'wpforms', slug: 'form' };
    const before = [top, areas, form, picture];
    const seed = seedWith('wp:post_parent', '[x]', { before, metas: [['_thumbnail_id', '57']] });
    const { landed, losses } = land(seed, [id, '0']);
    expect(landed).toEqual(['0']);
    expect(losses).toMatchObject([
      {
        code: 'invalid-parent',
        row: 2,
        field: 'x',
        text: expect.stringContaining(`The parent ${id} isn’t the ID of a page in this file`),
      },
    ]);
  });

  it('can be one of the included parents of the seed page', () => {
    const before = [
      { ...top, id: 80 },
      { ...areas, parent: 80 },
    ];
    const { landed, losses } = land(seedWith('wp:post_parent', '8[x]', { before }), ['0', '1']);
    expect(landed).toEqual(['0']);
    expect(losses).toMatchObject([
      { code: 'invalid-parent', row: 3, text: expect.stringContaining('The parent 81 isn’t') },
    ]);
  });

  it('can be any page of the export, which is included with its own parents', () => {
    const seed = seedWith('wp:post_parent', '[x]', { before: [areas, other, top] });
    const { landed, losses } = land(seed, ['8', '0']);
    expect(landed).toEqual(['8', '0']);
    expect(losses).toEqual([]);
    const { files, layout } = build(seed, [
      ['geo_city', 'geo_url', 'x'],
      ['Waco', 'waco', '8'],
    ]);
    expect(listFaultTexts(auditFiles(files, layout))).toEqual([]);
    const ids = readPages(files[0]?.bytes ?? new Uint8Array()).map(({ fields }) => fields['wp:post_id']);
    expect(ids.slice(0, 2)).toEqual(['7', '8']);
    expect(ids).not.toContain('9');
  });

  it('skips its row if it isn’t a number', () => {
    const { losses } = land(seedWith('wp:post_parent', '[x]'), ['areas', '', '1.5', '0']);
    expect(losses.map(({ code, row }) => [code, row])).toEqual([
      ['value-no-integer', 2],
      ['value-no-integer', 3],
      ['value-no-integer', 4],
    ]);
  });
});

describe('an order that rows fill', () => {
  it('can be negative, which puts the page before all others', () => {
    const cells = ['-5', '0', '12', ' 3 '];
    const { landed, pages } = land(seedWith('wp:menu_order', '[x]'), cells);
    expect(landed).toEqual(cells);
    expect(pages.map((page) => page.fields['wp:menu_order'])).toEqual(['-5', '0', '12', '3']);
    expect(land(seedWith('wp:menu_order', '-1'), ['a']).landed).toEqual(['a']);
  });
});

describe('several fields of one row', () => {
  it('are reported all at once', () => {
    const xml = wxrText({ slug: 'geo_url', status: '[x]', type: '[x]', content: '<a href="[x]">a</a>' });
    const { losses } = land(new TextEncoder().encode(xml), ['attachment', 'javascript:x', 'draft']);
    expect(losses.slice(0, 3).map(({ code, row }) => [code, row])).toEqual([
      ['invalid-status', 2],
      ['invalid-type', 2],
      ['address-scheme', 3],
    ]);
  });
});
