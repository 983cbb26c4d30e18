/** `TBD`, `n/a` and the like in the place of a value: never in a title, an address or a link text. */
import { describe, expect, it } from 'vitest';
import type { PlatformId, Problem } from '#engine';
import { buildFormat } from '#testkit/format-build.ts';
import { build, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';

const MISSING = ['TBD', 'tbd', 'TBA', 'n/a', 'N/A'];
const DOUBTFUL = ['null', 'NULL', '-', '--', '–', '—'];
const VALUES = ['Nara', 'N/A Street', '-95.3', 'None', 'NA', 'Null', 'TBA Motors', '- Waco', 'n', '0', 'TX'];
const UUID = '0f0c2f0e-4b7a-4d0c-9a53-1f0b7c6f2d10';

const listProblems = (problems: readonly Problem[]) =>
  problems
    .filter(({ code }) => code.endsWith('-unfilled'))
    .map(({ severity, code, row, field }) => [severity, code, row, field]);

const createSheet = (state: string) => [
  ['geo_city', 'geo_state', 'geo_url', 'phone'],
  ['Waco', 'Texas', 'waco', '1'],
  ['Hico', state, 'hico', '2'],
];
const LOSS = [['loss', 'required-unfilled', 3, 'geo_state']];
const NOTICE = [['notice', 'cell-unfilled', 3, 'geo_state']];

function fill(state: string, seed: Parameters<typeof wxrSeed>[0], footer?: string) {
  const built = build(
    wxrSeed({ title: 'Plumber', slug: 'geo_url', content: '[geo_city]', ...seed }),
    createSheet(state),
    {
      footer,
    },
  );
  return { ...built, skipped: built.problems.filter(({ severity }) => severity === 'loss').length };
}

describe('a word in the place of a value', () => {
  it.each(MISSING)('skips its row in the title, with the cell and what to do: %s', (word) => {
    const { problems, skipped, pages } = fill(word, { title: 'Plumber in [geo_city], [geo_state]' });
    expect(listProblems(problems)).toEqual(LOSS);
    expect([skipped, pages.length]).toEqual([1, 1]);
    expect(problems.find(({ code }) => code === 'required-unfilled')?.text).toBe(
      `The title needs geo_state, but cell B3 says "${word}". Fill it in, or delete the row.`,
    );
  });

  it.each(DOUBTFUL)('is a notice in the title if it may be a real value: %s', (word) => {
    const { problems, skipped } = fill(word, { title: 'Plumber in [geo_city], [geo_state]' });
    expect(listProblems(problems)).toEqual(NOTICE);
    expect(skipped).toBe(0);
  });

  it.each([...MISSING, ...DOUBTFUL])('is a notice in the content: %s', (word) => {
    const { problems, skipped } = fill(word, { content: '<p>[geo_state]</p>' });
    expect(listProblems(problems)).toEqual(NOTICE);
    expect(skipped).toBe(0);
  });

  it.each(VALUES)('isn’t a marker if it is a value: %s', (value) => {
    const { problems, skipped } = fill(value, { title: 'In [geo_state]', content: '[geo_state]' });
    expect(listProblems(problems)).toEqual([]);
    expect(skipped).toBe(0);
  });

  it('skips its row in the address and in the link text', () => {
    expect(listProblems(fill('N/A', { slug: 'plumber-geo_city-geo_state' }).problems)).toEqual(LOSS);
    const link = '<a href="[page_url]">[geo_city] [geo_state]</a>';
    expect(listProblems(fill('N/A', {}, link).problems)).toEqual(LOSS);
    expect(listProblems(fill('N/A', {}, '<a title="[geo_state]" href="[page_url]">x</a>').problems)).toEqual(
      NOTICE,
    );
  });

  it('skips its row if the URL is derived from city and state', () => {
    const rows = [
      ['geo_city', 'geo_state'],
      ['Waco', 'Texas'],
      ['TBD', 'Texas'],
    ];
    const { problems } = build(wxrSeed({ title: 'Plumber', slug: 'geo_url', content: '[geo_city]' }), rows);
    expect(listProblems(problems)).toEqual([['loss', 'required-unfilled', 3, 'geo_city']]);
  });

  it('counts with a filter and with a fallback, which the cell does not use', () => {
    expect(listProblems(fill('tbd', { title: 'In [geo_state | upper]' }).problems)).toEqual(LOSS);
    expect(listProblems(fill('tbd', { title: 'In [geo_state | default:"Texas"]' }).problems)).toEqual(LOSS);
  });

  it('costs nothing in a column that no placeholder uses', () => {
    expect(listProblems(fill('TBD', {}).problems)).toEqual([]);
  });

  it('is one notice a column with the number of rows', () => {
    const rows = [
      ['geo_city', 'geo_url', 'phone'],
      ...Array.from({ length: 12 }, (_, index) => [`Town ${index}`, `town-${index}`, 'n/a']),
    ];
    const { problems } = build(wxrSeed({ title: '[geo_city]', slug: 'geo_url', content: '[phone]' }), rows);
    const notices = problems.filter(({ code }) => code === 'cell-unfilled');
    expect(notices).toMatchObject([{ row: 2, field: 'phone', moreRows: 11 }]);
    expect(notices[0]?.text).toMatch(
      /^This cell says "n\/a", and the page would show it\. Fill in the value, or clear the cell\. The same in 11 more rows: 3, /,
    );
  });
});

describe('null in a script', () => {
  it('is a value outside quotes, and a word inside them', () => {
    const script = (value: string) => ({ content: `<script>var state = ${value};</script>` });
    expect(listProblems(fill('null', script('[geo_state]')).problems)).toEqual([]);
    expect(listProblems(fill('null', script('"[geo_state]"')).problems)).toEqual(NOTICE);
  });
});

const SEEDS: Record<PlatformId, string> = {
  wordpress: wxrText({ title: 'In [geo_state]', slug: 'geo_url' }),
  hubspot: wxrText({ type: 'post', title: 'In [geo_state]', slug: 'geo_url' }),
  drupal:
    '<root><item><guid>1</guid><title>In [geo_state]</title><path>/[geo_url]</path><body>x</body></item></root>',
  webflow: `Name,Slug,Item ID\nIn [geo_state],[geo_url],${UUID}\n`,
  wix: `Title,Slug,ID\nIn [geo_state],[geo_url],${UUID}\n`,
};

it.each(Object.entries(SEEDS))('a word in a title skips its row on %s', (format, seed) => {
  const { problems, skipped } = buildFormat(seed, createSheet('TBD'), { format: format as PlatformId });
  expect(listProblems(problems)).toEqual(LOSS);
  expect(skipped).toBe(1);
});
