import { describe, expect, it } from 'vitest';
import { fillContent, fillMeta, fillPage } from '../platforms/shared/seed-fixture.ts';

/** Content for a value between the seed's own characters. */
const between = (content: string, v: string) => fillContent(content, { v, w: '' });

describe('joins of the seed’s own text and a value', () => {
  it.each<[string, string, string, string]>([
    [
      'a tag that a < before it would begin',
      '<p>5 <[v]</p>',
      'img src=x onerror=alert(1) x',
      '<p>5 &lt;img src=x onerror=alert(1) x</p>',
    ],
    ['a closing tag', '<p>x</[v]></p>', 'script', '<p>x<!--script--></p>'],
    ['a declaration', '<![v]>x', '--', '<!--&#45;&#45;-->x'],
    ['a comment that an empty value would begin', '<!-[v]- x>y', '', '<!--&#45;- x-->y'],
    ['a reference', 'R&[v]', 'lt;b', 'R&amp;lt;b'],
    ['a reference by number', 'R&#[v]', '60;b', 'R&amp;#60;b'],
    ['a reference that lacks its semicolon', 'a&nbsp[v]', ';x', 'a&nbsp;;x'],
    ['a number that lacks its semicolon', 'a&#82[v]', '1', 'a&#82;1'],
    ['nothing where the reference is whole', 'a&amp;[v]', 'lt;', 'a&amp;lt;'],
    ['a reference in an attribute', '<i title="R&[v]">x', 'lt;b', '<i title="R&amp;lt;b">x'],
    [
      'the end of a comment after an empty value',
      '<!-- a -[v]-> b --><p>x</p>',
      '',
      '<!-- a &#45;-> b --><p>x</p>',
    ],
    ['the end of a comment at its beginning', '<!--[v]> b --><p>x</p>', '', '<!--&gt; b --><p>x</p>'],
    ['the same with a hyphen', '<!--[v][w]-> b --><p>x</p>', '', '<!---&gt; b --><p>x</p>'],
    [
      'the end of a script',
      `<script>a("</[v]")</script>`,
      'script x',
      '<script>a("\\u003C/script x")</script>',
    ],
    [
      'the end of a script in pieces',
      `<script>a("</scr[v]>")</script>`,
      'ipt',
      '<script>a("\\u003C/script>")</script>',
    ],
    [
      'the end of a style',
      '<style>a{content:"</[v]"}</style>',
      'style x',
      '<style>a{content:"\\3C /style x"}</style>',
    ],
    [
      'a longer escape of CSS',
      '<style>a{content:"\\2192[v]"}</style>',
      'Dallas',
      '<style>a{content:"\\2192 Dallas"}</style>',
    ],
    ['two quotes in a value without quotes', '<i a=foo[v] b=[v][w]>x', '', "<i a='foo' b=''>x"],
  ])('separates: %s', (_what, content, value, expected) => {
    expect(between(content, value)).toBe(expected);
  });

  it.each(['x]][v]>y', 'x]][v][w]>y', 'x][v]]>y', 'x]][v]]>y', '][v]', 'x]]>[v]>'])(
    'keeps the file well-formed for an empty cell in %j, in CDATA and out of it',
    (content) => {
      const expected = content.replaceAll(/\[[vw]\]/g, '');
      expect(between(content, '')).toBe(expected);
      expect(fillPage({ content, style: 'escaped' }, { v: '', w: '' }).fields['content:encoded']).toBe(
        expected,
      );
    },
  );

  it.each([']', ']]', ']]>', '>', ']>', ']]]>>'])(
    'keeps the file well-formed for the cell %j beside brackets',
    (value) => {
      const text = value.replaceAll('>', '&gt;');
      expect(between('x][v]>y', value)).toBe(`x]${text}>y`);
      expect(between('x]][v]]>y', value)).toBe(`x]]${text}]>y`);
      expect(fillMeta('x]][v]>', { v: value })).toBe(`x]]${value}>`);
    },
  );

  it('separates a raw > outside of CDATA from brackets before an empty value', () => {
    const extra = '<content:encoded>x]][v]>y</content:encoded>';
    expect(fillPage({ content: null, extra }, { v: '' }).fields['content:encoded']).toBe('x]]>y');
  });

  it('encodes what it writes for every context around it', () => {
    const page = between('<!-- wp:x {"html":"<b>R&[v]</b>"} /-->', 'lt;b');
    expect(JSON.parse(page.slice(page.indexOf('{'), page.lastIndexOf('}') + 1))).toEqual({
      html: '<b>R&amp;lt;b</b>',
    });
    const escaped = fillPage({ content: '<p>5 <[v]</p>', style: 'escaped' }, { v: 'b' });
    expect(escaped.fields['content:encoded']).toBe('<p>5 &lt;b</p>');
    const json = fillMeta('{"x":"<style>a{content:\\"</[v]\\"}</style>"}', { v: 'style x' });
    expect(JSON.parse(json)).toEqual({ x: '<style>a{content:"\\3C /style x"}</style>' });
  });

  it('counts what it writes in the length of a serialized string', () => {
    expect(fillMeta('a:1:{i:0;s:11:"<b>&[v]</b>";}', { v: 'lt;' })).toBe('a:1:{i:0;s:15:"<b>&amp;lt;</b>";}');
  });
});
