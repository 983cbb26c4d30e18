/**
 * Sheets of rows with a problem, as people download them, put a `'` before each line of a cell that a
 * spreadsheet would run as a formula. When such a sheet comes back, the `'` is removed again.
 */

/** Columns that only downloaded sheets have: the reason, or the row number. */
const OWN_COLUMN = /^(why_left_out|row_in_sheet)(_\d+)?$/i;
/** In byte strings: a no-break space is `C2 A0`, the full-width signs begin with `EF BC`. */
const GUARD =
  /(^|[\r\n])'(?='*(?: |\u00c2\u00a0)*(?:[=+\-@\t\0]|\u00ef\u00bc[\u009d\u008b\u008d\u00a0]))|^'(?='*[\r\n])/g;

/** Whether a sheet was downloaded from us, by its columns. */
export const isDownloadedSheet = (columns: readonly { name: string }[]): boolean =>
  columns.some(({ name }) => OWN_COLUMN.test(name));

/** Removes one guard from each line. @param cell a byte string */
export const removeFormulaGuard = (cell: string): string =>
  cell.includes("'") ? cell.replace(GUARD, '$1') : cell;
