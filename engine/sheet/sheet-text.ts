/**
 * Edits the stored text of a sheet. A workbook is stored as CSV in which rows keep their numbers; a row of a text is
 * changed or removed without changing the others.
 */
import { decodeSheetText } from './decode-sheet.ts';
import { repairGarbledText } from './garbled-text.ts';
import { RecordScanner } from './record-scanner.ts';
import { detectDialect } from './sheet-dialect.ts';
import { toColumnIndex } from './column-name.ts';
import type { Table } from './table.ts';

/** Also quotes other separators, so that the text can't be detected as another dialect. */
const quote = (cell: string) => (/[",;|\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** @param table of a workbook; its rows are as wide as its header */
function writeCells(table: Table): string {
  const lines = [table.columns.map(({ name }) => quote(name)).join(',')];
  for (let row = 0; row < table.rowCount; row += 1) {
    // Empty lines preserve the row numbers.
    while (lines.length < table.rowNumber(row) - 1) lines.push('');
    lines.push(table.getCells(row).map(quote).join(','));
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Creates the text that is stored for a sheet: a text file is unchanged, cells of a workbook become CSV.
 * @param table that was read from the bytes
 */
export function writeSheetText(bytes: Uint8Array, table: Table): string {
  if (table.encoding === 'cells') return writeCells(table);
  // Cells of such files may be in either encoding.
  if (['UTF-8', 'Windows-1252'].includes(table.encoding)) return decodeSheetText(bytes);
  return new TextDecoder(table.encoding).decode(bytes);
}

/** One row of a text. */
interface TextRecord {
  /** Row of the sheet: the header is row 1. */
  row: number;
  start: number;
  end: number;
  cells: string[];
}

const getSeparator = ({ delimiter }: Table): string => (delimiter === 'cells' ? ',' : delimiter);

/** Reads the records of a text, up to one whose quotation mark is never closed. */
function* readRecords(text: string, table: Table): Generator<TextRecord> {
  const { preamble, ...dialect } = detectDialect(text, getSeparator(table));
  const scanner = new RecordScanner(dialect);
  let start = preamble;
  for (let row = 1; start < text.length && scanner.scan(text, start) !== 'open'; row += 1) {
    const end = Math.min(scanner.end, text.length);
    yield { row, start, end, cells: scanner.cells };
    start = end;
  }
}

/**
 * Finds a row in a text.
 * @param row as in the sheet: the header is row 1
 * @returns `undefined` if the rows of the text aren't those of the table
 */
function findRecord(text: string, table: Table, row: number): TextRecord | undefined {
  let found: TextRecord | undefined;
  let last = 0;
  for (const record of readRecords(text, table)) {
    if (record.cells.some((cell) => cell.trim() !== '')) last = record.row;
    if (record.row === row) found = record;
  }
  return last === table.rowNumber(table.rowCount - 1) ? found : undefined;
}

/** New value of a cell. */
export interface CellChange {
  /** As in the sheet: the header is row 1. */
  row: number;
  /** Name of the column. */
  field: string;
  value: string;
}

/** Writes a value into a row at the index of a column. */
function writeCell(
  text: string,
  { start, end, cells }: TextRecord,
  at: { column: number; value: string; separator: string },
): string {
  const { column, value, separator } = at;
  const line = text.slice(start, end);
  const missing = Array.from({ length: Math.max(0, column + 1 - cells.length) }, () => '');
  const changed = [...cells, ...missing].with(column, value).map(quote).join(separator);
  return text.slice(0, start) + changed + (/[\r\n]+$/.exec(line)?.[0] ?? '') + text.slice(end);
}

/**
 * Rewrites one row and leaves all others unchanged. A column that the sheet doesn't have is added at the end.
 * @param text that the table was read from
 * @returns `undefined` if the text doesn't have the row
 */
export function changeCell(
  text: string,
  table: Table,
  { row, field, value }: CellChange,
): string | undefined {
  const record = findRecord(text, table, row);
  const header = findRecord(text, table, table.headerRow);
  if (!record || !header) return undefined;
  const separator = getSeparator(table);
  const letter = table.columns.find(({ name }) => name === field)?.letter;
  const column = letter === undefined ? header.cells.length : toColumnIndex(letter);
  const changed = writeCell(text, record, { column, value, separator });
  return letter === undefined ? writeCell(changed, header, { column, value: field, separator }) : changed;
}

/**
 * Removes one row; the rows below it move up.
 * @param text that the table was read from
 * @returns `undefined` if the text doesn't have the row
 */
export function removeRow(text: string, table: Table, row: number): string | undefined {
  const record = findRecord(text, table, row);
  return record && text.slice(0, record.start) + text.slice(record.end);
}

/** Returns the number of cells of the header, also of those without a name. */
function countHeaderCells(text: string, table: Table): number {
  const header = readRecords(text, table).find(({ row }) => row === table.headerRow);
  return header?.cells.length ?? 0;
}

/**
 * Adds rows at the end and leaves the others unchanged.
 * @param text that the table was read from
 * @param rows with a cell for each column of the table
 */
export function appendRows(text: string, table: Table, rows: readonly (readonly string[])[]): string {
  const lineEnd = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const width = countHeaderCells(text, table);
  const positions = table.columns.map(({ letter }) => toColumnIndex(letter));
  const lines = rows.map((row) => {
    const cells = Array.from({ length: width }, () => '');
    positions.forEach((position, index) => {
      cells[position] = quote(row[index] ?? '');
    });
    return cells.join(getSeparator(table)) + lineEnd;
  });
  return text + (/[\r\n]$/.test(text) ? '' : lineEnd) + lines.join('');
}

/**
 * Repairs double-encoded letters in the cells below the header and leaves everything else unchanged.
 * @param text that the table was read from
 */
export function repairLetters(text: string, table: Table): string {
  const names = new Set(table.columns.map(({ name }) => name));
  const cells = new RegExp(`"(?:[^"]|"")*"|[^"\\r\\n\\${getSeparator(table)}]+`, 'g');
  // Garbled and repaired characters aren't ASCII, so that no quotation mark or separator changes.
  return text.replace(cells, (cell) =>
    names.has(cell.replaceAll('"', '').trim()) ? cell : (repairGarbledText(cell) ?? cell),
  );
}
