import { describe, expect, it } from 'vitest';
import { checkContent } from './content-rules.ts';
import { checkMeta } from './meta-rules.ts';
import { auditText, item, wxr } from './wxr-fixture.ts';

const metaCodes = (key: string, value: string) =>
  checkMeta(key, value).map(({ code, severity }) => `${code} ${severity}`);
const contentCodes = (content: string) =>
  checkContent(content).map(({ code, severity }) => `${code} ${severity}`);
const serialize = (text: string) => `s:${new TextEncoder().encode(text).length}:"${text}";`;

describe('a meta value', () => {
  it.each([
    ['plain text', 'Call us'],
    ['an empty text', ''],
    ['a serialized array', 'a:1:{s:4:"city";s:10:"[geo_city]";}'],
    ['a serialized array of UTF-8', `a:1:{i:0;${serialize('Cañon 🙂')}}`],
    ['a serialized text in a serialized text', `a:1:{i:0;${serialize('a:1:{i:0;s:2:"é";}')}}`],
    ['JSON in a serialized text', `a:1:{i:0;${serialize('[{"a":1}]')}}`],
    ['an object text wrapped once more', serialize('O:8:"stdClass":0:{}')],
    ['JSON', '[{"id":"1","t":"<p>a<\\/p>"}]'],
    ['a list of words in brackets', '[gallery ids="1"]'],
    ['text that begins with a brace', '{{mustache}} and more'],
    ['a serialized false', 'b:0;'],
  ])('that is %s passes', (_, value) => {
    expect(metaCodes('any', value)).toEqual([]);
  });

  it.each([
    ['lengths that are too short', 'a:1:{s:4:"city";s:10:"Springfield";}', 'malformed-serialized-meta fault'],
    ['lengths in characters', 'a:1:{i:0;s:5:"Cañon";}', 'malformed-serialized-meta fault'],
    ['a text after the value', 'a:0:{}a:0:{}', 'text-after-serialized-meta fault'],
    [
      'a broken text inside a whole one',
      `a:1:{i:0;${serialize('a:1:{i:0;s:9:"x";}')}}`,
      'malformed-nested-meta fault',
    ],
    [
      'a broken text two levels down',
      `a:1:{i:0;${serialize(`a:1:{i:0;${serialize('s:9:"x";')}}`)}}`,
      'malformed-nested-meta fault',
    ],
    ['broken JSON inside', `a:1:{i:0;${serialize('[{"a":]')}}`, 'malformed-meta-json fault'],
    ['an object', 'O:8:"stdClass":0:{}', 'meta-object notice'],
    ['a class of a plugin', 'O:4:"Acme":0:{}', 'meta-object notice'],
    ['a class name in a text', `a:1:{i:0;${serialize('see O:3:"abc":')}}`, 'meta-object-in-text fault'],
    ['a start without an end', 'a:2:{s:1:"a";i:1', 'truncated-serialized-meta notice'],
    ['broken JSON', '{"a": "b" "c"}', 'malformed-meta-json fault'],
    ['JSON with half a surrogate pair', '{"a":"\\ud83d"}', 'malformed-meta-json fault'],
    ['JSON with a raw line break', '[{"a":"b\nc"}]', 'malformed-meta-json fault'],
  ])('with %s is reported', (_, value, expected) => {
    expect(metaCodes('any', value)).toEqual([expected]);
  });

  it('of Elementor is always JSON, unless empty', () => {
    expect(metaCodes('_elementor_data', 'Springfield')).toEqual(['malformed-meta-json fault']);
    expect(metaCodes('_elementor_data', '')).toEqual([]);
    expect(metaCodes('_elementor_data', '[]')).toEqual([]);
  });

  it('with a whole surrogate pair in JSON passes, also next to an escaped backslash', () => {
    expect(metaCodes('any', '{"a":"\\ud83d\\ude42"}')).toEqual([]);
    expect(metaCodes('any', '{"a":"\\\\ud83d"}')).toEqual([]);
  });

  it('is read with the line breaks that an XML parser makes of CR LF', () => {
    const value = 'a:1:{s:1:"t";s:4:"a\r\nb";}';
    expect(metaCodes('any', value)).toEqual([]);
    const { problems } = auditText(wxr([item({ metas: [['box', value]] })]));
    expect(problems.map(({ code, field }) => [code, field])).toEqual([
      ['malformed-serialized-meta', 'meta box'],
    ]);
    const fixed = wxr([item({ metas: [['box', '@@']] })]).replace(
      '<![CDATA[@@]]>',
      'a:1:{s:1:"t";s:4:"a&#13;&#10;b";}',
    );
    expect(auditText(fixed).problems).toEqual([]);
  });
});

describe('content', () => {
  it.each([
    ['HTML', '<p>Text</p>'],
    ['blocks', '<!-- wp:heading {"level":1} -->\n<h1>x</h1>\n<!-- /wp:heading -->'],
    ['blocks in blocks', '<!-- wp:a --><!-- wp:b {"x":{"y":[1]}} --><p></p><!-- /wp:b --><!-- /wp:a -->'],
    [
      'a block without an end',
      '<!-- wp:acme/map {"label":"O\'Fallon \\u0022West\\u0022 \\u002d\\u002d"} /-->',
    ],
    ['an arrow in block JSON', '<!-- wp:a {"label":"x --> y"} --><!-- /wp:a -->'],
    ['a block without anything', '<!-- wp:nextpage /-->'],
    ['an ordinary comment', '<!-- wp-content and {more -->'],
    ['the more tag', '<!--more-->'],
    ['JSON-LD', '<script type="application/ld+json">\n{"@context":"https://schema.org"}\n</script>'],
    ['another script', '<script>var a = {b: 1}</script>'],
  ])('with %s passes', (_, content) => {
    expect(contentCodes(content)).toEqual([]);
  });

  it.each([
    [
      'a quote in block JSON',
      '<!-- wp:acme/map {"label":"the "West" end"} /-->',
      'malformed-block-json fault',
    ],
    [
      'a block whose JSON has no end',
      '<!-- wp:a {"label":"x --><!-- /wp:a -->',
      'malformed-block-json fault',
    ],
    ['block attributes that aren’t an object', '<!-- wp:a "x" /-->', 'malformed-block-json fault'],
    ['a block that is never closed', '<!-- wp:a --><p></p>', 'block-unbalanced notice'],
    ['a block that was never open', '<p></p><!-- /wp:a -->', 'block-unbalanced notice'],
    ['a comment that is never closed', '<!-- wp:a /--><!-- wp:b', 'comment-open notice'],
    [
      'broken JSON-LD',
      '<script type="application/ld+json">{"name":"the "West""}</script>',
      'malformed-json-ld fault',
    ],
  ])('with %s is reported', (_, content, expected) => {
    expect(contentCodes(content)).toEqual([expected]);
  });

  it('is reported by the line within the text', () => {
    const content = '<p>one</p>\n<p>two</p>\n  <!-- wp:a {"b":} /-->';
    const text = wxr([item({ content })]);
    const lines = text.slice(0, text.indexOf('<!-- wp:a')).split('\n');
    expect(auditText(text).problems[0]).toMatchObject({
      code: 'malformed-block-json',
      line: lines.length,
      column: 3,
      field: 'content:encoded',
    });
  });

  it('stops after some twenty broken blocks', () => {
    expect(contentCodes('<!-- wp:a {"b":} /-->'.repeat(500)).length).toBeLessThan(30);
  });

  it('that escapes instead of using CDATA is checked the same', () => {
    const text = wxr([item({ content: '@@' })]).replace('<![CDATA[@@]]>', '&lt;!-- wp:a {"b":} /--&gt;');
    expect(auditText(text).problems.map(({ code }) => code)).toEqual(['malformed-block-json']);
  });
});
