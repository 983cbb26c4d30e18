/**
 * Files that the engine wrote, damaged in one place: the audit is the proof only if it sees each
 * damage that would cost a page or a value. Every case changes real output and nothing else.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { auditFiles } from '#testkit/audit-files.ts';
import { type Built, type SeedSpec, build, wxrSeed } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_url', 'note'];
const ROWS = [
  ['Waco', 'waco', 'First'],
  ['Salem', 'salem', 'Second'],
  ['Köln & Umland', 'koeln', 'Third "note"'],
];

const SEED: SeedSpec = {
  title: 'Plumber in [geo_city]',
  parent: 7,
  content:
    '<!-- wp:acme/map {"label":"[geo_city]"} /--><p>[note]</p><script type="application/ld+json">{"name":"[geo_city]"}</script>',
  excerpt: '[note]',
  metas: [
    ['_thumbnail_id', '30'],
    ['_yoast_wpseo_title', '[geo_city] – x'],
    ['php', 'a:1:{s:4:"city";s:10:"[geo_city]";}'],
    ['_elementor_data', '[{"settings":{"title":"[geo_city]"}}]'],
  ],
  before: [
    { id: 7, title: 'Areas', slug: 'areas', content: 'All areas', date: '2024-01-01 00:00:00' },
    {
      id: 30,
      type: 'attachment',
      title: 'Crew',
      slug: 'crew',
      content: '',
      status: 'inherit',
      date: '2024-01-02 00:00:00',
      extra: '<wp:attachment_url>https://site.example/crew.jpg</wp:attachment_url>',
    },
  ],
};

const WHOLE = build(wxrSeed(SEED), [HEADER, ...ROWS]);
const SPLIT = build(wxrSeed(SEED), [HEADER, ...ROWS], { split: { bytes: 1e7, pages: 1 } });

type Damage = (text: string, part: number) => string;

function getVerdict(built: Built, damage: Damage) {
  let isChanged = false;
  const files = built.files.map(({ name, bytes }, part) => {
    const text = new TextDecoder().decode(bytes);
    const damaged = damage(text, part);
    isChanged ||= damaged !== text;
    return { name, bytes: new TextEncoder().encode(damaged) };
  });
  // a damage that changes nothing would be "not seen" for the wrong reason
  expect(isChanged).toBe(true);
  return auditFiles(files, built.layout);
}

function faultCodes(built: Built, damage: Damage): string[] {
  const faults = getVerdict(built, damage).problems.filter(({ severity }) => severity === 'fault');
  return [...new Set(faults.map(({ code }) => code))];
}

const kinds = { planted: 0, found: 0 };
afterAll(() => console.log(`kinds of damage found: ${kinds.found} of ${kinds.planted}`));

/** One kind of damage is named by these faults, among others that follow from it. */
function expectFound(built: Built, damage: Damage, codes: readonly string[]): void {
  kinds.planted += 1;
  expect(faultCodes(built, damage)).toEqual(expect.arrayContaining([...codes]));
  kinds.found += 1;
}

/** The item with that slug, changed. */
function inItem(text: string, slug: string, change: (item: string) => string): string {
  const at = text.indexOf(`<wp:post_name><![CDATA[${slug}]]>`);
  const from = text.lastIndexOf('<item>', at);
  const to = text.indexOf('</item>', at) + '</item>'.length;
  expect(at).toBeGreaterThan(0);
  return text.slice(0, from) + change(text.slice(from, to)) + text.slice(to);
}

function findLeaf(text: string, slug: string, name: string): string {
  let found = '';
  inItem(text, slug, (item) => {
    found = new RegExp(`<${name}[^>]*>.*?</${name}>`, 's').exec(item)?.[0] ?? '';
    return item;
  });
  expect(found).not.toBe('');
  return found;
}

/** Gives one page a leaf of another. */
function copyLeaf(name: string, from = 'plumber-waco', to = 'plumber-salem'): Damage {
  return (text) =>
    inItem(text, to, (item) => item.replace(findLeaf(text, to, name), () => findLeaf(text, from, name)));
}

const inSalem =
  (search: string | RegExp, replacement: string): Damage =>
  (text) =>
    inItem(text, 'plumber-salem', (item) => item.replace(search, () => replacement));

describe('the files as they were written', () => {
  it('pass, whole and split', () => {
    for (const built of [WHOLE, SPLIT]) {
      const verdict = auditFiles(built.files, built.layout);
      expect(verdict.problems.filter(({ severity }) => severity === 'fault')).toEqual([]);
      expect(verdict).toMatchObject({ ok: true, pages: 3, skipped: [] });
    }
    expect(auditFiles(SPLIT.files, SPLIT.layout).stubs).toBe(4);
  });
});

describe('a page without its identity is seen', () => {
  it.each<[string, string, Damage]>([
    ['by the id of another', 'duplicate-id', copyLeaf('wp:post_id')],
    ['by the slug of another', 'duplicate-slug', copyLeaf('wp:post_name')],
    ['by the guid of another', 'duplicate-guid', copyLeaf('guid')],
    [
      'by title and date of another',
      'already-exists',
      (text, part) => copyLeaf('title')(copyLeaf('wp:post_date')(text, part), part),
    ],
    ['by the id of its parent', 'duplicate-id', inSalem(/<wp:post_id>\d+/, '<wp:post_id>7')],
    ['by no id where the others have one', 'id-mixed', inSalem(/<wp:post_id>\d+/, '<wp:post_id>0')],
    ['by no slug', 'slug-empty', inSalem('[plumber-salem]', '[]')],
    ['by a slug that WordPress changes', 'slug-changed', inSalem('[plumber-salem]', '[Plumber--Salem]')],
    ['by a slug that WordPress keeps', 'slug-reserved', inSalem('[plumber-salem]', '[2024]')],
    ['by a slug that is too long', 'slug-long', inSalem('[plumber-salem]', `[${'a'.repeat(201)}]`)],
    ['by a guid that WordPress rewrites', 'malformed-guid', inSalem('?geoloom=', '?a=1&amp;geoloom=')],
    ['by a guid that is too long', 'guid-long', inSalem('?geoloom=', `?${'x'.repeat(300)}=`)],
    ['by no type', 'type-missing', inSalem(/<wp:post_type>.*?<\/wp:post_type>/, '')],
    ['by a status that hides it', 'status-unknown', inSalem('[publish]', '[visible]')],
    ['by a status that drops it', 'auto-draft', inSalem('[publish]', '[auto-draft]')],
  ])('%s: %s', (_how, code, damage) => expectFound(WHOLE, damage, [code]));
});

const withoutLeaf = (name: string) => inSalem(new RegExp(`<${name}>.*?</${name}>`, 's'), '');
const leafAs = (name: string, text: string) =>
  inSalem(new RegExp(`<${name}>.*?</${name}>`, 's'), `<${name}>${text}</${name}>`);
const META = /<wp:postmeta>\s*<wp:meta_key><!\[CDATA\[_yoast_wpseo_title.*?<\/wp:postmeta>/s;

describe('a page that is not what the others are is seen', () => {
  it.each<[string, string, Damage]>([
    ['by another type', 'inconsistent-pages', leafAs('wp:post_type', 'post')],
    ['by a status that keeps it from visitors', 'inconsistent-pages', inSalem('[publish]', '[draft]')],
    ['by the trash', 'inconsistent-pages', inSalem('[publish]', '[trash]')],
    ['by a status for signed-in users', 'inconsistent-pages', inSalem('[publish]', '[private]')],
    ['by a place at the top', 'inconsistent-pages', leafAs('wp:post_parent', '0')],
    ['by a meta that is gone', 'inconsistent-pages', inSalem(META, '')],
    ['by the loss of all metas', 'inconsistent-pages', inSalem(/<wp:postmeta>.*<\/wp:postmeta>/s, '')],
    [
      'by a meta that came twice',
      'inconsistent-pages',
      (text) => inItem(text, 'plumber-salem', (item) => item.replace(META, (meta) => meta + meta)),
    ],
    ['by no link', 'inconsistent-pages', withoutLeaf('link')],
    ['by no content', 'inconsistent-pages', withoutLeaf('content:encoded')],
    ['by an empty content', 'text-missing', leafAs('content:encoded', '')],
    ['by an empty title', 'text-missing', leafAs('title', '')],
    ['by no title', 'field-missing', withoutLeaf('title')],
    ['by no author', 'field-missing', withoutLeaf('dc:creator')],
    ['by an unknown author', 'author-unknown', leafAs('dc:creator', 'bob')],
    ['by a parent that isn’t a page', 'parent-not-page', leafAs('wp:post_parent', '30')],
    ['by an image that is invalid', 'thumbnail-not-media', inSalem('[30]', '[7]')],
    ['by an order that isn’t a number', 'malformed-number', leafAs('wp:menu_order', 'first')],
  ])('%s: %s', (_how, code, damage) => expectFound(WHOLE, damage, [code]));

  it('also where it is the first, or most are so', () => {
    const first = (text: string) => inItem(text, 'plumber-waco', (item) => item.replace(META, ''));
    expectFound(WHOLE, first, ['inconsistent-pages']);
    expectFound(WHOLE, (text) => inSalem('[publish]', '[draft]')(first(text), 0), ['inconsistent-pages']);
  });

  it('and so is a record that is included, when it is gone', () => {
    expectFound(WHOLE, (text) => inItem(text, 'crew', () => ''), ['record-missing']);
  });
});

describe('a date that costs the page is seen', () => {
  it.each([
    ['2024-02-30 10:00:00', 'date-invalid'],
    ['05/03/2024', 'date-invalid'],
    ['2024-03-05 25:00:00', 'date-untimed'],
    ['2024-03-05', 'date-format'],
    ['', 'date-empty'],
    ['0000-00-00 00:00:00', 'date-empty'],
  ])('%j as %s', (date, code) => {
    const damage = inSalem(
      /<wp:post_date>.*?<\/wp:post_date>/,
      `<wp:post_date><![CDATA[${date}]]></wp:post_date>`,
    );
    expectFound(WHOLE, damage, [code]);
  });

  it('in UTC, where it decides whether the page is put off', () => {
    const gmt = (date: string) =>
      inSalem(/<wp:post_date_gmt>.*?<\/wp:post_date_gmt>/, `<wp:post_date_gmt>${date}</wp:post_date_gmt>`);
    expectFound(WHOLE, gmt('2031-01-01 00:00:00'), ['date-future']);
    expectFound(WHOLE, gmt('2031-13-01 00:00:00'), ['date-gmt-invalid']);
    expect(faultCodes(WHOLE, gmt('0000-00-00 00:00:00'))).toEqual([]);
  });
});

describe('a value that would arrive otherwise is seen', () => {
  it.each<[string, string, Damage]>([
    ['a length that is one short', 'malformed-serialized-meta', inSalem('s:5:"Salem"', 's:4:"Salem"')],
    [
      'a length in characters, not bytes',
      'malformed-serialized-meta',
      (text) => text.replace('s:14:"Köln', 's:13:"Köln'),
    ],
    ['a value that is cut', 'truncated-serialized-meta', inSalem('"Salem";}', '"Sal')],
    ['a list with a missing entry', 'malformed-serialized-meta', inSalem('a:1:{s:4', 'a:2:{s:4')],
    ['JSON-LD that is cut', 'malformed-json-ld', inSalem('{"name":"Salem"}', '{"name":"Salem"')],
    ['a block that is never closed', 'block-unbalanced', inSalem('<p>Second', '<!-- wp:group --><p>Second')],
    ['a comment that is never closed', 'comment-open', inSalem('<p>Second', '<!-- <p>Second')],
    ['a tail after the value', 'text-after-serialized-meta', inSalem('"Salem";}', '"Salem";};}')],
    [
      'JSON of Elementor with a raw quote',
      'malformed-meta-json',
      inSalem('{"title":"Salem"}', '{"title":"Sa"lem"}'),
    ],
    ['JSON of Elementor that isn’t a list', 'malformed-meta-json', inSalem(/\[\{"settings.*?\}\}\]/, '"x"')],
    [
      'JSON of a block with a raw quote',
      'malformed-block-json',
      inSalem('{"label":"Salem"}', '{"label":"Sa"lem"}'),
    ],
    ['JSON-LD with a raw line break', 'malformed-json-ld', inSalem('{"name":"Salem"}', '{"name":"Sa\nlem"}')],
    ['a meta without a name', 'meta-key-empty', inSalem('[_yoast_wpseo_title]', '[]')],
    [
      'a meta with a name of 256 characters',
      'meta-key-long',
      inSalem('[_yoast_wpseo_title]', `[${'k'.repeat(256)}]`),
    ],
    ['a title of 65,536 bytes', 'title-long', inSalem('Plumber in Salem', 'x'.repeat(65_536))],
    ['an excerpt of 65,536 bytes', 'excerpt-long', inSalem('[Second]', `[${'x'.repeat(65_536)}]`)],
    ['a text of more than 10,000,000 bytes', 'text-long', inSalem('<p>Second</p>', 'x'.repeat(10_000_001))],
    [
      'a leaf with unescaped markup',
      'markup-in-leaf',
      inSalem(/<title>.*?<\/title>/, '<title>A <b>b</b></title>'),
    ],
    ['a comment that came along', 'comments', inSalem('</item>', '<wp:comment></wp:comment></item>')],
    [
      'a meta that belongs only to the seed',
      'own-metas',
      inSalem('[_yoast_wpseo_title]', '[_elementor_css]'),
    ],
  ])('%s', (_what, code, damage) => {
    expectFound(WHOLE, damage, [code]);
    // what costs the page is reported with the number of pages, and what changes JSON-LD changes code
    const others = faultCodes(WHOLE, damage).filter(
      (found) => !['pages-missing', 'code-changed'].includes(found),
    );
    expect(others).toEqual([code]);
  });
});

describe('a placeholder that was left is seen', () => {
  it.each<[string, Damage]>([
    ['in the title', inSalem('Plumber in Salem', 'Plumber in [geo_city]')],
    ['with a filter, in other letters', inSalem('Plumber in Salem', '[Geo City | upper]')],
    ['in the content', inSalem('<p>Second</p>', '<p>[note]</p>')],
    ['in an attribute', inSalem('<p>Second</p>', '<p title="[note]">Second</p>')],
    ['percent-encoded, in an address', inSalem('<p>Second</p>', '<a href="/%5Bgeo_city%5D/">x</a>')],
    ['percent-encoded twice', inSalem('<p>Second</p>', '<a href="/%255Bgeo_city%255D/">x</a>')],
    ['as JSON writes brackets', inSalem('{"label":"Salem"}', '{"label":"\\u005bgeo_city\\u005d"}')],
    ['in a serialized value', inSalem('s:5:"Salem"', 's:10:"[geo_city]"')],
    [
      'in an unknown field',
      inSalem('</item>', '<acme:extra xmlns:acme="urn:x">[geo_city]</acme:extra></item>'),
    ],
    [
      'in an attribute of XML',
      inSalem('</item>', '<category domain="c" nicename="[geo_city]">x</category></item>'),
    ],
    ['bare, in the slug', inSalem('[plumber-salem]', '[plumber-geo_url]')],
    ['in the channel', (text) => text.replace('<title>Site</title>', '<title>[geo_city]</title>')],
    ['as a reference', inSalem('<p>Second</p>', '<p>&#91;note&#93;</p>')],
    ['in base64', inSalem('<p>Second</p>', `[vc_raw_html]${btoa('<p>[note]</p>')}[/vc_raw_html]`)],
    ['in the name of a meta', inSalem('[_yoast_wpseo_title]', '[[geo_city]]')],
  ])('%s', (_where, damage) => expectFound(WHOLE, damage, ['placeholder-unfilled']));

  it('and so is a name in brackets that no column has', () => {
    expectFound(WHOLE, inSalem('<p>Second</p>', '<p>[contact-form-7]</p>'), ['bracket-published']);
  });

  it('but a shortcode with attributes and an escaped placeholder aren’t reported', () => {
    for (const text of ['[gallery ids="1"]', '[[geo_city]]', 'geo_city', '[ ]', '[1]'])
      expect(faultCodes(WHOLE, inSalem('<p>Second</p>', `<p>${text}</p>`))).toEqual([]);
  });
});

describe('a file that the importer would not read whole is seen', () => {
  it.each<[string, string, Damage]>([
    ['an end of CDATA that is not split', 'malformed-xml', inSalem('<p>Second</p>', 'if (a[b[0]]>1) <b>')],
    ['a control character', 'malformed-xml', inSalem('Second', 'Sec\u000bond')],
    ['a character that XML forbids', 'malformed-xml', inSalem('Second', 'Sec\uffffond')],
    [
      'an ampersand in an unescaped leaf',
      'malformed-xml',
      inSalem(/<guid[^>]*>/, '<guid isPermaLink="false">a & b'),
    ],
    ['a missing end', 'malformed-xml', (text) => text.slice(0, -20)],
    ['text after the end', 'malformed-xml', (text) => `${text}<rss/>`],
    ['a DOCTYPE', 'xml-doctype', (text) => text.replace('<rss', '<!DOCTYPE rss [<!ENTITY x "y">]>\n<rss')],
    ['XML 1.1', 'xml-version', (text) => text.replace('version="1.0"', 'version="1.1"')],
    ['another encoding', 'xml-encoding', (text) => text.replace('encoding="UTF-8"', 'encoding="UTF-16"')],
    ['no version', 'wxr-version', (text) => text.replace(/<wp:wxr_version>.*?<\/wp:wxr_version>/, '')],
    ['a version without a dot', 'wxr-version', (text) => text.replace('>1.2</wp:wxr', '>2</wp:wxr')],
    ['another prefix', 'wxr-prefix', (text) => text.replaceAll('wp:', 'w:').replace('xmlns:wp', 'xmlns:w')],
    [
      'an item outside of the channel',
      'item-outside-channel',
      (text) => text.replace('</channel>', '</channel><item></item>'),
    ],
  ])('%s', (_what, code, damage) => {
    expectFound(WHOLE, damage, [code]);
    expect(getVerdict(WHOLE, damage).ok).toBe(false);
  });

  it('bytes that aren’t UTF-8', () => {
    const [file] = WHOLE.files;
    const bytes = (file?.bytes ?? new Uint8Array(0)).slice();
    bytes[bytes.indexOf(0xc3)] = 0xff;
    const verdict = auditFiles([{ name: 'pages.xml', bytes }], WHOLE.layout);
    expect(verdict.problems.map(({ code }) => code)).toContain('xml-encoding');
    expect(verdict.ok).toBe(false);
  });
});

describe('a damaged split is reported', () => {
  it.each<[string, string[], Damage]>([
    [
      'by a later part without the stub of the parent',
      ['parent-missing'],
      (text, part) => (part === 1 ? inItem(text, 'areas', () => '') : text),
    ],
    [
      'by a later part without the stub of the image',
      ['thumbnail-on-seed-site'],
      (text, part) => (part === 1 ? inItem(text, 'crew', () => '') : text),
    ],
    [
      'by a stub with another date, which is a second page',
      ['duplicate-slug'],
      (text, part) => (part === 1 ? text.replace('2024-01-01 00:00:00', '2024-01-01 00:00:01') : text),
    ],
    [
      'by a stub that comes after its page',
      ['parent-after-child'],
      (text, part) => {
        if (part !== 1) return text;
        let stub = '';
        const without = inItem(text, 'areas', (item) => {
          stub = item;
          return '';
        });
        return without.replace('</channel>', () => `${stub}</channel>`);
      },
    ],
    [
      'by a stub without its content, which would be published empty if it came first',
      ['stub-empty'],
      (text, part) => (part === 1 ? inItem(text, 'areas', (item) => item.replace('All areas', '')) : text),
    ],
    [
      'by a page that is missing',
      ['pages-missing'],
      (text, part) => (part === 1 ? inItem(text, 'plumber-salem', () => '') : text),
    ],
    [
      'by a page that is in two parts',
      ['already-exists', 'pages-missing'],
      (text, part) => {
        if (part !== 1) return text;
        const [first] = SPLIT.files;
        const other = new TextDecoder().decode(first?.bytes);
        const at = other.indexOf('[plumber-waco]');
        const item = other.slice(other.lastIndexOf('<item>', at), other.indexOf('</item>', at) + 7);
        return inItem(text, 'plumber-salem', () => item);
      },
    ],
    [
      'by a stub with another slug, which its part would create if it came first',
      ['stub-changed'],
      (text, part) => (part === 1 ? text.replace('[areas]', '[area]') : text),
    ],
    [
      'by a stub that is a draft',
      ['stub-changed'],
      (text, part) =>
        part === 1 ? inItem(text, 'areas', (item) => item.replace('[publish]', '[draft]')) : text,
    ],
  ])('%s', (_how, codes, damage) => expectFound(SPLIT, damage, codes));

  it('by a part that is larger than was asked for, by one byte', () => {
    const { files, layout } = SPLIT;
    const largest = Math.max(...files.map(({ bytes }) => bytes.length));
    expect(auditFiles(files, layout, largest).ok).toBe(true);
    const verdict = auditFiles(files, layout, largest - 1);
    expect(verdict.problems.map(({ code }) => code)).toContain('part-large');
    expect(verdict.ok).toBe(false);
  });
});
