/** The report as programs read it: `geoloom quality --json`. */
import { describeProblem } from './describe-problem.ts';
import type { RunQuality } from './measure-run.ts';
import type { PartScores } from './score-pages.ts';

export interface QualityReport {
  /** 0 to 100, as all scores. */
  score: number;
  parts: { similarity: number; substance: number; head_and_links: number };
  /** 0 to 1, as all shares. */
  template_share: number;
  pages: {
    title: string;
    url: string;
    score: number;
    words: number;
    own_words: number;
    closest: { title: string; url: string; similarity: number } | null;
    problems: { code: string; text: string }[];
  }[];
  clusters: { size: number; from: number; to: number; pages: string[] }[];
}

const SHARE_STEPS = 10_000;
const SCORE_STEPS = 10;

/** Rounds a share as reports show it. */
export function roundShare(share: number): number {
  return Math.round(share * SHARE_STEPS) / SHARE_STEPS;
}

/** Rounds a score as reports show it. */
export function roundScore(score: number): number {
  return Math.round(score * SCORE_STEPS) / SCORE_STEPS;
}

/** Rounds the parts of a score. */
export function roundParts({ similarity, substance, headAndLinks }: PartScores): QualityReport['parts'] {
  return {
    similarity: roundScore(similarity),
    substance: roundScore(substance),
    head_and_links: roundScore(headAndLinks),
  };
}

/** Makes the report of a run. Scores have one decimal, shares four. */
export function toQualityReport({ score, parts, templateShare, pages, clusters }: RunQuality): QualityReport {
  return {
    score: roundScore(score),
    parts: roundParts(parts),
    template_share: roundShare(templateShare),
    pages: pages.map((page) => {
      const sibling = page.closest && pages[page.closest.page];
      return {
        title: page.title,
        url: page.url,
        score: roundScore(page.score),
        words: page.words,
        own_words: roundShare(page.ownShare),
        closest:
          page.closest && sibling
            ? { title: sibling.title, url: sibling.url, similarity: roundShare(page.closest.similarity) }
            : null,
        problems: page.problems.map(({ code }) => ({ code, text: describeProblem(code, { page, sibling }) })),
      };
    }),
    clusters: clusters.map(({ from, to, pages: members }) => ({
      size: members.length,
      from: roundShare(from),
      to: roundShare(to),
      pages: members.map((index) => pages[index]?.url ?? ''),
    })),
  };
}
