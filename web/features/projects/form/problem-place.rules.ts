/**
 * Sorts what the engine found to the panel where the person can fix it, and reports the state of each
 * section.
 */
import type { Inspection, Problem } from '#engine';
import type { SectionName } from '../shared/messages.ts';

export interface PlacedProblems {
  seed: Problem[];
  /** About the sheet as a whole; problems of single rows are in the table's own list. */
  sheet: Problem[];
  footer: Problem[];
}

const RANK = { fault: 0, loss: 1, notice: 2 } as const;

/** Name under which the engine reports the footer template. */
const FOOTER = 'footer link template';

/** The card of the sheet says the same, with the choice next to it. */
const SHOWN_CODES = new Set(['sheet-chosen']);

/** Told of the seed, but fixed in the sheet. */
const SHEET_CODES = new Set(['no-slug-column']);

/** A line of the seed says nothing in the panel of the sheet. */
const withoutPlace = ({ code, severity, text }: Problem): Problem => ({ code, severity, text });

function placeOf(
  problem: Problem,
  inspection: Inspection,
  seedName?: string,
): Exclude<SectionName, 'details' | 'images' | 'primary'> {
  if (problem.file === FOOTER) return 'footer';
  if (SHEET_CODES.has(problem.code)) return 'sheet';
  if (problem.row !== undefined) return 'sheet';
  if (problem.file !== undefined) return problem.file === seedName ? 'seed' : 'sheet';
  return problem.line !== undefined || !inspection.table ? 'seed' : 'sheet';
}

/** Rows above the first of the table are the header's: what is wrong with it is wrong with the whole sheet. */
function isListedByTable({ row }: Problem, { table }: Inspection): boolean {
  return table !== undefined && row !== undefined && row >= (table.rows[0]?.row ?? 0);
}

/** Faults first, then losses, then notices; the order within each stays the engine's. */
export function placeProblems(inspection: Inspection, seedName?: string): PlacedProblems {
  const placed: PlacedProblems = { seed: [], sheet: [], footer: [] };
  const sorted = inspection.problems.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
  for (const problem of sorted) {
    if (isListedByTable(problem, inspection) || SHOWN_CODES.has(problem.code)) continue;
    const place = placeOf(problem, inspection, seedName);
    placed[place].push(SHEET_CODES.has(problem.code) ? withoutPlace(problem) : problem);
  }
  return placed;
}

/** `empty`: nothing given yet; `busy`: being read; `problem`: something does not land as it is. */
export type SectionState = 'empty' | 'busy' | 'done' | 'problem';

export interface SectionReport {
  state: SectionState;
  /** Faults and skipped rows; notices change nothing about what lands. */
  count: number;
}

export interface SectionFacts {
  has: boolean;
  /** Whether the newest answer is about what the section holds. */
  isFresh: boolean;
  isBusy: boolean;
  problems: number;
}

export function judgeSection({ has, isFresh, isBusy, problems }: SectionFacts): SectionReport {
  if (has && isFresh) return { state: problems > 0 ? 'problem' : 'done', count: problems };
  // A reader that broke has left the file unread.
  return { state: has && isBusy ? 'busy' : 'empty', count: 0 };
}

/** How many faults and losses a panel shows. */
export function countSerious(problems: readonly Problem[]): number {
  return problems.filter(({ severity }) => severity !== 'notice').length;
}
