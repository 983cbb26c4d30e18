/**
 * CSS in a `<style>`, a style attribute or a builder's custom CSS: strings, addresses, comments and
 * the rest, each with what may be filled in there.
 */
import { withJoins } from '../join.ts';
import { mayHoldPlaceholder } from '../layers.ts';
import { type Piece, type Range, shiftPieces } from '../piece.ts';
import type { Scan } from '../scan.ts';
import { scanUrl } from '../url/scan-url.ts';
import type { Encoder } from '../../text/encoder.ts';
import { plainEncoders } from '../encoders.ts';
import { cssEncoders } from './encode-css.ts';
import { isBehindTag, joinBareCss, joinCss, joinCssComment } from './join-css.ts';
import { type CssSegment, parseCss } from './parse-css.ts';

const ENCODERS: Record<CssSegment['kind'], Encoder> = {
  bare: cssEncoders['css-bare'],
  name: cssEncoders['css-digits'],
  comment: cssEncoders['css-comment'],
  '"': cssEncoders['css"'],
  "'": cssEncoders["css'"],
  url: cssEncoders['css-url'],
  'url"': cssEncoders['css"'],
  "url'": cssEncoders["css'"],
  bad: plainEncoders.harmless,
};

/** Behind a letter digits are a part of the name, else they begin a number. */
const BEGUN_NAME = /^@?-{0,2}[A-Za-z_\u0080-\uffff]/;

function scanSegment(text: string, kind: CssSegment['kind'], scan: Scan): Piece[] {
  const encoder = kind === 'name' && !BEGUN_NAME.test(text) ? cssEncoders['css-never'] : ENCODERS[kind];
  if (kind === 'bare') {
    const encoderOf = ({ from }: Range) =>
      isBehindTag(text.slice(Math.max(0, from - 40), from)) ? cssEncoders['css-number'] : encoder;
    return withJoins(text, scan.find(text, encoderOf, true), (before, end) => joinBareCss(before, text[end]));
  }
  if (kind === 'comment') return withJoins(text, scan.find(text, encoder, true), joinCssComment);
  if (!kind.startsWith('url'))
    return withJoins(text, scan.findAll(text, encoder, { isSyntax: kind === 'name', own: 'css' }), joinCss);
  const pieces = scanUrl(text, scan).map((piece) =>
    piece.kind === 'hole' ? { ...piece, encoders: [...piece.encoders, encoder] } : piece,
  );
  return withJoins(text, pieces, joinCss);
}

/** Pieces of a style sheet or of a list of declarations. */
export function scanCss(text: string, scan: Scan): Piece[] {
  if (!mayHoldPlaceholder(text)) return [];
  const { scanCode } = scan.codecs;
  return scanCode ? scanCode(text, (css) => scanSheet(css, scan)) : scanSheet(text, scan);
}

function scanSheet(text: string, scan: Scan): Piece[] {
  // letters, as most values are: no digit of a hexadecimal escape, nor anything that ends a token
  const masked = scan.replace(text, ({ from, to }) => 'x'.repeat(to - from));
  return parseCss(masked.text).flatMap(({ from, to, kind }) =>
    shiftPieces(scanSegment(text.slice(from, to), kind, scan), from),
  );
}
