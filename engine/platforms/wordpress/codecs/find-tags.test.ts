/** Tags of WordPress, as its own parsers find them, and in linear time. */
import { describe, expect, it } from 'vitest';
import { prepareProject, readSeed } from '#engine';
import { measureCpuMs } from '#testkit/cpu-time.ts';
import { MAX_LINEAR_GROWTH, measureGrowth } from '#testkit/growth.ts';
import { readRows, wxrSeed, type SeedSpec } from '#testkit/wxr-seed.ts';
import { findWordpressTags } from './find-tags.ts';

const list = (html: string) => findWordpressTags(html).map(({ name, kind }) => `${kind} ${name}`);

describe('tags of WordPress', () => {
  it.each([
    ['<!-- wp:paragraph --><!-- /wp:paragraph -->', ['open wp:paragraph', 'close wp:paragraph']],
    ['<!-- wp:acme/x {"a":"}"} /-->', ['void wp:acme/x']],
    ['<!--  wp:x\n{"a":{"b":1}}\n-->', ['open wp:x']],
    ['<!-- wp:more /--><!-- wp:x {"a":1}-->', ['void wp:more']],
    ['<!-- wp:a {"b":1 --><!-- wp:c /-->', ['void wp:c']],
    ['<!-- wp:a b --><!-- wp:A -->', []],
    ['[a b="]"]x[/a][c][gallery ids="1"]', ['open [a]', 'close [a]']],
    ['[a /][a]x[/a]', ['open [a]', 'close [a]']],
  ])('in %s are found', (html, tags) => {
    expect(list(html)).toEqual(tags);
  });

  it.each(['<!-- wp:a {', '<!-- wp:a ', '<!--   ', '[a b="', '[a b=\'" ', '[aaaaaaaaaa', '[a "b" '])(
    'are searched in linear time in many %s',
    (text) => {
      const million = `${text.repeat(Math.ceil(1_000_000 / text.length))}[/a]`;
      expect(measureCpuMs(() => findWordpressTags(million))).toBeLessThan(3000);
      expect(measureCpuMs(() => findWordpressTags(`${million}} -->`))).toBeLessThan(3000);
    },
  );

  it('are searched in linear time in one long name', () => {
    const million = 'a'.repeat(1_000_000);
    expect(measureCpuMs(() => findWordpressTags(`[${million}[/a]`))).toBeLessThan(3000);
  });
});

const { table } = readRows([
  ['geo_city', 'geo_url'],
  ['A', 'a'],
]);
const prepare = (toSpec: (size: number) => SeedSpec) => (size: number) => {
  const bytes = wxrSeed(toSpec(size));
  return () => {
    const { seed } = readSeed(bytes, 'seed.xml');
    return seed && prepareProject({ seed, table, key: 'x' });
  };
};
const widgets = (texts: readonly string[]) =>
  JSON.stringify(texts.map((title) => ({ elType: 'widget', settings: { title }, elements: [] })));

describe('the markers of a seed', () => {
  it.each([
    [
      'in paragraphs',
      (size: number) => ({ content: '<p>[if geo_city]</p><p>a</p><p>[/if]</p>'.repeat(size) }),
    ],
    [
      'in blocks',
      (size: number) => ({
        content: '<!-- wp:a {"b":"[if geo_city]"} /-->c<!-- wp:a {"b":"[/if]"} /-->'.repeat(size),
      }),
    ],
    [
      'in widgets',
      (size: number) => ({
        metas: [
          [
            '_elementor_data',
            widgets(Array.from({ length: size }, () => ['[if geo_city]', 'a', '[/if]']).flat()),
          ],
        ] as const,
      }),
    ],
    [
      'next to deep data',
      (size: number) => ({
        metas: [
          ['_elementor_data', `[{"a":"[if geo_city]x[/if]"},${'['.repeat(size)}${']'.repeat(size)}]`],
        ] as const,
      }),
    ],
    ['without an end', (size: number) => ({ content: '[if geo_city]<b>'.repeat(size) })],
  ])('are placed in linear time %s', (_name, toSpec) => {
    expect(measureGrowth(prepare(toSpec), 250)).toBeLessThan(MAX_LINEAR_GROWTH);
  });
});
