/**
 * Files that the engine wrote, with a value in a script or style changed into code: the audit sees it by a reading
 * of its own, whatever wrote the file.
 */
import { describe, expect, it } from 'vitest';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { type Built, build, wxrSeed } from '#testkit/wxr-seed.ts';

const BREAK = '<!-- [et_pb_line_break_holder] -->';
const HEADER = ['city', 'lat', 'geo_url'];
const VALUES = [
  'Plain',
  `O'Fallon "West" (A); & Co`,
  'a\nb',
  '-->',
  '*/',
  '</script>',
  '\\',
  '{;}',
  '"',
  "'",
  '`${x}`',
];

function buildPages(content: string, values: readonly string[] = VALUES): Built {
  return build(wxrSeed({ content }), [HEADER, ...values.map((value, row) => [value, `${row}`, `r${row}`])]);
}

function faultCodes(built: Built, damage: (text: string) => string): string[] {
  let isChanged = false;
  const files = built.files.map(({ name, bytes }) => {
    const text = new TextDecoder().decode(bytes);
    const damaged = damage(text);
    isChanged ||= damaged !== text;
    return { name, bytes: new TextEncoder().encode(damaged) };
  });
  expect(isChanged).toBe(true);
  return auditFiles(files, built.layout)
    .problems.filter(({ severity }) => severity === 'fault')
    .map(({ code }) => code);
}

describe('a value that became code is found', () => {
  it.each<[place: string, content: string, written: string, damaged: string]>([
    [
      'in a code module of Divi',
      `<script>${BREAK}var a = "[city]";${BREAK}</script>`,
      'Waco',
      'Q";alert(1);//',
    ],
    ['by its line break', `<script>${BREAK}var a = '[city]';${BREAK}</script>`, 'Waco', 'a\nalert(1)'],
    ['after a comment of HTML', '<script><!-- x --> var a = "[city]";</script>', 'Waco', 'x\nalert(1)'],
    ['in a comment', '<script>/* [city] */ show(1)</script>', 'Waco', '*/alert(1)/*'],
    ['outside of strings', '<script>show([lat])</script>', 'show(0)', 'show(0);alert(1)'],
    ['in a template', '<script>show(`[city]`)</script>', 'Waco', '`+alert(1)+`'],
    ['in a script with regular expressions', `<script>a(/it's/, "[city]")</script>`, 'Waco', '",alert(1),"'],
    ['in a module', '<script type="module">import a from "[city]"; a()</script>', 'Waco', '"; alert(1); "'],
    ['in JSON-LD', '<script type="application/ld+json">{"a":"[city]"}</script>', 'Waco', '","b":"c'],
    [
      'in JSX',
      '<script type="text/babel">show(<b title="[city]">x</b>)</script>',
      'Waco',
      '" onClick={x} a="',
    ],
    [
      'as the end of a script',
      '<script>show("[city]")</script>',
      'Waco',
      '</script><script>alert(1)</script>',
    ],
    ['as a script of its own', '<p>[city]</p>', 'Waco', '<script>alert(1)</script>'],
    ['by a backslash', '<script>show("[city]", "x")</script>', 'Waco', '\\'],
    ['in a style', '<style>a::before{content:"[city]"}</style>', 'Waco', '"}body{display:none}'],
    ['in a bare value of a style', '<style>a{width:[lat]px}</style>', 'width:0', 'width:0}b{x:y'],
    ['in an address of a style', '<style>a{background:url(/[city].png)}</style>', 'Waco', '/)}b{c:url(x'],
  ])('%s', (_place, content, written, damaged) => {
    // a single page can’t be compared with others
    const built = buildPages(content, ['Waco']);
    expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
    const damage = (text: string) =>
      text.replace(
        /(<content:encoded>)([^]*?)(<\/content:encoded>)/,
        (_, open: string, inner: string, close: string) =>
          open + inner.replaceAll(written, () => damaged) + close,
      );
    expect(faultCodes(built, damage)).toContain('code-changed');
  });

  it('in one page of many, with the name of the page and its field', () => {
    const built = buildPages('<script>show("[city]")</script>');
    const files = built.files.map(({ name, bytes }) => ({
      name,
      bytes: new TextEncoder().encode(new TextDecoder().decode(bytes).replace('\\u0022West', '"West')),
    }));
    const problems = auditFiles(files, built.layout).problems.filter(({ code }) => code === 'code-changed');
    expect(problems).toMatchObject([
      {
        severity: 'fault',
        field: 'content:encoded',
        text: expect.stringContaining('a value may run as code'),
      },
    ]);
  });
});

describe('pages pass as built, with any rows', () => {
  it.each([
    `<script>${BREAK}// it's${BREAK}show("[city]", [lat])${BREAK}</script>`,
    '<script>\n<!--//--><![CDATA[//><!--\nshow("[city]");\n//--><!]]>\n</script>',
    '<script>/* <![CDATA[ */ show("[city]"); /* ]]> */</script>',
    `<script>var r = /it's/; show("[city]", a/b, 'x')</script>`,
    `<script>jQuery(function($){ $('.a').html('<b>[city]</b> it\\'s'); // don't [city]\n/* [city] */ });</script>`,
    '<script>show(`a ${"[city]"} b [city]`)</script>',
    '<script>a = "x\\\ny"; show("[city]")</script>',
    '<script type="application/ld+json">{"a":"[city]","b":[lat],}</script>',
    '<script type="text/template"><b title="it\'s [city]">[city]</b></script>',
    `<script type="text/babel">show(<b title={"[city]"}>don't {"[city]"}</b>)</script>`,
    `<script type="text/typescript">const a: string = "[city]"; const b = <any>"don't"</script>`,
    '<svg><style>a::before{content:"[city]"}</style><script>a("[city]")</script></svg>',
    `<style>/* it's [city] */ a::before{content:'[city]'} b{background:url(/a/[city].png);width:[lat]px}</style>`,
    '<!-- <script>var a="[city]"</script> --><p>[city]</p><textarea><script>a("[city]")</script></textarea>',
    `<div data-x="<script>var a='[city]'</script>" title="[city]">[city]</div>`,
    '<p title="a > b [city]"><script>show(1)</script></p><h2 class=x>[city]</h2>',
    `<script>var x = "it's"</script><style>a{b:c}</style>`,
  ])('%s', (content) => {
    const built = buildPages(content);
    expect(built.pages.length).toBeGreaterThan(5);
    expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  });
});

describe('JSON-LD in a code module of Divi', () => {
  it('is checked without its line-break markers', () => {
    const json = `${BREAK}{${BREAK}"name":"[city]"}${BREAK}`;
    const built = buildPages(`[et_pb_code]<script type="application/ld+json">${json}</script>[/et_pb_code]`);
    expect(built.problems.map(({ code }) => code)).not.toContain('malformed-json-ld');
    expect(faultCodes(built, (text) => text.replace('"Plain"', '"Plain'))).toContain('malformed-json-ld');
  });
});

describe("a script in Elementor's data", () => {
  const html = '<p title="[city]">[city]</p><script>show("[city]"); // it\'s</script>';
  const data = [
    { elType: 'widget', settings: { title: '[city]', html, _css_classes: 'a [city]' } },
    { settings: { html: '<style>a{width:[lat]px}</style>', link: { url: '/[geo_url]' } } },
  ];
  const write = (values: readonly string[]) =>
    build(wxrSeed({ content: '<p>[city]</p>', metas: [['_elementor_data', JSON.stringify(data)]] }), [
      HEADER,
      ...values.map((value, row) => [value, `${row}`, `r${row}`]),
    ]);

  it('passes as it was written, whatever the rows hold', () => {
    const built = write([...VALUES, '<script>alert(1)</script>', '<style>', 'a <!-- b']);
    expect(built.pages).toHaveLength(VALUES.length + 3);
    expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  });

  it.each([
    [String.raw`show(\"Waco\")`, String.raw`show(\"\";alert(1)//\")`],
    [String.raw`show(\"Waco\")`, String.raw`show(\"Waco\nalert(1)\")`],
    ['width:0px', 'width:0}b{x:y}'],
    ['"title":"Waco"', '"title":"<script>alert(1)<\\/script>"'],
    ['"title":"Waco"', String.raw`"title":"\u003cscript>alert(1)"`],
  ])('is refused where a value became code: %s → %s', (written, damaged) => {
    const built = write(['Waco']);
    expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
    expect(faultCodes(built, (text) => text.replace(written, () => damaged))).toEqual(['code-changed']);
  });
});
