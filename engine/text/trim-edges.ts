/**
 * Trims a set of characters in linear time. A regular expression such as `-+$` takes quadratic time on a long run
 * inside the text.
 */

/**
 * Trims the end of a text.
 * @param edges characters to remove, each one UTF-16 code unit
 */
export function trimEnd(text: string, edges: string): string {
  let to = text.length;
  while (to > 0 && edges.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(0, to);
}

/**
 * Trims both ends of a text.
 * @param edges characters to remove, each one UTF-16 code unit
 */
export function trimEdges(text: string, edges: string): string {
  const bare = trimEnd(text, edges);
  let from = 0;
  while (from < bare.length && edges.includes(bare.charAt(from))) from += 1;
  return bare.slice(from);
}
