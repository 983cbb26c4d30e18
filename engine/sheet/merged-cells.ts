/** Reads references to merged cells, which show one value for a whole range. */

/** Row numbers from 1, column indexes from 0; all inclusive. */
export interface MergedRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const RANGE = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/;

/** Converts `A` to 0, `AA` to 26. */
export function toColumnIndex(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Parses `B2:B4`; returns `undefined` if the reference isn't a range. */
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
