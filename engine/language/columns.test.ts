import { describe, expect, it } from 'vitest';
import { toColumnKey } from '../sheet/column-name.ts';
import { Columns } from './columns.ts';

function createColumns(...names: string[]): Columns {
  return new Columns(names.map((name) => ({ name, key: toColumnKey(name) })));
}

describe('a name in brackets', () => {
  it('is a column regardless of case, spaces, underscores and hyphens', () => {
    const columns = createColumns('Store Hours', 'geo_city');
    for (const name of ['store_hours', 'STORE-HOURS', 'StoreHours', 'store hours'])
      expect(columns.resolve(name)?.source).toEqual({ kind: 'column', column: 0 });
    expect(columns.resolve('Geo City')?.columns).toEqual(['geo_city']);
    expect(columns.indexOf('GEO-CITY')).toBe(1);
    expect(columns.indexOf('nothing')).toBeUndefined();
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'])(
    '%s is undefined unless the sheet has it',
    (name) => {
      expect(createColumns('geo_city').resolve(name)).toBeUndefined();
      expect(createColumns('geo_city').nearest(name)).toBeUndefined();
      expect(createColumns(name).resolve(name)?.source).toEqual({ kind: 'column', column: 0 });
    },
  );

  it('allows markup only from a column named *_html', () => {
    for (const name of ['intro_html', 'Intro HTML', 'intro-html'])
      expect(createColumns(name).resolve(name)?.isHtml).toBe(true);
    for (const name of ['html', 'intro_html5', 'htmlintro', 'introhtml'])
      expect(createColumns(name).resolve(name)?.isHtml).toBe(false);
  });
});

describe('a derived value', () => {
  it.each([
    ['geo_city', 'city'],
    ['geo_city', 'Town'],
    ['geo_city', 'location'],
    ['geo_state', 'state'],
    ['geo_state', 'Province'],
    ['geo_state', 'region'],
    ['geo_url', 'url'],
    ['geo_url', 'slug'],
    ['geo_url', 'Path'],
  ])('%s comes from the column %s', (name, column) => {
    expect(createColumns('other', column).resolve(name)).toMatchObject({
      source: { kind: 'column', column: 1 },
      columns: [column],
      derived: true,
    });
  });

  it('comes from the column of its name, or else from the best other one', () => {
    expect(createColumns('city', 'geo_city').resolve('geo_city')).toMatchObject({
      source: { column: 1 },
      derived: false,
    });
    expect(createColumns('location', 'town', 'city').resolve('geo_city')).toMatchObject({
      source: { column: 2 },
    });
    expect(createColumns('path', 'slug').resolve('geo_url')).toMatchObject({ source: { column: 1 } });
  });

  it('geo_url is derived from city and state if no column has it', () => {
    expect(createColumns('state', 'city').resolve('geo_url')?.source).toEqual({
      kind: 'city-state',
      city: { kind: 'column', column: 1 },
      state: { kind: 'column', column: 0 },
    });
    expect(createColumns('town').resolve('geo_url')?.source).toEqual({
      kind: 'city-state',
      city: { kind: 'column', column: 0 },
      state: undefined,
    });
    expect(createColumns('state').resolve('geo_url')).toBeUndefined();
  });

  it('row_number and page_url always exist, and a column of that name takes precedence', () => {
    expect(createColumns('a').resolve('row_number')?.source).toEqual({ kind: 'row-number' });
    expect(createColumns('a').resolve('Page URL')?.source).toEqual({ kind: 'page-url' });
    expect(createColumns('page_url').resolve('page_url')?.source).toEqual({ kind: 'column', column: 0 });
  });

  it('is undefined without a column for it', () => {
    expect(createColumns('phone').resolve('geo_city')).toBeUndefined();
    expect(createColumns('phone').resolve('geo_zip')).toBeUndefined();
  });
});

describe('a name without a column', () => {
  const columns = createColumns('geo_city', 'phone', 'review_count', 'lat', 'lng', 'county');

  it.each([
    ['geo_ctiy', 'geo_city'],
    ['Geo Cty', 'geo_city'],
    ['review_cuont', 'review_count'],
    ['reviewcount2', 'review_count'],
    ['revew count', 'review_count'],
    ['countyy', 'county'],
    ['phon', 'phone'],
    ['town', 'geo_city'],
    ['telephone', 'phone'],
    ['Longitude', 'lng'],
  ])('%s is nearest to %s', (name, nearest) => {
    expect(columns.nearest(name)).toBe(nearest);
  });

  it.each([
    'geo_zip',
    'geo-city-name',
    'geo_population',
    'fone',
    'map',
    'img',
    'gallery',
    'x',
    'geo_lot_size',
  ])('%s isn’t near any column: wrong advice is worse than none', (name) => {
    expect(columns.nearest(name)).toBeUndefined();
  });

  it.each([
    ['state_code', 'State'],
    ['phone', 'Phone No.'],
    ['main fax', 'fax number'],
  ])('%s is nearest to its synonym %s', (name, nearest) => {
    expect(createColumns('State', 'Phone No.', 'fax number', 'county').nearest(name)).toBe(nearest);
  });

  it('has the same nearest column in each call', () => {
    expect(columns.nearest('geo_ctiy')).toBe(columns.nearest('geo_ctiy'));
  });

  it('is nearest to a derived value if one matches', () => {
    expect(createColumns('city', 'phone').nearest('geo_ctiy')).toBe('city');
    expect(createColumns('city').nearest('row_numer')).toBe('row_number');
  });
});

describe('a name where brackets may mean something else', () => {
  const columns = createColumns('Store Hours', 'city');

  it.each(['Store Hours', 'geo_city', 'Geo City', 'row_number', 'page_url'])(
    'is a placeholder: %s',
    (name) => {
      expect(columns.resolveExact(name)).toEqual(columns.resolve(name));
      expect(columns.resolve(name)).toBeDefined();
    },
  );

  it.each(['store_hours', 'CITY', 'Row Number', 'geo_zip', 'i'])('isn’t a placeholder: %s', (name) => {
    expect(columns.resolveExact(name)).toBeUndefined();
  });
});
