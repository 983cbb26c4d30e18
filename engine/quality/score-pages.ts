/** Turns measurements into points, and names what costs most. */
import type { Similarity } from './similarity.ts';
import type { HeadFlaw, PageFacts } from './measure-page.ts';
import { countGroup, createGroupCheck, type PageGroup } from './page-group.ts';
import { HEAD_AND_LINKS_COSTS, SIMILARITY, PART_POINTS, SUBSTANCE } from './thresholds.ts';

export type QualityCode = HeadFlaw | 'alike' | 'few-words' | 'few-local-words' | 'value-missing';

export interface PartScores {
  similarity: number;
  substance: number;
  headAndLinks: number;
}

export interface PageProblem {
  code: QualityCode;
  /** Points that it costs the page. */
  cost: number;
}

export interface PageScore {
  score: number;
  parts: PartScores;
  /** Most points lost first. */
  problems: PageProblem[];
  /** Words that come from its row; without a row, those that no other page has. */
  localWords: number;
  /** Number of its links that lead to no page. */
  deadLinks: number;
}

/** Share of the way from `none` to `full`, from 0 to 1. */
function toShare(value: number, { none, full }: { none: number; full: number }): number {
  return Math.min(1, Math.max(0, (value - none) / (full - none)));
}

/** Without a row, words that no other page has are the local ones. */
function countLocalWords({ words, localWords, shingles }: PageFacts, ownShare: number): number {
  return localWords ?? (shingles === 0 ? 0 : ownShare * words);
}

function scoreSubstance({ words, gap }: PageFacts, localWords: number) {
  const lost = (value: number, scale: { points: number; none: number; full: number }) =>
    scale.points * (1 - toShare(value, scale));
  const problems: PageProblem[] = [
    { code: 'few-words', cost: lost(words, SUBSTANCE.words) },
    { code: 'few-local-words', cost: lost(localWords, SUBSTANCE.localWords) },
    { code: 'value-missing', cost: gap === '' ? 0 : SUBSTANCE.gap },
  ];
  return problems;
}

function subtract(points: number, problems: readonly PageProblem[]): number {
  return Math.max(0, points - problems.reduce((sum, { cost }) => sum + cost, 0));
}

/**
 * @param group that the pages belong to; by default, they are all of it
 * @returns scores of all pages, by their index
 */
export function createPageScores(
  pages: readonly PageFacts[],
  similarity: Pick<Similarity, 'similarity' | 'ownShare'>,
  group: PageGroup = countGroup(pages),
): (index: number) => PageScore {
  const checkGroup = createGroupCheck(group);
  return (index) => {
    const page = pages[index];
    if (!page) throw new RangeError(`There is no page ${index}.`);
    const closeness = similarity.similarity[index] ?? 0;
    const alike = {
      code: 'alike',
      cost: PART_POINTS.similarity * (1 - toShare(closeness, SIMILARITY)),
    } as const;
    const localWords = countLocalWords(page, similarity.ownShare[index] ?? 0);
    const substance = scoreSubstance(page, localWords);
    const { flaws, deadLinks } = checkGroup(page);
    const head = flaws.map((code) => ({ code, cost: HEAD_AND_LINKS_COSTS[code] }));
    const parts = {
      similarity: subtract(PART_POINTS.similarity, [alike]),
      substance: subtract(PART_POINTS.substance, substance),
      headAndLinks: subtract(PART_POINTS.headAndLinks, head),
    };
    const costly = [alike, ...substance].filter(({ cost }) => cost > 0);
    const problems = [...costly, ...head].sort((a, b) => b.cost - a.cost);
    const score = parts.similarity + parts.substance + parts.headAndLinks;
    return { score, parts, problems, localWords, deadLinks };
  };
}
