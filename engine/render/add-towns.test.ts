import { describe, expect, it } from 'vitest';
import { addTowns } from '#engine';
import { readUsPlaces } from '../places/places-fixture.ts';
import { selectTowns, toTownRows } from '../places/select-towns.ts';
import { build, readRows, wxrSeed } from '#testkit/wxr-seed.ts';

const PLACES = readUsPlaces();
const inFlorida = selectTowns(PLACES, { state: 'FL', minPopulation: 0 }).towns;
const MIDWAYS = inFlorida.filter(({ place }) => place.name === 'Midway');
const listCounties = () => MIDWAYS.map(({ place }) => place.county);

/** Slugs of the pages that a sheet makes. */
function listSlugs(csv: string): string[] {
  const { pages, problems } = build(wxrSeed({ slug: 'geo_url' }), csv);
  expect(problems.filter(({ severity }) => severity === 'loss')).toEqual([]);
  return pages.map(({ fields }) => fields['wp:post_name'] ?? '');
}

function add(csv: string) {
  const { table } = readRows(csv);
  const added = addTowns(csv, table, { towns: MIDWAYS, choices: {} });
  if (!added) throw new Error('no column for the city');
  return added;
}

describe('towns of one name in one state', () => {
  it('are in the places', () => {
    expect(new Set(listCounties()).size).toBe(MIDWAYS.length);
    expect(MIDWAYS.length).toBeGreaterThan(1);
  });

  it('have a URL of their own each in a new sheet', () => {
    const rows = toTownRows(MIDWAYS);
    expect(rows[0]?.geo_url).toBe('midway-fl');
    expect(rows[1]?.geo_url).toMatch(/^midway-[a-z-]+-county-fl$/);
    const header = Object.keys(rows[0] ?? {});
    const csv = [header, ...rows.map((row) => Object.values(row))].map((cells) => cells.join(',')).join('\n');
    expect(listSlugs(csv)).toEqual(rows.map(({ geo_url: url }) => url));
  });

  it('have a URL of their own each in all of Florida, and other states no column for it', () => {
    const urls = toTownRows(inFlorida).map(({ geo_url: url }) => url);
    expect(new Set(urls).size).toBe(inFlorida.length);
    const few = selectTowns(PLACES, { county: { county: 'Travis', state: 'TX' } }).towns;
    expect(toTownRows(few).every((row) => row.geo_url === undefined)).toBe(true);
  });

  it('are distinguished by the column for the URL', () => {
    const { text, added } = add('city,state,url\nWaco,TX,waco\n');
    expect(added).toBe(MIDWAYS.length);
    expect(listSlugs(text).slice(0, 2)).toEqual(['waco', 'midway-fl']);
    expect(add(text.replace('county', 'x'))).toMatchObject({ added: 0, skipped: MIDWAYS.length });
  });

  it('are those of a sheet that writes the state in short', () => {
    expect(add('city,state\nMidway,Flor.\n')).toMatchObject({ added: 0, skipped: MIDWAYS.length });
    expect(add('city,state\nMidway,Tex.\n')).toMatchObject({ added: 1 });
  });

  it('are left out without a column for the URL, except the first', () => {
    const { text, added, skipped, twins } = add('city,state\nWaco,TX\n');
    expect({ added, skipped, twins }).toEqual({ added: 1, skipped: 0, twins: MIDWAYS.length - 1 });
    expect(listSlugs(text)).toEqual(['waco-tx', 'midway-fl']);
  });

  it('are other towns than a row of another county', () => {
    const [first = ''] = listCounties();
    const csv = `city,state,county,url\nMidway,FL,${first.replace(' County', '')},midway\n`;
    expect(add(csv)).toMatchObject({ added: MIDWAYS.length - 1, skipped: 1, twins: 0 });
    expect(add('city,state,county,url\nMidway,FL,,midway\n')).toMatchObject({
      added: 0,
      skipped: MIDWAYS.length,
    });
  });
});

it('fills the URL of each town in a sheet with a column for it', () => {
  const csv = 'geo_city,geo_state,geo_url\nWaco,TX,waco\n';
  const { table } = readRows(csv);
  const { towns } = selectTowns(PLACES, { zips: '78701' });
  expect(addTowns(csv, table, { towns, choices: {} })?.text).toBe(`${csv}Austin,TX,austin-tx\n`);
});
