/** The audit finds pages whose template tags are not those of the seed, on every platform that has such. */
import { describe, expect, it } from 'vitest';
import { buildFormat, type Damage, listFaultCodes, testDamage } from '#testkit/format-build.ts';
import { MAX_LINEAR_GROWTH, measureGrowth } from '#testkit/growth.ts';
import { wxrText } from '#testkit/wxr-seed.ts';
import { readMustacheShape } from './mustache-shape.ts';

const ROWS = [
  ['geo_city', 'geo_url', 'lat'],
  ['Austin', 'austin', '30.2672'],
  ['Waco', 'waco', '-31.5493'],
];

/** In the page of the second row. */
const swap =
  (from: string | RegExp, to: string): Damage[1] =>
  (text) => {
    const at = text.lastIndexOf('Plumber in Waco');
    return text.slice(0, at) + text.slice(at).replace(from, () => to);
  };

const HUBL = [
  '<p>{{ cta("abc", "[geo_city]") }} {{ [lat] }}</p>',
  "<p>{% set town = '[geo_city]' %}{# about [geo_city] #}{% raw %}{{ '[geo_city]' }}{% endraw %}</p>",
  '<p>{{ f(&quot;[geo_city]&quot;) }}</p>',
].join('\n');

describe('the audit of HubL', () => {
  const seed = wxrText({
    type: 'post',
    slug: 'geo_url',
    title: 'Plumber in [geo_city]',
    content: HUBL,
    excerpt: '{{ "[geo_city]" }}',
  });
  const built = buildFormat(seed, ROWS, { format: 'hubspot' });
  testDamage(built, [
    ['a string that a row ends', swap('"Waco"', '"Wa" ~ request ~ "co"'), 'tags-changed'],
    ['a string with another quote', swap("'Waco'", `"Waco'`), 'tags-changed'],
    ['an argument more', swap('"Waco"', '"Wa", "co"'), 'tags-changed'],
    ['an escape that swallows a tag', swap('"Waco"', String.raw`"Waco\"`), 'tags-changed'],
    ['a name in the place of a number', swap('-31.5493', 'contact.email'), 'tags-changed'],
    ['code in the place of a number', swap('-31.5493', '7 * 7'), 'tags-changed'],
    ['a comment that a row ends', swap('about Waco', 'about #} {{ x }'), 'tags-changed'],
    ['a comment that a row ends with text after it', swap('about Waco', 'about #}'), 'tags-changed'],
    ['a string of a raw block', swap("{{ 'Waco' }}", "{{ 'Wa'+f()+'co' }}"), 'tags-changed'],
    ['a raw block that a row ends', swap("{{ 'Waco' }}", "{% endraw %}{{ 'Waco' }}"), 'tags-changed'],
    ['quotes written as references', swap('&quot;Waco', '&quot;&quot; ~ Waco'), 'tags-changed'],
    ['a tag more', swap('<p>', '<p>{{ x }}'), 'tags-changed'],
    ['a tag less', swap('{{ -31.5493 }}', ''), 'tags-changed'],
    ['no tag at all', swap(/<p>[^]*<\/p>/, '<p>x</p>'), 'tags-changed'],
    ['a tag of the description', swap('{{ "Waco" }}', '{{ "Wa" "co" }}'), 'tags-changed'],
  ]);
  testDamage(
    built,
    [
      ['a tag in a name', (text) => text.replace('"Plumber in Waco', '"{{ x }} Waco'), 'hubl-in-text'],
      ['another tag in a body', (text) => text.replaceAll('""Waco""', '""Wa"" ~ x ~ ""co""'), 'hubl-in-text'],
    ],
    1,
  );
});

describe('a post with more tags than problems are listed', () => {
  const content = `<p>{{ "[geo_city]" }}${'{{ 1 }} '.repeat(150)}</p>`;
  const seed = wxrText({ type: 'post', slug: 'geo_url', title: 'Plumber in [geo_city]', content });
  testDamage(buildFormat(seed, ROWS, { format: 'hubspot' }), [
    ['a tag more', swap('<p>', '<p>{{ x }}'), 'tags-changed'],
    ['a string that a row ends', swap('"Waco"', '"Wa" ~ request ~ "co"'), 'tags-changed'],
  ]);
});

const MUSTACHE =
  '<div v-cloak>{{ "[geo_city]" }} {{ f(\'[geo_city]\', [lat]) }}<p title="[geo_city]">x</p></div>';
const CHANGES: readonly Damage[] = [
  ['a string that a row ends', swap('"Waco"', '"Wa"+alert(1)+"co"'), 'tags-changed'],
  ['a string after references', swap("'Waco'", '&#39;Wa&#39;+f(&#39;co&#39;'), 'tags-changed'],
  ['a call in the place of a number', swap('-31.5493', 'alert(1)'), 'tags-changed'],
  ['a tag that a row ends', swap('"Waco"', '"}}"'), 'tags-changed'],
  ['a tag more', swap('>x<', '>{{ 7*7 }}<'), 'tags-changed'],
  ['a tag less', swap('{{ "Waco" }}', ''), 'tags-changed'],
];

describe('the audit of mustache tags', () => {
  const wordpress = wxrText({ slug: 'geo_url', title: 'Plumber in [geo_city]', content: MUSTACHE });
  testDamage(buildFormat(wordpress, ROWS, { format: 'wordpress' }), CHANGES);
  const drupal = `<root><item><guid>1</guid><title>Plumber in [geo_city]</title><path>/[geo_url]</path><body><![CDATA[${MUSTACHE}]]></body></item></root>`;
  testDamage(buildFormat(drupal, ROWS, { format: 'drupal', site: 'https://site.example' }), CHANGES);

  it('allows a cell with such a text if no engine renders the page', () => {
    const seed = wxrText({ slug: 'geo_url', title: 'Plumber in [geo_city]', content: '<p>[geo_city]</p>' });
    const built = buildFormat(seed, [ROWS[0] ?? [], ['{{ x }}', 'a', '1']], { format: 'wordpress' });
    expect(built.text).toContain('<p>{{ x }}</p>');
    expect(listFaultCodes(built.audit().problems)).toEqual([]);
  });

  it('reads a text in which no tag has its end nearby in linear time', () => {
    const read = (count: number) => {
      const text = `${'{{ '.repeat(count)}${' '.repeat(2000)}}}`;
      return () => readMustacheShape(text);
    };
    expect(measureGrowth(read, 20_000)).toBeLessThanOrEqual(MAX_LINEAR_GROWTH);
  });
});
