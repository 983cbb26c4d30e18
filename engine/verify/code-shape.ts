/**
 * The shape of the scripts and styles in a page: where their strings begin and end, and which signs are between
 * them. No value changes it, so a page whose shape isn't the seed's has a value that became code.
 */
import { hashText } from './compact-text.ts';

/** Second characters of elements that can contain tag-like text or code. */
const ELEMENT_START = '!sStTxX';
const ELEMENT = /<(script|style|textarea|title|xmp)(?=[\s/>])/iy;
const TAG_NAME = /[a-z][^\s/>]*/iy;
/** The end of a tag, or the start of a value in it. */
const TAG_MARK = />|=\s*["']?/g;
/** Types of scripts that are JavaScript or JSON, where it is certain what a string is. */
const CODE_TYPE = /^(?:|module|importmap|speculationrules|.*(?:java|ecma|j)script|.*json)$/i;
const TYPE = /\btype\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/i;
/** Characters of a value that no script encoder leaves as they are. */
const SCRIPT_MARKS = /[^"'`<>\n\r\u2028\u2029]+/g;
/** A value outside of strings: a name, a number, a color, a width. */
const BARE = /(?<=\d[eE])\+(?=\d)|[\p{L}\p{M}\p{N}\s$.,_%#-]+/gu;
const CSS_TOKEN =
  /\/\*[^]*?(?:\*\/|$)|"[^"\\\n\r\f]*(?:\\(?:\r\n|[^])[^"\\\n\r\f]*)*("?)|'[^'\\\n\r\f]*(?:\\(?:\r\n|[^])[^'\\\n\r\f]*)*('?)|url\(\s*(?!["'])[^)\\]*(?:\\[^][^)\\]*)*\)?/iy;
const SCRIPT_TOKEN =
  /\/\*[^]*?(?:\*\/|$)|\/\/[^\n\r\u2028\u2029]*|"[^"\\\n\r]*(?:\\(?:\r\n|[^])[^"\\\n\r]*)*("?)|'[^'\\\n\r]*(?:\\(?:\r\n|[^])[^'\\\n\r]*)*('?)|`[^`\\]*(?:\\[^][^`\\]*)*(`?)/y;
const TOKEN_START = /["'`]|\/(?=[/*])|\burl\(/gi;

/** End of the tag that begins there. */
function findTagEnd(html: string, from: number): number {
  TAG_MARK.lastIndex = from;
  for (let mark = TAG_MARK.exec(html); mark; mark = TAG_MARK.exec(html)) {
    if (mark[0] === '>') return mark.index + 1;
    const quote = mark[0].at(-1) ?? '';
    if (quote !== '"' && quote !== "'") continue;
    const end = html.indexOf(quote, TAG_MARK.lastIndex);
    if (end === -1) return html.length;
    TAG_MARK.lastIndex = end + 1;
  }
  return html.length;
}

/** @returns the place after a comment of HTML */
export function findCommentEnd(html: string, from: number): number {
  if (html.startsWith('>', from + 4)) return from + 5;
  const end = html.indexOf('-->', from + 4);
  return end === -1 ? html.length : end + 3;
}

/** Finds the end of the text of an element. */
export function findClosing(html: string, from: number, name: string): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
}

/** The signs outside of comments and strings, with the first character of each string. */
function readTokens(code: string, token: RegExp): string {
  let shape = '';
  let last = 0;
  TOKEN_START.lastIndex = 0;
  for (let start = TOKEN_START.exec(code); start; start = TOKEN_START.exec(code)) {
    token.lastIndex = start.index;
    const found = token.exec(code);
    if (found === null) continue;
    const [text, double, single, template] = found;
    const isOpen = [double, single, template].includes('');
    shape += code.slice(last, start.index).replaceAll(BARE, '');
    // code may be in it, and strings in that
    if (text.startsWith('`') && text.includes('${')) shape += '/';
    shape += text.startsWith('/') ? '' : `${text.charAt(0)}${isOpen ? '!' : ''}`;
    last = token.lastIndex;
    TOKEN_START.lastIndex = last;
  }
  return shape + code.slice(last).replaceAll(BARE, '');
}

/** True for plain JavaScript or JSON, without types and tags. */
function isPlainCode(tag: string): boolean {
  const [, double, single, bare] = TYPE.exec(tag) ?? [];
  return CODE_TYPE.test((double ?? single ?? bare ?? '').trim()) && !/\blang\s*=/i.test(tag);
}

/** Strings are certain only without regular expressions and code in templates. */
function readScript(code: string, tag: string): string {
  const marks = code.replaceAll(SCRIPT_MARKS, '');
  if (!isPlainCode(tag)) return marks;
  const shape = readTokens(code, SCRIPT_TOKEN);
  return shape.includes('/') ? marks : `${marks} ${shape}`;
}

interface CodeRange {
  name: string;
  /** Start of the tag, and of the text after it. */
  tag: number;
  from: number;
  to: number;
}

/** Scripts and styles outside of comments; a script within an attribute counts as one. */
function findCode(html: string): CodeRange[] {
  const found: CodeRange[] = [];
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      at = findCommentEnd(html, at);
      continue;
    }
    ELEMENT.lastIndex = at;
    const tag = at;
    at += 1;
    if (!ELEMENT_START.includes(html.charAt(at))) continue;
    const name = ELEMENT.exec(html)?.[1]?.toLowerCase();
    if (name === undefined) continue;
    const from = findTagEnd(html, ELEMENT.lastIndex);
    at = findClosing(html, from, name);
    if (name === 'script' || name === 'style') found.push({ name, tag, from, to: at });
  }
  return found;
}

/** True if scripts or styles are in attributes, where it isn't certain what a string is. */
function hasTagsInAttributes(html: string): boolean {
  const known = new Map(findCode(html).map(({ tag, to }) => [tag, to]));
  let seen = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      at = findCommentEnd(html, at);
      continue;
    }
    if (known.has(at)) seen += 1;
    TAG_NAME.lastIndex = at + 1;
    const name = TAG_NAME.exec(html)?.[0].toLowerCase();
    at = known.get(at) ?? (name === undefined ? at + 1 : findTagEnd(html, TAG_NAME.lastIndex));
    if (name === 'textarea' || name === 'title' || name === 'xmp') at = findClosing(html, at, name);
  }
  return seen !== known.size;
}

/** One text for all scripts and styles of a page. */
function readShape(html: string): string {
  return findCode(html)
    .map(({ name, tag, from, to }) => {
      const code = html.slice(from, to);
      return name === 'script'
        ? `script ${readScript(code, html.slice(tag, from))}`
        : `style ${readTokens(code, CSS_TOKEN)}`;
    })
    .join('\n');
}

const CODE_START = /(?:<|\\u003c)s(?:cript|tyle)/i;

/** 32 bits for the scripts and styles of a text, 0 without any; pages of one seed have the same. */
export function hashCode(html: string): number {
  const shape = CODE_START.test(html) ? readShape(html) : '';
  return shape === '' ? 0 : hashText(shape) >>> 0 || 1;
}

/** The numbers that texts of the seed have; `undefined` where it isn't certain what is a script in them. */
export function hashSeedCodes(texts: readonly string[]): ReadonlySet<number> | undefined {
  if (texts.length === 0 || texts.some(hasTagsInAttributes)) return undefined;
  return new Set(texts.map(hashCode));
}

function* listStrings(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* listStrings(inner);
}

/** The strings of a builder's data with a script or style, as one text of HTML. */
export function readDataHtml(json: string): string {
  if (!CODE_START.test(json)) return '';
  try {
    return [...listStrings(JSON.parse(json))].filter((text) => CODE_START.test(text)).join('\n');
  } catch {
    return '';
  }
}

/** Reports that the scripts and styles of a page aren't built as those of the seed. */
export const CHANGED_CODE = {
  code: 'code-changed',
  text: "has a script or style whose structure differs from the seed's, so a value may run as code",
} as const;
