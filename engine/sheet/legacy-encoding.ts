/** Suggests single-byte encodings for a sheet that isn't UTF-8, with a sample in each of them. */
import type { EncodingChoice } from '../problem.ts';
import { cutText } from '../text/cut-text.ts';
import { decodeByteString, toBytes } from './byte-string.ts';

/** The first is the default. */
const LEGACY_ENCODINGS: readonly Omit<EncodingChoice, 'sample'>[] = [
  { label: 'windows-1252', name: 'Windows-1252' },
  { label: 'macintosh', name: 'Mac OS Roman' },
  { label: 'windows-1250', name: 'Windows-1250 (Central Europe)' },
  { label: 'windows-1251', name: 'Windows-1251 (Cyrillic)' },
  { label: 'windows-1254', name: 'Windows-1254 (Turkish)' },
];

const SAMPLE_CHARACTERS = 40;
/** Maximum number of suggestions in the problem. */
const MAX_READINGS = 2;

/** Checks that the non-ASCII characters are letters of one script, as in the right encoding. */
function isLikely(text: string): boolean {
  const others = text.replaceAll(/\p{ASCII}/gu, '');
  const hasOthers = /[^\p{L}\u2018\u2019\u201c\u201d\u2013\u2014\u00a0\u00b0]/u.test(others);
  return !hasOthers && !(/\p{Script=Cyrillic}/u.test(text) && /\p{Script=Latin}/u.test(text));
}

const shorten = (text: string): string => cutText(text, SAMPLE_CHARACTERS);

/** Lists likely encodings of the cell (a byte string that isn't UTF-8) other than the one that was used. */
export function listLikelyEncodings(cell: string): EncodingChoice[] {
  const readings = new Set([decodeByteString(cell)]);
  const likely: EncodingChoice[] = [];
  for (const { label, name } of LEGACY_ENCODINGS.slice(1)) {
    const text = new TextDecoder(label).decode(toBytes(cell));
    if (likely.length === MAX_READINGS || readings.has(text) || !isLikely(text)) continue;
    readings.add(text);
    likely.push({ label, name, sample: shorten(text) });
  }
  return likely;
}

/** Describes how the cell was read, and its other possible readings. */
export function describeGuessedEncoding(cell: string, likely: readonly EncodingChoice[]): string {
  const others = likely.map(({ name, sample }) => `in ${name} "${sample}"`);
  const more = others.length === 0 ? '' : `; ${others.join(', ')}`;
  return `They were read as Windows-1252, where the cell is "${shorten(decodeByteString(cell))}"${more}.`;
}
