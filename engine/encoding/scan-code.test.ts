import { describe, expect, it } from 'vitest';
import { fillContent, fillMeta, listLossCodes } from '../platforms/shared/seed-fixture.ts';

const CITY = 'O\'Fallon "West" & </script> \\n ${x} `y`';
const ROW = {
  geo_city: CITY,
  lat: '29.76',
  flag: 'true',
  color: '#c0ffee',
  size: '1.5em',
  empty: '',
  word: 'Elm',
};

/** Runs the page's script and returns the arguments of `show(…)`. */
function runScript(script: string, row: Record<string, string> = ROW): unknown[] {
  const page = fillContent(`<p>x</p><script>${script}</script><p>y</p>`, row);
  const source = page.slice('<p>x</p><script>'.length, -'</script><p>y</p>'.length);
  expect(source).not.toMatch(/<\/script/i);
  const shown: unknown[] = [];
  // oxlint-disable-next-line no-implied-eval, no-new-func, typescript/no-implied-eval -- a real reader of the language
  new Function('show', source)((...values: unknown[]) => shown.push(...values));
  return shown;
}

describe('strings of a script', () => {
  it.each([
    `show('[geo_city]')`,
    `show("[geo_city]")`,
    'show(`[geo_city]`)',
    `show('[geo_city]' /* it's "[word]" */)`,
    `// it's [word]\nshow('[geo_city]') // "`,
    `show(['[geo_city]'][0])`,
    `var a = { k: '[geo_city]' }; show(a.k)`,
    `show(/["']/.test('"') ? '[geo_city]' : 0)`,
    `show(4 / 2 / 1 === 2 ? "[geo_city]" : '/')`,
    `var q = 'it\\'s \\\\'; show('[geo_city]')`,
    'show(`${"[geo_city]"}`)',
    `<!-- it's hidden from old browsers\nshow('[geo_city]')\n--> it's the end`,
    `var i = 3; while (i --> 1); show('[geo_city]')`,
    'show(`${ { a: `[geo_city]` }.a }`)',
    'show(`[geo_city]${""}`)',
    `var s = "a\\\nb'"; show('[geo_city]')`,
    `if (1) /'/.test("x"); show('[geo_city]')`,
    `show((function () { return /"/.source ? '[geo_city]' : 1 })())`,
  ])('reads the row’s text from %j', (script) => {
    expect(runScript(script)).toEqual([CITY]);
  });

  it('shows the form of the table of contexts', () => {
    const row = { geo_city: 'O\'Fallon "West" & Co' };
    expect(fillContent("<script>show('[geo_city]')</script>", row)).toBe(
      "<script>show('O\\u0027Fallon \\u0022West\\u0022 \\u0026 Co')</script>",
    );
  });

  it('fills a placeholder whose filter contains quotes', () => {
    expect(runScript(`show("[empty | default:"it's"]", '[empty | default:'x']')`)).toEqual(["it's", 'x']);
  });

  it('fills numbers, true, false and null outside strings', () => {
    expect(runScript('show([lat], [flag], `${[lat]}`, { a: [lat] }.a, -[lat])')).toEqual([
      29.76,
      true,
      '29.76',
      29.76,
      -29.76,
    ]);
  });

  it.each([
    'show([geo_city])',
    'show(`${[geo_city]}`)',
    'show(`${ {} } ${[geo_city]}`)',
    '"use strict"; [geo_city]',
    'var a = [ [lat], [geo_city] ]',
    'x = 1 / [geo_city] / 2',
  ])('skips the row whose text would be code in %j', (script) => {
    expect(listLossCodes({ content: `<script>${script}</script>` }, ROW)).toEqual(['value-no-literal']);
  });

  it('fills comments without letting anything out of them', () => {
    const row = { geo_city: "*/ show('bad') /*\n show('bad')\u2028show('bad')" };
    expect(runScript(`/* [geo_city] */ show(1) // [geo_city]\nshow(2)`, row)).toEqual([1, 2]);
  });

  it.each(['/[v]/.test("x")', '/[v]b/.test("b")', '/^[v]$/.test("")', '/[x[v]]/i', '/\\[v]/'])(
    'skips all rows for a regular expression: %s',
    (pattern) => {
      const content = `<script>show(${pattern})</script>`;
      for (const v of ['a.b/c', 'Waco', '7', ''])
        expect(listLossCodes({ content }, { v }), v).toEqual(['value-no-literal']);
    },
  );

  it('fills attributes that run and addresses of scripts as scripts', () => {
    expect(
      fillContent(`<a onclick="go('[geo_city]')" href="javascript:go(&quot;[word]&quot;)">x`, {
        geo_city: '\'"&',
        word: "a'b",
      }),
    ).toBe(`<a onclick="go('\\u0027\\u0022\\u0026')" href="javascript:go(&quot;a\\u0027b&quot;)">x`);
    expect(listLossCodes({ content: '<a onclick="go([geo_city])">x' }, ROW)).toEqual(['value-no-literal']);
  });

  it.each([
    '',
    'type="module"',
    'type="text/javascript"',
    "type='application/ecmascript'",
    'type=module',
    'TYPE=" text/javascript "',
  ])('reads <script %s> as code', (attribute) => {
    expect(
      fillContent(`<script ${attribute}>a('[word]&[geo_city]')</script>`, { word: "x'", geo_city: '<' }),
    ).toBe(`<script ${attribute}>a('x\\u0027&\\u003C')</script>`);
  });

  it.each(['text/template', 'text/html', 'text/x-handlebars'])(
    'takes a script of type %s for markup',
    (type) => {
      expect(
        fillContent(`<script type="${type}"><b title="{{x}}">[geo_city]</b></script>`, {
          geo_city: '</script>',
        }),
      ).toBe(`<script type="${type}"><b title="{{x}}">&lt;&#47;script&gt;</b></script>`);
    },
  );
});

describe('JSON-LD', () => {
  const read = (json: string, row: Record<string, string> = ROW): unknown => {
    const page = fillContent(`<script type="application/ld+json">${json}</script>`, row);
    return JSON.parse(page.slice(page.indexOf('>') + 1, page.lastIndexOf('<')));
  };

  it('reads back the row’s text and numbers', () => {
    expect(
      read(
        '{"@context":"https://schema.org","name":"Plumber // [geo_city]","geo":{"lat":[lat],"open":[flag]}}',
      ),
    ).toEqual({
      '@context': 'https://schema.org',
      name: `Plumber // ${CITY}`,
      geo: { lat: 29.76, open: true },
    });
  });

  it('writes [geo_url] after a host as the row’s slug', () => {
    expect(
      read('{"url":"https://x.example/[geo_url]/"}', { geo_url: 'https://y.example/Austin TX' }),
    ).toEqual({
      url: 'https://x.example/austin-tx/',
    });
  });

  it('skips the row whose text would be outside of a string', () => {
    const content = '<script type="application/ld+json">{"a":[geo_city]}</script>';
    expect(listLossCodes({ content }, ROW)).toEqual(['value-no-literal']);
  });
});

describe('CSS', () => {
  const style = (css: string, row: Record<string, string>) =>
    fillContent(`<style>${css}</style>`, row).slice('<style>'.length, -'</style>'.length);

  it.each<[string, string, string]>([
    ['a{content:"[v]"}', 'O\'Fallon "West" & Co', `a{content:"O'Fallon \\22 West\\22  & Co"}`],
    ["a{content:'[v]'}", "O'F", "a{content:'O\\27 F'}"],
    ['a{content:"[v]"}', '</style><b>', 'a{content:"\\3C /style\\3E \\3C b\\3E "}'],
    ["a{content:'[v]'}", 'a\nb\rc', "a{content:'a\\A b\\A c'}"],
    ["a{content:'[v]'}", '\u0000a\fb', "a{content:'a b'}"],
    ['a{content:"x\\"[v]"}', '"', 'a{content:"x\\"\\22 "}'],
    ['a{color:[v]}', '#c0ffee', 'a{color:#c0ffee}'],
    ['a{width:calc([v] - 1px)}', '1.5em', 'a{width:calc(1.5em - 1px)}'],
    ['/* [v] */a{}', '*/ b{}', '/* \\2A \\2F  b{} */a{}'],
    ['a{background:url(/i/[v].jpg)}', 'a b', 'a{background:url(/i/a%20b.jpg)}'],
    ['a{background:url( "/i/[v].jpg" )}', 'a "b"', 'a{background:url( "/i/a%20%22b%22.jpg" )}'],
    [
      "a{background:URL('[v]')}",
      'https://x.example/i?a=b c',
      "a{background:URL('https://x.example/i?a=b%20c')}",
    ],
    [
      'a{background:url([v])}',
      'https://x.example/(1).jpg',
      'a{background:url(https://x.example/\\28 1\\29 .jpg)}',
    ],
    ['a{content:"[v | default:"x"]"}', '', 'a{content:"x"}'],
    ['@media(width<[v]){a{}}', '37.5em', '@media(width<37.5em){a{}}'],
    ['@media(100px<[v]){a{}}', '200px', '@media(100px<200px){a{}}'],
    ['@-<![v]{}', '1', '@-<!1{}'],
    ['a{content:"unclosed\n}b{color:[v]}', 'red', 'a{content:"unclosed\n}b{color:red}'],
  ])('%s with %j becomes %s', (css, v, expected) => {
    expect(style(css, { v })).toBe(expected);
  });

  it.each<[string, string]>([
    ['a{color:[v]}', 'red;} body{display:none'],
    ['a{color:[v]}', 'expression(alert(1))'],
    ['a{content:"x"[v]}', ' "'],
    ['[v]{}', 'a, b'],
    ['a{}/* x */[v]', '{}'],
    ["a\\'[v]{}", '{'],
    ['a\\"[v]\\"{}', '}'],
    ['</[v]', 'style'],
    ['</\\[v]', 'style'],
    ['</st[v]>', 'yle'],
    ['<[v]/style>', ''],
    ['a{}<![v]', '--'],
    ['a{}<!-[v]', '-'],
    ['a{b:-url([v])}', '/*'],
    ['a{b:image-url([v])}', ')'],
  ])('skips the row whose value would be code in %s: %j', (css, v) => {
    expect(listLossCodes({ content: `<style>${css}</style>` }, { v })).toEqual(['value-no-css']);
  });

  it('skips the row whose URL in CSS is a script', () => {
    expect(listLossCodes({ content: '<style>a{b:url([v])}</style>' }, { v: 'javascript:x' })).toEqual([
      'address-scheme',
    ]);
    expect(listLossCodes({ content: '<p style="b:url(\'[v]\')">' }, { v: 'javascript:x' })).toEqual([
      'address-scheme',
    ]);
  });

  it('fills a style attribute as CSS inside an attribute', () => {
    expect(fillContent(`<p style="content:'[v]';color:[c]">x`, { v: '"\'&', c: 'red' })).toBe(
      `<p style="content:'&quot;\\27 &amp;';color:red">x`,
    );
    expect(fillContent(`<p style="content:&quot;[v]&quot;">x`, { v: '"' })).toBe(
      '<p style="content:&quot;\\22 &quot;">x',
    );
  });

  it.each(['custom_css', '_wpb_shortcodes_custom_css', 'css', 'page-css'])(
    'fills the meta %s as CSS',
    (key) => {
      expect(fillMeta('a::after{content:"[word]"}', { word: '"</style>' }, key)).toBe(
        'a::after{content:"\\22 \\3C /style\\3E "}',
      );
    },
  );

  it('reads a meta as text if its name only contains the letters css', () => {
    expect(fillMeta('"[word]"', { word: '"x"' }, 'success')).toBe('""x""');
  });
});
