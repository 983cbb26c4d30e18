/** Conditions of the page language: `geo_state = "TX" and not (population < 1,000 or phone)`. */
import { parseNumber } from '../text/parse-number.ts';
import { explainWords } from './explain-condition.ts';
import { DOUBLE_QUOTES, SINGLE_QUOTES } from './quotes.ts';

/** A construct of the page language that isn't written correctly. */
export interface MarkerFault {
  /** Explains what is wrong and how to write it. */
  reason: string;
}

/** Checks if reading a marker or a condition failed. */
export function isFault(read: object): read is MarkerFault {
  return 'reason' in read;
}

export type Operator = '=' | '!=' | 'contains' | '>' | '<' | '>=' | '<=';

export type Condition =
  /** Not empty. */
  | { kind: 'filled'; name: string }
  | { kind: 'compare'; name: string; operator: Operator; text: string }
  | { kind: 'not'; of: Condition }
  | { kind: 'and' | 'or'; of: readonly Condition[] };

/** Maximum nesting of parentheses, and of `not` in one place. */
const MAX_DEPTH = 20;
/** Parts of a condition; a word may contain an apostrophe. */
const TOKEN = new RegExp(
  '\\s*(?:(?<paren>[()])|(?<sign>!=|<=|>=|[=<>])' +
    `|[${DOUBLE_QUOTES}](?<double>[^${DOUBLE_QUOTES}]*)[${DOUBLE_QUOTES}]` +
    `|[${SINGLE_QUOTES}](?<single>.*?)[${SINGLE_QUOTES}](?=[\\s)]|$)` +
    `|(?<word>(?:[^\\s()=<>!${DOUBLE_QUOTES}]|!(?!=))+))`,
  'suy',
);
const NAME = /^[\p{L}\p{M}\p{N}\p{Cf} _-]*\p{L}[\p{L}\p{M}\p{N}\p{Cf} _-]*$/u;
const QUOTES = [
  [new RegExp(`[${DOUBLE_QUOTES}]`, 'g'), '"'],
  [new RegExp(`[${SINGLE_QUOTES}]`, 'g'), "'"],
] as const;
/** Signs of programming languages, and the words for them. */
const FOREIGN: Readonly<Record<string, string>> = { '&&': 'and', '&': 'and', '||': 'or' };

interface Token {
  kind: 'paren' | 'sign' | 'text' | 'word';
  text: string;
}

/** Checks if a text can be the name of a column in a construct. */
export function isConstructName(text: string): boolean {
  return NAME.test(text);
}

function tokenize(text: string): Token[] | MarkerFault {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  for (let at = 0; at < end; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(text)?.groups;
    const { paren, sign, word } = groups ?? {};
    const quoted = groups?.['double'] ?? groups?.['single'];
    if (!groups || (word !== undefined && SINGLE_QUOTES.includes(word.charAt(0))))
      return { reason: 'A quotation mark isn’t closed. Write the text like "TX".' };
    if (paren !== undefined) tokens.push({ kind: 'paren', text: paren });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted });
    else tokens.push({ kind: 'word', text: word ?? '' });
  }
  return tokens;
}

/** Thrown within this module only. */
class InvalidCondition extends Error {}

function checkComparison(operator: Operator, text: string): void {
  if (operator === 'contains' && text.trim() === '')
    throw new InvalidCondition('Write a text after contains, such as contains "Fort".');
  if (/^[<>]/.test(operator) && parseNumber(text) === undefined)
    throw new InvalidCondition(
      `${operator} compares numbers, and "${text.slice(0, 60)}" isn’t one. Write a number, such as ${operator} 1000, or compare texts with =.`,
    );
}

function findForeign(words: string): string | undefined {
  return words.split(' ').find((word) => Object.hasOwn(FOREIGN, word));
}

/** A recursive descent parser, one method for each level of precedence. */
class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Condition {
    const condition = this.#parseList('or', 0);
    const rest = this.#next;
    if (rest?.text === ')' && rest.kind === 'paren')
      throw new InvalidCondition('A closing parenthesis has no opening one. Remove it.');
    if (rest) throw new InvalidCondition(this.#explainRest(rest));
    return condition;
  }

  get #next(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #isWord(...words: string[]): boolean {
    return this.#next?.kind === 'word' && words.includes(this.#next.text.toLowerCase());
  }

  #take(kind: Token['kind'], text: string): boolean {
    const isNext =
      kind === 'word' ? this.#isWord(text) : this.#next?.kind === kind && this.#next.text === text;
    if (isNext) this.#at += 1;
    return isNext;
  }

  #explainRest({ kind, text }: Token): string {
    const shown = text.slice(0, 60);
    if (kind === 'sign')
      return `One comparison has two signs. Compare one column with one text, and join comparisons with "and" or "or".`;
    return `"${shown}" is left over. Write the text after the sign in quotes, and "and" or "or" between two comparisons.`;
  }

  #parseList(kind: 'and' | 'or', depth: number): Condition {
    const parsePart = () => (kind === 'or' ? this.#parseList('and', depth) : this.#parseNot(depth));
    const first = parsePart();
    const of = [first];
    while (this.#take('word', kind)) of.push(parsePart());
    return of.length === 1 ? first : { kind, of };
  }

  #parseNot(depth: number): Condition {
    let count = 0;
    while (this.#take('word', 'not')) count += 1;
    if (count > MAX_DEPTH) throw new InvalidCondition('"not" is repeated too often. Write it once.');
    let condition = this.#parsePrimary(depth);
    for (; count > 0; count -= 1) condition = { kind: 'not', of: condition };
    return condition;
  }

  #parsePrimary(depth: number): Condition {
    if (!this.#take('paren', '(')) return this.#parseComparison();
    if (depth === MAX_DEPTH)
      throw new InvalidCondition(`Parentheses are nested more than ${MAX_DEPTH} deep. Use fewer.`);
    const condition = this.#parseList('or', depth + 1);
    if (this.#take('paren', ')')) return condition;
    throw new InvalidCondition(
      this.#next ? this.#explainRest(this.#next) : 'A parenthesis isn’t closed. Add ")".',
    );
  }

  #parseComparison(): Condition {
    const name = this.#readWords('and', 'or', 'contains');
    if (name === '' || !NAME.test(name)) throw new InvalidCondition(this.#explainName(name));
    const operator = this.#readOperator(name);
    if (operator === undefined) return { kind: 'filled', name };
    const text = this.#readText(operator);
    checkComparison(operator, text);
    return { kind: 'compare', name, operator, text };
  }

  #explainName(name: string): string {
    const foreign = findForeign(name);
    if (name.includes('|') && foreign === undefined)
      return 'A condition has no filters. Compare the column itself, such as geo_state = "TX"; case doesn’t matter.';
    const explained = explainWords(name, () => false);
    if (explained !== undefined) return explained;
    if (foreign !== undefined) return `Write "${FOREIGN[foreign]}" instead of ${foreign}.`;
    if (name !== '')
      return `"${name.slice(0, 60)}" can’t be the name of a column. Use only letters, digits, spaces, "_" and "-", and put text after an operator.`;
    const { kind, text } = this.#next ?? {};
    if (kind === 'text') return `Write the name of a column without quotes: ${text?.slice(0, 60)}.`;
    return 'The name of a column is missing. Write the condition like geo_state = "TX".';
  }

  #readOperator(name: string): Operator | undefined {
    if (this.#take('word', 'contains')) return 'contains';
    const { kind, text = '' } = this.#next ?? {};
    if (kind === 'text') {
      const explained = explainWords(`${name} ${text}`, () => true);
      throw new InvalidCondition(
        explained ?? `Add an operator between the name and the text: ${name} = "${text}".`,
      );
    }
    if (kind !== 'sign') return undefined;
    this.#at += 1;
    if (this.#next?.kind !== 'sign') return text as Operator;
    const written = text + this.#next.text;
    const meant = written === '<>' ? '!=' : '=';
    throw new InvalidCondition(`Write ${meant} instead of ${written}.`);
  }

  #readText(operator: Operator): string {
    if (this.#next?.kind === 'text') {
      const { text } = this.#next;
      this.#at += 1;
      return text;
    }
    const text = this.#readWords('and', 'or', 'contains');
    const foreign = findForeign(text);
    // a name such as Smith & Sons needs no quotes
    if (foreign !== undefined && foreign !== '&')
      throw new InvalidCondition(
        `Write "${FOREIGN[foreign]}" instead of ${foreign}, or put the text in quotes.`,
      );
    if (text !== '') return text;
    throw new InvalidCondition(
      `A text is missing after ${operator}. Write it in quotes, such as ${operator} "TX"; "" is an empty text.`,
    );
  }

  /** Reads words up to one of those given; their spaces become single ones. */
  #readWords(...ends: string[]): string {
    const words: string[] = [];
    while (this.#next?.kind === 'word' && !this.#isWord(...ends)) {
      words.push(this.#next.text);
      this.#at += 1;
    }
    return words.join(' ');
  }
}

/** Parses a condition: `not` before `and` before `or`; quotes of all sorts are equal. */
export function parseCondition(text: string): Condition | MarkerFault {
  const tokens = tokenize(text);
  if (isFault(tokens)) return tokens;
  try {
    return new Parser(tokens).parse();
  } catch (error) {
    if (error instanceof InvalidCondition) return { reason: error.message };
    throw error;
  }
}

/** Lists the names that a condition reads, each once, as written. */
export function listNames(condition: Condition): string[] {
  if (condition.kind === 'filled' || condition.kind === 'compare') return [condition.name];
  if (condition.kind === 'not') return listNames(condition.of);
  return [...new Set(condition.of.flatMap(listNames))];
}

/** Makes texts equal that differ only in case, in the kind of their spaces and quotes, or in spaces around them. */
function fold(text: string): string {
  let folded = text.trim().replaceAll(/\s+/g, ' ').toUpperCase().normalize('NFC');
  for (const [quotes, straight] of QUOTES) folded = folded.replaceAll(quotes, straight);
  return folded;
}

function compareNumbers(operator: Operator, value: number, bound: number): boolean {
  if (operator === '<') return value < bound;
  if (operator === '>') return value > bound;
  return operator === '<=' ? value <= bound : value >= bound;
}

/** Receives the name and the text of a value that should be a number. */
export type ReportNoNumber = (name: string, text: string) => void;

/**
 * Evaluates a condition for one row, from left to right until the result is certain.
 * @param read returns the text of a name
 */
export function holds(
  condition: Condition,
  read: (name: string) => string,
  reportNoNumber: ReportNoNumber,
): boolean {
  const check = (part: Condition) => holds(part, read, reportNoNumber);
  switch (condition.kind) {
    case 'filled':
      return read(condition.name).trim() !== '';
    case 'not':
      return !check(condition.of);
    case 'and':
      return condition.of.every(check);
    case 'or':
      return condition.of.some(check);
    case 'compare': {
      const { name, operator, text } = condition;
      const value = read(name);
      if (operator === 'contains') return fold(value).includes(fold(text));
      if (operator === '=') return fold(value) === fold(text);
      if (operator === '!=') return fold(value) !== fold(text);
      const number = parseNumber(value);
      if (number === undefined) reportNoNumber(name, value);
      return number !== undefined && compareNumbers(operator, number, parseNumber(text) ?? Number.NaN);
    }
  }
}
