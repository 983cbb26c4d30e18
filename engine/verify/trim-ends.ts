/**
 * Takes characters off the ends of a text, looking at each once: a run of a million inside a text would
 * hold an expression such as `-+$` for half an hour. The audit's own, like all that it judges by.
 */

/** The text without any of these characters at its end; each is one UTF-16 unit. */
export function dropEnd(text: string, characters: string): string {
  let count = 0;
  while (count < text.length && characters.includes(text.charAt(text.length - 1 - count))) count += 1;
  return text.slice(0, text.length - count);
}

/** The text without any of these characters at its beginning and its end. */
export function dropEnds(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return dropEnd(text.slice(start), characters);
}
