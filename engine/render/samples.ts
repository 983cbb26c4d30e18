/** Picks three sample rows: the first, the longest and the one with the most special characters. */
import { CHAR_CLASS } from '../sheet/char-class.ts';
import type { Table } from '../sheet/table.ts';
import { NoticeCounter } from './row-notices.ts';
import { PageFiller } from './page-filler.ts';
import { type Plan, planPages } from './plan.ts';
import type { Project } from './project.ts';
import { RowValidator } from './row-validator.ts';

/** Reason why a row is a sample. */
export type SampleReason = 'first' | 'longest' | 'special';

/** A plan of the sample pages. */
export interface SamplePlan extends Plan {
  /** Reasons for each page, in the order of the pages. */
  reasons: SampleReason[];
}

/** Number of rows to plan for each kind; the best valid one is the sample. */
const CANDIDATES = 8;

/** Ordinary ASCII characters: letters, digits, `\s`, and `,` `.` `-`. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, code) =>
  /[^\p{L}\p{N}\s,.-]/u.test(String.fromCharCode(code)) ? 0 : 1,
);
const SPECIAL_CLASSES = 0b111_1111_1110_0000;

/** Classes of special characters; other cells are not scanned. */
function countSpecial(table: Table, cell: number): number {
  const classes = table.getClasses(cell);
  if ((classes & SPECIAL_CLASSES) === 0) return 0;
  if ((classes & CHAR_CLASS.nonAscii) !== 0) {
    return table.text(cell).match(/[^\p{L}\p{N}\s,.-]/gu)?.length ?? 0;
  }
  const bytes = table.getSegment(cell);
  const start = table.getOffset(cell);
  const end = start + table.getLength(cell);
  let special = 0;
  for (let at = start; at < end; at += 1) special += 1 - (PLAIN[bytes[at] as number] as number);
  return special;
}

/** Special characters weigh most, then kinds of characters. */
function scoreSpecial(table: Table, row: number): number {
  const width = table.columns.length;
  let classes = 0;
  let special = 0;
  for (let cell = row * width; cell < (row + 1) * width; cell += 1) {
    classes |= table.getClasses(cell);
    special += countSpecial(table, cell);
  }
  let kinds = 0;
  for (let bits = classes; bits > 0; bits &= bits - 1) kinds += 1;
  return special * 100 + kinds;
}

/** Finds the position of the highest score among the untaken rows; ties go to the earlier row. */
function findHighest(scores: Iterable<number>, taken: readonly number[]): number | undefined {
  let best: number | undefined;
  let most = -1;
  let index = 0;
  for (const score of scores) {
    if (score > most && !taken.includes(index)) [best, most] = [index, score];
    index += 1;
  }
  return best;
}

/** Picks the samples of a plan: a row that would be two of them is replaced by the next best. */
export function pickSamples(plan: Plan): SamplePlan {
  if (plan.pages === 0) return { ...plan, reasons: [] };
  const { rows, sizes, project } = plan;
  const longest = findHighest(sizes, [0]);
  const specials = Array.from(rows, (row) => scoreSpecial(project.table, row));
  const special = longest === undefined ? undefined : findHighest(specials, [0, longest]);
  const chosen = (
    [
      [0, 'first'],
      [longest, 'longest'],
      [special, 'special'],
    ] as const
  ).flatMap(([index, reason]) => (index === undefined ? [] : [{ row: rows[index] ?? 0, reason }]));
  chosen.sort((a, b) => a.row - b.row);
  const samples = planPages(project, { only: chosen.map(({ row }) => row) });
  return { ...samples, reasons: chosen.map(({ reason }) => reason) };
}

/**
 * Picks the samples of a project without planning all of its rows. The length of a row is estimated from the bytes
 * of its cells and their number of uses, so a row whose text grows most by encoding may be missed.
 * If a candidate is skipped, all rows are planned.
 */
export function planSamples(project: Project): SamplePlan {
  const plan = planPages(project, { only: findCandidates(project) });
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
  const { table, program } = project;
  const filler = new PageFiller(program, table);
  const validator = new RowValidator(project, filler, { notices: new NoticeCounter(project.table) });
  const uses = countUses(project);
  const [longest, special] = [new Best(), new Best()];
  let first: number | undefined;
  for (let row = 0; row < table.rowCount; row += 1) {
    const key = validator.admit(filler.read(row));
    if (key === undefined) continue;
    validator.claim(row, key);
    first ??= row;
    longest.add(row, estimateBytes(table, row, uses));
    special.add(row, scoreSpecial(table, row));
  }
  const rows = new Set([...longest.rows, ...special.rows]);
  if (first !== undefined) rows.add(first);
  return [...rows].sort((a, b) => a - b);
}

/** Counts how often each column is written into a page. */
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
    bytes += (uses[column] ?? 0) * table.getLength(row * width + column);
  }
  return bytes;
}
