/**
 * What the numbers of a run mean to a reader: how far it is, what is left, what became of it. Pure, and
 * here because the dashboard and the project pages show the same runs.
 */
import {
  ACTIVE_STATES,
  type ProjectListItem,
  type ProjectState,
  type Run,
  type RunListItem,
  type RunState,
} from '#contract/project-shapes.ts';

/** The figures that lists and single runs share. */
export type RunCounts = Pick<RunListItem, 'state' | 'pages_total' | 'pages_done' | 'lost'>;

const ACTIVE: readonly RunState[] = ACTIVE_STATES;

/** A machine works on it, or is about to. */
export function isActive(state: RunState): boolean {
  return ACTIVE.includes(state);
}

export function hasLanded(state: RunState): boolean {
  return state === 'landed' || state === 'landed_with_losses';
}

/** By pages; whole numbers, and 100 only when every page is written. */
export function percentDone({ pages_total, pages_done }: RunCounts): number {
  if (pages_total === 0) return 0;
  return Math.min(100, Math.floor((pages_done / pages_total) * 100));
}

/** Rows of the sheet: those that become pages and those that do not. */
export function countRows({ pages_total, lost }: RunCounts): number {
  return pages_total + lost;
}

/** Seconds until all pages are written; undefined while nobody can know. */
export function secondsLeft(run: RunCounts & Pick<Run, 'rows_per_second'>): number | undefined {
  if (run.state !== 'running' || !run.rows_per_second) return undefined;
  return Math.max(0, run.pages_total - run.pages_done) / run.rows_per_second;
}

/** Position of a row in the cloth: the header is row 1 of the sheet, the first town row 2. */
export const positionOfRow = (row: number): number => Math.max(0, row - 2);

/** A run as the weave takes it. */
export function weaveOf(run: RunCounts & Partial<Pick<Run, 'lost_rows' | 'problems'>>): {
  total: number;
  written: number;
  isWorking: boolean;
  warnings: number[];
  lost: number[];
} {
  const isDone = hasLanded(run.state);
  const total = countRows(run);
  const notices = run.problems?.filter(({ severity, row }) => severity === 'notice' && row !== undefined);
  return {
    total,
    written: isDone ? total : Math.min(total, run.pages_done),
    isWorking: run.state === 'running',
    warnings: [...new Set(notices?.map(({ row = 0 }) => positionOfRow(row)))],
    lost: run.lost_rows?.map(({ row }) => positionOfRow(row)) ?? [],
  };
}

/** Pages of a project as its lists show them: those that are ready, else those that its run plans. */
export function pagesOf({
  pages,
  last_run: run,
}: Pick<ProjectListItem, 'pages' | 'last_run'>): number | null {
  return pages ?? (run?.kind === 'save' && run.pages_total > 0 ? run.pages_total : null);
}

/** Milliseconds from start to end, or until now. */
export function elapsedMs(run: Pick<Run, 'started_at' | 'finished_at'>, now: Date): number | undefined {
  if (run.started_at === null) return undefined;
  const end = run.finished_at === null ? now.getTime() : Date.parse(run.finished_at);
  return Math.max(0, end - Date.parse(run.started_at));
}

export interface BadgeFacts {
  state: ProjectState;
  detail?: string;
  lost?: number;
}

/** What the badge of a project says: its state, how far a run is, what the current one left out. */
export function badgeOf({
  state,
  last_run: run,
  lost,
}: Pick<ProjectListItem, 'state' | 'last_run' | 'lost'>): BadgeFacts {
  if (state === 'running' && run !== null) return { state, detail: `${percentDone(run)} %` };
  return state === 'landed_with_losses' && lost !== null ? { state, lost } : { state };
}
