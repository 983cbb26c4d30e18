/**
 * What a string of a meta, of builder data or of a shortcode is written in. Builders name the same thing in
 * many ways, so the content decides as well as the key: `_cssCustom`, `customCss`, `css_code`, `code-js`.
 */
import type { Codecs } from './codecs.ts';
import type { StringKind } from './scan.ts';
import { hasOwnScheme, isAddressKey, looksLikeAddress } from './url/scan-url.ts';

export type StringLanguage = 'address' | 'css' | 'html' | 'script' | 'server-code' | 'short-html' | 'text';

const TAG = /<\/?[a-z][^<>]*>|<!--/i;
/** Names of classes and ids are no style sheets. */
const CSS_KEY = /css(?!.*(?:class|id))/i;
const SCRIPT_KEY =
  /(?:^|[_-])(?:js|javascript|scripts?)(?:$|[_-](?:code|custom)$)|(?:[jJ]s|JS|[jJ]avaScript)(?:Code)?$/;
/** How scripts begin that stand in a field of their own. */
const SCRIPT_START =
  /^\s*(?:['"]use strict['"]|\(\s*(?:async\s*)?(?:function\b|\()|(?:async\s+)?function\b[^<>]*\{|(?:var|let|const)\s+(?:[\w$]+\s*[=;,]|[[{])|(?:window|document|jQuery|console|gtag|fbq|dataLayer)\b\s*[.(=]|\$\s*\(|!function\b)/;
const LEADING_COMMENT = /\s*(?:\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|\/\/[^\n]*\n)/y;
/** The text of an element, such as `<script>`, in the field of its language. */
const ELEMENT_START = /^\s*<[a-z!]/i;
const COMMENT = /\/\*[^]*?\*\//g;
const DECLARATION = /^\s*(?:@[a-z-]+\b|-{0,2}[a-z][\w-]*\s*:\s*[^\s])/i;

/** Does a text hold markup, so that a reader of it takes it for HTML? */
export function holdsTag(text: string): boolean {
  return TAG.test(text);
}

/** Does the text begin like a script, behind any comments? */
function beginsLikeScript(text: string): boolean {
  let from = 0;
  for (LEADING_COMMENT.lastIndex = 0; LEADING_COMMENT.test(text); ) from = LEADING_COMMENT.lastIndex;
  return SCRIPT_START.test(from === 0 ? text : text.slice(from));
}

/** Does the whole text read as rules of a style sheet: selectors, each with declarations in braces? */
function looksLikeRules(text: string): boolean {
  if (!/\}\s*$/.test(text) || !text.includes('{') || text.trimStart().startsWith('{')) return false;
  const bodies = text.replaceAll(COMMENT, '').trim().slice(0, -1).split('}');
  let declarations = 0;
  for (const rule of bodies) {
    const open = rule.lastIndexOf('{');
    const body = open < 0 ? '' : rule.slice(open + 1).trim();
    const selector = rule.slice(0, Math.max(0, open));
    // no selector ends with a colon
    if (holdsTag(selector) || /:\s*$/.test(selector)) return false;
    if ((rule.trim() !== '' && open < 0) || (body !== '' && !DECLARATION.test(body))) return false;
    if (body !== '') declarations += 1;
  }
  return declarations > 0;
}

/**
 * @param text the string, with nothing between the brackets of its placeholders that could be taken for structure
 * @param where the key that the string is under (empty for none), and what it is part of
 */
export function languageOf(
  text: string,
  { key, kind }: { key: string; kind: StringKind },
  codecs: Codecs,
): StringLanguage {
  if (codecs.serverCode?.test(text, key)) return 'server-code';
  if (CSS_KEY.test(key)) return ELEMENT_START.test(text) ? 'html' : 'css';
  if (codecs.isStyleSheet?.(text, key)) return 'css';
  if (SCRIPT_KEY.test(key)) return ELEMENT_START.test(text) ? 'html' : 'script';
  if (codecs.isMediaUrl?.(text) || isAddress(text, { key, kind })) return 'address';
  // strings of either may hold tags
  if (beginsLikeScript(text)) return 'script';
  if (looksLikeRules(text)) return 'css';
  if (holdsTag(text)) return 'html';
  return kind === 'plain' && codecs.isMarkup?.(text) ? 'short-html' : 'text';
}

/** `https://…`, `//…`, `/areas/…`: of a lone `/` before a placeholder nobody can tell. */
const PLAIN_ADDRESS = /^\s*(?:https?:)?\/\/|^\s*\/[\w~.-]/i;

/** Under the key of an address every text without blanks is one, elsewhere only what begins like one. */
function isAddress(text: string, { key, kind }: { key: string; kind: StringKind }): boolean {
  if (/^\s*tel:/i.test(text)) return true;
  const isKey = isAddressKey(key);
  return (
    looksLikeAddress(text, isKey) &&
    (isKey || kind !== 'plain' || PLAIN_ADDRESS.test(text) || hasOwnScheme(text))
  );
}
