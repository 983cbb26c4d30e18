import { describe, expect, it } from 'vitest';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';
import { readUsPlaces } from '../places/places-fixture.ts';

const places = readUsPlaces();

function fillAll(content: string, rows: string[][]) {
  const { pages, problems } = build(wxrSeed({ content }), rows, { places: () => places });
  return { texts: pages.map(({ fields }) => fields['content:encoded']), problems };
}

describe('values from the gazetteer', () => {
  it('fill placeholders that the sheet has no column for', () => {
    const { texts } = fillAll(
      '[geo_city]: [geo_county], [geo_zip], [geo_lat | number:"0.0"] [geo_lng | number:"0.0"], [geo_timezone]',
      [
        ['city', 'state'],
        ['Waco', 'TX'],
        ['Saint Louis', 'Missouri'],
      ],
    );
    expect(texts[0]).toMatch(/^Waco: McLennan County, 767\d\d, 31\.\d -97\.\d, America\/Chicago$/);
    expect(texts[1]).toMatch(/^Saint Louis: .*63\d\d\d, 38\.\d -90\.\d, America\/Chicago$/);
  });

  it.each(['state_code', 'State Code', 'State Abbr', 'ST', 'state_name'])(
    'find a town by the column %s',
    (name) => {
      const { texts } = fillAll('[geo_county]', [
        ['city', name],
        ['Midland', name === 'state_name' ? 'Texas' : 'TX'],
      ]);
      expect(texts[0]).toBe('Midland County');
    },
  );

  it('give way to the cells of the sheet', () => {
    const { texts } = fillAll('[geo_city] [geo_zip] [geo_county]', [
      ['city', 'state', 'ZIP Code'],
      ['Waco', 'TX', '76799'],
      ['Austin', 'TX', ''],
    ]);
    expect(texts[0]).toBe('Waco 76799 McLennan County');
    expect(texts[1]).toMatch(/^Austin 787\d\d Travis County$/);
  });

  it('fill the empty cells of columns with their names', () => {
    const { texts } = fillAll(
      '[geo_city] [geo_zip] [nearby 1][near_city] [near_distance | number:"0"][/nearby]',
      [
        ['geo_city', 'geo_state', 'geo_zip', 'geo_lat', 'geo_lng'],
        ['Waco', 'TX', '76799', '31.5', '-97.1'],
        ['Austin', 'TX', '', ' ', ''],
        ['Nowhere Land', 'TX', '', '', ''],
      ],
    );
    expect(texts[0]).toMatch(/^Waco 76799 Austin 9\d$/);
    expect(texts[1]).toMatch(/^Austin 787\d\d Waco 9\d$/);
    expect(texts[2]?.trim()).toBe('Nowhere Land');
  });

  it('are missing for a town that isn’t certain, with its candidates', () => {
    const { problems, texts } = fillAll('[geo_city] [geo_zip | default:"–"]', [
      ['city', 'state', 'county'],
      ['Riverside', 'MD', ''],
      ['Riverside', 'MD', 'Harford'],
      ['Nowhere Land', 'MD', ''],
    ]);
    expect(texts[0]).toBe('Riverside –');
    expect(problems.filter(({ code }) => code === 'place-ambiguous')).toMatchObject([
      {
        row: 2,
        text: expect.stringMatching(/^\d places are called Riverside, MD: .*Harford County/) as string,
      },
    ]);
  });

  it('locate rows without coordinates for their neighbors', () => {
    const { texts } = fillAll('[geo_city]: [nearby 1][near_city][/nearby]', [
      ['city', 'state', 'lat', 'lng'],
      ['Austin', 'TX', '', ''],
      ['Dallas', 'TX', '32.78', '-96.80'],
      ['Fort Worth', 'TX', '', ''],
      ['Round Rock', 'TX', '', ''],
    ]);
    expect(texts).toEqual([
      'Austin: Round Rock',
      'Dallas: Fort Worth',
      'Fort Worth: Dallas',
      'Round Rock: Austin',
    ]);
  });

  it('leave a row with invalid coordinates without neighbors, and its own cell is named', () => {
    const { problems } = fillAll('[geo_city]: [nearby 1][near_city][/nearby]', [
      ['city', 'state', 'Latitude', 'lng'],
      ['Austin', 'TX', '95', '-97'],
      ['Nowhere Land', 'TX', '32.78', ''],
      ['Round Rock', 'TX', '', ''],
    ]);
    expect(problems.filter(({ code }) => /^(?:coordinates|place)/.test(code))).toMatchObject([
      {
        code: 'place-unknown',
        row: 3,
        text: '"Nowhere Land, TX" isn’t in the places data. Fill in lng, or correct the name.',
      },
      { code: 'coordinates-invalid', row: 2, field: 'Latitude' },
    ]);
  });

  const ALL = '[geo_city]: [geo_zip] [geo_county] [geo_lat] [geo_timezone] [nearby 1][near_city][/nearby]';

  it('that are missing for an unknown or ambiguous town give one notice for each town', () => {
    const { texts, problems } = fillAll(ALL, [
      ['row_id', 'city', 'state', 'zip'],
      ['1', 'Xyzville', 'TX', ''],
      ['2', 'Midway', 'FL', ''],
      ['3', 'Austin', 'TX', ''],
      ['4', 'Xyzville', 'TX', ''],
      ['5', 'Xyzville', 'TX', ''],
    ]);
    expect(texts[0]?.trim()).toBe('Xyzville:');
    const added =
      'Add columns geo_county, geo_lat, geo_lng and geo_timezone, fill in zip, or correct the name.';
    expect(problems.filter(({ severity }) => severity === 'notice')).toMatchObject([
      { code: 'place-ambiguous', row: 3 },
      {
        code: 'place-unknown',
        row: 2,
        text: `"Xyzville, TX" isn’t in the places data. ${added} The same in 2 more rows: 5, 6`,
        moreRows: 2,
      },
    ]);
  });

  it('name the town where a page can’t do without them', () => {
    const seed = { title: '[geo_city] [geo_zip]', content: '<script>at([geo_lat])</script>' };
    const rows = [
      ['city', 'state'],
      ['Xyzville', 'TX'],
      ['Midway', 'FL'],
      ['Austin', 'TX'],
    ];
    const { problems } = build(wxrSeed(seed), rows, { places: () => places });
    expect(problems.filter(({ severity }) => severity === 'loss').map(({ text }) => text)).toEqual([
      'The title needs geo_zip, but "Xyzville, TX" isn’t in the places data. Add a column geo_zip, or correct the name.',
      'geo_lat has no value: "Xyzville, TX" isn’t in the places data. Add a column geo_lat, or correct the name.',
      'The title needs geo_zip, but 3 places are called Midway, FL. Add the ZIP code, the county or coordinates to the row.',
      'geo_lat has no value: 3 places are called Midway, FL. Add the ZIP code, the county or coordinates to the row.',
    ]);
  });

  it('are missing for a state in another spelling, which the notice names', () => {
    const { problems } = fillAll('[geo_county]', [
      ['city', 'state'],
      ['Dallas', 'Texes'],
      ['Austin', 'texas'],
      ['Austin', 'Tex.'],
    ]);
    expect(problems.filter(({ code }) => code === 'place-unknown')).toMatchObject([
      {
        row: 2,
        text: '"Dallas, Texes" isn’t in the places data: it has no state called "Texes". Add a column geo_county, or correct the name.',
      },
    ]);
  });

  it('are not asked for where the row has its own', () => {
    const { problems } = fillAll('[nearby 1][near_city][/nearby]', [
      ['city', 'state', 'lat', 'lng'],
      ['Xyzville', 'TX', '31', '-97'],
      ['Austin', 'TX', '', ''],
    ]);
    expect(problems).toEqual([]);
  });

  it('of many unknown towns are one notice after the first 50', () => {
    const towns = Array.from({ length: 70 }, (_, index) => [`Xyz ${index}`, 'TX']);
    const { problems } = fillAll('[geo_city] [geo_county]', [['city', 'state'], ...towns]);
    expect(problems).toHaveLength(51);
    expect(problems.at(-1)?.text).toBe(
      'The towns of 20 more rows aren’t in the places data: 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, …',
    );
  });
});
