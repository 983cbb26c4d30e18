/**
 * Titles as the database compares them: without regard to case, accents and spaces at the end. Two
 * titles that fold to the same text, with the same date and type, are one page to the importer.
 */
import { trimPhp } from './php-unserialize.ts';
import { dropEnd } from './text.ts';

/** Equal in the collation `utf8mb4_unicode_520_ci`, but not by decomposition; pairs of letter and equal. */
const EQUAL_LETTERS = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ς: 'σ', ґ: 'г' }),
);
/** Final forms and small kana, each followed by the letter that it equals. */
const EQUAL_PAIRS = 'ךכםמןנףפץצぁあぃいぅうぇえぉおっつゃやゅゆょよゎわゕかゖけ';
for (let at = 0; at < EQUAL_PAIRS.length; at += 2)
  EQUAL_LETTERS.set(EQUAL_PAIRS.charAt(at), EQUAL_PAIRS.charAt(at + 1));
const HAS_EQUAL = new RegExp(`[${[...EQUAL_LETTERS.keys()].join('')}]`, 'gu');

/** Digits of every script are ten consecutive code points that begin at …0 or …6. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const beginsAtZero = /\p{Nd}/u.test(String.fromCodePoint(code - (code & 15)));
  return String(beginsAtZero ? code & 15 : (code & 15) - 6);
}

function hiragana(katakana: string): string {
  return String.fromCharCode(katakana.charCodeAt(0) - 0x60);
}

/** Letters that have a weight of their own although they are written with a mark. */
const OWN_LETTER = /[ЃЇЌЎЙйѓїќўѶѷӐ-ӓӖӗӚ-ӟӤ-ӧӪ-ӭӰ-ӵӸӹآأؤإئ]/u;
/** Marks without a weight: accents, and those of South Asia except vowel signs. */
const MARK =
  /[[[\p{Mn}\p{Me}]&&[\p{sc=Zinh}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}]]\u0900-\u0903\u093c\u0981-\u0983\u09bc\u0a01-\u0a03\u0a3c\u0a70\u0a71\u0a81-\u0a83\u0abc\u0b01-\u0b03\u0b3c\u0b82\u0c01-\u0c03\u0c82\u0c83\u0cbc\u0d02\u0d03\u0d82\u0d83\u0e47-\u0e4e\u0ec8-\u0ecd\u1036-\u1038\u108d]/gv;
/** Characters that the collation ignores, unlike a soft hyphen. */
const UNSEEN = /[[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\p{Cf}]--[\u00ad\u061c\u2066-\u2069]]/gv;
const ASCII_ONLY = /^[\t\n\r -~]*$/u;

function foldCharacter(character: string): string {
  return OWN_LETTER.test(character) ? character : character.normalize('NFD').replaceAll(MARK, '');
}

/** The same for titles that are equal in `utf8mb4_unicode_520_ci`, WordPress' collation for them. */
export function foldTitle(title: string): string {
  const text = trimPhp(title);
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  const folded = text
    .replaceAll(UNSEEN, '')
    .normalize('NFKC')
    .replaceAll(/[^\0-\x7f]/gu, foldCharacter)
    .toLowerCase()
    .replaceAll(/[\u30a1-\u30f6]/gu, hiragana)
    .replaceAll(HAS_EQUAL, (letter) => EQUAL_LETTERS.get(letter) ?? letter)
    .replaceAll(/(?![0-9])\p{Nd}/gu, digitValue);
  return dropEnd(folded, ' ');
}

/** The title that the importer searches: one level of backslashes is taken off on the way. */
export function toSearchTitle(title: string): string {
  return title.includes('\\') ? title.replaceAll(/\\([\s\S]?)/gu, '$1') : title;
}
