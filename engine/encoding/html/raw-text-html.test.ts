/**
 * Places where one reader of HTML sees a text and another one tags: CDATA outside of drawings, and the
 * content of `<textarea>` and its kin. Whatever a value is, it ends nothing for either of them. What
 * browsers make of each was seen in Chromium.
 */
import { describe, expect, it } from 'vitest';
import { getHtmlShape } from '#testkit/decoders/html.ts';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';

const VALUES = [
  '7',
  '',
  '"',
  "'",
  '>',
  '" onload="x',
  "' onload='x",
  ' onload=x',
  '-->',
  ']]>',
  '<b>',
  '</textarea>',
  '&quot;',
  '=',
];

function pagesOf(content: string): string[] {
  const rows = VALUES.map((v, row) => ['Waco', `r${row}`, v]);
  const { pages } = build(wxrSeed({ title: '[geo_city]', slug: 'geo_url', content }), [
    ['geo_city', 'geo_url', 'v'],
    ...rows,
  ]);
  expect(pages).toHaveLength(VALUES.length);
  return pages.map(({ fields }) => fields['content:encoded'] ?? '');
}

describe('CDATA in HTML, a comment up to the first ">"', () => {
  it('ends where a browser ends it, before HTML', () => {
    const content = '<![CDATA[ a > <p title="[v]">[v]</p> ]]>';
    const [plain = '', , quote] = pagesOf(content);
    expect(plain).toBe('<![CDATA[ a > <p title="7">7</p> ]]>');
    expect(quote).toBe('<![CDATA[ a > <p title="&quot;">"</p> ]]>');
  });

  it('is made a real comment where a value is in it', () => {
    for (const page of pagesOf('<![CDATA[ [v] > <i x="1">y</i>')) {
      expect(page).toMatch(/^<!--\[CDATA\[ [^<>]*--> <i x="1">y<\/i>$/);
      expect(page.slice('<!--'.length, page.indexOf('-->'))).not.toContain('--');
    }
  });

  it('doesn’t leave a tag of the comment open', () => {
    for (const page of pagesOf(`<![CDATA["} /--><i x='[v]'>y</i>`)) {
      const value = /x='([^']*)'/.exec(page)?.[1] ?? '';
      expect(page).toBe(`<![CDATA["} /--><i x='${value}'>y</i>`);
    }
  });

  it('in a script or a style is left to its language', () => {
    const [page] = pagesOf(
      '<script>//<![CDATA[\nx = "[v]";\n//]]></script><style>/*<![CDATA[*/ a{content:"[v]"} /*]]>*/</style>',
    );
    expect(page).toBe(
      '<script>//<![CDATA[\nx = "7";\n//]]></script><style>/*<![CDATA[*/ a{content:"7"} /*]]>*/</style>',
    );
  });

  it('in a drawing is text that a value can’t end', () => {
    for (const page of pagesOf('<svg><text><![CDATA[ [v] ]]></text></svg>')) {
      expect(page.indexOf(']]>')).toBe(page.lastIndexOf(']]>'));
      expect(page).not.toMatch(/<b>/);
    }
  });
});

describe('tags in the text of an element', () => {
  it.each(['xmp', 'iframe', 'noembed', 'noframes', 'textarea'])(
    'of which some readers see tags, have values that fit either way: %s',
    (tag) => {
      for (const quote of ['"', "'", ''])
        for (const page of pagesOf(`<${tag}><b title=${quote}[v]${quote}>x</b></${tag}>`)) {
          expect(page.startsWith(`<${tag}><b `) && page.endsWith(`</b></${tag}>`)).toBe(true);
          // the element within, read on its own as in a drawing
          const inner = page.slice(`<${tag}>`.length, -`</${tag}>`.length);
          expect(getHtmlShape(inner), page).toBe(getHtmlShape('<b title="7">x</b>'));
        }
    },
  );

  it('of a template, which a script makes into HTML later, have values that fit there', () => {
    const open = '<script type="text/template">';
    for (const page of pagesOf(`${open}<b title="[v]">x</b></script>`))
      expect(getHtmlShape(page.slice(open.length, -'</script>'.length)), page).toBe(
        getHtmlShape('<b title="7">x</b>'),
      );
  });

  it('leave a text without tags as it was', () => {
    const pages = pagesOf('<textarea>[v] = x</textarea>');
    expect(pages[2]).toBe('<textarea>" = x</textarea>');
    expect(pages[10]).toBe('<textarea>&lt;b&gt; = x</textarea>');
  });
});
