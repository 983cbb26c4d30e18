/** Limits of reading that only the sheet's own rooms need; the engine's others are in `limits.ts`. */

/** One record with its quotation marks; above it a file is hardly a sheet, and time would grow with its square. */
export const RECORD_BYTES = 1_000_000;

/** All cells of a sheet together. */
export const SHEET_BYTES = 100_000_000;

/** Cells with dropped characters that are listed one by one. */
export const MAX_LISTED_DROPPED = 100;

/** Cells of a sheet with a name above them: 100,000 rows of 200 columns, or fewer rows of more columns. */
export const SHEET_CELLS = 20_000_000;
