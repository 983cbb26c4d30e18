import { describe, expect, it } from 'vitest';
import { type SeedSpec, build, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';
import { getMeta } from '#testkit/wxr-pages.ts';
import { fillPage } from '../seed-fixture.ts';

const ROWS = [
  ['geo_city', 'geo_url'],
  ['Austin', 'austin-tx'],
];

function readAddress(spec: SeedSpec, site?: string): string | undefined {
  const { pages } = build(wxrSeed(spec), ROWS, site === undefined ? {} : { site });
  return pages[0]?.fields['link'];
}

describe('address of a page', () => {
  it('is the seed’s own link with another slug', () => {
    expect(readAddress({ link: 'https://site.example/services/plumber-geo_url/' })).toBe(
      'https://site.example/services/plumber-austin-tx/',
    );
  });

  it.each([
    ['https://site.example/plumber-geo_url', 'https://site.example/plumber-austin-tx'],
    ['https://site.example/plumber-geo_url/print/', 'https://site.example/plumber-austin-tx/print/'],
    [
      'https://site.example/plumber-geo_url/plumber-geo_url/',
      'https://site.example/plumber-geo_url/plumber-austin-tx/',
    ],
  ])('keeps what is around the slug: %s', (link, expected) => {
    expect(readAddress({ link })).toBe(expected);
  });

  it.each(['https://site.example/?page_id=40', '', null, 'https://site.example/plumber-geo_url-old/'])(
    'is below the site’s base URL if the link %j doesn’t contain the slug',
    (link) => {
      const spec: SeedSpec = { link, extra: link === null ? '<link>x</link>' : '' };
      expect(readAddress(spec)).toBe('https://site.example/plumber-austin-tx/');
    },
  );

  it('is below its parents if the link doesn’t show it', () => {
    const spec: SeedSpec = {
      link: 'https://site.example/?page_id=40',
      parent: 6,
      before: [
        { id: 5, title: 'Services', slug: 'services', type: 'page', date: '2024-01-01 00:00:00' },
        { id: 6, title: 'Plumbing', slug: 'plumbing', parent: 5, date: '2024-01-02 00:00:00' },
      ],
    };
    expect(readAddress(spec)).toBe('https://site.example/services/plumbing/plumber-austin-tx/');
  });

  it.each([
    ['https://new.example', 'https://new.example/a/plumber-austin-tx/'],
    ['https://new.example/', 'https://new.example/a/plumber-austin-tx/'],
    ['https://new.example/blog', 'https://new.example/blog/a/plumber-austin-tx/'],
  ])('moves to the site that was asked for: %s', (site, expected) => {
    expect(readAddress({ link: 'https://site.example/a/plumber-geo_url/' }, site)).toBe(expected);
  });

  it('moves from a host that only begins like the seed’s', () => {
    expect(readAddress({ link: 'https://site.example.org/plumber-geo_url/' }, 'https://new.example')).toBe(
      'https://new.example/plumber-austin-tx/',
    );
  });

  it('begins with a slash if no site is known, and moves to the given site', () => {
    const text = wxrText({ site: '', link: '/plumber-geo_url/' }).replace(/<wp:base_\w+>.*\n/g, '');
    const bytes = new TextEncoder().encode(text);
    expect(build(bytes, ROWS).pages[0]?.fields['link']).toBe('/plumber-austin-tx/');
    expect(build(bytes, ROWS).pages[0]?.fields['guid']).toMatch(/^https:\/\/geoloom\.invalid\/\?geoloom=/);
    const other = text.replace('<link>/plumber', '<link>https://old.example/plumber');
    const moved = build(new TextEncoder().encode(other), ROWS, { site: 'https://new.example' });
    expect(moved.pages[0]?.fields['link']).toBe('https://new.example/plumber-austin-tx/');
  });
});

describe('metas with the page’s own URL', () => {
  const link = 'https://site.example/plumber-geo_url/';

  it.each(['_yoast_wpseo_canonical', 'rank_math_canonical_url', '_aioseo_canonical_url'])(
    'replaces it in %s',
    (key) => {
      const page = fillPage({ link, metas: [[key, link]] });
      expect(getMeta(page, key)).toBe('https://site.example/plumber-austin-tx/');
    },
  );

  it('keeps the URL of another page', () => {
    const page = fillPage({ link, metas: [['_yoast_wpseo_canonical', 'https://site.example/other/']] });
    expect(getMeta(page, '_yoast_wpseo_canonical')).toBe('https://site.example/other/');
  });

  it('fills placeholders in it', () => {
    const metas = [['_yoast_wpseo_canonical', 'https://site.example/[geo_url]/']] as const;
    expect(getMeta(fillPage({ link, metas }), '_yoast_wpseo_canonical')).toBe(
      'https://site.example/austin-tx/',
    );
  });
});
