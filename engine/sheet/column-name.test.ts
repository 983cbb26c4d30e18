/** Column names that are equal, and letters of columns. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { toColumnKey, toColumnLetters } from './column-name.ts';

describe('a name', () => {
  it.each([
    ['case', 'GEO_City', 'geo_city'],
    ['spaces', ' Geo  City ', 'geo_city'],
    ['hyphens', 'geo-city', 'geo_city'],
    ['nothing between its words', 'geocity', 'geo_city'],
    ['no-break spaces', 'geo\u00a0city', 'geo_city'],
    ['line breaks', 'geo\r\ncity', 'geo_city'],
    ['TABs', 'geo\tcity', 'geo_city'],
    ['a byte order mark', '\ufeffgeo_city', 'geo_city'],
    ['zero-width spaces', '\u200bgeo\u200b_city\u2060', 'geo_city'],
    ['direction marks', '\u200egeo_city\u200f', 'geo_city'],
    ['soft hyphens', 'geo\u00adcity', 'geo_city'],
    ['composed letters', 'gr\u00f6\u00dfe', 'gro\u0308\u00dfe'],
    ['Greek capitals at the end of a word', 'ΟΔΟΣ ΑΒ', 'ΟΔΟΣΑΒ'],
    ['accents after a separator', 'e_\u0301', '\u00e9'],
  ])('ignores its %s', (_, one, other) => {
    expect(toColumnKey(one)).toBe(toColumnKey(other));
  });

  it.each([
    ['another letter', 'city', 'citv'],
    ['another number', 'image_1', 'image_2'],
    ['an accent', 'resume', 'résumé'],
    ['a plural', 'city', 'cities'],
    ['a dot', 'geo.city', 'geo_city'],
    ['a slash', 'geo/city', 'geo_city'],
    ['a sharp s', 'straße', 'strasse'],
  ])('differs by %s', (_, one, other) => {
    expect(toColumnKey(one)).not.toBe(toColumnKey(other));
  });

  it.each(['', '  ', '_', '---', ' - _ ', '\u200b', '\ufeff'])(
    'is empty if all characters are ignored: %j',
    (name) => {
      expect(toColumnKey(name)).toBe('');
    },
  );

  it('has a key that is its own key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (name) => {
        expect(toColumnKey(toColumnKey(name))).toBe(toColumnKey(name));
      }),
      { numRuns: cases(500) },
    );
  });

  it('has the same key with separators anywhere in it', () => {
    const letters = fc.array(fc.constantFrom('g', 'É', 'é', 'e', '\u0301', 'Σ', 'ς', 'İ', 'ß', '都', '1'), {
      maxLength: 8,
    });
    const separators = fc.array(fc.constantFrom('', ' ', '_', '-', '\u00a0', '\u200b'), {
      minLength: 8,
      maxLength: 8,
    });
    fc.assert(
      fc.property(letters, separators, (parts, between) => {
        const spread = parts.map((letter, index) => letter + between[index]).join('');
        expect(toColumnKey(spread)).toBe(toColumnKey(parts.join('')));
      }),
      { numRuns: cases(200) },
    );
  });
});

describe('the letter of a column', () => {
  it('continues as in spreadsheets', () => {
    expect([0, 25, 26, 51, 52, 701, 702, 18_277, 18_278].map(toColumnLetters)).toEqual([
      'A',
      'Z',
      'AA',
      'AZ',
      'BA',
      'ZZ',
      'AAA',
      'ZZZ',
      'AAAA',
    ]);
  });
});
