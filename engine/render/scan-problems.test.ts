import { describe, expect, it } from 'vitest';
import { prepareProject, readSeed, type Problem } from '#engine';
import { MAX_LINEAR_GROWTH, measureGrowth } from '#testkit/growth.ts';
import { type SeedSpec, readRows, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';

const ROWS = [
  ['geo_city', 'geo_url', 'phone', 'review_count'],
  ['Waco', 'waco', '1', '2'],
];

function listProblems(spec: SeedSpec, footer?: string): Problem[] {
  const { seed } = readSeed(wxrSeed(spec), 'seed.xml');
  if (!seed) throw new Error('no seed');
  const { table } = readRows(ROWS);
  return prepareProject({ seed, table, key: 'k', ...(footer === undefined ? {} : { footer }) }).problems;
}

describe('a misspelled placeholder', () => {
  it('refuses the seed, with its place, its leaf and the nearest column', () => {
    const spec = { content: '<p>[geo_city]</p>\n<p>a [geo_ctiy]</p>' };
    const [problem, ...others] = listProblems(spec);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code: 'placeholder-unknown',
      severity: 'fault',
      file: 'seed.xml',
      field: 'content',
    });
    expect(problem?.text).toBe(
      '[geo_ctiy] has no matching column in the sheet. Did you mean [geo_city]? Match it with a column (on the command line: --match "geo_ctiy=COLUMN"), fix the name in the seed page, or keep it as it is (on the command line: --keep geo_ctiy).',
    );
    const line = wxrText(spec).split('\n')[(problem?.line ?? 0) - 1] ?? '';
    expect(line.slice((problem?.column ?? 0) - 1)).toMatch(/^\[geo_ctiy\]/);
  });

  it('is reported once, however often it occurs', () => {
    expect(listProblems({ title: '[geo_ctiy]', content: '[geo_ctiy] [geo_ctiy] [geo_city]' })).toHaveLength(
      1,
    );
  });

  it('is reported together with all others', () => {
    const problems = listProblems({
      content: '[geo_ctiy] [revew_count] [geo_city]',
      excerpt: '[fone_number]',
    });
    expect(problems.map(({ code, severity, field }) => [code, severity, field])).toEqual([
      ['placeholder-unknown', 'fault', 'content'],
      ['placeholder-unknown', 'fault', 'content'],
      ['placeholder-unknown', 'fault', 'excerpt'],
    ]);
  });

  it('of the footer is reported with the name of the template', () => {
    expect(listProblems({ content: '[geo_city]' }, '<a href="[geo_url]">[geo_ctiy]</a>')).toMatchObject([
      { code: 'placeholder-unknown', severity: 'fault', file: 'footer link template', field: 'footer link' },
    ]);
  });

  it('is one of a hundred that are listed; the others are reported by number', () => {
    const names = Array.from({ length: 250 }, (_, index) => `[geo_x${index}y]`);
    const problems = listProblems({ content: `[geo_city] ${names.join(' ')}` });
    expect(problems).toHaveLength(101);
    expect(problems[100]).toMatchObject({ severity: 'fault' });
    expect(problems[100]?.text).toMatch(/^150 more names in brackets match no column/);
  });

  it('in thousands does not take longer than it would take to fix one', () => {
    const names = (count: number) =>
      Array.from({ length: count }, (_, index) => `[geo_x${index}y]`).join(' ');
    const tell = (count: number) => () => listProblems({ content: `[geo_city] ${names(count)}` });
    expect(measureGrowth(tell, 450)).toBeLessThanOrEqual(MAX_LINEAR_GROWTH);
  });
});

describe('an unknown filter', () => {
  it('refuses the seed and names those that there are', () => {
    const [problem] = listProblems({ content: '[geo_city | uper] [geo_city]' });
    expect(problem).toMatchObject({ code: 'filter-unknown', severity: 'fault' });
    expect(problem?.text).toContain('unknown filter "uper"');
    expect(problem?.text).toMatch(
      /upper, lower, title, slug, digits, tel, plural, default, first, json, url, sentence, number, date, replace, truncate\.$/,
    );
  });
});

describe('brackets of others', () => {
  it('stay and are listed in one notice', () => {
    const problems = listProblems({
      content: '[geo_city] [gallery ids="1"] [contact-form-7 id="2"] [gallery ids="1"]',
    });
    expect(problems).toMatchObject([{ code: 'brackets-untouched', severity: 'notice' }]);
    expect(problems[0]?.text).toBe(
      'Left unchanged: [gallery ids="1"] (2 times, first on line 19), [contact-form-7 id="2"] (line 19).',
    );
  });

  it('beyond twenty are reported by number', () => {
    const many = Array.from({ length: 25 }, (_, index) => `[widget number="${index}"]`).join(' ');
    expect(listProblems({ content: `[geo_city] ${many}` })[0]?.text).toMatch(
      /\[widget number="19"\] \(line 19\) and 5 more\.$/,
    );
  });

  it('are not reported if there are none', () => {
    expect(listProblems({ content: '[geo_city] a[0] [1] []' })).toEqual([]);
  });
});
