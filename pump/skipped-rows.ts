/** Rows with problems, as a sheet: their cells and, in further columns, the reasons. */
import { BYTE_ORDER_MARK, writeRecord } from '#contract/csv.ts';
import type { Problem, Table } from '#engine';

export const SKIPPED_ROWS_FILE = 'skipped-rows.csv';

/** A row and the texts of its problems. */
export interface RowReasons {
  /** As a spreadsheet counts: the header is row 1. */
  row: number;
  reasons: string[];
}

/** Groups problems by row, in the order of the sheet; each text appears once. */
export function groupByRow(problems: Iterable<Problem>): RowReasons[] {
  const reasons = new Map<number, string[]>();
  for (const { row, field, text } of problems) {
    if (row === undefined) continue;
    const reason = field === undefined ? text : `${field}: ${text}`;
    const known = reasons.get(row);
    if (!known) reasons.set(row, [reason]);
    else if (!known.includes(reason)) known.push(reason);
  }
  return [...reasons].sort(([a], [b]) => a - b).map(([row, texts]) => ({ row, reasons: texts }));
}

/** Returns the indexes of a list's rows by their numbers. */
function indexRows(list: Table): ReadonlyMap<number, number> {
  return new Map(Array.from({ length: list.rowCount }, (_, row) => [list.rowNumber(row), row]));
}

type Spread = (problem: Problem) => Iterable<Problem>;

/**
 * Creates a function that numbers the problem of a row like the table. In a combination of two lists, a problem with a
 * row of one of them is repeated for each row of the other, and its text names the row of the file.
 */
export function createSpread(table: Table): Spread {
  const [first, second] = table.lists;
  if (!table.isCombined || !first || !second) return (problem) => [problem];
  const [firstRows, secondRows] = [indexRows(first), indexRows(second)];
  return function* spread(problem) {
    const { file, row, combinedRow } = problem;
    const isOfSecond = file === second.file;
    if (row === undefined || (!isOfSecond && file !== first.file)) {
      yield problem;
      return;
    }
    const own = isOfSecond ? secondRows.get(row) : firstRows.get(row);
    if (own === undefined) return;
    const others = isOfSecond ? firstRows.values() : listOthers(secondRows, combinedRow);
    for (const other of others) {
      const [above, below] = isOfSecond ? [other, own] : [own, other];
      const number = table.rowNumber(above * second.rowCount + below);
      yield { ...problem, row: number, text: `Row ${row} of ${file}: ${problem.text}` };
    }
  };
}

/** Returns the row with this number, or all rows. */
function listOthers(rows: ReadonlyMap<number, number>, number: number | undefined): Iterable<number> {
  if (number === undefined) return rows.values();
  const row = rows.get(number);
  return row === undefined ? [] : [row];
}

/** Numbers all problems like the table. */
export function* spreadRows(problems: readonly Problem[], table: Table | undefined): Generator<Problem> {
  const spread = table && createSpread(table);
  for (const problem of problems) yield* spread?.(problem) ?? [problem];
}

/** The rows that aren't built, in the order of the sheet. */
export function collectSkippedRows(problems: readonly Problem[], table?: Table): RowReasons[] {
  const losses = problems.filter(({ severity }) => severity === 'loss');
  return groupByRow(spreadRows(losses, table));
}

/** Names additional columns. A sheet that was downloaded before already has them: then all get a number. */
export function nameColumns(table: Table, names: readonly string[]): string[] {
  const known = new Set(table.columns.map(({ name }) => name.toLowerCase()));
  let suffix = '';
  for (let count = 2; names.some((name) => known.has(name + suffix)); count += 1) suffix = `_${count}`;
  return names.map((name) => name + suffix);
}

/**
 * Adds the cells to rows.
 * @param rows in the order of the sheet, as `groupByRow` returns them
 */
export function* addCells(
  table: Table,
  rows: readonly RowReasons[],
): Generator<RowReasons & { cells: string[] }> {
  let index = 0;
  for (const { row, reasons } of rows) {
    while (index < table.rowCount && table.rowNumber(index) < row) index += 1;
    // A record that is too large to be read has a number, but no cells.
    const isRead = index < table.rowCount && table.rowNumber(index) === row;
    const cells = table.columns.map((_, column) => (isRead ? table.getCell(index, column) : ''));
    yield { row, reasons, cells };
  }
}

/**
 * Writes skipped rows line by line, after a header.
 * @param rows as `collectSkippedRows` returns them
 */
export function* writeSkippedRows(table: Table, rows: readonly RowReasons[]): Generator<string> {
  const names = table.columns.map(({ name }) => name);
  yield BYTE_ORDER_MARK + writeRecord([...names, ...nameColumns(table, ['skip_reason'])]);
  for (const { cells, reasons } of addCells(table, rows)) yield writeRecord([...cells, reasons.join(' ')]);
}
