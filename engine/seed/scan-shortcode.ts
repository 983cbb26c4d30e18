/**
 * WordPress shortcodes in HTML text: `[map city="[geo_city]"]`. A placeholder inside one stands in
 * an attribute of the shortcode, where a quote or a bracket of the value would end it.
 *
 * Form: WordPress, `get_shortcode_regex()` and `shortcode_parse_atts()`.
 */
import type { Bracketed } from './placeholder.ts';

interface Shortcode {
  from: number;
  to: number;
}

const OPENING = /\[([A-Za-z][\w-]*)(?=\s)/g;

/** End of the shortcode that opens at `from`, or -1: its `]` stands outside quotes and inner brackets. */
function endOfShortcode(text: string, from: number): number {
  let quote = '';
  let depth = 0;
  for (let index = from + 1; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === '[') depth += 1;
    else if (character === ']' && depth > 0) depth -= 1;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === ']') return index + 1;
  }
  return -1;
}

/** Opening tags of shortcodes that hold other brackets. */
export function findShortcodes(text: string): Shortcode[] {
  const found: Shortcode[] = [];
  for (const match of text.matchAll(OPENING)) {
    if (match.index < (found.at(-1)?.to ?? 0)) continue;
    const to = endOfShortcode(text, match.index);
    if (to > 0 && text.slice(match.index + 1, to - 1).includes('[')) found.push({ from: match.index, to });
  }
  return found;
}

/** Encoder of a placeholder in HTML text: inside a shortcode by the quotes around it, else `html`. */
export function shortcodeEncoder(text: string, shortcodes: readonly Shortcode[], hole: Bracketed): string {
  const around = shortcodes.find((shortcode) => shortcode.from < hole.from && hole.to < shortcode.to);
  if (!around) return 'html';
  let quote = '';
  for (const character of text.slice(around.from, hole.from)) {
    if (quote === '' && (character === '"' || character === "'")) quote = character;
    else if (character === quote) quote = '';
  }
  return quote === '' ? 'shortcode' : `shortcode${quote}`;
}
