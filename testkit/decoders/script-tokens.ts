/**
 * Compares a filled script, token by token as acorn reads it, with the same script that has a number for each
 * placeholder. Each value must be one string, one number or a part of one.
 */
import { type Options, type Token as AcornToken, parse, tokTypes } from 'acorn';

/** acorn's types lack a token's value. */
type Token = AcornToken & { value?: unknown };

/** Number in place of each placeholder. */
export const MARK = '7654321';
export const MARKED = /7654321/g;

/** A way to parse a script: text around it and acorn's options. */
export interface Reading {
  before: string;
  after: string;
  options: Partial<Options>;
}

const body: Partial<Options> = { allowReturnOutsideFunction: true };
/** The body of a function, such as an event handler. */
export const BODY: Reading = { before: '', after: '', options: body };
export const AWAITED: Reading = { ...BODY, options: { ...body, allowAwaitOutsideFunction: true } };
const MEMBERS: Reading = { ...AWAITED, before: '({', after: '\n})' };
/** Expressions that a framework evaluates. */
export const RUN: readonly Reading[] = [
  BODY,
  AWAITED,
  MEMBERS,
  { ...BODY, before: '(', after: '\n)' },
  { ...AWAITED, before: '(', after: '\n)' },
];

/** Returns `undefined` if acorn can't parse the script. */
export function readTokens(script: string, { before, after, options }: Reading): Token[] | undefined {
  const onToken: Token[] = [];
  try {
    parse(before + script + after, { ecmaVersion: 'latest', ...options, onToken });
    return onToken;
  } catch {
    return undefined;
  }
}

function isText({ type }: Token): boolean {
  return type === tokTypes.string || type === tokTypes.template;
}

/** Returns a token's meaning, independent of its spelling. */
function normalizeToken(token: Token): string {
  const { type, value } = token;
  if (isText(token)) return `${type.label} ${JSON.stringify(value)}`;
  return `${type.label} ${type === tokTypes.regexp ? '/' : String(value)}`;
}

const LITERALS = new Set(['num', 'true', 'false', 'null']);
const isLiteral = ({ type }: Token): boolean => LITERALS.has(type.label);

/** Returns the index after the literal, its sign and parentheses included, or -1. */
function skipLiteral(tokens: readonly Token[], at: number): number {
  const opening = tokens[at]?.type === tokTypes.parenL ? 1 : 0;
  const sign = tokens[at + opening]?.value === '-' ? 1 : 0;
  const literal = tokens[at + opening + sign];
  if (!literal || !isLiteral(literal)) return -1;
  const isClosed = opening === 0 || tokens[at + opening + sign + 1]?.type === tokTypes.parenR;
  return isClosed ? at + opening + sign + 1 + opening : -1;
}

export interface ExpectedValue {
  value: string;
  /** Returns a string's problem; by default it must equal the seed's string with the value in it. */
  compareString?: (base: string, filled: string) => string | undefined;
}

function compareToken(token: Token, other: Token | undefined, compared: ExpectedValue): string | undefined {
  const { value, compareString } = compared;
  // digits continue the number
  if (token.type === tokTypes.num && other?.type === tokTypes.num && String(token.value).includes('7'))
    return undefined;
  if (compareString && other && isText(token) && token.type === other.type)
    return compareString(String(token.value), String(other.value));
  const expected = normalizeToken(token).replaceAll(MARKED, () => JSON.stringify(value).slice(1, -1));
  if (other && normalizeToken(other) === expected) return undefined;
  return `${expected} became ${other ? normalizeToken(other) : 'nothing'}`;
}

/** Returns the first token that differs from the seed's, or `undefined`. */
export function findTokenMismatch(
  base: readonly Token[],
  filled: readonly Token[],
  compared: ExpectedValue,
): string | undefined {
  let at = 0;
  for (const token of base) {
    const other = filled[at];
    if (token.type === tokTypes.num && token.value === Number(MARK)) {
      at = skipLiteral(filled, at);
      if (at < 0) return `no literal: ${other ? normalizeToken(other) : 'nothing'}`;
      continue;
    }
    at += 1;
    const mismatch = compareToken(token, other, compared);
    if (mismatch !== undefined) return mismatch;
  }
  return filled.length === at ? undefined : `more than there was: ${filled.length - at}`;
}
