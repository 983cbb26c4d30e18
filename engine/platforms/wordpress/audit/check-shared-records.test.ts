/** Included records and terms: where each must be, and what a file must not contain. */
import { describe, expect, it } from 'vitest';
import type { Expectation, Verdict } from '../../../verify/platform-audit.ts';
import { checkParts } from './check-parts.ts';
import { auditText, codes, type FileSpec, item, type ItemSpec, wxr } from './wxr-fixture.ts';

const URL = 'https://old.example/uploads/hero.jpg';
const STATICS = [7, 57, 58];
const TERMS = [
  { taxonomy: 'category', slug: 'top', parent: '' },
  { taxonomy: 'category', slug: 'cars', parent: 'top' },
  { taxonomy: 'post_tag', slug: 'blue', parent: '' },
  { taxonomy: 'region', slug: 'a', parent: 'b' },
  { taxonomy: 'region', slug: 'b', parent: 'a' },
];

const hero = (spec: ItemSpec & { url?: string } = {}) => {
  const { url = URL, ...rest } = spec;
  return item({
    id: 57,
    type: 'attachment',
    status: 'inherit',
    title: 'Hero',
    slug: 'hero',
    date: '2024-01-01 00:00:00',
    guid: 'https://old.example/?p=57',
    extra: `<wp:attachment_url>${url}</wp:attachment_url>`,
    ...rest,
  });
};
const copy = () =>
  hero({ id: 58, date: '2023-12-31 23:59:59', slug: 'hero-58', guid: 'https://old.example/?p=58' });
const page = (url = URL) => item({ content: `<p><img src="${url}" alt=""></p>` });
const areas = (spec: ItemSpec = {}) =>
  item({
    id: 7,
    title: 'Areas',
    slug: 'areas',
    date: '2024-01-02 00:00:00',
    guid: 'https://old.example/?p=7',
    ...spec,
  });

/** Checks files that were written for the caller. */
function check(
  files: readonly (readonly [items: readonly string[], spec?: FileSpec])[],
  more: Partial<Expectation> = {},
): Verdict {
  const parts = files.map(([items, spec], index) =>
    auditText(wxr(items, spec), { file: `part-${index + 1}.xml`, chunk: 97 }),
  );
  const pages = parts.reduce(
    (sum, part) => sum + [...part.items.id].filter((id) => !STATICS.includes(id)).length,
    0,
  );
  return checkParts(parts, { pages, terms: TERMS, statics: STATICS, ...more });
}
const faults = (verdict: Verdict) => codes(verdict, 'fault');

describe('an image that the content shows', () => {
  it('is right only in the last file, or in the only one', () => {
    expect(faults(check([[[page()]], [[page()]], [[hero(), page()]]]))).toEqual([]);
    expect(faults(check([[[hero(), page()]]]))).toEqual([]);
  });

  it.each([
    ['the first', [[[hero(), page()]], [[page()]]]],
    ['one in the middle', [[[page()]], [[hero(), page()]], [[page()]]]],
    ['all of them, so that it exists when the last is imported', [[[hero(), page()]], [[hero(), page()]]]],
  ] as const)('is a fault in %s', (_where, files) => {
    const verdict = check(files);
    expect(faults(verdict)).toContain('image-before-content');
    const found = verdict.problems.find(({ code }) => code === 'image-before-content');
    expect(found).toMatchObject({ file: `part-${files.length}.xml`, field: 'wp:attachment_url' });
    expect(found?.text).toContain(URL);
  });

  it('can be in the first if the last has a second item of it', () => {
    expect(faults(check([[[hero(), page()]], [[hero(), copy(), page()]]]))).not.toContain(
      'image-before-content',
    );
  });

  it.each([
    ['a smaller size', 'https://old.example/uploads/hero-300x225.jpg', true],
    ['the scaled one', 'https://old.example/uploads/hero-scaled.jpg', true],
    ['another file', 'https://old.example/uploads/heroes.jpg', false],
    ['another file with a number', 'https://old.example/uploads/hero-2.jpg', false],
  ])('is known by %s: %s', (_what, url, isKnown) => {
    expect(faults(check([[[hero(), page(url)]], [[page(url)]]]))).toEqual(
      isKnown ? ['image-before-content'] : [],
    );
  });

  it('counts only where the pages of every file show it: a cell may contain any URL', () => {
    expect(faults(check([[[hero(), page()]], [[page('https://a.example/b.jpg')]]]))).toEqual([]);
  });

  it('counts only in pages, not in a parent', () => {
    const parent = areas({ content: `<img src="${URL}">` });
    expect(faults(check([[[parent, hero(), item({ parent: 7 })]], [[parent, item({ parent: 7 })]]]))).toEqual(
      [],
    );
  });

  it('is right in any file for the seed’s own site, except for images of the project', () => {
    const files = [[[hero(), page()]], [[hero(), page()]]] as const;
    expect(faults(check(files, { isSeedSite: true }))).not.toContain('image-before-content');
    expect(faults(check(files, { isSeedSite: true, featured: [57] }))).toContain('image-before-content');
  });
});

describe('terms', () => {
  const named = (domain: string, nicename: string) =>
    item({ extra: `<category domain="${domain}" nicename="${nicename}"><![CDATA[x]]></category>` });
  const category = (slug: string, parent = '') =>
    `<wp:category><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name>x</wp:cat_name></wp:category>`;
  const ofTag = '<wp:tag><wp:tag_slug>blue</wp:tag_slug><wp:tag_name>Blue</wp:tag_name></wp:tag>';
  const region = (slug: string, parent: string) =>
    `<wp:term><wp:term_taxonomy>region</wp:term_taxonomy><wp:term_slug>${slug}</wp:term_slug><wp:term_parent>${parent}</wp:term_parent></wp:term>`;

  it.each([
    ['a category with its parent', named('category', 'cars'), category('top') + category('cars', 'top')],
    ['a tag under its other name', named('tag', 'Blue'), ofTag],
    ['terms that are each other’s parent', named('region', 'a'), region('b', 'a') + region('a', 'b')],
    ['a term that the export does not have', named('category', 'row-made'), ''],
  ])('that a file names and defines are right: %s', (_what, naming, channel) => {
    expect(faults(check([[[naming], { channel }]]))).toEqual([]);
  });

  it.each([
    ['the term', named('category', 'cars'), category('top')],
    ['its parent', named('category', 'cars'), category('cars', 'top')],
    ['the tag', named('post_tag', 'blue'), category('blue')],
    ['a term of another taxonomy', named('region', 'a'), category('a') + category('b')],
  ])('that a file lacks are a fault: %s', (_what, naming, channel) => {
    const verdict = check([[[naming], { channel }]]);
    expect(faults(verdict)).toEqual(['term-missing']);
    expect(verdict.problems[0]).toMatchObject({ file: 'part-1.xml', field: 'category' });
    expect(verdict.problems[0]?.line).toBeGreaterThan(10);
  });

  it('must be in every file that names them: each is imported by itself', () => {
    const channel = category('top') + category('cars', 'top');
    expect(
      faults(check([[[named('category', 'cars')], { channel }], [[named('category', 'cars')]]])),
    ).toEqual(['term-missing']);
  });

  it('of a menu, and menu entries, are a fault', () => {
    const channel =
      '<wp:term><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug>main</wp:term_slug></wp:term>';
    expect(faults(check([[[item()], { channel }]]))).toEqual(['menu-included']);
    const entry = item({ id: 58, type: 'nav_menu_item' });
    expect(faults(check([[[item(), entry]]]))).toEqual(['menu-included']);
  });
});

describe('metas on the site of the seed', () => {
  const withMeta = areas({ metas: [['color', 'red']] });

  it('of an accompanying record are a fault there, in any file', () => {
    const child = () => item({ parent: 7, metas: [['color', 'red']] });
    expect(faults(check([[[withMeta, child()]]], { isSeedSite: true }))).toEqual(['duplicate-metas']);
    expect(faults(check([[[areas(), child()]], [[withMeta, child()]]], { isSeedSite: true }))).toEqual([
      'duplicate-metas',
    ]);
    expect(faults(check([[[areas(), child()]]], { isSeedSite: true }))).toEqual([]);
    expect(faults(check([[[withMeta, child()]]]))).toEqual([]);
  });

  it('of a record that was dated anew are right: the importer creates it there too', () => {
    const child = item({ parent: 7 });
    expect(faults(check([[[withMeta, child]]], { isSeedSite: true, moved: [7] }))).toEqual([]);
    expect(faults(check([[[withMeta, child]]], { isSeedSite: true, moved: [8] }))).toEqual([
      'duplicate-metas',
    ]);
  });

  it('of the project’s own images are right', () => {
    const own = hero({ metas: [['_wp_attachment_image_alt', 'Hero']] });
    const pictured = item({ metas: [['_thumbnail_id', '57']] });
    expect(faults(check([[[own, pictured]]], { isSeedSite: true, featured: [57] }))).toEqual([]);
  });
});

it('files of other tools may contain any records', () => {
  const channel =
    '<wp:term><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug>main</wp:term_slug></wp:term>';
  const parts = [wxr([hero(), page()], { channel }), wxr([page()])].map((text) => auditText(text));
  expect(checkParts(parts).problems.map(({ code }) => code)).toEqual([]);
});
