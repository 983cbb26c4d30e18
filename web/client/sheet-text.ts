/**
 * A sheet as the text that the server keeps: what a person dropped as a spreadsheet file becomes CSV,
 * with every row under its number and with its faults, so that the server reads what the browser read.
 */
import type { Table } from '#engine';

/** Other separators are quoted too: they must not make the text look like another kind of list. */
const quote = (cell: string) => (/[",;|\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** @param table of a spreadsheet file, read without a fault of the whole: its rows are as wide as its header */
export function writeSheetText(table: Table): string {
  const width = table.columns.length;
  const lines = [table.columns.map(({ name }) => quote(name)).join(',')];
  for (let row = 0; row < table.rowCount; row += 1) {
    // Empty lines of the sheet stay, so that the numbers of rows are the same everywhere.
    while (lines.length < table.rowNumber(row) - 1) lines.push('');
    const cells = Array.from({ length: width }, (_, column) => quote(table.text(row * width + column)));
    lines.push(cells.join(','));
  }
  return `${lines.join('\n')}\n`;
}
