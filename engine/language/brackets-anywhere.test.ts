/**
 * Brackets of each kind next to each other, in any order: placeholders are filled, other texts are unchanged
 * byte by byte, and `inspect` counts each of them.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { getMeta } from '#testkit/wxr-pages.ts';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';
import { findBracketed, findSplitPlaceholders, findUnclosed, maskPlaceholders } from './placeholder.ts';
import { createInspection } from '../platforms/shared/seed-fixture.ts';

const ROW = { geo_city: "O'Fallon", note: '', lat: '38.8' };
const FILLED: Record<string, string> = {
  '[geo_city]': "O'Fallon",
  '[Geo-City]': "O'Fallon",
  '[ geo_city ]': "O'Fallon",
  '[geo_city | upper]': "O'FALLON",
  '[geo_city|lower|slug]': 'ofallon',
  '[note]': '',
  '[note | default:"a | b"]': 'a | b',
  '[lat]': '38.8',
};
const FOREIGN = [
  '[gallery ids="1"]',
  '[gallery]',
  'a[0]',
  '[]',
  '[ ]',
  '[1]',
  '[/other]',
  '[note x="1"]',
  '[x, y]',
  ' ',
  'x',
  ']',
  '|',
  'é',
];
const ESCAPED = ['[[geo_city]]', '[[note | upper]]', '[[owner]]'];

describe('brackets side by side', () => {
  const piece = fc.constantFrom(...Object.keys(FILLED), ...Object.keys(FILLED), ...FOREIGN, ...ESCAPED);
  const pieces = fc.array(piece, { minLength: 1, maxLength: 12 });

  it('are filled or unchanged, independent of each other', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const seed = wxrSeed({ title: '[geo_city]', slug: 'geo_url', metas: [['k', `: ${parts.join('')}`]] });
        const { pages } = build(seed, [
          [...Object.keys(ROW), 'geo_url'],
          [...Object.values(ROW), 'x'],
        ]);
        expect(getMeta(pages[0], 'k')).toBe(`: ${parts.map((part) => FILLED[part] ?? part).join('')}`);
      }),
      { numRuns: cases(20) },
    );
  });

  it('are counted by kind', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const { seed } = createInspection(
          { title: '[geo_city]', slug: 'geo_url', metas: [['k', `: ${parts.join('')}`]] },
          ROW,
        );
        const count = (uses: readonly { count: number }[] = []) =>
          uses.reduce((sum, use) => sum + use.count, 0);
        // Title and slug have one each.
        expect(count(seed?.placeholders)).toBe(
          parts.filter((part) => Object.hasOwn(FILLED, part)).length + 2,
        );
        const expected = parts.filter((part) => /^\[\[?\/?[a-z]/.test(part) && !Object.hasOwn(FILLED, part));
        expect(count(seed?.untouched)).toBe(expected.length);
      }),
      { numRuns: cases(20) },
    );
  });
});

describe('the search for brackets', () => {
  const noise = fc
    .array(
      fc.constantFrom(
        '[',
        ']',
        '|',
        'geo_city',
        'upper',
        ' ',
        '\n',
        ':',
        '"',
        '<b>',
        '</b>',
        '&#91;',
        '\\u005b',
        'é',
        '😀',
        '1',
        '[geo_city]',
        '[1',
        '|upper]',
      ),
      { minLength: 10, maxLength: 30 },
    )
    .map((parts) => parts.join(''));

  it('finds texts at the reported positions, without overlaps', () => {
    let found = 0;
    fc.assert(
      fc.property(noise, (text) => {
        let last = 0;
        for (const { text: written, from, to, name, isPlain } of findBracketed(text)) {
          expect(from).toBeGreaterThanOrEqual(last);
          last = to;
          // The escape of a shortcode is reported with both brackets.
          expect([text.slice(from, to), text.slice(from - 1, to + 1)]).toContain(written);
          expect(text.slice(from + 1, to - 1)).not.toMatch(/[[\]]/);
          if (isPlain) expect(name).not.toBe('');
          found += 1;
        }
      }),
      { numRuns: cases(160) },
    );
    expect(found).toBeGreaterThan(cases(100));
  });

  it('masks a text without changing its length or anything outside the brackets', () => {
    fc.assert(
      fc.property(noise, (text) => {
        const masked = maskPlaceholders(text, () => true);
        expect(masked).toHaveLength(text.length);
        expect(masked.replaceAll(/\[[^[\]]*\]/g, '[]')).toBe(text.replaceAll(/\[[^[\]]*\]/g, '[]'));
        expect(maskPlaceholders(text, () => false)).toBe(text);
      }),
      { numRuns: cases(200) },
    );
  });

  it('reports a bracket either as closed or as unclosed', () => {
    fc.assert(
      fc.property(noise, (text) => {
        for (const { text: written, flaw } of findUnclosed(text)) {
          expect(flaw).toBe('unclosed');
          expect(written).not.toContain(']');
          expect(text).toContain(written);
        }
        for (const { text: written, name } of findSplitPlaceholders(text)) {
          expect(written).toMatch(/^\[[^]*<\/?b>[^]*\]$/);
          expect(name).not.toMatch(/<\/?b>/);
        }
      }),
      { numRuns: cases(200) },
    );
  });
});
