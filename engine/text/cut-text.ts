/** The first characters of a text, for people. */

/** At most so many UTF-16 units, and never half of a pair of surrogates. */
export function cutText(text: string, units: number): string {
  return text.slice(0, units).replace(/[\ud800-\udbff]$/, '');
}
