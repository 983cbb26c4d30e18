/**
 * Reads a script whose placeholders have stand-ins by acorn: finds its strings, templates and comments, and the
 * placeholders that are a number where any other value may be.
 */
import { tsPlugin } from '@sveltejs/acorn-typescript';
import { type Node, type Options, Parser, type Token, parse, tokTypes } from 'acorn';
import type { Range } from '../piece.ts';

/**
 * Way of running a text. A framework runs `attribute` (an expression, a list of statements or the members of an
 * object, awaited or not); `typescript` and `jsx` are compiled to a module;
 * `unknown` may be run in any way or only be read as JSON.
 */
export type ScriptGoal =
  | 'script'
  | 'module'
  | 'handler'
  | 'json'
  | 'attribute'
  | 'typescript'
  | 'jsx'
  | 'unknown';

export interface ScriptSegment extends Range {
  /**
   * Strings and templates are the text between their marks; all others include their marks.
   * `harmless`: a comment that ends with its line, as HTML has it; text and attributes of JSX.
   */
  kind: 'code' | 'string' | 'template' | 'comment' | 'harmless';
}

export interface ParsedScript {
  /** The whole text, in order and without gaps except for the marks of strings and templates. */
  segments: ScriptSegment[];
  /** Start of each placeholder that may be any number, `true`, `false` or `null`. */
  literals: ReadonlySet<number>;
}

/** A longer script isn't parsed: its tree takes forty times its size in memory. */
const MAX_SCRIPT_LENGTH = 4_000_000;
const MAX_COMPILED_LENGTH = 500_000;

interface Reading {
  before?: string;
  after?: string;
  options: Partial<Options>;
  /** Parses a language that is compiled to JavaScript. */
  parser?: () => typeof Parser;
}

const SCRIPT: Reading = { options: { sourceType: 'script' } };
const MODULE: Reading = { options: { sourceType: 'module' } };
const BODY: Reading = { options: { sourceType: 'script', allowReturnOutsideFunction: true } };
const EXPRESSION: Reading = { ...BODY, before: '(', after: '\n)' };
const MEMBERS: Reading = { ...BODY, before: '({', after: '\n})' };

function addAwait(reading: Reading): Reading {
  return { ...reading, options: { ...reading.options, allowAwaitOutsideFunction: true } };
}

/** Creates the parser when the first such script is read. */
function createCompiled(options: { jsx: boolean }): Reading {
  let parser: typeof Parser | undefined;
  return {
    options: { ...MODULE.options, locations: true },
    parser: () => (parser ??= Parser.extend(tsPlugin(options))),
  };
}

const READINGS: Record<ScriptGoal, readonly Reading[]> = {
  script: [SCRIPT],
  module: [MODULE],
  handler: [BODY],
  json: [EXPRESSION],
  attribute: [EXPRESSION, BODY, MEMBERS].flatMap((reading) => [reading, addAwait(reading)]),
  typescript: [createCompiled({ jsx: false })],
  jsx: [createCompiled({ jsx: true })],
  unknown: [SCRIPT, MODULE, EXPRESSION],
};

/** Collects what acorn reads, in positions of the text without the part before it. */
class ScriptReader {
  readonly #text: string;
  readonly #shift: number;
  /** Placeholder by the start of its digits. */
  readonly #holes: ReadonlyMap<number, Range>;
  readonly #spans: ScriptSegment[] = [];
  /** Placeholders that are a token of their own, by the start of the token. */
  readonly #numbers = new Map<number, number>();
  #end = -Infinity;
  #labels: readonly [string, string] = ['', ''];

  constructor(text: string, shift: number, holes: readonly Range[]) {
    this.#text = text;
    this.#shift = shift;
    this.#holes = new Map(holes.map((hole) => [hole.from + (text[hole.from] === ' ' ? 1 : 0), hole]));
  }

  addToken({ type, start, end }: Token): void {
    const from = start - this.#shift;
    const to = end - this.#shift;
    // the earlier tokens of a parser that backtracks don't count
    if (from < this.#end) throw new SyntaxError('read twice');
    const hole = type === tokTypes.num ? this.#holes.get(from) : undefined;
    if (hole && to <= hole.to) this.#numbers.set(start, hole.from);
    else if (type.label === 'jsxText' || (type === tokTypes.string && this.#isJsxAttribute()))
      this.#spans.push({ from, to, kind: 'harmless' });
    else if (type === tokTypes.string) this.#spans.push({ from: from + 1, to: to - 1, kind: 'string' });
    else if (type === tokTypes.template || type === tokTypes.invalidTemplate)
      this.#spans.push({ from, to, kind: 'template' });
    this.#end = to;
    this.#labels = [this.#labels[1], type.label];
  }

  /** Recognizes `name=` before the token. */
  #isJsxAttribute(): boolean {
    return this.#labels.join('') === 'jsxName=';
  }

  addComment(start: number, end: number): void {
    const from = start - this.#shift;
    // `<!--` and, at the beginning of a line, `-->` (ECMAScript, "HTML-like Comments")
    const kind = this.#text.startsWith('/', from) ? 'comment' : 'harmless';
    this.#spans.push({ from, to: end - this.#shift, kind });
  }

  finish(tree: Node): ParsedScript {
    const literals = new Set<number>();
    if (this.#numbers.size > 0)
      visitValues(tree, ({ start }) => {
        const hole = this.#numbers.get(start);
        if (hole !== undefined) literals.add(hole);
      });
    return { segments: this.#listSegments(), literals };
  }

  #listSegments(): ScriptSegment[] {
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

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Visits the literals that a negative number may replace. */
function visitValues(node: Node, visit: (literal: Node) => void): void {
  for (const [key, value] of Object.entries(node) as [string, unknown][]) {
    if (typeof value !== 'object') continue;
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (!isNode(child)) continue;
      if (child.type === 'Literal' && !bindsTighter(node, key)) visit(child);
      visitValues(child, visit);
    }
  }
}

/** A minus would apply to more than the number, and the name of a member can't have one. */
function bindsTighter(parent: Node, key: string): boolean {
  if (key === 'left') return 'operator' in parent && parent.operator === '**';
  if (key === 'key') return 'computed' in parent && parent.computed === false;
  return key === 'object' || key === 'callee' || key === 'superClass' || key === 'tag';
}

function readAs(text: string, reading: Reading, holes: readonly Range[]): ParsedScript | undefined {
  const { before = '', after = '', options, parser } = reading;
  const reader = new ScriptReader(text, before.length, holes);
  const parseText: typeof parse = parser ? (input, settings) => parser().parse(input, settings) : parse;
  try {
    const tree = parseText(before + text + after, {
      ecmaVersion: 'latest',
      ...options,
      onToken: (token) => reader.addToken(token),
      onComment: (...[, , start, end]) => reader.addComment(start, end),
    });
    return reader.finish(tree);
  } catch (error) {
    // a script that needs more than the stack is refused like a malformed one
    if (parser || error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Formats a parsed script so that equal ones have the same text. */
function toComparable({ segments, literals }: ParsedScript): string {
  return JSON.stringify([segments, [...literals].sort((a, b) => a - b)]);
}

/**
 * Parses a text with stand-ins for its placeholders in every way that its goal allows.
 *
 * @param holes the stand-ins, in order
 * @returns `undefined` if no reading succeeds, or two readings differ: its strings aren't certain then
 */
export function parseScript(
  text: string,
  holes: readonly Range[],
  goal: ScriptGoal,
): ParsedScript | undefined {
  const isCompiled = goal === 'typescript' || goal === 'jsx';
  if (text.length > (isCompiled ? MAX_COMPILED_LENGTH : MAX_SCRIPT_LENGTH)) return undefined;
  const [first, ...others] = READINGS[goal].flatMap((reading) => readAs(text, reading, holes) ?? []);
  if (first === undefined || others.length === 0) return first;
  const comparable = toComparable(first);
  return others.every((other) => toComparable(other) === comparable) ? first : undefined;
}
