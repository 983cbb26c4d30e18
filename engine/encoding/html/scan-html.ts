/**
 * Placeholders in HTML with its inner contexts: text, shortcodes, attributes, addresses, scripts,
 * styles, comments and the JSON of Gutenberg's block comments.
 */
import { QuoteType, Tokenizer } from 'htmlparser2';
import { decodeHtmlText } from '../../text/html-reference.ts';
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
import { placeMarkers } from './place-markers.ts';
import { joinComment, joinHtmlText, joinReference } from './join-html.ts';

/** Attributes with names of fields, which may contain brackets: `tel[home]`. */
const FIELD_ATTRIBUTES = new Set(['name', 'id', 'for']);
/** Attributes of frameworks: `v-bind:[key]`, `@[event]`, `#[slot]`. */
const FRAMEWORK_ATTRIBUTE = /^(?:[:@#]|x-|v-)/;
/** Elements that show code. */
const CODE_ELEMENTS = new Set(['pre', 'code', 'kbd', 'samp']);
/** Closes any part of a tag that the text leaves open, so that the tokenizer reports it. */
const TAG_ENDS = `>">'>`;

/** Scanners of decoded strings within HTML, which may contain HTML themselves. */
export interface StringScanners {
  /** Scans a string of a block's attributes, with its key. */
  block: (text: string, key: string) => Piece[];
  /** Scans a string of a script. */
  script: ScanScriptString;
  /** Scans a string of JSON-LD, with its key. */
  data: (text: string, key: string) => Piece[];
}

type Quote = '"' | "'";

const TAG_IN_TEXT = /<[/!?a-z]/i;
/** SVG, MathML, and their elements that contain HTML again (WHATWG, "HTML integration point"). */
const FOREIGN_ELEMENTS = new Set(['svg', 'math', 'foreignobject', 'desc']);

/**
 * Recognizes the brackets of a conditional comment: `<!--[if lt IE 9]>…<![endif]-->`, or as Word writes it,
 * `<!--[if !supportLists]-->…<!--[endif]-->` and `<![if !mso]>…<![endif]>`.
 */
function isConditional({ from, to }: Bracketed, comment: string): boolean {
  return (
    (from === 0 && /^\[(?:if\s|endif\]$)/.test(comment)) || /^<!\[endif\]$/.test(comment.slice(from - 2, to))
  );
}

/** Preserves the markup of a `*_html` column in HTML text, sanitized. */
function keepMarkup(piece: Piece): Piece {
  const isMarkup =
    piece.kind === 'hole' &&
    piece.value.isHtml &&
    piece.encoders.length === 1 &&
    piece.encoders[0] === htmlEncoders.html;
  return isMarkup ? { ...piece, encoders: [htmlEncoders['html-sanitized']] } : piece;
}

class HtmlScanner {
  readonly pieces: Piece[] = [];
  readonly #html: string;
  readonly #scan: Scan;
  readonly #strings: StringScanners;
  #tag = '';
  /** Open elements of `FOREIGN_ELEMENTS`. */
  readonly #foreign: string[] = [];
  /** Goal of the open script, by its first `type`. */
  #scriptGoal: ScriptGoal | 'markup' | undefined;
  #attribute = '';
  /** Number of open elements of `CODE_ELEMENTS`. */
  #codeElements = 0;
  /** Index of the first piece of the attribute's name. */
  #nameFrom = 0;
  #valueFrom = -1;
  #valueTo = -1;
  /** Range of the text, which the tokenizer may report in several parts (`a < b`). */
  #textFrom = -1;
  #textTo = -1;

  constructor(html: string, scan: Scan, strings: StringScanners) {
    this.#html = html;
    this.#scan = scan;
    this.#strings = strings;
  }

  scan(): Piece[] {
    const tokenizer = new Tokenizer(
      { decodeEntities: false },
      {
        ontext: (start, end) => this.#addText(start, end),
        onopentagname: (start, end) => this.#openTag(start, end),
        onclosetag: (start, end) => this.#closeTag(start, end),
        onattribname: (start, end) => this.#startAttribute(start, end),
        onattribdata: (start, end) => {
          if (this.#valueFrom < 0) this.#valueFrom = start;
          this.#valueTo = end;
        },
        onattribend: (quote) => this.#endAttribute(quote),
        oncomment: (start, end) => this.#scanComment(start, end),
        oncdata: (start, end) => this.#scanComment(start, end),
        ondeclaration: (start, end) => this.#scanComment(start, end),
        onprocessinginstruction: (start, end) => this.#scanComment(start, end),
        onopentagend: () => undefined,
        onselfclosingtag: () => this.#closeForeign(this.#tag),
        onattribentity: () => undefined,
        ontextentity: () => undefined,
        onend: () => undefined,
      },
    );
    const html = this.#scan.mask(this.#html);
    const masked = html + TAG_ENDS;
    // CDATA exists only in drawings and formulas: elsewhere `<![CDATA[` is a comment up to the first `>`
    tokenizer.write(/<(?:svg|math)/i.test(masked) ? masked : masked.replaceAll('<![CDATA[', '<!_CDATA['));
    tokenizer.end();
    this.#flushText();
    const read = this.pieces.sort(comparePieces);
    const found = [...read, ...this.#emptyUnread(read)].sort(comparePieces);
    const pieces = placeMarkers(html, found, this.#scan.codecs).sort(comparePieces);
    return this.#scan.codecs.encodeAround?.(this.#html, pieces) ?? pieces;
  }

  /** Removes placeholders where a reader of HTML ignores the text, such as in a closing tag. */
  #emptyUnread(read: readonly Piece[]): Piece[] {
    const emptied: Piece[] = [];
    let at = 0;
    let readTo = 0;
    for (const bracketed of findBracketed(this.#html)) {
      const { name, from, to, text } = bracketed;
      const marker = this.#scan.constructs.readMarker(bracketed, this.#html);
      if (!marker && (name === '' || this.#scan.resolveExact(name) === undefined)) continue;
      for (let next = read[at]; next !== undefined && next.start < to; next = read[at]) {
        readTo = Math.max(readTo, next.end);
        at += 1;
      }
      if (readTo > from) continue;
      if (marker)
        this.#scan.refuseConstruct(text, 'is where a browser ignores text. Put it around a whole element.');
      else emptied.push({ kind: 'rewrite', start: from, end: to, text: '' });
    }
    return emptied;
  }

  #add(pieces: readonly Piece[], from: number): void {
    for (const piece of pieces)
      this.pieces.push({ ...piece, start: piece.start + from, end: piece.end + from });
  }

  /** Scans a range with decoded character references. */
  #addDecoded(
    { from, to, encoder }: { from: number; to: number; encoder?: Encoder },
    scanDecoded: (text: string) => Piece[],
  ): void {
    const raw = this.#html.slice(from, to);
    if (!this.#scan.mayContainPiece(raw)) return;
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
    const scanCode = this.#getCodeScanner();
    if (!scanCode) this.#scanText(from, to);
    else if (this.#isForeign(from, to)) this.#addDecoded({ from, to, encoder: htmlEncoders.html }, scanCode);
    else this.#add(scanCode(this.#html.slice(from, to)), from);
  }

  #scanText(from: number, to: number): void {
    let last = from;
    for (const module of this.#scan.codecs.findEncodedHtml?.(this.#html.slice(from, to)) ?? []) {
      const range = { from: from + module.from, to: from + module.to };
      this.#scanWords(last, range.from);
      this.#addDecoded({ ...range, encoder: module.encoder }, (code) =>
        scanHtml(code, this.#scan, this.#strings),
      );
      last = range.to;
    }
    this.#scanWords(last, to);
  }

  /** Scans text. Tags within it are the text of a `<textarea>` and the like; in a drawing they are elements. */
  #scanWords(from: number, to: number): void {
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
      this.#codeElements > 0 ? this.#scan.scanLoosely('near', () => scanText(text)) : scanText(text),
    );
  }

  /** Returns the scanner for the open script or style sheet. */
  #getCodeScanner(): ((text: string) => Piece[]) | undefined {
    const goal = this.#scriptGoal ?? 'script';
    if (this.#tag === 'script' && goal === 'json') return (text) => this.#scanData(text);
    if (this.#tag === 'script' && goal !== 'markup')
      return (text) => scanScript(text, this.#scan, { goal, scanString: this.#strings.script });
    return this.#tag === 'style' ? (text) => scanCss(text, this.#scan) : undefined;
  }

  /** Scans JSON-LD, whose keys determine the URLs; JSON that doesn't parse is read like a script. */
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

  /** Checks that references are decoded in a script or a style: in SVG and MathML, except in CDATA. */
  #isForeign(from: number, to: number): boolean {
    const around = this.#foreign.at(-1);
    return (around === 'svg' || around === 'math') && !this.#html.slice(from, to).includes('<![CDATA[');
  }

  #closeForeign(tag: string): void {
    const at = this.#foreign.lastIndexOf(tag);
    if (at >= 0) this.#foreign.length = at;
  }

  #closeTag(start: number, end: number): void {
    this.#scanTagName(start, end);
    const tag = this.#html.slice(start, end).toLowerCase();
    if (CODE_ELEMENTS.has(tag)) this.#codeElements = Math.max(0, this.#codeElements - 1);
    this.#closeForeign(tag);
  }

  #scanTagName(start: number, end: number): void {
    this.#flushText();
    this.#tag = '';
    this.#add(this.#scan.find(this.#html.slice(start, end), htmlEncoders['name-number']), start);
  }

  #openTag(start: number, end: number): void {
    this.#scanTagName(start, end);
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#scriptGoal = undefined;
    if (FOREIGN_ELEMENTS.has(this.#tag)) this.#foreign.push(this.#tag);
    if (CODE_ELEMENTS.has(this.#tag)) this.#codeElements += 1;
  }

  #startAttribute(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
    this.#valueFrom = -1;
    this.#valueTo = -1;
    this.#nameFrom = this.pieces.length;
    const isSyntax = FRAMEWORK_ATTRIBUTE.test(this.#attribute);
    this.#add(this.#scan.find(this.#html.slice(start, end), htmlEncoders.name, isSyntax), start);
  }

  #endAttribute(quote: QuoteType): void {
    const hasValue = this.#valueFrom >= 0 && quote !== QuoteType.NoValue;
    const valueFrom = this.pieces.length;
    if (hasValue) this.#scanAttributeValue(quote);
    const isFilled = this.pieces.length > valueFrom;
    if (isFilled) this.#restrictName(valueFrom);
    if (this.#tag !== 'script' || this.#attribute !== 'type') return;
    const value = hasValue
      ? decodeHtmlText(this.#html.slice(this.#valueFrom, this.#valueTo)).text.trim()
      : '';
    // a row could set any type, so the script has to be safe in each of them
    this.#scriptGoal ??= isFilled ? 'unknown' : getScriptGoal(value);
  }

  #scanAttributeValue(quote: QuoteType): void {
    const from = this.#valueFrom;
    const to = this.#valueTo;
    const isBare = quote === QuoteType.Unquoted;
    const mark = isBare ? this.#chooseQuote(from, to) : quote === QuoteType.Single ? "'" : '"';
    const before = this.pieces.length;
    this.#addDecoded({ from, to, encoder: htmlEncoders[`attr${mark}`] }, (text) =>
      this.#scan.constructs.scanApart(text, () => this.#scanAttribute(text)),
    );
    if (isBare && this.pieces.length > before) this.#quote({ from, to, mark }, before);
  }

  /** Allows only digits in the attribute's name, so that a row that fills its value can't choose the attribute. */
  #restrictName(to: number): void {
    for (let at = this.#nameFrom; at < to; at += 1) {
      const piece = this.pieces[at];
      if (piece?.kind === 'hole') this.pieces[at] = { ...piece, encoders: [htmlEncoders['name-number']] };
    }
  }

  #chooseQuote(from: number, to: number): Quote {
    return this.#html.slice(from, to).includes("'") ? '"' : "'";
  }

  /** Puts quotes around an unquoted value, which a row could make empty or give spaces. */
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
        scanString: (string) => scan.scanInner(string, 'plain'),
      });
    const isSyntax = FIELD_ATTRIBUTES.has(this.#attribute);
    return scan.scanNamed(this.#attribute, () => scan.findAll(text, undefined, { isSyntax, kind: 'plain' }));
  }

  #scanComment(start: number, end: number): void {
    this.#flushText();
    const text = this.#html.slice(start, end).replace(/--!?$/, '');
    if (!this.#scan.mayContainPiece(text)) return;
    const found = this.#scan.codecs.findCommentJson?.(text);
    const data = text.slice(found?.from, found?.to);
    const json = found && outlineJson(data, this.#scan);
    if (!json) {
      this.#scanPlainComment(text, { start, end });
      return;
    }
    const scanned = scanJson(data, json, { encoder: found.encoder, scanString: this.#strings.block });
    this.#add(scanned, start + found.from);
  }

  #scanPlainComment(text: string, at: { start: number; end: number }): void {
    const { start } = at;
    const holes = this.#scan.findAll(text, htmlEncoders.comment, { isSyntax: isConditional });
    const first = holes[0]?.start;
    if (first === undefined) return;
    this.#add(withJoins(text, holes, joinComment), start);
    const mark = /<(?:!--|[!/]?)$/.exec(this.#html.slice(Math.max(0, start - 4), start))?.[0];
    if (mark === '<!--') this.#openComment(text, { first, start });
    else if (mark !== undefined) this.#closeBogus(start - mark.length, at);
  }

  /** Turns what browsers read as a comment (`</[x]>`, `<![x]>`) into a comment that a value can't end. */
  #closeBogus(from: number, { start, end }: { start: number; end: number }): void {
    this.pieces.push({ kind: 'rewrite', start: from, end: start, text: '<!--' });
    if (this.#html[end] === '>') this.pieces.push({ kind: 'rewrite', start: end, end, text: '--' });
  }

  /** Escapes a `>` or `->` that would close the comment after an empty value at its beginning. */
  #openComment(text: string, at: { first: number; start: number }): void {
    const after = at.first === 0 ? /^(?:\[[^[\]]*\])+-?(?=>)/.exec(text)?.[0].length : undefined;
    if (after === undefined) return;
    this.pieces.push({ kind: 'rewrite', start: at.start + after, end: at.start + after + 1, text: '&gt;' });
  }
}

/** Scans an HTML text. */
export function scanHtml(html: string, scan: Scan, strings: StringScanners): Piece[] {
  if (!scan.mayContainPiece(html)) return [];
  return new HtmlScanner(html, scan, strings).scan();
}
