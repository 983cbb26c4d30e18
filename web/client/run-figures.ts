/**
 * Figures derived from a run: progress, time left, state. Pure, and here because the dashboard and the
 * project pages show the same runs.
 */
import { type ProjectListItem, type ProjectState } from '#contract/project-shapes.ts';
import {
  ACTIVE_STATES,
  type Run,
  type RunProgress,
  type RunListItem,
  type RunState,
} from '#contract/run-shapes.ts';

/** Figures that lists and single runs share. */
export type RunCounts = Pick<RunListItem, 'state' | 'pages_total' | 'pages_done' | 'skipped'> &
  Partial<Pick<Run, 'held' | 'gate' | 'dropped'>>;

const ACTIVE: readonly RunState[] = ACTIVE_STATES;

/** True while a worker runs it, or will. */
export function isActive(state: RunState): boolean {
  return ACTIVE.includes(state);
}

export function hasCompleted(state: RunState): boolean {
  return state === 'completed' || state === 'completed_with_skips';
}

/** Percentage of written pages, rounded down, so that 100 means all pages. */
export function percentDone({ pages_total, pages_done }: RunCounts): number {
  if (pages_total === 0) return 0;
  return Math.min(100, Math.floor((pages_done / pages_total) * 100));
}

/** Pages that are in no file. */
function countLeftOut({ held = 0, gate, dropped = 0 }: RunCounts): number {
  return dropped + (gate?.action === 'leave-out' ? held : 0);
}

/** Rows of the sheet, including skipped ones and those whose pages are left out. */
export function countRows(run: RunCounts): number {
  return run.pages_total + run.skipped + countLeftOut(run);
}

/** Seconds until all pages are written; undefined if unknown. */
export function secondsLeft(run: RunCounts & Pick<Run, 'rows_per_second'>): number | undefined {
  if (run.state !== 'running' || !run.rows_per_second) return undefined;
  return Math.max(0, run.pages_total - run.pages_done) / run.rows_per_second;
}

/** Position of a sheet row in the run chart: the header is row 1, the first town is row 2. */
export const toPosition = (row: number): number => Math.max(0, row - 2);

/** Applies an event to the shown run: a whole run, or only its figures. */
export function applyProgress(shown: Run | undefined, update: Run | RunProgress): Run | undefined {
  if ('parts' in update) return update;
  return shown?.id === update.id ? { ...shown, ...update } : shown;
}

/** Positions, in the run chart, of the rows of a bitmap. */
function readBitmap(bitmap: string): number[] {
  const positions: number[] = [];
  for (const [index, character] of [...atob(bitmap)].entries()) {
    const byte = character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1) if ((byte >> bit) & 1) positions.push(index * 8 + bit);
  }
  return positions;
}

/** Number of rows that are done with these pages, including the skipped rows between them. */
function countDone(pages: number, skipped: readonly number[]): number {
  let done = pages;
  for (const position of skipped) {
    if (position >= done) break;
    done += 1;
  }
  return done;
}

export function toRunChart(
  run: RunCounts & Partial<Pick<Run, 'skipped_bitmap' | 'notice_bitmap' | 'held_bitmap'>>,
): {
  total: number;
  written: number;
  isWorking: boolean;
  warnings: number[];
  held: number[];
  skipped: number[];
} {
  const isDone = hasCompleted(run.state);
  const total = countRows(run);
  const skipped = readBitmap(run.skipped_bitmap ?? '');
  return {
    total,
    written: isDone ? total : Math.min(total, countDone(run.pages_done, skipped)),
    isWorking: run.state === 'running',
    warnings: readBitmap(run.notice_bitmap ?? ''),
    held: readBitmap(run.held_bitmap ?? ''),
    skipped,
  };
}

/** Pages of a project in lists: those that are ready, otherwise those that its run plans. */
export function countListedPages({
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

export interface RunBadgeProps {
  state: ProjectState;
  detail?: string;
  skipped?: number;
}

/** Badge of a project: its state, the progress of a run, or the number of skipped rows. */
export function toRunBadge({
  state,
  last_run: run,
  skipped,
}: Pick<ProjectListItem, 'state' | 'last_run' | 'skipped'>): RunBadgeProps {
  if (state === 'running' && run !== null) return { state, detail: `${percentDone(run)}%` };
  return state === 'completed_with_skips' && skipped !== null ? { state, skipped } : { state };
}
