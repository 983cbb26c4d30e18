/**
 * Slips planted by hand in files that the engine never wrote: a placeholder left in each place where a
 * builder stores a text or a document, in each encoding, and brackets that don’t match a column. The audit by itself
 * finds each of them, and nothing in the same file without the slip.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { ENCODINGS } from '#testkit/text-encodings.ts';
import type { SeedSpec } from '#testkit/wxr-seed.ts';
import { BUILDER_DOCUMENTS } from '../builder-documents-fixture.ts';
import { BUILDER_PLACES } from '../builder-places-fixture.ts';
import { DOCUMENT_CLASSES } from '../document-classes-fixture.ts';
import { item, check } from './wxr-fixture.ts';

const EXPECTATION = {
  placeholders: ['[local_intro]', '[Geo City | upper]'],
  columns: ['local_intro', 'geo_city', 'phone'],
  // shortcodes around the documents
  kept: [
    '[et_pb_section]',
    '[vc_row]',
    '[vc_column_text]',
    '[vc_raw_html]',
    '[vc_raw_js]',
    '[fusion_code]',
    '[ct_section]',
    '[oxy_rich_text]',
  ],
};
const SPELLINGS = ['[local_intro]', '[Local Intro]', '[LOCAL-INTRO | title]', '[geo_city]', '[phone]'];
const UNKNOWN = [
  '[zip]',
  '[neighborhood]',
  '[phone_number]',
  '[owner]',
  '[geo_population]',
  '[our best price]',
];

type Plant = (text: string) => SeedSpec;

/** One of this many documents in the quick tier, all of them in the deep one. */
const STRIDE = 10 / cases(1);

const counts = { planted: 0, found: 0, files: 0 };

/** Faults of a page of that kind. */
function listFaultTexts({ title, content, excerpt, metas }: SeedSpec): string[] {
  counts.files += 1;
  const page = item({
    ...(title != null && { title }),
    ...(content != null && { content }),
    ...(excerpt != null && { excerpt }),
    ...(metas && { metas }),
  });
  return check([[page]], EXPECTATION)
    .problems.filter(({ severity }) => severity === 'fault')
    .map(({ code }) => code);
}

/** Slips that the audit does not see, and texts without one that it takes for one. */
function listMissed(
  plants: readonly (readonly [name: string, Plant])[],
  slips: readonly string[],
  code: string,
) {
  return plants.flatMap(([name, plant]) => {
    const missed = slips.filter((slip) => !listFaultTexts(plant(slip)).includes(code));
    counts.planted += slips.length;
    counts.found += slips.length - missed.length;
    const alarms = listFaultTexts(plant('Waco')).map((found) => `${name}: ${found} for nothing`);
    return [...missed.map((slip) => `${name}: ${slip}`), ...alarms];
  });
}

const PLACES = BUILDER_PLACES.map(({ builder, spec }) => [builder, spec] as const);
const FIELDS: readonly (readonly [string, Plant])[] = [
  ['title', (text) => ({ title: `In ${text}` })],
  ['content', (text) => ({ content: `<p title="x">In ${text}</p>` })],
  ['attribute', (text) => ({ content: `<p title="In ${text}">x</p>` })],
  ['excerpt', (text) => ({ excerpt: `In ${text}` })],
  ['meta', (text) => ({ metas: [['note', `In ${text}`]] })],
];

describe('only the audit finds a placeholder that was left', () => {
  afterAll(() => {
    console.log(`slips found / planted: ${counts.found} / ${counts.planted} in ${counts.files} files`);
  });

  it.each([{ name: 'no encoding', encode: (text: string) => text }, ...ENCODINGS])(
    'after $name in the texts of all builders',
    ({ encode }) => {
      const plants = PLACES.map(
        ([builder, spec]) => [builder, (text: string) => spec(encode(`In ${text} today`))] as const,
      );
      expect(listMissed(plants, ['[local_intro]', '[Geo City]'], 'placeholder-unfilled')).toEqual([]);
    },
  );

  const documents = BUILDER_DOCUMENTS.map((document, row) => ({ ...document, row }));

  it.each(documents)('in the documents of a builder: $builder', ({ language, spec, row }) => {
    // a line break has one byte in a file that isn’t normalized
    const plants = DOCUMENT_CLASSES.filter((context) => context.language === language)
      .filter((_, column) => (row + column) % STRIDE === 0)
      .map(
        ({ name, write }) => [name, (text: string) => spec(write(text).replaceAll('\r\n', '\n'))] as const,
      );
    const missed = plants.filter(
      ([, plant]) => !listFaultTexts(plant('[local_intro]')).includes('placeholder-unfilled'),
    );
    counts.planted += plants.length;
    counts.found += plants.length - missed.length;
    expect(missed.map(([name]) => name)).toEqual([]);
    expect(
      plants.flatMap(([name, plant]) => listFaultTexts(plant('5')).map((code) => `${name}: ${code}`)),
    ).toEqual([]);
  });

  it('however its name is written', () => {
    expect(listMissed([...FIELDS, ...PLACES], SPELLINGS, 'placeholder-unfilled')).toEqual([]);
  });

  it('or of a name that no column has, which would be published', () => {
    // in base64 only the scan of the seed knows which brackets are those of a program
    const places = PLACES.filter(([builder]) => builder !== 'Brizy');
    expect(listMissed([...FIELDS, ...places], UNKNOWN, 'bracket-published')).toEqual([]);
  });
});
