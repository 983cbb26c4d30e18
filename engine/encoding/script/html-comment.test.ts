/** `<!--` and `-->` in a script: JavaScript reads them as comments to the end of the line. */
import { describe, expect, it } from 'vitest';
import { evaluateScript } from '#testkit/decoders/script.ts';
import { fillContent, listLossCodes } from '../../platforms/shared/seed-fixture.ts';

const inScript = (script: string, type = ''): string => `<script${type}>${script}</script>`;
const getScript = (html: string): string => /<script[^>]*>([^]*)<\/script>/.exec(html)?.[1] ?? '';
const HARMFUL = ['";alert(1)//', "'", 'a\nb', 'a\u2028b', 'a --!> b', '(214) 555-0103', '<!--', '</script>'];

describe('a placeholder in such a comment', () => {
  it.each([
    '<!-- x --> var a = "[v]";',
    'show(1)\n--> [v]\nshow(2)',
    '/* a */ --> [v]',
    '<!-- [v]',
    'var a = 1; <!-- [v]\nshow(a)',
  ])('skips rows that are not harmless: %s', (script) => {
    const content = inScript(script);
    for (const v of HARMFUL) expect(listLossCodes({ content }, { v }), v).toEqual(['value-not-harmless']);
    expect(fillContent(content, { v: 'St. Louis' })).toBe(content.replace('[v]', 'St. Louis'));
  });

  it('is described as one in the problem', () => {
    const content = inScript('<!-- [v]');
    expect(() => fillContent(content, { v: '"' })).toThrow(/script comment that begins with <!-- or -->/);
  });
});

describe('a placeholder after such a comment', () => {
  it.each([
    '<!--\nshow("[v]")\n//-->',
    '<!-- hidden\nshow("[v]")\n-->',
    'show("[v]") // -->',
    'show("[v]"); <!-- "',
  ])('is in a string: %j', (script) => {
    for (const v of ['";alert(1)//', "O'Fallon", 'a\nb', '--> x'])
      expect(evaluateScript(getScript(fillContent(inScript(script), { v })))).toEqual([v]);
  });

  it('accepts harmless values in a module, which doesn’t have such comments', () => {
    const content = inScript('<!-- \nshow("[v]")', ' type="module"');
    expect(listLossCodes({ content }, { v: "O'Fallon" })).toEqual(['value-not-harmless']);
    expect(listLossCodes({ content }, { v: 'Waco' })).toEqual([]);
  });

  it('is in code where `-->` is one: a decrement and a comparison', () => {
    const content = inScript('var n = 3; while (n --> 1) show(n, [v])');
    expect(evaluateScript(getScript(fillContent(content, { v: '5' })))).toEqual([2, 5, 1, 5]);
    expect(listLossCodes({ content }, { v: 'alert(1)' })).toEqual(['value-no-literal']);
  });
});
