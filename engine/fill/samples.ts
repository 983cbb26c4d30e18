/** The three rows worth looking at first: the first, the longest, the one with most special characters. */
import type { Table } from '../table/table.ts';
import { PageFiller } from './page-filler.ts';
import { type Plan, planPages } from './plan.ts';
import type { Project } from './project.ts';
import { RowJudge } from './row-judge.ts';

/** What makes a row worth looking at. */
export type SampleReason = 'first' | 'longest' | 'special';

/** A plan of the sample pages alone. */
export interface SamplePlan extends Plan {
  /** Why each page was chosen, in the order of the pages; where a row is several of them, the first counts. */
  reasons: SampleReason[];
}

/** Of each kind so many rows are planned: the best of them that lands is taken. */
const CANDIDATES = 8;

/** Special characters weigh most, then kinds of characters. */
function scoreSpecial(table: Table, row: number): number {
  const width = table.columns.length;
  let classes = 0;
  let special = 0;
  for (let column = 0; column < width; column += 1) {
    const cell = row * width + column;
    classes |= table.classesOf(cell);
    // only a cell that holds something special is looked at more closely
    if ((table.classesOf(cell) & 0b111_1111_1110_0000) !== 0)
      special += table.text(cell).match(/[^\p{L}\p{N}\s,.-]/gu)?.length ?? 0;
  }
  let kinds = 0;
  for (let bits = classes; bits > 0; bits &= bits - 1) kinds += 1;
  return special * 100 + kinds;
}

function mostSpecial({ project, rows }: Plan): number {
  let best = 0;
  let most = -1;
  for (const row of rows) {
    const score = scoreSpecial(project.table, row);
    if (score > most) {
      most = score;
      best = row;
    }
  }
  return best;
}

/** Picks the samples of a plan; fewer than three where one row is several of them. */
export function pickSamples(plan: Plan): SamplePlan {
  if (plan.pages === 0) return { ...plan, reasons: [] };
  const longest = plan.sizes.reduce(
    (best, size, index) => (size > (plan.sizes[best] ?? 0) ? index : best),
    0,
  );
  const chosen = new Map<number, SampleReason>([
    [mostSpecial(plan), 'special'],
    [plan.rows[longest] ?? 0, 'longest'],
    [plan.rows[0] ?? 0, 'first'],
  ]);
  const rows = [...chosen].sort(([a], [b]) => a - b);
  const samples = planPages(
    plan.project,
    rows.map(([row]) => row),
  );
  return { ...samples, reasons: rows.map(([, reason]) => reason) };
}

/**
 * The samples of a project without planning all of its rows: which of them is long is told by the bytes
 * of its cells and how often each is written, so a row whose text grows most by being encoded may be missed.
 * Where no likely row lands, everything is planned.
 */
export function planSamples(project: Project): SamplePlan {
  const plan = planPages(project, findCandidates(project));
  return plan.lost > 0 || plan.pages === 0 ? pickSamples(planPages(project)) : pickSamples(plan);
}

/** Keeps the rows with the highest scores; of equal ones the earlier. */
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

/** Rows that nothing keeps from landing before they are filled, in order. */
function findCandidates(project: Project): number[] {
  const { table, program } = project;
  const filler = new PageFiller(program, table);
  const judge = new RowJudge(project, filler);
  const uses = countUses(project);
  const [longest, special] = [new Best(), new Best()];
  let first: number | undefined;
  for (let row = 0; row < table.rowCount; row += 1) {
    filler.values.select(row);
    const key = judge.admit(row);
    if (key === undefined) continue;
    judge.claim(row, key);
    first ??= row;
    longest.add(row, estimateBytes(table, row, uses));
    special.add(row, scoreSpecial(table, row));
  }
  const rows = new Set([...longest.rows, ...special.rows]);
  if (first !== undefined) rows.add(first);
  return [...rows].sort((a, b) => a - b);
}

/** How often each column is written into a page. */
function countUses({ table, program }: Project): Uint32Array {
  const uses = new Uint32Array(table.columns.length);
  for (const slot of program.slots) {
    const source = program.values[slot.value]?.source;
    if (source?.kind === 'column') uses[source.column] = (uses[source.column] ?? 0) + slot.uses;
  }
  return uses;
}

function estimateBytes(table: Table, row: number, uses: Uint32Array): number {
  const width = table.columns.length;
  let bytes = 0;
  for (let column = 0; column < width; column += 1) {
    bytes += (uses[column] ?? 0) * table.lengthOf(row * width + column);
  }
  return bytes;
}
