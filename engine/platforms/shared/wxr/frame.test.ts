import { describe, expect, it } from 'vitest';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { type SeedSpec, build, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';

const ROWS = [
  ['geo_city', 'geo_url', 'who'],
  ['Waco', 'waco', 'jane'],
  ['Salem', 'salem', 'bob'],
];
const JANE = '<wp:author><wp:author_login><![CDATA[jane]]></wp:author_login></wp:author>';
const author = (login: string) => `<wp:author><wp:author_login>${login}</wp:author_login></wp:author>\n`;
const TERMS = [
  '<wp:category><wp:category_nicename>areas</wp:category_nicename><wp:cat_name><![CDATA[Areas]]></wp:cat_name></wp:category>\n',
  '<wp:category><wp:category_nicename>in-geo_city</wp:category_nicename><wp:cat_name><![CDATA[[geo_city]]]></wp:cat_name></wp:category>\n',
  '<wp:tag><wp:tag_slug>t</wp:tag_slug><wp:tag_name>In [geo_city]</wp:tag_name></wp:tag>\n',
  '<wp:term><wp:term_taxonomy>area</wp:term_taxonomy><wp:term_name>South</wp:term_name></wp:term>\n',
].join('');

/** Texts of the files; what comes out must import. */
function buildFiles(seed: SeedSpec | Uint8Array, pages = 500): string[] {
  const bytes = seed instanceof Uint8Array ? seed : wxrSeed(seed);
  const built = build(bytes, ROWS, { split: { bytes: 10_000_000, pages } });
  expect(listFaultTexts(auditFiles(built.files, built.layout, 10_000_000))).toEqual([]);
  return built.files.map((file) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes));
}

const encode = (text: string) => new TextEncoder().encode(text);

describe('the head of a part', () => {
  it('names only the authors of its items', () => {
    const channel = author('bob') + author('ann');
    const parent = { id: 7, title: 'Areas', slug: 'areas', date: '2024-01-01 00:00:00' };
    const text = wxrText({ channel, before: [parent], parent: 7 });
    const ofParent = text.indexOf('<dc:creator>');
    const seed = `${text.slice(0, ofParent)}<dc:creator><![CDATA[bob]]>${text.slice(text.indexOf('</dc:creator>', ofParent))}`;
    const [file = ''] = buildFiles(encode(seed));
    expect(file).toContain('jane]]></wp:author_login>');
    expect(file).toContain('<wp:author_login>bob<');
    expect(file).not.toContain('<wp:author_login>ann<');
  });

  it.each([
    ['the rows choose them', '[who]', ['jane', 'bob']],
    ['the seed’s own is not among them', '>jane', ['>jane', '>jane']],
  ])('names no author where %s: the importer then takes them from the items', (_why, creator, creators) => {
    const text = wxrText({ channel: author('bob') }).replace('CDATA[jane]]></dc', `CDATA[${creator}]]></dc`);
    const [file = ''] = buildFiles(encode(text));
    expect(file).not.toContain('<wp:author>');
    const found = [...file.matchAll(/<dc:creator><!\[CDATA\[(.*?)\]\]>/g)].map((match) => match[1]);
    expect(found).toEqual(creators);
  });

  it('names no author even if that of a parent is known, because the page’s own would be dropped', () => {
    const parent = { id: 7, title: 'Areas', slug: 'areas', date: '2024-01-01 00:00:00' };
    const text = wxrText({ before: [parent], parent: 7 });
    const own = text.lastIndexOf('<![CDATA[jane]]></dc:creator>');
    const seed = `${text.slice(0, own)}<![CDATA[ann]]>${text.slice(text.indexOf('</dc:creator>', own))}`;
    const [file = ''] = buildFiles(encode(seed));
    expect(file).not.toContain('<wp:author>');
    expect(file).toContain('<![CDATA[ann]]></dc:creator>');
  });

  it.each([
    ['is empty', '<dc:creator><![CDATA[]]></dc:creator>', ''],
    ['is missing', '', '<dc:creator></dc:creator>'],
  ])('names the author of an image if that of the page %s: its user was deleted', (_how, own, added) => {
    const picture = { id: 7, type: 'attachment', title: 'Van', slug: 'van', date: '2024-01-01 00:00:00' };
    const text = wxrText({ metas: [['_thumbnail_id', '7']], behind: [picture] });
    const [file = ''] = buildFiles(encode(text.replace('<dc:creator><![CDATA[jane]]></dc:creator>', own)));
    expect(file).toContain('jane]]></wp:author_login>');
    expect(file.split(own === '' ? added : own)).toHaveLength(3);
  });

  it('has no author if the export has none, as in WXR 1.0', () => {
    const text = wxrText({ version: '1.0' }).replace(/<wp:author>.*?<\/wp:author>\n/, '');
    expect(buildFiles(encode(text))[0]).not.toContain('<wp:author>');
  });

  it('has the terms that its items use, except those with placeholders', () => {
    const terms = [{ name: 'Areas', nicename: 'areas' }];
    const [first = '', second = ''] = buildFiles({ channel: TERMS, terms }, 1);
    for (const file of [first, second]) {
      expect(file).toContain('<wp:category_nicename>areas');
      expect(file).not.toMatch(/\[geo_city\]|in-geo_city|In </);
      expect(file).not.toMatch(/<wp:(?:tag|term)>/);
    }
  });

  it('has no placeholder that rows can’t fill, as in the site title', () => {
    const seed = wxrText().replace('<title>Site</title>', '<title>Plumbers of [geo_city]!</title>');
    const [file = ''] = buildFiles(encode(seed));
    expect(file).toContain('<title>Plumbers of !</title>');
  });

  it('is otherwise the seed’s, byte for byte, with comments and unknown elements', () => {
    const channel = '<!-- a  comment -->\n\t<acme:x xmlns:acme="urn:x" a=\'1\'/>\n';
    const text = wxrText({ channel });
    const [file = ''] = buildFiles(encode(text));
    expect(file.slice(0, file.indexOf('<item>'))).toBe(text.slice(0, text.indexOf('<item>')));
    expect(file.slice(file.lastIndexOf('</item>'))).toBe(text.slice(text.lastIndexOf('</item>')));
  });

  it.each([
    ['no declaration', '', '<?xml version="1.0" encoding="UTF-8"?>\n<rss'],
    ['none of the encoding', '<?xml version="1.0"?>\n', '<?xml version="1.0"?>\n<rss'],
    [
      'single quotes',
      "<?xml version='1.0' encoding='utf-8' standalone='yes'?>\n",
      "<?xml version='1.0' encoding='utf-8' standalone='yes'?>\n<rss",
    ],
  ])('declares UTF-8 or nothing: %s', (_what, declaration, begins) => {
    const seed = wxrText().replace(/^<\?xml[^>]*\?>\n/, declaration);
    expect(buildFiles(encode(seed))[0]?.slice(0, begins.length)).toBe(begins);
  });

  it('declares UTF-8 if the seed has another encoding', () => {
    const seed = wxrText({ content: 'Gr\u00fc\u00dfe [geo_city]' }).replace(
      'encoding="UTF-8"',
      'encoding="ISO-8859-1"',
    );
    const [file = ''] = buildFiles(Uint8Array.from(seed, (character) => character.charCodeAt(0)));
    expect(file.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<rss')).toBe(true);
    expect(file).toContain('Grüße Waco');
  });

  it('has no byte order mark and no blank line before it', () => {
    expect(buildFiles(encode(`\ufeff${wxrText()}`))[0]).toBe(buildFiles({})[0]);
    expect(buildFiles(encode(`\n \r\n${wxrText()}`))[0]).toBe(buildFiles({})[0]);
  });
});

describe('the gap between items', () => {
  it('is the white space before the seed’s first item', () => {
    const [file = ''] = buildFiles(encode(wxrText().replace('<item>', '\n\t\t<item>')));
    expect(file.match(/\n\n\t\t<item>/g)).toHaveLength(2);
  });

  it('is a line break by default', () => {
    const [file = ''] = buildFiles(encode(wxrText({ channel: TERMS }).replace(/\n<item>/, '<item>')), 1);
    expect(file).toContain(`${JANE.slice(-12)}\n`);
    expect(file.match(/>\n<item>/g)).toHaveLength(1);
  });

  it('doesn’t include items in between', () => {
    const [file = ''] = buildFiles({ behind: [{ id: 50, title: 'About', slug: 'about' }] });
    expect(file).not.toContain('About');
    expect(file.match(/<item>/g)).toHaveLength(2);
  });
});

describe('the tail of a part', () => {
  it('has the used terms and clears placeholders, anywhere in the channel', () => {
    const seed = wxrText({ terms: [{ name: 'Areas', nicename: 'areas' }] }).replace(
      '\n</channel>',
      `\n${TERMS}<description>[geo_city]</description></channel>`,
    );
    const [first = '', second = ''] = buildFiles(encode(seed), 1);
    for (const file of [first, second]) {
      expect(file.slice(file.indexOf('</item>'))).toContain('<wp:category_nicename>areas');
      expect(file).not.toContain('<wp:term_name>South');
      expect(file).toContain('<description></description></channel>');
    }
  });
});
