/**
 * Cells that once ran as JavaScript on a finished page, and scripts that once refused every row. The tests run
 * the script to see what the page shows.
 */
import { describe, expect, it } from 'vitest';
import { readHtmlAttribute } from '#testkit/decoders/html.ts';
import { evaluateScript } from '#testkit/decoders/script.ts';
import { fillContent, fillMeta, listLossCodes } from '../../platforms/shared/seed-fixture.ts';

const ATTACK = '0);show(document.cookie)//';

const getScript = (html: string): string =>
  html.slice(html.indexOf('<script>') + '<script>'.length, html.lastIndexOf('</script>'));

/** Runs the page's script for a cell; `lost` if the row was skipped. */
function shownFor(script: string, v: string): unknown {
  const content = `<script>${script}</script>`;
  if (listLossCodes({ content }, { v }).length > 0) return 'lost';
  return evaluateScript(getScript(fillContent(content, { v })));
}

describe('a cell outside of quotes never runs', () => {
  it.each([
    ['after await and a regular expression', 'async function f() { await /"/.test(1); x = [v] } show([v])'],
    ['after yield and a regular expression', 'function* f() { yield /"/.test(1); show([v]) }; [...f()]'],
    ['after an object in an object', "y = {a: {b: 2} / 1}; s = '/'; show([v])"],
    ['after a function that a slash divides', 'x = function () {} / 1; s = "/"; show([v])'],
    ['after a word that only begins like return', 'a = {return: 1}; a.return / 2; s = "/"; show([v])'],
  ])('%s', (_place, script) => {
    expect(shownFor(script, ATTACK)).toBe('lost');
    expect(shownFor(script, '5')).toEqual([5]);
  });

  it('after export default and a regular expression', () => {
    const content = '<script type="module">export default /"/; show([v])</script>';
    expect(listLossCodes({ content }, { v: ATTACK })).toHaveLength(1);
  });

  it('in the script of an Elementor widget, whose line breaks JSON writes as \\r\\n', () => {
    const html = '<script>var a = "x\\\r\ny"; show([local_intro]);</script>';
    const data = JSON.stringify([{ elType: 'widget', settings: { html } }]);
    const spec = { metas: [['_elementor_data', data]] as const };
    expect(listLossCodes(spec, { local_intro: ATTACK })).toHaveLength(1);
    const filled = JSON.parse(fillMeta(data, { local_intro: '7' }, '_elementor_data')) as {
      settings: { html: string };
    }[];
    expect(evaluateScript(getScript(filled[0]?.settings.html ?? ''))).toEqual([7]);
  });
});

describe('an attribute that a framework runs', () => {
  const CITY = `x'});show("cookie");({a:'`;

  it.each([
    ['x-data', "{ city: '[v]' }"],
    ['x-init', "show('[v]')"],
    ['x-on:click', "open = !open; show('[v]')"],
    ['@click', "show('[v]')"],
    ['@click.prevent', "open = true; show('[v]')"],
    [':title', "'Plumber in ' + '[v]'"],
    ['v-on:click', "show('[v]')"],
    ['v-bind:title', '`Plumber in [v]`'],
    ['v-if', "city === '[v]'"],
    ['hx-on:click', "show('[v]')"],
    ['hx-on--after-request', "if (ok) { show('[v]') }"],
    ['data-hx-on:click', "show('[v]')"],
    ['ng-click', "show('[v]')"],
    ['wire:click', "show('[v]')"],
    ['v-for', "city in ['[v]']"],
    ['hx-vals', "js:{ lat: 1, city: '[v]' }"],
    ['hx-trigger', "click[city=='[v]']"],
  ])('%s gets a cell as the text of its string', (name, code) => {
    const html = fillContent(`<p ${name}="${code}">a</p>`, { v: CITY });
    const filled = readHtmlAttribute(html, 'p', name) ?? '';
    const literal = CITY.replaceAll(/['"]/g, (quote) => (quote === '"' ? '\\u0022' : '\\u0027'));
    expect(filled).toBe(code.replace('[v]', () => literal));
  });

  it.each([
    ['x-data', '{ lat: [v] }'],
    ['@click', 'show([v])'],
    [':title', '[v]'],
    ['hx-vals', 'js:{ city: [v] }'],
    ['_', "on click log '[v]'"],
    ['ng-repeat', "city in ['[v]'] track by city"],
  ])('%s skips a row whose cell would be code', (name, code) => {
    const content = `<p ${name}="${code}">a</p>`;
    expect(listLossCodes({ content }, { v: CITY })).toHaveLength(1);
    expect(listLossCodes({ content }, { v: '29.76' })).toEqual([]);
  });

  it.each(['xlink:title', 'data-x', 'hx-target', 'x-ref', 'ng-src'])(
    '%s isn’t one and accepts any text',
    (name) => {
      const html = fillContent(`<p ${name}="a [v]">a</p>`, { v: CITY });
      expect(readHtmlAttribute(html, 'p', name)).toBe(`a ${CITY}`);
    },
  );
});

describe('an animation of a drawing', () => {
  it.each([
    '<svg><a><animate attributeName="href" values="[v]"/></a></svg>',
    '<svg><a><animate attributeName="href" values="/a;[v];/b"/></a></svg>',
    '<svg><a><set attributeName="href" to="[v]"/></a></svg>',
    '<svg><a><animate attributeName="xlink:href" from="[v]" by="x"/></a></svg>',
  ])('skips a row whose URL would run: %s', (content) => {
    for (const v of ['javascript:alert(1)', ' java\tscript:alert(1)', 'data:text/html,x', ':x'])
      expect(listLossCodes({ content }, { v }), v).toEqual(['address-scheme']);
    expect(listLossCodes({ content }, { v: '/a;javascript:alert(1)' })).toEqual(['address-scheme']);
  });

  it('writes numbers, colors and web addresses unchanged', () => {
    for (const v of ['0 0 24 24', '#c0ffee', 'rgb(1, 2, 3)', 'https://x.example/a?b=c', '/austin'])
      expect(fillContent('<svg><set to="[v]"/></svg>', { v })).toBe(`<svg><set to="${v}"/></svg>`);
  });
});

describe('a script that once refused every row', () => {
  it('may divide a number that it has counted up', () => {
    expect(shownFor('var i = 1; show(i++ / 2, [v], 4 / 2)', '29.76')).toEqual([0.5, 29.76, 2]);
    expect(shownFor(`var i = 1; show(i++ / 2, "'", '[v]')`, "O'Fallon")).toEqual([0.5, "'", "O'Fallon"]);
  });

  it('may read its data with JSON.parse', () => {
    const cities = ['O\'Fallon "West"', 'a\\b', 'a\nb', '</script>', "'", 'a\u2028b'];
    for (const v of cities) {
      expect(shownFor(`show(JSON.parse('{"q":"[v]"}').q)`, v)).toEqual([v]);
      expect(shownFor('show(JSON.parse("{\\"a\\":[{\\"q\\":\\"in [v]\\"}]}").a[0].q)', v)).toEqual([
        `in ${v}`,
      ]);
    }
  });

  it('may contain a number that JSON.parse reads', () => {
    expect(shownFor(`show(JSON.parse('{"lat":[v]}').lat)`, '29.76')).toEqual([29.76]);
    expect(shownFor(`show(JSON.parse('{"lat":[v]}').lat)`, 'Waco')).toBe('lost');
  });
});

/** Returns the texts that a script would run. */
function handedBy(script: string): string {
  const handed: string[] = [];
  const hand = (text: string) => {
    handed.push(text);
    return () => undefined;
  };
  const names = ['setTimeout', 'setInterval', 'eval', 'Function', 'window', 'place'];
  // oxlint-disable-next-line no-implied-eval, no-new-func, typescript/no-implied-eval -- a real reader of the language
  const run = new Function(...names, `${script}; if (place.href) eval(place.href)`);
  run(
    hand,
    hand,
    hand,
    hand,
    { setInterval: hand },
    { setAttribute: (_: string, text: string) => hand(text) },
  );
  return handed.join('|');
}

it('writes a cell for the last argument of Function as a string of its own', () => {
  const v = "');show(1)//";
  const script = getScript(fillContent(`<script>show(new Function('a', "return '[v]'")())</script>`, { v }));
  expect(evaluateScript(script)).toEqual([v]);
});

describe('a string that a script runs or opens', () => {
  it.each([
    `setTimeout("show('[v]')", 9)`,
    `window.setInterval('show("[v]")', 9)`,
    `eval('show(\\'[v]\\')')`,
    `Function("show('[v]')")()`,
    'setTimeout(`show("[v]")`)',
    `setTimeout(/* later */ "show('[v]')", 9)`,
    `setTimeout( // later\n "show('[v]')", 9)`,
    `place.href = "javascript:show('[v]')"`,
    `setTimeout(/* once */ "show('[v]')", 9)`,
    `setTimeout( // once\n"show('[v]')", 9)`,
    `setTimeout(${' '.repeat(100)}"show('[v]')", 9)`,
    `eval?.("show('[v]')")`,
    `place.setAttribute("onclick", "show('[v]')")`,
  ])('runs with the cell as a string of its own: %s', (code) => {
    for (const v of [
      "O'Fallon",
      '");show(1)//',
      "');show(1)//",
      'a\\b',
      '</script>',
      'a\nb',
      '%27);show(1)//',
    ]) {
      const text = handedBy(getScript(fillContent(`<script>${code}</script>`, { v })));
      const run = text.startsWith('javascript:') ? decodeURIComponent(text.slice(11)) : text;
      expect(evaluateScript(run)).toEqual([v]);
    }
  });

  it('skips a row whose cell would be code in it', () => {
    const content = '<script>setTimeout("show([v])")</script>';
    expect(listLossCodes({ content }, { v: ATTACK })).toHaveLength(1);
    expect(listLossCodes({ content }, { v: '7' })).toEqual([]);
  });

  it.each([
    "location.href = '[v]'",
    "window.location='[v]'",
    'a.src = "[v]"',
    "window.open('[v]')",
    "location.assign('[v]')",
    "a.setAttribute('href', '[v]')",
    "$(a).attr('src', `[v]`)",
    "import('[v]')",
    "location = '[v]'",
    "location /* there */ = '[v]'",
    "a()\n  location = '[v]'",
  ])('opens only a web address: %s', (code) => {
    const content = `<script>${code}</script>`;
    for (const v of ['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', ' java\tscript:x'])
      expect(listLossCodes({ content }, { v })).toEqual(['address-scheme']);
    expect(fillContent(content, { v: 'https://x.example/a b?c=d&e' })).toContain(
      'https://x.example/a%20b?c=d\\u0026e'.replace('%', '\\u0025'),
    );
  });

  it('encodes a cell for its part of an address', () => {
    const script = getScript(fillContent("<script>location.href = '/s?q=[v]'</script>", { v: 'A & B' }));
    expect(evaluateScript(script.replace('location.href = ', 'return show(').concat(')'))).toEqual([
      '/s?q=A%20%26%20B',
    ]);
  });

  it('skips a row whose module would be another one', () => {
    const content = '<script type="module">import { a } from "[v]"; a()</script>';
    expect(listLossCodes({ content }, { v: 'data:text/javascript,alert(1)' })).toEqual(['address-scheme']);
    expect(listLossCodes({ content }, { v: '/a.js' })).toEqual([]);
  });
});

describe('a number outside of strings', () => {
  it('is not joined to a word before it', () => {
    expect(shownFor('show((function () { return[v] })(), typeof[v])', '29')).toEqual([29, 'number']);
    expect(shownFor('show(2 ** [v])', '-2.55')).toEqual([2 ** -2.55]);
  });

  it.each([
    'show([v].toFixed(1))',
    'show(-[v].toFixed(1))',
    'var a = show\n[v].toFixed(1)',
    'show([v][0])',
    'show([v]?.a)',
    'show([v] ** 2)',
    'show(a[v])',
    'show(a_[v])',
    'show(1[v])',
    'show(0.[v])',
    'show([v]9)',
    'show({[v]: 1})',
    'class A { [v]() {} }',
    'new [v]',
    'class A extends [v] {}',
  ])('skips all rows where code next to it binds it: %s', (script) => {
    for (const v of ['29', '-2.55', 'true', 'a']) expect(shownFor(script, v), v).toBe('lost');
  });
});

describe('brackets of a program that are called like a column in other letters', () => {
  it('are part of the program and don’t affect its strings', () => {
    const script = "const [W] = ['a']; show(W, '[v]')";
    const page = fillContent(`<script>${script}</script>`, { v: "O'Fallon", w: 'x' });
    expect(evaluateScript(getScript(page))).toEqual(['a', "O'Fallon"]);
  });
});
