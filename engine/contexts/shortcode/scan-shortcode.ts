/**
 * WordPress shortcodes in HTML: `[map city="[geo_city]"]`. A placeholder inside one stands in an
 * attribute of the shortcode, where a quote or a bracket of the value would end it.
 *
 * Form: WordPress, `get_shortcode_regex()`: from `[name` to the first `]`, whatever stands between,
 * tags included. The brackets of placeholders are gone by then.
 */
import { type Piece, comparePieces } from '../piece.ts';

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

/** Where a tag's attribute holds the shortcode, its encoder leaves nothing of either; others stay. */
function encodersIn(encoders: string[], encoder: string): string[] {
  const [innermost = ''] = encoders;
  if (ATTRIBUTE.test(encoders.at(-1) ?? '')) return [...encoders.slice(0, -1), 'shortcode'];
  return REPLACED.has(innermost) ? [encoder, ...encoders.slice(1)] : encoders;
}

const BARE_VALUE = /(?:^|\s)[^\s=[\]"']+=([^\s=[\]"']*)$/;
const VALUE_END = /[\s\]"']|\/(?=\])/g;

/** Quotes for values of shortcodes that have none: WordPress would read `a= b=1` as one value. */
function quoteValues(text: string, pieces: readonly Piece[], inAttribute: ReadonlySet<number>): Piece[] {
  const quoted: Piece[] = [];
  let last = 0;
  let openUntil = -1;
  pieces.forEach((piece, index) => {
    const before = text.slice(Math.max(last, piece.start - 60), piece.start);
    last = piece.end;
    const isBare =
      piece.kind === 'hole' && piece.encoders[0] === 'shortcode' && !inAttribute.has(piece.start);
    if (!isBare || piece.start < openUntil) {
      quoted.push(isBare ? { ...piece, encoders: ["shortcode'"] } : piece);
      return;
    }
    const value = BARE_VALUE.exec(before)?.[1];
    if (value === undefined) {
      quoted.push(piece);
      return;
    }
    const from = piece.start - value.length;
    openUntil = valueEnd(text, pieces, index);
    quoted.push({ kind: 'rewrite', start: from, end: from, text: "'" });
    quoted.push({ ...piece, encoders: ["shortcode'"] });
    quoted.push({ kind: 'rewrite', start: openUntil, end: openUntil, text: "'" });
  });
  return quoted.sort(comparePieces);
}

/** Where the value that holds the piece ends; other pieces may stand in it. */
function valueEnd(text: string, pieces: readonly Piece[], index: number): number {
  let at = pieces[index]?.end ?? 0;
  for (let next = index + 1; ; next += 1) {
    VALUE_END.lastIndex = at;
    const end = VALUE_END.exec(text)?.index ?? text.length;
    const piece = pieces[next];
    if (!piece || piece.start > end) return end;
    at = piece.end;
  }
}

/** The pieces (sorted, of this text) with those in shortcodes encoded for them. */
export function protectShortcodes(text: string, pieces: Piece[]): Piece[] {
  if (!pieces.some((piece) => piece.kind === 'hole')) return pieces;
  const encoders = shortcodeEncoders(text, pieces);
  if (encoders.size === 0) return pieces;
  const inAttribute = new Set<number>();
  const encoded = pieces.map((piece): Piece => {
    const encoder = encoders.get(piece.start);
    if (piece.kind !== 'hole' || encoder === undefined) return piece;
    if (ATTRIBUTE.test(piece.encoders.at(-1) ?? '')) inAttribute.add(piece.start);
    return { ...piece, encoders: encodersIn(piece.encoders, encoder) };
  });
  return quoteValues(text, encoded, inAttribute);
}
