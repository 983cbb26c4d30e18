import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_LINEAR_GROWTH, measureGrowth } from '#testkit/growth.ts';
import { cases } from '#testkit/cases.ts';
import { hostileValue } from '#testkit/hostile-values.ts';
import { slugify } from './slugify.ts';

/**
 * `sanitize_title()` for ASCII, from the source of WordPress; WordPress stores its result as the slug.
 */
function sanitizeTitle(title: string): string {
  return title
    .replaceAll(/<[^>]*>/g, '')
    .toLowerCase()
    .replaceAll(/&.+?;/g, '')
    .replaceAll('/', '-')
    .replaceAll('.', '-')
    .replaceAll(/[^%a-z0-9 _-]/g, '')
    .replaceAll(/\s+/g, '-')
    .replaceAll(/-+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}

describe('a slug', () => {
  it.each([
    ["O'Fallon", 'ofallon'],
    ['St. Louis', 'st-louis'],
    ['A & B', 'a-b'],
    ['city,tx', 'citytx'],
    ['New-York', 'new-york'],
    ['são-paulo', 'sao-paulo'],
    ['texas/austin', 'texas-austin'],
    ['a--b', 'a-b'],
    ['-lead-', 'lead'],
    ['ab&cd', 'abcd'],
    ['geo_url', 'geo_url'],
    ['Köln', 'koln'],
    ['Straße', 'strasse'],
    ['Łódź', 'lodz'],
    ['Москва', 'moskva'],
    ['東京', 'dongjing'],
    ['a – b — c', 'a-b-c'],
    ['Winston‑Salem', 'winston-salem'],
    ['Coeur d’Alene', 'coeur-dalene'],
    ['  spaced\tout\n', 'spaced-out'],
    ['Waco 50%', 'waco-50'],
    ['[geo_url]', 'geo_url'],
    ['_under_', '_under_'],
    ['', ''],
    ['!!!', ''],
    ['---', ''],
    ['...', ''],
  ])('of %j is %j', (text, slug) => {
    expect(slugify(text, 'segment')).toBe(slug);
  });

  it('is a text that WordPress doesn’t change', () => {
    fc.assert(
      fc.property(hostileValue, (value) => {
        const slug = slugify(value, 'segment');
        expect(slug).toMatch(/^(?:[a-z0-9_]+(?:-[a-z0-9_]+)*)?$/);
        expect(sanitizeTitle(slug)).toBe(slug);
        expect(slugify(slug, 'segment')).toBe(slug);
      }),
      { numRuns: cases(200) },
    );
  });

  it('drops scheme and host of a URL', () => {
    expect(slugify('https://site.example/texas/austin/', 'segment')).toBe('texas-austin');
    expect(slugify('//site.example/austin?utm=1#top', 'segment')).toBe('austin');
    expect(slugify('https://site.example', 'segment')).toBe('');
    expect(slugify('https://site.example:8080/', 'path')).toBe('');
  });

  it('is created in linear time', () => {
    for (const filler of [' ', '-', '/', '?', '#', 'a', 'é']) {
      const slugBoth = (count: number) => () => {
        slugify(`x${filler.repeat(count)}y`, 'path');
        slugify(`${filler.repeat(count)}!`, 'segment');
      };
      expect(measureGrowth(slugBoth, 15_000), `many ${filler}`).toBeLessThanOrEqual(MAX_LINEAR_GROWTH);
    }
  });
});

describe('a path', () => {
  it('preserves the slashes between its segments', () => {
    expect(slugify('Texas/St. Louis', 'path')).toBe('texas/st-louis');
    expect(slugify('/texas//austin/', 'path')).toBe('texas/austin');
    expect(slugify('https://site.example/Texas/O’Fallon/?a=b', 'path')).toBe('texas/ofallon');
    expect(slugify('a/!!!/b', 'path')).toBe('a/b');
  });

  it('drops the query and the fragment of a URL', () => {
    expect(slugify('/austin?utm=1', 'path')).toBe('austin');
    expect(slugify('austin#top', 'path')).toBe('austin');
    expect(slugify('austin/?a=b/c', 'path')).toBe('austin');
  });

  it('treats a number sign in a name as a part of the name', () => {
    expect(slugify('Ward #2', 'path')).toBe('ward-2');
    expect(slugify('Ward #3', 'path')).toBe('ward-3');
    expect(slugify('Where? Here', 'path')).toBe('where-here');
  });
});
