/**
 * Placeholders after an encoding, and names that no column has, in seeds of the platforms other than WordPress:
 * filled so that the value is read back whole, or refused with the place; never left.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { buildFormat, listFaultCodes, listRefusalProblems } from '#testkit/format-build.ts';
import { ENCODINGS, readReferences } from '#testkit/text-encodings.ts';
import { SEED_PLACES } from '../seed-places-fixture.ts';
import { FILLED } from '../wordpress/check-document-fixture.ts';

const PLACES = (['hubspot', 'drupal', 'wix'] as const).map((format) => ({ format, ...SEED_PLACES[format] }));

// a row without a slug is skipped, so the slug isn’t one of the values
const ROWS = [['geo_city', 'geo_url'], ...FILLED.map((value, row) => [value, `r${row}`])];
const [BEFORE, AFTER] = ['Plumber in ', ' today'];
const counts = { filled: 0, refused: 0, pages: 0 };
afterAll(() =>
  console.log(
    `platforms × encodings: filled ${counts.filled}, refused ${counts.refused}; pages read back: ${counts.pages}`,
  ),
);

/** Builders of WordPress have signs of their own. */
const COMMON_ENCODINGS = ENCODINGS.filter(({ name }) => !/Divi|WPBakery/.test(name));

describe.each(PLACES)('a placeholder in a seed of $format', ({ format, write, read }) => {
  it.each(COMMON_ENCODINGS)('encoded as $name is filled or refused', ({ encode, decode }) => {
    const written = encode(`${BEFORE}[geo_city]${AFTER}`);
    const attribute = written.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const seed = write(`<p title="${attribute}" lang="en">x</p>`, written);
    const faults = listFaultCodes(listRefusalProblems(format, seed, ROWS));
    if (faults.length > 0) {
      counts.refused += 1;
      expect(faults).toEqual(faults.map(() => 'placeholder-encoded'));
      return;
    }
    counts.filled += 1;
    const built = buildFormat(seed, ROWS, { format, site: 'https://site.example' });
    expect(listFaultCodes(built.audit().problems)).toEqual([]);
    const pages = read(built.files[0]?.bytes ?? new Uint8Array());
    expect(pages.length).toBeGreaterThan(FILLED.length - 2);
    for (const { body, note, probe } of pages) {
      counts.pages += 1;
      const wanted = `${BEFORE}${probe.slice(2)}${AFTER}`;
      const [, title = ''] = /<p title="([^"]*)" lang="en">x<\/p>/.exec(body) ?? [];
      for (const text of [decode(readReferences(title)), decode(note)])
        expect([text, readReferences(text)]).toContain(wanted);
    }
  });

  it('of a name that no column has is refused, unless it is preserved', () => {
    const seed = write('<p>[geo_city] [our zip]</p>', '[owner]');
    const unknown = listRefusalProblems(format, seed, ROWS).filter(
      ({ code }) => code === 'placeholder-unknown',
    );
    expect(unknown.map(({ severity }) => severity)).toEqual(['fault', 'fault']);
    for (const { line } of unknown) expect(line).toBeGreaterThan(0);
    const built = buildFormat(seed, ROWS, { format, keep: ['owner', 'our zip'] });
    expect(listFaultCodes(built.audit().problems)).toEqual([]);
    expect(built.text).toContain('[our zip]');
  });
});
