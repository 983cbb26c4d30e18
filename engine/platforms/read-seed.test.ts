import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSeed } from '#engine';
import { wxrSeed, wxrText } from '#testkit/wxr-seed.ts';
import { findProblem, readWxrSeed, readWxr } from './shared/seed-fixture.ts';

/** The one problem for which a file is refused; it must come without a seed. */
function listRefusalProblems(text: string | Uint8Array) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const reading = readSeed(bytes, 'seed.xml');
  expect(reading.seed).toBeUndefined();
  expect(reading.problems).toHaveLength(1);
  const [problem] = reading.problems;
  if (!problem) throw new Error('not refused');
  expect(problem).toMatchObject({ severity: 'fault', file: 'seed.xml' });
  return problem;
}

describe('files that aren’t an export', () => {
  const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13);
  it.each<[string, string | Uint8Array, string, RegExp]>([
    ['a ZIP archive', 'PK\u0003\u0004rest', 'seed-zip', /ZIP archive.*Unpack it first/],
    ['a gzip file', Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0), 'seed-zip', /compressed file.*Unpack it/],
    ['a PDF', '%PDF-1.7\n', 'seed-wrong-type', /a PDF.*Tools → Export/],
    ['a PNG image', PNG, 'seed-wrong-type', /an image.*Tools → Export/],
    ['a JPEG picture', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16), 'seed-wrong-type', /image/],
    ['any other binary file', Uint8Array.of(1, 2, 0, 0, 3, 4), 'seed-wrong-type', /binary file/],
    ['a web page', '<!DOCTYPE html>\n<html><body>Hi</body></html>', 'seed-html', /web page/],
    ['a web page without a doctype', '\n <html lang="en"><p>x<br></html>', 'seed-html', /web page/],
    ['a web page after a byte order mark', '\ufeff<!doctype HTML><p>x', 'seed-html', /web page/],
    ['a dump of a database', '-- MySQL dump 10.13\nCREATE TABLE x;', 'seed-backup', /database backup/],
    ['a dump of MariaDB', '/*M!999999\\- enable the sandbox mode */\n', 'seed-backup', /database backup/],
    ['a template of a builder', '{"version":"0.4","content":[]}', 'seed-backup', /JSON.*backup\./],
    ['a list in JSON', ' [{"ID":1}]', 'seed-backup', /JSON/],
  ])('refuses %s and says what to do', (_what, file, code, text) => {
    const problem = listRefusalProblems(file);
    expect(problem).toMatchObject({ code, line: 1, column: 1 });
    expect(problem.text).toMatch(text);
  });

  it('refuses an XHTML page for what it is, not for its doctype', () => {
    const page = '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "x.dtd">\n<html/>';
    expect(listRefusalProblems(page)).toMatchObject({ code: 'seed-html', line: 2 });
  });

  it.each<[string, RegExp]>([
    ['<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url/></urlset>', /a sitemap/],
    ['<sitemapindex><sitemap/></sitemapindex>', /index of sitemaps/],
    ['<feed xmlns="http://www.w3.org/2005/Atom"/>', /Atom feed/],
    ['<mysqldump><database/></mysqldump>', /database backup/],
    ['<pma_xml_export/>', /outermost element is <pma_xml_export>.*backup plugin/],
    ['<div>Hello</div>', /outermost element is <div>/],
  ])('refuses XML of another kind: %s', (xml, text) => {
    const problem = listRefusalProblems(`<?xml version="1.0"?>\n${xml}`);
    expect(problem).toMatchObject({ code: 'seed-not-wordpress', line: 1, column: 1 });
    expect(problem.text).toMatch(text);
    expect(problem.text).toMatch(/Tools → Export/);
  });

  it('refuses a plain text and names where it should begin', () => {
    expect(listRefusalProblems('Dear client,\nhere is the page')).toMatchObject({
      code: 'seed-not-xml',
      line: 1,
      column: 1,
    });
  });

  it.each(['', ' \n\t\n'])('refuses a file without anything in it: %j', (text) => {
    expect(listRefusalProblems(text).code).toBe('seed-empty');
  });

  it.each(['constructor', 'toString', '__proto__'])(
    'names an outermost element that is called <%s>',
    (name) => {
      const { text } = findProblem(readWxr(`<${name}><a/></${name}>`), 'seed-not-wordpress');
      expect(text).toMatch(new RegExp(`^The file's outermost element is <${name}>, that of a WordPress`));
    },
  );

  it('refuses a feed of a blog, which looks like an export but contains nothing of WordPress', () => {
    const feed =
      '<rss version="2.0"><channel><title>Blog</title><item><title>Post</title></item></channel></rss>';
    expect(listRefusalProblems(feed).text).toMatch(/RSS feed, not an export/);
  });

  it('refuses RSS without a channel', () => {
    expect(listRefusalProblems('<rss version="2.0"></rss>').text).toMatch(/without a <channel>/);
  });
});

describe('size', () => {
  const LIMIT = 20 * 1024 * 1024;

  it('refuses more than 20 MiB before looking at a single byte, and says how much it is', () => {
    const problem = listRefusalProblems(new Uint8Array(LIMIT + 1));
    expect(problem.code).toBe('seed-too-large');
    expect(problem.text).toBe(
      'The seed has 20.01 MiB, 20 MiB is the limit. Export only one page, not the whole site.',
    );
  });

  it('reads a seed of exactly 20 MiB', () => {
    const seed = wxrSeed();
    const padded = new Uint8Array(LIMIT).fill(0x20);
    padded.set(seed);
    expect(readSeed(padded, 'seed.xml')).toMatchObject({ problems: [], seed: { bytes: LIMIT } });
  });
});

describe('XML that is broken', () => {
  const text = wxrText({ content: '<p>One [geo_city]</p>' });

  it.each<[string, string]>([
    ['between two elements', text.slice(0, text.indexOf('<wp:status>'))],
    ['in a tag', text.slice(0, text.indexOf('<wp:status>') + 5)],
    ['in a CDATA section', text.slice(0, text.indexOf('One') + 2)],
    ['before the last closing tag', text.slice(0, text.indexOf('</rss>'))],
  ])('reports a file cut off %s, at its last line', (_where, cut) => {
    const problem = listRefusalProblems(cut);
    expect(problem.code).toBe('seed-not-xml');
    expect(problem.text).toMatch(/cut off.*Export the page again/);
    expect(problem.line).toBe(cut.trimEnd().split('\n').length);
  });

  it('points at a tag that is closed without being open', () => {
    const broken = text.replace('</wp:status>', '</wp:statu>');
    const problem = listRefusalProblems(broken);
    const line = broken.split('\n').findIndex((each) => each.includes('</wp:statu>')) + 1;
    expect(problem).toMatchObject({ code: 'seed-not-xml', line });
    expect(problem.text).toMatch(/a closing tag has no opening tag/);
  });

  it('reports line and column of a bare ampersand although the parser fails far after it', () => {
    const broken = text.replace('<language>', '<x>Rock & Roll</x>\n<language>');
    const line = broken.split('\n').findIndex((each) => each.includes('Rock')) + 1;
    const problem = listRefusalProblems(broken);
    expect(problem).toMatchObject({ code: 'seed-not-xml', line, column: 9 });
    expect(problem.text).toMatch(/"&" outside CDATA/);
  });

  it.each<[string, string, RegExp]>([
    ['an undeclared entity', '<x>&nosuchname;</x>', /entity is unknown in XML/],
    ['a control character', '<x>a\u000bb</x>', /control character/],
    ['a reference to a character that XML forbids', '<x>&#11;</x>', /reference is to a character/],
    ['the end of a CDATA section where none is open', '<x>a]]>b</x>', /CDATA section ends/],
    ['a prefix that is not declared', '<acf:x>1</acf:x>', /prefix is not declared/],
    ['an attribute without quotes', '<x a=1>b</x>', /unquoted attribute value/],
  ])('names %s, with its line', (_what, xml, message) => {
    const broken = text.replace('<language>', `${xml}<language>`);
    const problem = listRefusalProblems(broken);
    const line = broken.split('\n').findIndex((each) => each.includes('<language>')) + 1;
    expect(problem).toMatchObject({ code: 'seed-not-xml', line });
    expect(problem.text).toMatch(message);
  });

  it('refuses two exports pasted one after the other', () => {
    expect(listRefusalProblems(`${text}${text}`).text).toMatch(
      /XML declaration.*middle|behind the end of the export/,
    );
  });

  it('refuses XML 1.1, as the importer does', () => {
    const problem = listRefusalProblems(text.replace('version="1.0"', 'version="1.1"'));
    expect(problem).toMatchObject({ code: 'seed-xml-version', line: 1 });
    expect(problem.text).toMatch(/XML 1\.1/);
  });

  it('refuses elements that are nested deeper than in any export', () => {
    const deep = `<rss>${'<x>'.repeat(300)}${'</x>'.repeat(300)}</rss>`;
    expect(listRefusalProblems(deep)).toMatchObject({ code: 'seed-too-deep', line: 1 });
  });

  it('refuses an element with hundreds of attributes', () => {
    const attributes = Array.from({ length: 300 }, (_, index) => `a${index}="1"`).join(' ');
    expect(listRefusalProblems(`<rss ${attributes}/>`).code).toBe('seed-too-deep');
  });

  it('refuses a million elements before they fill the memory', () => {
    expect(listRefusalProblems(`<rss>${'<x/>'.repeat(1_000_001)}</rss>`).text).toMatch(
      /more than 1000000 elements/,
    );
  });
});

describe('DOCTYPE and entity bombs', () => {
  const LAUGHS =
    '<?xml version="1.0"?>\n<!DOCTYPE lolz [\n<!ENTITY lol "lol">\n<!ENTITY lol2 "&lol;&lol;&lol;">\n]>\n<rss>&lol2;</rss>';

  it('refuses a DOCTYPE with its line, and expands nothing', () => {
    const problem = listRefusalProblems(LAUGHS);
    expect(problem).toMatchObject({ code: 'seed-doctype', line: 5 });
    expect(problem.text).toMatch(/DOCTYPE.*Remove it or export the page again/);
  });

  it('refuses a DOCTYPE that would read another file', () => {
    expect(listRefusalProblems('<!DOCTYPE rss SYSTEM "file:///etc/passwd"><rss/>').code).toBe('seed-doctype');
  });

  it('refuses every entity bomb of the corpus', () => {
    const folder = '../shared/corpora/xml-bombs';
    const files = existsSync(folder) ? readdirSync(folder) : [];
    console.log(`entity bombs read: ${files.length}`);
    for (const file of files) {
      const problem = listRefusalProblems(readFileSync(`${folder}/${file}`));
      expect(problem.code, file).toMatch(/^seed-(?:doctype|not-xml)$/);
    }
  });
});

describe('versions, prefixes and namespaces', () => {
  it.each(['1.0', '1.1', '1.2'])('reads WXR %s', (version) => {
    const text = wxrText({ version }).replaceAll('export/1.2/', `export/${version}/`);
    const { seed, problems } = readSeed(new TextEncoder().encode(text), 'seed.xml');
    expect(problems).toEqual([]);
    expect(seed).toMatchObject({ format: `WXR ${version}`, platform: 'wordpress' });
  });

  it('reads namespaces with https', () => {
    const text = wxrText().replaceAll('http://wordpress.org', 'https://wordpress.org');
    expect(readWxr(text)).toEqual([]);
  });

  it.each(['2.0', '1.3', '1', ''])('refuses version "%s", which the importer would not take', (version) => {
    const problem = listRefusalProblems(wxrText({ version }));
    expect(problem.code).toBe('seed-version');
    expect(problem.text).toMatch(version === '' ? /names no WXR version/ : /versions 1\.0, 1\.1 and 1\.2/);
  });

  it('refuses a file without a version element, also where nothing else of the channel is WordPress', () => {
    const bare = wxrText().replace(
      /<wp:(wxr_version|base_site_url|base_blog_url|author)>.*<\/wp:\1>\n?/g,
      '',
    );
    expect(bare).not.toContain('wxr_version');
    expect(
      listRefusalProblems(bare.replace(/<wp:base_blog_url>.*\n/, '').replace(/<wp:author>.*\n/, '')).code,
    ).toBe('seed-version');
  });

  it('refuses another prefix for the same namespace and names it', () => {
    const problem = listRefusalProblems(wxrText().replaceAll(/\bwp([:=])/g, 'word$1'));
    expect(problem.code).toBe('seed-prefix');
    expect(problem.text).toMatch(/begin with "word:".*knows "wp:" only/);
  });

  it('refuses an export without any item', () => {
    const text = wxrText().replace(/<item>[\s\S]*<\/item>/, '');
    const problem = listRefusalProblems(text);
    expect(problem.code).toBe('seed-no-record');
    expect(problem.text).toMatch(/no page.*Choose "Pages"/);
  });
});

describe('what a seed reports itself', () => {
  it('finds items, site, date and the ids, types and titles of its records', () => {
    const { seed } = readSeed(
      wxrSeed({ id: 7, title: 'A & B', parent: 3, before: [{ id: 3, title: 'Parent', type: 'service' }] }),
      'seed.xml',
    );
    expect(seed).toMatchObject({
      baseUrl: 'https://site.example',
      exportDate: 'Fri, 06 Jun 2025 08:00:00 +0000',
      items: [
        { id: 3, parent: 0, type: 'service', title: 'Parent' },
        { id: 7, parent: 3, type: 'page', title: 'A & B' },
      ],
    });
  });

  it('takes 0 for an id that isn’t a number', () => {
    const text = wxrText({ id: null, extra: '<wp:post_id>seven</wp:post_id>' });
    expect(readWxrSeed(text).items[0]?.id).toBe(0);
  });

  it('falls back to the channel’s link where the export names no base', () => {
    const text = wxrText({ site: 'https://old.example/' }).replace(/<wp:base_\w+>.*\n/g, '');
    expect(readWxrSeed(text).baseUrl).toBe('https://old.example');
  });

  it('names the file in problems by its given name', () => {
    expect(findProblem(readWxr('nothing', 'other.xml'), 'seed-not-xml').file).toBe('other.xml');
  });
});
