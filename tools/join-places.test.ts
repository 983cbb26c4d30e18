/** Joining the sources of places: population, time zones, ZIP codes and other names. */
import { describe, expect, it } from 'vitest';
import {
  joinPlaces,
  type SourcePopulation,
  type Sources,
  type SourceTown,
  type SourceZip,
} from './join-places.ts';

const WACO = { lat: 31.54933, lng: -97.14667 };
/** About as many miles north of Waco. */
const north = (miles: number) => ({ lat: WACO.lat + miles / 69, lng: WACO.lng });

const town = (changes: Partial<SourceTown> = {}): SourceTown => ({
  name: 'Waco',
  country: 'US',
  state: 'TX',
  stateName: 'Texas',
  county: 'McLennan County',
  ...WACO,
  ...changes,
});
const entry = (changes: Partial<SourcePopulation> = {}): SourcePopulation => ({
  names: ['Waco'],
  state: 'TX',
  population: 132_356,
  timezone: 'America/Chicago',
  ...WACO,
  ...changes,
});
const zip = (changes: Partial<SourceZip> = {}): SourceZip => ({
  zip: '76701',
  city: 'Waco',
  state: 'TX',
  ...WACO,
  ...changes,
});

const join = (sources: Partial<Sources>) =>
  joinPlaces({ towns: [town()], populations: [entry()], zips: [], ...sources });
const joinOne = (sources: Partial<Sources>) => join(sources)[0];

describe('population and time zone', () => {
  it('come from the nearest entry with the name of the town', () => {
    const far = entry({ population: 7, ...north(5) });
    expect(joinOne({ populations: [far, entry()] })?.population).toBe(132_356);
  });

  it('don’t come from an entry that is far away, in another state, or with another name', () => {
    const others = [
      entry(north(12)),
      entry({ state: 'LA', timezone: 'America/New_York' }),
      entry({ names: ['Hewitt', 'Waco'], ...north(1) }),
    ];
    expect(joinOne({ populations: others })).toMatchObject({
      population: undefined,
      timezone: 'America/Chicago',
    });
  });

  it('come from an entry at the same coordinates if the town was renamed', () => {
    expect(joinOne({ populations: [entry({ names: ['Fort Hood'] })] })?.population).toBe(132_356);
  });

  it('are unknown and that of the nearest entry otherwise', () => {
    const populations = [
      entry({ names: ['El Paso'], timezone: 'America/Denver', ...north(90) }),
      entry({ names: ['Hewitt'], ...north(30) }),
    ];
    expect(joinOne({ populations })).toMatchObject({ population: undefined, timezone: 'America/Chicago' });
  });

  it('treat a population of 0 as unknown', () => {
    expect(joinOne({ populations: [entry({ population: 0 })] })?.population).toBeUndefined();
  });

  it('come from the nearest entry of the country in a state without entries, but without its population', () => {
    const populations = [entry({ state: 'LA', ...north(90), timezone: 'Far' }), entry({ state: 'OK' })];
    expect(joinOne({ populations })).toMatchObject({ population: undefined, timezone: 'America/Chicago' });
  });

  it('throw in a country without any time zone', () => {
    expect(() => join({ populations: [] })).toThrow('No time zone for Waco, TX.');
  });
});

describe('ZIP codes', () => {
  it('belong to the town of their name, the most central one first, the others in order', () => {
    const zips = [
      zip({ zip: '76712', ...north(6) }),
      zip({ zip: '76704', ...north(1) }),
      zip({ zip: '76703', ...north(3) }),
    ];
    expect(joinOne({ zips })?.zips).toEqual(['76704', '76703', '76712']);
  });

  it.each([
    ['which share their coordinates with each other', ['76702', '76797'], 2],
    ['which are at the coordinates of the town', ['76702'], 0],
  ])('of post office boxes, %s, are first only if there is no other', (_, boxes, miles) => {
    const zips = boxes.map((each) => zip({ zip: each, ...north(miles) }));
    expect(joinOne({ zips })?.zips).toEqual(boxes);
    expect(joinOne({ zips: [...zips, zip({ zip: '76704', ...north(4) })] })?.zips[0]).toBe('76704');
  });

  it('belong to the nearer of two towns with the same name', () => {
    const towns = [town({ county: 'A' }), town({ county: 'B', ...north(20) })];
    const places = join({ towns, zips: [zip(north(19))] });
    expect(places.map(({ zips }) => zips)).toEqual([[], ['76701']]);
  });

  it('without a town of their name belong to the nearest town within reach, marked as nearest', () => {
    const towns = [town(), town({ name: 'Hewitt', ...north(10) })];
    const zips = [
      zip({ zip: '76655', city: 'Lorena', ...north(9) }),
      zip({ zip: '79901', city: 'El Paso', ...north(40) }),
      zip({ zip: '71101', city: 'Lorena', state: 'LA' }),
    ];
    const places = join({ towns, zips });
    expect(places.map(({ name, zips: own, nearZips }) => [name, own, nearZips])).toEqual([
      ['Hewitt', [], ['76655']],
      ['Waco', [], []],
    ]);
  });

  it('appear once, even if the source repeats them', () => {
    expect(joinOne({ zips: [zip(), zip()] })?.zips).toEqual(['76701']);
  });
});

describe('other names', () => {
  const zips = [zip({ city: 'New York' })];
  it('are names of ZIP codes that the other source lists for the town', () => {
    const towns = [town({ name: 'New York City' })];
    const populations = [entry({ names: ['New York City', 'New York', 'Gotham'] })];
    expect(joinOne({ towns, populations, zips })).toMatchObject({ aliases: ['New York'], zips: ['76701'] });
  });

  it('contain the name of the town or are contained in it: others are often villages nearby', () => {
    const populations = [entry({ names: ['Waco', 'New York'] })];
    expect(joinOne({ populations, zips })).toMatchObject({ aliases: [], zips: [], nearZips: ['76701'] });
  });

  it('are not names of other towns of the state', () => {
    const towns = [town({ name: 'New York City' }), town({ name: 'New York', ...north(50) })];
    const populations = [entry({ names: ['New York City', 'New York'] })];
    expect(join({ towns, populations, zips }).map(({ aliases }) => aliases)).toEqual([[], []]);
  });
});

it('drops the smaller or later of two entries of a town', () => {
  const list = (...towns: SourceTown[]) =>
    join({ towns }).map(({ name, county, population }) => [name, county, population]);
  const [small, large] = [town({ name: 'St. Waco', ...north(1) }), town({ name: 'Saint Waco' })];
  const populations = [
    entry({ names: ['Saint Waco'] }),
    entry({ names: ['St Waco'], population: 9, ...north(1) }),
  ];
  const names = (towns: SourceTown[]) => join({ towns, populations }).map(({ name }) => name);
  expect(names([small, large])).toEqual(['Saint Waco']);
  expect(names([large, small])).toEqual(['Saint Waco']);
  expect(list(town(), town())).toEqual([['Waco', 'McLennan County', 132_356]]);
  expect(list(town(), town(north(4)))).toHaveLength(2);
  expect(list(town(), town({ county: 'Bell County' }))).toHaveLength(2);
});

it('sorts places by state, county and name', () => {
  const towns = [
    town({ name: 'B' }),
    town({ name: 'A' }),
    town({ name: 'C', county: 'Bell County' }),
    town({ name: 'D', state: 'LA' }),
  ];
  const populations = [entry(), entry({ state: 'LA' })];
  expect(join({ towns, populations }).map(({ name }) => name)).toEqual(['D', 'C', 'A', 'B']);
});
