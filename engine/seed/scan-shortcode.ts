/**
 * WordPress shortcodes in HTML: `[map city="[geo_city]"]`. A placeholder inside one stands in an
 * attribute of the shortcode, where a quote or a bracket of the value would end it.
 *
 * Form: WordPress, `get_shortcode_regex()`: from `[name` to the first `]`, whatever stands between,
 * tags included. The brackets of placeholders are gone by then.
 */
import type { Piece } from './piece.ts';

const MARK = /["'[\]]/g;
const OPENING = /\[[^\s[\]<>&/'"=]+(?=[\s/])/y;
/** Encoders that a shortcode's own takes the place of: it encodes all that they do. */
const REPLACED = new Set(['html', 'html-sanitised', 'short']);
const ATTRIBUTE = /^attr/;

/** Encoder of each range that stands in a shortcode, by its start. */
function shortcodeEncoders(
  text: string,
  holes: readonly { start: number; end: number }[],
): Map<number, string> {
  const confirmed = new Map<number, string>();
  let waiting: { start: number; encoder: string }[] = [];
  let quote: string | undefined;
  let at = 0;
  let next = 0;
  for (;;) {
    MARK.lastIndex = at;
    const mark = MARK.exec(text)?.index ?? text.length;
    const hole = holes[next];
    if (hole && hole.start <= mark) {
      next += 1;
      at = Math.max(at, hole.end);
      if (quote !== undefined) waiting.push({ start: hole.start, encoder: `shortcode${quote}` });
      continue;
    }
    if (mark >= text.length) return confirmed;
    at = mark + 1;
    const character = text[mark] ?? '';
    OPENING.lastIndex = mark;
    if (character === ']') {
      for (const { start, encoder } of waiting) confirmed.set(start, encoder);
      waiting = [];
      quote = undefined;
    } else if (character === '[') {
      if (OPENING.test(text)) quote = '';
    } else if (quote === '') quote = character;
    else if (quote === character) quote = '';
  }
}

/** A shortcode may stand in an attribute of a tag: its encoder leaves nothing of either. */
function encodersIn(encoders: string[], encoder: string): string[] {
  const [innermost = '', ...outer] = encoders;
  if (REPLACED.has(innermost)) return [encoder, ...outer];
  return ATTRIBUTE.test(encoders.at(-1) ?? '') ? ['shortcode'] : encoders;
}

/** The pieces (sorted, of this text) with those in shortcodes encoded for them. */
export function protectShortcodes(text: string, pieces: Piece[]): Piece[] {
  if (!pieces.some((piece) => piece.kind === 'hole')) return pieces;
  const encoders = shortcodeEncoders(text, pieces);
  if (encoders.size === 0) return pieces;
  return pieces.map((piece) => {
    const encoder = encoders.get(piece.start);
    if (piece.kind !== 'hole' || encoder === undefined) return piece;
    return { ...piece, encoders: encodersIn(piece.encoders, encoder) };
  });
}
