/**
 * Titles as the database compares them: without regard to case, accents and spaces at the end. Two
 * titles that fold to the same text, with the same date and type, are one page to the importer.
 */

/** Equal in the collation `utf8mb4_unicode_520_ci`, but not by decomposition; pairs of letter and equal. */
const EQUAL_LETTERS = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ς: 'σ', ґ: 'г' }),
);
/** Final forms and small kana, each followed by the letter that it equals. */
const EQUAL_PAIRS = 'ךכםמןנףפץצぁあぃいぅうぇえぉおっつゃやゅゆょよゎわゕかゖけ';
for (let at = 0; at < EQUAL_PAIRS.length; at += 2)
  EQUAL_LETTERS.set(EQUAL_PAIRS.charAt(at), EQUAL_PAIRS.charAt(at + 1));
const HAS_EQUAL = new RegExp(`[${[...EQUAL_LETTERS.keys()].join('')}]`, 'gu');

/** Digits of every script stand in runs of ten that begin at …0 or …6. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const beginsAtZero = /\p{Nd}/u.test(String.fromCodePoint(code - (code & 15)));
  return String(beginsAtZero ? code & 15 : (code & 15) - 6);
}

function hiragana(katakana: string): string {
  return String.fromCharCode(katakana.charCodeAt(0) - 0x60);
}

/** PHP's trim and the characters that the collation does not see at all. */
const EDGES = /^[\s\0]+|[\s\0]+$/gu;
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const UNSEEN = /[\0-\x08\x0e-\x1f\x7f-\x9f\p{Cf}]/gu;
const ASCII_ONLY = /^[\t\n\r -~]*$/u;

export function foldTitle(title: string): string {
  if (ASCII_ONLY.test(title)) return title.trim().toLowerCase();
  return title
    .replaceAll(EDGES, '')
    .replaceAll(UNSEEN, '')
    .normalize('NFKD')
    .replaceAll(/[\p{Mn}\p{Me}]/gu, '')
    .toLowerCase()
    .replaceAll(/[\u30a1-\u30f6]/gu, hiragana)
    .replaceAll(HAS_EQUAL, (letter) => EQUAL_LETTERS.get(letter) ?? letter)
    .replaceAll(/(?![0-9])\p{Nd}/gu, digitValue)
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
