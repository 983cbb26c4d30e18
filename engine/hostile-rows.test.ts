/** Real exports × real sheets, and hostile sheets, judged as the command line judges them. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  createTableReader,
  type Layout,
  layoutParts,
  type PageImage,
  planPages,
  prepareProject,
  readSeed,
} from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { fixtureUrl } from '#testkit/fixtures.ts';
import { readPages } from '#testkit/wxr-pages.ts';
import { collectFiles, toCsv } from '#testkit/wxr-seed.ts';

const SHARED = new URL('../../shared/', import.meta.url);
const OWN = fixtureUrl('wordpress/');

interface SeedFile {
  name: string;
  bytes: Uint8Array;
  /** What the project of the seed has besides. */
  options?: { images?: readonly PageImage[] };
}

function readSeeds(): SeedFile[] {
  const shared = new URL('seeds/wordpress/', SHARED);
  const real = existsSync(shared)
    ? readdirSync(shared).map((name) => ({
        name,
        bytes: new Uint8Array(readFileSync(new URL(name, shared))),
      }))
    : [];
  const own = readdirSync(OWN, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const read = (file: string) => readFileSync(new URL(`${name}/${file}`, OWN));
      const bytes = new Uint8Array(read('seed.xml'));
      if (!existsSync(new URL(`${name}/options.json`, OWN))) return { name, bytes };
      const { images } = JSON.parse(read('options.json').toString()) as { images?: readonly PageImage[] };
      return { name, bytes, ...(images && { options: { images } }) };
    });
  console.log(`real exports read: ${real.length}, own: ${own.length}`);
  return [...real, ...own];
}

function createLayout(
  seedFile: SeedFile,
  rows: Uint8Array,
  split: { bytes: number; pages: number } | null,
): Layout {
  const { seed, problems: ofSeed } = readSeed(seedFile.bytes, seedFile.name);
  const reader = createTableReader({ file: 'rows.csv' });
  reader.push(rows);
  const { table } = reader.end();
  if (!seed || !table) throw new Error(JSON.stringify(ofSeed));
  const { project, problems } = prepareProject({ seed, table, key: 'landing', ...seedFile.options });
  if (!project) throw new Error(`${seedFile.name}: ${JSON.stringify(problems)}`);
  return layoutParts(planPages(project), { name: 'out', split });
}

/** Builds and judges; gives the pages as a parser reads them. */
function land(seedFile: SeedFile, rows: Uint8Array, split: { bytes: number; pages: number } | null = null) {
  const layout = createLayout(seedFile, rows, split);
  const { files } = collectFiles(layout);
  expect(files.map(({ name, bytes }) => [name, bytes.length])).toEqual(
    layout.parts.map(({ name, bytes }) => [name, bytes]),
  );
  const verdict = auditFiles(files, layout, split && split.bytes);
  expect(listFaultTexts(verdict), seedFile.name).toEqual([]);
  expect(verdict.pages, seedFile.name).toBe(layout.pages);
  return { layout, files };
}

const seeds = readSeeds();
/** Columns of the shared sheets and of the seeds kept here. */
const HEADER = [
  'geo_city',
  'geo_state',
  'state_code',
  'geo_zip',
  'county',
  'lat',
  'lng',
  'phone',
  'geo_url',
  'local_intro',
  'review_count',
  'open_sunday',
  'website',
  'intro',
  'Stadt',
  'Stadt ort',
  'geo_state2',
];
/** What rows may hold and nobody may trip over. */
const HOSTILE = [
  'O:8:"stdClass":0:{}',
  's:3:"abc";',
  ']]>',
  ']]',
  '>',
  '-->',
  '--',
  '<!--',
  '</script>',
  '</style>',
  '</p>',
  '{{',
  '}}',
  '${x}',
  '[gallery]',
  '[geo_city]',
  '[[geo_city]]',
  '[',
  ']',
  '$1',
  '\\0',
  '\\',
  '\\\\',
  "'",
  '"',
  '`',
  '“”‘’«»',
  '<b>',
  '<b onclick="x">',
  '&amp;',
  '&',
  '&#91;',
  '&copy',
  'شارع\u202e',
  '😀👩‍👩‍👧',
  'a\u2028b',
  'a\u0085b',
  'a\r\nb',
  'a\tb',
  ' lead',
  'trail ',
  'a\u00a0b',
  '%5Bgeo_city%5D',
  '%',
  '%%title%%',
  '{"a":1}',
  '[{"a":1}]',
  'null',
  'a:1:{i:0;s:1:"a";}',
  'N;',
  '=cmd()',
  '0',
  '-',
  'http://a/b?c=d&e=f#g',
  '../..',
  'x'.repeat(60_000),
];

function makeHostileRows(): Uint8Array {
  const rows = HOSTILE.map((value, index) =>
    HEADER.map((name) => {
      if (name === 'geo_url' || name === 'Stadt ort') return `town-${index}`;
      if (name === 'lat' || name === 'lng') return '-12.5';
      if (name === 'review_count') return '12';
      if (name === 'website') return '/x';
      if (name === 'geo_city') return `${value} ${index}`.slice(0, 60);
      // 60,000 characters are no name of a meta and no part of an address
      return name.endsWith('intro') ? value : value.slice(0, 60);
    }),
  );
  return toCsv([HEADER, ...rows]);
}

describe.each(seeds)('the seed $name', (seed) => {
  it('lands whole with hostile rows, in one file and in parts', () => {
    const rows = makeHostileRows();
    const { layout } = land(seed, rows);
    expect(layout).toMatchObject({ pages: HOSTILE.length, skipped: 0 });
    land(seed, rows, { bytes: 10_000_000, pages: 20 });
  });

  it('keeps its shape, whatever is in the rows', () => {
    const outlines = land(seed, makeHostileRows())
      .files.flatMap(({ bytes }) => readPages(bytes))
      .slice(-HOSTILE.length)
      .map(({ outline }) => outline.join(' '));
    expect(new Set(outlines).size).toBe(1);
  });
});

const sheets = ['rows-5.csv', 'rows-500.csv']
  .map((name) => ({ name, url: new URL(`seeds/${name}`, SHARED) }))
  .filter(({ url }) => existsSync(url));

describe.each(sheets)('the sheet $name', ({ url }) => {
  it('lands whole with each real export', () => {
    const rows = new Uint8Array(readFileSync(url));
    const real = seeds.filter(({ name }) => name.endsWith('.xml'));
    for (const seed of real) {
      const { layout } = land(seed, rows, { bytes: 10_000_000, pages: 200 });
      expect(layout.skipped, seed.name).toBe(0);
      expect(layout.pages, seed.name).toBeGreaterThan(0);
    }
    console.log(`landed with ${real.length} real exports`);
  });
});
