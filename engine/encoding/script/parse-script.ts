/**
 * What acorn reads in a script whose placeholders have stand-ins: strings, templates, comments and regular
 * expressions, and for each placeholder outside of them which values the grammar takes in its place.
 */
import { tsPlugin } from '@sveltejs/acorn-typescript';
import { type Node, type Options, Parser, type Token, parse, tokTypes } from 'acorn';
import type { Range } from '../piece.ts';

/**
 * How a text is run. `attribute` is what a framework runs (an expression, a list of statements or the
 * members of an object, awaited or not); `translated` is TypeScript or JSX, which a compiler makes a script of;
 * `unknown` may be run in any way or only be read as JSON.
 */
export type ScriptGoal = 'script' | 'module' | 'handler' | 'json' | 'attribute' | 'translated' | 'unknown';

export interface ScriptSegment extends Range {
  /** Strings and templates are the text between their marks; all others hold their marks. */
  kind: 'code' | 'string' | 'template' | 'comment' | 'html-comment' | 'regexp' | 'jsx-text' | 'jsx-attribute';
  /** Of a string: it is run, as that of `setTimeout`, or opened as an address, as that of `location`. */
  use?: StringUse;
}

/** `unread`: in a language that isn't parsed, such as the style of a JSX element. */
export type StringUse = 'run' | 'address' | 'unread';

/**
 * What may be where a placeholder is in the code: a number or a word for one; the same in parentheses; a
 * number without a sign; digits that go on with a name or a number; nothing at all.
 */
export type CodePlace = 'literal' | 'operand' | 'index' | 'digits' | 'never';

export interface ParsedScript {
  /** The whole text, in order and without gaps but for the marks of strings and templates. */
  segments: ScriptSegment[];
  /** For each placeholder in the code, by its beginning. */
  places: Map<number, CodePlace>;
}

/** More than this is not parsed: the tree of a script takes forty times its size in memory. */
const LONGEST_SCRIPT = 4_000_000;
const MAX_TRANSLATED_LENGTH = 500_000;

interface Reading {
  before: string;
  after: string;
  options: Partial<Options>;
  /** Parses a language that is compiled to JavaScript. */
  parser?: () => typeof Parser;
}

const SCRIPT: Reading = { before: '', after: '', options: { sourceType: 'script' } };
const MODULE: Reading = { before: '', after: '', options: { sourceType: 'module' } };
const BODY: Reading = { ...SCRIPT, options: { ...SCRIPT.options, allowReturnOutsideFunction: true } };
const EXPRESSION: Reading = { ...BODY, before: '(', after: '\n)' };
const MEMBERS: Reading = { ...BODY, before: '({', after: '\n})' };

function awaited(reading: Reading): Reading {
  return { ...reading, options: { ...reading.options, allowAwaitOutsideFunction: true } };
}

/** Created when the first such script is read. */
function createOnce(options: { jsx: boolean }): () => typeof Parser {
  let parser: typeof Parser | undefined;
  return () => (parser ??= Parser.extend(tsPlugin(options)));
}

const TRANSLATED = [{ jsx: false }, { jsx: true }].flatMap((language) => {
  const parser = createOnce(language);
  return [SCRIPT, MODULE].map((reading) => ({
    ...reading,
    options: { ...reading.options, locations: true },
    parser,
  }));
});

const READINGS: Record<ScriptGoal, readonly Reading[]> = {
  script: [SCRIPT],
  module: [MODULE],
  handler: [BODY],
  json: [EXPRESSION],
  attribute: [EXPRESSION, BODY, MEMBERS].flatMap((reading) => [reading, awaited(reading)]),
  translated: [SCRIPT, MODULE, ...TRANSLATED],
  unknown: [SCRIPT, MODULE, EXPRESSION],
};

const RUN = /^(?:setTimeout|setInterval|execScript|eval|Function)\($/;
const OPENED = /^(?:(?:open|import)\(|from|import)$|^location\.(?:assign|replace)\($/;
const ADDRESS_SET = /(?:^|\.)location=$|\.(?:href|src|action|formAction)=$/;
const ATTRIBUTE_SET = /\((["'])(?:xlink:)?(?:href|src|action|formaction)\1,$/i;

const JSX_ADDRESS = /^(?:href|src|action|formAction|poster|xlinkHref)$/i;
const JSX_UNREAD = /^(?:on[a-z].*|style|srcDoc|srcSet|dangerouslySetInnerHTML)$/i;

function getJsxUse(name: string): { use?: StringUse } {
  if (JSX_UNREAD.test(name)) return { use: 'unread' };
  return JSX_ADDRESS.test(name) ? { use: 'address' } : {};
}

/** @param before the four tokens before the string */
function useOf(before: readonly string[]): StringUse | undefined {
  const all = before.join('');
  const two = before.slice(-2).join('');
  if (RUN.test(two)) return 'run';
  const [name = '', ...marks] = before.slice(-3);
  // an attribute of JSX whose value is an expression
  if (marks.join('') === '={' && JSX_ADDRESS.test(name)) return 'address';
  const isOpened = OPENED.test(two) || OPENED.test(before.at(-1) ?? '') || OPENED.test(all);
  return isOpened || ADDRESS_SET.test(all) || ATTRIBUTE_SET.test(all) ? 'address' : undefined;
}

/** Behind a value, where it may be the name of a member or be bound to what follows; or too far to see. */
const BESIDE_MORE = /^\s*(?:[.?*:(=`/]|$)/;
const BEHIND_MORE = /(?:\b(?:new|extends)|\/)\s*$|^\s+$/;

/** Takes in tokens and comments as acorn reads them, in places of the text without what is before it. */
class ScriptReader {
  readonly #text: string;
  readonly #shift: number;
  readonly #holes: readonly Range[];
  readonly #spans: ScriptSegment[] = [];
  readonly #places = new Map<number, CodePlace>();
  /** Placeholders that are a token of their own, by where acorn has the token. */
  readonly #wholes = new Map<number, number>();
  /** The tokens before the one that is read. */
  readonly #before: (Range & { label: string })[] = [];
  #next = 0;

  constructor(text: string, { before }: Reading, holes: readonly Range[]) {
    this.#text = text;
    this.#shift = before.length;
    this.#holes = holes;
  }

  token({ type, start, end }: Token): void {
    const at = { from: start - this.#shift, to: end - this.#shift, label: type.label };
    // a parser that backtracks has read the earlier places in a way that doesn't count
    if (at.from < (this.#before.at(-1)?.to ?? at.from)) throw new SyntaxError('read twice');
    if (type.label === 'jsxText') this.#spans.push({ from: at.from, to: at.to, kind: 'jsx-text' });
    else if (type === tokTypes.string && this.#isJsxAttribute())
      this.#spans.push({ from: at.from + 1, to: at.to - 1, kind: 'jsx-attribute', ...this.#jsxUse() });
    else if (type === tokTypes.string)
      this.#spans.push({ from: at.from + 1, to: at.to - 1, kind: 'string', ...this.#use(at) });
    else if (type === tokTypes.template || type === tokTypes.invalidTemplate)
      this.#spans.push({ from: at.from, to: at.to, kind: 'template', ...this.#use(at) });
    else if (type === tokTypes.regexp) this.#spans.push({ from: at.from, to: at.to, kind: 'regexp' });
    else this.#code(at, type === tokTypes.num || type === tokTypes.name);
    // the mark of a template says nothing of its use
    if (type !== tokTypes.backQuote) this.#before.push(at);
    if (this.#before.length > 4) this.#before.shift();
  }

  /** After `name=` of a JSX element, where references count and backslashes don't. */
  #isJsxAttribute(): boolean {
    return this.#before.at(-1)?.label === '=' && this.#before.at(-2)?.label === 'jsxName';
  }

  #jsxUse(): { use?: StringUse } {
    const name = this.#before.at(-2);
    return name === undefined ? {} : getJsxUse(this.#text.slice(name.from, name.to));
  }

  #use({ from, to }: Range): { use?: StringUse } {
    for (let hole = this.#holes[this.#next]; hole && hole.to <= from; hole = this.#holes[this.#next])
      this.#next += 1;
    // one may be written with escapes
    const mayHold = (this.#holes[this.#next]?.from ?? to) < to || this.#text.slice(from, to).includes('\\');
    if (!mayHold) return {};
    const use = useOf(this.#before.map((token) => this.#text.slice(token.from, token.to)));
    return use === undefined ? {} : { use };
  }

  comment(start: number, end: number): void {
    const from = start - this.#shift;
    // `<!--` and, at the beginning of a line, `-->` (ECMAScript, "HTML-like Comments")
    const isHtml = !this.#text.startsWith('/', from);
    this.#spans.push({ from, to: end - this.#shift, kind: isHtml ? 'html-comment' : 'comment' });
  }

  #code({ from, to }: Range, isWord: boolean): void {
    for (let hole = this.#holes[this.#next]; hole && hole.from < to; hole = this.#holes[this.#next]) {
      this.#next += 1;
      if (hole.to <= from) continue;
      if (isWord && hole.from <= from && hole.to >= to) this.#whole(hole, from);
      else this.#places.set(hole.from, isWord ? this.#part(hole, from) : 'never');
    }
  }

  /** Most are arguments or members; the tree is asked only where they may be more. */
  #whole(hole: Range, tokenFrom: number): void {
    const before = this.#text.slice(Math.max(0, tokenFrom - 20), tokenFrom);
    const after = this.#text.slice(hole.to, hole.to + 20);
    if (BESIDE_MORE.test(after) || BEHIND_MORE.test(before))
      this.#wholes.set(tokenFrom + this.#shift, hole.from);
    else this.#places.set(hole.from, 'literal');
  }

  /** A placeholder that is a part of a name or number. */
  #part(hole: Range, tokenFrom: number): CodePlace {
    if (hole.from > tokenFrom) return 'digits';
    // a zero before further digits is another number
    return /[0-9_]/.test(this.#text[hole.to] ?? '') ? 'never' : 'index';
  }

  finish(tree: Node): ParsedScript {
    for (const { start, place } of placesOf(tree, [...this.#wholes.keys()])) {
      const hole = this.#wholes.get(start);
      if (hole !== undefined) this.#places.set(hole, place);
    }
    return { segments: this.#segments(), places: this.#places };
  }

  #segments(): ScriptSegment[] {
    const segments: ScriptSegment[] = [];
    let last = 0;
    for (const span of this.#spans.sort((a, b) => a.from - b.from)) {
      if (span.from > last) segments.push({ from: last, to: span.from, kind: 'code' });
      if (span.to > span.from) segments.push(span);
      last = span.to;
    }
    if (last < this.#text.length) segments.push({ from: last, to: this.#text.length, kind: 'code' });
    return segments;
  }
}

function* childrenOf(node: Node): Iterable<Node> {
  for (const value of Object.values(node) as unknown[]) {
    if (!Array.isArray(value)) {
      if (isNode(value)) yield value;
      continue;
    }
    for (const each of value) if (isNode(each)) yield each;
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Where the literals at these places (in order) are in the tree; a stack of our own, as trees can be deep. */
function* placesOf(tree: Node, starts: readonly number[]): Iterable<{ start: number; place: CodePlace }> {
  const waiting = starts.length === 0 ? [] : [{ node: tree, parent: tree }];
  const statements = new Set<number>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, parent } = next;
    if (node.type === 'ExpressionStatement') statements.add(node.start);
    if (node.type === 'Literal') {
      const place = placeIn(parent, node);
      // a parenthesis at the beginning of a statement would go on with the one before
      yield { start: node.start, place: place === 'operand' && statements.has(node.start) ? 'never' : place };
    }
    for (const child of childrenOf(node))
      if (holdsAny(child, starts)) waiting.push({ node: child, parent: node });
  }
}

function holdsAny({ start, end }: Node, starts: readonly number[]): boolean {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return (starts[low] ?? end) < end;
}

/** A sign before a number binds less than these, and a name of a member has none. */
function placeIn(parent: Node, literal: Node): CodePlace {
  const at = Object.entries(parent).find(([, value]) => value === literal)?.[0];
  if (at === 'object' || at === 'callee' || at === 'superClass') return 'operand';
  if (at === 'left' && 'operator' in parent && parent.operator === '**') return 'operand';
  return at === 'key' && 'computed' in parent && parent.computed === false ? 'index' : 'literal';
}

function readAs(text: string, reading: Reading, holes: readonly Range[]): ParsedScript | undefined {
  const reader = new ScriptReader(text, reading, holes);
  const { before, after, options, parser } = reading;
  const parseText: typeof parse = parser ? (input, settings) => parser().parse(input, settings) : parse;
  try {
    const tree = parseText(before + text + after, {
      ecmaVersion: 'latest',
      ...options,
      onToken: (token) => reader.token(token),
      onComment: (...[, , start, end]) => reader.comment(start, end),
    });
    return reader.finish(tree);
  } catch (error) {
    // more than the stack holds is refused like a mistake
    if (parser || error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Comparable: two readings that agree have the same. */
function formOf({ segments, places }: ParsedScript): string {
  return JSON.stringify([segments, [...places].sort(([a], [b]) => a - b)]);
}

/**
 * A text with stand-ins for its placeholders, read in every way that its goal allows.
 *
 * @param holes where the stand-ins are, in order
 * @returns nothing where no way reads it or two read it differently: it is not known then what is a string
 */
export function parseScript(
  text: string,
  holes: readonly Range[],
  goal: ScriptGoal,
): ParsedScript | undefined {
  if (text.length > (goal === 'translated' ? MAX_TRANSLATED_LENGTH : LONGEST_SCRIPT)) return undefined;
  const readings = READINGS[goal].flatMap((reading) => readAs(text, reading, holes) ?? []);
  const [first, ...others] = readings;
  if (first === undefined || others.length === 0) return first;
  const form = formOf(first);
  return others.every((other) => formOf(other) === form) ? first : undefined;
}

/** Is this a whole regular expression? */
export function isRegexp(text: string): boolean {
  try {
    const [token] = parse(`(${text})`, { ecmaVersion: 'latest' }).body;
    return (
      token?.type === 'ExpressionStatement' &&
      token.expression.type === 'Literal' &&
      token.expression.regex !== undefined
    );
  } catch {
    return false;
  }
}
