/** `geoloom places`: sheets of towns, by distance, state, county and ZIP codes. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder, runGeoloom, type TestFolder, writeSeed } from './command-fixture.ts';

const HEADER = 'geo_city,geo_state,geo_county,geo_zip,geo_lat,geo_lng,geo_population,geo_timezone';

let folder: TestFolder;
beforeEach(() => {
  folder = createTestFolder();
});
afterEach(() => folder.remove());

const run = (...args: string[]) => runGeoloom(['places', ...args]);
/** Rows of a sheet without byte order mark and header. */
function readRows(sheet: string): string[] {
  const [head, ...rows] = sheet.trimEnd().split('\r\n');
  expect(head).toBe(`\ufeff${HEADER}`);
  return rows;
}
const readCities = (sheet: string) => readRows(sheet).map((row) => row.split(',')[0]);

describe('geoloom places', () => {
  it('prints the towns near a town, nearest first', async () => {
    const { code, stdout } = await run(
      '--near',
      'Austin, TX',
      '--within',
      '15mi',
      '--min-population',
      '10000',
    );
    expect(code).toBe(0);
    expect(readRows(stdout)[0]).toBe(
      'Austin,TX,Travis County,78701,30.26715,-97.74306,931830,America/Chicago',
    );
    expect(readCities(stdout)).toEqual(['Austin', 'Jollyville', 'Wells Branch', 'Buda', 'Pflugerville']);
  });

  it('measures in miles without a unit, in kilometers with km, and 25 miles by default', async () => {
    const search = async (...within: string[]) =>
      readCities((await run('--near', 'Austin, TX', ...within)).stdout).length;
    const [miles, kilometers] = [await search('--within', '10'), await search('--within', '10km')];
    expect(kilometers).toBeLessThan(miles);
    expect(await search()).toBe(await search('--within', '25 miles'));
    expect(await search()).toBeGreaterThan(miles);
  });

  it.each([
    ['a town with its county', 'Midway, Seminole, FL', 'Midway'],
    ['a town with its ZIP code', 'Midway, FL 32343', 'Midway'],
    ['a ZIP code', '78701', 'Austin'],
    ['coordinates', '30.26715, -97.74306', 'Austin'],
  ])('finds %s', async (_, near, first) => {
    const { code, stdout } = await run('--near', near, '--within', '2');
    expect(code).toBe(0);
    expect(readCities(stdout)[0]).toBe(first);
  });

  it('writes towns of a state and of a county to a new file', async () => {
    const out = folder.resolve('towns.csv');
    const { code, stdout } = await run('--county', 'Travis, TX', '--min-population', '40000', '--out', out);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`2 towns in ${out}.`)]);
    expect(readCities(readFileSync(out, 'utf8'))).toEqual(['Austin', 'Pflugerville']);
    const ofState = await run('--state', 'rhode island');
    expect(new Set(readRows(ofState.stdout).map((row) => row.split(',')[1]))).toEqual(new Set(['RI']));
    expect(folder.list()).toEqual(['towns.csv']);
  });

  it('leaves out places of unknown population, unless 0 is the minimum', async () => {
    const list = async (...args: string[]) =>
      readRows((await run('--county', 'Suffolk, MA', ...args)).stdout).map((row) => row.split(',').at(-2));
    expect(await list()).not.toContain('');
    expect(await list('--min-population', '0')).toContain('');
  });

  it('reports the number of empty cells, on standard error if the sheet is printed', async () => {
    const { stdout, stderr } = await run(
      '--near',
      'Austin, TX',
      '--within',
      '15',
      '--min-population',
      '10000',
    );
    expect(stderr).toContain('Empty because the value is unknown: geo_zip in 2 rows.');
    expect(stdout).not.toContain('Empty');
  });

  it('writes each town of a list of ZIP codes once, with the first of its ZIP codes', async () => {
    const zips = folder.write(
      'zips.txt',
      'ZIP codes\r\n78704\r\n78701\r\n\r\n"00501"\r\n76701,76704-1234\r\n',
    );
    const { code, stdout } = await run('--zips', zips);
    expect(code).toBe(0);
    const rows = readRows(stdout).map((row) => row.split(','));
    expect(rows.map(([city, , , zip]) => `${city} ${zip}`)).toEqual([
      'Austin 78704',
      'Holtsville 00501',
      'Waco 76701',
    ]);
  });

  it('ends with 3 if ZIP codes are unknown or invalid, and names their lines', async () => {
    const zips = folder.write('zips.txt', '78701\n99999\nAustin\n');
    const { code, stdout, stderr } = await run('--zips', zips);
    expect(code).toBe(3);
    expect(readCities(stdout)).toEqual(['Austin']);
    expect(stderr).toContain(`${zips}:2  No town has the ZIP code 99999: it was skipped.`);
    expect(stderr).toContain(`${zips}:3  "Austin" isn't a ZIP code: it was skipped.`);
  });

  it('reports ZIP codes for which the nearest town was used', async () => {
    const zips = folder.write('zips.txt', '91331');
    const { code, stderr } = await run('--zips', zips);
    expect([code, stderr]).toEqual([0, expect.stringContaining('1 ZIP code has no town of that name')]);
  });

  it('prints one object with --json, also if it writes a file', async () => {
    const { code, stdout } = await run('--county', 'Travis, TX', '--min-population', '100000', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      towns: 1,
      rows: [expect.objectContaining({ geo_city: 'Austin', geo_zip: '78701' })],
      problems: [],
      elapsed_ms: expect.any(Number),
      peak_rss_bytes: expect.any(Number),
    });
    const refused = await run('--near', 'Midway, FL', '--json', '--out', folder.resolve('x.csv'));
    expect(JSON.parse(refused.stdout)).toMatchObject({
      ok: false,
      towns: 0,
      problems: [{ code: 'place-ambiguous', severity: 'fault' }],
    });
    expect(folder.list()).toEqual([]);
  });

  const REFUSALS: [name: string, args: string[], text: string][] = [
    [
      'an ambiguous town, with the choices',
      ['--near', 'Midway, FL'],
      '3 towns are known as "Midway, FL". Use one of these with --near: "Midway, Gadsden County, FL", ' +
        '"Midway, Santa Rosa County, FL", "Midway, Seminole County, FL".',
    ],
    ['a name of very many towns, with some of them', ['--near', 'Springfield'], 'and 10 more.'],
    ['an unknown town', ['--near', 'Atlantis, TX'], 'No town is known as "Atlantis, TX".'],
    ['an unknown state', ['--state', 'XX'], 'No state is named "XX".'],
    ['an unknown county', ['--county', 'Atlantis, TX'], 'No county of TX is named "Atlantis".'],
    ['a county of an unknown state', ['--county', 'Travis, XX'], 'No state is named "XX".'],
    ['coordinates out of range', ['--near', '95, 10'], 'A latitude is from -90 to 90'],
    ['an area without towns', ['--near', '0, 0'], 'No matching towns.'],
    ['a list that is missing', ['--zips', 'missing.txt'], 'missing.txt does not exist.'],
    [
      'a file that has no places',
      ['--state', 'TX', '--from', 'package.json'],
      "package.json isn't a file of places",
    ],
  ];
  it.each(REFUSALS)('refuses %s', async (_, args, text) => {
    const out = folder.resolve('towns.csv');
    const { code, stdout } = await run(...args, '--out', out);
    expect(code).toBe(1);
    expect(stdout).toContain('Refused. Nothing was written.');
    expect(stdout).toContain(text);
    expect(folder.list()).toEqual([]);
  });

  it.each(['Midway, FL', 'Shrewsbury, NJ'])('names choices for "%s" of which each is found', async (near) => {
    const { stdout } = await run('--near', near);
    const list = /--near: (".+")\./.exec(stdout)?.[1] ?? '';
    const choices = list.split(/(?<="), (?=")/).map((choice) => choice.slice(1, -1));
    expect(choices.length).toBeGreaterThan(1);
    for (const choice of choices)
      expect((await run('--near', choice, '--min-population', '0')).code, choice).toBe(0);
  });

  it('never overwrites a file', async () => {
    const out = folder.write('towns.csv', 'mine');
    const { code, stdout } = await run('--state', 'RI', '--out', out);
    expect([code, stdout]).toEqual([1, expect.stringContaining('files are never overwritten')]);
    expect(readFileSync(out, 'utf8')).toBe('mine');
  });

  const WRONG: string[][] = [
    [],
    ['--state', 'TX', '--near', 'Austin, TX'],
    ['--state', 'TX', '--within', '5mi'],
    ['--near', 'Austin, TX', '--within', 'far'],
    ['--near', 'Austin, TX', '--within', '0'],
    ['--near', 'Austin, '],
    ['--near', 'a, b, c, d'],
    ['--county', 'Travis'],
    ['--state', 'TX', '--min-population', '-5'],
  ];
  it.each(WRONG.map((args) => [args]))('ends with 2 and a hint for %j', async (args) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/--help/);
  });

  it('shows examples in its help', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    expect(stdout).toContain('geoloom places --near "Austin, TX" --within 40mi');
    expect(stdout).toContain('GeoNames');
  });

  it('writes a sheet that a build takes as it is', async () => {
    const rows = folder.resolve('towns.csv');
    await run('--near', 'Pflugerville, TX', '--within', '1', '--out', rows);
    const content =
      '<p>[geo_city] in [geo_county], [geo_zip], at [geo_lat], [geo_lng]: [geo_population], [geo_timezone]</p>';
    const seed = folder.write('page.xml', writeSeed({ content, metas: {} }));
    const { code, stdout } = await runGeoloom([
      'build',
      '--seed',
      seed,
      '--rows',
      rows,
      '--out',
      folder.resolve('pages'),
    ]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 of 1 page ready to import')]);
    expect(readFileSync(folder.resolve('pages/page.xml'), 'utf8')).toContain(
      '<p>Pflugerville in Travis County, 78660, at 30.43937, -97.62000: 57122, America/Chicago</p>',
    );
  });
});
