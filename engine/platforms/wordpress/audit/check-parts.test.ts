import { describe, expect, it } from 'vitest';
import { codes, item, type ItemSpec, check } from './wxr-fixture.ts';

const DATE = '2024-03-05 10:00:00';
const twin = (spec: ItemSpec = {}) => item({ title: 'Town', date: DATE, ...spec });

describe('items that the importer takes for one', () => {
  it.each<[string, ItemSpec, ItemSpec]>([
    ['the same title, date and type', {}, {}],
    ['an accent more', { title: 'Cañon City' }, { title: 'CANON CITY' }],
    ['ß instead of ss', { title: 'Straße' }, { title: 'Strasse ' }],
    ['no title after any title', {}, { title: '' }],
    ['a title of 0, which PHP takes for none', {}, { title: '0' }],
    ['no date after the same title', {}, { date: '', gmt: '' }],
    ['a dropped backslash', { title: 'ab' }, { title: 'a\\b' }],
  ])('with %s: the second isn’t imported', (_, first, second) => {
    const verdict = check([[twin(first), twin(second)]]);
    expect(codes(verdict, 'fault')).toEqual(['already-exists']);
    expect(verdict.pages).toBe(1);
    expect(verdict.skipped).toHaveLength(1);
  });

  it.each<[string, ItemSpec, ItemSpec]>([
    ['another second', {}, { date: '2024-03-05 10:00:01' }],
    ['another title', {}, { title: 'Town 2' }],
    ['another type', {}, { type: 'post' }],
    ['a title after none', { title: '' }, {}],
    ['the same backslash, which never matches', { title: 'a\\b' }, { title: 'a\\b' }],
  ])('but not with %s', (_, first, second) => {
    const verdict = check([[twin(first), twin(second)]]);
    expect(codes(verdict, 'fault')).toEqual([]);
    expect(verdict.skipped).toEqual([]);
  });

  it('also over two files, and says that metas are duplicated', () => {
    const verdict = check([[twin()], [twin({ metas: [['a', 'b']] })]]);
    expect(verdict.skipped).toMatchObject([{ file: 'part-2.xml', type: 'page', code: 'already-exists' }]);
    expect(verdict.problems[0]?.text).toContain('adds its metas');
  });

  it('are reported with line, slug and id', () => {
    const { skipped } = check([[twin(), twin({ id: 77, slug: 'second' })]]);
    expect(skipped[0]).toMatchObject({ id: 77, slug: 'second', file: 'part-1.xml' });
    expect(skipped[0]?.line).toBeGreaterThan(20);
  });
});

describe('ids', () => {
  it('that are there twice in a file drop the second silently', () => {
    const verdict = check([[item({ id: 5 }), item({ id: 5, slug: 'gone' })]]);
    expect(codes(verdict, 'fault')).toEqual(['duplicate-id']);
    expect(verdict.skipped).toMatchObject([{ slug: 'gone', code: 'duplicate-id' }]);
  });

  it('may be 0 in all', () => {
    expect(check([[item({ id: 0 }), item({ id: 0 })]], {})).toMatchObject({ ok: true, pages: 2 });
  });

  it('that are 0 in some are a fault in parts of ours', () => {
    expect(codes(check([[item({ id: 0 }), item({ id: 9 })]]), 'notice')).toEqual(['id-mixed']);
    expect(codes(check([[item({ id: 0 }), item({ id: 9 })]], {}), 'fault')).toEqual(['id-mixed']);
  });

  it('that come again in another file are a fault in parts of ours', () => {
    expect(codes(check([[item({ id: 5 })], [item({ id: 5 })]]), 'notice')).toEqual([
      'duplicate-id-across-parts',
    ]);
    expect(check([[item({ id: 5 })], [item({ id: 5 })]], {}).ok).toBe(false);
  });
});

describe('slugs', () => {
  it.each(['SAMPLE/_hero', 'Hero.Photo', '-lead-', 'feed', 'a'.repeat(201)])(
    'of an included media item may change: %s; that of a page or of a parent may not',
    (slug) => {
      const isReady = (type: string) =>
        check([[item({ id: 3, type, slug }), item()]], { pages: 1, statics: [3] }).ok;
      expect([isReady('attachment'), isReady('wpcf7_contact_form'), isReady('page')]).toEqual([
        true,
        true,
        false,
      ]);
    },
  );

  it.each<[string, ItemSpec, ItemSpec, string]>([
    ['of two pages', {}, {}, 'duplicate-slug'],
    ['of two posts', { type: 'post' }, { type: 'post' }, 'duplicate-slug'],
    ['of a page after a media item', { type: 'attachment' }, {}, 'duplicate-media-slug'],
    ['of a media item after a page', {}, { type: 'attachment' }, 'duplicate-media-slug'],
    ['of a page after a draft', { status: 'draft' }, {}, 'duplicate-slug'],
  ])('that are the same %s are reported', (...[, first, second, code]) => {
    expect(codes(check([[item({ slug: 'same', ...first }), item({ slug: 'same', ...second })]]))).toEqual([
      code,
    ]);
    expect(
      check([[item({ slug: 'same', ...first }), item({ slug: 'same', ...second })]], { pages: 1 }).ok,
    ).toBe(false);
  });

  it.each<[string, ItemSpec, ItemSpec]>([
    ['of a page and a post', {}, { type: 'post' }],
    ['of a draft', {}, { status: 'draft' }],
    ['of a post and a media item before it', { type: 'attachment' }, { type: 'post' }],
  ])('may be the same %s', (_, first, second) => {
    expect(codes(check([[item({ slug: 'same', ...first }), item({ slug: 'same', ...second })]]))).toEqual([]);
  });

  it('may be the same under two parents, not under one', () => {
    const parents = [item({ id: 1 }), item({ id: 2 })];
    const child = (parent: number) => item({ slug: 'springfield', parent });
    expect(codes(check([[...parents, child(1), child(2)]]))).toEqual([]);
    expect(codes(check([[...parents, child(1), child(1)]]))).toEqual(['duplicate-slug']);
  });

  it('are made unique at the top first when a child comes before its parent', () => {
    const verdict = check([
      [item({ slug: 'x', parent: 1 }), item({ slug: 'x', parent: 2 }), item({ id: 1 }), item({ id: 2 })],
    ]);
    expect(codes(verdict)).toEqual(['duplicate-slug', 'parent-after-child']);
  });

  it('are compared over all files', () => {
    expect(codes(check([[item({ slug: 'same' })], [item({ slug: 'same' })]]))).toEqual(['duplicate-slug']);
  });
});

describe('guids', () => {
  it('that are there twice are a fault in parts of ours', () => {
    const items = () => [item({ guid: 'https://a.example/1' }), item({ guid: 'https://a.example/1' })];
    expect(codes(check([items()]), 'notice')).toEqual(['duplicate-guid']);
    expect(codes(check([items()], {}), 'fault')).toEqual(['duplicate-guid']);
  });
});

describe('parents', () => {
  it('before their children pass', () => {
    expect(check([[item({ id: 1 }), item({ parent: 1 })]], {})).toMatchObject({ ok: true, pages: 2 });
  });

  it('after their children are a fault in parts of ours', () => {
    expect(codes(check([[item({ parent: 1 }), item({ id: 1 })]]), 'notice')).toEqual(['parent-after-child']);
    expect(codes(check([[item({ parent: 1 }), item({ id: 1 })]], {}), 'fault')).toEqual([
      'parent-after-child',
    ]);
  });

  it('that are in no file or in another one are dropped', () => {
    expect(codes(check([[item({ parent: 40 })]]), 'fault')).toEqual(['parent-missing']);
    expect(codes(check([[item({ id: 40 })], [item({ parent: 40 })]]), 'fault')).toEqual(['parent-missing']);
  });

  it('of media may be missing, as in any export', () => {
    expect(codes(check([[item({ type: 'attachment', parent: 40 })]]), 'notice')).toEqual(['parent-missing']);
  });

  it('of pages must be pages', () => {
    const files = () => [[item({ id: 5, type: 'attachment' }), item({ parent: 5 })]];
    expect(codes(check(files()), 'notice')).toEqual(['parent-not-page']);
    expect(codes(check(files(), { pages: 1 }), 'fault')).toEqual(['parent-not-page']);
  });
});

describe('stubs', () => {
  const parent = (spec: ItemSpec = {}) =>
    item({ id: 40, title: 'Illinois', date: DATE, slug: 'illinois', guid: 'https://a.example/40', ...spec });
  const media = (spec: ItemSpec = {}) =>
    item({ id: 57, type: 'attachment', title: 'Crew', date: DATE, slug: 'crew', status: 'inherit', ...spec });

  it('replace the parent of an earlier file', () => {
    const verdict = check(
      [
        [parent({ metas: [['a', 'b']] }), item({ parent: 40 })],
        [parent(), item({ parent: 40 })],
      ],
      { pages: 2, statics: [40] },
    );
    expect(verdict).toMatchObject({ ok: true, pages: 2, stubs: 1, problems: [], imported: { page: 3 } });
  });

  it('replace an image of an earlier file', () => {
    const page = () => item({ metas: [['_thumbnail_id', '57']] });
    const attached = media({ metas: [['_wp_attached_file', '2024/03/crew.jpg']] });
    expect(
      check(
        [
          [attached, page()],
          [media(), page()],
        ],
        { pages: 2 },
      ),
    ).toMatchObject({ ok: true, stubs: 1 });
  });

  it('aren’t reported if the item has another id', () => {
    const verdict = check([[parent()], [parent({ id: 41 }), item({ parent: 41 })]]);
    expect(codes(verdict, 'fault')).toEqual(['already-exists']);
  });

  it('may have metas that no part before it has, and each only once', () => {
    const metas = { metas: [['a', 'b']] } as const;
    const parts = [[parent()], [parent(metas), item({ parent: 40 })]];
    expect(check(parts)).toMatchObject({ ok: true, stubs: 1 });
    const twice = check([...parts, [parent(metas), item({ parent: 40 })]]);
    expect(codes(twice, 'fault')).toEqual(['already-exists']);
  });

  it('aren’t reported within one file: the id is already taken there', () => {
    expect(codes(check([[parent(), parent(), item({ parent: 40 })]]), 'fault')).toEqual(['duplicate-id']);
  });

  it('aren’t reported if nothing names them', () => {
    expect(codes(check([[parent()], [parent()]]), 'fault')).toEqual(['already-exists']);
  });

  it('let children under them share no slug, whatever file they are in', () => {
    const child = () => item({ slug: 'springfield', parent: 40 });
    expect(
      codes(
        check([
          [parent(), child()],
          [parent(), child()],
        ]),
        'fault',
      ),
    ).toEqual(['duplicate-slug']);
  });
});

describe('images', () => {
  const page = () => item({ metas: [['_thumbnail_id', '57']] });

  it('may be in the part, also after the pages', () => {
    expect(check([[page(), item({ id: 57, type: 'attachment' })]], { pages: 1 }).ok).toBe(true);
  });

  it('in no file are reported once', () => {
    const verdict = check([[page(), page()], [page()]], {});
    expect(verdict).toMatchObject({ ok: true, pages: 3 });
    expect(verdict.problems.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'thumbnail-missing notice',
    ]);
  });

  it('in another file only are dropped', () => {
    expect(codes(check([[item({ id: 57, type: 'attachment' })], [page()]]), 'fault')).toEqual([
      'thumbnail-on-seed-site',
    ]);
  });

  it('that turn out to be a page are wrong', () => {
    expect(codes(check([[page(), item({ id: 57 })]]), 'fault')).toEqual(['thumbnail-not-media']);
  });
});

describe('what belongs only to the seed', () => {
  it.each<[string, ItemSpec, string]>([
    ['comments', { comments: 2 }, 'comments'],
    ['_edit_last', { metas: [['_edit_last', '1']] }, 'own-metas'],
    ['_edit_lock', { metas: [['_edit_lock', '1:1']] }, 'own-metas'],
    ['_wp_old_slug', { metas: [['_wp_old_slug', 'old']] }, 'own-metas'],
    ['_elementor_css', { metas: [['_elementor_css', 'a:0:{}']] }, 'own-metas'],
    ['_elementor_element_cache', { metas: [['_elementor_element_cache', '{}']] }, 'own-metas'],
  ])(
    '%s: a notice in an export, a fault in a part of ours, unless the record is included unchanged',
    (_, spec, code) => {
      const items = () => [item({ id: 3, ...spec }), item()];
      expect(codes(check([items()]), 'notice')).toEqual([code]);
      expect(codes(check([items()], {}), 'fault')).toEqual([code]);
      expect(check([items()], { pages: 1, statics: [3] })).toMatchObject({ ok: true, problems: [] });
    },
  );
});

describe('the verdict', () => {
  it('counts pages without media, menus and included records', () => {
    const items = [
      item(),
      item({ type: 'post' }),
      item({ id: 3 }),
      item({ type: 'attachment' }),
      item({ type: 'nav_menu_item' }),
    ];
    const verdict = check([items], { pages: 2, statics: [3] });
    expect(verdict).toMatchObject({
      ok: true,
      pages: 2,
      imported: { page: 2, post: 1, attachment: 1, nav_menu_item: 1 },
    });
  });

  it('is false when there are fewer or more pages than expected', () => {
    expect(codes(check([[item()]], { pages: 2 }), 'fault')).toEqual(['pages-missing']);
    expect(codes(check([[item(), item()]], { pages: 1 }), 'fault')).toEqual(['pages-missing']);
  });

  it('leaves out what WordPress refuses and what it drops', () => {
    const verdict = check([
      [
        item({ date: '2024-02-30 00:00:00' }),
        item({ status: 'auto-draft' }),
        item({ without: ['wp:post_type'] }),
        item(),
      ],
    ]);
    expect(verdict.pages).toBe(1);
    expect(verdict.skipped.map(({ code }) => code)).toEqual(['refused', 'auto-draft', 'type-missing']);
  });

  it('puts faults first', () => {
    const { problems } = check([[item({ status: 'odd' }), item({ slug: 'A' }), item({ guid: 'x' })]]);
    expect(problems.map(({ severity }) => severity)).toEqual(['fault', 'notice', 'notice']);
  });

  it('of no files is yes with no pages', () => {
    expect(check([])).toMatchObject({ ok: true, pages: 0, problems: [] });
  });

  it('of 20 clones is what the importer was seen to do', () => {
    const clones = (spec: (index: number) => ItemSpec) =>
      Array.from({ length: 20 }, (_, index) =>
        item({ id: 900 + index, title: 'T', date: DATE, slug: `s-${index}`, ...spec(index) }),
      );
    expect(check([clones(() => ({ id: 5 }))]).pages).toBe(1);
    expect(check([clones(() => ({}))]).pages).toBe(1);
    expect(check([clones((index) => ({ title: `T${index}` }))])).toMatchObject({ pages: 20, ok: true });
    expect(check([clones((index) => ({ date: `2024-03-05 10:00:${10 + index}` }))])).toMatchObject({
      pages: 20,
      ok: true,
    });
    expect(check([clones((index) => ({ title: `T${index}`, slug: 'x' }))])).toMatchObject({
      pages: 20,
      ok: false,
    });
  });
});
