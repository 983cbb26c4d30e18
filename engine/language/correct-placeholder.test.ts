/** Bracket forms that can only be a misspelled placeholder: each rejects the seed with a correction. */
import { describe, expect, it } from 'vitest';
import { type Problem, prepareProject, readSeed } from '#engine';
import { type SeedSpec, readRows, wxrSeed } from '#testkit/wxr-seed.ts';
import { seedProblems } from '../platforms/shared/seed-fixture.ts';

const COLUMNS = ['geo_city', 'geo_url', 'state', 'phone', 'review_count', 'city'];
const listProblems = (spec: SeedSpec): Problem[] =>
  seedProblems(wxrSeed({ title: 'In [geo_city]', ...spec }), COLUMNS);
const malformedIn = (spec: SeedSpec) =>
  listProblems(spec).filter(({ code }) => code === 'placeholder-malformed');

describe('a malformed placeholder', () => {
  it.each([
    ['[geo.city]', '[geo_city]'],
    ['[geo–city]', '[geo_city]'],
    ['[geo—city]', '[geo_city]'],
    ['[geo\u2011city]', '[geo_city]'],
    ['[review·count]', '[review_count]'],
    ['[geo/city]', '[geo_city]'],
    ['[geo:city]', '[geo_city]'],
    ['[geo＿city]', '[geo_city]'],
    ['[geo_city, state]', '[geo_city], [state]'],
    ['[city, state]', '[city], [state]'],
    ['[city / state]', '[city] / [state]'],
    ['[geo_city, TX]', '[geo_city], TX'],
    ['[city and state]', '[city] and [state]'],
    ['[geo_city:upper]', '[geo_city | upper]'],
    ['[city:upper]', '[city | upper]'],
    ['[geo_city.title]', '[geo_city | title]'],
    ['[geo_city upper]', '[geo_city | upper]'],
    ['[phone digits]', '[phone | digits]'],
    ['[geo_city:lower:slug]', '[geo_city | lower | slug]'],
    ['[geo_city:]', '[geo_city]'],
    ['[geo_city;]', '[geo_city]'],
    ['[$geo_city]', '[geo_city]'],
    ['[{geo_city}]', '[geo_city]'],
    ['[%geo_city%]', '[geo_city]'],
    ['[geo_city/]', '[geo_city]'],
    ['[geo_city?]', '[geo_city]'],
  ])('%s is rejected with the correction %s', (written, correction) => {
    const content = `<p>Plumber</p>\n<p>in ${written}</p>`;
    expect(malformedIn({ content })).toMatchObject([
      {
        severity: 'fault',
        line: 20,
        field: 'content',
        text: `${written} would appear on every page as written. Write ${correction}.`,
      },
    ]);
  });

  it('is rejected with Markdown’s backslashes', () => {
    expect(malformedIn({ content: '<p>\\[geo_city\\] \\[phone\\]</p>' }).map(({ text }) => text)).toEqual([
      '\\[geo_city\\] would appear on every page as written. Write [geo_city].',
      '\\[phone\\] would appear on every page as written. Write [phone].',
    ]);
  });

  it.each<[string, SeedSpec]>([
    ['the title', { title: '[geo_city] [geo.city]' }],
    ['the excerpt', { excerpt: '[geo.city]' }],
    ['a meta', { metas: [['_yoast_wpseo_title', '[geo.city]']] }],
    ['serialized data', { metas: [['m', 'a:1:{i:0;s:10:"[geo.city]";}']] }],
    ['data of a builder', { metas: [['_elementor_data', '[{"t":"<b>[geo.city]</b>"}]']] }],
    ['an attribute', { content: '<a title="[geo.city]">x</a>' }],
    ['a string of a script', { content: '<script>show("[geo.city]")</script>' }],
    ['a block', { content: '<!-- wp:acme/map {"label":"[geo.city]"} /-->' }],
  ])('is found in %s', (_where, spec) => {
    expect(malformedIn({ title: '[geo_city]', ...spec })).toHaveLength(1);
  });

  it('is rejected with the nearest column if its name is misspelled', () => {
    const [problem] = listProblems({ content: '<p>[geo–ctiy]</p>' });
    expect(problem).toMatchObject({ code: 'placeholder-unknown', severity: 'fault' });
    expect(problem?.text).toContain('Did you mean [geo_city]?');
  });

  it('is left unchanged if the user preserves the name', () => {
    const { seed } = readSeed(wxrSeed({ title: '[geo_city]', content: '[geo:city]' }), 'seed.xml');
    if (!seed) throw new Error('no seed');
    const { table } = readRows([COLUMNS, COLUMNS.map(() => 'x')]);
    const { problems } = prepareProject({ seed, table, key: 'k', keep: ['geo:city'] });
    expect(problems.map(({ code }) => code)).toEqual(['brackets-untouched']);
  });
});

describe('brackets with another meaning', () => {
  it.each([
    '[state, federal or local]',
    '[U.S.]',
    '[and/or]',
    '[see: below]',
    '[1, 2]',
    '[city limits, north]',
    '[phone call, later]',
    '[note: city]',
    '[[geo.city]]',
    '<script>var a = [city, state], b = x[geo.city];</script>',
    '<style>a[city.upper] { color: red } .w-\\[city\\] { width: 1px }</style>',
    '<script>/\\[city\\]/.test(x)</script>',
    '[city /]',
    '[map city="x"]',
  ])('%s are accepted', (content) => {
    expect(listProblems({ content }).filter(({ severity }) => severity === 'fault')).toEqual([]);
  });
});
