/** Limits that only the reader of sheets uses. */

/** Maximum length of one record with its quotation marks. */
export const RECORD_BYTES = 1_000_000;

/** Maximum length of all cells of a sheet. */
export const SHEET_BYTES = 100_000_000;

/** Maximum number of cells with dropped characters that are listed individually. */
export const MAX_LISTED_DROPPED = 100;

/** Maximum number of cells in named columns: 100,000 rows of 200 columns, or fewer rows of more columns. */
export const SHEET_CELLS = 20_000_000;
