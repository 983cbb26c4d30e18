/** No seed may take the scanner longer than linear time: twice as many bytes, twice as long. */
import { describe, expect, it } from 'vitest';
import { prepareProject, readSeed } from '#engine';
import { tenfold } from '#testkit/cases.ts';
import { MAX_LINEAR_GROWTH, measureGrowth } from '#testkit/growth.ts';
import { type SeedSpec, readRows, wxrSeed } from '#testkit/wxr-seed.ts';

const { table } = readRows([
  ['geo_city', 'lat', 'geo_url'],
  ['A', '1', 'a'],
]);

function prepareScan(spec: SeedSpec): () => unknown {
  const bytes = wxrSeed(spec);
  return () => {
    const { seed } = readSeed(bytes, 'seed.xml');
    return seed && prepareProject({ seed, table, key: 'x' });
  };
}

const repeat = (text: string) => (size: number) => text.repeat(size);
const content = (make: (size: number) => string) => (size: number) => ({
  content: `${make(size)}[geo_city]`,
});
const meta =
  (make: (size: number) => string) =>
  (size: number): SeedSpec => ({ metas: [['x', make(size)]] });

const CASES: Record<string, (size: number) => SeedSpec> = {
  'serialized strings whose lengths lead far on': meta(
    (size) => `a:${size}:{${'i:0;s:600000:"a";'.repeat(size)}}`,
  ),
  'serialized strings with a malformed end': meta((size) => `a:${size}:{${'i:0;s:9:"\n";x'.repeat(size)}}`),
  'opening brackets': content(repeat('['.repeat(20))),
  'brackets of others': content((size) =>
    Array.from({ length: size / 4 }, (_, index) => `[w${index}x]`).join(' '),
  ),
  'placeholders in CDATA': content(repeat('[geo_city] ')),
  'placeholders written with references': (size) => ({
    content: '[geo_city] '.repeat(size),
    style: 'escaped',
  }),
  "WPBakery's brackets that never close": content(repeat('`{`'.repeat(20))),
  "Divi's brackets that never close": content(repeat('%91'.repeat(20))),
  'mustache tags with one end for all': content((size) => `${'{{'.repeat(size * 20)}}}`),
  'mustache tags without an end': content(repeat('{{ x '.repeat(20))),
  'shortcodes that never close': content(repeat('[a b="1" ')),
  'shortcodes in shortcodes': content((size) => `${'[a b="'.repeat(size)}[geo_city]${'"]'.repeat(size)}`),
  'shortcodes with a placeholder each': content(repeat('[a b="[geo_city]"] ')),
  'one shortcode with many placeholders': (size) => ({ content: `[a ${'b="[geo_city]" '.repeat(size)}]` }),
  'escaped quotes in a string of a script that never ends': (size) => ({
    content: `<script>var a="${'\\"'.repeat(size * 20)}[geo_city]\\</script>`,
  }),
  'regular expressions that never close': (size) => ({
    content: `<script>x${'=/['.repeat(size * 10)}\n"[geo_city]"</script>`,
  }),
  'code in a template literal': (size) => ({ content: `<script>\`${'${[lat]} '.repeat(size)}\`</script>` }),
  'template literals in template literals': content(
    (size) => `<script>${'`${'.repeat(size * 10)}"[geo_city]"</script>`,
  ),
  'parentheses in a script': content((size) => `<script>${'if ('.repeat(size * 10)}/"[geo_city]"</script>`),
  'addresses of CSS that never close': content(
    (size) => `<style>${'url("\\"'.repeat(size * 5)}[geo_city]</style>`,
  ),
  'backslashes within a string of CSS': content(
    (size) => `<style>a{content:"${'\\'.repeat(size * 40)}x[geo_city]"}</style>`,
  ),
  'strings of JSON that never close': meta((size) => `["${'\\"'.repeat(size * 20)}[geo_city]]`),
  'strings of JSON': meta((size) => `[${'"[geo_city]",'.repeat(size)}"a"]`),
  'JSON in JSON that is none': meta((size) => `${'s:1:"["'.repeat(size)}[geo_city]`),
  'ends of a serialized string': meta((size) => `s:9:"${'";x'.repeat(size * 20)}[geo_city]";`),
  'members of a serialized array': meta(
    (size) =>
      `a:${size}:{${Array.from({ length: size }, (_, index) => `i:${index};s:10:"[geo_city]";`).join('')}}`,
  ),
  'serialized arrays in arrays': meta((size) => `${'a:1:{i:0;'.repeat(size * 10)}[geo_city]`),
  'serialized strings in strings': meta((size) => `${'s:1:"'.repeat(size)}[geo_city]${'";'.repeat(size)}`),
  'tags that never close': content(repeat('<a '.repeat(10))),
  'comments that never close': content(repeat('<!--'.repeat(10))),
  'block comments': content((size) => '<!-- wp:x {"a":"[geo_city]"} -->'.repeat(size / 4)),
  'unknown references': content((size) => Array.from({ length: size }, (_, index) => `&n${index};`).join('')),
  'attributes without quotes': content((size) => `<p ${'a=[geo_city] '.repeat(size)}>`),
  'candidates of a srcset': content((size) => `<img srcset="${'[geo_city].jpg 1x, '.repeat(size)}">`),
  'CDATA sections in one leaf': (size) => ({ extra: `<x>${'<![CDATA[]]>'.repeat(size * 5)}</x>` }),
  'CDATA sections that never close': (size) => ({ extra: `<x>${'<![CDATA['.repeat(size * 20)}</x>` }),
  'XML comments that never close': (size) => ({ extra: `<x>${'<!--'.repeat(size * 20)}</x>` }),
  'bare ampersands': (size) => ({ extra: `<x>${'&'.repeat(size * 20)}</x>` }),
  'small leaves': (size) => ({ extra: '<x>a</x>'.repeat(size) }),
  items: (size) => ({
    before: Array.from({ length: size / 20 }, (_, index) => ({ id: index + 100, title: `t${index}` })),
  }),
  metas: (size) => ({
    metas: Array.from({ length: size / 4 }, (_, index) => [`k${index}`, '[geo_city]'] as const),
  }),
  'slugs of many words': (size) => ({ slug: `${'a-'.repeat(size)}geo_city` }),
};

describe('time that scanning takes', () => {
  it.each(Object.entries(CASES))('grows no faster than the seed: %s', (_name, make) => {
    expect(measureGrowth((size) => prepareScan(make(size)), 500)).toBeLessThanOrEqual(MAX_LINEAR_GROWTH);
  });

  it('is enough for a script, a style, a JSON and a serialized string of many characters', () => {
    const count = tenfold(100_000);
    const long = 'a\\"'.repeat(count);
    for (const spec of [
      { content: `<script>"${long}[geo_city]"</script>` },
      { content: `<style>a{b:"${long}[geo_city]"}</style>` },
      { metas: [['x', `["${long}[geo_city]"]`]] },
      { metas: [['x', `s:${3 * count + 10}:"${long}[geo_city]";`]] },
    ] satisfies SeedSpec[]) {
      const { seed } = readSeed(wxrSeed(spec), 'seed.xml');
      if (!seed) throw new Error('refused');
      const { project, problems } = prepareProject({ seed, table, key: 'x' });
      expect(problems).toEqual([]);
      expect(project?.pattern.pieces.filter(({ kind }) => kind === 'hole').length).toBeGreaterThan(5);
    }
  });

  it('is enough for tens of thousands of placeholders in one serialized text', () => {
    const count = tenfold(4_000);
    const metas = [['x', `s:5:"<p>${'[geo_city] '.repeat(count)}";`]] as const;
    const { seed } = readSeed(wxrSeed({ metas }), 'seed.xml');
    if (!seed) throw new Error('refused');
    const { project } = prepareProject({ seed, table, key: 'x' });
    expect(project?.pattern.pieces.length).toBeGreaterThan(count);
  });
});
