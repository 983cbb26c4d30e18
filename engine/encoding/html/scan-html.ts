/**
 * Placeholders in HTML with its inner contexts: text, shortcodes, attributes, addresses, scripts,
 * styles, comments and the JSON of Gutenberg's block comments.
 */
import { QuoteType, Tokenizer } from 'htmlparser2';
import { decodeHtmlText } from '../../text/html-reference.ts';
import { mayHoldPlaceholder } from '../layers.ts';
import { type Piece, comparePieces, liftPieces, shiftPieces } from '../piece.ts';
import { type Bracketed, findBracketed } from '../../language/placeholder.ts';
import type { Scan } from '../scan.ts';
import { scanCss } from '../css/scan-css.ts';
import { outlineJson, scanJson } from '../json/scan-json.ts';
import type { ScriptGoal } from '../script/parse-script.ts';
import { type ScanScriptString, scanScript } from '../script/scan-script.ts';
import { isScriptAddress, scanAnimation, scanScriptAddress, scanSrcset, scanUrl } from '../url/scan-url.ts';
import type { Encoder } from '../../text/encoder.ts';
import { jsonEncoders } from '../json/encode-json.ts';
import { scriptEncoders } from '../script/encode-script.ts';
import { htmlEncoders } from './encode-html.ts';
import { getAttributeLanguage } from './attribute-language.ts';
import { getScriptGoal } from './script-type.ts';
import { withJoins } from '../join.ts';
import { joinComment, joinHtmlText, joinReference } from './join-html.ts';

/** Names of fields may hold brackets: `tel[home]`. */
const FIELD_ATTRIBUTES = new Set(['name', 'id', 'for']);
/** Attributes of frameworks: `v-bind:[key]`, `@[event]`, `#[slot]`. */
const FRAMEWORK_ATTRIBUTE = /^(?:[:@#]|x-|v-)/;
/** Elements that show code. */
const CODE_ELEMENTS = new Set(['pre', 'code', 'kbd', 'samp']);
/** Closes a tag that the text leaves open, in whatever part of it: else nothing would be told of it. */
const TAG_ENDS = `>">'>`;

/** For decoded strings within HTML, which may hold HTML themselves. */
export interface StringScanners {
  /** One of a block's attributes, with the key it stands under. */
  block: (text: string, key: string) => Piece[];
  /** One of a script. */
  script: ScanScriptString;
  /** One of JSON-LD, with its key. */
  data: (text: string, key: string) => Piece[];
}

type Quote = '"' | "'";

const TAG_IN_TEXT = /<[/!?a-z]/i;
/** SVG, MathML, and what holds HTML again within them (WHATWG, "HTML integration point"). */
const FOREIGN_ELEMENTS = new Set(['svg', 'math', 'foreignobject', 'desc']);

/**
 * `<!--[if lt IE 9]>…<![endif]-->`: old browsers and Outlook read what is in such a comment; Word writes
 * `<!--[if !supportLists]-->…<!--[endif]-->` and `<![if !mso]>…<![endif]>`.
 */
function isConditional({ from, to }: Bracketed, comment: string): boolean {
  return (
    (from === 0 && /^\[(?:if\s|endif\]$)/.test(comment)) || /^<!\[endif\]$/.test(comment.slice(from - 2, to))
  );
}

/** HTML text is the one place where the markup of a `*_html` column stays, sanitised. */
function keepMarkup(piece: Piece): Piece {
  const isMarkup =
    piece.kind === 'hole' &&
    piece.value.isHtml &&
    piece.encoders.length === 1 &&
    piece.encoders[0] === htmlEncoders.html;
  return isMarkup ? { ...piece, encoders: [htmlEncoders['html-sanitised']] } : piece;
}

class HtmlScanner {
  readonly pieces: Piece[] = [];
  readonly #html: string;
  readonly #scan: Scan;
  readonly #strings: StringScanners;
  #tag = '';
  /** Open elements of `FOREIGN_ELEMENTS`. */
  readonly #around: string[] = [];
  /** Of the script that is open, as far as it was read: the first `type` counts. */
  #scriptGoal: ScriptGoal | 'markup' | undefined;
  #attribute = '';
  /** Open elements of `CODE_ELEMENTS`. */
  #codeElements = 0;
  /** Where the pieces of the attribute's name begin. */
  #nameFrom = 0;
  #valueFrom = -1;
  #valueTo = -1;
  /** Text may arrive in several adjacent pieces (`a < b`): they are one text. */
  #textFrom = -1;
  #textTo = -1;

  constructor(html: string, scan: Scan, strings: StringScanners) {
    this.#html = html;
    this.#scan = scan;
    this.#strings = strings;
  }

  run(): Piece[] {
    const tokenizer = new Tokenizer(
      { decodeEntities: false },
      {
        ontext: (start, end) => this.#addText(start, end),
        onopentagname: (start, end) => this.#openTag(start, end),
        onclosetag: (start, end) => this.#closeTag(start, end),
        onattribname: (start, end) => this.#attributeName(start, end),
        onattribdata: (start, end) => {
          if (this.#valueFrom < 0) this.#valueFrom = start;
          this.#valueTo = end;
        },
        onattribend: (quote) => this.#attributeEnd(quote),
        oncomment: (start, end) => this.#comment(start, end),
        oncdata: (start, end) => this.#comment(start, end),
        ondeclaration: (start, end) => this.#comment(start, end),
        onprocessinginstruction: (start, end) => this.#comment(start, end),
        onopentagend: () => undefined,
        onselfclosingtag: () => this.#leave(this.#tag),
        onattribentity: () => undefined,
        ontextentity: () => undefined,
        onend: () => undefined,
      },
    );
    const masked = this.#scan.mask(this.#html) + TAG_ENDS;
    // outside of drawings and formulas there is no CDATA: `<![CDATA[` is a comment up to the first `>`
    tokenizer.write(/<(?:svg|math)/i.test(masked) ? masked : masked.replaceAll('<![CDATA[', '<!_CDATA['));
    tokenizer.end();
    this.#flushText();
    const read = this.pieces.sort(comparePieces);
    const pieces = [...read, ...this.#emptyUnread(read)].sort(comparePieces);
    return this.#scan.codecs.encodeAround?.(this.#html, pieces) ?? pieces;
  }

  /** What no reader of HTML sees, such as the rest of a closing tag, no row can fill: it becomes nothing. */
  #emptyUnread(read: readonly Piece[]): Piece[] {
    const emptied: Piece[] = [];
    let at = 0;
    let readTo = 0;
    for (const { name, from, to } of findBracketed(this.#html)) {
      if (name === '' || this.#scan.resolveExact(name) === undefined) continue;
      for (let next = read[at]; next !== undefined && next.start < to; next = read[at]) {
        readTo = Math.max(readTo, next.end);
        at += 1;
      }
      if (readTo <= from) emptied.push({ kind: 'rewrite', start: from, end: to, text: '' });
    }
    return emptied;
  }

  #add(pieces: readonly Piece[], from: number): void {
    for (const piece of pieces)
      this.pieces.push({ ...piece, start: piece.start + from, end: piece.end + from });
  }

  /** Scans a range after its character references are decoded. */
  #addDecoded(
    { from, to, encoder }: { from: number; to: number; encoder?: Encoder },
    scanDecoded: (text: string) => Piece[],
  ): void {
    const raw = this.#html.slice(from, to);
    if (!mayHoldPlaceholder(raw)) return;
    const decoded = decodeHtmlText(raw);
    const lifted = liftPieces(
      scanDecoded(decoded.text),
      (start, end) => decoded.range(start, end),
      encoder,
    ).sort(comparePieces);
    this.#add(withJoins(raw, lifted, encoder === undefined ? joinHtmlText : joinReference), from);
  }

  #addText(start: number, end: number): void {
    if (this.#textTo !== start) {
      this.#flushText();
      this.#textFrom = start;
    }
    this.#textTo = end;
  }

  #flushText(): void {
    const from = this.#textFrom;
    const to = this.#textTo;
    this.#textFrom = -1;
    this.#textTo = -1;
    if (from < 0) return;
    const scanCode = this.#codeScanner();
    if (!scanCode) this.#plainText(from, to);
    else if (this.#isForeign(from, to)) this.#addDecoded({ from, to, encoder: htmlEncoders.html }, scanCode);
    else this.#add(scanCode(this.#html.slice(from, to)), from);
  }

  #plainText(from: number, to: number): void {
    let last = from;
    for (const module of this.#scan.codecs.findEncodedHtml?.(this.#html.slice(from, to)) ?? []) {
      const range = { from: from + module.from, to: from + module.to };
      this.#words(last, range.from);
      this.#addDecoded({ ...range, encoder: module.encoder }, (code) =>
        scanHtml(code, this.#scan, this.#strings),
      );
      last = range.to;
    }
    this.#words(last, to);
  }

  /** Tags within a text are those of a `<textarea>` and the like; in a drawing they are real ones. */
  #words(from: number, to: number): void {
    const raw = this.#html.slice(from, to);
    const holdsTag = TAG_IN_TEXT.test(raw) && TAG_IN_TEXT.test(this.#scan.mask(raw));
    const encoder =
      this.#tag === 'script'
        ? htmlEncoders.template
        : holdsTag
          ? htmlEncoders['raw-text']
          : htmlEncoders.html;
    const scanText = (text: string) => this.#scan.findAll(text, encoder).map(keepMarkup);
    this.#addDecoded({ from, to }, (text) =>
      this.#codeElements > 0 ? this.#scan.loosely('near', () => scanText(text)) : scanText(text),
    );
  }

  /** For what is open: a script, a style sheet, or neither. */
  #codeScanner(): ((text: string) => Piece[]) | undefined {
    const goal = this.#scriptGoal ?? 'script';
    if (this.#tag === 'script' && goal === 'json') return (text) => this.#scanData(text);
    if (this.#tag === 'script' && goal !== 'markup')
      return (text) => scanScript(text, this.#scan, { goal, scanString: this.#strings.script });
    return this.#tag === 'style' ? (text) => scanCss(text, this.#scan) : undefined;
  }

  /** JSON-LD, whose keys say what is an address; JSON that does not parse is read as a script is. */
  #scanData(written: string): Piece[] {
    const { scanCode } = this.#scan.codecs;
    const scan = (text: string) => this.#scanJsonData(text);
    return scanCode ? scanCode(written, scan) : scan(written);
  }

  #scanJsonData(text: string): Piece[] {
    const json = outlineJson(text, this.#scan);
    return json
      ? scanJson(text, json, { encoder: scriptEncoders.js, scanString: this.#strings.data })
      : scanScript(text, this.#scan, { goal: 'json', scanString: this.#strings.script });
  }

  /** In SVG and MathML a script or a style is text like any other: its references are decoded, but in CDATA. */
  #isForeign(from: number, to: number): boolean {
    const around = this.#around.at(-1);
    return (around === 'svg' || around === 'math') && !this.#html.slice(from, to).includes('<![CDATA[');
  }

  #leave(tag: string): void {
    const at = this.#around.lastIndexOf(tag);
    if (at >= 0) this.#around.length = at;
  }

  #closeTag(start: number, end: number): void {
    this.#name(start, end);
    const tag = this.#html.slice(start, end).toLowerCase();
    if (CODE_ELEMENTS.has(tag)) this.#codeElements = Math.max(0, this.#codeElements - 1);
    this.#leave(tag);
  }

  #name(start: number, end: number): void {
    this.#flushText();
    this.#tag = '';
    this.#add(this.#scan.find(this.#html.slice(start, end), htmlEncoders['name-number']), start);
  }

  #openTag(start: number, end: number): void {
    this.#name(start, end);
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#scriptGoal = undefined;
    if (FOREIGN_ELEMENTS.has(this.#tag)) this.#around.push(this.#tag);
    if (CODE_ELEMENTS.has(this.#tag)) this.#codeElements += 1;
  }

  #attributeName(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
    this.#valueFrom = -1;
    this.#valueTo = -1;
    this.#nameFrom = this.pieces.length;
    const isSyntax = FRAMEWORK_ATTRIBUTE.test(this.#attribute);
    this.#add(this.#scan.find(this.#html.slice(start, end), htmlEncoders.name, isSyntax), start);
  }

  #attributeEnd(quote: QuoteType): void {
    const hasValue = this.#valueFrom >= 0 && quote !== QuoteType.NoValue;
    const valueFrom = this.pieces.length;
    if (hasValue) this.#attributeValue(quote);
    const isFilled = this.pieces.length > valueFrom;
    if (isFilled) this.#numberName(valueFrom);
    if (this.#tag !== 'script' || this.#attribute !== 'type') return;
    const value = hasValue
      ? decodeHtmlText(this.#html.slice(this.#valueFrom, this.#valueTo)).text.trim()
      : '';
    // a row could name any type, so what is in the script must be fit to run in any way
    this.#scriptGoal ??= isFilled ? 'unknown' : getScriptGoal(value);
  }

  #attributeValue(quote: QuoteType): void {
    const from = this.#valueFrom;
    const to = this.#valueTo;
    const isBare = quote === QuoteType.Unquoted;
    const mark = isBare ? this.#quoteFor(from, to) : quote === QuoteType.Single ? "'" : '"';
    const before = this.pieces.length;
    this.#addDecoded({ from, to, encoder: htmlEncoders[`attr${mark}`] }, (text) => this.#scanAttribute(text));
    if (isBare && this.pieces.length > before) this.#quote({ from, to, mark }, before);
  }

  /** A row that fills an attribute's value must not choose what kind of attribute it is. */
  #numberName(to: number): void {
    for (let at = this.#nameFrom; at < to; at += 1) {
      const piece = this.pieces[at];
      if (piece?.kind === 'hole') this.pieces[at] = { ...piece, encoders: [htmlEncoders['name-number']] };
    }
  }

  #quoteFor(from: number, to: number): Quote {
    return this.#html.slice(from, to).includes("'") ? '"' : "'";
  }

  /** Puts quotes around a value that has none: an empty or a spaced one would not be one value else. */
  #quote({ from, to, mark }: { from: number; to: number; mark: Quote }, before: number): void {
    const holes = this.pieces.slice(before);
    // before the holes: a hole may begin at the same place
    this.pieces.splice(before, 0, { kind: 'rewrite', start: from, end: from, text: mark });
    let last = from;
    for (const { start, end } of [...holes, { start: to, end: to }]) {
      for (const { index } of this.#html.slice(last, start).matchAll(/"/g))
        this.pieces.push({ kind: 'rewrite', start: last + index, end: last + index + 1, text: '&quot;' });
      last = Math.max(last, end);
    }
    this.pieces.push({ kind: 'rewrite', start: to, end: to, text: mark });
  }

  #scanAttribute(text: string): Piece[] {
    const scan = this.#scan;
    if (isScriptAddress(text)) return scanScriptAddress(text, scan, this.#strings.script);
    const language = getAttributeLanguage(this.#tag, this.#attribute, text);
    if (language.kind === 'script')
      return scanScript(text, scan, { goal: language.goal, scanString: this.#strings.script });
    if (language.kind === 'style') return scanCss(text, scan);
    if (language.kind === 'html') return scanHtml(text, scan, this.#strings);
    if (language.kind === 'addresses') return scanSrcset(text, scan);
    if (language.kind === 'address')
      return shiftPieces(scanUrl(text.slice(language.from), scan), language.from);
    if (language.kind === 'animation') return scanAnimation(text, scan);
    const json = outlineJson(text, scan);
    if (json)
      return scanJson(text, json, {
        encoder: jsonEncoders.json,
        scanString: (string) => scan.inner(string, 'plain'),
      });
    const isSyntax = FIELD_ATTRIBUTES.has(this.#attribute);
    return scan.named(this.#attribute, () => scan.findAll(text, undefined, { isSyntax, kind: 'plain' }));
  }

  #comment(start: number, end: number): void {
    this.#flushText();
    const text = this.#html.slice(start, end).replace(/--!?$/, '');
    if (!mayHoldPlaceholder(text)) return;
    const found = this.#scan.codecs.findCommentJson?.(text);
    const data = text.slice(found?.from, found?.to);
    const json = found && outlineJson(data, this.#scan);
    if (!json) {
      this.#plainComment(text, { start, end });
      return;
    }
    const scanned = scanJson(data, json, { encoder: found.encoder, scanString: this.#strings.block });
    this.#add(scanned, start + found.from);
  }

  #plainComment(text: string, at: { start: number; end: number }): void {
    const { start } = at;
    const holes = this.#scan.findAll(text, htmlEncoders.comment, { isSyntax: isConditional });
    const first = holes[0]?.start;
    if (first === undefined) return;
    this.#add(withJoins(text, holes, joinComment), start);
    const mark = /<(?:!--|[!/]?)$/.exec(this.#html.slice(Math.max(0, start - 4), start))?.[0];
    if (mark === '<!--') this.#openComment(text, { first, start });
    else if (mark !== undefined) this.#closeBogus(start - mark.length, at);
  }

  /** What browsers only take for a comment (`</[x]>`, `<![x]>`) is made a real one: a value could end it. */
  #closeBogus(from: number, { start, end }: { start: number; end: number }): void {
    this.pieces.push({ kind: 'rewrite', start: from, end: start, text: '<!--' });
    if (this.#html[end] === '>') this.pieces.push({ kind: 'rewrite', start: end, end, text: '--' });
  }

  /** `>` and `->` behind an empty value at the comment's beginning would close it. */
  #openComment(text: string, at: { first: number; start: number }): void {
    const behind = at.first === 0 ? /^(?:\[[^[\]]*\])+-?(?=>)/.exec(text)?.[0].length : undefined;
    if (behind === undefined) return;
    this.pieces.push({ kind: 'rewrite', start: at.start + behind, end: at.start + behind + 1, text: '&gt;' });
  }
}

/** Pieces of a HTML text, in its coordinates. */
export function scanHtml(html: string, scan: Scan, strings: StringScanners): Piece[] {
  if (!mayHoldPlaceholder(html)) return [];
  return new HtmlScanner(html, scan, strings).run();
}
