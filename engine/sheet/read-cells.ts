/** Reads a sheet whose cells are already split. */
import { SheetRows } from './sheet-rows.ts';
import type { Table, TableReading } from './table.ts';

/**
 * Reads rows of texts; the first row that isn't blank is the header.
 *
 * @param rows may be shorter or longer than the header.
 * @returns the table and all problems, or only the problems if one of them is a fault.
 */
export function readCells(rows: Iterable<readonly string[]>, { file }: { file: string }): TableReading {
  const sheet = new SheetRows({ file, hasEvenRows: true });
  for (const row of rows) {
    sheet.add(row);
    if (sheet.isFull) break;
  }
  return sheet.end({ encoding: 'cells', delimiter: 'cells' });
}

/**
 * Creates a sheet of one row that replaces the user's, to find problems of the seed itself. Its values don't change
 * what JSON, URLs and serialized values parse to.
 */
export function createNeutralTable(names: readonly string[], file: string): Table | undefined {
  return readCells([names, names.map(() => '1')], { file }).table;
}
