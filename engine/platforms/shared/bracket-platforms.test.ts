/** Brackets that refuse a seed, stay or are converted, on platforms without shortcodes. */
import { describe, expect, it } from 'vitest';
import { type PlatformId, type Problem, convertSeed, prepareProject, readSeed } from '#engine';
import { readSeedFixture } from '#testkit/format-build.ts';
import { readRows } from '#testkit/wxr-seed.ts';

const SEEDS: [PlatformId, string][] = [
  ['hubspot', 'hubspot/full/seed.xml'],
  ['drupal', 'drupal/feeds/seed.xml'],
  ['wix', 'wix/collection/seed.csv'],
  ['webflow', 'webflow/older/seed.csv'],
];
const ROWS = [
  ['geo_city', 'geo_state', 'geo_url', 'phone', 'node'],
  ['Waco', 'TX', 'waco', '555-0101', 'x'],
];
const { table } = readRows(ROWS);

/** The fixture with a text after its first placeholder. */
function seedWith(path: string, text: string): Uint8Array {
  const whole = readSeedFixture(path);
  const at = whole.search(/\[geo_city\]/) + '[geo_city]'.length;
  expect(at).toBeGreaterThan('[geo_city]'.length);
  return new TextEncoder().encode(`${whole.slice(0, at)} ${text}${whole.slice(at)}`);
}

function listProblems(format: PlatformId, bytes: Uint8Array): Problem[] {
  const { seed, problems } = readSeed(bytes, 'seed', format);
  return seed ? prepareProject({ seed, table, key: 'k' }).problems : problems;
}

const listFaultTexts = (format: PlatformId, bytes: Uint8Array): string[] => {
  const own = new Set(['placeholder-unknown', 'placeholder-malformed']);
  return listProblems(format, bytes).flatMap(({ code, text }) => (own.has(code) ? [`${code} ${text}`] : []));
};

describe.each(SEEDS)('%s', (format, path) => {
  const own = listFaultTexts(format, seedWith(path, ''));

  it('keeps and lists prose', () => {
    const bytes = seedWith(path, '[PDF] [sic] [Read more]');
    expect(listFaultTexts(format, bytes)).toEqual(own);
    const listed = listProblems(format, bytes).find(({ code }) => code === 'brackets-untouched')?.text;
    expect(listed).toMatch(/\[PDF\] \(line \d+\), \[sic\] \(line \d+\), \[Read more\] \(line \d+\)/);
  });

  it.each(['[company]', '[my_field]', '[phnoe]', '[geo.city]', '[geo_city:upper]'])(
    'refuses %s',
    (written) => {
      expect(listFaultTexts(format, seedWith(path, written))).toHaveLength(own.length + 1);
    },
  );

  it('reports another tool’s spelling and converts it', () => {
    const bytes = seedWith(path, '{geo_state} %phone%');
    const spelled = (file: Uint8Array) =>
      listProblems(format, file).filter(({ code }) => code === 'other-spelling');
    expect(spelled(bytes)).toHaveLength(2);
    const converted = convertSeed({ bytes, file: 'seed', format, table });
    expect(spelled(converted?.bytes ?? bytes)).toEqual([]);
    expect(new TextDecoder().decode(converted?.bytes)).toBe(
      new TextDecoder().decode(seedWith(path, '[geo_state] [phone]')),
    );
  });
});

describe('the platform’s own language', () => {
  const spelled = (format: PlatformId, bytes: Uint8Array) =>
    listProblems(format, bytes).filter(({ code }) => code === 'other-spelling');

  it('keeps tokens of HubL on HubSpot', () => {
    expect(spelled('hubspot', seedWith('hubspot/full/seed.xml', '{{ geo_city }} {% phone %}'))).toEqual([]);
    expect(spelled('drupal', seedWith('drupal/feeds/seed.xml', '{{ geo_city }}'))).toHaveLength(1);
  });

  it('keeps tokens of Drupal', () => {
    const tokens = '[node:title] [site:name] [node:url:absolute] [current-date:short]';
    const own = listFaultTexts('drupal', seedWith('drupal/feeds/seed.xml', ''));
    expect(listFaultTexts('drupal', seedWith('drupal/feeds/seed.xml', tokens))).toEqual(own);
    // elsewhere a column and a filter are meant
    expect(listFaultTexts('wix', seedWith('wix/collection/seed.csv', '[node:title]'))).toContain(
      'placeholder-malformed [node:title] would appear on every page as written. Write [node | title].',
    );
  });
});
