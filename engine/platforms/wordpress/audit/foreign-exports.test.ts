/** Files of another tool: what is usual in an export is a notice, what the import drops a fault. */
import { describe, expect, it } from 'vitest';
import { checkParts } from './check-parts.ts';
import type { Verdict } from '../../../verify/platform-audit.ts';
import { auditText, cdata, codes, type FileSpec, item, type ItemSpec, wxr } from './wxr-fixture.ts';

const getVerdict = (items: readonly string[], spec: FileSpec = {}): Verdict =>
  checkParts([auditText(wxr(items, spec), { file: 'export.xml', now: '2026-01-01 00:00:00' })]);

/** Text that WordPress itself writes around an item and inside it. */
const CHANNEL = [
  '<wp:base_site_url>https://site.example</wp:base_site_url>',
  '<wp:category><wp:term_id>1</wp:term_id><wp:cat_name><![CDATA[News]]></wp:cat_name></wp:category>',
  '<wp:tag><wp:term_id>2</wp:term_id><wp:tag_slug><![CDATA[roof]]></wp:tag_slug></wp:tag>',
  '<wp:term><wp:term_id>3</wp:term_id><wp:term_taxonomy>nav_menu</wp:term_taxonomy></wp:term>',
  '<generator>https://wordpress.org/?v=6.9.1</generator>',
  '<image><url>https://site.example/icon.png</url><title>Site</title></image>',
].join('\n');
const EXTRA = [
  '<link>https://site.example/a/</link>',
  '<pubDate>Tue, 05 Mar 2024 10:00:00 +0000</pubDate>',
  '<description></description>',
  '<wp:post_modified>2024-04-05 10:00:00</wp:post_modified>',
  '<category domain="category" nicename="news"><![CDATA[News]]></category>',
].join('\n');
const COMMENT_META = [
  '<wp:comment><wp:comment_id>7</wp:comment_id><wp:comment_content><![CDATA[Hi [geo_city]]]></wp:comment_content>',
  '<wp:commentmeta><wp:meta_key>k</wp:meta_key><wp:meta_value>a:1:{broken</wp:meta_value></wp:commentmeta>',
  '</wp:comment>',
].join('');

const exported = (spec: ItemSpec = {}) => item({ extra: EXTRA, ...spec });
const menuItem = (spec: ItemSpec = {}) =>
  item({
    type: 'nav_menu_item',
    title: '',
    content: '',
    slug: '4711',
    metas: [
      ['_menu_item_type', 'post_type'],
      ['_menu_item_classes', 'a:1:{i:0;s:0:"";}'],
    ],
    ...spec,
  });
const media = (spec: ItemSpec = {}) => item({ type: 'attachment', status: 'inherit', ...spec });

describe('an export of a whole site', () => {
  const whole = getVerdict(
    [
      exported({ id: 2, slug: 'sample-page', metas: [['_edit_last', '1']] }),
      exported({ id: 3, slug: 'privacy-policy', status: 'draft', gmt: '0000-00-00 00:00:00' }),
      exported({ id: 4, type: 'post', slug: 'hello-world', extra: `${EXTRA}${COMMENT_META}` }),
      exported({
        id: 5,
        status: 'trash',
        slug: 'old__trashed',
        metas: [['_wp_trash_meta_status', 'publish']],
      }),
      exported({ id: 6, status: 'private', slug: 'staff' }),
      media({ id: 7, slug: 'crew', parent: 99, guid: 'https://site.example/crew.jpg' }),
      menuItem({ id: 8 }),
      menuItem({ id: 9 }),
      item({ id: 10, type: 'wp_global_styles', slug: 'wp-global-styles-x', content: '{"version":3}' }),
      item({ id: 11, type: 'wp_navigation', slug: 'navigation', content: '<!-- wp:page-list /-->' }),
      item({ id: 12, type: 'revision', status: 'inherit', slug: '2-revision-v1', parent: 2 }),
    ],
    { channel: CHANNEL, authors: ['admin', 'jane'] },
  );

  it('imports completely', () => {
    expect(whole).toMatchObject({ ok: true, pages: 6, skipped: [], stubs: 0 });
    expect(whole.imported).toEqual({
      page: 4,
      post: 1,
      attachment: 1,
      nav_menu_item: 2,
      wp_global_styles: 1,
      wp_navigation: 1,
      revision: 1,
    });
  });

  it('gets notices only of accompanying records', () => {
    expect(codes(whole)).toEqual(['comments', 'own-metas', 'parent-missing', 'placeholder-suspected']);
  });

  it('may be cut into two by hand: the first half is imported, and the cut is a fault', () => {
    const text = wxr([exported(), exported(), exported({ content: 'here' })], { channel: CHANNEL });
    const verdict = checkParts([auditText(text.slice(0, text.indexOf('here')))]);
    expect(verdict.pages).toBe(2);
    expect(codes(verdict, 'fault')).toEqual(['malformed-xml']);
  });
});

describe('what an export may have and ours may not', () => {
  it.each<[string, ItemSpec[], string]>([
    ['comments', [{ comments: 2 }], 'comments'],
    ['the lock of its editor', [{ metas: [['_edit_lock', '1700000000:1']] }], 'own-metas'],
    ['a page without a slug', [{ slug: '' }], 'slug-empty'],
    ['an address of its own as guid', [{ guid: 'https://site.example/?p=2&amp;lang=de' }], 'malformed-guid'],
    [
      'two pages of one guid',
      [{ guid: 'https://a.example/' }, { guid: 'https://a.example/' }],
      'duplicate-guid',
    ],
    ['a child before its parent', [{ parent: 70 }, { id: 70 }], 'parent-after-child'],
    ['a status of a plugin', [{ status: 'wc-completed' }], 'status-unknown'],
    ['an id of zero next to others', [{ id: 0 }, { id: 9 }], 'id-mixed'],
    ['an author that is not listed', [{ creator: 'ghost' }], 'author-unknown'],
    ['a date in another form', [{ date: '2024-03-05' }], 'date-format'],
  ])('%s', (_, specs, code) => {
    const part = auditText(wxr(specs.map((spec) => exported(spec))));
    const foreign = checkParts([part]);
    expect(foreign.ok).toBe(true);
    expect(codes(foreign, 'notice')).toContain(code);
    expect(foreign.pages).toBe(specs.length);
    expect(codes(checkParts([part], { pages: specs.length }), 'fault')).toContain(code);
  });

  it.each(['own-metas', 'comments', 'malformed-guid', 'slug-empty'])(
    '%s: not even ours, when it is included unchanged',
    (code) => {
      const spec = { id: 5, comments: 1, slug: '', guid: 'word', metas: [['_edit_lock', '1']] as const };
      const part = auditText(wxr([item(spec), item({ id: 6 })]));
      expect(codes(checkParts([part], { pages: 2 }), 'fault')).toContain(code);
      expect(codes(checkParts([part], { pages: 1, statics: [5] }), 'fault')).toEqual([]);
    },
  );
});

describe('what the import of an export drops', () => {
  it.each<[string, ItemSpec[], string, number]>([
    [
      'two pages of one title and second',
      [
        { title: 'A', date: '2024-01-01 00:00:00' },
        { title: 'Á', date: '2024-01-01 00:00:00' },
      ],
      'already-exists',
      1,
    ],
    ['two items of one id', [{ id: 5 }, { id: 5 }], 'duplicate-id', 1],
    ['a page whose date is invalid', [{ date: '31.12.2024' }, {}], 'date-invalid', 1],
    ['a page with a title too long', [{ title: 'x'.repeat(65_536) }, {}], 'title-long', 1],
    ['an item without a type', [{ without: ['wp:post_type'] }, {}], 'type-missing', 1],
    [
      'a text box saved with CR LF',
      [{ metas: [['box', 'a:1:{i:0;s:4:"a\r\nb";}']] }],
      'malformed-serialized-meta',
      1,
    ],
    ['a page whose address changes', [{ slug: 'Über-uns' }], 'slug-changed', 1],
    ['a page of a parent that was not exported', [{ parent: 99 }], 'parent-missing', 1],
  ])('%s', (_, specs, code, pages) => {
    const verdict = getVerdict(specs.map((spec) => exported(spec)));
    expect(verdict).toMatchObject({ ok: false, pages });
    expect(codes(verdict, 'fault')).toEqual([code]);
  });

  it('is reported with file and line, the first of it first', () => {
    const { problems } = getVerdict([
      exported(),
      exported({ slug: 'A', comments: 1 }),
      exported({ slug: 'B' }),
    ]);
    expect(problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'fault slug-changed',
      'fault slug-changed',
      'notice comments',
    ]);
    expect(problems[0]).toMatchObject({ file: 'export.xml', field: 'wp:post_name' });
    expect(problems[0]?.line).toBeLessThan(problems[1]?.line ?? 0);
  });
});

describe('names and texts of an export', () => {
  it('may be in CDATA, escaped or in pieces: it is one text', () => {
    const whole = auditText(wxr([item({ id: 1, title: 'A & B', date: '2024-01-01 00:00:00' })]));
    for (const title of [
      'A &amp; B',
      'A <![CDATA[&]]> B',
      '<![CDATA[A ]]>&#38;<![CDATA[ B]]>',
      cdata('A & B'),
    ]) {
      const written = wxr([
        item({ id: 1, date: '2024-01-01 00:00:00', without: ['title'], extra: `<title>${title}</title>` }),
      ]);
      expect(auditText(written).items.title, title).toEqual(whole.items.title);
    }
  });

  it('are read in any order of the leaves', () => {
    const [head = '', tail = ''] = item({ id: 1, slug: 'a' }).split('<wp:status>');
    const moved = `${head}<wp:status>${tail}`.replace('<item>', '<item><!-- first -->');
    expect(checkParts([auditText(wxr([moved]))])).toMatchObject({ ok: true, pages: 1, problems: [] });
  });

  it('do not count in a comment of a page', () => {
    const verdict = getVerdict([exported({ extra: COMMENT_META })]);
    expect(codes(verdict, 'fault')).toEqual([]);
  });
});
