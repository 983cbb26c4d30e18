/** Shortens a text to whole words. */
import { trimEnd } from './trim-edges.ts';

const ELLIPSIS = '\u2026';
/** Punctuation that looks wrong before an ellipsis. */
const BEFORE_ELLIPSIS = ' \t\n\r\u00a0.,;:!?&/(-\u2013\u2014\u2026';
const WORD_BREAK = /[\s\u2013\u2014]/;
/** Created on first use, so that browsers without it can load the engine. */
let segmenter: Intl.Segmenter | undefined;

/** Returns the end of the last whole grapheme in the first `units`. */
function findGraphemeEnd(text: string, units: number): number {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text).containing(units)?.index ?? text.length;
}

/**
 * Truncates a text after a word and adds `…`. A first word that is too long itself is cut between two graphemes.
 * @param units maximum length of the result, in UTF-16 code units
 */
export function truncateWords(text: string, units: number): string {
  if (text.length <= units) return text;
  const end = findGraphemeEnd(text, Math.max(0, units - ELLIPSIS.length));
  let wordEnd = end;
  while (wordEnd > 0 && !WORD_BREAK.test(text.charAt(wordEnd))) wordEnd -= 1;
  const words = trimEnd(text.slice(0, wordEnd), BEFORE_ELLIPSIS);
  return (words === '' ? text.slice(0, end).trimEnd() : words) + ELLIPSIS;
}
