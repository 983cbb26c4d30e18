import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCssSegments } from './css/css-segments.ts';
import { readScriptSegments } from './script/script-segments.ts';

/** `kind:text` of each segment that is not of the kind that fills the gaps. */
const script = (text: string) =>
  readScriptSegments(text)
    .filter(({ kind }) => kind !== 'code')
    .map(({ from, to, kind }) => `${kind}:${text.slice(from, to)}`);
const css = (text: string) =>
  readCssSegments(text)
    .filter(({ kind }) => kind !== 'bare')
    .map(({ from, to, kind }) => `${kind}:${text.slice(from, to)}`);

describe('segments of a script', () => {
  it.each<[string, string[]]>([
    ['a = "b\\"c" + \'d\\\\\'', ['string:"b\\"c"', "string:'d\\\\'"]],
    ['a = "b\nc"', ['string:"b', 'string:"']],
    ['a = "b\\\nc"', ['string:"b\\\nc"']],
    ['`a${b + "c"}d`', ['string:`a${', 'string:"c"', 'string:}d`']],
    ['`a${`b${c}d`}e`', ['string:`a${', 'string:`b${', 'string:}d`', 'string:}e`']],
    ['`a${{b: {}}}c`', ['string:`a${', 'string:}c`']],
    ['`\\${a}`', ['string:`\\${a}`']],
    ['`a', ['string:`a']],
    ['a // b\nc /* d\n */ e', ['comment:// b', 'comment:/* d\n */']],
    ['a // b\u2028"c"', ['comment:// b', 'string:"c"']],
    ['/* a', ['comment:/* a']],
    ['"//" + "/*"', ['string:"//"', 'string:"/*"']],
    ['a <!-- b\n"c"', ['comment:<!-- b', 'string:"c"']],
    ['a\n --> b\n"c"', ['comment:--> b', 'string:"c"']],
    ['while (a --> b) "c"', ['string:"c"']],
    ['a = /b"c/g', ['regexp:/b"c/']],
    ['a = /[/"]/', ['regexp:/[/"]/']],
    ['a = /\\//', ['regexp:/\\//']],
    ['return /a"/', ['regexp:/a"/']],
    ['if (a) /b"/.test(c)', ['regexp:/b"/']],
    ['if (a) {} /b"/.test(c)', ['regexp:/b"/']],
    ['a / b / "c"', ['string:"c"']],
    ['x = {} / 2 / "c"', ['string:"c"']],
    ['x = `${{} / 2 / "c"}`', ['string:`${', 'string:"c"', 'string:}`']],
    ['return { a: {} } / 2 / "c"', ['string:"c"']],
    ['(a) / b / "c"', ['string:"c"']],
    ['a[0] / 2 / "c"', ['string:"c"']],
    ['"a" / 2 / "c"', ['string:"a"', 'string:"c"']],
    ['a = b\n/c/"d"', ['string:"d"']],
    ['x = /a\n"b"', ['string:"b"']],
    ['a /* b */ / c / "d"', ['comment:/* b */', 'string:"d"']],
    ['= /* b */ /c"/', ['comment:/* b */', 'regexp:/c"/']],
    ['', []],
  ])('%j', (text, expected) => {
    expect(script(text)).toEqual(expected);
  });

  it('have neither gaps nor overlaps, whatever the text', () => {
    const marks = [
      '"',
      "'",
      '`',
      '${',
      '}',
      '{',
      '/',
      '*',
      '\\',
      '\n',
      '(',
      ')',
      '<!--',
      '-->',
      'a',
      ' ',
      '=',
      '[',
      ']',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...marks), { maxLength: 30 }), (chosen) => {
        const text = chosen.join('');
        let last = 0;
        for (const { from, to } of readScriptSegments(text)) {
          expect(from).toBe(last);
          expect(to).toBeGreaterThan(from);
          last = to;
        }
        expect(last).toBe(text.length);
      }),
      { numRuns: 5000 },
    );
  });

  it('of a program that the platform parses hold its strings as they are', () => {
    const literal = fc
      .string({ unit: fc.constantFrom('a', '"', "'", '`', '/', '\\', '*', '$', '{', '}', ' ') })
      .map((text) => JSON.stringify(text));
    fc.assert(
      fc.property(fc.array(literal, { minLength: 1, maxLength: 5 }), (literals) => {
        const text = `f(${literals.join(' / 2, /["/]`/g, ')}) // "end"`;
        const strings = script(text)
          .filter((segment) => segment.startsWith('string:'))
          .map((segment) => segment.slice('string:'.length));
        expect(strings).toEqual(literals);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('segments of a style sheet', () => {
  it.each<[string, string[]]>([
    ['a{b:"c\\"d";e:\'f\'}', ['":c\\"d', "':f"]],
    ['a{b:"c\nd:e}', ['":c']],
    ['a{b:"c\\\nd"}', ['":c\\\nd']],
    ['/* "a" */ b{c:"d"}', ['comment:/* "a" */', '":d']],
    ['/* a', ['comment:/* a']],
    ['a{b:"/*c*/"}', ['":/*c*/']],
    ['a{b:url(c.png)}', ['url:c.png']],
    ['a{b:url( c.png )}', ['url:c.png ']],
    ['a{b:URL("c.png")}', ['url":c.png']],
    ["a{b:url( 'c.png' )}", ["url':c.png"]],
    ['a{b:url(c', ['url:c']],
    ['a{b:url()}', []],
    ['a{b:url("")}', []],
    ['a{b:""}', []],
    ['a{b:"c', ['":c']],
    ['a{b:"c\\', ['":c\\']],
    ['.a\\\'b{c:"d"}', ['":d']],
    ['.content-\\[\\\'x\\\'\\]{c:"d"}', ['":d']],
    ['a\\/*b*/"c"', ['":c']],
    ['a{b:-url(/*)}/*c*/', ['comment:/*)}/*c*/']],
    ['a{b:image-url("c")}', ['":c']],
    ['a{b:\\url(c)}', []],
    ['éurl(c)', []],
    ['<!--url(c)', ['url:c']],
    ['a{b:c,url(d)}', ['url:d']],
  ])('%j', (text, expected) => {
    expect(css(text)).toEqual(expected);
  });

  it('stand in order and leave out nothing but quotes', () => {
    const marks = ['"', "'", '/*', '*/', 'url(', ')', '\\', '\n', 'a', ' ', ':', ';', '{', '}'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...marks), { maxLength: 30 }), (chosen) => {
        const text = chosen.join('');
        let last = 0;
        for (const { from, to } of readCssSegments(text)) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(text.slice(last, from)).toBe('');
          expect(to).toBeGreaterThan(from);
          last = to;
        }
        expect(last).toBe(text.length);
      }),
      { numRuns: 5000 },
    );
  });
});
