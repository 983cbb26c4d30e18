import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_LINEAR_GROWTH, measureGrowth } from '#testkit/growth.ts';
import { cases } from '#testkit/cases.ts';
import { getOnlyCss } from '#testkit/decoders/css.ts';
import { hostileValue } from '#testkit/hostile-values.ts';
import type { Encoder } from '../text/encoder.ts';
import { base64Encoders } from './base64/encode-base64.ts';
import { cssEncoders } from './css/encode-css.ts';
import { csvEncoders } from './csv/encode-csv.ts';
import { PLAIN_CHARACTERS, encodeAll, matchUnchanged, plainEncoders } from './encoders.ts';
import { htmlEncoders } from './html/encode-html.ts';
import { jsonEncoders } from './json/encode-json.ts';
import { scriptEncoders } from './script/encode-script.ts';
import { wordpressEncoders } from '../platforms/wordpress/codecs/encode-shortcode.ts';
import { phpEncoders } from '../platforms/shared/php/encode-php.ts';
import { hublEncoders } from '../platforms/shared/template-tags/encode-hubl.ts';
import { urlEncoders } from './url/encode-url.ts';
import { xmlEncoders } from './xml/encode-xml.ts';

const ENCODERS = new Map<string, Encoder>(
  [
    cssEncoders,
    htmlEncoders,
    jsonEncoders,
    scriptEncoders,
    wordpressEncoders,
    urlEncoders,
    xmlEncoders,
    csvEncoders,
    base64Encoders,
    plainEncoders,
    phpEncoders,
    hublEncoders,
  ].flatMap((encoders) => Object.entries(encoders)),
);

function encoderNamed(name: string): Encoder {
  const encoder = ENCODERS.get(name);
  if (!encoder) throw new Error(`unknown encoder ${name}`);
  return encoder;
}

const NAMES = [
  'cdata',
  'xml',
  'xml-attr',
  'html',
  'html-sanitized',
  'short',
  'attr"',
  "attr'",
  'shortcode"',
  "shortcode'",
  'raw-text',
  'comment',
  'name',
  'name-number',
  'url-keep',
  'url-whole',
  'url-scheme',
  'url-part',
  'url-mail',
  'tel',
  'js',
  'literal',
  'js-comment',
  'css"',
  "css'",
  'css-url',
  'css-comment',
  'css-bare',
  'json',
  'json-slash',
  'json-block',
];

function encode(name: string, value: string): unknown {
  return encoderNamed(name).encode(value);
}

const TOWN = 'O\'Fallon "West" & Co';

describe('one town in each context', () => {
  it.each([
    ['xml', 'O\'Fallon "West" &amp; Co'],
    ['cdata', 'O\'Fallon "West" & Co'],
    ['xml-attr', 'O&#39;Fallon &quot;West&quot; &amp; Co'],
    ['html', 'O\'Fallon "West" &amp; Co'],
    ['attr"', "O'Fallon &quot;West&quot; &amp; Co"],
    ["attr'", 'O&#039;Fallon "West" &amp; Co'],
    ['short', 'O\'Fallon "West" & Co'],
    ['json-block', "O'Fallon \\u0022West\\u0022 \\u0026 Co"],
    ['json', 'O\'Fallon \\"West\\" & Co'],
    ['url-part', "O'Fallon%20%22West%22%20%26%20Co"],
    ['js', 'O\\u0027Fallon \\u0022West\\u0022 \\u0026 Co'],
    ['css"', "O'Fallon \\22 West\\22  & Co"],
    ["css'", 'O\\27 Fallon "West" & Co'],
    ['shortcode"', "O'Fallon &quot;West&quot; &amp; Co"],
    ['raw-text', 'O&#039;Fallon&#32;&quot;West&quot;&#32;&amp;&#32;Co'],
  ])('%s: %s', (name, encoded) => {
    expect(encode(name, TOWN)).toBe(encoded);
  });
});

describe('a character that ends a string of CSS', () => {
  const BREAKS = ['a\nb', 'a\rb', 'a\fb', 'a\r\nb', '\f1', `'"\f`];
  it.each([
    ['css"', 'a{b:"*"}', 'string'],
    ["css'", "a{b:'*'}", 'string'],
    ['css-text', 'a{b:"*"}', 'string'],
    ['css-url', 'a{b:url(*)}', 'url'],
  ] as const)('is read back within %s', (name, css, kind) => {
    for (const value of BREAKS)
      expect(
        getOnlyCss(
          css.replace('*', () => String(encode(name, value))),
          kind,
        ),
      ).toBe(value);
  });
});

describe('CDATA', () => {
  it.each([
    ['a]]>b', 'a]]]]><![CDATA[>b'],
    [']]>', ']]]]><![CDATA[>'],
    ['a]', 'a]]]><![CDATA['],
    ['>a', ']]><![CDATA[>a'],
    [']>a', ']]]><![CDATA[>a'],
    ['a\rb', 'a]]>&#13;<![CDATA[b'],
    ['a ] b > c', 'a ] b > c'],
    ['', ''],
  ])('%j is written as %j', (value, encoded) => {
    expect(encode('cdata', value)).toBe(encoded);
  });

  it('separates a `]` of one value from the `]>` of the next', () => {
    const pieces = ['', ']', ']]', '>', ']>', ']]>', '\r', 'a'];
    for (const first of pieces) {
      for (const second of pieces) {
        const section = `<![CDATA[${String(encode('cdata', first))}${String(encode('cdata', second))}]]>`;
        const texts = section.split(/<!\[CDATA\[|\]\]>/).map((part) => part.replace('&#13;', '\r'));
        expect(texts.join('')).toBe(first + second);
      }
    }
  });
});

describe('short HTML', () => {
  it.each([
    ['Q & A', 'Q & A'],
    ['AT&T Inc', 'AT&T Inc'],
    ['AT&T', 'AT&amp;T'],
    ['A&B;', 'A&amp;B;'],
    ['&amp;', '&amp;amp;'],
    ['&copy 2026', '&amp;copy 2026'],
    ['&copyright', '&amp;copyright'],
    ['&nosuch', '&amp;nosuch'],
    ['&nosuch x', '&nosuch x'],
    ['&#60;', '&amp;#60;'],
    ['&#x3C', '&amp;#x3C'],
    ['& ', '& '],
    ['x&', 'x&amp;'],
    ['x&#', 'x&amp;#'],
    ['&&amp', '&&amp;amp'],
    ['<b>[gallery]</b>', '&lt;b&gt;&#91;gallery]&lt;/b&gt;'],
  ])('%j is written as %j', (value, encoded) => {
    expect(encode('short', value)).toBe(encoded);
  });
});

describe('a comment and a block', () => {
  it.each([
    ['-', '&#45;', '\\u002d'],
    ['a-b', 'a-b', 'a-b'],
    ['--', '&#45;&#45;', '\\u002d\\u002d'],
    ['a--b', 'a&#45;&#45;b', 'a\\u002d\\u002db'],
    ['a -->', 'a &#45;&#45;&gt;', 'a \\u002d\\u002d\\u003e'],
    ['-a-', '&#45;a&#45;', '\\u002da\\u002d'],
  ])('never get the `--` of %j', (value, comment, block) => {
    expect(encode('comment', value)).toBe(comment);
    expect(encode('json-block', value)).toBe(block);
  });
});

describe('an address', () => {
  it.each([
    'https://site.example/a?b=c&d=e#f',
    'http://site.example',
    '/austin/',
    'austin',
    '//cdn.example/a.js',
    'mailto:a@b.example',
    'tel:+15550100',
    '?a=b',
    '#top',
    '',
    'HTTPS://SITE.EXAMPLE',
    './a',
    '12:30',
  ])('%j stays as it is', (value) => {
    expect(encode('url-whole', value)).toBe(value);
  });

  it.each([
    ['https://site.example/a b"c', 'https://site.example/a%20b%22c'],
    ['/a[1]<x>', '/a%5B1%5D%3Cx%3E'],
    [' /a\n/b\t', '/a/b'],
    ["/it's", '/it%27s'],
    ['/a\\b', '/a%5Cb'],
    ['/é', '/é'],
    ['/a%20b', '/a%20b'],
  ])('%j is written as %j', (value, encoded) => {
    expect(encode('url-whole', value)).toBe(encoded);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:x',
    'jav\tascript:x',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://a.example',
    'blob:x',
    'view-source:x',
  ])('%j is refused', (value) => {
    expect(encode('url-whole', value)).toMatchObject({ code: 'address-scheme' });
  });

  it('has a scheme of its own only from the list', () => {
    expect(encode('url-scheme', ' https ')).toBe('https');
    for (const value of ['javascript', 'https:', 'http://a', '', 'data'])
      expect(encode('url-scheme', value)).toMatchObject({ code: 'address-scheme' });
  });

  it('of a mail keeps its @', () => {
    expect(encode('url-mail', 'a+b@c.example')).toBe('a%2Bb@c.example');
    expect(encode('url-mail', 'a@b?cc=d@e')).toBe('a@b%3Fcc%3Dd@e');
  });
});

describe('a place outside quotes', () => {
  it.each(['0', '-0', '5', '-95.3', '0.5', '1e5', '1E+2', 'true', 'false', 'null', ' 7 '])(
    '%j is a number or a word that scripts and JSON share',
    (value) => {
      expect(encode('literal', value)).toBe(value.trim());
    },
  );

  it.each([
    '',
    ' ',
    '007',
    '.5',
    '5.',
    '+5',
    '0x10',
    '1_000',
    '1,5',
    'NaN',
    'Infinity',
    'undefined',
    'True',
    '5;x',
    '5/*',
    '1\n2',
    '--5',
    '"5"',
    '[5]',
    '5 5',
    '1e',
    '٣',
  ])('%j is none', (value) => {
    expect(encode('literal', value)).toMatchObject({ code: 'value-no-literal' });
  });

  it('of CSS accepts a word, a number with its unit, a color', () => {
    for (const value of ['red', '#fff', '12px', '-1.5em', '50%', '', '--brand'])
      expect(encode('css-bare', value)).toBe(value);
    for (const value of ['a b', 'url(x)', 'red;', '}', 'a/b', '"a"', 'a\\', 'é', '1,5', '!important', 'a:b'])
      expect(encode('css-bare', value)).toMatchObject({ code: 'value-no-css' });
  });

  it('of an attribute accepts a name, of a tag a number', () => {
    for (const value of ['h2', 'data-x', 'xlink:href', '']) expect(encode('name', value)).toBe(value);
    for (const value of ['a b', 'a>', 'a=', '"', 'é', 'a/', '[b]'])
      expect(encode('name', value)).toMatchObject({ code: 'value-no-name' });
    for (const value of ['2', '10']) expect(encode('name-number', value)).toBe(value);
    for (const value of ['', 'cript', '2x', '-1', '1.5', '²', ' 2'])
      expect(encode('name-number', value)).toMatchObject({ code: 'value-no-name' });
  });
});

describe('every encoder', () => {
  it('has its own name, and a label', () => {
    for (const [name, encoder] of ENCODERS)
      expect(encoder).toMatchObject({ name, label: expect.stringMatching(/./) });
  });

  it('accepts any text and returns whole characters that XML allows, or a reason', () => {
    const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
    fc.assert(
      fc.property(hostileValue, fc.constantFrom(...NAMES), (value, name) => {
        const clean = value.replaceAll(new RegExp(forbidden, 'gu'), '');
        const encoded = encode(name, clean);
        if (typeof encoded === 'string') {
          expect(encoded.isWellFormed()).toBe(true);
          expect(encoded).not.toMatch(forbidden);
        } else
          expect(encoded).toMatchObject({
            code: expect.stringMatching(/^[a-z-]+$/),
            reason: expect.stringMatching(/^(is|stands) /),
          });
      }),
      { numRuns: cases(500) },
    );
  });

  it('takes a long cell in a time that grows with its length', () => {
    for (const unit of [
      'a',
      ' ',
      '\n',
      '-',
      '/',
      '&',
      '<',
      ']',
      '[',
      '"',
      '\\',
      '&amp',
      '<b>',
      '<br ',
      '</p> ',
      '\r',
      'é',
    ]) {
      const long = (size: number) => `x${unit.repeat(size / unit.length)}y`;
      for (const name of NAMES) {
        const growth = measureGrowth((size) => () => encode(name, long(size)), 7500);
        expect(growth, `${name} of many ${JSON.stringify(unit)}`).toBeLessThanOrEqual(MAX_LINEAR_GROWTH);
      }
    }
  });
});

describe('a stack of encoders', () => {
  const STACKS = [
    ['html', 'cdata'],
    ['short', 'cdata'],
    ['short', 'json-block', 'cdata'],
    ['html', 'json-slash', 'cdata'],
    ['js', 'attr"', 'cdata'],
    ['css"', "attr'", 'xml'],
    ['url-part', 'attr"', 'cdata'],
    ['url-part', 'css-url', 'cdata'],
    ['json', 'cdata'],
    ['json', 'attr"', 'xml'],
    ['shortcode"', 'cdata'],
    ['raw-text', 'cdata'],
    ['comment', 'cdata'],
    ['cdata'],
    ['xml'],
    ['js-comment', 'cdata'],
    ['css-comment', 'cdata'],
    ['url-mail', 'attr"', 'cdata'],
  ];

  it('leaves each text unchanged that is written without encoding', () => {
    const plain = fc.string({ unit: fc.constantFrom(...PLAIN_CHARACTERS), maxLength: 12 });
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789.,-'), maxLength: 4 });
    const word = fc.constantFrom(
      'true',
      'null',
      'and',
      'url',
      'NaN',
      'http:x',
      'data:x,y',
      'a:b',
      '//x',
      '--',
    );
    for (const stack of [...STACKS, ...[...ENCODERS.keys()].map((name) => [name])]) {
      const encoders = stack.map(encoderNamed);
      const unchanged = matchUnchanged(encoders);
      if (!unchanged) continue;
      fc.assert(
        fc.property(fc.oneof(plain, digits, word, hostileValue), (value) => {
          if (unchanged.test(value)) expect(encodeAll(value, encoders), stack.join(' in ')).toBe(value);
        }),
        { numRuns: cases(300) },
      );
    }
  });

  it('writes letters and digits without encoding in most places', () => {
    const fast = STACKS.filter((stack) => matchUnchanged(stack.map(encoderNamed))?.test('Waco7'));
    expect(fast.length).toBeGreaterThan(15);
  });

  it('ends with the first encoder that refuses the value', () => {
    expect(encodeAll('a b', [encoderNamed('css-bare'), encoderNamed('attr"')])).toMatchObject({
      code: 'value-no-css',
    });
    expect(encodeAll('"', [encoderNamed('js'), encoderNamed('attr"')])).toBe('\\u0022');
  });
});
