/** Scores the pages of a sample, as they are or with a change of the seed. */
import type { Similarity } from '../quality/similarity.ts';
import type { PageFacts } from '../quality/measure-page.ts';
import type { PageGroup } from '../quality/page-group.ts';
import { createPageScores, type PartScores } from '../quality/score-pages.ts';
import type { Plan } from '../render/plan.ts';
import type { Table } from '../sheet/table.ts';
import type { FilledPages } from './filled-pages.ts';
import type { SampledPage } from './group-scan.ts';
import type { Paragraph } from './paragraphs.ts';
import type { RowSimilarity } from './row-similarity.ts';
import type { RowTexts } from './row-texts.ts';

/** Everything that scores are computed from. */
export interface Measured {
  plan: Plan;
  sheet: Table;
  sample: readonly SampledPage[];
  texts: RowTexts;
  rowSimilarity: RowSimilarity;
  /** Rows of the table by index in `rowSimilarity`; the sample comes first. */
  searched: readonly number[];
  similarity: Pick<Similarity, 'similarity' | 'ownShare' | 'templateShare'>;
  group: PageGroup;
  filled: FilledPages;
  paragraphs: Paragraph[];
}

/** Changes that are tried: nothing given is as measured. */
export interface Trial {
  similarity?: Float64Array;
  facts?: (facts: PageFacts, sample: number) => PageFacts;
  group?: PageGroup;
}

/** Computes the mean scores of the sampled pages. */
export function scoreSample({ sample, similarity, group }: Measured, trial: Trial = {}): PartScores {
  const facts = sample.map((each, index) => trial.facts?.(each.facts, index) ?? each.facts);
  const closeness = { ...similarity, ...(trial.similarity && { similarity: trial.similarity }) };
  const getScore = createPageScores(facts, closeness, trial.group ?? group);
  const mean: PartScores = { similarity: 0, substance: 0, headAndLinks: 0 };
  for (const index of facts.keys()) {
    const { parts } = getScore(index);
    mean.similarity += parts.similarity / facts.length;
    mean.substance += parts.substance / facts.length;
    mean.headAndLinks += parts.headAndLinks / facts.length;
  }
  return mean;
}

/** Adds up the points of the parts. */
export function sumParts({ similarity, substance, headAndLinks }: PartScores): number {
  return similarity + substance + headAndLinks;
}
