/** Truncates a text to a number of UTF-16 code units, without splitting a surrogate pair. */
export function cutText(text: string, units: number): string {
  return text.slice(0, units).replace(/[\ud800-\udbff]$/, '');
}
