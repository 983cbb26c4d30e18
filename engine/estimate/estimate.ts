/** Shapes of an estimate: what the pages of a form would score, and the changes that would raise it most. */
import type { PartScores } from '../quality/score-pages.ts';
import type { Paragraph } from './paragraphs.ts';

/** Points that a change would add. */
interface Gain {
  points: number;
}

/** A change of the seed that would raise the score. */
export type EstimatedChange = Gain &
  (
    | { kind: 'variants'; paragraphs: Paragraph[] }
    /** Columns of the sheet that the page doesn't use, best first. */
    | { kind: 'columns'; columns: string[] }
    /** A column whose empty cells leave gaps on a share of the pages, and the text around one. */
    | { kind: 'condition'; column: string; share: number; gap: string }
    | { kind: 'neighbors' }
    /** Titles or descriptions are missing, or several pages have the same; the texts are examples. */
    | { kind: 'titles' | 'descriptions'; isMissing: boolean; texts: string[] }
  );

export interface QualityEstimate {
  /** 0 to 100. */
  score: number;
  parts: PartScores;
  /** Mean share of a page that comes from the template. */
  templateShare: number;
  /** Mean similarity of a page with its closest sibling. */
  similarity: number;
  /** Number of sampled rows. */
  rows: number;
  /** Most points first; at most three. */
  changes: EstimatedChange[];
}
