/** Reads a sheet whose cells come apart already. */
import { encodeByteString } from './byte-string.ts';
import { SheetRows } from './sheet-rows.ts';
import type { TableReading } from './table.ts';

/**
 * Reads rows of texts; the first that is not blank is the header.
 *
 * @param rows may be shorter or longer than the header.
 * @returns the table and all problems, or the problems alone where one of them is a fault.
 */
export function readCells(rows: Iterable<readonly string[]>, { file }: { file: string }): TableReading {
  const sheet = new SheetRows({ file, hasEvenRows: true });
  for (const row of rows) {
    sheet.add(row.map(encodeByteString));
    if (sheet.isFull) break;
  }
  return sheet.end({ encoding: 'cells', delimiter: 'cells' });
}
