import { describe, expect, it } from 'vitest';
import { checkSlug, storedSlug } from './slug-rules.ts';

describe('storedSlug', () => {
  it.each([
    ['New-York', 'new-york'],
    ['são-paulo', 'sao-paulo'],
    ["O'Fallon", 'ofallon'],
    ['st.louis', 'st-louis'],
    ['texas/austin', 'texas-austin'],
    ['a--b', 'a-b'],
    ['-lead-', 'lead'],
    ['ab&cd', 'abcd'],
    ['city,tx', 'citytx'],
    ['[geo_url]', 'geo_url'],
    ['Straße', 'strase'],
    ['a &amp; b', 'a-b'],
    ['50%', '50'],
    ['<b>bold</b>', 'bold'],
    ['a%c2%a0b', 'a-b'],
    ['caf%e2%80%99s', 'cafs'],
    ['1%c3%972', '1x2'],
    ['%D8%AF', '%d8%af'],
    ['د', '%d8%af'],
  ])('makes %j what WordPress makes of it: %j', (slug, stored) => {
    expect(storedSlug(slug)).toBe(stored);
  });

  it('cuts a slug to 200 bytes', () => {
    expect(storedSlug('a'.repeat(250))).toHaveLength(200);
  });

  it('is a fixed point of itself', () => {
    for (const slug of ["O'Fallon", 'são--paulo', 'a/b.c', '%D8%AFx', '-x-', 'İzmir', 'Ångström & Søn']) {
      expect(storedSlug(storedSlug(slug))).toBe(storedSlug(slug));
    }
  });
});

describe('checkSlug', () => {
  it.each(['springfield-il', 'a_b', 'x2', '%d8%af', 'page', 'page-2', 'feed-2', '90210-2', 'a'.repeat(200)])(
    'lets %j be',
    (slug) => {
      expect(checkSlug(slug, 'page')).toEqual([]);
    },
  );

  it.each([
    ['New-York', 'slug-changed'],
    ['a--b', 'slug-changed'],
    ['!!!', 'slug-changed'],
    ['a'.repeat(201), 'slug-long'],
    ['90210', 'slug-reserved'],
    ['page2', 'slug-reserved'],
    ['feed', 'slug-reserved'],
    ['rss2', 'slug-reserved'],
    ['embed', 'slug-reserved'],
  ])('faults %j', (slug, code) => {
    expect(checkSlug(slug, 'page').map((finding) => [finding.code, finding.severity])).toEqual([
      [code, 'fault'],
    ]);
  });

  it('keeps numbers for pages and posts, feeds for all', () => {
    expect(checkSlug('90210', 'attachment')).toEqual([]);
    expect(checkSlug('page2', 'post')).toEqual([]);
    expect(checkSlug('90210', 'post').map((finding) => finding.code)).toEqual(['slug-reserved']);
    expect(checkSlug('atom', 'post').map((finding) => finding.code)).toEqual(['slug-reserved']);
  });

  it('says what WordPress makes of a slug', () => {
    expect(checkSlug("O'Fallon", 'page')[0]?.text).toContain('"ofallon"');
    expect(checkSlug('!!!', 'page')[0]?.text).toContain('removes the slug');
  });
});
