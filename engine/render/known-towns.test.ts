/** Towns keep the values that the gazetteer had for them, whatever a later version of it has. */
import { describe, expect, it } from 'vitest';
import { build, type BuildOptions, wxrSeed } from '#testkit/wxr-seed.ts';
import { makePlace, makePlaces } from '../places/places-fixture.ts';

const CONTENT = '[geo_city]: [geo_county | default:"?"] [geo_population | default:"?"]';
const seed = wxrSeed({ content: CONTENT });
const MIDWAYS = [
  makePlace({ name: 'Midway', county: 'Gadsden County', lat: 30.5, lng: -84.5 }),
  makePlace({ name: 'Midway', county: 'Leon County', lat: 33, lng: -99 }),
];
const OLD = makePlaces([makePlace(), makePlace({ name: 'Austin', county: 'Travis County' }), ...MIDWAYS]);
const NEW = makePlaces(OLD.all.map((place) => ({ ...place, population: 1 })));

function fill(rows: string[][], options: BuildOptions) {
  const { pages, problems, layout } = build(seed, rows, options);
  const towns = [...(layout.plan.project.towns?.list(layout.plan.rows) ?? [])];
  return { texts: pages.map(({ fields }) => fields['content:encoded']), problems, towns };
}

const first = (rows: string[][]) => fill(rows, { places: () => OLD }).towns;
const later = (rows: string[][], knownTowns: BuildOptions['knownTowns']) =>
  fill(rows, { places: () => NEW, ...(knownTowns && { knownTowns }) });

describe('a town that a row had before', () => {
  const rows = [
    ['city', 'state', 'url'],
    ['Waco', 'TX', 'waco'],
    ['Austin', 'TX', 'austin'],
  ];

  it('keeps its values after an update; a new town has those of the new file', () => {
    const known = first(rows.slice(0, 2));
    const { texts, towns } = later(rows, known);
    expect(texts).toEqual(['Waco: McLennan County 132356', 'Austin: Travis County 1']);
    expect(towns).toMatchObject([{ key: 'austin' }, { key: 'waco' }]);
    expect(later(rows, towns).texts).toEqual(texts);
  });

  it('is looked up again once its row names another town', () => {
    const moved = [
      ['city', 'state', 'url'],
      ['Austin', 'TX', 'waco'],
    ];
    expect(later(moved, first(rows)).texts).toEqual(['Austin: Travis County 1']);
  });

  it('stays certain without the cell that made it certain', () => {
    const sheet = (county: string) => [
      ['city', 'state', 'county', 'row_id'],
      ['Midway', 'TX', county, '7'],
    ];
    const known = first(sheet('Gadsden'));
    const { texts, problems } = later(sheet(''), known);
    expect(texts).toEqual(['Midway: Gadsden County 132356']);
    expect(problems.filter(({ code }) => code === 'place-ambiguous')).toEqual([]);
    const moved = later(sheet('Leon'), known);
    expect(moved.texts).toEqual(['Midway: Leon 1']);
    expect(later(sheet('Gadsden'), moved.towns).texts).toEqual(['Midway: Gadsden 132356']);
    // The row was in both, so neither is certain.
    expect(later(sheet(''), moved.towns).texts).toEqual(['Midway: ? ?']);
  });

  it.each(['__proto__', 'constructor', 'x'.repeat(300)])('may have the key %s', (key) => {
    const sheet = [
      ['city', 'state', 'row_id'],
      ['Waco', 'TX', key],
    ];
    const known = first(sheet);
    expect(known[0]?.key.length).toBeLessThanOrEqual(255);
    expect(later(sheet, known).texts).toEqual(['Waco: McLennan County 132356']);
  });

  it('is stored once for all services of a combination, by the key of its own list', () => {
    const combined = [
      ['service', 'id'],
      ['Roofing', 's1'],
      ['Drains', 's2'],
    ];
    const sheet = [
      ['city', 'state', 'id'],
      ['Waco', 'TX', 't1'],
      ['Midway', 'TX', 't2'],
    ];
    const { towns, problems } = fill(sheet, { places: () => OLD, combined });
    expect(towns.map(({ key }) => key)).toEqual(['t1']);
    expect(problems.filter(({ code }) => code === 'place-ambiguous')).toMatchObject([
      { row: 3, file: 'rows.xlsx' },
    ]);
  });
});
