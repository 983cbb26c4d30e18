/** Looking up towns, in invented files and in the file of the United States. */
import { describe, expect, it } from 'vitest';
import { PLACE_COLUMNS, toRowValues } from './place.ts';
import { makePlace, makePlaces, readUsPlaces } from './places-fixture.ts';
import { createPlaces, type PlaceQuery } from './places.ts';

const us = readUsPlaces();

/** `Austin, Travis County`, `2: Gadsden County / Santa Rosa County` or `none` */
function describeFound(query: PlaceQuery): string {
  const found = us.find(query);
  if (found.kind === 'none') return 'none';
  if (found.kind === 'one') return `${found.place.name}, ${found.place.county}`;
  return found.candidates.map(({ county }) => county).join(' / ');
}

describe('find', () => {
  it.each([
    [{ city: 'Austin', state: 'TX' }, 'Austin, Travis County'],
    [{ city: '  austin ', state: 'texas' }, 'Austin, Travis County'],
    [{ city: 'Saint Louis', state: 'MO' }, 'St. Louis, City of Saint Louis'],
    [{ city: 'St Louis', state: 'Missouri' }, 'St. Louis, City of Saint Louis'],
    [{ city: "O'Fallon", state: 'Mo.' }, "O'Fallon, Saint Charles County"],
    [{ city: 'OFallon', state: 'MO' }, "O'Fallon, Saint Charles County"],
    [{ city: 'Coeur d’Alene', state: 'ID' }, "Coeur d'Alene, Kootenai County"],
    [{ city: 'Canon City', state: 'CO' }, 'Cañon City, Fremont County'],
    [{ city: 'Winston Salem', state: 'North Carolina' }, 'Winston-Salem, Forsyth County'],
    [{ city: 'Ft. Worth', state: 'TX' }, 'Fort Worth, Tarrant County'],
    [{ city: 'Mt Vernon', state: 'NY' }, 'Mount Vernon, Westchester County'],
    [{ city: 'New York', state: 'New York' }, 'New York City, '],
    [{ city: 'Washington', state: 'D.C.' }, 'Washington, District of Columbia'],
    [{ city: 'Austin', state: 'Ontario' }, 'none'],
    [{ city: 'Atlantis', state: 'TX' }, 'none'],
    [{ city: '', state: 'TX' }, 'none'],
    [{ zip: '78701' }, 'Austin, Travis County'],
    [{ zip: '78701-1234' }, 'Austin, Travis County'],
    [{ zip: '501', city: '' }, 'Holtsville, Suffolk County'],
    [{ zip: '99999' }, 'none'],
  ] satisfies [PlaceQuery, string][])('finds the town of %o: %s', (query, expected) => {
    expect(describeFound(query)).toBe(expected);
  });

  const MIDWAY = { city: 'Midway', state: 'FL' };
  it('returns all towns of an ambiguous name', () => {
    expect(describeFound(MIDWAY)).toBe('Gadsden County / Santa Rosa County / Seminole County');
  });

  it.each([
    ['the county', { county: 'Seminole' }, 'Seminole County'],
    ['the county with its kind', { county: 'SANTA ROSA CO.' }, 'Santa Rosa County'],
    ['the ZIP code', { zip: '32343' }, 'Gadsden County'],
    ['the coordinates', { lat: 28.8, lng: -81.2 }, 'Seminole County'],
  ])('chooses between them by %s', (_, more, county) => {
    expect(describeFound({ ...MIDWAY, ...more })).toBe(`Midway, ${county}`);
  });

  it('stays ambiguous if the county or the ZIP code fits none of them', () => {
    expect(describeFound({ ...MIDWAY, county: 'Travis', zip: '78701' })).toContain(' / ');
  });

  it('finds an unambiguous town whose county differs, because towns extend over counties', () => {
    expect(describeFound({ city: 'Austin', state: 'TX', county: 'Williamson' })).toBe(
      'Austin, Travis County',
    );
  });

  it('finds no town far from the coordinates of the row', () => {
    expect(describeFound({ city: 'Austin', state: 'TX', lat: 32.8, lng: -96.8 })).toBe('none');
  });

  it('refuses coordinates that are out of range', () => {
    expect(() => us.find({ ...MIDWAY, lat: 128.8, lng: -81.2 })).toThrow(RangeError);
  });

  it('looks in all states without a state', () => {
    expect(us.find({ city: 'Portland' })).toMatchObject({
      kind: 'ambiguous',
      candidates: expect.arrayContaining([expect.objectContaining({ state: 'ME' })]),
    });
    expect(describeFound({ city: 'Pflugerville' })).toBe('Pflugerville, Travis County');
  });

  it('finds a town by another name once, even if both names are the same to a reader', () => {
    const places = makePlaces([makePlace({ name: 'Mount Olive', aliases: ['Mt. Olive', 'Olive'] })]);
    expect(places.find({ city: 'Mt Olive', state: 'TX' }).kind).toBe('one');
    expect(places.find({ city: 'Olive', state: 'TX' }).kind).toBe('one');
  });
});

describe('lists', () => {
  const AUSTIN = { lat: 30.26715, lng: -97.74306 };

  it('has the towns around a point, nearest first, with their distances', () => {
    const found = us.near(AUSTIN, { withinMiles: 20, minPopulation: 15_000 });
    expect(found.map(({ place, miles }) => `${place.name} ${miles.toFixed(1)}`)).toEqual([
      'Austin 0.0',
      'Jollyville 12.3',
      'Pflugerville 14.0',
      'Brushy Creek 17.0',
      'Cedar Park 17.1',
      'Round Rock 17.1',
    ]);
  });

  it('refuses a center that is out of range', () => {
    expect(() => us.near({ lat: 30, lng: 200 }, { withinMiles: 5 })).toThrow(RangeError);
  });

  it('has the towns of a state by code or name, of a county with or without its kind', () => {
    expect(us.inState('RI').length).toBe(us.inState('rhode island').length);
    expect(us.inState('XX')).toEqual([]);
    const names = us.inCounty('Travis', 'TX', 50_000).map(({ name }) => name);
    expect(names).toEqual(['Austin', 'Pflugerville']);
    expect(us.inCounty('travis county', 'Texas', 50_000).length).toBe(2);
    expect(us.inCounty('Orleans', 'LA').length).toBeGreaterThan(0);
    expect(us.inCounty('', 'NY')).toEqual([]);
  });

  it('leaves out towns of unknown population only with a minimum', () => {
    const places = makePlaces([
      makePlace({ population: undefined }),
      makePlace({ name: 'Hewitt', population: 1 }),
    ]);
    expect(places.inState('TX', 1).map(({ name }) => name)).toEqual(['Hewitt']);
    expect(places.inState('TX').length).toBe(2);
  });

  it('finds a ZIP code with the name of another town at the nearest one, which has it in no address', () => {
    const places = makePlaces([makePlace({ zips: [], nearZips: ['76655'] })]);
    const place = places.withZip('76655');
    expect(place?.name).toBe('Waco');
    expect(place && toRowValues(place).geo_zip).toBe('');
    expect(places.withZip('76656')).toBeUndefined();
    expect(places.withZip('nonsense')).toBeUndefined();
  });
});

describe('row values', () => {
  it('have all columns, with five decimals for coordinates', () => {
    expect(toRowValues(makePlace({ lat: 31.5, zips: ['00501', '00544'] }))).toEqual({
      geo_city: 'Waco',
      geo_state: 'TX',
      geo_county: 'McLennan County',
      geo_zip: '00501',
      geo_lat: '31.50000',
      geo_lng: '-97.14667',
      geo_population: '132356',
      geo_timezone: 'America/Chicago',
    });
    expect(Object.keys(toRowValues(makePlace()))).toEqual([...PLACE_COLUMNS]);
  });

  it('are empty where a value is unknown', () => {
    const place = makePlace({ county: '', population: undefined, zips: [] });
    expect(toRowValues(place)).toMatchObject({ geo_county: '', geo_population: '', geo_zip: '' });
  });
});

describe('the file of the United States', () => {
  it('has the towns of 50 states and the District of Columbia', () => {
    expect(us.all.length).toBe(17_338);
    expect(new Set(us.all.map(({ state }) => state)).size).toBe(51);
    expect(new Set(us.all.map(({ country }) => country))).toEqual(new Set(['US']));
    expect(us.version).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(us.credits).toContain('GeoNames');
  });

  it('has a county for all but New York City and three others', () => {
    const without = us.all.filter(({ county }) => county === '').map(({ name }) => name);
    expect(without).toContain('New York City');
    expect(without.length).toBe(4);
  });

  it('has the population of 95% of the towns, and ZIP codes of 69%', () => {
    const share = (count: number) => count / us.all.length;
    expect(share(us.all.filter(({ population }) => population !== undefined).length)).toBeGreaterThan(0.95);
    expect(share(us.all.filter(({ zips }) => zips.length > 0).length)).toBeGreaterThan(0.69);
  });

  it('has the population of renamed towns, and none for a part of a city', () => {
    const getPopulation = (city: string, state: string) => {
      const found = us.find({ city, state });
      return found.kind === 'one' ? found.place.population : found.kind;
    };
    expect(getPopulation('Lake Worth Beach', 'FL')).toBeGreaterThan(30_000);
    expect(getPopulation('Logan Square', 'IL')).toBeUndefined();
  });

  it('has each ZIP code once', () => {
    const zips = us.all.flatMap((place) => [...place.zips, ...place.nearZips]);
    expect(new Set(zips).size).toBe(zips.length);
    expect(zips.length).toBeGreaterThan(39_000);
    expect(zips.filter((zip) => !/^\d{5}$/.test(zip))).toEqual([]);
  });

  it('has time zones that JavaScript knows, also in towns near a border', () => {
    for (const zone of new Set(us.all.map(({ timezone }) => timezone)))
      expect(() => new Intl.DateTimeFormat('en-US', { timeZone: zone })).not.toThrow();
    const getZone = (city: string, state: string) => {
      const found = us.find({ city, state });
      return found.kind === 'one' ? found.place.timezone : found.kind;
    };
    expect(getZone('Yuma', 'AZ')).toBe('America/Phoenix');
    expect(getZone('Kellogg', 'ID')).toBe('America/Los_Angeles');
    expect(getZone('La Joya', 'TX')).toBe('America/Chicago');
  });

  it('has the most central ZIP code first, not that of a post office box', () => {
    const getZip = (city: string, state: string) => {
      const found = us.find({ city, state });
      return found.kind === 'one' ? found.place.zips[0] : found.kind;
    };
    expect(getZip('Austin', 'TX')).toBe('78701');
    expect(getZip('Houston', 'TX')).toBe('77002');
    expect(getZip('Pflugerville', 'TX')).toBe('78660');
    expect(getZip('Cambridge', 'MA')).toBe('02139');
  });
});

it('refuses bytes that are no file of places', () => {
  expect(createPlaces(new Uint8Array([1, 2, 3]))).toBeUndefined();
});

describe('a file of several countries', () => {
  const abroad = { country: 'DE', state: 'DE-02', stateName: 'Bavaria', name: 'Salem', county: '' };
  const places = makePlaces([
    makePlace({ name: 'Salem', state: 'OR', stateName: 'Oregon' }),
    makePlace({ ...abroad, state: 'DE-01' }),
    makePlace({ ...abroad, country: 'AT', state: 'AT-02' }),
  ]);

  it('finds a state by its code or by a name that two countries have', () => {
    const find = (state: string) => {
      const found = places.find({ city: 'Salem', state });
      return found.kind === 'ambiguous' ? found.candidates.length : found.kind;
    };
    expect(['DE-01', 'bavaria', 'OR', 'DE'].map(find)).toEqual(['one', 2, 'one', 'none']);
    expect(places.inState('Bavaria')).toHaveLength(2);
  });

  it('finds a state by the first letters of its name, unless another one has them too', () => {
    const states = makePlaces(
      ['Texas', 'North Dakota', 'North Carolina'].map((stateName, index) =>
        makePlace({ state: `S${index}`, stateName }),
      ),
    );
    expect(['Tex.', 'tex.', 'Tex', 'T.', 'North.'].map((state) => states.inState(state).length)).toEqual([
      1, 1, 0, 0, 0,
    ]);
    expect(states.find({ city: states.all[0]?.name, state: 'Tex.' }).kind).toBe('one');
  });

  it('writes the name of a state outside of the United States', () => {
    expect(places.all.map((place) => toRowValues(place).geo_state)).toEqual(['OR', 'Bavaria', 'Bavaria']);
  });
});
