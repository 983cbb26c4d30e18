/**
 * A leaf may be spelt in many ways: CDATA, references, sections that begin and end anywhere. A page
 * read back is the same for all of them, whatever the row holds; the spelling of the seed stays.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { type Built, build, escapeXml, wxrSeed } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_url', 'v', 'w'];
const KEY = 'field';

type LeafName = 'meta' | 'content' | 'excerpt' | 'title';

function leafXml(name: LeafName, raw: string): string {
  if (name !== 'meta') return raw;
  return `<wp:postmeta><wp:meta_key>${KEY}</wp:meta_key><wp:meta_value>${raw}</wp:meta_value></wp:postmeta>`;
}

/** A build of one row where one leaf is spelt as `raw` is. */
function buildLeaf(name: LeafName, raw: string, [v, w]: readonly [string, string]): Built {
  const tag = name === 'title' ? 'title' : `${name}:encoded`;
  const inItem = name === 'meta' ? leafXml(name, raw) : `<${tag}>${raw}</${tag}>`;
  const spec = name === 'meta' ? {} : { [name]: null };
  return build(wxrSeed({ slug: 'geo_url', content: '<p>[geo_city]</p>', ...spec, extra: inItem }), [
    HEADER,
    ['Waco', 'waco', v, w],
  ]);
}

function fileText({ files }: Built): string {
  return new TextDecoder().decode(files[0]?.bytes);
}

function readText({ pages }: Built, name: LeafName): string | undefined {
  const [page] = pages;
  if (name === 'meta') return page?.metas.find(([key]) => key === KEY)?.[1];
  return page?.fields[name === 'title' ? 'title' : `${name}:encoded`];
}

function section(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** The text, cut at these places; sections and references take turns. */
function spell(text: string, cuts: readonly number[], beginsWithSection: boolean): string {
  const places = [0, ...cuts.map((cut) => Math.round(cut * text.length)), text.length];
  const sorted = places.toSorted((a, b) => a - b);
  const parts = sorted.slice(1).map((end, index) => text.slice(sorted[index], end));
  const isSection = (index: number) => (index % 2 === 0) === beginsWithSection;
  return parts.map((part, index) => (isSection(index) ? section(part) : escapeXml(part))).join('');
}

const WORDS = ['[v]', '[w]', '[v | upper]', ']', ']]', '>', '&', '"', '<b>', '</b>', 'é', '😀', 'x', ' '];
const VALUES = ['', ']]>', ']', '>', '&amp;', '<i>', '"', 'a]]', 's:1:"x";', 'Cañon', '[geo_city]'];
const seedText = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 7 })
  .map((words) => words.join(''));
const row = fc.tuple(fc.constantFrom(...VALUES), fc.constantFrom(...VALUES));
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 });

describe('a leaf in any spelling', () => {
  it.each<LeafName>(['meta', 'content', 'excerpt', 'title'])('reads back as the same page: %s', (name) => {
    fc.assert(
      fc.property(seedText, row, cuts, fc.boolean(), (text, values, places, isFirst) => {
        // a cut within a surrogate pair isn’t text
        const raw = spell(text, places, isFirst);
        fc.pre(raw.isWellFormed());
        const plain = buildLeaf(name, section(text), values);
        const spelt = buildLeaf(name, raw, values);
        expect(readText(spelt, name)).toBe(readText(plain, name));
        expect(spelt.layout.skipped).toBe(plain.layout.skipped);
      }),
      { numRuns: cases(40) },
    );
  });

  it.each([
    ['in CDATA', '<![CDATA[a & [v]]]>', '<![CDATA[a & <&>]]>'],
    ['with references', 'a &amp; [v]', 'a &amp; &lt;&amp;&gt;'],
    ['with numbers for letters', '&#97; &#x26; [v]', '&#97; &#x26; &lt;&amp;&gt;'],
    ['with the placeholder’s own bracket as a number', 'a &#91;v&#93; b', 'a &lt;&amp;&gt; b'],
    ['in both, the placeholder outside', '<![CDATA[a & ]]>[v]', '<![CDATA[a & ]]>&lt;&amp;&gt;'],
    ['in both, the placeholder inside', 'a &amp; <![CDATA[[v]]]>', 'a &amp; <![CDATA[<&>]]>'],
    ['with the placeholder across both', 'a <![CDATA[[v]]>] b', 'a <![CDATA[<&>]]> b'],
    ['with an empty section', 'a<![CDATA[]]> [v]', 'a<![CDATA[]]> &lt;&amp;&gt;'],
    ['with a comment next to it', 'a<!-- [v] --> [v]', 'a<!-- [v] --> &lt;&amp;&gt;'],
  ])('stays spelt as it was: %s', (_how, raw, filled) => {
    const built = buildLeaf('meta', raw, ['<&>', '']);
    expect(fileText(built)).toContain(`<wp:meta_value>${filled}</wp:meta_value>`);
  });

  it('splits only the end of a section that a value would close', () => {
    const written = fileText(buildLeaf('meta', section('[v] and ]'), [']]>', '']));
    expect(written).toContain('<![CDATA[]]]]><![CDATA[> and ]]]>');
  });
});

describe('a leaf that is replaced', () => {
  const slugs = [
    ['a section', '<wp:post_name><![CDATA[geo_url]]></wp:post_name>', '<![CDATA[waco]]>'],
    ['plain text', '<wp:post_name>geo_url</wp:post_name>', 'waco'],
  ] as const;
  it.each(slugs)('keeps %s as its spelling', (_how, extra, filled) => {
    const { files } = build(wxrSeed({ slug: null, extra }), [HEADER, ['Waco', 'waco', '', '']]);
    const written = new TextDecoder().decode(files[0]?.bytes);
    expect(written).toContain(`<wp:post_name>${filled}</wp:post_name>`);
  });

  it('opens a tag that closes itself, with its attributes', () => {
    const extra = '<pubDate/><wp:post_modified a="1" />';
    const { pages, files } = build(wxrSeed({ extra }), [HEADER, ['Waco', 'waco', '', '']]);
    const written = new TextDecoder().decode(files[0]?.bytes);
    expect(written).toMatch(/<wp:post_modified a="1">\d{4}-\d\d-\d\d \d\d:\d\d:\d\d<\/wp:post_modified>/);
    // the second pubDate of the item is gone
    expect(pages[0]?.outline.filter((name) => name === 'pubDate')).toEqual(['pubDate']);
  });
});
