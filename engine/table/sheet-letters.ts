/** Encodings of one byte a letter that a sheet may have, and how its letters look in each. */
import { cutText } from '../text/cut-text.ts';
import { decodeByteString, toBytes } from './byte-string.ts';

/** An encoding that a sheet can be read in by choice. */
export interface LetterEncoding {
  /** As TextDecoder names it. */
  label: string;
  name: string;
}

/** The first is the one that is taken without a choice. */
export const LETTER_ENCODINGS: readonly LetterEncoding[] = [
  { label: 'windows-1252', name: 'Windows-1252' },
  { label: 'macintosh', name: 'Mac OS Roman' },
  { label: 'windows-1250', name: 'Windows-1250 (Central Europe)' },
  { label: 'windows-1251', name: 'Windows-1251 (Cyrillic)' },
  { label: 'windows-1254', name: 'Windows-1254 (Turkish)' },
];

const SAMPLE_CHARACTERS = 40;
/** Readings that are named besides the one that was taken. */
const MAX_READINGS = 2;

/** Letters only, and not of two scripts: what a word looks like in the right encoding. */
function isLikely(text: string): boolean {
  const others = text.replaceAll(/\p{ASCII}/gu, '');
  const isForeign = /[^\p{L}\u2018\u2019\u201c\u201d\u2013\u2014\u00a0\u00b0]/u.test(others);
  return !isForeign && !(/\p{Script=Cyrillic}/u.test(text) && /\p{Script=Latin}/u.test(text));
}

/** How the cell (a byte string that is not UTF-8) was read, and how else it may be meant. */
export function tellGuessedEncoding(cell: string): string {
  const show = (text: string): string => `"${cutText(text, SAMPLE_CHARACTERS)}"`;
  const taken = decodeByteString(cell);
  const readings = new Map<string, string>();
  for (const { label, name } of LETTER_ENCODINGS.slice(1)) {
    const text = new TextDecoder(label).decode(toBytes(cell));
    if (text !== taken && isLikely(text) && ![...readings.values()].includes(text)) readings.set(name, text);
  }
  const others = [...readings].slice(0, MAX_READINGS).map(([name, text]) => `in ${name} ${show(text)}`);
  const more = others.length === 0 ? '' : `; ${others.join(', ')}`;
  return `They were read as Windows-1252, where the cell is ${show(taken)}${more}.`;
}
