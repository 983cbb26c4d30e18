/** The format of files of places: what is written is read again, and damaged files are refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { makePlace } from './places-fixture.ts';
import { readPlacesFile, writePlacesFile } from './places-file.ts';
import type { Place } from './place.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const zip = fc.integer({ min: 1, max: 99_999 }).map((value) => String(value).padStart(5, '0'));
/** The first one stays first; the others are sorted. */
const zips = fc
  .uniqueArray(zip, { maxLength: 6 })
  .map(([first, ...rest]) => (first === undefined ? [] : [first, ...rest.toSorted()]));
const name = fc.constantFrom('Waco', "Coeur d'Alene", 'Cañon City', 'Kāne‘ohe', 'Middlebury (village)');
const degrees = (limit: number) =>
  fc.integer({ min: -limit * 100_000, max: limit * 100_000 }).map((value) => value / 100_000);

const place: fc.Arbitrary<Place> = fc.record({
  name,
  aliases: fc.uniqueArray(name, { maxLength: 2 }),
  country: fc.constant('US'),
  state: fc.constantFrom('TX', 'HI'),
  stateName: fc.constant('A State'),
  county: fc.constantFrom('', 'McLennan County', 'Hawaii County'),
  lat: degrees(90),
  lng: degrees(180),
  population: fc.option(fc.nat(), { nil: undefined }),
  timezone: fc.constantFrom('America/Chicago', 'Pacific/Honolulu', 'America/Indiana/Knox'),
  zips,
  nearZips: zips,
});

describe('a file of places', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 12 }), (places) => {
        const file = { version: '2026-09-26', credits: 'GeoNames', places };
        expect(readPlacesFile(encode(writePlacesFile(file)))).toEqual(file);
      }),
      { numRuns: cases(200) },
    );
  });

  const text = writePlacesFile({
    version: '2026-09-26',
    credits: 'GeoNames',
    places: [makePlace(), makePlace({ name: 'Hewitt', nearZips: ['76643'] })],
  });

  it('is small: numbers in base 36, counties once, ZIP codes as differences', () => {
    expect(text.split('\n').slice(1)).toEqual([
      '~\tAmerica/Chicago',
      '=\tUS\tTX\tTexas',
      '+\tMcLennan County',
      'Waco\t78it1\t4xl05\t2u4k\t0\t1n6l',
      'Hewitt\t78it1\t4xl05\t2u4k\t0\t1n6l\t1n4z',
      '',
    ]);
  });

  it.each([
    ['is empty', ''],
    ['is another file', 'geo_city,geo_state\nWaco,TX\n'],
    ['has a later format', text.replace('\t1\t', '\t2\t')],
    ['is truncated', text.slice(0, -1)],
    ['is truncated after a number', `${text.slice(0, text.lastIndexOf('\t4xl05'))}\n`],
    ['has an unknown time zone', text.replace('\t2u4k\t0', '\t2u4k\t7')],
    ['has a latitude that is out of range', text.replace('78it1', 'zzzzz')],
    ['has a letter that is no digit in a number', text.replace('4xl05', '!')],
    ['has a town without a name', text.replace('Waco', '')],
  ])('is refused if it %s', (_, damaged) => {
    expect(damaged).not.toBe(text);
    expect(readPlacesFile(encode(damaged))).toBeUndefined();
  });
});
