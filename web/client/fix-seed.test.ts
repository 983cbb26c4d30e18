import { describe, expect, test } from 'vitest';
import { fixSeed, nameOf } from './fix-seed.ts';

const fix = (text: string, wrong = '[geo_ctiy]', right = '[geo_city]') =>
  new TextDecoder().decode(fixSeed(new TextEncoder().encode(text), wrong, right));

describe('fixing a misspelt placeholder', () => {
  test('changes every place and nothing else', () => {
    expect(fix('<h1>[geo_ctiy]</h1> geo_ctiy – ü 😀 [geo_ctiy2] [GEO_CTIY | upper]')).toBe(
      '<h1>[geo_city]</h1> geo_ctiy – ü 😀 [geo_ctiy2] [geo_city | upper]',
    );
  });

  test('leaves the escape for a shortcode alone', () => {
    expect(fix('[[geo_ctiy]] and [geo_ctiy]')).toBe('[[geo_ctiy]] and [geo_city]');
  });

  test('is not misled by the bracket that opens a CDATA section', () => {
    expect(fix('<title><![CDATA[[geo_ctiy], [geo_ctiy]]]></title>')).toBe(
      '<title><![CDATA[[geo_city], [geo_city]]]></title>',
    );
  });

  test('finds it in an address whose brackets are percent-encoded', () => {
    expect(fix('href="/?q=%5Bgeo_ctiy%5D"')).toBe('href="/?q=%5Bgeo_city%5D"');
  });

  test('follows WordPress into the slug and the link, which hold no brackets', () => {
    expect(
      fix('<link>https://a.example/in-geo_ctiy/</link><wp:post_name><![CDATA[in-geo_ctiy]]></wp:post_name>'),
    ).toBe('<link>https://a.example/in-geo_city/</link><wp:post_name><![CDATA[in-geo_city]]></wp:post_name>');
  });

  test('keeps the lengths of serialized strings true, nested ones too, counted in bytes', () => {
    const meta = (value: string) => `<wp:meta_value><![CDATA[${value}]]></wp:meta_value>`;
    const inner = (name: string) => `a:1:{i:0;s:${name.length + 3}:"é ${name}";}`;
    const outer = (name: string) =>
      `a:2:{s:3:"one";s:${name.length}:"${name}";s:3:"two";s:${inner(name).length + 1}:"${inner(name)}";}`;
    expect(fix(`${meta(outer('[geo_cty]'))}[geo_cty]`, '[geo_cty]')).toBe(
      `${meta(outer('[geo_city]'))}[geo_city]`,
    );
  });

  test('keeps bytes that are no UTF-8', () => {
    const bytes = new Uint8Array([0xff, 0x5b, 0x61, 0x62, 0x5d, 0x80]);
    expect([...fixSeed(bytes, '[ab]', '[ba]')]).toEqual([0xff, 0x5b, 0x62, 0x61, 0x5d, 0x80]);
  });

  test('takes names beyond ASCII', () => {
    expect(fix('[stadtü] 😀', '[stadtü]', '[städte]')).toBe('[städte] 😀');
  });
});

test('the name of a placeholder is before its filters', () => {
  expect(nameOf('[geo_city | upper | slug]')).toBe('geo_city');
  expect(nameOf('[ Geo City ]')).toBe('Geo City');
});
