/** Seeds that are made to keep the engine busy: refused with a figure, or read in time that grows with their size. */
import { describe, expect, it } from 'vitest';
import { inspect, readSeed } from '#engine';
import { MAX_LINEAR_GROWTH, measureGrowth } from '#testkit/growth.ts';
import { type SeedSpec, wxrSeed } from '#testkit/wxr-seed.ts';

const read = (spec: SeedSpec) => readSeed(wxrSeed(spec), 'seed.xml');
const look = (spec: SeedSpec) => {
  const bytes = wxrSeed(spec);
  return () => inspect({ seed: { bytes, file: 'seed.xml' } });
};
const nameEach = (count: number, write: (name: string) => string) =>
  Array.from({ length: count }, (_, index) => write(`n${index.toString(36)}x`)).join(' ');

describe('a seed with too many placeholders', () => {
  it.each([
    ['as people write them', '[geo_city]'],
    ['behind percent signs', '%5Bgeo_city%5D '],
    ['behind references', '&#91;geo_city&#93; '],
  ])('is refused with the figure: %s', (_name, text) => {
    const { seed, problems } = read({ title: 'Page', content: text.repeat(50_001) });
    expect(seed).toBeUndefined();
    expect(problems).toMatchObject([
      { code: 'seed-too-many-placeholders', severity: 'fault', text: expect.stringContaining('50,001') },
    ]);
  });

  it('is read up to the limit', () => {
    expect(read({ title: 'Page', content: '[geo_city]'.repeat(50_000) }).seed).toBeDefined();
  });

  it('counts neither brackets of data nor CDATA sections', () => {
    const extra = '<x><![CDATA[town]]></x>'.repeat(50_001);
    expect(read({ content: `${'[["a"],[1],[]]'.repeat(60_000)}[geo_city]`, extra }).seed).toBeDefined();
  });
});

describe('a seed with too many different names', () => {
  it('is refused with the figure', () => {
    const { seed, problems } = read({ title: 'Page', content: nameEach(2001, (name) => `[${name}]`) });
    expect(seed).toBeUndefined();
    expect(problems).toMatchObject([
      { code: 'seed-too-many-names', severity: 'fault', text: expect.stringContaining('2,001') },
    ]);
  });

  it('is read up to the limit', () => {
    expect(read({ title: 'Page', content: nameEach(2000, (name) => `[${name}]`) }).seed).toBeDefined();
  });
});

describe('a comment that no importer takes', () => {
  it('is refused where libxml2 refuses it', () => {
    const { problems } = read({ extra: `<!--${'-x'.repeat(5_000_001)}-->` });
    expect(problems).toMatchObject([
      { code: 'seed-comment-too-long', severity: 'fault', text: expect.stringContaining('10,000,000') },
    ]);
  });

  it.each(['a -- b', 'a-', 'a \u0001 b'])('is still judged by its form: %j', (text) => {
    expect(read({ extra: `<!--${'-x'.repeat(2000)}${text}-->` }).problems).toMatchObject([
      { code: 'seed-not-xml' },
    ]);
  });
});

describe('the time that an inspection takes', () => {
  it.each<[string, (size: number) => SeedSpec]>([
    ['names that fit nothing', (size) => ({ content: nameEach(size, (name) => `[${name}]`) })],
    ['names of ours that fit nothing', (size) => ({ content: nameEach(size, (name) => `[geo_${name}]`) })],
    [
      'names that nothing closes',
      (size) => ({ content: nameEach(size, (name) => `[geo_city ${name} [geo_city]`) }),
    ],
    ['words joined by hyphens', (size) => ({ content: `${'-x'.repeat(size * 20)} [geo_city]` })],
  ])('grows no faster than the seed: %s', (_name, make) => {
    expect(measureGrowth((size) => look(make(size)), 450)).toBeLessThanOrEqual(MAX_LINEAR_GROWTH);
  });

  it('stands a text of millions of joined words', () => {
    const { problems } = look({ content: `<!--${'-x'.repeat(4_500_000)}-->[geo_city]` })();
    expect(problems.map(({ code }) => code)).not.toContain('no-placeholder');
  });
});
