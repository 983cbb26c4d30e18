import { describe, expect, it } from 'vitest';
import { checkParts } from './check-parts.ts';
import { auditText, cdata, codes, item, wxr } from './wxr-fixture.ts';

function fault(text: string | Uint8Array) {
  const part = auditText(text);
  return part.problems.find((problem) => problem.severity === 'fault');
}

describe('a file as such', () => {
  it('passes when it is a whole WXR', () => {
    const part = auditText(wxr([item(), item()]));
    expect(part.problems).toEqual([]);
    expect(part.pages).toBe(2);
    expect(checkParts([part]).ok).toBe(true);
  });

  it('passes with a byte order mark, without a declaration, and with comments that contain CDATA', () => {
    expect(fault(`\ufeff${wxr([item()])}`)).toBeUndefined();
    expect(fault(wxr([item()], { declaration: '' }))).toBeUndefined();
    expect(fault(wxr([`<!-- <![CDATA[ <item> -->${item()}<?pi <![CDATA[ ?>`]))).toBeUndefined();
  });

  it.each([
    ['something before the declaration', wxr([item()], { before: '\n' }), 'malformed-xml'],
    ['a DOCTYPE', wxr([item()], { declaration: '<?xml version="1.0"?><!DOCTYPE rss>' }), 'xml-doctype'],
    [
      'entities of its own',
      wxr([item()], { declaration: '<!DOCTYPE rss [<!ENTITY a "b">]>' }),
      'xml-doctype',
    ],
    ['XML 1.1', wxr([item()], { declaration: '<?xml version="1.1"?>' }), 'xml-version'],
    [
      'another declared encoding',
      wxr([item()], { declaration: '<?xml version="1.0" encoding="windows-1252"?>' }),
      'xml-encoding',
    ],
    [
      'an item after the channel',
      wxr([]).replace('</channel>', `</channel>${item()}`),
      'item-outside-channel',
    ],
    [
      'a second channel',
      wxr([]).replace('</channel>', `</channel><channel>${item()}</channel>`),
      'item-outside-channel',
    ],
    ['another root', '<html><body>Hi</body></html>', 'not-wxr'],
    ['a sitemap', '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>', 'not-wxr'],
    ['a feed without wp:', '<rss version="2.0"><channel><title>x</title></channel></rss>', 'wxr-prefix'],
    ['another prefix', wxr([item()]).replaceAll('wp:', 'w:').replace('xmlns:wp', 'xmlns:w'), 'wxr-prefix'],
    ['no version', wxr([item()], { version: '' }), 'wxr-version'],
    [
      'a version that isn’t a pair',
      wxr([item()], { version: '<wp:wxr_version>2</wp:wxr_version>' }),
      'wxr-version',
    ],
    ['no XML at all', 'city,state\nSpringfield,IL\n', 'not-wxr'],
    ['nothing', '', 'malformed-xml'],
    ['an unescaped ampersand', wxr([item({ guid: 'https://a.example/?a=1&b=2' })]), 'malformed-xml'],
    ['an HTML entity', wxr([item({ guid: 'https://a.example/&nbsp;' })]), 'malformed-xml'],
    ['an unsplit end of CDATA', wxr([item({ extra: '<wp:x><![CDATA[a[b]]>c]]></wp:x>' })]), 'malformed-xml'],
    ['an undeclared prefix', wxr([item({ extra: '<acme:x>1</acme:x>' })]), 'malformed-xml'],
    ['a vertical tab in CDATA', wxr([item({ title: 'a\u000bb' })]), 'malformed-xml'],
    ['NUL in CDATA', wxr([item({ title: 'a\u0000b' })]), 'malformed-xml'],
    ['U+FFFE in CDATA', wxr([item({ title: 'a\ufffeb' })]), 'malformed-xml'],
    ['a control character in text', wxr([item({ guid: 'a\u0001b' })]), 'malformed-xml'],
    ['a cut within a tag', wxr([item()]).slice(0, -4), 'malformed-xml'],
    ['a cut within CDATA', wxr([item()]).slice(0, wxr([item()]).indexOf('Text') + 2), 'malformed-xml'],
    ['300 levels', wxr([item({ extra: `${'<b>'.repeat(300)}${'</b>'.repeat(300)}` })]), 'xml-deep'],
  ])('is faulted for %s', (_, text, code) => {
    const codesSeen = auditText(text)
      .problems.filter((problem) => problem.severity === 'fault')
      .map((problem) => problem.code);
    expect(codesSeen).toContain(code);
    expect(checkParts([auditText(text)]).ok).toBe(false);
  });

  it('takes a split end of CDATA, TAB and a CR written as a reference', () => {
    expect(fault(wxr([item({ content: 'if (a[b[0]]>1) \t x' })]))).toBeUndefined();
    expect(fault(wxr([item({ extra: '<wp:x>a&#13;\nb</wp:x>' })]))).toBeUndefined();
  });

  it.each([
    ['Latin-1', [0x43, 0xf1, 0x61]],
    ['half an emoji', [0xed, 0xa0, 0xbd]],
    ['an overlong form', [0xc0, 0xaf]],
    ['an overlong form of three', [0xe0, 0x80, 0xaf]],
    ['a lone continuation', [0x80]],
    ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
  ])('is faulted for bytes that are not UTF-8: %s', (_, bad) => {
    const [before = '', after = ''] = wxr([item({ title: '@@' })]).split('@@');
    const encoder = new TextEncoder();
    const bytes = new Uint8Array([...encoder.encode(before), ...bad, ...encoder.encode(after)]);
    const line = before.split('\n').length;
    expect(fault(bytes)).toMatchObject({ code: 'xml-encoding', line });
    for (const chunk of [1, 2, 7]) expect(auditText(bytes, { chunk })).toEqual(auditText(bytes));
  });

  it.each(['ISO-8859-1', 'iso-8859-1', 'latin1', 'US-ASCII'])(
    'is read as %s where it says so',
    (encoding) => {
      const head = `<?xml version="1.0" encoding="${encoding}"?>\n`;
      const text = wxr(
        [
          item({
            title: 'Zürich',
            metas: [
              ['k', 's:6:"Zürich";'],
              ['l', 's:7:"Zürich";'],
            ],
          }),
        ],
        {
          declaration: head,
        },
      );
      const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
      const part = auditText(bytes);
      expect(part.problems.map(({ code, field }) => [code, field])).toEqual([
        ['encoding-other', undefined],
        ['malformed-serialized-meta', 'meta k'],
      ]);
      expect(part.pages).toBe(1);
      for (const chunk of [1, 2, 7, 100]) expect(auditText(bytes, { chunk })).toEqual(part);
      expect(codes(checkParts([part], { pages: 1 }), 'fault')).toContain('encoding-other');
    },
  );

  it('that declares ISO-8859-1 compares titles as one in UTF-8 does', () => {
    const [one, other] = [item({ id: 1, title: 'Zürich' }), item({ id: 1, title: 'Zürich' })];
    const latin = Uint8Array.from(
      wxr([one], { declaration: '<?xml version="1.0" encoding="ISO-8859-1"?>' }),
      (character) => character.charCodeAt(0),
    );
    expect(auditText(latin).items.title).toEqual(auditText(wxr([other])).items.title);
  });

  it('is faulted when its last character is cut', () => {
    const bytes = new TextEncoder().encode(`${wxr([item()])}🙂`);
    expect(fault(bytes.subarray(0, -2))).toMatchObject({ code: 'xml-encoding' });
  });

  it('reports line and column, also after lines that are in CDATA', () => {
    const text = wxr([
      item({ content: 'one\ntwo\nthree' }),
      item({ content: 'four\r\nfive', extra: '<a>\n  <b></a>' }),
    ]);
    const at = text.replaceAll('\r\n', '\n').indexOf('</a>');
    const before = text.replaceAll('\r\n', '\n').slice(0, at);
    const problem = auditText(text).problems.find(({ code }) => code === 'malformed-xml');
    expect(problem?.line).toBe(before.split('\n').length);
    expect(problem?.column).toBeGreaterThan(before.length - before.lastIndexOf('\n') - 1);
  });

  it('reports the column after CDATA on the same line', () => {
    const text = wxr([]).replace('</channel>', `<x>${cdata('abc\ndefgh')}</x><y>&bad;</y></channel>`);
    const [problem] = auditText(text).problems;
    const lines = text.slice(0, text.indexOf('&bad;') + 5).split('\n');
    expect(problem).toMatchObject({
      code: 'malformed-xml',
      line: lines.length,
      column: (lines.at(-1)?.length ?? 0) + 1,
    });
  });

  it('counts the items before the place where it breaks, and says nothing of what follows', () => {
    const part = auditText(wxr([item(), item(), '<b x></b>', item({ slug: 'No Slug' })]));
    expect(part.pages).toBe(2);
    expect(part.problems.map(({ code }) => code)).toEqual(['malformed-xml']);
  });

  it('is faulted above the bytes that it may have', () => {
    const text = wxr([item()]);
    const bytes = new TextEncoder().encode(text).length;
    expect(checkParts([auditText(text, { limitBytes: bytes })]).ok).toBe(true);
    expect(codes(checkParts([auditText(text, { limitBytes: bytes - 1 })]))).toEqual(['part-large']);
    expect(checkParts([auditText(text, { limitBytes: bytes - 1 })], { pages: 1, limitBytes: null }).ok).toBe(
      true,
    );
    expect(codes(checkParts([auditText(text)], { pages: 1, limitBytes: bytes - 1 }))).toEqual(['part-large']);
  });

  it('names the file and keeps nothing that can’t be sent between threads', () => {
    const part = auditText(wxr([item({ slug: 'A' })]), { file: 'geo-2.xml' });
    expect(part.problems[0]?.file).toBe('geo-2.xml');
    expect(structuredClone(part)).toEqual(part);
  });

  it('takes a WXR 1.0 with an https namespace', () => {
    const text = wxr([item()], { version: '<wp:wxr_version>1.0</wp:wxr_version>' }).replaceAll(
      'http://wordpress.org/export/1.2/',
      'https://wordpress.org/export/1.0/',
    );
    expect(checkParts([auditText(text)])).toMatchObject({ ok: true, pages: 1 });
  });

  it('goes by namespaces where prefixes differ', () => {
    const text = wxr([item()]).replaceAll('content:encoded', 'c:encoded').replace('xmlns:content', 'xmlns:c');
    expect(checkParts([auditText(text)])).toMatchObject({ ok: true, pages: 1, problems: [] });
  });

  it('faults markup that isn’t escaped in a leaf', () => {
    const text = wxr([item()]).replace('<![CDATA[<p>Text</p>]]>', '<p>Text</p>');
    expect(fault(text)).toMatchObject({ code: 'markup-in-leaf', field: 'content:encoded' });
  });
});

describe('chunks', () => {
  const items = [
    item({ title: 'Cañon City 🙂', content: 'a ]] b ]]> c <!-- wp:x {"a":1} /-->\r\nline\rline' }),
    item({
      slug: 'Bad Slug',
      metas: [
        ['a', 'a:1:{s:1:"x";s:9:"é";}'],
        ['b', '[geo_city] %5Bgeo_url%5D'],
      ],
    }),
    item({ content: '<!-- wp:acme {"a":} /-->', metas: [['_elementor_data', '[{"a":]']] }),
    '<!-- a comment -- with < and <![CDATA[ -->'.replace(' -- ', ' - '),
    item({ extra: '<category domain="category" nicename="[geo_city]">x &amp; y</category>' }),
  ];
  const whole = wxr(items);

  it.each([1, 2, 3, 7, 64, 1000, 65_536])('of %i bytes give the same audit', (chunk) => {
    for (const text of [
      whole,
      whole.slice(0, -9),
      whole.replace('</item>', '&x;</item>'),
      `\ufeff${whole}`,
    ]) {
      expect(auditText(text, { chunk })).toEqual(auditText(text));
    }
  });

  it('find the same problems, none of them by chance', () => {
    expect(codes({ problems: auditText(whole, { chunk: 1 }).problems }).sort()).toEqual([
      'malformed-block-json',
      'malformed-meta-json',
      'malformed-serialized-meta',
      'slug-changed',
    ]);
  });
});
