/**
 * A filled script beside the same script with a number for each placeholder: token by token, as acorn reads
 * both, it is that script, and each value is one string, one number or a part of one.
 */
import { type Options, type Token as AcornToken, parse, tokTypes } from 'acorn';

/** acorn's types leave out what a token holds. */
type Token = AcornToken & { value?: unknown };

/** Stands for each placeholder in the script that the filled one is compared with. */
export const MARK = '7654321';
export const MARKED = /7654321/g;

/** A way to read a script: what is put around it, and as what acorn reads it. */
export interface Reading {
  before: string;
  after: string;
  options: Partial<Options>;
}

const body: Partial<Options> = { allowReturnOutsideFunction: true };
/** The body of a function, as that of an event handler. */
export const BODY: Reading = { before: '', after: '', options: body };
export const AWAITED: Reading = { ...BODY, options: { ...body, allowAwaitOutsideFunction: true } };
const MEMBERS: Reading = { ...AWAITED, before: '({', after: '\n})' };
/** What a framework runs. */
export const RUN: readonly Reading[] = [
  BODY,
  AWAITED,
  MEMBERS,
  { ...BODY, before: '(', after: '\n)' },
  { ...AWAITED, before: '(', after: '\n)' },
];

/** `undefined` where acorn refuses the script. */
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

/** What a token says, whatever way it is written. */
function meaningOf(token: Token): string {
  const { type, value } = token;
  if (isText(token)) return `${type.label} ${JSON.stringify(value)}`;
  return `${type.label} ${type === tokTypes.regexp ? '/' : String(value)}`;
}

const LITERALS = new Set(['num', 'true', 'false', 'null']);
const isLiteral = ({ type }: Token): boolean => LITERALS.has(type.label);

/** The literal at that place, with the sign and the parentheses that it may have; -1 where there is none. */
function behindLiteral(tokens: readonly Token[], at: number): number {
  const opening = tokens[at]?.type === tokTypes.parenL ? 1 : 0;
  const sign = tokens[at + opening]?.value === '-' ? 1 : 0;
  const literal = tokens[at + opening + sign];
  if (!literal || !isLiteral(literal)) return -1;
  const isClosed = opening === 0 || tokens[at + opening + sign + 1]?.type === tokTypes.parenR;
  return isClosed ? at + opening + sign + 1 + opening : -1;
}

export interface JudgedValue {
  value: string;
  /** What is wrong with the text of a string; left out, it must be exactly the seed's with the value in it. */
  judgeString?: (base: string, filled: string) => string | undefined;
}

function judgeToken(token: Token, other: Token | undefined, judged: JudgedValue): string | undefined {
  const { value, judgeString } = judged;
  // a number that goes on with digits
  if (token.type === tokTypes.num && other?.type === tokTypes.num && String(token.value).includes('7'))
    return undefined;
  if (judgeString && other && isText(token) && token.type === other.type)
    return judgeString(String(token.value), String(other.value));
  const expected = meaningOf(token).replaceAll(MARKED, () => JSON.stringify(value).slice(1, -1));
  if (other && meaningOf(other) === expected) return undefined;
  return `${expected} became ${other ? meaningOf(other) : 'nothing'}`;
}

/** The first token of the filled script that is another one than that of the seed; `undefined` for none. */
export function findStrayToken(
  base: readonly Token[],
  filled: readonly Token[],
  judged: JudgedValue,
): string | undefined {
  let at = 0;
  for (const token of base) {
    const other = filled[at];
    if (token.type === tokTypes.num && token.value === Number(MARK)) {
      at = behindLiteral(filled, at);
      if (at < 0) return `no literal: ${other ? meaningOf(other) : 'nothing'}`;
      continue;
    }
    at += 1;
    const stray = judgeToken(token, other, judged);
    if (stray !== undefined) return stray;
  }
  return filled.length === at ? undefined : `more than there was: ${filled.length - at}`;
}
