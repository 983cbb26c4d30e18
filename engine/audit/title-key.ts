/**
 * Titles as the database compares them: without regard to case, accents and spaces at the end. Two
 * titles that fold to the same text, with the same date and type, are one page to the importer.
 */

/** Equal to other letters in the collation, but not by decomposition. */
const EQUAL_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
}; // prettier-ignore

/** PHP's trim and the characters that the collation does not see at all. */
const EDGES = /^[\s\0]+|[\s\0]+$/gu;
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const UNSEEN = /[\0-\x08\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/gu;
const ASCII_ONLY = /^[\t\n\r -~]*$/u;

export function foldTitle(title: string): string {
  if (ASCII_ONLY.test(title)) return title.trim().toLowerCase();
  return title
    .replaceAll(EDGES, '')
    .replaceAll(UNSEEN, '')
    .normalize('NFKD')
    .replaceAll(/[\p{Mn}\p{Me}]/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđłħı]/gu, (letter) => EQUAL_LETTERS[letter] ?? letter)
    .trimEnd();
}

/** The title that the importer searches: one level of backslashes is taken off on the way. */
export function soughtTitle(title: string): string {
  return title.includes('\\') ? title.replaceAll(/\\([\s\S]?)/gu, '$1') : title;
}

/**
 * A number of 53 bits that stands for a text: 100,000 of them collide once in two million runs.
 * Never 0, which stands for "empty".
 */
export function hashText(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x2f6b8a35;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x5bd1e995) + (high >>> 13);
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b);
  high = Math.imul(high ^ (high >>> 15), 0xc2b2ae35);
  low ^= (low >>> 13) ^ high;
  return ((high >>> 0) & 0x1fffff) * 0x1_0000_0000 + (low >>> 0) || 1;
}
