/**
 * Lines of the sheet grid: rows with the severity of each cell; between problems, good rows are collapsed
 * into one line.
 */
import type { Problem, RowProblem, TableInspection } from './form-state.ts';

type Severity = Problem['severity'];
type GridRow = TableInspection['rows'][number];

export interface GridCell {
  text: string;
  severity?: Severity;
}

export type GridLine =
  | { kind: 'row'; row: number; severity?: Severity; cells: GridCell[] }
  | { kind: 'fold'; key: number; count: number; isGood: boolean };

const RANK = { fault: 2, loss: 1, notice: 0 } as const;
/** Cells have up to 65,535 bytes; the grid shows the beginning. */
const MAX_CELL_CHARACTERS = 120;

const worse = (a: Severity | undefined, b: Severity) => (a && RANK[a] >= RANK[b] ? a : b);

/**
 * Sorts skipped rows first, then by row.
 * @param first row whose problems come before all others
 */
export const sortProblems = (problems: readonly RowProblem[], first?: number) =>
  problems.toSorted(
    (a, b) =>
      Number(b.row === first) - Number(a.row === first) ||
      RANK[b.severity] - RANK[a.severity] ||
      a.row - b.row,
  );

/** Worst severity of each row (key '') and of each of its fields. */
type Marks = Map<number, Map<string, Severity>>;

function markProblems(problems: readonly RowProblem[], names: ReadonlySet<string>): Marks {
  const marks: Marks = new Map();
  for (const { row, field, severity } of problems) {
    const fields = marks.get(row) ?? new Map<string, Severity>();
    // A problem without a column marks the whole row.
    const key = field !== undefined && names.has(field) ? field : '';
    fields.set(key, worse(fields.get(key), severity));
    marks.set(row, fields);
  }
  return marks;
}

export function cutText(text: string): string {
  return text.length > MAX_CELL_CHARACTERS ? `${text.slice(0, MAX_CELL_CHARACTERS)}…` : text;
}

/** Columns of a grid: order, names and marks. */
interface View {
  order: readonly number[];
  names: readonly string[];
  marks: Marks;
}

function makeLine(row: GridRow, { order, names, marks }: View): GridLine {
  const fields = marks.get(row.row);
  return {
    kind: 'row',
    row: row.row,
    severity: fields?.get(''),
    cells: order.map((index) => ({
      text: cutText(row.cells[index] ?? ''),
      severity: fields?.get(names[index] ?? ''),
    })),
  };
}

export interface Grid {
  /** Indexes of the sheet's columns in the shown order. */
  order: number[];
  lines: GridLine[];
}

/** Places are counted once the seed matches the sheet; before that, all are 0. */
export const hasKnownPlaces = (table: TableInspection) => table.columns.some(({ places }) => places > 0);

const listNames = (table: TableInspection) => table.columns.map(({ name }) => name);

export function showFirstRows(table: TableInspection): Grid {
  const names = listNames(table);
  const order = names.map((_, index) => index);
  const marks = markProblems(table.cellProblems, new Set(names));
  return { order, lines: table.rows.map((row) => makeLine(row, { order, names, marks })) };
}

/** False if a notice of the list covers more rows than its own. */
export const namesAllRows = ({ cellProblems }: TableInspection) =>
  cellProblems.every(({ moreRows = 0 }) => moreRows === 0);

/**
 * Only rows with a problem, the affected columns first, and a count of the rows in between; those are called
 * good if all known problems are listed.
 */
export function showProblemRows(table: TableInspection): Grid {
  const names = listNames(table);
  const marks = markProblems(table.cellProblems, new Set(names));
  const order = putFirst(names, new Set(table.cellProblems.map(({ field }) => field)));
  const rows = [...table.rows.filter(({ row }) => marks.has(row)), ...table.problemRows];
  const isListed = rows.length === marks.size && table.problemCount === table.cellProblems.length;
  const isGood = isListed && namesAllRows(table);
  const lines: GridLine[] = [];
  let last = 1;
  let folded = 0;
  const fold = (key: number, count: number) => {
    if (count <= 0) return;
    lines.push({ kind: 'fold', key, count, isGood });
    folded += count;
  };
  for (const row of rows) {
    fold(row.row, row.row - last - 1);
    lines.push(makeLine(row, { order, names, marks }));
    last = row.row;
  }
  fold(Number.MAX_SAFE_INTEGER, table.rowCount - rows.length - folded);
  return { order, lines };
}

/** The sheet's first column identifies the row, so it stays first; then the affected columns. */
function putFirst(names: readonly string[], concerned: ReadonlySet<string | undefined>): number[] {
  const indexes = names.map((_, index) => index);
  const [name, others] = [indexes.slice(0, 1), indexes.slice(1)];
  const isConcerned = (index: number) => concerned.has(names[index]);
  return [...name, ...others.filter(isConcerned), ...others.filter((index) => !isConcerned(index))];
}
