/**
 * Takes a set of characters off the ends of a text in straight time. An expression such as `-+$` looks at
 * a run inside the text once for each of its characters: half an hour for a million blanks.
 */

/**
 * @param edges the characters that go, each of one UTF-16 unit
 * @returns the text without any of them at its end
 */
export function trimEnd(text: string, edges: string): string {
  let to = text.length;
  while (to > 0 && edges.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(0, to);
}

/**
 * @param edges the characters that go, each of one UTF-16 unit
 * @returns the text without any of them at its begin and its end
 */
export function trimEdges(text: string, edges: string): string {
  const bare = trimEnd(text, edges);
  let from = 0;
  while (from < bare.length && edges.includes(bare.charAt(from))) from += 1;
  return bare.slice(from);
}
