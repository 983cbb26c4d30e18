import { describe, expect, it } from 'vitest';
import { columnKey } from '../table/column-name.ts';
import { Columns } from './columns.ts';

function columnsOf(...names: string[]): Columns {
  return new Columns(names.map((name) => ({ name, key: columnKey(name) })));
}

describe('a name in brackets', () => {
  it('is a column whatever its case, spaces, underscores and hyphens', () => {
    const columns = columnsOf('Store Hours', 'geo_city');
    for (const name of ['store_hours', 'STORE-HOURS', 'StoreHours', 'store hours'])
      expect(columns.resolve(name)?.source).toEqual({ kind: 'column', column: 0 });
    expect(columns.resolve('Geo City')?.columns).toEqual(['geo_city']);
    expect(columns.indexOf('GEO-CITY')).toBe(1);
    expect(columns.indexOf('nothing')).toBeUndefined();
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'])(
    '%s is nothing unless the sheet says so',
    (name) => {
      expect(columnsOf('geo_city').resolve(name)).toBeUndefined();
      expect(columnsOf('geo_city').judge(name).verdict).toBe('foreign');
      expect(columnsOf(name).resolve(name)?.source).toEqual({ kind: 'column', column: 0 });
    },
  );

  it('gives markup only from a column that is named so', () => {
    for (const name of ['intro_html', 'Intro HTML', 'intro-html'])
      expect(columnsOf(name).resolve(name)?.isHtml).toBe(true);
    for (const name of ['html', 'intro_html5', 'htmlintro', 'introhtml'])
      expect(columnsOf(name).resolve(name)?.isHtml).toBe(false);
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
    expect(columnsOf('other', column).resolve(name)).toMatchObject({
      source: { kind: 'column', column: 1 },
      columns: [column],
      derived: true,
    });
  });

  it('comes from its own column first, and from the best other', () => {
    expect(columnsOf('city', 'geo_city').resolve('geo_city')).toMatchObject({
      source: { column: 1 },
      derived: false,
    });
    expect(columnsOf('location', 'town', 'city').resolve('geo_city')).toMatchObject({
      source: { column: 2 },
    });
    expect(columnsOf('path', 'slug').resolve('geo_url')).toMatchObject({ source: { column: 1 } });
  });

  it('geo_url is made of city and state where no column has it', () => {
    expect(columnsOf('state', 'city').resolve('geo_url')?.source).toEqual({
      kind: 'city-state',
      city: 1,
      state: 0,
    });
    expect(columnsOf('town').resolve('geo_url')?.source).toEqual({
      kind: 'city-state',
      city: 0,
      state: undefined,
    });
    expect(columnsOf('state').resolve('geo_url')).toBeUndefined();
  });

  it('row_number and page_url are always there, unless the sheet has such a column', () => {
    expect(columnsOf('a').resolve('row_number')?.source).toEqual({ kind: 'row-number' });
    expect(columnsOf('a').resolve('Page URL')?.source).toEqual({ kind: 'page-url' });
    expect(columnsOf('page_url').resolve('page_url')?.source).toEqual({ kind: 'column', column: 0 });
  });

  it('is nothing where no column gives it', () => {
    expect(columnsOf('phone').resolve('geo_city')).toBeUndefined();
    expect(columnsOf('phone').resolve('geo_zip')).toBeUndefined();
  });
});

describe('a name that is no column', () => {
  const columns = columnsOf('geo_city', 'phone', 'review_count', 'lat', 'lng', 'county');

  it.each([
    ['geo_ctiy', 'geo_city'],
    ['geo_zip', 'geo_city'],
    ['Geo Cty', 'geo_city'],
    ['geo-city-name', 'geo_city'],
    ['review_cuont', 'review_count'],
    ['reviewcount2', 'review_count'],
    ['revew count', 'review_count'],
    ['countyy', 'county'],
  ])('%s refuses the seed and names %s', (name, nearest) => {
    expect(columns.judge(name)).toEqual({ verdict: 'fault', nearest });
  });

  it.each([
    ['phon', 'phone'],
    ['fone', 'phone'],
    ['map', 'lat'],
    ['img', 'lng'],
  ])('the short %s is told of, for it may be anything: %s', (name, nearest) => {
    expect(columns.judge(name)).toEqual({ verdict: 'near', nearest });
  });

  it.each(['gallery', 'contact-form-7', 'caption', 'wpforms', 'embed', 'year', 'ninja_form', 'x'])(
    '%s is somebody else’s bracket',
    (name) => {
      expect(columns.judge(name)).toEqual({ verdict: 'foreign' });
    },
  );

  it('is judged alike however often it is asked for, and for each spelling on its own', () => {
    expect(columns.judge('geo_ctiy')).toEqual(columns.judge('geo_ctiy'));
    expect(columns.judge('geoctiy')).toEqual({ verdict: 'fault', nearest: 'geo_city' });
    expect(columnsOf('a').judge('geozip').verdict).toBe('foreign');
    expect(columnsOf('a').judge('geo_zip').verdict).toBe('fault');
  });

  it('names a derived value where that is nearest', () => {
    expect(columnsOf('city', 'phone').judge('geo_ctiy')).toEqual({ verdict: 'fault', nearest: 'geo_city' });
    expect(columnsOf('city').judge('row_numer')).toEqual({ verdict: 'fault', nearest: 'row_number' });
  });
});
