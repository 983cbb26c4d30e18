/**
 * Metas composed of cells, filters and fragments of the seed, filled with values that break software: every
 * row becomes a page or is skipped with a reason, and the audit never fails a run for the text of a row.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { cases } from '#testkit/cases.ts';
import { DANGEROUS, hostileValue } from '#testkit/hostile-values.ts';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_url', 'v', 'w'];
const ROWS = 30;

const scrap = fc.constantFrom('', ' ', ', ', '-', '"', ':', ';', 'x', '1', '}', ']', ' in ');
const filter = fc.constantFrom(
  '',
  '',
  '',
  ' | upper',
  ' | lower',
  ' | title',
  ' | first',
  ' | plural',
  ' | tel',
  ' | url',
  ' | json',
);
const placeholder = fc.tuple(fc.constantFrom('v', 'w'), filter).map(([name, chain]) => `[${name}${chain}]`);
/** `[v][w | upper] in ` */
const patchwork = fc
  .array(fc.tuple(placeholder, scrap), { minLength: 1, maxLength: 3 })
  .map((pieces) => pieces.flat().join(''));
/** Beginnings that look like JSON, serialized PHP or a placeholder, and their second halves. */
const half = fc.constantFrom(
  '{',
  '[',
  '{"',
  '[{',
  '"a"',
  ':1}',
  'a',
  'a:1',
  ':{}',
  's:1:"x',
  '";',
  's:3:"abc"}',
  'N',
  ';',
  'i:',
  '5;',
  '[v',
  ']',
  '%5Bw',
  '%5D',
  'O:8:"stdClass"',
  ':0:{}',
);
const value = fc.oneof(hostileValue, half, fc.constantFrom(...DANGEROUS));

describe('metas of cells, filters and scraps', () => {
  it('don’t fail any run, whatever the rows contain', () => {
    const rows = fc.array(fc.tuple(value, value), { minLength: ROWS, maxLength: ROWS });
    let pages = 0;
    fc.assert(
      fc.property(patchwork, patchwork, rows, (plain, inner, cells) => {
        const serialized = `a:1:{i:0;s:${inner.length}:"${inner}";}`;
        const seed = wxrSeed({
          title: '[geo_city]',
          slug: 'geo_url',
          metas: [
            ['plain', plain],
            ['php', serialized],
            ['json', JSON.stringify({ text: inner })],
          ],
        });
        const built = build(seed, [HEADER, ...cells.map(([v, w], row) => [`T${row}`, `t${row}`, v, w])]);
        expect(built.layout.pages + built.layout.skipped).toBe(ROWS);
        pages += built.layout.pages;
        expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
      }),
      { numRuns: cases(40) },
    );
    expect(pages).toBeGreaterThan(cases(800));
  });
});
