/**
 * Lengths as MySQL counts them (texts in bytes, short columns in characters) and trimming in linear time:
 * an expression such as `-+$` is quadratic on a run of hyphens within a text.
 */

const encoder = new TextEncoder();

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  return encoder.encode(text).length;
}

/** True if a text has more bytes than `limit`; counted only if its length allows that. */
export function exceedsBytes(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  return text.length * 3 > limit && utf8Length(text) > limit;
}

/** True if a text has more characters than `limit`; a pair of surrogates is one. */
export function exceedsCharacters(text: string, limit: number): boolean {
  return text.length > limit && Array.from(text).length > limit;
}

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
