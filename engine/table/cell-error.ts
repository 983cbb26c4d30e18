/** Cells that hold an error of the spreadsheet in the place of a value: no page must be made of them. */

/** Is in a cell whose formula was saved without its result, and travels with the sheet as text. */
export const UNCALCULATED = '#NOT_CALCULATED!';

/** What Excel, Google Sheets and LibreOffice show where a formula fails. */
const ERRORS = new Set([
  UNCALCULATED,
  '#NULL!',
  '#DIV/0!',
  '#VALUE!',
  '#REF!',
  '#NAME?',
  '#NUM!',
  '#N/A',
  '#ERROR!',
  '#SPILL!',
  '#CALC!',
  '#GETTING_DATA',
  '#BLOCKED!',
  '#CONNECT!',
  '#FIELD!',
  '#BUSY!',
  '#UNKNOWN!',
]);

const HASH = 0x23;

/** The error that the cell (a byte string) holds, or nothing. */
export function findCellError(cell: string): string | undefined {
  // Asked for each cell of a sheet, where `startsWith` alone costs a sixth of its reading.
  return cell.charCodeAt(0) === HASH && ERRORS.has(cell) ? cell : undefined;
}

/** `it holds the error #REF!`, as a part of a sentence. */
export function describeCellError(error: string): string {
  return error === UNCALCULATED
    ? 'its formula was saved without a result; open the file in a spreadsheet program and save it again'
    : `it holds the error ${error}; fix the formula, or write the value`;
}
