import { describe, expect, it } from 'vitest';
import { type SeedSpec, build, wxrSeed } from '#testkit/wxr-seed.ts';

/** Slugs of the pages; a row that is skipped has none. */
function listSlugs(spec: SeedSpec, rows: string[][]): string[] {
  return build(wxrSeed(spec), rows).pages.map((page) => page.fields['wp:post_name'] ?? '');
}

/** Slugs for single values of a column `geo_url` that is the whole slug. */
function slugsFor(values: readonly string[]): string[] {
  return listSlugs({ slug: 'geo_url', title: '[geo_city]' }, [
    ['geo_city', 'geo_url'],
    ...values.map((value) => ['Waco', value]),
  ]);
}

describe('the slug of a page', () => {
  it('is what WordPress would make of it, so that importing changes nothing', () => {
    expect(
      slugsFor([
        "O'Fallon",
        'St. Louis',
        'A & B',
        'city,tx',
        'New-York',
        'são-paulo',
        'a--b',
        '-lead-',
        'ab&cd',
      ]),
    ).toEqual([
      'ofallon',
      'st-louis',
      'a-b',
      'citytx',
      'new-york',
      'sao-paulo',
      // a--b is the same as a-b once clean, so its row is skipped
      'lead',
      'abcd',
    ]);
  });

  it('holds no slash: there is one segment in a page', () => {
    expect(slugsFor(['texas/austin', '/texas/waco/', 'https://old.example/ohio/dayton/?a#b'])).toEqual([
      'texas-austin',
      'texas-waco',
      'ohio-dayton',
    ]);
  });

  it.each(['90210', 'page2', 'feed', 'rdf', 'rss', 'rss2', 'atom', 'embed'])(
    'gets "-2" with a notice where WordPress keeps "%s" for itself',
    (slug) => {
      const { pages, problems } = build(wxrSeed({ slug: 'geo_url', title: '[geo_city]' }), [
        ['geo_city', 'geo_url'],
        ['Waco', slug],
      ]);
      expect(pages[0]?.fields['wp:post_name']).toBe(`${slug}-2`);
      expect(pages[0]?.fields.link).toBe(`https://site.example/${slug}-2/`);
      expect(problems).toEqual([
        {
          code: 'slug-reserved',
          severity: 'notice',
          file: 'rows.xlsx',
          row: 2,
          field: 'geo_url',
          text: `WordPress keeps the slug "${slug}" for itself; the page gets "${slug}-2".`,
        },
      ]);
    },
  );

  it('doesn’t change slugs that only begin like reserved ones', () => {
    const fine = ['page', 'page-2', 'pages2', 'feeds', 'rss3', '90210a', 'embedded', '2-1'];
    expect(slugsFor(fine)).toEqual(fine);
  });

  it('joins the seed’s words and several values', () => {
    expect(
      listSlugs({ slug: 'plumber-geo_city-geo_state', title: 'x [geo_city]' }, [
        ['geo_city', 'geo_state'],
        ['St. Louis', 'Missouri'],
        ['Waco', 'Texas'],
      ]),
    ).toEqual(['plumber-st-louis-missouri', 'plumber-waco-texas']);
  });

  it('is derived from city and state if the sheet has no column for it', () => {
    expect(
      listSlugs({ slug: 'plumber', title: '[town]' }, [
        ['town', 'province'],
        ['Springfield', 'Ohio'],
        ['Springfield', 'Maine'],
        ['Waco', ''],
      ]),
    ).toEqual(['plumber-springfield-ohio', 'plumber-springfield-maine', 'plumber-waco']);
  });

  it.each(['', '   ', '!!!', '—', '/', 'https://example.com', '?'])(
    'can’t be derived from "%s": the row is skipped instead of getting only the seed’s words',
    (value) => {
      const { pages, problems } = build(wxrSeed({ title: 'x [geo_city]', slug: 'plumber-geo_url' }), [
        ['geo_city', 'geo_url'],
        ['Waco', value],
        ['Salem', 'salem'],
      ]);
      expect(pages.map((page) => page.fields['wp:post_name'])).toEqual(['plumber-salem']);
      expect(problems).toContainEqual({
        code: 'slug-empty',
        severity: 'loss',
        file: 'rows.xlsx',
        row: 2,
        field: 'geo_url',
        text: 'This row has no page URL. Fill in geo_url.',
      });
    },
  );

  it('can’t be derived from a city without any usable character', () => {
    const { pages, problems } = build(wxrSeed({ title: 'x [geo_city]', slug: 'plumber-geo_city' }), [
      ['geo_city', 'geo_url'],
      ['?!', 'waco'],
      ['Łódź', 'lodz'],
      ['東京', 'tokyo'],
    ]);
    expect(pages.map((page) => page.fields['wp:post_name'])).toEqual(['plumber-lodz', 'plumber-dongjing']);
    expect(problems).toMatchObject([{ code: 'slug-empty', severity: 'loss', row: 2, field: 'geo_city' }]);
  });

  it('transliterates letters that aren’t ASCII', () => {
    expect(slugsFor(['Łódź', '東京', 'Αθήνα', 'Übersee'])).toEqual(['lodz', 'dongjing', 'athina', 'ubersee']);
  });

  it('is the same in slug, link and [page_url]', () => {
    const [page] = build(wxrSeed({ content: '<a href="[page_url]">x</a>' }), [
      ['geo_city', 'geo_url'],
      ['Waco', 'Waco, TX'],
    ]).pages;
    expect(page?.fields['wp:post_name']).toBe('plumber-waco-tx');
    expect(page?.fields.link).toBe('https://site.example/plumber-waco-tx/');
    expect(page?.fields['content:encoded']).toBe('<a href="https://site.example/plumber-waco-tx/">x</a>');
  });
});
