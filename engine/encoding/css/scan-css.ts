/**
 * CSS in a `<style>`, a style attribute or a builder's custom CSS: strings, URLs, comments and
 * the rest, each with its own encoder.
 */
import { withJoins, type Join, TAG_START, separateStar, withoutBackslash } from '../join.ts';
import { decodeMatches } from '../../text/source-text.ts';
import { type Piece, type Range, liftPieces, shiftPieces } from '../piece.ts';
import type { Scan } from '../scan.ts';
import { scanUrl } from '../url/scan-url.ts';
import type { Encoder } from '../../text/encoder.ts';
import { plainEncoders } from '../encoders.ts';
import { cssEncoders } from './encode-css.ts';
import { type CssSegment, parseCss } from './parse-css.ts';

/** Joins within strings, URLs and comments. */
function joinCss(before: string): Join | undefined {
  return withoutBackslash(before, (text) => {
    const open = TAG_START.exec(text)?.[0];
    if (open !== undefined) return { length: open.length, text: `\\3C ${open.slice(1)}` };
    return endEscape(text);
  });
}

/** Joins outside of them, where an empty value must not turn a slash and a star into a comment. */
function joinBareCss(before: string, after: string | undefined): Join | undefined {
  if (before.endsWith('/') && after === '*') return { length: 0, text: ' ' };
  return withoutBackslash(before, endEscape);
}

/**
 * Recognizes a place where a value could end the style. The `<` can't be escaped: it would become part of a name.
 * A backslash in between is removed with the placeholder.
 */
function isAfterTagStart(before: string): boolean {
  return TAG_START.test(before.replace(/\\$/, ''));
}

/** A value must not lengthen an escape such as `\2192`. */
function endEscape(before: string): Join | undefined {
  return /\\[0-9A-Fa-f]{1,6}$/.test(before) ? { length: 0, text: ' ' } : undefined;
}

/** Joins within a comment. */
function joinCssComment(before: string): Join | undefined {
  return separateStar(before) ?? joinCss(before);
}

const ENCODERS: Record<CssSegment['kind'], Encoder> = {
  bare: cssEncoders['css-bare'],
  name: cssEncoders['css-never'],
  comment: cssEncoders['css-comment'],
  '"': cssEncoders['css"'],
  "'": cssEncoders["css'"],
  url: cssEncoders['css-url'],
  'url"': cssEncoders['css"'],
  "url'": cssEncoders["css'"],
  bad: plainEncoders.harmless,
};

/** Quotes of a condition in a string: `[if geo_state = \"TX\"]`, `\22 TX\22`. */
const ESCAPED_QUOTE = /\\(?:["']|0{0,4}2[27](?:[\t\n ]|(?![0-9a-f])))/gi;

function scanSegment(text: string, kind: CssSegment['kind'], scan: Scan): Piece[] {
  const encoder = ENCODERS[kind];
  if (kind === 'bare') {
    const getEncoder = ({ from }: Range) =>
      isAfterTagStart(text.slice(Math.max(0, from - 40), from)) ? cssEncoders['css-number'] : encoder;
    return withJoins(text, scan.find(text, getEncoder, true), (before, end) =>
      joinBareCss(before, text[end]),
    );
  }
  if (kind === 'comment') return withJoins(text, scan.find(text, encoder, true), joinCssComment);
  if (!kind.startsWith('url')) {
    const decoded = decodeMatches(text, ESCAPED_QUOTE, (found) => (/'|27/.test(found) ? "'" : '"'));
    const found = scan.findAll(decoded.text, encoder, { isSyntax: kind === 'name', own: 'css' });
    return withJoins(
      text,
      liftPieces(found, (from, to) => decoded.range(from, to)),
      joinCss,
    );
  }
  const pieces = scanUrl(text, scan).map((piece) =>
    piece.kind === 'hole' ? { ...piece, encoders: [...piece.encoders, encoder] } : piece,
  );
  return withJoins(text, pieces, joinCss);
}

/** Scans a style sheet or a list of declarations. */
export function scanCss(text: string, scan: Scan): Piece[] {
  if (!scan.mayContainPiece(text)) return [];
  const { scanCode } = scan.codecs;
  return scanCode ? scanCode(text, (css) => scanSheet(css, scan)) : scanSheet(text, scan);
}

function scanSheet(text: string, scan: Scan): Piece[] {
  // a letter that is not a hexadecimal digit neither continues an escape nor ends a token
  const masked = scan.replace(text, ({ from, to }) => 'x'.repeat(to - from));
  return parseCss(masked.text).flatMap(({ from, to, kind }) => {
    const segment = text.slice(from, to);
    return shiftPieces(
      scan.constructs.scanApart(segment, () => scanSegment(segment, kind, scan)),
      from,
    );
  });
}
