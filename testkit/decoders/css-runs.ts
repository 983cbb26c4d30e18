/**
 * A filled style sheet beside the same one with a word for each placeholder: the strings, addresses and
 * comments are the same, each value is a part of one, and outside of them no value has a structure.
 */
import { TokenType, tokenize } from '@csstools/css-tokenizer';
import { type CssToken, readCss } from './css.ts';

/** What a value outside of quotes may add, without a structure of its own. */
const WORDS = new Set<string>([
  TokenType.Ident,
  TokenType.Number,
  TokenType.Percentage,
  TokenType.Dimension,
  TokenType.Hash,
  TokenType.Delim,
  TokenType.Whitespace,
]);

/** Kinds of all tokens but words, in order. */
function structureOf(css: string): string {
  return tokenize({ css })
    .map(([type]) => type)
    .filter((type) => !WORDS.has(type))
    .join(' ');
}

interface Run {
  kind: CssToken['kind'];
  text: string;
}

/** The characters outside of strings, addresses and comments as one text, empty between two of these. */
function runsOf(css: string): Run[] {
  const runs: Run[] = [{ kind: 'other', text: '' }];
  for (const { kind, text } of readCss(css)) {
    const last = runs.at(-1);
    if (kind !== 'other') runs.push({ kind, text }, { kind: 'other', text: '' });
    else if (last) last.text += text;
  }
  return runs;
}

/** A backslash before a placeholder goes with it, and a space keeps what could be joined apart. */
const bare = (text: string): string => text.replaceAll(/\\([^])/g, '$1').replaceAll(/\s/g, '');

function isAddress(before: Run | undefined): boolean {
  return before?.kind === 'other' && /(?:(?:url|src)\(|@import)\s*$/i.test(before.text);
}

function findStray(
  base: readonly Run[],
  filled: readonly Run[],
  fill: (text: string) => string,
): string | undefined {
  for (const [index, { kind, text }] of base.entries()) {
    const other = filled[index];
    // what is behind a malformed address has no form that two readers share
    if (kind === 'bad') return undefined;
    if (other?.kind !== kind) return `${kind} became ${other?.kind}`;
    if (kind === 'url' || kind === 'comment' || isAddress(base[index - 1])) continue;
    const expected = fill(text);
    const isSame = kind === 'string' ? other.text === expected : bare(other.text) === bare(expected);
    if (!isSame) return `${JSON.stringify(other.text)} instead of ${JSON.stringify(expected)}`;
  }
  return base.length === filled.length ? undefined : `${filled.length} runs instead of ${base.length}`;
}

/**
 * What is wrong with a filled style sheet; `undefined` for nothing.
 * @param base with a word for each placeholder, which `fill` puts the value in place of
 */
export function findStrayCss(
  base: string,
  filled: string,
  fill: (text: string) => string,
): string | undefined {
  const stray = findStray(runsOf(base), runsOf(filled), fill);
  return stray ?? (structureOf(filled) === structureOf(base) ? undefined : 'another structure');
}
