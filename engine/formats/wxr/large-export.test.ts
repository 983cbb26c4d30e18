/** Exports of many records: time grows with them, and a notice about many of them is one. */
import { describe, expect, it } from 'vitest';
import { prepareProject, readSeed } from '#engine';
import { LINEAR_AT_MOST, growthOf } from '#testkit/growth.ts';
import { type ItemSpec, type SeedSpec, build, readRows, wxrSeed } from '#testkit/wxr-seed.ts';

const ROWS = [
  ['geo_city', 'geo_url'],
  ['Waco', 'waco'],
];
const { table } = readRows(ROWS);

const times = (count: number, toItem: (index: number) => ItemSpec): ItemSpec[] =>
  Array.from({ length: count }, (_, index) => toItem(index));

function prepare(spec: SeedSpec): () => unknown {
  const { seed } = readSeed(wxrSeed(spec), 'seed.xml');
  if (!seed) throw new Error('no seed');
  return () => prepareProject({ seed, table, key: 'k', site: 'https://other.example' });
}

const block = (id: number, content = '<p>Call</p>'): ItemSpec => ({
  id,
  type: 'wp_block',
  title: `Block ${id}`,
  slug: `block-number-${id}`,
  date: null,
  content,
});
const naming = (ids: readonly number[]) => ids.map((id) => `<!-- wp:block {"ref":${id}} /-->`).join('');

const SIZES: [string, number, (size: number) => SeedSpec][] = [
  [
    'templates that the page does not name',
    400,
    (size) => ({ content: '<p>word </p>'.repeat(size), behind: times(size, (at) => block(1000 + at)) }),
  ],
  [
    'templates that the page names',
    200,
    (size) => ({
      content: naming(times(size, (at) => ({ id: 1000 + at })).map(({ id }) => id ?? 0)),
      behind: times(size, (at) => block(1000 + at, '<p>word</p>'.repeat(50))),
    }),
  ],
  [
    'templates that name one another',
    200,
    (size) => ({
      content: naming([1000]),
      behind: times(size, (at) => block(1000 + at, naming([1001 + at]))),
    }),
  ],
  [
    'templates that hold placeholders',
    200,
    (size) => ({
      content: naming(times(size, (at) => ({ id: 1000 + at })).map(({ id }) => id ?? 0)),
      behind: times(size, (at) => block(1000 + at, '<p>[geo_city]</p>\n'.repeat(10))),
    }),
  ],
  [
    'posts that stay behind',
    1000,
    (size) => ({
      behind: times(size, (at) => ({ id: 1000 + at, title: 'x', slug: `p-${at}`, type: 'post' })),
    }),
  ],
];

describe('the reading of an export', () => {
  it.each(SIZES)('grows no faster than %s', { timeout: 60_000 }, (_what, size, toSpec) => {
    expect(growthOf((count) => prepare(toSpec(count)), size)).toBeLessThanOrEqual(LINEAR_AT_MOST);
  });
});

describe('records that go along and hold placeholders', () => {
  const told = (content: string, behind: ItemSpec[]) =>
    build(wxrSeed({ content, behind }), ROWS).problems.flatMap(({ code, text }) =>
      code === 'placeholder-emptied' || code === 'form-tags-stay' ? [text] : [],
    );

  it('are one notice for each kind, with their count', () => {
    const blocks = [10, 11, 12].map((id) => block(id, '<p>[geo_city]</p>'));
    expect(told(naming([10, 11, 12]), blocks)).toEqual([
      '"Block 10" (wp_block) and 2 more records hold placeholders, but go along once for all pages: they were emptied. Put such parts into the page itself to fill them for each row.',
    ]);
    expect(told(naming([11, 12]), blocks)).toEqual([
      '"Block 11" (wp_block) and 1 more record hold placeholders, but go along once for all pages: they were emptied. Put such parts into the page itself to fill them for each row.',
    ]);
    const form: ItemSpec = { ...block(20, '[geo_city]'), type: 'wpcf7_contact_form' };
    expect(told(`${naming([10])}[contact-form-7 id="20"]`, [...blocks, form])).toEqual([
      '"Block 10" (wp_block) holds placeholders, but goes along once for all pages: they were emptied. Put that part into the page itself to fill it for each row.',
      '"Block 20" (wpcf7_contact_form) has tags that are also names of columns. They belong to the form and stay as they are.',
    ]);
  });
});
