/** Scripts and JSON that are wrapped, or broken in the seed itself: the user's own flaws refuse nothing. */
import { describe, expect, it } from 'vitest';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { type Built, build, wxrSeed } from '#testkit/wxr-seed.ts';

const VALUES = ['Waco', "O'Fallon", '(214) 555-0103', '"', '</script>', 'a\nb', '*/', '-->', ']]>', '\\'];

function buildPages(content: string): Built {
  const rows = VALUES.map((value, row) => [value, `r${row}`]);
  const built = build(wxrSeed({ content }), [['city', 'geo_url'], ...rows]);
  expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  return built;
}

function listProblems({ problems }: Built): string[] {
  return [...new Set(problems.map(({ severity, code }) => `${severity} ${code}`))];
}

describe('a wrapper that hid code from old browsers', () => {
  it.each([
    '<script>\n<!--//--><![CDATA[//><!--\nvar a = "[city]";\n//--><!]]>\n</script>',
    '<script>/* <![CDATA[ */ var a = "[city]"; /* ]]> */</script>',
    '<script>//<![CDATA[\nvar a = "[city]";\n//]]></script>',
    '<script><!--\nvar a = "[city]";\n//--></script>',
    '<script type="application/ld+json">//<![CDATA[\n{"name":"[city]"}\n//]]></script>',
    '<script type="application/ld+json"><!--\n{"name":"[city]"}\n--></script>',
    '<style>/*<![CDATA[*/ a::before{content:"[city]"} /*]]>*/</style>',
    '<style><!-- a::before{content:"[city]"} --></style>',
  ])('isn’t a flaw: %s', (content) => {
    const built = buildPages(content);
    expect(built.pages).toHaveLength(VALUES.length);
    expect(listProblems(built)).toEqual([]);
  });
});

describe('JSON that is not strict', () => {
  it.each(['{"name":"[city]","a":1,}', '{/* x */"name":"[city]" // y\n}', "{name:'[city]'}"])(
    'is a notice, and takes any text in its strings: %s',
    (json) => {
      const built = buildPages(`<script type="application/ld+json">${json}</script>`);
      expect(built.pages).toHaveLength(VALUES.length);
      expect(listProblems(built)).toEqual(['notice malformed-json-ld']);
    },
  );

  it.each([
    '<script type="application/ld+json"></script><p>[city]</p>',
    '<script type="application/json"></script><p>[city]</p>',
    '<script type="speculationrules">{"prefetch":[{"urls":["/[city]"]}],}</script>',
    '<script type="importmap">{"imports":{"a":"./[city].js"}}</script>',
  ])('or is empty, or of another kind, isn’t a flaw: %s', (content) => {
    const built = buildPages(content);
    expect(built.pages).toHaveLength(VALUES.length);
    expect(listProblems(built)).toEqual([]);
  });
});

describe('code that doesn’t parse', () => {
  it.each([
    '<script>var a = "[city];</script>',
    '<script>function ( { "[city]"</script>',
    '<script><![CDATA[\nvar a = "[city]";\n]]></script>',
  ])('takes harmless values and skips the other rows: %s', (content) => {
    const built = buildPages(content);
    expect(built.pages).toHaveLength(1);
    expect(listProblems(built)).toEqual(['loss value-not-harmless']);
  });
});
