/** Finds cells that hold a marker for a missing value, such as `TBD`, which no page should show. */

const MARKERS = new Set([
  'TBD',
  'tbd',
  'TBA',
  'tba',
  'n/a',
  'N/A',
  'null',
  'NULL',
  '-',
  '--',
  '---',
  '–',
  '—',
]);

/** Checks that the marker can only mean a missing value; a dash or `null` may be intended. */
export const isAlwaysMissing = (word: string): boolean => /^(?:tb[ad]|n\/a)$/i.test(word);

/** Returns the marker, or `undefined` if the cell has a value. Called for each cell that a page shows. */
export function findMissingMarker(text: string): string | undefined {
  return MARKERS.has(text) ? text : undefined;
}
