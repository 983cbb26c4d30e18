/**
 * Exports that look unusual and import whole: other exporters, editors and people write XML in their own
 * ways. A false alarm would keep a good file from being used, so nothing at all may be reported for them.
 */
import { describe, expect, it } from 'vitest';
import { changed, EXPORT, checkExports, NOW } from './plain-export-fixture.ts';

const NL = '\n';
const META = EXPORT.slice(EXPORT.lastIndexOf('\t\t<wp:postmeta>'), EXPORT.lastIndexOf('</wp:postmeta>'));
const IMPORTED = { page: 2, attachment: 1 };

function withText(text: string): string {
  return changed([['<p>Waco</p>', text]]);
}

function withTitle(raw: string): string {
  return changed([['<![CDATA[Plumber in Waco]]>', raw]]);
}

/** Elements that may be in the channel or in an item next to those that the importer reads. */
function inChannel(xml: string): string {
  return changed([['\t<language>en-US</language>', xml]]);
}

const FORMS: Record<string, (text: string) => string> = {
  'with line breaks of Windows': (text) => text.replaceAll(NL, '\r\n'),
  'with line breaks of an old Mac': (text) => text.replaceAll(NL, '\r'),
  'on one line': (text) => text.replaceAll(/>\s+</gu, '><'),
  'with a byte order mark': (text) => `\ufeff${text}`,
  'without a declaration': (text) => text.replace(/^<\?xml.*\n/u, ''),
  'without a line break at its end': (text) => text.trimEnd(),
  'with comments and instructions after its end': (text) =>
    `${text}<!-- made by hand & <kept> -->\n<?done?>\n\n`,
  'with an instruction and a comment before its root': (text) =>
    text.replace('<rss', '<?xml-stylesheet href="a.css"?>\n<!-- generator="WordPress/6.9" -->\n<rss'),
  'with a declaration in other quotes': (text) =>
    text.replace('version="1.0" encoding="UTF-8" ', "version='1.0'\n\tencoding = 'utf-8' standalone='yes'"),
  'without the version of RSS': (text) => text.replace('version="2.0"', ''),
  'with namespaces of https': (text) => text.replaceAll('http://wordpress.org', 'https://wordpress.org'),
  'as WXR 1.0': (text) => text.replaceAll('export/1.2/', 'export/1.0/').replace('>1.2<', '>1.0<'),
  'as WXR of a version to come': (text) =>
    text.replaceAll('export/1.2/', 'export/1.3/').replace('>1.2<', '>1.3<'),
  'that says another version than its namespaces': (text) => changed([['>1.2<', '>1.0<']], text),
  'with blanks around the version': (text) => changed([['>1.2<', '>\n\t1.2 <']], text),
  'with another prefix for contents': (text) =>
    text.replaceAll('content:', 'body:').replace('xmlns:content', 'xmlns:body'),
  'with another prefix for creators': (text) =>
    text.replaceAll('<dc:', '<who:').replaceAll('</dc:', '</who:').replace('xmlns:dc', 'xmlns:who'),
  'with a namespace declared where it is used': (text) =>
    text
      .replace(/\txmlns:dc=.*\n/u, '')
      .replaceAll('<dc:creator>', '<dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">'),
  'with empty leaves that close themselves': (text) =>
    text.replaceAll('<excerpt:encoded><![CDATA[]]></excerpt:encoded>', '<excerpt:encoded />'),
};

const CHANNELS: Record<string, string> = {
  'with the version after its items': changed([
    ['\t<wp:wxr_version>1.2</wp:wxr_version>\n', ''],
    ['</channel>', '<wp:wxr_version>1.2</wp:wxr_version></channel>'],
  ]),
  'with the authors after its items': EXPORT.replace(/\t<wp:author>.*\n/u, '').replace(
    '</channel>',
    '<wp:author><wp:author_login>mia</wp:author_login></wp:author></channel>',
  ),
  'with a login that is not in CDATA': changed([
    ['<wp:author_login><![CDATA[mia]]>', '<wp:author_login>mia'],
  ]),
  'with no author at all': EXPORT.replace(/\t<wp:author>.*\n/u, ''),
  'with an author more': inChannel('<wp:author><wp:author_login>bob</wp:author_login></wp:author>'),
  'with an image of the site': inChannel('<image><url>a.png</url><title>T</title><link>x</link></image>'),
  'with an address of the feed': inChannel(
    '<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="self" href="https://a.example/?a=1&amp;b=2"/>',
  ),
  'with terms of all kinds': inChannel(
    [
      '<wp:category><wp:term_id>2</wp:term_id><wp:category_nicename>x</wp:category_nicename></wp:category>',
      '<wp:tag><wp:tag_slug>Not A Slug</wp:tag_slug></wp:tag>',
      '<wp:term><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:termmeta><wp:meta_key>k</wp:meta_key>',
      '<wp:meta_value>a:9:{broken</wp:meta_value></wp:termmeta></wp:term>',
    ].join(''),
  ),
  'with text between its elements': inChannel('stray words &amp; <![CDATA[more <b>]]>'),
};

const ITEMS: Record<string, string> = {
  'with numbers in CDATA': EXPORT.replaceAll(
    /<wp:(post_id|post_parent|menu_order|is_sticky)>(\d+)</gu,
    '<wp:$1><![CDATA[$2]]><',
  ),
  'with blanks around its numbers': EXPORT.replaceAll(
    /<wp:(post_id|post_parent)>(\d+)</gu,
    '<wp:$1>\n $2\t<',
  ),
  'with zeros before its numbers': EXPORT.replaceAll(/<wp:(post_id|post_parent)>(\d+)</gu, '<wp:$1>00$2<'),
  'with attributes of its items': EXPORT.replaceAll('<item>', '<item xml:lang="en" rdf="x">'),
  'with unknown elements': changed([
    [
      '<!-- /wp:acme/hero -->]]></content:encoded>',
      '<!-- /wp:acme/hero -->]]></content:encoded><x:y xmlns:x="urn:x">t<x:z a="1"><b>deep</b></x:z></x:y>',
    ],
  ]),
  'with a category without its domain': changed([
    ['<wp:post_id>11<', '<category>News</category><wp:post_id>11<'],
  ]),
  'with terms in any order': changed([
    [
      '<wp:post_id>11<',
      '<category nicename="a" domain="post_tag"><![CDATA[A & B]]></category><wp:post_id>11<',
    ],
  ]),
  'with dates of the last change': EXPORT.replaceAll(
    '\t\t<wp:comment_status>',
    '\t\t<wp:post_modified>2093-01-01 00:00:00</wp:post_modified>\n\t\t<wp:comment_status>',
  ),
  'with a date of RSS that is invalid': EXPORT.replaceAll(
    /<pubDate>.*<\/pubDate>/gu,
    '<pubDate>soon</pubDate>',
  ),
  'with a link that leads elsewhere': EXPORT.replaceAll(/<link>.*<\/link>/gu, '<link>javascript:x</link>'),
  'with a local time of the other side of the globe': changed([
    ['<wp:post_date><![CDATA[2024-03-06 10:16:01]]>', '<wp:post_date><![CDATA[2024-03-07 00:16:01]]>'],
  ]),
  'dated in the minute of the import': EXPORT.replaceAll('2024-03-06 10:16:01', NOW),
  'with a GMT date of zeros': changed([
    ['<wp:post_date_gmt><![CDATA[2024-03-06 10:16:01]]>', '<wp:post_date_gmt>0000-00-00 00:00:00'],
  ]),
  'by a user who was deleted': changed([
    [
      '<dc:creator><![CDATA[mia]]></dc:creator>\n\t\t<guid isPermaLink="false">https://northstar.example/?page_id=11',
      '<dc:creator></dc:creator>\n\t\t<guid isPermaLink="false">https://northstar.example/?page_id=11',
    ],
  ]),
  'that is a draft without a slug': changed([
    [
      '[plumber-waco]]></wp:post_name>\n\t\t<wp:status><![CDATA[publish]]>',
      '[]]></wp:post_name>\n\t\t<wp:status><![CDATA[draft]]>',
    ],
  ]),
  'with a guid of a port and a fragment': changed([
    ['https://northstar.example/?page_id=11', 'http://localhost:8080/a/~b/(c)?d=e;f=%20#g'],
  ]),
};

const VALUES: Record<string, string> = {
  'in pieces of text, CDATA and comments': withTitle('Plumber <![CDATA[in]]> <!-- old: Reno -->Wa<?x?>co'),
  'with references of all kinds': withTitle('R&amp;D &lt;b&gt; &quot;x&quot; &apos;y&apos; &#65;&#x1F600;'),
  'without a title': withTitle(''),
  'with writing of all kinds': withTitle('<![CDATA[שלום 北京 👩‍👩‍👧 İstanbul e\u0301]]>'),
  'with escaped markup instead of CDATA': changed([
    ['<![CDATA[<p>Areas</p>]]>', '&lt;p&gt;Areas&#x3c;/p&gt;'],
  ]),
  'with a split end of CDATA': withText('if (a[b[0]]]]><![CDATA[>1)'),
  'with HTML that no browser minds': withText("<p>5 < 6 & 7 > 2<br><li>a<li>b<p title='\"'><b><i>x</b></i>"),
  'with a comment that isn’t a block': withText('<!-- note --><!-- wp --><!--wp:x {"a":}--><!--more-->'),
  'with shortcodes': withText('[gallery ids="1,2"] [vc_row][/vc_row] [map lat="1"] a[0] [[escaped]] [ ] []'),
  'with templates of other languages': withText(
    '{{x}} ${y} %s %1$s {% if %} <?php echo 1 ?> \\\\ \\n \\0 $1',
  ),
  'with JSON that isn’t read': withText('{"a":} <script>{"a":}</script> <pre>[{"b"}]</pre>'),
  'with blocks in blocks': withText(
    '<!-- wp:group {"a":{"b":[1,{"c":"--x"}]}} --><!-- wp:group --><!-- wp:x/y /--><!-- /wp:group --><!-- /wp:group -->',
  ),
  'with the same meta twice': changed([[META, `${META}</wp:postmeta>\n${META}`]]),
  'with the value before its key': EXPORT.replace(
    /(<wp:meta_key><!\[CDATA\[opening.*\n)(.*<wp:meta_value>.*\n)/u,
    '$2$1',
  ),
  'with a meta without a value': EXPORT.replace(/<wp:meta_value><!\[CDATA\[a:1.*\n/u, '<wp:meta_value/>\n'),
  'with a meta that only begins like another kind': EXPORT.replace(
    /a:1:\{s:6.*?\]\]>/u,
    'a: first; b: second; O: {none} [1] "x"]]>',
  ),
  'with serialized values of all kinds': EXPORT.replace(
    /a:1:\{s:6.*?\]\]>/u,
    'a:6:{i:0;i:-5;i:1;d:1.0E+25;i:2;b:0;i:3;N;s:3:"é!";a:0:{}i:4;s:0:"";}]]>',
  ),
};

/** The same forms of the export as it is. */
const FORMED = Object.fromEntries(Object.entries(FORMS).map(([how, form]) => [how, form(EXPORT)]));

describe.each([
  ['a file', FORMED],
  ['a channel', CHANNELS],
  ['an item', ITEMS],
  ['a value', VALUES],
])('%s', (_what, files) => {
  it.each(Object.entries(files))('%s imports whole, and nothing of it is reported', (_how, file) => {
    expect(file).not.toBe(EXPORT);
    const { ok, problems, imported, skipped } = checkExports([file]);
    expect(problems).toEqual([]);
    expect({ ok, imported, skipped }).toEqual({ ok: true, imported: IMPORTED, skipped: [] });
  });
});

describe('parts of ours', () => {
  it.each(Object.entries({ ...FORMED, ...CHANNELS, ...VALUES }))(
    '%s pass as well where their pages are expected',
    (_how, file) => {
      const verdict = checkExports([file], { pages: 2, limitBytes: 10_000 });
      expect(verdict).toMatchObject({ ok: true, problems: [] });
    },
  );
});

describe('a broken export', () => {
  const broken = changed([
    ['{"town":"Waco"}', '{"town":"6" wide"}'],
    ['<![CDATA[plumber-waco]]>', '<![CDATA[Waco]]>'],
    ['<wp:post_id>12<', '<wp:post_id>10<'],
    ['s:5:"9–5"', 's:4:"9–5"'],
    ['[2024-03-05 09:15:00]]></wp:post_date>', '[2024-02-30 09:15:00]]></wp:post_date>'],
  ]);
  const codes = (text: string) => checkExports([text]).problems.map(({ code }) => code);

  it.each(Object.entries(FORMS))('%s is reported as if it were in no such form', (_how, form) => {
    expect(codes(broken)).toContain('malformed-block-json');
    expect(codes(form(broken))).toEqual(codes(broken));
  });
});
