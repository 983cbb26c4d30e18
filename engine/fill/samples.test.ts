import { describe, expect, it } from 'vitest';
import { layoutParts, pickSamples, planPages, prepareProject, readSeed, type Plan } from '#engine';
import { collectFiles, readRows, wxrSeed } from '#testkit/wxr-seed.ts';
import { readPages } from '#testkit/wxr-pages.ts';

const HEADER = ['geo_city', 'geo_url'];

function planOf(rows: string[][]): Plan {
  const { seed } = readSeed(wxrSeed({ content: '[geo_city]' }), 'seed.xml');
  if (!seed) throw new Error('no seed');
  const { project } = prepareProject({ seed, table: readRows([HEADER, ...rows]).table, key: 'test' });
  if (!project) throw new Error('no project');
  return planPages(project);
}

/** Titles of the sample pages. */
function samplesOf(rows: string[][]): string[] {
  const { files } = collectFiles(layoutParts(pickSamples(planOf(rows)), { name: 'out', split: null }));
  return files.flatMap(({ bytes }) => readPages(bytes)).map((page) => page.fields['wp:post_name'] ?? '');
}

describe('the three sample pages', () => {
  it('are the first, the longest and the one with most special characters, in the order of the rows', () => {
    const rows = [
      ['Waco', 'first'],
      ['Plain', 'a'],
      [`O'Fallon "West" & <Co>`, 'special'],
      ['B', 'b'],
      ['x'.repeat(200), 'longest'],
    ];
    expect(samplesOf(rows)).toEqual(['plumber-first', 'plumber-special', 'plumber-longest']);
  });

  it('are fewer where one row is several of them', () => {
    expect(
      samplesOf([
        ['Waco', 'a'],
        ['Salem', 'b'],
      ]),
    ).toEqual(['plumber-a', 'plumber-b']);
    expect(samplesOf([['Waco', 'a']])).toEqual(['plumber-a']);
  });

  it('never are rows that are lost', () => {
    expect(
      samplesOf([
        ['"&<>'.repeat(30), ''],
        ['Waco', 'a'],
        ['Springfield', 'b'],
      ]),
    ).toEqual(['plumber-a', 'plumber-b']);
    expect(pickSamples(planOf([['Waco', '']]))).toMatchObject({ pages: 0, lost: 1 });
  });

  it('have the identity that they have in the whole run', () => {
    const rows = [
      ['Waco', 'a'],
      ['B', 'b'],
      ['x'.repeat(99), 'c'],
    ];
    const whole = collectFiles(layoutParts(planOf(rows), { name: 'out', split: null })).files;
    const few = collectFiles(layoutParts(pickSamples(planOf(rows)), { name: 'out', split: null })).files;
    const identities = (files: typeof few) =>
      files
        .flatMap(({ bytes }) => readPages(bytes))
        .map(({ fields }) => `${fields.guid} ${fields['wp:post_date']}`);
    expect(identities(whole)).toEqual(expect.arrayContaining(identities(few)));
    expect(identities(few)).toHaveLength(2);
  });

  it('know letters of all alphabets from special characters', () => {
    const longest = ['Waco '.repeat(30), 'a'];
    expect(samplesOf([longest, ['Łódź Αθήνα', 'b'], ['W&co', 'c']])).toEqual(['plumber-a', 'plumber-c']);
  });
});
