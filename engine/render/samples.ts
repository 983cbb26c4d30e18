/** Picks three sample rows: the first, the longest and the one with the most special characters. */
import { chooseSamples, type SampleReason } from '../sheet/choose-samples.ts';
import type { Table } from '../sheet/table.ts';
import { NoticeCounter } from './row-notices.ts';
import { type Plan, planPages } from './plan.ts';
import type { Project } from './project.ts';
import { RowValidator } from './row-validator.ts';
import { createRowOpener } from './project-row.ts';
import { createRowSettings } from './row-settings.ts';

export type { SampleReason } from '../sheet/choose-samples.ts';

/** A plan of the sample pages. */
export interface SamplePlan extends Plan {
  /** Reason for each page, in the order of the pages; without one, a sample is below it. */
  reasons: (SampleReason | undefined)[];
}

/** Number of rows to plan for each kind; the best valid one is the sample. */
const CANDIDATES = 8;

/** Scores the special characters of a row: their number, then the number of different ones. */
function scoreSpecial(table: Table, row: number): number {
  const special =
    table
      .getCells(row)
      .join(' ')
      .match(/[^\p{L}\p{N}\s,.-]/gu) ?? [];
  return special.length * 100 + new Set(special).size;
}

/** Picks the samples of a plan. */
export function pickSamples(plan: Plan): SamplePlan {
  if (plan.pages === 0) return { ...plan, reasons: [] };
  const { rows, sizes, project } = plan;
  const specials = Array.from(rows, (row) => scoreSpecial(project.table, row));
  const chosen = chooseSamples(sizes, specials);
  const reasons = new Map(chosen.map(({ index, reason }) => [rows[index] ?? 0, reason]));
  const samples = planPages(project, { only: withAncestors(plan, [...reasons.keys()]) });
  return { ...samples, reasons: Array.from(samples.rows, (row) => reasons.get(row)) };
}

/** Adds the rows whose pages are above those of the given ones, in the order of the sheet. */
function withAncestors({ settings }: Pick<Plan, 'settings'>, rows: readonly number[]): number[] {
  const ancestors = rows.flatMap((row) => settings?.listAncestors(row) ?? []);
  return [...new Set([...rows, ...ancestors])].sort((a, b) => a - b);
}

/**
 * Picks the samples of a project without planning all of its rows. The length of a row is estimated from the bytes
 * of its cells and their number of uses, so a row whose text grows most by encoding may be missed.
 * If a candidate is skipped, all rows are planned.
 */
export function planSamples(project: Project): SamplePlan {
  const candidates = findCandidates(project);
  const settings = createRowSettings(project, candidates);
  const plan = planPages(project, { only: withAncestors({ settings }, candidates) });
  return plan.skipped > 0 || plan.pages === 0 ? pickSamples(planPages(project)) : pickSamples(plan);
}

/** Keeps the rows with the highest scores; ties go to the earlier row. */
class Best {
  readonly rows: number[] = [];
  readonly #scores: number[] = [];

  add(row: number, score: number): void {
    if (this.rows.length === CANDIDATES && score <= (this.#scores.at(-1) ?? 0)) return;
    let place = this.rows.length;
    while (place > 0 && (this.#scores[place - 1] ?? 0) < score) place -= 1;
    this.rows.splice(place, 0, row);
    this.#scores.splice(place, 0, score);
    this.rows.length = this.#scores.length = Math.min(this.rows.length, CANDIDATES);
  }
}

/** Lists candidates among the rows that are valid before filling, in order. */
function findCandidates(project: Project): number[] {
  const { table } = project;
  const validator = new RowValidator(project, { notices: new NoticeCounter(table) });
  const uses = countUses(project);
  const [longest, special] = [new Best(), new Best()];
  let first: number | undefined;
  const open = createRowOpener(project);
  for (let row = 0; row < table.rowCount; row += 1) {
    const key = validator.admit(open(row));
    if (key === undefined) continue;
    validator.claim(row, key);
    first ??= row;
    longest.add(row, estimateBytes(table, row, uses));
    special.add(row, scoreSpecial(table, row));
  }
  const rows = new Set([...longest.rows, ...special.rows]);
  if (first !== undefined) rows.add(first);
  return [...rows];
}

/** Counts how often each column is written into a page. */
function countUses({ table, pattern }: Project): Uint32Array {
  const uses = new Uint32Array(table.columns.length);
  for (const piece of pattern.pieces) {
    const source = piece.kind === 'hole' ? piece.value.source : undefined;
    if (source?.kind === 'column') uses[source.column] = (uses[source.column] ?? 0) + 1;
  }
  return uses;
}

function estimateBytes(table: Table, row: number, uses: Uint32Array): number {
  return uses.reduce((sum, count, column) => sum + count * table.getLength(row, column), 0);
}
