/** The options of `build` that set the status, date and so on of pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makePlace } from '#engine/places/places-fixture.ts';
import { writePlacesFile } from '#engine/places/places-file.ts';
import { createTestFolder, runGeoloom, writeSeed } from './command-fixture.ts';

const folder = createTestFolder();
const seed = folder.write('plumber.xml', writeSeed());
const SCHEDULE = '1 a day from 2026-12-01 09:00 UTC';
afterAll(() => folder.remove());

function writeTowns(name: string, slugs: readonly string[], column = 'x', cell = ''): string {
  const lines = slugs.map((slug) => `Town ${slug},TX,${slug},555,Hello,${cell}`);
  return folder.write(name, [`geo_city,geo_state,geo_url,phone,intro,${column}`, ...lines, ''].join('\n'));
}

let outCount = 0;
async function build(rows: string, ...flags: string[]) {
  outCount += 1;
  const out = folder.resolve(`out-${outCount}`);
  const result = await runGeoloom(['build', '--seed', seed, '--rows', rows, '--out', out, ...flags]);
  const read = (name: string) => readFileSync(join(out, name), 'utf8');
  return { ...result, out, read };
}

const listDates = (text: string) =>
  [...text.matchAll(/<wp:post_date>(?:<!\[CDATA\[)?(\d{4}-\d\d-\d\d)/g)].map(([, date]) => date);

describe('--steer', () => {
  it('lets a column of another name set the status', async () => {
    const { code, read } = await build(
      writeTowns('status.csv', ['a'], 'State of page', 'draft'),
      '--steer',
      'State of page=page_status',
    );
    expect(code).toBe(0);
    expect(read('plumber.xml')).toMatch(/<wp:status>(?:<!\[CDATA\[)?draft/);
  });

  it.each([
    ['Published', 'publish'],
    ['DRAFT', 'draft'],
    ['Pending Review', 'pending'],
  ])('reads the status %s as %s', async (cell, status) => {
    const { code, read } = await build(writeTowns('words.csv', ['a'], 'page_status', cell));
    expect(code).toBe(0);
    expect(read('plumber.xml')).toMatch(new RegExp(`<wp:status>(?:<!\\[CDATA\\[)?${status}`));
  });

  it.each(['page_status', 'x=status', '=page_status'])('refuses %s and lists the settings', async (text) => {
    const { code, stderr } = await build(writeTowns('steer.csv', ['a']), '--steer', text);
    expect(code).toBe(2);
    expect(stderr).toContain('The settings are page_status, page_date, page_parent,');
  });
});

describe('--places-from', () => {
  const content = '<p>[geo_city]: [geo_county] [geo_population]</p>';
  const local = folder.write('local.xml', writeSeed({ content }));
  const toSheet = (...towns: string[]) =>
    folder.write('places.csv', ['geo_city,geo_state,geo_url', ...towns, ''].join('\n'));
  const update = folder.write(
    'places.tsv',
    writePlacesFile({
      version: '2030-01-01',
      credits: 'Test',
      places: ['Waco', 'Austin'].map((name) => makePlace({ name, county: 'Next County', population: 7 })),
    }),
  );

  it('keeps the values of towns when the file of places changes; --places names another file', async () => {
    const first = await build(toSheet('Waco,TX,waco'), '--seed', local);
    const { places_version, places } = JSON.parse(first.read('manifest.json'));
    expect(places_version).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(places).toMatchObject([
      { key: 'waco', values: expect.arrayContaining(['McLennan County']) as unknown },
    ]);
    const rows = toSheet('Waco,TX,waco', 'Austin,TX,austin');
    const flags = ['--seed', local, '--places', update];
    const kept = await build(rows, ...flags, '--places-from', join(first.out, 'manifest.json'));
    expect(kept.code).toBe(0);
    expect(kept.read('local.xml')).toContain('Waco: McLennan County');
    expect(kept.read('local.xml')).toContain('Austin: Next County 7');
    expect(JSON.parse(kept.read('manifest.json'))).toMatchObject({ places_version: '2030-01-01' });
    expect((await build(rows, ...flags)).read('local.xml')).toContain('Waco: Next County 7');
  });

  it.each(['--places', '--places-from'])('refuses another file for %s', async (option) => {
    const { code, stderr } = await build(toSheet('Waco,TX,waco'), option, seed);
    expect(code).toBe(2);
    expect(stderr).toMatch(option === '--places' ? /isn't a file of places/ : /isn’t the manifest.json/);
  });

  it('is in the manifest only if the seed names such a value', async () => {
    const { read } = await build(writeTowns('plain.csv', ['a']));
    expect(JSON.parse(read('manifest.json'))).not.toHaveProperty('places_version');
  });
});

describe('--schedule', () => {
  it('dates the pages and stores the dates by row key in the manifest', async () => {
    const { code, read, stdout } = await build(writeTowns('first.csv', ['a', 'b']), '--schedule', SCHEDULE);
    expect(code).toBe(0);
    expect(stdout).toContain(
      '2 pages scheduled: the first on Dec 1, 2026, 9:00 AM, the last on Dec 2, 2026, 9:00 AM (UTC)',
    );
    expect(listDates(read('plumber.xml'))).toEqual(['2026-12-01', '2026-12-02']);
    expect(JSON.parse(read('manifest.json')).scheduled_dates).toEqual({ a: 1_796_115_600, b: 1_796_202_000 });
  });

  it('keeps the dates of an earlier build; new rows take the next free ones', async () => {
    const first = await build(writeTowns('first.csv', ['a', 'b']), '--schedule', SCHEDULE);
    const manifest = join(first.out, 'manifest.json');
    const rows = writeTowns('second.csv', ['new', 'b', 'a']);
    const second = await build(rows, '--schedule', SCHEDULE, '--dates-from', manifest);
    expect(second.code).toBe(0);
    expect(listDates(second.read('plumber.xml'))).toEqual(['2026-12-03', '2026-12-02', '2026-12-01']);
    const third = await build(
      rows,
      '--schedule',
      SCHEDULE,
      '--dates-from',
      join(second.out, 'manifest.json'),
    );
    expect(third.read('plumber.xml')).toBe(second.read('plumber.xml'));
    expect(third.read('manifest.json')).toBe(second.read('manifest.json'));
  });

  it('is refused with the way to write it', async () => {
    const { code, stderr } = await build(
      writeTowns('bad.csv', ['a']),
      '--schedule',
      '10 a day from Dec 1, 9:00, America/Denver',
    );
    expect(code).toBe(2);
    expect(stderr).toContain('isn’t a date with its year');
  });

  it('is needed for the dates of an earlier build, which must be a manifest', async () => {
    const rows = writeTowns('bad.csv', ['a']);
    expect((await build(rows, '--dates-from', seed)).stderr).toContain('--dates-from needs --schedule');
    const { code, stderr } = await build(rows, '--schedule', SCHEDULE, '--dates-from', seed);
    expect(code).toBe(2);
    expect(stderr).toContain('isn’t the manifest.json of an earlier build');
  });
});
