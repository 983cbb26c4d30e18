/**
 * All rows with a problem as a sheet to take along: their cells and, in two last columns, the
 * row's number and what is wrong. The page itself shows only the beginning of a long list.
 */
import { BYTE_ORDER_MARK, writeRecord } from '#contract/csv.ts';
import type { Problem, Table } from '#engine';

/** All that is wrong with each row, in the order of the sheet. */
function collectReasons(problems: readonly Problem[], firstRow: number): [row: number, reasons: string[]][] {
  const reasons = new Map<number, string[]>();
  for (const { row, field, text } of problems) {
    if (row === undefined || row < firstRow) continue;
    const reason = field === undefined ? text : `${field}: ${text}`;
    const known = reasons.get(row);
    if (!known) reasons.set(row, [reason]);
    else if (!known.includes(reason)) known.push(reason);
  }
  return [...reasons].sort(([a], [b]) => a - b);
}

/** A sheet that was taken along once has the columns already. */
function nameColumns(table: Table): string[] {
  const known = new Set(table.columns.map(({ name }) => name.toLowerCase()));
  const isFree = (end: string) => !known.has(`row_in_sheet${end}`) && !known.has(`problem${end}`);
  let end = '';
  for (let count = 2; !isFree(end); count += 1) end = `_${count}`;
  return [`row_in_sheet${end}`, `problem${end}`];
}

/** @returns CSV that opens in a spreadsheet without running anything in a cell */
export function writeProblemSheet(table: Table, problems: readonly Problem[]): string {
  const width = table.columns.length;
  const names = table.columns.map(({ name }) => name);
  const lines = [BYTE_ORDER_MARK + writeRecord([...names, ...nameColumns(table)])];
  let index = 0;
  for (const [row, reasons] of collectReasons(problems, table.rowNumber(0))) {
    while (index < table.rowCount && table.rowNumber(index) < row) index += 1;
    // A record too large to be read has a number, but no cells.
    const isThere = index < table.rowCount && table.rowNumber(index) === row;
    const cells = names.map((_, column) => (isThere ? table.text(index * width + column) : ''));
    lines.push(writeRecord([...cells, String(row), reasons.join(' ')]));
  }
  return lines.join('');
}
