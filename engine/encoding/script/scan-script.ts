/**
 * Scripts, attributes that run and JSON-LD inside HTML. acorn says what is a string, with stand-ins for the
 * placeholders: in a string a value is its text, outside of strings only a number, `true`, `false` or
 * `null`, and in what acorn refuses only what is harmless in every place.
 */
import { decodeHtmlText } from '../../text/html-reference.ts';
import { decodeMatches } from '../../text/source-text.ts';
import { mayHoldPlaceholder } from '../layers.ts';
import { joinReference } from '../html/join-html.ts';
import { TAG_START, withJoins } from '../join.ts';
import { type Piece, type Range, comparePieces, liftPieces, shiftPieces } from '../piece.ts';
import type { Scan } from '../scan.ts';
import { WORD_BEFORE_VALUE, joinCode, joinScript, joinScriptComment, joinTemplate } from './join-script.ts';
import {
  type CodePlace,
  type ParsedScript,
  type ScriptGoal,
  type ScriptSegment,
  parseScript,
} from './parse-script.ts';
import type { Encoder } from '../../text/encoder.ts';
import { plainEncoders } from '../encoders.ts';
import { scriptEncoders } from './encode-script.ts';
import { scanRegexp } from './scan-regexp.ts';

export type ScanScriptString = (text: string, isAddress: boolean) => Piece[];

export interface ScriptOptions {
  goal: ScriptGoal;
  /** Pieces of the text that a string stands for: it may hold HTML or JSON, or be an address. */
  scanString?: ScanScriptString;
}

const ENCODERS: Record<CodePlace, Encoder> = {
  literal: scriptEncoders.literal,
  operand: scriptEncoders.literal,
  index: scriptEncoders['js-index'],
  digits: scriptEncoders['js-digits'],
  never: scriptEncoders['js-never'],
};

const COMMENT_ENCODERS = {
  comment: scriptEncoders['js-comment'],
  'html-comment': scriptEncoders['js-html-comment'],
};

/** Other escapes of a bracket than those that everybody writes. */
const RARE_ESCAPE = /\\(?:u\{0*5b|133)/i;

function mayHold(text: string): boolean {
  return mayHoldPlaceholder(text) || RARE_ESCAPE.test(text);
}

/** A placeholder here goes on with an escape: a letter leaves it as it is, or makes it none. */
const IN_ESCAPE = /\\[A-Za-z0-9{]{0,8}$/;
/** Before a string that is a list of classes: `el.className = "`, `classList.add("`, `class: "`. */
const CLASS_LIST = /class(?:names?|list|es)?(?:\.\w+)?["']?\s*[:=(]\s*["'`]?$/i;
/** A member of a number: `9.toFixed()` is none, `9 .toFixed()` is. */
const MEMBER = /^\.[\p{L}_$#]/u;

/** Digits, as only a number can be there; they keep their distance from words on both sides. */
function standInFor(text: string, { from, to }: Range): string {
  const before = text.slice(Math.max(0, from - 12), from);
  if (IN_ESCAPE.test(before)) return 'z'.repeat(to - from);
  const lead = WORD_BEFORE_VALUE.test(before) ? ' ' : '';
  const trail = MEMBER.test(text.slice(to, to + 2)) ? ' ' : '';
  return lead + '9'.repeat(to - from - lead.length - trail.length) + trail;
}

const ESCAPE =
  /\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[0-3][0-7]{0,2}|[4-7][0-7]?|\r\n|[^])/g;
const SHORT_ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '\n': '',
  '\r': '',
  '\r\n': '',
  '\u2028': '',
  '\u2029': '',
};

function decodeEscape(escape: string): string | undefined {
  const rest = escape.slice(1);
  const hex = /^(?:u\{?|x)([0-9a-fA-F]+)\}?$/.exec(rest)?.[1];
  const code = hex === undefined ? Number.parseInt(rest, 8) : Number.parseInt(hex, 16);
  if (hex === undefined && Number.isNaN(code)) return SHORT_ESCAPES[rest] ?? rest;
  return code > 0x10ffff ? undefined : String.fromCodePoint(code);
}

class ScriptScanner {
  readonly #text: string;
  readonly #scan: Scan;
  readonly #scanString: ScanScriptString;

  constructor(text: string, scan: Scan, { scanString }: ScriptOptions) {
    this.#text = text;
    this.#scan = scan;
    this.#scanString = scanString ?? ((string) => scan.findAll(string, undefined, { kind: 'plain' }));
  }

  parsed({ segments, places }: ParsedScript): Piece[] {
    return segments.flatMap((segment) =>
      shiftPieces(this.#segment(segment, places), segment.from).sort(comparePieces),
    );
  }

  #segment(segment: ScriptSegment, places: ParsedScript['places']): Piece[] {
    const { from, to, kind } = segment;
    const text = this.#text.slice(from, to);
    if (kind === 'string' || kind === 'template') return this.#string(text, segment);
    if (kind === 'regexp') return scanRegexp(text, this.#scan);
    if (kind === 'comment' || kind === 'html-comment')
      return withJoins(text, this.#scan.find(text, COMMENT_ENCODERS[kind], true), joinScriptComment);
    if (kind === 'jsx-text' || kind === 'jsx-attribute') return this.#jsx(text, kind, segment.use);
    return this.#code(text, (start) => places.get(start + from) ?? 'never');
  }

  #string(text: string, { kind, use, from: start }: ScriptSegment): Piece[] {
    if (!mayHold(text)) return [];
    const decoded = decodeMatches(text, ESCAPE, decodeEscape);
    const inner =
      use === 'run'
        ? scanScript(decoded.text, this.#scan, { goal: 'handler', scanString: this.#scanString })
        : this.#scan.named(
            CLASS_LIST.test(this.#text.slice(Math.max(0, start - 40), start)) ? 'class' : '',
            () => this.#scanString(decoded.text, use === 'address'),
          );
    const pieces = liftPieces(inner, (from, to) => decoded.range(from, to), scriptEncoders.js);
    return withJoins(text, pieces.sort(comparePieces), kind === 'template' ? joinTemplate : joinScript);
  }

  /** Text and attributes of JSX are those of HTML: with references, and without escapes. */
  #jsx(text: string, kind: 'jsx-text' | 'jsx-attribute', use: ScriptSegment['use']): Piece[] {
    if (!mayHoldPlaceholder(text)) return [];
    if (use === 'unread') return this.#scan.find(text, plainEncoders.harmless);
    const decoded = decodeHtmlText(text);
    const isAddress = use === 'address';
    const inner = isAddress
      ? this.#scanString(decoded.text, true)
      : this.#scan.findAll(decoded.text, undefined, { kind: 'plain' });
    const pieces = liftPieces(inner, (from, to) => decoded.range(from, to), scriptEncoders[kind]);
    return withJoins(text, pieces.sort(comparePieces), joinReference);
  }

  #code(text: string, placeAt: (start: number) => CodePlace): Piece[] {
    const holes = this.#scan.find(text, ({ from }) => ENCODERS[placeAt(from)], true);
    const ends = new Map(holes.map(({ start, end }) => [end, placeAt(start)]));
    const isValue = (end: number) => ['literal', 'operand'].includes(ends.get(end) ?? '');
    const pieces = holes.flatMap((hole): Piece[] => {
      if (placeAt(hole.start) !== 'operand') return [hole];
      const { start, end } = hole;
      return [
        { kind: 'rewrite', start, end: start, text: '(' },
        hole,
        { kind: 'rewrite', start: end, end, text: ')' },
      ];
    });
    return withJoins(text, pieces, (before, end) => (isValue(end) ? joinCode(before) : undefined));
  }

  /** What no parser reads: no tag can begin there, and no comment begin or end, with a value or without. */
  refused(): Piece[] {
    // nobody knows here whether a bracket is in a string
    const isSyntax = ({ name }: { name: string }) => this.#scan.columns.resolve(name) === undefined;
    return withJoins(
      this.#text,
      this.#scan.find(this.#text, plainEncoders.harmless, isSyntax),
      (before, end) => {
        const isApart = !/[*/]$/.test(before) || !/^[*/]/.test(this.#text.slice(end, end + 1));
        return isApart && !TAG_START.test(before) ? undefined : { length: 0, text: ' ' };
      },
    );
  }
}

/** Pieces of a script or of JSON in a `<script>`. */
export function scanScript(text: string, scan: Scan, options: ScriptOptions): Piece[] {
  if (!mayHold(text)) return [];
  const { scanCode: scanRun } = scan.codecs;
  return scanRun ? scanRun(text, (code) => scanCode(code, scan, options)) : scanCode(text, scan, options);
}

function scanCode(text: string, scan: Scan, options: ScriptOptions): Piece[] {
  const masked = scan.replace(text, (at) => standInFor(text, at));
  const parsed = parseScript(masked.text, masked.holes, options.goal);
  const scanner = new ScriptScanner(text, scan, options);
  return parsed ? scanner.parsed(parsed) : scanner.refused();
}
