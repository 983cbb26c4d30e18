/** Pages that no list of `[nearby]` has: one notice counts them and names the first rows. */
import { describe, expect, it } from 'vitest';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_state', 'lat', 'lng', 'zone'];
const AUSTIN = ['Austin', 'TX', '30.27', '-97.74', 'a'];
const ROUND_ROCK = ['Round Rock', 'TX', '30.51', '-97.68', 'b'];
const WACO = ['Waco', 'TX', '31.55', '-97.15', 'c'];
const TULSA = ['Tulsa', 'OK', '36.15', '-95.99', 'a'];

function listNotices(nearby: string, rows: readonly string[][]): { text: string; row?: number }[] {
  const content = `[geo_city] ${nearby}`;
  const { problems } = build(wxrSeed({ content }), [HEADER, ...rows]);
  return problems.filter(({ code }) => code === 'nearby-unlinked');
}

describe('pages that no list has', () => {
  it('are counted in one notice with their first rows', () => {
    const rows = [AUSTIN, ROUND_ROCK, WACO, TULSA];
    expect(listNotices('[nearby 2 within:"30 mi"][near_city][/nearby]', rows)).toMatchObject([
      {
        row: 4,
        text: 'No [nearby] list includes this page, so no other page links to it. Raise within, or link to it elsewhere. The same in 1 more row: 5',
      },
    ]);
  });

  it.each([
    ['[nearby 2 same:"zone"][near_city][/nearby]', 'Leave out same, or'],
    ['[nearby 2 same:"zone" within:"9 km"][near_city][/nearby]', 'Raise within or leave out same, or'],
    ['[if zone = "z"][nearby 2][near_city][/nearby][/if]', 'List nearby pages on more pages, or'],
  ])('have the advice that fits %s', (nearby, advice) => {
    expect(listNotices(nearby, [AUSTIN, ROUND_ROCK])).toMatchObject([
      { row: 2, text: expect.stringContaining(advice) as string },
    ]);
  });

  it('are in a list only if a page writes that list', () => {
    const rows = [AUSTIN, ROUND_ROCK, WACO];
    const notices = listNotices('[if geo_city = "Austin"][nearby 1][near_city][/nearby][/if]', rows);
    expect(notices.map(({ row, text }) => `${row} ${text}`)).toEqual([
      expect.stringMatching(/^2 .* The same in 1 more row: 4$/),
    ]);
  });

  it('aren’t reported if each page is in a list, or only one page has coordinates', () => {
    const nearby = '[nearby 1 within:"2000 mi"][near_city][/nearby]';
    expect(listNotices(nearby, [AUSTIN, ROUND_ROCK, WACO, TULSA])).toEqual([]);
    expect(listNotices(nearby, [AUSTIN, ['Waco', 'TX', '', '', '']])).toEqual([]);
  });
});
