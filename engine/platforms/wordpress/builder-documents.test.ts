/**
 * Each context that a placeholder can be in × each place where a builder keeps a document × values that try
 * to break out, read back by parsers that the engine doesn’t have. Values must be filled and must not break out,
 * all around the value stays; or the row is skipped where its value has no form, or the seed is refused.
 */
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { DANGEROUS, NAUGHTY } from '#testkit/hostile-values.ts';
import { BUILDER_DOCUMENTS } from './builder-documents-fixture.ts';
import { buildersMissingIn } from './builder-places-fixture.ts';
import { DOCUMENT_CLASSES } from './document-classes-fixture.ts';
import { HOSTILE, checkDocument } from './check-document-fixture.ts';

/** Share of the pairs of a place and a context in the quick tier: one in this number; the deep tier has all. */
const STRIDE = 20 / cases(2);
/** Share of the other values that each pair gets in the deep tier, in addition to the hostile ones. */
const SHARE = 8;
const OTHERS = STRIDE === 1 ? [...new Set([...DANGEROUS, ...NAUGHTY])] : [];

function valuesAt(at: number): string[] {
  return [...new Set([...HOSTILE, ...OTHERS.filter((_, index) => (index + at) % SHARE === 0)])];
}

const GRID = BUILDER_DOCUMENTS.flatMap((place, row) =>
  DOCUMENT_CLASSES.filter(({ language }) => language === place.language)
    .map((context, column) => ({
      builder: place.builder,
      name: context.name,
      place,
      context,
      at: row + column,
    }))
    .filter(({ at }) => at % STRIDE === 0),
);

describe('a document that a builder keeps', () => {
  const counts = { filled: 0, refused: 0, pages: 0, skipped: 0 };

  it.each(GRID)('holds each value in its context: $builder, $name', ({ place, context, at }) => {
    const { faults, wrong, pages, skipped } = checkDocument({ place, context }, valuesAt(at));
    counts[faults.length > 0 ? 'refused' : 'filled'] += 1;
    counts.pages += pages;
    counts.skipped += skipped;
    for (const fault of faults)
      expect(fault).toMatchObject({ code: 'placeholder-encoded', line: expect.any(Number) });
    expect(wrong).toEqual([]);
  });

  it('was tried with every builder in every context', () => {
    const { filled, refused, pages, skipped } = counts;
    console.log(
      `places × contexts: ${GRID.length}; filled ${filled}, refused ${refused}; pages read back: ${pages}, rows skipped: ${skipped}`,
    );
    expect(filled + refused).toBe(GRID.length);
    expect(buildersMissingIn(GRID)).toEqual([]);
    expect(refused).toBeLessThan(GRID.length / 10);
  });
});
