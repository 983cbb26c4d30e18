/** Estimates from 40 rows compared with scores of the whole run, and the points that suggested changes really add. */
import { describe, expect, it } from 'vitest';
import type { EstimatedChange, QualityEstimate } from './estimate.ts';
import {
  PAGE_SETS,
  estimate,
  makeInput,
  makeText,
  measureAll,
  writeSeed,
  writeTowns,
} from './page-sets-fixture.ts';

/** Points between an estimate and the run. */
const TOLERANCE = 10;

function estimateSeed(seed: string, rows: string): QualityEstimate {
  const found = estimate(makeInput(seed, rows));
  if (!found) throw new Error('There is no estimate.');
  return found;
}

function findChange<Kind extends EstimatedChange['kind']>({ changes }: QualityEstimate, kind: Kind) {
  return changes.find((change): change is EstimatedChange & { kind: Kind } => change.kind === kind);
}

const withParagraph = (seed: string, text: string) =>
  seed.replace(']]></content:encoded>', `<p>${text}</p>]]></content:encoded>`);

describe.each([300, 900])('the estimate of %i pages', (count) => {
  const rows = writeTowns(count);

  it.each(Object.entries(PAGE_SETS))('is close to the score of the run: %s', (_, seed) => {
    const estimated = estimateSeed(seed, rows);
    const run = measureAll(makeInput(seed, rows));
    expect(Math.abs(estimated.score - run.score)).toBeLessThan(TOLERANCE);
    expect(Math.abs(estimated.parts.similarity - run.parts.similarity)).toBeLessThan(TOLERANCE / 2);
    expect(estimated.parts.headAndLinks).toBeCloseTo(run.parts.headAndLinks, 0);
    expect(estimated.templateShare).toBeCloseTo(run.templateShare, 1);
    expect(estimated.rows).toBe(40);
  });
});

describe('changes that would raise the score', () => {
  const rows = writeTowns(400);

  it('hold true: an unused column adds the promised points', () => {
    const before = estimateSeed(PAGE_SETS.weak, rows);
    const change = findChange(before, 'columns');
    expect(change?.columns).toEqual(['local_intro', 'landmark']);
    const text = change?.columns.map((name) => `[${name}]`).join(' ') ?? '';
    const gained = measureAll(makeInput(withParagraph(PAGE_SETS.weak, text), rows)).score - before.score;
    expect(Math.abs(gained - (change?.points ?? 0))).toBeLessThan(4);
  });

  it.each(['weak', 'medium'] as const)('hold true: variants add the promised points: %s', (name) => {
    const before = estimateSeed(PAGE_SETS[name], rows);
    const change = findChange(before, 'variants');
    expect(change?.paragraphs.length).toBeGreaterThan(1);
    expect(change?.paragraphs[0]?.text).toMatch(/\w+\. \[geo_city\]$/);
    const varied = (change?.paragraphs ?? []).reduce((seed, { text }, index) => {
      const others = [1, 2].map((option) => makeText(70_000 + index * 10 + option, 40));
      expect(seed).toContain(text);
      return seed.replace(text, `[spin]${[text, ...others].join(' || ')}[/spin]`);
    }, PAGE_SETS[name]);
    const gained = measureAll(makeInput(varied, rows)).score - before.score;
    expect(Math.abs(gained - (change?.points ?? 0))).toBeLessThan(3);
  });

  it('hold true: links to nearby towns add the promised points', () => {
    const before = estimateSeed(PAGE_SETS.medium, rows);
    const links = '[nearby 5]<a href="[near_url]">[near_city]</a> [/nearby]';
    const after = measureAll(makeInput(withParagraph(PAGE_SETS.medium, links), rows));
    expect(findChange(before, 'neighbors')?.points).toBe(4);
    expect(after.parts.headAndLinks - before.parts.headAndLinks).toBeCloseTo(4, 0);
  });

  it('name the column whose empty cells leave gaps, and on how many pages', () => {
    const seed = withParagraph(PAGE_SETS.strong, 'Plumbers near [landmark], and all of [geo_city].');
    const change = findChange(estimateSeed(seed, rows), 'condition');
    expect(change?.column).toBe('landmark');
    expect(change?.share).toBeCloseTo(1 / 3, 1);
    expect(change?.gap).toContain('Plumbers near , and all of');
    const fixed = seed.replace(
      'Plumbers near [landmark], and',
      '[if landmark]Plumbers near [landmark], and[/if]',
    );
    const gained = estimateSeed(fixed, rows).score - estimateSeed(seed, rows).score;
    expect(Math.abs(gained - (change?.points ?? 0))).toBeLessThan(1.5);
  });

  it('name the placeholder of a column that was chosen for it', () => {
    const seed = withParagraph(PAGE_SETS.strong, 'Plumbers near [sight], and all of [geo_city].');
    const found = estimate(makeInput(seed, rows, { columns: { sight: { column: 'landmark' } } }));
    expect(found && findChange(found, 'condition')?.column).toBe('sight');
  });

  it.each([
    {
      kind: 'titles',
      options: { title: 'Plumber in [geo_state]' },
      isMissing: false,
      texts: ['Plumber in TX'],
    },
    {
      kind: 'descriptions',
      options: { description: 'Call a plumber.' },
      isMissing: false,
      texts: ['Call a plumber.'],
    },
    { kind: 'descriptions', options: { description: '' }, isMissing: true, texts: [] },
  ] as const)('name $kind that all pages share or lack', ({ kind, options, isMissing, texts }) => {
    const content = /CDATA\[(<!--[\s\S]*?)\]\]><\/content/.exec(PAGE_SETS.strong)?.[1] ?? '';
    const change = findChange(estimateSeed(writeSeed({ content, ...options }), rows), kind);
    expect(change).toMatchObject({ isMissing, texts });
  });

  it('are sorted by their points, at most three, and none below a point', () => {
    for (const seed of Object.values(PAGE_SETS)) {
      const points = estimateSeed(seed, rows).changes.map((change) => change.points);
      expect(points).toEqual(points.toSorted((a, b) => b - a));
      expect(points.length).toBeLessThanOrEqual(3);
      expect(Math.min(1, ...points)).toBe(1);
    }
  });
});

describe('pages that a sample can’t show', () => {
  it('don’t make links dead or pages orphans', () => {
    const { parts } = estimateSeed(PAGE_SETS.strong, writeTowns(1000));
    expect(parts.headAndLinks).toBeCloseTo(20);
  });

  it('count for titles that few pages share', () => {
    const lines = writeTowns(1000).trimEnd().split('\n');
    const twins = lines.slice(1).map((line, index) => line.replace(/^Town\d+/, `Town${index >> 1}`));
    const { parts } = estimateSeed(PAGE_SETS.strong, [lines[0], ...twins].join('\n'));
    expect(parts.headAndLinks).toBeCloseTo(14);
  });

  it('count as the closest page if they repeat its row', () => {
    const lines = writeTowns(600).trimEnd().split('\n');
    const twins = lines.slice(1).flatMap((line) => [line, line.replace(/town(\d+)-tx/, 'town$1-south-tx')]);
    const rows = [lines[0], ...twins].join('\n');
    const seed = PAGE_SETS.medium.replaceAll(/\[spin\](.*?) \|\|.*?\[\/spin\]/g, '$1');
    expect(estimateSeed(seed, rows).parts.similarity).toBe(0);
    expect(measureAll(makeInput(seed, rows)).parts.similarity).toBe(0);
  });
});
