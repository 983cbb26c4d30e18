/**
 * A sheet as the text that the server keeps: what a person dropped as a spreadsheet file or in another
 * encoding becomes CSV in UTF-8, with every row on the line that the sheet had it on.
 */
import type { Table } from '#engine';

const quote = (cell: string) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** @param table read without a fault of the whole */
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
