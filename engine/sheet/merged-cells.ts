/** Merged cells of a workbook: one value, shown for its whole range. */

/** Rows as the spreadsheet counts them, from 1; columns are indexes of a record. */
export interface MergedRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const RANGE = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/;

/** Index of the column with these letters. */
export function toColumnIndex(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** `B2:B4`; nothing if the reference isn't a range. */
export function readMergedRange(reference: string): MergedRange | undefined {
  const [, left, top, right, bottom] = RANGE.exec(reference) ?? [];
  if (left === undefined || right === undefined) return undefined;
  const range = {
    top: Number(top),
    bottom: Number(bottom),
    left: toColumnIndex(left),
    right: toColumnIndex(right),
  };
  return range.top <= range.bottom && range.left <= range.right ? range : undefined;
}
