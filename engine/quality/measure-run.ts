/** Measures all pages of a run, of files or of a scan: figures per page and for all, and what costs most. */
import { type Cluster, type PageHashes, measureSimilarity } from './similarity.ts';
import type { PageFacts } from './measure-page.ts';
import { type PageProblem, type PartScores, type QualityCode, createPageScores } from './score-pages.ts';

export interface PageQuality
  extends Pick<PageFacts, 'title' | 'url' | 'row' | 'words' | 'searchTitle' | 'canonical' | 'h1' | 'gap'> {
  /** 0 to 100. */
  score: number;
  parts: PartScores;
  /** Words that come from its row; without a row, those that no other page has. */
  localWords: number;
  /** Number of its links that lead to no page. */
  deadLinks: number;
  /** Share of the page's text that no other page has. */
  ownShare: number;
  /** Index of the closest sibling; undefined without one. */
  closest: { page: number; similarity: number } | undefined;
  /** Most points lost first. */
  problems: PageProblem[];
}

/** Points that a kind of problem costs the run. */
export interface RunCost {
  code: QualityCode;
  /** Mean points per page of the run. */
  cost: number;
  pages: number;
}

export interface RunQuality {
  /** 0 to 100: the mean of all pages. */
  score: number;
  parts: PartScores;
  /** Mean share of a page that comes from the template. */
  templateShare: number;
  pages: PageQuality[];
  clusters: Cluster[];
  /** Most points lost first; without problems that cost nothing. */
  costs: RunCost[];
  /** Pages whose row is known, so that its values are masked. */
  pagesWithRow: number;
}

const STEP = 1000;

function addParts(sum: PartScores, parts: PartScores, weight: number): void {
  sum.similarity += parts.similarity * weight;
  sum.substance += parts.substance * weight;
  sum.headAndLinks += parts.headAndLinks * weight;
}

/**
 * Measures the pages together. Yields the share of the work that is done, so that the caller can stop.
 * @param pages in the order of their shingles in the reader
 */
export function* measureRun(pages: readonly PageFacts[], hashes: PageHashes): Generator<number, RunQuality> {
  const similarity = yield* measureSimilarity(pages, hashes);
  const getScore = createPageScores(pages, similarity);
  const parts: PartScores = { similarity: 0, substance: 0, headAndLinks: 0 };
  const costs = new Map<QualityCode, RunCost>();
  const measured: PageQuality[] = [];
  for (const [index, facts] of pages.entries()) {
    if (index % STEP === 0) yield 1;
    const { problems, ...score } = getScore(index);
    const closest = similarity.closest[index] ?? -1;
    const close = closest < 0 ? undefined : { page: closest, similarity: similarity.similarity[index] ?? 0 };
    addParts(parts, score.parts, 1 / pages.length);
    for (const { code, cost } of problems) {
      const known = costs.get(code) ?? { code, cost: 0, pages: 0 };
      known.cost += cost / pages.length;
      known.pages += 1;
      costs.set(code, known);
    }
    measured.push({
      title: facts.title,
      url: facts.url,
      row: facts.row,
      ...score,
      words: facts.words,
      searchTitle: facts.searchTitle,
      canonical: facts.canonical,
      h1: facts.h1,
      gap: facts.gap,
      ownShare: similarity.ownShare[index] ?? 0,
      closest: close,
      problems,
    });
  }
  return {
    score: parts.similarity + parts.substance + parts.headAndLinks,
    parts,
    templateShare: similarity.templateShare,
    pages: measured,
    clusters: similarity.clusters,
    costs: [...costs.values()].filter(({ cost }) => cost > 0).sort((a, b) => b.cost - a.cost),
    pagesWithRow: pages.filter(({ localWords }) => localWords !== undefined).length,
  };
}
