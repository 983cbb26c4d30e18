/**
 * Placeholders in texts with HubL, which HubSpot evaluates in the source of a text, before any browser reads it: its
 * tags are taken out before the text is scanned, and their values are encoded for HubL last.
 *
 * Jinjava's `TokenScanner` ends a tag at its own closer outside of quotes, also after the `-` that trims blanks; a
 * comment doesn't have quotes and ends at the first `#}`; `{% raw %}` ends at `{% endraw`; there are no line
 * comments. A backslash outside of quotes skips the next character unless `handleBackslashInQuotesOnly` is set.
 */
import type { Codecs, SeedNames } from '../../../encoding/codecs.ts';
import { findBracketed } from '../../../language/placeholder.ts';
import { mayHoldPlaceholder } from '../../../encoding/layers.ts';
import { withoutBackslash } from '../../../encoding/join.ts';
import { type Hole, type Piece, type Range, comparePieces } from '../../../encoding/piece.ts';
import type { Encoder } from '../../../text/encoder.ts';
import { plainEncoders } from '../../../encoding/encoders.ts';
import { htmlEncoders } from '../../../encoding/html/encode-html.ts';
import { scriptEncoders } from '../../../encoding/script/encode-script.ts';
import { xmlEncoders } from '../../../encoding/xml/encode-xml.ts';
import { hublEncoders } from '../../shared/template-tags/encode-hubl.ts';
import { RangeFinder } from '../../../encoding/range-finder.ts';
import { scopeTemplateBlocks } from '../../shared/template-tags/template-blocks.ts';
import {
  StringReader,
  type TagString,
  type TemplateTag,
  findString,
  toTag,
} from '../../shared/template-tags/find-tags.ts';
import { type TagPlace, guardBraces, isAttribute, isUrl } from '../../shared/template-tags/guard-braces.ts';

/** Encoders of all places outside of strings in scripts. */
const CODE = new Set<Encoder | undefined>([
  scriptEncoders.literal,
  scriptEncoders['js-never'],
  plainEncoders.harmless,
]);
const NAME = new Set<Encoder | undefined>([htmlEncoders.name, htmlEncoders['name-number']]);
const HTML_GUARDS = new Set<Encoder>([
  hublEncoders['hubl-html'],
  hublEncoders['hubl-html-inside'],
  hublEncoders['hubl-html-open'],
]);
const STRING_GUARDS = new Set<Encoder>([hublEncoders['hubl-string'], hublEncoders['hubl-string-inside']]);

/** Filters after which a string can't leave HTML text, or an attribute in any quotes. */
const HTML_SAFE = new Set(['e', 'escape', 'escape_attr', 'escape_html', 'forceescape', 'urlencode']);
const ATTRIBUTE_SAFE = new Set(['e', 'escape', 'escape_attr', 'urlencode']);
/** They escape `"` and `\\`, but neither `'` nor `<`. */
const SCRIPT_ESCAPING = new Set(['escapejs', 'escape_js', 'escapejson']);
/** They would change the letters of an escape. */
const CASE_CHANGING = new Set(['upper', 'title', 'capitalize']);
/** Filters without arguments right after a string. */
const FILTERS = /^\s*((?:\|\s*\w+\s*)+)/;
/** A tag that is one string or one placeholder, with its filters. */
const WHOLE = /^\{\{[-+]?\s*(?:(["'])\[[^[\]]*\]\1|\[[^[\]]*\])\s*(?:\|\s*\w+\s*)*[-+]?\}\}$/;
const RAW = /\{%[-+]?\s*raw\b/;
/** A tag that gives names to values. */
const DEFINITION = /^\{%[-+]?\s*(?:set|for)\s+(\w+)(?:\s*,\s*(\w+))?/;
const MARKUP = /<\/?(?:script|style)|[<>]/gi;
/** After one of these a tag can be empty; elsewhere it is a part of a name or a URL. */
const SEPARATED = /[\s"'>(,;}]$|^$/;

const OPENER = /\{[{%#]/g;
const CLOSERS = { '{{': '}}', '{%': '%}', '{#': '#}' } as const;
const RAW_TAG = /^\{%[-+]?\s*raw\s*[-+]?%\}$/;
const END_OF_RAW = /\{%[-+]?\s*endraw\b/g;

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
function findHublTags(text: string): TemplateTag[] {
  const tags: TemplateTag[] = [];
  let at = 0;
  for (;;) {
    OPENER.lastIndex = at;
    const match = OPENER.exec(text);
    if (!match) return tags;
    const tag = readHublTag(text, match.index, match[0] as TemplateTag['opener']);
    tags.push(tag);
    at = tag.to;
    if (tag.opener !== '{%' || tag.isUnclosed || !RAW_TAG.test(text.slice(tag.from, tag.to))) continue;
    END_OF_RAW.lastIndex = at;
    at = END_OF_RAW.exec(text)?.index ?? text.length;
  }
}

/** The text of the tag that a scanner sees in its place: placeholders of the tag, and letters or blanks. */
function maskTag(text: string, tag: TemplateTag, kept: readonly Range[]): string {
  const before = text.slice(Math.max(0, tag.from - 1), tag.from);
  const raw = text.slice(tag.from, tag.to);
  const isSeparate = /["']/.test(before) ? before === text[tag.to] : /^[\s:(,]?$/.test(before);
  const isWhole = isSeparate && WHOLE.test(raw);
  const isBlank = tag.opener === '{{' ? isWhole : SEPARATED.test(before);
  const fill = isBlank ? ' ' : 'x';
  let masked = '';
  let at = tag.from;
  for (const { from, to } of kept) {
    masked += fill.repeat(from - at) + text.slice(from, to);
    at = to;
  }
  return masked + fill.repeat(tag.to - at);
}

function isPrintedSafely(encoder: Encoder | undefined, filter: string): boolean {
  if (isUrl(encoder)) return filter === 'urlencode';
  if (isAttribute(encoder)) return ATTRIBUTE_SAFE.has(filter);
  return encoder === htmlEncoders.html && HTML_SAFE.has(filter);
}

/** A string in a tag is compared and counted as well as printed, so all that HTML allows is left as it is. */
function toShort(encoders: readonly Encoder[]): readonly Encoder[] {
  return encoders[0] === htmlEncoders.html ? [htmlEncoders.short, ...encoders.slice(1)] : encoders;
}

function listDefined(tag: string): string[] {
  return (DEFINITION.exec(tag)?.slice(1) ?? []).filter((name) => name !== undefined);
}

const IN_TAG = 'is in a template tag or right after a brace. Put the construct around the whole tag.';

type TagUse = 'text' | 'attribute' | 'script';

class HublScanner {
  readonly #text: string;
  /** The text without what is in its placeholders. */
  readonly #masked: string;
  readonly #tags: readonly TemplateTag[];
  /** Start of the text after a tag that is never closed. */
  readonly #unclosed: TemplateTag | undefined;
  /** A comment ends at the first `#}`, a mustache tag in a raw block at `}}`: a value must not contain these. */
  readonly #hasEnds: boolean;
  /** Position from which two readings of the text differ. */
  readonly #doubtFrom: number;
  /** Ranges of placeholders in tags. */
  readonly #kept = new Map<TemplateTag, Range[]>();
  readonly #read: (text: string) => Piece[];
  readonly #uses = new Map<string, TagUse>();
  #places: readonly TagUse[] | undefined;

  constructor(text: string, names: SeedNames, read: (text: string) => Piece[]) {
    this.#text = text;
    this.#read = read;
    this.#masked = names.mask(text);
    const tags = findHublTags(this.#masked);
    this.#unclosed = tags.find(({ isUnclosed }) => isUnclosed);
    this.#tags = tags.filter(({ isUnclosed }) => !isUnclosed);
    this.#hasEnds = tags.some(({ opener }) => opener === '{#') || RAW.test(this.#masked);
    // in quotes that are references a backslash is an escape of one reading and nothing in the other
    const isDoubtful = ({ hasBackslash, strings }: TemplateTag) =>
      hasBackslash && !strings.some(({ isReference }) => isReference);
    this.#doubtFrom = tags.find(isDoubtful)?.from ?? Infinity;
    const finder = new RangeFinder(this.#tags);
    for (const bracketed of findBracketed(text)) {
      const { from, to, name } = bracketed;
      const tag = finder.find(from);
      if (tag || text[from - 1] === '{') names.refuseMarker(bracketed, text, IN_TAG);
      if (!tag || to > tag.to) continue;
      const isText = tag.opener === '{#' || tag.strings.some((each) => each.from <= from && to <= each.to);
      if (!isText && names.columns.resolveExact(name) === undefined) continue;
      this.#kept.set(tag, [...(this.#kept.get(tag) ?? []), { from, to }]);
    }
  }

  run(): Piece[] {
    const pieces = this.#read(this.#withoutTags()).sort(comparePieces);
    const rewritten = this.#findRewritten(pieces);
    const finder = new RangeFinder(this.#tags);
    const found: Piece[] = [];
    for (const piece of pieces) {
      const tag = finder.find(piece.start);
      if (piece.kind === 'hole') found.push(...this.#hole(piece, tag, rewritten));
      else if (!tag || !this.#isInside(piece, tag)) found.push(piece);
    }
    return scopeTemplateBlocks(this.#masked, found.sort(comparePieces));
  }

  #withoutTags(): string {
    let result = '';
    let last = 0;
    for (const tag of this.#tags) {
      result += this.#text.slice(last, tag.from) + maskTag(this.#text, tag, this.#kept.get(tag) ?? []);
      last = tag.to;
    }
    return result + this.#text.slice(last);
  }

  /** A rewrite within a tag; one before it, or one that removes a placeholder, doesn't count. */
  #isInside({ kind, start, end }: Piece, tag: TemplateTag): boolean {
    if (kind !== 'rewrite' || (start === tag.from && end === start)) return false;
    return !(this.#kept.get(tag) ?? []).some(({ from, to }) => from === start && to === end);
  }

  /** Tags in which HTML would need an edit, such as of quotes: only words are safe there. */
  #findRewritten(pieces: readonly Piece[]): ReadonlySet<TemplateTag> {
    const finder = new RangeFinder(this.#tags);
    return new Set(
      pieces.flatMap((piece) => {
        const tag = finder.find(piece.start);
        return tag && this.#isInside(piece, tag) ? [tag] : [];
      }),
    );
  }

  #hole(hole: Hole, tag: TemplateTag | undefined, rewritten: ReadonlySet<TemplateTag>): Piece[] {
    const string = tag && findString(tag, hole);
    if (tag && tag.opener !== '{#' && string === undefined) return this.#number(hole, tag);
    if (hole.start > this.#doubtFrom) return [{ ...hole, encoders: [hublEncoders['tag-word-full']] }];
    if (tag === undefined) return this.#outside(hole);
    if (string === undefined) return [this.#inComment(hole)];
    const join = this.#join(hole, string.from);
    const encoders =
      rewritten.has(tag) || this.#isMixed(tag)
        ? [hublEncoders['tag-word']]
        : this.#stringEncoders(hole, tag, string);
    return [
      ...join,
      { ...hole, encoders: this.#isAtBrace(hole) ? [hublEncoders['tag-word-full']] : encoders },
    ];
  }

  /** A backslash of the seed would escape the value, or the quote after an empty one. */
  #join({ start }: Hole, from: number): Piece[] {
    const before = this.#masked.slice(Math.max(from, start - 40), start);
    const join = withoutBackslash(before, () => undefined);
    if (!join) return [];
    return [{ kind: 'rewrite', start: start - join.length, end: start, text: join.text }];
  }

  #stringEncoders(hole: Hole, tag: TemplateTag, { quote, isReference, to }: TagString): Encoder[] {
    const inner = this.#innerEncoders(hole, tag, to + 1);
    const safe = [
      ...guardBraces(inner, 'inside'),
      quote === '"' ? hublEncoders['hubl"'] : hublEncoders["hubl'"],
    ];
    return isReference ? [...safe, xmlEncoders['xml-attr']] : safe;
  }

  /** For the language that the tag prints into. */
  #innerEncoders({ encoders }: Hole, tag: TemplateTag, after: number): readonly Encoder[] {
    const raw = this.#masked.slice(tag.from, tag.to);
    if (raw.includes('unescape')) return [hublEncoders['tag-word']];
    const [first] = encoders;
    if (tag.opener === '{{') {
      const filters = FILTERS.exec(this.#masked.slice(after, after + 200))?.[1] ?? '';
      const names = filters.split('|').map((name) => name.trim());
      return this.#printedEncoders(encoders, tag, names.slice(1));
    }
    const printed = this.#findUse(listDefined(raw));
    if (CODE.has(first) || printed === 'script') return [hublEncoders['tag-word']];
    if (NAME.has(first) || printed === 'attribute') return [xmlEncoders['xml-attr']];
    return toShort(encoders);
  }

  /** For the output of the tag, including the filters after the string. */
  #printedEncoders(
    encoders: readonly Encoder[],
    { from, to }: TemplateTag,
    filters: readonly string[],
  ): readonly Encoder[] {
    const [first] = encoders;
    const filter = filters.at(-1) ?? '';
    const isOnly = encoders.length === 1;
    if (CODE.has(first))
      return filter === 'tojson' && isOnly ? [hublEncoders['hubl-json']] : [scriptEncoders.literal];
    if (first === scriptEncoders.js && SCRIPT_ESCAPING.has(filter)) {
      const isDouble = this.#text[from - 1] === '"' && this.#text[to] === '"';
      return isOnly
        ? [isDouble ? hublEncoders['hubl-js"'] : hublEncoders['hubl-js']]
        : [hublEncoders['tag-word']];
    }
    if (first === scriptEncoders.js && filters.some((name) => CASE_CHANGING.has(name)))
      return [hublEncoders['tag-word']];
    if (isOnly && isPrintedSafely(first, filter)) return [];
    return toShort(encoders);
  }

  /** The strictest place that these variables are printed in, also by way of others. */
  #findUse(variables: readonly string[]): TagUse {
    const key = variables.join(' ');
    const known = this.#uses.get(key) ?? this.#readUse(variables);
    this.#uses.set(key, known);
    return known;
  }

  #readUse(variables: readonly string[]): TagUse {
    const names = new Set(variables);
    const places = new Set<TagUse>();
    // a set visits what is added to it on the way
    for (const name of names) {
      const pattern = new RegExp(`\\b${name}\\b`);
      for (const [index, { opener, from, to }] of this.#tags.entries()) {
        const raw = this.#text.slice(from, to);
        if (!pattern.test(raw)) continue;
        if (opener === '{{') places.add(this.#readPlaces()[index] ?? 'text');
        for (const defined of listDefined(raw)) names.add(defined);
      }
    }
    return places.has('script') ? 'script' : places.has('attribute') ? 'attribute' : 'text';
  }

  /** Places of all tags, in their order. */
  #readPlaces(): readonly TagUse[] {
    if (this.#places) return this.#places;
    let isScript = false;
    let isTag = false;
    MARKUP.lastIndex = 0;
    let mark = MARKUP.exec(this.#text);
    this.#places = this.#tags.map(({ from }) => {
      for (; mark && mark.index + mark[0].length <= from; mark = MARKUP.exec(this.#text)) {
        isTag = mark[0] !== '>';
        if (mark[0].length > 1) isScript = mark[0][1] !== '/';
      }
      return isScript ? 'script' : isTag ? 'attribute' : 'text';
    });
    return this.#places;
  }

  /** Quotes of both kinds, plain and as references: it is unknown which of them count. */
  #isMixed({ strings }: TemplateTag): boolean {
    return new Set(strings.map(({ isReference }) => isReference)).size > 1;
  }

  /** Checks if a brace is right next to the hole or to the holes next to it. */
  #isAtBrace({ start, end }: Hole): boolean {
    const before = /\{(?:\[[^[\]]*\])*$/.test(this.#masked.slice(Math.max(0, start - 300), start));
    return before || this.#isBeforeBrace({ end });
  }

  #isBeforeBrace({ end }: Pick<Hole, 'end'>): boolean {
    return /^(?:\[[^[\]]*\])*\}/.test(this.#masked.slice(end, end + 300));
  }

  #inComment(hole: Hole): Hole {
    if (this.#isAtBrace(hole)) return { ...hole, encoders: [hublEncoders['tag-word-full']] };
    return { ...hole, encoders: guardBraces(hole.encoders, 'inside') };
  }

  /** `{{-5` would be a mark that trims blanks, and `-5|abs` is `-(5|abs)`. */
  #number(hole: Hole, tag: TemplateTag): Piece[] {
    const { start, end } = hole;
    const isOperand = /^\s*[|.*]/.test(this.#masked.slice(end, end + 20));
    const open = (start === tag.from + 2 ? ' ' : '') + (isOperand ? '(' : '');
    const number: Hole = { ...hole, encoders: [hublEncoders['hubl-number']] };
    if (open === '') return [number];
    const pieces: Piece[] = [{ kind: 'rewrite', start, end: start, text: open }, number];
    return isOperand ? [...pieces, { kind: 'rewrite', start: end, end, text: ')' }] : pieces;
  }

  /** A value outside of tags can't start one, not even after the seed's own `{`. */
  #outside(hole: Hole): Piece[] {
    if (hole.value.source.kind === 'base64') return [hole];
    const { start } = hole;
    const unclosed = this.#unclosed;
    const place: TagPlace =
      unclosed === undefined || start < unclosed.from
        ? this.#hasEnds
          ? 'inside'
          : 'outside'
        : unclosed.opener === '{#'
          ? 'inside'
          : 'unclosed';
    const encoders = guardBraces(hole.encoders, place);
    if (unclosed && start > unclosed.from && this.#isAtBrace(hole))
      return [{ ...hole, encoders: [hublEncoders['tag-word-full']] }];
    // the audit counts comment ends
    if (this.#hasEnds && this.#isBeforeBrace(hole)) encoders.push(hublEncoders['hubl-end']);
    if (!/\{(?:\[[^[\]]*\])*$/.test(this.#masked.slice(Math.max(0, start - 300), start)))
      return [{ ...hole, encoders }];
    const isNext = this.#masked[start - 1] === '{';
    const text = encoders.some((each) => HTML_GUARDS.has(each)) ? '&#123;' : String.raw`\u007b`;
    if (encoders.some((each) => HTML_GUARDS.has(each) || STRING_GUARDS.has(each)))
      return isNext
        ? [
            { kind: 'rewrite', start: start - 1, end: start, text },
            { ...hole, encoders },
          ]
        : [{ ...hole, encoders }];
    return CODE.has(encoders[0])
      ? [{ ...hole, encoders }]
      : [{ ...hole, encoders: [...encoders, hublEncoders['hubl-edge']] }];
  }
}

/** Scans whole texts as HubSpot evaluates them; `read` finds the pieces of a text that isn't evaluated. */
export function createHubl(): NonNullable<Codecs['scanTemplate']> {
  let isInside = false;
  return (text, names, read) => {
    if (isInside || !mayHoldPlaceholder(text)) return read(text);
    isInside = true;
    const pieces = new HublScanner(text, names, read).run();
    isInside = false;
    return pieces;
  };
}
