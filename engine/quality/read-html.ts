/**
 * Reads the words, headings, links and head of a page from its HTML. Every page of a run is read, so this is one pass
 * over the characters without elements or events: a parser takes as long as the whole audit.
 */
import { decodeHtmlText } from '../text/html-reference.ts';
import { findClosing, findCommentEnd } from '../verify/code-shape.ts';
import { WordReader } from './word-reader.ts';

/** Elements that don't end a word. */
const INLINE = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
);
/** Elements whose content isn't shown as text. */
const UNSHOWN = new Set(
  'audio canvas iframe math noembed noframes noscript object script style svg template textarea title video xmp'.split(
    ' ',
  ),
);
const SPACE = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const EQUALS = 61;
const END = 62;
const BANG = 33;
const QUESTION = 63;

/** Head, headings, links and structured data that texts of a page contain. */
interface HtmlFacts {
  isDocument: boolean;
  title: string | undefined;
  description: string | undefined;
  canonical: string;
  isNoindex: boolean;
  h1: number;
  links: string[];
  jsonLd: string[];
}

function createHtmlFacts(): HtmlFacts {
  return {
    isDocument: false,
    title: undefined,
    description: undefined,
    canonical: '',
    isNoindex: false,
    h1: 0,
    links: [],
    jsonLd: [],
  };
}

/** Decodes the text of a short HTML, such as a title. */
export function toPlainText(html: string): string {
  const text = html.includes('<') ? html.replaceAll(/<\/?[a-z][^<>]*>/gi, '') : html;
  return decodeHtmlText(text).text.replaceAll(/\s+/g, ' ').trim();
}

const ATTRIBUTE = /(?<![^\s"'>/=])([^\s"'>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/g;

const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/i;

/** @returns the decoded value of an attribute; empty without it */
function readAttribute(tag: string, name: string): string {
  for (const [, key = '', double, single, bare = ''] of tag.matchAll(ATTRIBUTE))
    if (key.toLowerCase() === name) return decodeHtmlText(double ?? single ?? bare).text.trim();
  return '';
}

/** @returns the place of the `>` of a tag, which may also be in quoted values */
function findTagEnd(html: string, from: number): number {
  let isValue = false;
  for (let at = from; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (code === END) return at;
    if (isValue && (code === QUOTE || code === APOSTROPHE)) {
      const close = html.indexOf(code === QUOTE ? '"' : "'", at + 1);
      if (close < 0) return html.length;
      at = close;
    }
    if (code > SPACE) isValue = code === EQUALS;
  }
  return html.length;
}

/** Checks if a letter of ASCII is at the place. */
function isLetter(html: string, at: number): boolean {
  const code = html.charCodeAt(at) | 0x20;
  return code >= 97 && code <= 122;
}

function readHead(name: string, tag: string, facts: HtmlFacts): void {
  if (name === 'link') {
    if (/\bcanonical\b/i.test(readAttribute(tag, 'rel'))) facts.canonical ||= readAttribute(tag, 'href');
    return;
  }
  const kind = readAttribute(tag, 'name').toLowerCase();
  if (kind === 'description') facts.description ??= readAttribute(tag, 'content');
  if (kind === 'robots' || kind === 'googlebot')
    facts.isNoindex ||= /\b(?:noindex|none)\b/i.test(readAttribute(tag, 'content'));
}

function findNameEnd(html: string, from: number): number {
  let at = from;
  while (at < html.length) {
    const code = html.charCodeAt(at);
    if (code <= SPACE || code === SLASH || code === END) break;
    at += 1;
  }
  return at;
}

/** A paragraph, heading or cell with words. */
export interface HtmlBlock {
  html: string;
  /** Index of its first word in the page. */
  firstWord: number;
}

/** Reads the text of a block, which has neither other blocks nor elements that aren't shown. */
export function toBlockText(html: string): string {
  let text = '';
  let at = 0;
  for (let tag = html.indexOf('<'); tag >= 0; tag = html.indexOf('<', at)) {
    text += html.slice(at, tag);
    const isClosing = html.charCodeAt(tag + 1) === SLASH;
    const next = html.charCodeAt(tag + 1);
    if (next === BANG && html.startsWith('<!--', tag)) at = findCommentEnd(html, tag);
    else if (next === BANG || next === QUESTION || isLetter(html, tag + (isClosing ? 2 : 1)))
      at = findTagEnd(html, tag + 1) + 1;
    else {
      text += ' ';
      at = tag + 1;
    }
  }
  return decodeHtmlText(text + html.slice(at))
    .text.replaceAll(/\s+/g, ' ')
    .trim();
}

/** Reads the texts of one page after another. */
export class HtmlReader {
  readonly words = new WordReader();
  facts = createHtmlFacts();
  readonly #onBlock: ((block: HtmlBlock) => void) | undefined;
  /** Start of the current block in the text that is being read, and its first word. */
  #blockStart = 0;
  #firstWord = 0;

  constructor(onBlock?: (block: HtmlBlock) => void) {
    this.#onBlock = onBlock;
  }

  reset(): void {
    this.words.reset();
    this.facts = createHtmlFacts();
    this.#firstWord = 0;
  }

  /** Reads one text of the page, as HTML. */
  read(html: string): void {
    let at = 0;
    this.#blockStart = 0;
    while (at < html.length) {
      const tag = html.indexOf('<', at);
      if (tag < 0) break;
      if (tag > at) this.words.read(html, at, tag);
      const next = html.charCodeAt(tag + 1);
      if (next === BANG && html.startsWith('<!--', tag)) at = findCommentEnd(html, tag);
      else if (next === BANG || next === QUESTION) at = findTagEnd(html, tag) + 1;
      else if (next === SLASH && isLetter(html, tag + 2)) at = this.#readClosing(html, tag);
      else if (isLetter(html, tag + 1)) at = this.#readOpening(html, tag);
      else {
        this.words.separate();
        at = tag + 1;
      }
    }
    if (at < html.length) this.words.read(html, at, html.length);
    this.#endBlock(html, html.length);
  }

  #endBlock(html: string, end: number): void {
    const { words } = this;
    words.endBlock();
    if (this.#onBlock && words.count > this.#firstWord)
      this.#onBlock({ html: html.slice(this.#blockStart, end), firstWord: this.#firstWord });
    this.#blockStart = end;
    this.#firstWord = words.count;
  }

  #readClosing(html: string, tag: number): number {
    const end = findNameEnd(html, tag + 2);
    if (!INLINE.has(html.slice(tag + 2, end).toLowerCase())) this.#endBlock(html, tag);
    return findTagEnd(html, end) + 1;
  }

  /** @returns the place after the tag, or after the content of an element whose content isn't shown */
  #readOpening(html: string, tag: number): number {
    const { facts } = this;
    const nameEnd = findNameEnd(html, tag + 1);
    const name = html.slice(tag + 1, nameEnd).toLowerCase();
    const end = findTagEnd(html, nameEnd);
    if (!INLINE.has(name)) this.#endBlock(html, tag);
    if (name === 'a') {
      const [, double, single, bare] = HREF.exec(html.slice(nameEnd, end)) ?? [];
      const href = double ?? single ?? bare ?? '';
      if (href !== '') facts.links.push(decodeHtmlText(href).text.trim());
    } else if (name === 'h1') facts.h1 += 1;
    else if (name === 'html') facts.isDocument = true;
    else if (name === 'meta' || name === 'link') readHead(name, html.slice(nameEnd, end), facts);
    else if (UNSHOWN.has(name)) {
      const close = findClosing(html, end + 1, name);
      this.#blockStart = close;
      const content = html.slice(end + 1, close);
      if (name === 'title') facts.title ??= content;
      if (name === 'script' && /ld\+json/i.test(html.slice(nameEnd, end))) facts.jsonLd.push(content);
      return close;
    }
    return end + 1;
  }
}
