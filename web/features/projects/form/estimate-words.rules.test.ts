import { describe, expect, it } from 'vitest';
import type { EstimatedChange, QualityEstimate } from '#contract/estimates.contract.ts';
import { describeChange } from '#contract/estimate-texts.ts';
import { describeSimilarity, describeSample, toConstruct } from './estimate-words.rules.ts';

const WEAK: QualityEstimate = {
  score: 41.3,
  parts: { similarity: 5.2, substance: 20.1, head_and_links: 16 },
  template_share: 0.88,
  similarity: 0.81,
  rows: 40,
  changes: [],
  estimated_at: '2026-11-29T16:44:00Z',
};

describe('the sentence about similarity', () => {
  it.each([
    [{}, '88% of each page is the same. Google may not index pages this alike.'],
    [
      { template_share: 0.5, similarity: 0.97 },
      'Each page shares 97% of its text with its closest sibling. Google may not index pages this alike.',
    ],
    [
      { template_share: 0.4, similarity: 0.3, parts: { ...WEAK.parts, similarity: 45 } },
      '40% of each page is the same.',
    ],
    [{ rows: 1, similarity: 0 }, 'There’s only one page, so there’s nothing to compare it with.'],
  ])('is, with %o', (more, text) => {
    expect(describeSimilarity({ ...WEAK, ...more })).toBe(text);
  });
});

it.each([
  [40, 498, 'From a sample of 40 rows'],
  [40, undefined, 'From a sample of 40 rows'],
  [12, 12, 'From all 12 rows'],
  [1, 1, 'From the only row'],
])('names the sample of %i of %s', (rows, pages, text) => {
  expect(describeSample(rows, pages)).toBe(text);
});

describe('a change', () => {
  it.each<[EstimatedChange, string]>([
    [
      { kind: 'variants', points: 1, paragraphs: [{ text: 'A', words: 1 }] },
      'Vary 1 paragraph. It reads the same on every page.',
    ],
    [{ kind: 'columns', points: 2, columns: ['Landmark'] }, 'Use a column you already have:  [Landmark]'],
    [
      { kind: 'columns', points: 2, columns: ['Landmark', 'Rating'] },
      'Use columns you already have. Landmark, Rating.',
    ],
    [
      { kind: 'condition', points: 2, column: 'Landmark', share: 1 / 3, gap: 'in ,' },
      'Add a condition. Landmark is empty in 33% of the rows and leaves a gap there.',
    ],
    [{ kind: 'neighbors', points: 4 }, 'Link to 5 nearby towns with [nearby 5]'],
    [
      { kind: 'titles', points: 4, is_missing: false, texts: [] },
      'Use the town in the title. Several pages share the same one.',
    ],
    [{ kind: 'titles', points: 6, is_missing: true, texts: [] }, 'Add a title. Pages don’t have one.'],
    [
      { kind: 'descriptions', points: 4, is_missing: true, texts: [] },
      'Add a meta description. Pages don’t have one.',
    ],
    [
      { kind: 'descriptions', points: 2, is_missing: false, texts: [] },
      'Use the town in the meta description. Several pages share the same one.',
    ],
  ])('is described: %o', (change, text) => {
    const { lead, rest, code } = describeChange(change);
    expect([lead, rest, code].filter((each) => each !== undefined).join(' ')).toBe(text);
  });

  it('is made with a construct, if one makes it', () => {
    const columns = ['Landmark', 'Drive time (min)'];
    expect(toConstruct({ kind: 'columns', points: 1, columns })).toEqual({ kind: 'condition', columns });
    expect(toConstruct({ kind: 'titles', points: 1, is_missing: true, texts: [] })).toBeUndefined();
  });
});
