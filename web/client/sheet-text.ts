/**
 * A sheet as the text that the server keeps: what a person dropped as a spreadsheet file becomes CSV,
 * with every row under its number and with its faults, so that the server reads what the browser read.
 */
import type { Table } from '#engine';

/** Other separators are quoted too: they must not make the text look like another kind of list. */
const quote = (cell: string) => (/[",;|\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/**
 * @param table read without a fault of the whole
 * @param rows the cells as they came, for those behind the last column, which no table holds
 */
export function writeSheetText(table: Table, rows: readonly (readonly unknown[])[]): string {
  const width = table.columns.length;
  const lines = [table.columns.map(({ name }) => quote(name)).join(',')];
  for (let row = 0; row < table.rowCount; row += 1) {
    // Empty lines of the sheet stay, so that the numbers of rows are the same everywhere.
    while (lines.length < table.rowNumber(row) - 1) lines.push('');
    const cells = Array.from({ length: width }, (_, column) => quote(table.text(row * width + column)));
    const isRagged = table.rowProblems(row).some(({ code }) => code === 'row-ragged');
    lines.push((isRagged ? [...cells, ...listSurplus(rows, table.rowNumber(row))] : cells).join(','));
  }
  return `${lines.join('\n')}\n`;
}

function listSurplus(rows: readonly (readonly unknown[])[], rowNumber: number): string[] {
  const surplus = rows[rowNumber - 1]?.slice(rows[0]?.length) ?? [];
  return surplus.map((cell) => quote(String(cell ?? '')));
}
