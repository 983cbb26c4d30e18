/** Reads a sheet whose cells come apart already, as the reader of XLSX gives them. */
import { columnKey } from './column-name.ts';
import { encodeByteString } from './byte-string.ts';
import { formatCell } from './cell-text.ts';
import { SHEET_PROBLEM } from './sheet-problem.ts';
import { SheetRows } from './sheet-rows.ts';
import type { TableReading } from './table.ts';

/**
 * Reads the rows of a spreadsheet file; the first that is not blank is the header.
 *
 * @param rows each an array of cells: text, numbers, booleans, dates (in UTC), `null` where empty.
 *   Rows may be shorter or longer than the header.
 * @returns the table and all problems, or the problems alone where one of them is a fault.
 * @throws TypeError on a cell of any other kind, which no spreadsheet file has.
 */
export function readCells(rows: Iterable<readonly unknown[]>, { file }: { file: string }): TableReading {
  const sheet = new SheetRows({ file, hasEvenRows: true });
  const zips = new ZipColumns();
  for (const row of rows) {
    const cells = Array.from(row, formatCell);
    zips.look(row, cells);
    sheet.add(cells.map(encodeByteString));
    zips.rowNumber = sheet.recordCount + 1;
    if (sheet.isFull) break;
  }
  for (const { values, ...place } of zips.list()) sheet.problems.add(SHEET_PROBLEM.zeroLost(values), place);
  return sheet.end({ encoding: 'cells', delimiter: 'cells' });
}

interface CutZips {
  row: number;
  field: string;
  values: number;
}

/** Counts the numbers of four digits in columns of ZIP codes. */
class ZipColumns {
  rowNumber = 1;
  #columns: Map<number, CutZips> | undefined;

  look(row: readonly unknown[], cells: readonly string[]): void {
    if (this.#columns === undefined) {
      if (cells.every((cell) => cell.trim() === '')) return;
      this.#columns = new Map();
      for (const [index, name] of cells.entries()) {
        if (/zip|post(?:al)?code/.test(columnKey(name))) {
          this.#columns.set(index, { row: 0, field: name.trim(), values: 0 });
        }
      }
      return;
    }
    for (const [index, column] of this.#columns) {
      const value = row[index];
      if (typeof value !== 'number' || !/^\d{4}$/.test(cells[index] ?? '')) continue;
      if (column.values === 0) column.row = this.rowNumber;
      column.values += 1;
    }
  }

  list(): CutZips[] {
    return [...(this.#columns?.values() ?? [])].filter((column) => column.values > 0);
  }
}
