/** Divi's encodings: styles in attributes of modules, code modules as old versions saved them, and line breaks in code. */
import { type SourceText, decodeMatches } from '../../../text/source-text.ts';
import type { EncodedRange } from '../../../encoding/codecs.ts';
import { type Piece, liftPieces } from '../../../encoding/piece.ts';
import { DIVI_SIGNS } from './builder-layers.ts';
import { parseCss } from '../../../encoding/css/parse-css.ts';
import { wordpressEncoders } from './encode-shortcode.ts';

/** Divi's fields for styles; other shortcodes read theirs differently. */
const FIELD = /^custom_css_/;
/**
 * Divi saves `||` for a line break in styles and its own signs for quotes, brackets and backslashes, and puts them
 * back before it writes the style sheet.
 */
const SIGN = /%(?:22|9[123]|5c)|\|\|/gi;
const SIGNS: Record<string, string> = { ...DIVI_SIGNS, '||': '\n' };
const PLACEHOLDER = /\[[^[\]]*\]/g;

/** Recognizes attributes with styles of a Divi module by their name. */
export function isDiviCss(name: string): boolean {
  return FIELD.test(name);
}

/** Divi 5: declarations or rules. Other builders use the names of pseudo-elements for words. */
const STYLE_KEY = /^(?:mainElement|freeForm)$/;
const PSEUDO_ELEMENT_KEY = /^(?:before|after)$/;
const PSEUDO_ELEMENT_CSS = /\bcontent\s*:\s*["']|^\s*[a-z-]+\s*:[^<>]*;\s*$/i;

/** Recognizes styles of Divi 5 by their key. */
export function isStyleSheet(text: string, key: string): boolean {
  return STYLE_KEY.test(key) || (PSEUDO_ELEMENT_KEY.test(key) && PSEUDO_ELEMENT_CSS.test(text));
}

function decodeSigns(value: string): SourceText {
  const masked = value.replaceAll(PLACEHOLDER, ({ length }) => 'x'.repeat(length));
  return decodeMatches(masked, SIGN, (sign) => SIGNS[sign.toLowerCase()]);
}

/**
 * Ranges of the strings of a style sheet in such an attribute, in order.
 * @param value the attribute as it is saved
 */
export function findDiviStrings(value: string): { start: number; end: number }[] {
  const decoded = decodeSigns(value);
  // a placeholder may be written in the markers: its brackets don't belong to the style sheet
  const css = decoded.text.replaceAll(PLACEHOLDER, ({ length }) => 'x'.repeat(length));
  const strings = parseCss(css).filter(({ kind }) => kind === '"' || kind === "'");
  return strings.map(({ from, to }) => decoded.range(from, to));
}

/** Code modules before Divi 3.15.1 have their HTML encoded once more, as references; newer versions decode it. */
const MODULE =
  /\[(et_pb_(?:fullwidth_)?code)(?=[\s\]])((?:[^[\]]|\[[^[\]]*\])*)\]((?:(?!\[\/?et_pb_(?:fullwidth_)?code[\s\]])[^])*)\[\/\1\]/g;
const VERSION = /\b_builder_version="(\d+)\.(\d+)/;

function isDecoded(attributes: string): boolean {
  const [, major = '0', minor = '0'] = VERSION.exec(attributes) ?? [];
  return Number(major) < 3 || (Number(major) === 3 && Number(minor) <= 15);
}

/** Finds the encoded code in a text without tags. */
export function findEncodedModules(text: string): EncodedRange[] {
  if (!text.includes('&lt;') || !text.includes('[et_pb_')) return [];
  return [...text.matchAll(MODULE)].flatMap(
    ({ 0: whole, 1: name = '', 2: attributes = '', 3: code = '', index }) => {
      if (!code.includes('&lt;') || !isDecoded(attributes)) return [];
      const to = index + whole.length - name.length - 3;
      return [{ from: to - code.length, to, encoder: wordpressEncoders['divi-code'] }];
    },
  );
}

/**
 * Markers that Divi stores in its code modules instead of line breaks, at which WordPress would add paragraphs
 * (Divi 5, `convert_line_breaks()` and `replace_code_content_entities()`). WordPress makes dashes of `--`, and
 * modules of versions before 3.15.1 are saved with references.
 */
const MARKER =
  /(?:<|&lt;)!(?:[-–]|&#8211;){1,2} ?\[et_pb_(?:line_break|br)_holder\] ?(?:[-–]|&#8211;){1,2}(?:>|&gt;)|\|\|et_pb_line_break_holder\|\||&#09[13];/g;

function decodeMarker(marker: string): string {
  if (marker === '&#091;') return '[';
  if (marker === '&#093;') return ']';
  return marker.includes('_br_') ? '<br />' : '\n';
}

function undoMarkers(text: string): SourceText {
  return decodeMatches(text, MARKER, decodeMarker);
}

/** Pieces of a code as Divi runs it, in the coordinates of the code as Divi saves it. */
export function scanWithoutMarkers(text: string, scanCode: (text: string) => Piece[]): Piece[] {
  if (!/et_pb_(?:line_break|br)_holder/.test(text)) return scanCode(text);
  const undone = undoMarkers(text);
  return liftPieces(scanCode(undone.text), (from, to) => undone.range(from, to));
}
