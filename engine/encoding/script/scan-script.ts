/**
 * Scripts, attributes that run and JSON-LD inside HTML. acorn finds the strings, with stand-ins for the
 * placeholders: in a string a value is its text, outside of strings only a number, `true`, `false` or
 * `null`, and in a script that acorn refuses only harmless characters.
 */
import { TAG_START, withJoins, type Join, separateStar, withoutBackslash } from '../join.ts';
import { type Piece, type Range, comparePieces, liftPieces, shiftPieces } from '../piece.ts';
import type { Scan } from '../scan.ts';
import { type ParsedScript, type ScriptGoal, type ScriptSegment, parseScript } from './parse-script.ts';
import type { Encoder } from '../../text/encoder.ts';
import { plainEncoders } from '../encoders.ts';
import { decodeScriptEscapes } from './decode-script.ts';
import { scriptEncoders } from './encode-script.ts';

/** An escape of one or two octal digits, which a digit of the value would continue. */
const OCTAL = /(?:^|[^\\])(?:\\\\)*\\([0-7]{1,2})$/;

function joinOctal(before: string): Join | undefined {
  const digits = OCTAL.exec(before)?.[1];
  if (digits === undefined) return undefined;
  const code = Number.parseInt(digits, 8).toString(16).padStart(2, '0');
  return { length: digits.length + 1, text: `\\x${code}` };
}

/** In a script a `<` could end the script with the value after it. */
function joinScript(before: string): Join | undefined {
  return withoutBackslash(before, (open) => joinOctal(open) ?? joinTagStart(open));
}

function joinTagStart(before: string): Join | undefined {
  const open = TAG_START.exec(before)?.[0];
  return open === undefined ? undefined : { length: open.length, text: `\\u003C${open.slice(1)}` };
}

/** Keywords that a value would join without a space: `return[lat]`. */
const WORD_BEFORE_VALUE =
  /(?:^|[^\p{L}\p{N}_$.\\])(?:await|case|default|delete|do|else|extends|in|instanceof|new|of|return|throw|typeof|void|yield)$/u;

/** Outside of strings a `-` would form a decrement with that of a negative number: `--5`. */
function joinCode(before: string): Join | undefined {
  return before.endsWith('-') || WORD_BEFORE_VALUE.test(before) ? { length: 0, text: ' ' } : undefined;
}

/** Joins in a template literal, where a `$` could begin code with the value after it: `$[price]`. */
function joinTemplate(before: string): Join | undefined {
  return withoutBackslash(before, (open) =>
    open.endsWith('$') ? { length: 1, text: '\\u0024' } : (joinOctal(open) ?? joinTagStart(open)),
  );
}

/** Joins in a comment of a script, which an empty value must not end. */
function joinScriptComment(before: string): Join | undefined {
  return separateStar(before) ?? joinTagStart(before);
}

export type ScanScriptString = (text: string, isAddress: boolean) => Piece[];

export interface ScriptOptions {
  goal: ScriptGoal;
  /** Scans the text of a string, which may hold HTML or JSON, or be an address. */
  scanString?: ScanScriptString;
}

/** An escape that the placeholder may continue. */
const IN_ESCAPE = /\\[A-Za-z0-9{]{0,8}$/;
/** Width of the text before a string that determines how it is used. */
const STRING_USE_WIDTH = 80;
const RUN = [
  /\b(?:setTimeout|setInterval|execScript|eval)\s*(?:\?\.\s*)?\($/,
  /\bFunction\s*\([^()]*$/,
  /\b(?:setAttribute|attr)\s*\(\s*(["'])on[a-z]+\1\s*,$/i,
];
const ADDRESS = [
  /\b(?:(?:open|import|location\s*\.\s*(?:assign|replace))\s*\(|from|import)$/,
  /(?:^|[.;{}()\n])\s*location\s*=$/,
  /\.\s*(?:href|src|action|formAction)\s*=$/,
  /\(\s*(["'])(?:xlink:)?(?:href|src|action|formaction)\1\s*,$/i,
  // an attribute of JSX whose value is an expression
  /\s(?:href|src|action|formAction|poster|xlinkHref)\s*=\s*\{$/i,
];
/** A list of classes: `el.className = "`, `classList.add("`, `class: "`. */
const CLASS_LIST = /class(?:names?|list|es)?(?:\.\w+)?["']?\s*[:=(]$/i;
/** A member of a number: acorn refuses `9.toFixed()` and reads `9 .toFixed()`. */
const MEMBER = /^\.[\p{L}_$#]/u;

/** Creates a number of the same length, with blanks that separate it from words on both sides. */
function createStandIn(text: string, { from, to }: Range): string {
  const before = text.slice(Math.max(0, from - 12), from);
  if (IN_ESCAPE.test(before)) return 'z'.repeat(to - from);
  const lead = WORD_BEFORE_VALUE.test(before) ? ' ' : '';
  const trail = MEMBER.test(text.slice(to, to + 2)) ? ' ' : '';
  return lead + '9'.repeat(to - from - lead.length - trail.length) + trail;
}

class ScriptScanner {
  readonly #text: string;
  readonly #scan: Scan;
  readonly #scanString: ScanScriptString;
  /** End of the text before a segment, without comments and runs of blanks. */
  #before = '';

  constructor(text: string, scan: Scan, { scanString }: ScriptOptions) {
    this.#text = text;
    this.#scan = scan;
    this.#scanString = scanString ?? ((string) => scan.findAll(string, undefined, { kind: 'plain' }));
  }

  scanParsed({ segments, literals }: ParsedScript): Piece[] {
    return segments.flatMap((segment) => {
      const pieces = this.#scan.constructs.scanApart(this.#text.slice(segment.from, segment.to), () =>
        this.#scanSegment(segment, literals),
      );
      if (segment.kind !== 'comment') this.#addBefore(segment);
      return shiftPieces(pieces, segment.from).sort(comparePieces);
    });
  }

  #addBefore({ from, to }: ScriptSegment): void {
    const code = this.#text
      .slice(from, to)
      .replaceAll(/\s+/g, (blanks) => (blanks.includes('\n') ? '\n' : ' '));
    this.#before = (this.#before + code).slice(-STRING_USE_WIDTH);
  }

  #scanSegment({ from, to, kind }: ScriptSegment, literals: ParsedScript['literals']): Piece[] {
    const text = this.#text.slice(from, to);
    if (kind === 'string') return this.#scanText(text, joinScript);
    if (kind === 'template') return this.#scanText(text, joinTemplate);
    if (kind === 'comment')
      return withJoins(text, this.#scan.find(text, scriptEncoders['js-comment'], true), joinScriptComment);
    if (kind === 'harmless') return this.scanHarmless(text, scriptEncoders['js-harmless']);
    const holes = this.#scan.find(
      text,
      (hole) => scriptEncoders[literals.has(hole.from + from) ? 'literal' : 'js-never'],
      true,
    );
    return withJoins(text, holes, joinCode);
  }

  /** Scans the text of a string or a template. */
  #scanText(text: string, join: typeof joinScript): Piece[] {
    if (!this.#scan.mayContainPiece(text)) return [];
    const decoded = decodeScriptEscapes(text);
    const pieces = liftPieces(
      this.#scanDecoded(decoded.text, this.#before.replace(/\s*["'`]$/, '')),
      (from, to) => decoded.range(from, to),
      scriptEncoders.js,
    );
    return withJoins(text, pieces.sort(comparePieces), join);
  }

  #scanDecoded(text: string, before: string): Piece[] {
    if (RUN.some((use) => use.test(before)))
      return scanScript(text, this.#scan, { goal: 'handler', scanString: this.#scanString });
    if (ADDRESS.some((use) => use.test(before))) return this.#scanString(text, true);
    return this.#scan.scanNamed(CLASS_LIST.test(before) ? 'class' : '', () => this.#scanString(text, false));
  }

  /** Scans a text whose strings aren't known: no tag or comment can begin or end there, whatever the value. */
  scanHarmless(text: string, encoder: Encoder): Piece[] {
    const isSyntax = ({ name }: { name: string }) => this.#scan.constructs.resolve(name) === undefined;
    return withJoins(text, this.#scan.find(text, encoder, isSyntax), (before, end) => {
      const isSafe = !/[*/]$/.test(before) || !/^[*/]/.test(text.slice(end, end + 1));
      return isSafe && !TAG_START.test(before) ? undefined : { length: 0, text: ' ' };
    });
  }
}

/** Scans a script or JSON in a `<script>`. */
export function scanScript(text: string, scan: Scan, options: ScriptOptions): Piece[] {
  if (!scan.mayContainPiece(text)) return [];
  const { scanCode: scanRun } = scan.codecs;
  return scanRun ? scanRun(text, (code) => scanCode(code, scan, options)) : scanCode(text, scan, options);
}

function scanCode(text: string, scan: Scan, options: ScriptOptions): Piece[] {
  const masked = scan.replace(text, (at) => createStandIn(text, at));
  const parsed = parseScript(masked.text, masked.holes, options.goal);
  const scanner = new ScriptScanner(text, scan, options);
  return parsed ? scanner.scanParsed(parsed) : scanner.scanHarmless(text, plainEncoders.harmless);
}
