/** Text of made-up words, which no other text with another number shares. */

/** @param words count of words */
export function makeFilling(number: number, words: number): string {
  return Array.from({ length: words }, (_, index) => `w${number}x${index}`).join(' ');
}
