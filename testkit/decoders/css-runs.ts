/**
 * Compares a filled style sheet with the same one that has a word for each placeholder: strings, URLs and
 * comments must match, each value must be a part of one, and outside of them no value may add structure.
 */
import { TokenType, tokenize } from '@csstools/css-tokenizer';
import { type CssToken, readCss } from './css.ts';

/** Tokens that a value outside of quotes may add. */
const WORDS = new Set<string>([
  TokenType.Ident,
  TokenType.Number,
  TokenType.Percentage,
  TokenType.Dimension,
  TokenType.Hash,
  TokenType.Delim,
  TokenType.Whitespace,
]);

/** Lists the types of all other tokens, in order. */
function getStructure(css: string): string {
  return tokenize({ css })
    .map(([type]) => type)
    .filter((type) => !WORDS.has(type))
    .join(' ');
}

interface Run {
  kind: CssToken['kind'];
  text: string;
}

/** Splits a style sheet into strings, URLs, comments and the text between them, which may be empty. */
function splitRuns(css: string): Run[] {
  const runs: Run[] = [{ kind: 'other', text: '' }];
  for (const { kind, text } of readCss(css)) {
    const last = runs.at(-1);
    if (kind !== 'other') runs.push({ kind, text }, { kind: 'other', text: '' });
    else if (last) last.text += text;
  }
  return runs;
}

/** Drops backslashes and spaces: filling removes a backslash before a placeholder and may add a space after it. */
const bare = (text: string): string => text.replaceAll(/\\([^])/g, '$1').replaceAll(/\s/g, '');

function isAddress(before: Run | undefined): boolean {
  return before?.kind === 'other' && /(?:(?:url|src)\(|@import)\s*$/i.test(before.text);
}

function findMismatch(
  base: readonly Run[],
  filled: readonly Run[],
  fill: (text: string) => string,
): string | undefined {
  for (const [index, { kind, text }] of base.entries()) {
    const other = filled[index];
    // readers disagree about what follows a malformed URL
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
 * Returns the problem of a filled style sheet, or `undefined`.
 * @param base with a word for each placeholder, which `fill` replaces with the value
 */
export function findCssMismatch(
  base: string,
  filled: string,
  fill: (text: string) => string,
): string | undefined {
  const mismatch = findMismatch(splitRuns(base), splitRuns(filled), fill);
  return mismatch ?? (getStructure(filled) === getStructure(base) ? undefined : 'The structure differs.');
}
