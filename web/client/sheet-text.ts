/**
 * A sheet as the text that the server keeps: what a person dropped as a spreadsheet file becomes CSV,
 * with every row under its number and with its faults, so that the server reads what the browser read.
 */
import { repairGarbledText, type Table } from '#engine';

/** Other separators are quoted too: they must not make the text look like another kind of list. */
const quote = (cell: string) => (/[",;|\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** @param table of a spreadsheet file, read without a fault of the whole: its rows are as wide as its header */
export function writeSheetText(table: Table): string {
  const lines = [table.columns.map(({ name }) => quote(name)).join(',')];
  for (let row = 0; row < table.rowCount; row += 1) {
    // Empty lines of the sheet stay, so that the numbers of rows are the same everywhere.
    while (lines.length < table.rowNumber(row) - 1) lines.push('');
    lines.push(readRow(table, row).map(quote).join(','));
  }
  return `${lines.join('\n')}\n`;
}

function readRow(table: Table, row: number): string[] {
  const width = table.columns.length;
  return Array.from({ length: width }, (_, column) => table.text(row * width + column));
}

/** What is to be in a cell instead. */
export interface CellChange {
  /** As in the sheet: the header is row 1. */
  row: number;
  /** Name of the column. */
  field: string;
  value: string;
}

/**
 * Writes one row anew and leaves every other line as it is.
 * @param text that the table was read from, with all its columns
 * @returns nothing where a row is not a line
 */
export function changeCell(
  text: string,
  table: Table,
  { row, field, value }: CellChange,
): string | undefined {
  const lines = text.split(/(?<=\n)/);
  const last = table.rowNumber(table.rowCount - 1);
  const isLinewise = lines.findLastIndex((line) => line.trim() !== '') === last - 1;
  const index = Array.from({ length: table.rowCount }, (_, at) => table.rowNumber(at)).indexOf(row);
  const line = lines[row - 1];
  const isWhole = index >= 0 && table.rowProblems(index).length === 0;
  if (!isLinewise || !isWhole || line === undefined) return undefined;
  const names = table.columns.map(({ name }) => name);
  const cells = readRow(table, index).map((cell, at) => quote(names[at] === field ? value : cell));
  const separator = table.delimiter === 'cells' ? ',' : table.delimiter;
  return lines.with(row - 1, cells.join(separator) + (/\r?\n$/.exec(line)?.[0] ?? '')).join('');
}

/**
 * Repairs double-encoded letters in the cells below the header and leaves all else as it is.
 * @param text that the table was read from
 */
export function repairLetters(text: string, table: Table): string {
  const separator = table.delimiter === 'cells' ? ',' : table.delimiter;
  const names = new Set(table.columns.map(({ name }) => name));
  const cells = new RegExp(`"(?:[^"]|"")*"|[^"\\r\\n\\${separator}]+`, 'g');
  // Such letters are beyond ASCII before and after, so that no quotation mark or separator changes.
  return text.replace(cells, (cell) =>
    names.has(cell.replaceAll('"', '').trim()) ? cell : (repairGarbledText(cell) ?? cell),
  );
}
