/** Skipped rows as a sheet: their cells and, in a last column, the reason. */
import { BYTE_ORDER_MARK, writeRecord } from '#contract/csv.ts';
import type { Problem, Table } from '#engine';

export const SKIPPED_ROWS_FILE = 'skipped-rows.csv';

const REASON_COLUMN = 'why_left_out';

/** A skipped row, with all that is wrong with it. */
export interface SkippedRow {
  /** As a spreadsheet counts: the header is row 1. */
  row: number;
  reasons: string[];
}

/** The rows that problems leave out, in the order of the sheet. */
export function collectSkippedRows(problems: readonly Problem[]): SkippedRow[] {
  const reasons = new Map<number, string[]>();
  for (const { severity, row, field, text } of problems) {
    if (severity !== 'loss' || row === undefined) continue;
    const reason = field === undefined ? text : `${field}: ${text}`;
    const known = reasons.get(row);
    if (!known) reasons.set(row, [reason]);
    else if (!known.includes(reason)) known.push(reason);
  }
  return [...reasons].sort(([a], [b]) => a - b).map(([row, texts]) => ({ row, reasons: texts }));
}

/** A sheet that was given back once has the column already. */
function nameReasonColumn(table: Table): string {
  const names = new Set(table.columns.map(({ name }) => name.toLowerCase()));
  let name = REASON_COLUMN;
  for (let count = 2; names.has(name); count += 1) name = `${REASON_COLUMN}_${count}`;
  return name;
}

/**
 * Writes the skipped rows in pieces of one line.
 * @param rows in the order of the sheet, as `collectSkippedRows` gives them
 */
export function* writeSkippedRows(table: Table, rows: readonly SkippedRow[]): Generator<string> {
  const width = table.columns.length;
  yield BYTE_ORDER_MARK + writeRecord([...table.columns.map(({ name }) => name), nameReasonColumn(table)]);
  let index = 0;
  for (const { row, reasons } of rows) {
    while (index < table.rowCount && table.rowNumber(index) < row) index += 1;
    // a record too large to be read has a number, but no cells
    const isThere = index < table.rowCount && table.rowNumber(index) === row;
    const cells = table.columns.map((_, column) => (isThere ? table.text(index * width + column) : ''));
    yield writeRecord([...cells, reasons.join(' ')]);
  }
}
