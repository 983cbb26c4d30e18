/** Breaks and fixes each code of the audit once. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkParts } from './check-parts.ts';
import type { Expectation, Verdict } from '../../../verify/platform-audit.ts';
import { auditText, cdata, type FileSpec, item, type ItemSpec, check, wxr } from './wxr-fixture.ts';

const DATE = '2024-03-05 10:00:00';
const TEN_MB = 10_000_000;
type Pair = readonly [broken: Verdict, fixed: Verdict];

const audited = (text: string, options: Parameters<typeof auditText>[1] = {}) =>
  checkParts([auditText(text, { now: '2026-01-01 00:00:00', ...options })]);
const ofItem = (spec: ItemSpec) => audited(wxr([item(spec)]));
const ofFile = (spec: FileSpec) => audited(wxr([item()], spec));
const ofMeta = (key: string, value: string) => ofItem({ metas: [[key, value]] });
const ofContent = (content: string) => ofItem({ content });
const ours = (items: readonly string[], more: Partial<Expectation> = {}) => check([items], more);

const media = (spec: ItemSpec = {}) => item({ id: 57, type: 'attachment', status: 'inherit', ...spec });
/** A part with the parent of its one page. */
const parentAndPage = (content: string, part: number) => [
  item({ id: 7, title: 'Areas', date: DATE, slug: 'areas', content }),
  item({ id: 70 + part, parent: 7 }),
];
const pictured = () => item({ metas: [['_thumbnail_id', '57']] });
const block = (json: string) => `<!-- wp:a ${json} --><p></p><!-- /wp:a -->`;
const jsonLd = (json: string) => `<script type="application/ld+json">${json}</script>`;

const TERMS = [{ taxonomy: 'category', slug: 'cars', parent: '' }];
const term = (slug: string) =>
  `<wp:category><wp:category_nicename>${slug}</wp:category_nicename><wp:cat_name>x</wp:cat_name></wp:category>`;
const menu = (slug: string) =>
  `<wp:term><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug>${slug}</wp:term_slug></wp:term>`;
const named = (slug: string) => `<category domain="category" nicename="${slug}">x</category>`;
const state = () => item({ id: 7, slug: 'areas', metas: [['color', 'red']] });
const HERO = 'https://a.example/hero.jpg';
const hero = () =>
  media({ title: 'Hero', date: DATE, extra: `<wp:attachment_url>${HERO}</wp:attachment_url>` });
const shown = () => item({ content: `<img src="${HERO}">` });
/** Files that were written for the caller; each has one page. */
const inParts = (files: readonly string[], more: Partial<Expectation>) =>
  checkParts(
    files.map((text, index) => auditText(text, { file: `part-${index + 1}.xml` })),
    { pages: files.length, ...more },
  );

const FILES: Record<string, Pair> = {
  'author-unknown': [ofItem({ creator: 'nobody' }), ofItem({ creator: 'admin' })],
  'encoding-other': [
    ofFile({ declaration: '<?xml version="1.0" encoding="ISO-8859-1"?>' }),
    ofFile({ declaration: '<?xml version="1.0" encoding="UTF-8"?>' }),
  ],
  'item-outside-channel': [
    audited(wxr([]).replace('</channel>', `</channel>${item()}`)),
    audited(wxr([]).replace('</channel>', `${item()}</channel>`)),
  ],
  'markup-in-leaf': [
    ofItem({ guid: 'https://a.example/<b>1</b>' }),
    ofItem({ guid: cdata('https://a.example/1') }),
  ],
  'not-wxr': [audited('<html></html>'), audited(wxr([]))],
  'part-large': [
    audited(wxr([]), { limitBytes: wxr([]).length - 1 }),
    audited(wxr([]), { limitBytes: wxr([]).length }),
  ],
  'wxr-prefix': [
    audited(wxr([]).replaceAll('wp:', 'w:').replace('xmlns:wp', 'xmlns:w')),
    audited(wxr([]).replaceAll('/1.2/', '/1.1/')),
  ],
  'wxr-version': [
    ofFile({ version: '<wp:wxr_version>2</wp:wxr_version>' }),
    ofFile({ version: '<wp:wxr_version>1.1</wp:wxr_version>' }),
  ],
  'malformed-xml': [ofItem({ guid: 'a & b' }), ofItem({ guid: 'a &amp; b' })],
  'xml-deep': [
    audited(wxr([`${'<a>'.repeat(255)}${'</a>'.repeat(255)}`])),
    audited(wxr([`${'<a>'.repeat(254)}${'</a>'.repeat(254)}`])),
  ],
  'xml-doctype': [
    ofFile({ declaration: '<?xml version="1.0"?><!DOCTYPE rss>' }),
    ofFile({ declaration: '<?xml version="1.0"?><!-- rss -->' }),
  ],
  'xml-encoding': [
    ofFile({ declaration: '<?xml version="1.0" encoding="UTF-16"?>' }),
    ofFile({ declaration: '<?xml version="1.0" encoding="utf-8"?>' }),
  ],
  'xml-version': [
    ofFile({ declaration: '<?xml version="1.1"?>' }),
    ofFile({ declaration: '<?xml version="1.0"?>' }),
  ],
};

const ITEMS: Record<string, Pair> = {
  'auto-draft': [ofItem({ status: 'auto-draft' }), ofItem({ status: 'draft' })],
  'date-empty': [ofItem({ date: '', gmt: '' }), ofItem({ date: DATE, gmt: '' })],
  'date-future': [ofItem({ gmt: '2026-01-01 00:01:00' }), ofItem({ gmt: '2026-01-01 00:00:59' })],
  'date-gmt-invalid': [ofItem({ gmt: '2024-02-30 10:00:00' }), ofItem({ gmt: '0000-00-00 00:00:00' })],
  'date-invalid': [
    ofItem({ date: '2023-02-29 10:00:00', gmt: DATE }),
    ofItem({ date: '2024-02-29 10:00:00' }),
  ],
  'date-format': [ofItem({ date: '2024-03-05T10:00:00' }), ofItem({ date: DATE })],
  'date-untimed': [
    ofItem({ date: '2024-03-05 24:00:00', gmt: DATE }),
    ofItem({ date: '2024-03-05 23:59:59' }),
  ],
  'excerpt-long': [ofItem({ excerpt: 'é'.repeat(32_768) }), ofItem({ excerpt: 'é'.repeat(32_767) })],
  'field-long': [ofItem({ status: 's'.repeat(21) }), ofItem({ status: 's'.repeat(20) })],
  'field-missing': [ofItem({ without: ['wp:is_sticky'] }), ofItem({})],
  'guid-long': [
    ofItem({ guid: `https://a.example/${'é'.repeat(238)}` }),
    ofItem({ guid: `https://a.example/${'é'.repeat(237)}` }),
  ],
  'malformed-guid': [ofItem({ guid: 'https://a.example/[x]' }), ofItem({ guid: 'https://a.example/(x)' })],
  'malformed-number': [ofItem({ id: '12a' }), ofItem({ id: ' 12 ' })],
  'post-empty': [
    ofItem({ type: 'post', title: '', content: '', excerpt: '' }),
    ofItem({ type: 'post', title: '', content: '', excerpt: 'Hi' }),
  ],
  'slug-changed': [ofItem({ slug: 'Ämter' }), ofItem({ slug: 'amter' })],
  'slug-empty': [ofItem({ slug: '' }), ofItem({ slug: '', status: 'draft' })],
  'slug-long': [ofItem({ slug: 'a'.repeat(201) }), ofItem({ slug: 'a'.repeat(200) })],
  'slug-reserved': [ofItem({ slug: 'page3' }), ofItem({ slug: 'page-3' })],
  'status-past': [ofItem({ status: 'future' }), ofItem({ status: 'future', gmt: '2027-01-01 00:00:00' })],
  'status-unknown': [ofItem({ status: 'published' }), ofItem({ status: 'private' })],
  'text-long': [ofContent('x'.repeat(TEN_MB + 1)), ofContent('x'.repeat(TEN_MB))],
  'title-long': [ofItem({ title: 'é'.repeat(32_768) }), ofItem({ title: 'é'.repeat(32_767) })],
  'unregistered-type': [ofItem({ type: 'geo_page' }), ofItem({ type: 'page' })],
  'type-missing': [ofItem({ without: ['wp:post_type'] }), ofItem({})],
};

const VALUES: Record<string, Pair> = {
  'malformed-block-json': [ofContent(block('{"a":"b"c"}')), ofContent(block('{"a":"b\\"c"}'))],
  'block-unbalanced': [ofContent('<!-- /wp:a -->'), ofContent(block('{}'))],
  'comment-open': [ofContent('<!-- wp:a /--><!-- x'), ofContent('<!-- wp:a /--><!-- x -->')],
  'malformed-json-ld': [ofContent(jsonLd('{"a":"b"c"}')), ofContent(jsonLd('{"a":"b c"}'))],
  'malformed-meta-json': [ofMeta('_elementor_data', '5'), ofMeta('_elementor_data', '[5]')],
  'meta-key-empty': [ofMeta('', 'v'), ofMeta('k', 'v')],
  'meta-key-long': [ofMeta('é'.repeat(256), 'v'), ofMeta('é'.repeat(255), 'v')],
  'malformed-nested-meta': [ofMeta('k', 's:8:"s:2:"a";";'), ofMeta('k', 's:8:"s:1:"a";";')],
  'meta-object': [ofMeta('k', 'O:3:"Foo":0:{}'), ofMeta('k', 'a:0:{}')],
  'meta-object-in-text': [ofMeta('k', 's:10:"O:3:"Foo":";'), ofMeta('k', 's:9:"O:3:"Foo"";')],
  'malformed-serialized-meta': [ofMeta('k', 's:2:"a";'), ofMeta('k', 's:1:"a";')],
  'truncated-serialized-meta': [ofMeta('k', 'a:1:{i:0;N'), ofMeta('k', 'a:1:{i:0;N;}')],
  'text-after-serialized-meta': [ofMeta('k', 'a:0:{}N;'), ofMeta('k', 'a:0:{}')],
};

const PARTS: Record<string, Pair> = {
  'already-exists': [
    check([[item({ title: 'A', date: DATE }), item({ title: 'a', date: DATE })]]),
    check([[item({ title: 'A', date: DATE }), item({ title: 'b', date: DATE })]]),
  ],
  comments: [ours([item({ comments: 1 })]), ours([item()])],
  'featured-missing': [
    ours([media(), item()], { featured: [57], pages: 1 }),
    ours([media(), pictured()], { featured: [57], pages: 1 }),
  ],
  'duplicate-guid': [
    ours([item({ guid: 'https://a.example/1' }), item({ guid: 'https://a.example/1' })]),
    ours([item({ guid: 'https://a.example/1' }), item({ guid: 'https://a.example/2' })]),
  ],
  'stub-empty': [
    check([parentAndPage('Areas', 1), parentAndPage('', 2)]),
    check([parentAndPage('Areas', 1), parentAndPage('Areas', 2)]),
  ],
  'duplicate-id': [ours([item({ id: 5 }), item({ id: 5 })]), ours([item({ id: 5 }), item({ id: 6 })])],
  'duplicate-id-across-parts': [
    check([[item({ id: 5 })], [item({ id: 5 })]]),
    check([[item({ id: 5 })], [item({ id: 6 })]]),
  ],
  'id-mixed': [ours([item({ id: 0 }), item({ id: 6 })]), ours([item({ id: 0 }), item({ id: 0 })])],
  'inconsistent-pages': [
    ours([item(), item({ status: 'draft' }), item()], { varied: [] }),
    ours([item(), item({ status: 'draft' }), item()], { varied: ['wp:status'] }),
  ],
  'code-changed': [
    ours([item({ content: '<script>a="";b()//"</script>' })], {
      varied: ['content'],
      seedTexts: { content: ['<script>a="0"</script>'] },
    }),
    ours([item({ content: '<script>a="\\u0022;b()//"</script>' })], {
      varied: ['content'],
      seedTexts: { content: ['<script>a="0"</script>'] },
    }),
  ],
  'record-missing': [
    ours([item({ id: 5 })], { varied: [], statics: [5, 7], pages: 0 }),
    ours([item({ id: 5 })], { varied: [], statics: [5], pages: 0 }),
  ],
  'stub-changed': [
    check([
      parentAndPage('Areas', 1),
      parentAndPage('Areas', 2).map((text) => text.replace('[areas]', '[area]')),
    ]),
    check([parentAndPage('Areas', 1), parentAndPage('Areas', 2)]),
  ],
  'term-missing': [
    inParts([wxr([item({ extra: named('cars') })])], { terms: TERMS }),
    inParts([wxr([item({ extra: named('cars') })], { channel: term('cars') })], { terms: TERMS }),
  ],
  'menu-included': [
    inParts([wxr([item()], { channel: menu('main') })], { terms: [] }),
    inParts([wxr([item()], { channel: term('cars') })], { terms: [] }),
  ],
  'duplicate-metas': [
    inParts([wxr([state(), item()])], { terms: [], statics: [7], isSeedSite: true }),
    inParts([wxr([state(), item()])], { terms: [], statics: [7], isSeedSite: false }),
  ],
  'image-before-content': [
    inParts([wxr([hero(), shown()]), wxr([shown()])], { terms: [], statics: [57] }),
    inParts([wxr([shown()]), wxr([hero(), shown()])], { terms: [], statics: [57] }),
  ],
  'text-missing': [
    ours([item({ content: '' })], { varied: ['content'], written: ['content'] }),
    ours([item({ content: '' })], { varied: ['content'], written: [] }),
  ],
  'setting-wrong': [
    ours([item({ id: 40, status: 'draft' })], { settings: { 40: { 'wp:status': 'publish' } } }),
    ours([item({ id: 40, status: 'draft' })], { settings: { 40: { 'wp:status': 'draft' } } }),
  ],
  'own-metas': [
    ours([item({ metas: [['_elementor_css', 'x']] })]),
    ours([item({ metas: [['_elementor_data', '[]']] })]),
  ],
  'pages-missing': [ours([item()], { pages: 2 }), ours([item()], { pages: 1 })],
  'parent-after-child': [
    ours([item({ parent: 5 }), item({ id: 5 })]),
    ours([item({ id: 5 }), item({ parent: 5 })]),
  ],
  'parent-missing': [ours([item({ parent: 5 })]), ours([item({ id: 5 }), item({ parent: 5 })])],
  'parent-not-page': [
    ours([item({ id: 5, type: 'post' }), item({ parent: 5 })]),
    ours([item({ id: 5, type: 'page' }), item({ parent: 5 })]),
  ],
  'bracket-published': [
    ours([item({ title: '[owner]' })], { placeholders: [], kept: [] }),
    ours([item({ title: '[owner]' })], { placeholders: [], kept: ['[owner]'] }),
  ],
  'placeholder-unfilled': [
    ours([item({ title: '[geo_city]' })], { placeholders: ['[geo_city]'] }),
    ours([item({ title: '[gallery]' })], { placeholders: ['[geo_city]'] }),
  ],
  'placeholder-suspected': [
    check([[item({ title: '[geo_city]' })]]),
    check([[item({ title: '[gallery]' })]]),
  ],
  'duplicate-slug': [
    ours([item({ slug: 'a' }), item({ slug: 'a' })]),
    ours([item({ slug: 'a' }), item({ slug: 'a', type: 'post' })]),
  ],
  'duplicate-media-slug': [
    ours([media({ slug: 'a' }), item({ slug: 'a' })], { pages: 1 }),
    ours([media({ slug: 'a' }), item({ slug: 'b' })]),
  ],
  'thumbnail-missing': [ours([pictured()]), ours([media(), pictured()])],
  'thumbnail-on-seed-site': [check([[media()], [pictured()]]), check([[media(), pictured()], [item()]])],
  'thumbnail-not-media': [ours([item({ id: 57 }), pictured()]), ours([media(), pictured()])],
};

const ALL = { ...FILES, ...ITEMS, ...VALUES, ...PARTS };

/** Codes as written in the source; a code is a word with a hyphen after `code`, or a key of a table. */
function codesInSource(): string[] {
  const folder = new URL('.', import.meta.url);
  const files = readdirSync(folder).filter(
    (file) => /^[a-z0-9-]+\.ts$/u.test(file) && !file.endsWith('-fixture.ts'),
  );
  const text = files.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n');
  return [...text.matchAll(/(?:\bcode: |\b(?:fault|notice)\(\s*)'([a-z0-9-]+)'/gu)].map(
    (match) => match[1] ?? '',
  );
}

describe('each code', () => {
  it('of the source is broken and fixed here', () => {
    const seen = new Set(codesInSource());
    expect(seen.size).toBeGreaterThan(40);
    expect([...seen].filter((code) => ALL[code] === undefined)).toEqual([]);
  });

  it.each(Object.entries(ALL))('%s is reported for what is broken, not for what is fixed', (code, pair) => {
    const [broken, fixed] = pair;
    const told = broken.problems.filter((problem) => problem.code === code);
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toMatch(/^[A-Z0-9[][\s\S]+\.$/u);
    expect(fixed.problems.filter((problem) => problem.code === code)).toEqual([]);
    if (told[0]?.severity === 'fault') expect(broken.ok).toBe(false);
  });

  it.each(Object.entries({ ...ITEMS, ...VALUES }))(
    '%s names the page, its line and its field',
    (code, pair) => {
      const told = pair[0].problems.find((problem) => problem.code === code);
      if (code === 'unregistered-type') return expect(told?.file).toBe('part.xml');
      expect(told).toMatchObject({ file: 'part.xml', field: expect.stringMatching(/\S/u) });
      expect(told?.line).toBeGreaterThan(5);
      return expect(told?.text).toMatch(/^(?:Page|Post|Item) /u);
    },
  );

  it.each(Object.entries(ALL))('%s is all that is wrong with what is broken', (code, [broken]) => {
    const others = broken.problems.filter((problem) => problem.code !== code).map((problem) => problem.code);
    const known: Record<string, string[]> = {
      'duplicate-id': ['pages-missing'],
      'markup-in-leaf': ['malformed-guid'],
      'field-long': ['status-unknown'],
    };
    expect(others.filter((other) => !(known[code] ?? ['malformed-guid']).includes(other))).toEqual([]);
  });
});
