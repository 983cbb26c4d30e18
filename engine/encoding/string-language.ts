/**
 * Language of a string in a meta, in builder data or in a shortcode. Builders use many names for the same
 * thing (`_cssCustom`, `customCss`, `css_code`, `code-js`), so both the content and the key decide.
 */
import type { Codecs } from './codecs.ts';
import type { StringKind } from './scan.ts';
import { hasOwnScheme, isAddressKey, looksLikeAddress } from './url/scan-url.ts';

export type StringLanguage = 'address' | 'css' | 'html' | 'script' | 'server-code' | 'short-html' | 'text';

const TAG = /<\/?[a-z][^<>]*>|<!--/i;
/** Keys of style sheets, but not of classes and ids. */
const CSS_KEY = /css(?!.*(?:class|id))/i;
const SCRIPT_KEY =
  /(?:^|[_-])(?:js|javascript|scripts?)(?:$|[_-](?:code|custom)$)|(?:[jJ]s|JS|[jJ]avaScript)(?:Code)?$/;
/** Beginning of a script in a field of its own. */
const SCRIPT_START =
  /^\s*(?:['"]use strict['"]|\(\s*(?:async\s*)?(?:function\b|\()|(?:async\s+)?function\b[^<>]*\{|(?:var|let|const)\s+(?:[\w$]+\s*[=;,]|[[{])|(?:window|document|jQuery|console|gtag|fbq|dataLayer)\b\s*[.(=]|\$\s*\(|!function\b)/;
const LEADING_COMMENT = /\s*(?:\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|\/\/[^\n]*\n)/y;
/** An element, such as `<script>`, in the field of its language. */
const ELEMENT_START = /^\s*<[a-z!]/i;
const COMMENT = /\/\*[^]*?\*\//g;
const DECLARATION = /^\s*(?:@[a-z-]+\b|-{0,2}[a-z][\w-]*\s*:\s*[^\s])/i;

/** Recognizes a text with markup, which is read as HTML. */
export function holdsTag(text: string): boolean {
  return TAG.test(text);
}

/** Recognizes a script by its beginning after any comments. */
function beginsLikeScript(text: string): boolean {
  let from = 0;
  for (LEADING_COMMENT.lastIndex = 0; LEADING_COMMENT.test(text); ) from = LEADING_COMMENT.lastIndex;
  return SCRIPT_START.test(from === 0 ? text : text.slice(from));
}

/** Recognizes a style sheet: selectors, each with declarations in braces. */
function looksLikeRules(text: string): boolean {
  if (!/\}\s*$/.test(text) || !text.includes('{') || text.trimStart().startsWith('{')) return false;
  const bodies = text.replaceAll(COMMENT, '').trim().slice(0, -1).split('}');
  let declarations = 0;
  for (const rule of bodies) {
    const open = rule.lastIndexOf('{');
    const body = open < 0 ? '' : rule.slice(open + 1).trim();
    const selector = rule.slice(0, Math.max(0, open));
    // a selector can't end with a colon
    if (holdsTag(selector) || /:\s*$/.test(selector)) return false;
    if ((rule.trim() !== '' && open < 0) || (body !== '' && !DECLARATION.test(body))) return false;
    if (body !== '') declarations += 1;
  }
  return declarations > 0;
}

/**
 * Recognizes the language of a string.
 * @param text the string with masked placeholders
 * @param options the key of the string (empty without one), and its surroundings
 */
export function getStringLanguage(
  text: string,
  { key, kind }: { key: string; kind: StringKind },
  codecs: Codecs,
): StringLanguage {
  if (codecs.serverCode?.test(text, key)) return 'server-code';
  if (CSS_KEY.test(key)) return ELEMENT_START.test(text) ? 'html' : 'css';
  if (codecs.isStyleSheet?.(text, key)) return 'css';
  if (SCRIPT_KEY.test(key)) return ELEMENT_START.test(text) ? 'html' : 'script';
  if (codecs.isMediaUrl?.(text) || isAddress(text, { key, kind })) return 'address';
  // strings of both languages may contain tags
  if (beginsLikeScript(text)) return 'script';
  if (looksLikeRules(text)) return 'css';
  if (holdsTag(text)) return 'html';
  return kind === 'plain' && codecs.isMarkup?.(text) ? 'short-html' : 'text';
}

/** `https://…`, `//…`, `/areas/…`, but not only a `/` before a placeholder. */
const PLAIN_ADDRESS = /^\s*(?:https?:)?\/\/|^\s*\/[\w~.-]/i;

/** Recognizes a URL: any text without spaces under the key of a URL, elsewhere by its beginning. */
function isAddress(text: string, { key, kind }: { key: string; kind: StringKind }): boolean {
  if (/^\s*tel:/i.test(text)) return true;
  const isKey = isAddressKey(key);
  return (
    looksLikeAddress(text, isKey) &&
    (isKey || kind !== 'plain' || PLAIN_ADDRESS.test(text) || hasOwnScheme(text))
  );
}
