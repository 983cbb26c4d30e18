/** Estimates of all platforms, of combinations, and of input that is small, large, equal or broken. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PlatformId } from '../platforms/registry.ts';
import { createTableReader } from '../sheet/table-reader.ts';
import {
  PAGE_SETS,
  estimate,
  makeInput,
  makeText,
  measureAll,
  writeSeed,
  writeTowns,
} from './page-sets-fixture.ts';
import { estimateQuality } from './estimate-quality.ts';

const TEXT = Array.from({ length: 6 }, (_, index) => `<p>${makeText(index, 40)}</p>`).join('\n');
const SEED = writeSeed({ content: `<p>Plumbers in [geo_city].</p>${TEXT}` });
const HEADER = 'geo_city,geo_state,geo_url';

function writeRows(count: number, write: (index: number) => string): string {
  return [HEADER, ...Array.from({ length: count }, (_, index) => write(index))].join('\n');
}

describe.each([
  ['wordpress', 'plumber.xml'],
  ['hubspot', 'hubspot-post.xml'],
  ['drupal', 'drupal-node.xml'],
  ['wix', 'wix-items.csv'],
  ['webflow', 'webflow-items.csv'],
] as const)('an estimate for %s', (format: PlatformId, seed) => {
  it('is the score of the run if all rows are in the sample', () => {
    const rows = readFileSync('examples/towns.csv', 'utf8');
    const input = makeInput(readFileSync(`examples/${seed}`, 'utf8'), rows, { format });
    const run = measureAll(input);
    const found = estimate(input);
    expect(found?.rows).toBe(run.pages.length);
    expect(found?.score).toBeCloseTo(run.score);
    expect(found?.similarity).toBeGreaterThan(0.1);
  });

  it('is close to the score of a run of 300 pages', () => {
    const lines = Array.from(
      { length: 300 },
      (_, index) =>
        `Town ${index},TX,county ${index % 9},(713) 555-${1000 + index},${makeText(index, 8 + (index % 5))}`,
    );
    const rows = `geo_city,state_code,county,phone,local_intro\n${lines.join('\n')}\n`;
    const input = makeInput(readFileSync(`examples/${seed}`, 'utf8'), rows, { format });
    const found = estimate(input);
    expect(Math.abs((found?.score ?? 0) - measureAll(input).score)).toBeLessThan(10);
  });
});

describe('an estimate of a combination', () => {
  it('samples rows of both lists, and finds pages that repeat the text of a service', () => {
    const reader = createTableReader({ file: 'services.csv' });
    const services = Array.from(
      { length: 20 },
      (_, index) => `service ${index},${makeText(300 + index, 60)}`,
    );
    reader.push(new TextEncoder().encode(`service,service_intro\n${services.join('\n')}\n`));
    const seed = writeSeed({
      title: '[service] in [geo_city]',
      content: `<p>[service] in [geo_city]: [service_intro]</p>${TEXT}`,
    });
    const combined = { file: 'services.csv', ...reader.end() };
    const input = makeInput(seed.replace('plumber-[geo_url]', '[service]-[geo_url]'), writeTowns(50), {
      combined,
    });
    const run = measureAll(input);
    const found = estimate(input);
    expect(run.pages).toHaveLength(1000);
    expect(Math.abs((found?.score ?? 0) - run.score)).toBeLessThan(3);
  });
});

describe('an estimate of few or unusual rows', () => {
  it.each([
    { name: 'one row', rows: writeRows(1, () => 'Austin,TX,austin-tx'), similarity: 0 },
    { name: 'two rows', rows: writeRows(2, (index) => `Town${index},TX,town${index}-tx`), similarity: 1 },
    { name: 'equal rows', rows: writeRows(90, (index) => `Austin,TX,austin-${index}`), similarity: 1 },
    {
      name: 'Arabic towns',
      rows: writeRows(60, (index) => `مدينة ${index},تكساس,town-${index}`),
      similarity: 1,
    },
    {
      name: 'Chinese towns',
      rows: writeRows(60, (index) => `城市${index},德州,town-${index}`),
      similarity: 1,
    },
    { name: 'rows without towns', rows: writeRows(60, (index) => `,,page-${index}`), similarity: undefined },
  ])('works for $name', ({ rows, similarity }) => {
    const found = estimate(makeInput(SEED, rows));
    if (similarity === undefined) expect(found).toBeUndefined();
    else expect(found?.similarity).toBeCloseTo(similarity, 1);
    for (const { points } of found?.changes ?? []) expect(points).toBeGreaterThan(0);
  });

  it('is the same as the run for right-to-left and Chinese text', () => {
    const long = (index: number) =>
      '水管漏水我们当天修理所有零件都在车上'.repeat(2).slice(index % 7, 30 + (index % 5));
    const rows = [
      'geo_city,geo_url,intro',
      ...Array.from({ length: 80 }, (_, index) => `城${index},t-${index},${long(index)}`),
    ];
    const seed = writeSeed({
      title: '[geo_city]',
      description: '',
      content: `<p>[geo_city] سباك في المدينة [intro]</p>${TEXT}`,
    });
    const input = makeInput(seed, rows.join('\n'));
    expect(Math.abs((estimate(input)?.score ?? 0) - measureAll(input).score)).toBeLessThan(5);
  });

  it('takes all town pages of 100,000 rows into account, and none of more', () => {
    const rows = writeRows(100_000, (index) => `Town${index >> 1},TX,town${index}-tx`);
    const found = estimate(makeInput(SEED, rows));
    expect(found?.rows).toBe(40);
    expect(found?.changes).toContainEqual({
      kind: 'titles',
      points: 4,
      isMissing: false,
      texts: expect.arrayContaining(['Plumber in Town0, TX']),
    });
    expect(estimate(makeInput(SEED, `${rows}\nOne more,TX,more`))).toBeUndefined();
  });
});

describe('an estimate', () => {
  it.each([
    { name: 'no sheet', input: { ...makeInput(SEED, HEADER), table: undefined } },
    { name: 'no seed', input: { ...makeInput(SEED, writeTowns(3)), seed: undefined } },
    { name: 'a sheet without rows', input: makeInput(SEED, HEADER) },
    { name: 'a malformed seed', input: makeInput(SEED.slice(0, 900), writeTowns(3)) },
    {
      name: 'an unknown placeholder',
      input: makeInput(SEED.replace('[geo_city].', '[geo_cty].'), writeTowns(3)),
    },
  ])('is missing, without an error, for $name', ({ input: { table, seed, ...input } }) => {
    expect(estimate({ ...input, ...(table && { table }), ...(seed && { seed }) })).toBeUndefined();
  });

  it('can be stopped while it reads rows', () => {
    const work = estimateQuality(makeInput(PAGE_SETS.medium, writeTowns(3000)));
    let steps = 0;
    while (!work.next().done) steps += 1;
    expect(steps).toBeGreaterThan(10);
  });

  it('is the same each time', () => {
    const input = makeInput(PAGE_SETS.strong, writeTowns(200));
    expect(estimate(input)).toEqual(estimate(input));
  });
});
