/** Larger numbers are numbers of other systems, not ids of a database. */
const LARGEST_ID = 2_000_000_000;

/** Numbers in a text that can be ids. */
export function readIds(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number).filter((id) => id > 0 && id <= LARGEST_ID);
}
