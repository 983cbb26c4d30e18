/**
 * Finds the tags of a template language in a text and the string literals in them: HubL as Jinjava's
 * `TokenScanner` reads it, and the mustache tags of Vue, Angular and Handlebars.
 *
 * In HubL a tag ends at its own closer outside of quotes, also after the `-` that trims blanks; a comment has no
 * quotes and ends at the first `#}`; `{% raw %}` ends at `{% endraw`; there are no line comments. A
 * backslash outside of quotes skips the next character unless `handleBackslashInQuotesOnly` is set.
 */
import type { Range } from '../../../encoding/piece.ts';

/** A string literal: the range is what is between its quotes. */
export interface TagString extends Range {
  quote: '"' | "'" | '`';
  /** The quotes are references, as editors of HTML write them. */
  isReference: boolean;
}

export interface TemplateTag extends Range {
  opener: '{{' | '{%' | '{#';
  strings: TagString[];
  /** It has no end, so it goes on to the end of the text. */
  isUnclosed: boolean;
  /** A backslash outside of strings, which one setting of Jinjava skips with the next character. */
  hasBackslash: boolean;
}

const OPENER = /\{[{%#]/g;
const CLOSERS = { '{{': '}}', '{%': '%}', '{#': '#}' } as const;
const QUOTE_REFERENCE = /&(?:quot|apos|#0*3[49]|#x0*2[27]);/iy;
const RAW = /^\{%[-+]?\s*raw\s*[-+]?%\}$/;
const END_OF_RAW = /\{%[-+]?\s*endraw\b/g;

interface Quote {
  quote: TagString['quote'];
  isReference: boolean;
  length: number;
}

function readQuote(text: string, at: number, hasTemplates: boolean): Quote | undefined {
  const character = text[at];
  if (character === '"' || character === "'" || (hasTemplates && character === '`'))
    return { quote: character, isReference: false, length: 1 };
  if (character !== '&') return undefined;
  QUOTE_REFERENCE.lastIndex = at;
  const reference = QUOTE_REFERENCE.exec(text)?.[0];
  if (reference === undefined) return undefined;
  const quote = /apos|39|27/.test(reference) ? "'" : '"';
  return { quote, isReference: true, length: reference.length };
}

/** Follows the string literals of a tag, character by character. */
class StringReader {
  readonly strings: TagString[] = [];
  hasBackslash = false;
  readonly #text: string;
  readonly #hasTemplates: boolean;
  #open: (Quote & { from: number }) | undefined;

  constructor(text: string, hasTemplates: boolean) {
    this.#text = text;
    this.#hasTemplates = hasTemplates;
  }

  /** Is a string open whose quotes are plain ones? */
  get isInString(): boolean {
    return this.#open !== undefined && !this.#open.isReference;
  }

  /** Reads the character at a place; returns the next place. */
  read(at: number): number {
    if (this.#text[at] === '\\') {
      this.hasBackslash ||= !this.isInString;
      return at + 2;
    }
    const found = readQuote(this.#text, at, this.#hasTemplates);
    if (!found) return at + 1;
    const open = this.#open;
    if (!open) this.#open = { ...found, from: at + found.length };
    else if (open.quote === found.quote && (open.isReference === found.isReference || this.#hasTemplates)) {
      const { quote, isReference, from } = open;
      this.strings.push({ from, to: at, quote, isReference });
      this.#open = undefined;
    }
    return at + found.length;
  }

  /** All strings; one that is still open ends with its tag. */
  finish(to: number): TagString[] {
    const open = this.#open;
    if (open)
      this.strings.push({
        from: Math.min(open.from, to),
        to,
        quote: open.quote,
        isReference: open.isReference,
      });
    return this.strings;
  }
}

function toTag(reader: StringReader, tag: Omit<TemplateTag, 'strings' | 'hasBackslash'>): TemplateTag {
  const strings = reader.finish(tag.isUnclosed ? tag.to : tag.to - 2);
  return { ...tag, strings, hasBackslash: reader.hasBackslash };
}

function readHublTag(text: string, from: number, opener: TemplateTag['opener']): TemplateTag {
  const closer = CLOSERS[opener];
  const reader = new StringReader(text, false);
  // `{%}` and `{#}` close themselves
  let at = opener === '{{' ? from + 2 : from + 1;
  while (at < text.length) {
    if (!reader.isInString && text.startsWith(closer, at))
      return toTag(reader, { opener, from, to: at + 2, isUnclosed: false });
    at = opener === '{#' ? at + 1 : reader.read(at);
  }
  return toTag(reader, { opener, from, to: text.length, isUnclosed: true });
}

/**
 * Tags of HubL; the content of a `{% raw %}` block is text.
 * @param text with nothing between the brackets of its placeholders that could be taken for structure
 */
export function findHublTags(text: string): TemplateTag[] {
  const tags: TemplateTag[] = [];
  let at = 0;
  for (;;) {
    OPENER.lastIndex = at;
    const match = OPENER.exec(text);
    if (!match) return tags;
    const tag = readHublTag(text, match.index, match[0] as TemplateTag['opener']);
    tags.push(tag);
    at = tag.to;
    if (tag.opener !== '{%' || tag.isUnclosed || !RAW.test(text.slice(tag.from, tag.to))) continue;
    END_OF_RAW.lastIndex = at;
    at = END_OF_RAW.exec(text)?.index ?? text.length;
  }
}

/** An element in a tag: two `{{` and `}}` of scripts have nothing to do with each other. */
const ELEMENT = /<\/?[a-z!]/i;
const MAX_MUSTACHE = 2000;

/** Mustache tags, which end at the first `}}`, in a string or not. */
export function findMustacheTags(text: string): TemplateTag[] {
  const tags: TemplateTag[] = [];
  let end = -1;
  for (let from = text.indexOf('{{'); from >= 0; from = text.indexOf('{{', from)) {
    if (end < from + 2) end = text.indexOf('}}', from + 2);
    if (end < 0) break;
    const inner = end - from > MAX_MUSTACHE ? '<a' : text.slice(from + 2, end);
    if (ELEMENT.test(inner)) {
      from += 2;
      continue;
    }
    const reader = new StringReader(text, true);
    for (let at = from + 2; at < end; ) at = reader.read(at);
    tags.push(toTag(reader, { opener: '{{', from, to: end + 2, isUnclosed: false }));
    from = end + 2;
  }
  return tags;
}
