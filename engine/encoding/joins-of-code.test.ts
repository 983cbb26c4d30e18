/**
 * Joins in scripts, styles and addresses: what the seed has right before a placeholder must not come
 * to mean something together with a value, or with what follows an empty one.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { readOctets, resolveUrl, getQueryValue } from '#testkit/decoders/url.ts';
import { decodeCssEscapes, getOnlyCss, readCss } from '#testkit/decoders/css.ts';
import { readHtmlAttribute, getHtmlShape } from '#testkit/decoders/html.ts';
import { evaluateScript } from '#testkit/decoders/script.ts';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';

const BEGINNINGS = ['', 'n', 'u0041', 'x41', '0', '{1}', '{alert(1)}', '{', "'", '"', '`', '\\', '/', '*/'];

/** The content of the page of each value, in their order. */
function pagesOf(content: string, values: readonly string[]): string[] {
  const rows = values.map((v, row) => ['Waco', `r${row}`, v]);
  const { pages } = build(wxrSeed({ title: '[geo_city]', slug: 'geo_url', content }), [
    ['geo_city', 'geo_url', 'v'],
    ...rows,
  ]);
  expect(pages).toHaveLength(values.length);
  return pages.map(({ fields }) => fields['content:encoded'] ?? '');
}

/** The script of each value; the page around it is what it would be without any. */
function scriptsOf(script: string, values: readonly string[]): string[] {
  return pagesOf(`<script>${script}</script>`, values).map((page) => {
    expect(getHtmlShape(page)).toBe(getHtmlShape('<script>x</script>'));
    return page.slice('<script>'.length, -'</script>'.length);
  });
}

const shown = (script: string, values: readonly string[]) => scriptsOf(script, values).map(evaluateScript);
const page = (content: string, v: string) => pagesOf(content, [v])[0] ?? '';

describe('a backslash before a placeholder in a script', () => {
  it.each(["show('\\[v]')", 'show("\\[v]")', 'show(`\\[v]`)', "show('a\\\\\\[v]'.slice(2))"])(
    'belongs to the bracket, as the script’s reader has it: %s',
    (script) => {
      expect(shown(script, BEGINNINGS)).toEqual(BEGINNINGS.map((v) => [v]));
    },
  );

  it.each(["show('\\\\[v]')", 'show("\\\\[v]")', 'show(`\\\\[v]`)'])(
    'stays where it is itself escaped: %s',
    (script) => {
      expect(shown(script, BEGINNINGS)).toEqual(BEGINNINGS.map((v) => [`\\${v}`]));
    },
  );

  it.each(["show('\\0[v]')", 'show("\\\\\\4[v]".slice(1))', "show('\\12[v]')", 'show(`\\0[v]`)'])(
    'of an octal escape is not lengthened by digits: %s',
    (script) => {
      const own = shown(script, ['']).flat().join('');
      expect(shown(script, ['0', '7', '12', 'x'])).toEqual(['0', '7', '12', 'x'].map((v) => [own + v]));
    },
  );

  it('doesn’t end a script together with a bracket before it', () => {
    expect(scriptsOf("show('<\\[v]')", ['/script >'])).toEqual(["show('\\u003C/script \\u003E')"]);
  });

  it('is taken away in an attribute that runs, too', () => {
    expect(page(`<a onclick="go('\\[v]')">x</a>`, '')).toBe(`<a onclick="go('')">x</a>`);
  });
});

describe('an address that is a script', () => {
  it.each([
    "javascript:go('[v]')",
    " JavaScript:go('[v]')",
    "java&#9;script:go('[v]')",
    "java&#10;scr&#13;ipt&#58;go('[v]')",
    "&#1;&#32;javascript:go('[v]')",
  ])('is recognized in any spelling: %s', (address) => {
    const values = ["'", "');alert(1)//", '%27);alert(1)//', 'a b'];
    const heard = pagesOf(`<a href="${address}">x</a>`, values).map((html) => {
      const { protocol, pathname, search, hash } = new URL(readHtmlAttribute(html, 'a', 'href') ?? '');
      expect(protocol).toBe('javascript:');
      return evaluateScript(decodeURIComponent(pathname + search + hash).replace('go(', 'show('));
    });
    expect(heard).toEqual(values.map((v) => [v]));
  });

  it.each(["javascript:go('[v]')", "javascript:go( '[v]', 1 )"])(
    'is one in the data of a builder: %s',
    (url) => {
      const values = ["'", "');alert(1)//", '"', 'a b'];
      const heard = pagesOf(`<!-- wp:acme/x ${JSON.stringify({ url })} /-->`, values).map((html) => {
        const data: unknown = JSON.parse(html.slice(html.indexOf('{'), html.lastIndexOf('}') + 1));
        const { pathname, search, hash } = new URL((data as { url: string }).url);
        return evaluateScript(decodeURIComponent(pathname + search + hash).replace('go(', 'show('))[0];
      });
      expect(heard).toEqual(values);
    },
  );
});

describe('a dollar sign before a placeholder', () => {
  it.each(['show(`$[v]`)', 'show(`a: $[v]`.slice(3))', 'show(`${1}$[v]`.slice(1))', 'show(`\\$[v]`)'])(
    'begins no code in a template literal: %s',
    (script) => {
      const values = [...BEGINNINGS, '1,299.00'];
      expect(shown(script, values)).toEqual(values.map((v) => [`$${v}`]));
    },
  );

  it('doesn’t begin code with the seed’s brace after an empty value', () => {
    expect(shown('show(`$[v]{1}`)', [''])).toEqual([['${1}']]);
  });

  it('is unchanged in other strings and in JSON-LD', () => {
    expect(scriptsOf('show(\'$[v]\', "$[v]")', ['9'])).toEqual(['show(\'$9\', "$9")']);
    const ld = '<script type="application/ld+json">{"price":"$[v]"}</script>';
    expect(page(ld, '9')).toBe(ld.replace('[v]', '9'));
  });
});

describe('a comment of a script or a style sheet', () => {
  it.each(['/* *[v]/ show(1) */ show(2)', '/* a **[v]/ show(1) */ show(2)', 'show(2) /*[v]*[v]/ show(1) */'])(
    'is not ended by a star, an empty value and a slash: %s',
    (script) => {
      expect(shown(script, ['', '/'])).toEqual([[2], [2]]);
    },
  );

  it('of a style sheet is not ended so either', () => {
    const css = page('<style>/* *[v]/ a{} */b{}</style>', '').slice('<style>'.length, -'</style>'.length);
    expect(getOnlyCss(css, 'comment')).toContain('a{}');
    expect(
      readCss(css)
        .filter(({ kind }) => kind === 'other')
        .map(({ text }) => text)
        .join(''),
    ).toBe('b{}');
  });

  it('of a script doesn’t end the script together with a bracket before it', () => {
    scriptsOf('// </[v] y\n', ['script x', 'script', '']);
  });
});

describe('a backslash before a placeholder in a style', () => {
  const getTexts = (css: string, values: readonly string[]) =>
    pagesOf(`<style>${css}</style>`, values).map((html) =>
      decodeCssEscapes(getOnlyCss(html.slice('<style>'.length, -'</style>'.length), 'string')),
    );

  it.each(['a{content:"\\[v]"}', "a{content:'\\[v]'}"])('belongs to the bracket: %s', (css) => {
    const values = ['', 'a', 'A1', '0', 'z', '"', "'", '\\'];
    expect(getTexts(css, values)).toEqual(values);
  });

  it('leaves an escape before it with an end of its own', () => {
    const values = ['', 'a', '1', '- x'];
    expect(getTexts('a{content:"\\2192\\[v]"}', values)).toEqual(values.map((v) => `→${v}`));
  });

  it('is not doubled before a bracket that could begin a tag', () => {
    expect(getTexts('a{content:"\\<[v]"}', ['/style>', 'b'])).toEqual(['</style>', '<b']);
  });
});

describe('a style in a drawing', () => {
  // in SVG and MathML the parser decodes references in a style, in HTML it does not (seen in Chromium)
  const V = '&#34;} A & B <';
  const RAW = '&#34;} A & B \\3C ';
  const DECODED = '&amp;#34;} A &amp; B \\3C ';
  const STYLE = '<style>a{content:"[v]"}</style>';

  it.each([
    ['<svg>*</svg>', DECODED],
    ['<SVG viewBox="0 0 1 1"><g>*</g></SVG>', DECODED],
    ['<math>*</math>', DECODED],
    ['<svg><desc>x</desc>*</svg>', DECODED],
    ['<svg><foreignObject>*</foreignObject></svg>', RAW],
    ['<svg><foreignObject><svg>*</svg></foreignObject></svg>', DECODED],
    ['<svg><path d="M0 0"/></svg>*', RAW],
    ['<svg/>*', RAW],
    ['</svg>*', RAW],
    ['*', RAW],
  ])('is encoded as its parser reads it: %s', (around, expected) => {
    const style = STYLE.replace('[v]', () => expected);
    expect(page(around.replace('*', STYLE), V)).toBe(around.replace('*', () => style));
  });

  it('is unchanged in CDATA, and a script is safe in both', () => {
    const cdata = '<svg><style><![CDATA[a{content:"[v]"}]]></style></svg>';
    expect(page(cdata, V)).toBe(cdata.replace('[v]', () => RAW));
    expect(page('<svg><script>a="[v]"</script></svg>', '&#34;')).toBe(
      '<svg><script>a="\\u0026#34;"</script></svg>',
    );
  });
});

describe('a minus before a number', () => {
  it('does not join with that of a negative one', () => {
    const script = 'show(1-[v], -[v], 1 - [v], [v]-1)';
    expect(shown(script, ['-5', '5', '-0.5'])).toEqual([
      [6, 5, 6, -6],
      [-4, -5, -4, 4],
      [1.5, 0.5, 1.5, -1.5],
    ]);
  });
});

describe('a percent sign before a placeholder in an address', () => {
  it.each([
    ['/?q=100%[v]', '100%'],
    ['/?q=%4[v]', '%4'],
    ['/?q=%25[v]', '%'],
    ['/?q=%2A[v]', '*'],
    ['/?q=a%[v]', 'a%'],
  ])('remains a percent sign before any value: %s', (address, before) => {
    const values = ['', '4', '41', 'f', '20 %', 'é', '%41', '/'];
    const read = pagesOf(`<a href="${address}">x</a>`, values).map((html) =>
      getQueryValue(readHtmlAttribute(html, 'a', 'href') ?? '', 'q'),
    );
    expect(read).toEqual(values.map((v) => before + v));
  });

  it.each([
    ['<img srcset="/a%[v].jpg 1x, /b%[v].jpg 2x">', '<img srcset="/a%2541.jpg 1x, /b%2541.jpg 2x">'],
    ['<style>a{background:url(/a%[v])}</style>', '<style>a{background:url(/a%2541)}</style>'],
    ['<style>a{background:url("/b%[v]")}</style>', '<style>a{background:url("/b%2541")}</style>'],
    ['<!-- wp:acme/x {"url":"/a%[v]"} /-->', '<!-- wp:acme/x {"url":"/a%2541"} /-->'],
  ])('remains one in all kinds of URLs: %s', (content, expected) => {
    expect(page(content, '41')).toBe(expected);
  });

  it('is unchanged in a text that isn’t a URL', () => {
    expect(page('<p title="100%[v]">100%[v]</p>', '41')).toBe('<p title="100%41">100%41</p>');
  });
});

describe('any text before a placeholder', () => {
  const before = fc
    .array(fc.constantFrom('\\', '$', '*', '%', '<', '/', 'a', '4', '{', '-', '!', '&', '#'), {
      maxLength: 5,
    })
    .map((parts) => parts.join(''));
  const VALUES = [...BEGINNINGS, '1', 'a', '}', '%41', '-->', '/script>', '!--', '4{'];

  it('a script’s string is the text before it and the value', () => {
    let judged = 0;
    fc.assert(
      fc.property(before, fc.constantFrom("'", '"', '`'), (text, quote) => {
        let read: unknown;
        try {
          [read] = evaluateScript(`show(${quote}${text}[7]${quote})`);
        } catch {
          return;
        }
        if (typeof read !== 'string' || !read.endsWith('[7]')) return;
        const own = read.slice(0, -'[7]'.length);
        expect(shown(`show(${quote}${text}[v]${quote})`, VALUES)).toEqual(VALUES.map((v) => [own + v]));
        judged += VALUES.length;
      }),
      { numRuns: cases(15) },
    );
    expect(judged).toBeGreaterThan(cases(75));
  });

  it('an address opens what the text before it and the encoded value name', () => {
    fc.assert(
      fc.property(before, (text) => {
        const own = text.replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25');
        const pages = pagesOf(`<a href="/s?q=${text.replaceAll('&', '&amp;')}[v]">x</a>`, VALUES);
        const opened = pages.map((html) =>
          readOctets(resolveUrl(readHtmlAttribute(html, 'a', 'href') ?? '').href),
        );
        expect(opened).toEqual(
          VALUES.map((v) => readOctets(resolveUrl(`/s?q=${own}${encodeURIComponent(v)}`).href)),
        );
      }),
      { numRuns: cases(8) },
    );
  });
});
