/** Sorts problems to the one place where each can be fixed, and reports the state of each section. */
import { formatAmount } from '#web/ui/format-figure.ts';
import { type SectionName, sections } from '../shared/messages.ts';
import type { Inspection, PageLimits, Problem, ProjectForm } from './form-state.ts';
import { countOpen } from './match-columns.rules.ts';

export interface PlacedProblems {
  seed: Problem[];
  /** About the sheet as a whole; problems of single rows are in the table's own list. */
  sheet: Problem[];
  footer: Problem[];
}

const RANK = { fault: 0, loss: 1, notice: 2 } as const;

/** Name under which the engine reports the footer template. */
const FOOTER = 'footer link template';

/** Shown by a control of their own: brackets in the facts, tab and hidden rows in the card of the sheet. */
const CONTROL_CODES = new Set(['sheet-chosen', 'rows-hidden', 'brackets-untouched']);

/** Reported of the seed, but fixed in the sheet. */
const SHEET_CODES = new Set(['no-slug-column']);

/** A line of the seed says nothing in the panel of the sheet. */
const withoutPlace = ({ code, severity, text }: Problem): Problem => ({ code, severity, text });

function findPlace(problem: Problem, inspection: Inspection, seedName?: string): keyof PlacedProblems {
  if (problem.file === FOOTER) return 'footer';
  if (SHEET_CODES.has(problem.code) || problem.row !== undefined) return 'sheet';
  if (problem.file !== undefined) return problem.file === seedName ? 'seed' : 'sheet';
  return problem.line !== undefined || !inspection.table ? 'seed' : 'sheet';
}

/** Rows above the first of the table are the header's: a problem of it is one of the whole sheet. */
function isListedByTable({ row }: Problem, { table }: Inspection): boolean {
  return table !== undefined && row !== undefined && row >= (table.rows[0]?.row ?? 0);
}

/** Placeholders without a column, and with an image that is missing, have a row in Match columns. */
function isMatchRow({ code, severity }: Problem, { seed, table }: Inspection): boolean {
  if (!seed || !table) return false;
  if (code === 'placeholder-unknown') return severity === 'fault';
  return (
    code === 'image-missing' && seed.placeholders.some(({ state, isImage }) => state === 'unknown' && isImage)
  );
}

/** Faults first, then losses, then notices; the order within each stays the engine's. */
export function placeProblems(inspection: Inspection | undefined, seedName?: string): PlacedProblems {
  const placed: PlacedProblems = { seed: [], sheet: [], footer: [] };
  if (!inspection) return placed;
  const sorted = inspection.problems.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
  for (const problem of sorted) {
    if (isListedByTable(problem, inspection) || CONTROL_CODES.has(problem.code)) continue;
    const place = findPlace(problem, inspection, seedName);
    if (place !== 'footer' && isMatchRow(problem, inspection)) continue;
    placed[place].push(SHEET_CODES.has(problem.code) ? withoutPlace(problem) : problem);
  }
  return placed;
}

/** Pages that a save would add above the limit of the plan. */
export const countOverLimit = (limits: PageLimits | null | undefined): number =>
  !limits || limits.limit < 0 ? 0 : Math.max(0, limits.used + limits.adding - limits.limit);

export interface Blocker {
  /** Id of the place in the page. */
  place: string;
  text: string;
}

const countFaults = (problems: readonly Problem[]): number =>
  problems.filter(({ severity }) => severity === 'fault').length;

export const LIMIT_ID = 'pages-this-month';
export const MATCH_ID = 'match-columns';

/** Everything that keeps the project from being saved, each with the place where it is fixed. */
export function listBlockers(form: Pick<ProjectForm, 'inspection' | 'draft' | 'limits'>): Blocker[] {
  const { inspection, draft, limits } = form;
  const { seed, sheet, footer } = placeProblems(inspection, draft.seed?.name);
  const open = countOpen(inspection);
  const blockers: Blocker[] = [];
  const addFaults = (section: SectionName, problems: readonly Problem[]) => {
    const [first] = problems;
    const count = countFaults(problems);
    if (first === undefined || count === 0) return;
    const { id: place, title } = sections[section];
    blockers.push({ place, text: `${title}: ${count === 1 ? first.text : formatAmount(count, 'problem')}` });
  };
  addFaults('seed', seed);
  addFaults('sheet', sheet);
  if (open > 0) blockers.push({ place: MATCH_ID, text: `Match ${formatAmount(open, 'placeholder')}` });
  addFaults('footer', footer);
  const over = countOverLimit(limits);
  if (over > 0)
    blockers.push({ place: LIMIT_ID, text: `${formatAmount(over, 'page')} over your limit this month` });
  return blockers;
}

/** `empty`: nothing given yet; `busy`: being read; `problem`: a fault, or rows that are skipped. */
export type SectionState = 'empty' | 'busy' | 'done' | 'problem';

export interface SectionReport {
  state: SectionState;
  /** Faults and skipped rows; notices change nothing about the pages. */
  count: number;
}

export interface SectionFacts {
  has: boolean;
  /** The newest answer is about what the section holds. */
  isFresh: boolean;
  isBusy: boolean;
  problems: number;
}

export function reportSection({ has, isFresh, isBusy, problems }: SectionFacts): SectionReport {
  if (has && isFresh) return { state: problems > 0 ? 'problem' : 'done', count: problems };
  // A reader that broke has left the file unread.
  return { state: has && isBusy ? 'busy' : 'empty', count: 0 };
}

/** Number of faults and losses that a panel shows. */
export function countSerious(problems: readonly Problem[]): number {
  return problems.filter(({ severity }) => severity !== 'notice').length;
}
