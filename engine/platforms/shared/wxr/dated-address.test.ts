import { describe, expect, it } from 'vitest';
import { type SeedSpec, build, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';

const POST: SeedSpec = {
  type: 'post',
  link: 'https://site.example/2025/03/04/plumber-geo_url/',
  content: '<a href="[page_url]">x</a>',
};

function listProblems(spec: SeedSpec, site?: string) {
  const rows = [
    ['geo_city', 'geo_url'],
    ['Waco', 'waco'],
    ['Austin', 'austin'],
  ];
  return build(wxrSeed(spec), rows, site === undefined ? {} : { site }).problems;
}

function isTold(spec: SeedSpec, site?: string): boolean {
  return listProblems(spec, site).some(({ code }) => code === 'address-dated');
}

describe('a seed whose URL contains its date', () => {
  it('gets a notice, because each page has its own date and so another URL', () => {
    const line =
      1 +
      wxrText(POST)
        .split('\n')
        .findIndex((text) => text.startsWith('<link>https://site.example/2'));
    expect(listProblems(POST)).toEqual([
      {
        code: 'address-dated',
        severity: 'notice',
        file: 'seed.xml',
        line,
        column: 1,
        field: 'link',
        text: 'The seed’s URL contains its date (/2025/03/04/), but each page gets its own date, up to 30 days earlier, and so a different URL: [page_url], canonical URLs and formed links would not match. Choose "Post name" under Settings → Permalinks, or remove links to the pages.',
      },
    ]);
  });

  it.each([
    ['day', '/2025/03/04/'],
    ['month', '/2025/03/'],
    ['day below a folder', '/blog/2025/03/04/'],
    ['month before a category', '/2025/03/news/'],
    ['day after a folder of digits', '/1999/2025/03/04/'],
  ])('is reported by its %s', (_name, path) => {
    expect(isTold({ ...POST, link: `https://site.example${path}plumber-geo_url/` })).toBe(true);
  });

  it('is reported on another site too, which may keep the same permalinks', () => {
    expect(isTold(POST, 'https://other.example/sub')).toBe(true);
  });

  it('is reported by its year if pages are dated in the year before', () => {
    const link = 'https://site.example/2025/plumber-geo_url/';
    expect(isTold({ ...POST, link })).toBe(false);
    expect(isTold({ ...POST, link, date: '2025-01-15 10:00:00' })).toBe(true);
  });

  it('is reported by its year if the export, and so each page, is older than the date', () => {
    const link = 'https://site.example/2026/plumber-geo_url/';
    expect(isTold({ ...POST, link, date: '2026-03-04 10:11:12' })).toBe(true);
  });

  it('uses local dates, which WordPress writes into URLs', () => {
    const link = 'https://site.example/2024/plumber-geo_url/';
    expect(isTold({ ...POST, link, date: '2024-12-31 22:00:00', gmt: '2025-01-01 04:00:00' })).toBe(false);
    expect(isTold({ ...POST, link, date: '2024-01-30 22:00:00', gmt: '2024-01-31 04:00:00' })).toBe(true);
  });

  it.each<[string, SeedSpec]>([
    ['has only the slug', { link: 'https://site.example/plumber-geo_url/' }],
    ['has numbers of another day', { link: 'https://site.example/2019/07/01/plumber-geo_url/' }],
    ['has its number', { link: 'https://site.example/archives/2025/plumber-geo_url/' }],
    ['is that of a draft', { link: 'https://site.example/?p=40', status: 'draft' }],
    ['has no date', { date: '', gmt: '' }],
    ['has its date in the host', { link: 'https://2025.03.04.example/plumber-geo_url/' }],
    ['has its date after the slug', { link: 'https://site.example/plumber-geo_url/2025/03/04/' }],
  ])('isn’t reported if the address %s', (_name, spec) => {
    expect(isTold({ ...POST, ...spec })).toBe(false);
  });

  it('isn’t reported for pages, whose URLs have no dates', () => {
    expect(isTold({ ...POST, type: 'page' })).toBe(false);
  });
});
