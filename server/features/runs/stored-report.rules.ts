/** The report of a run, stored as one JSON value in the column `report`. */
import type { WireProblem } from '#contract/envelope.ts';
import type { Run } from '#contract/run-shapes.ts';
import { getCurrentCode } from './renamed-codes.rules.ts';

/** Report of a planned run. */
export interface PlanReport {
  problems: WireProblem[];
  problem_count: number;
  notice_count: number;
  /** Bits, as the contract describes them. */
  skipped_bitmap: string;
  notice_bitmap: string;
}

/** Report of a finished run; its figures are columns of the run. */
export interface RunReport extends PlanReport {
  skipped_rows: { row: number; reasons: string[] }[];
  /** Missing in older reports. */
  held_bitmap?: string;
  links: { flink: string; url: string; label: string }[];
  link_count: number;
  placeholders_filled: number;
  placeholders_total: number;
  samples: {
    row: number;
    why: 'first' | 'longest' | 'special';
    title: string;
    address: string;
    description: string;
    /** Missing in older reports. */
    snippet?: Run['samples'][number]['snippet'];
    /** Missing in older reports and for a Geocoder. */
    limits?: string;
    /** Null if it is a separate file. */
    source: string | null;
    /** Position of the copy; only for a Geocoder. */
    copy?: { town: number; image: number };
  }[];
  has_links: boolean;
  /** Missing in older reports. */
  selectors?: Run['selectors'];
  /** Missing in older reports. */
  featured_images?: number;
  /** Missing in older reports, and if the seed uses no value of the gazetteer. */
  places_version?: string;
  has_skipped_rows: boolean;
  /** Missing in older reports. */
  has_places?: boolean;
}

const EMPTY_REPORT: RunReport = {
  problems: [],
  problem_count: 0,
  notice_count: 0,
  skipped_bitmap: '',
  notice_bitmap: '',
  skipped_rows: [],
  links: [],
  link_count: 0,
  placeholders_filled: 0,
  placeholders_total: 0,
  samples: [],
  has_links: false,
  has_skipped_rows: false,
};

/**
 * Reads a stored report of any version, with the current problem codes.
 * @param stored null before the run is planned; a plan only while it is working
 */
export function readReport(stored: unknown): RunReport {
  const report = { ...EMPTY_REPORT, ...(stored as PlanReport | RunReport | null) };
  const problems = report.problems.map((problem) => ({ ...problem, code: getCurrentCode(problem.code) }));
  return { ...report, problems };
}
