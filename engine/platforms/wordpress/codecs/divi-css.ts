/**
 * Styles in an attribute of a Divi module: Divi saves `||` for a line break and its own signs for quotes, brackets
 * and backslashes, and puts them back before it writes the style sheet.
 */
import { type SourceText, decodeMatches } from '../../../text/source-text.ts';
import { DIVI_SIGNS } from './builder-layers.ts';
import { parseCss } from '../../../encoding/css/parse-css.ts';

/** Divi's fields for styles; other shortcodes read theirs differently. */
const FIELD = /^custom_css_/;
const SIGN = /%(?:22|9[123]|5c)|\|\|/gi;
const SIGNS: Record<string, string> = { ...DIVI_SIGNS, '||': '\n' };
const PLACEHOLDER = /\[[^[\]]*\]/g;

/** Does an attribute of that name hold styles of a Divi module? */
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
