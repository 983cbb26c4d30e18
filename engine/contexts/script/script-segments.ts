/**
 * Where strings, comments and regular expressions stand in a script. Written by hand, character by
 * character from one mark to the next: a regular expression for this runs out of stack on a long
 * string and in squares on a hostile one.
 */

export interface ScriptSegment {
  from: number;
  to: number;
  kind: 'code' | 'string' | 'comment' | 'regexp';
}

const MARK = /["'`/{}()]|<!--|-->/g;
const STRING_END: Record<string, RegExp> = { '"': /["\\\n]/g, "'": /['\\\n]/g };
const TEMPLATE_MARK = /[`\\]|\$\{/g;
const REGEXP_MARK = /[\\\n[\]/]/g;
const LINE_END = /[\n\r\u2028\u2029]/g;
/** Behind these a `/` begins a regular expression, behind all else it divides. */
const BEFORE_REGEXP =
  /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|void|delete|throw|else|do))$/;

/** A `{` behind these begins a block, behind all else that a value can follow an object. */
const BEFORE_BLOCK = /(?:^|[;:{})]|=>|\b(?:else|do))$/;

/** The `(…)` behind these is no value, so that a `/` behind it divides nothing. */
const HEAD = /\b(?:if|while|for|with)$/;

/** Index of the next match at or behind `from`; the text's end where there is none. */
function seek(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

class ScriptReader {
  readonly segments: ScriptSegment[] = [];
  readonly #text: string;
  /** Where the code in work begins. */
  #codeFrom = 0;
  /** Open braces of each `${` that the reader is in. */
  readonly #depths: number[] = [];
  /** What stands before the code in work, as far as it tells a division from a regular expression. */
  #carried = '';
  /** Of each open brace: is it that of an object? */
  readonly #objects: boolean[] = [];
  /** Of each open parenthesis: does it belong to an `if` or the like? */
  readonly #heads: boolean[] = [];
  /** Behind the last closing parenthesis of such a one. */
  #headEnd = -1;
  /** Behind the last closing brace of an object. */
  #objectEnd = -1;
  /** Up to here no `/` begins a regular expression: one was sought and the line ended first. */
  #dividesUntil = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): ScriptSegment[] {
    let at = 0;
    while (at < this.#text.length) {
      const mark = seek(MARK, this.#text, at);
      at = mark < this.#text.length ? this.#mark(mark) : mark;
    }
    this.#code(this.#text.length);
    return this.segments;
  }

  /** Takes in what begins with the mark; the index to go on from. */
  #mark(at: number): number {
    const mark = this.#text[at] ?? '';
    if (mark === '{' || mark === '}') return this.#brace(mark, at);
    if (mark === '(' || mark === ')') return this.#parenthesis(mark, at);
    if (mark === '`') return this.#template(at, at + 1);
    if (mark === '<' || mark === '-') return this.#htmlComment(mark, at);
    if (mark !== '/') return this.#push('string', at, this.#stringEnd(mark, at + 1));
    const next = this.#text[at + 1];
    if (next === '/') return this.#push('comment', at, seek(LINE_END, this.#text, at + 2));
    if (next === '*') {
      const close = this.#text.indexOf('*/', at + 2);
      return this.#push('comment', at, close < 0 ? this.#text.length : close + 2);
    }
    const end = at >= this.#dividesUntil && this.#mayBeRegexp(at) ? this.#regexpEnd(at + 1) : -1;
    return end < 0 ? at + 1 : this.#push('regexp', at, end);
  }

  /** `<!--` begins a comment of one line in scripts too, and so does `-->` at the beginning of a line. */
  #htmlComment(mark: string, at: number): number {
    const line = this.#text.slice(Math.max(0, at - 200), at);
    if (mark === '-' && !/(?:^|[\n\r\u2028\u2029])\s*$/.test(line)) return at + 3;
    return this.#push('comment', at, seek(LINE_END, this.#text, at + 3));
  }

  #code(to: number): void {
    if (to <= this.#codeFrom) return;
    const code = this.#codeBefore(to);
    if (code !== '') this.#carried = code.slice(-12);
    this.segments.push({ from: this.#codeFrom, to, kind: 'code' });
  }

  #push(kind: ScriptSegment['kind'], from: number, to: number): number {
    this.#code(from);
    this.segments.push({ from, to, kind });
    if (kind !== 'comment') this.#carried = ')';
    this.#codeFrom = to;
    return to;
  }

  #parenthesis(mark: string, at: number): number {
    if (mark === '(') this.#heads.push(HEAD.test(this.#codeBefore(at).slice(-12)));
    else if (this.#heads.pop() === true) this.#headEnd = at + 1;
    return at + 1;
  }

  /** The code in work up to `at`, its end alone, without blanks. */
  #codeBefore(at: number): string {
    return this.#text.slice(Math.max(this.#codeFrom, at - 200), at).trimEnd();
  }

  #brace(mark: string, at: number): number {
    const depth = this.#depths.at(-1);
    if (mark === '}' && depth === 0) {
      this.#depths.pop();
      return this.#template(at, at + 1);
    }
    if (depth !== undefined) this.#depths[this.#depths.length - 1] = depth + (mark === '{' ? 1 : -1);
    if (mark === '{') this.#objects.push(this.#beginsObject(at));
    else if (this.#objects.pop() === true) this.#objectEnd = at + 1;
    return at + 1;
  }

  /** A template literal, or what follows a `${…}` of one. */
  #template(start: number, from: number): number {
    let at = from;
    for (;;) {
      const mark = seek(TEMPLATE_MARK, this.#text, at);
      if (this.#text[mark] === '\\') at = mark + 2;
      else if (this.#text[mark] === '$') {
        this.#depths.push(0);
        this.#push('string', start, mark + 2);
        this.#carried = '(';
        return mark + 2;
      } else return this.#push('string', start, Math.min(mark + 1, this.#text.length));
    }
  }

  #stringEnd(quote: string, from: number): number {
    const pattern = STRING_END[quote] as RegExp;
    let at = from;
    for (;;) {
      const mark = seek(pattern, this.#text, at);
      if (this.#text[mark] === '\\') at = mark + 2;
      else return this.#text[mark] === quote ? mark + 1 : mark;
    }
  }

  #beginsObject(at: number): boolean {
    const before = this.#codeBefore(at).slice(-12) || this.#carried;
    return BEFORE_REGEXP.test(before) && !BEFORE_BLOCK.test(before);
  }

  #mayBeRegexp(at: number): boolean {
    const code = this.#codeBefore(at);
    const end = at - (this.#text.slice(Math.max(this.#codeFrom, at - 200), at).length - code.length);
    if (code !== '' && end === this.#headEnd) return true;
    if (code !== '' && end === this.#objectEnd) return false;
    return BEFORE_REGEXP.test(code === '' ? this.#carried : code.slice(-12));
  }

  /** Behind the closing `/`; -1 where the line ends first. */
  #regexpEnd(from: number): number {
    let at = from;
    let inClass = false;
    for (;;) {
      const mark = seek(REGEXP_MARK, this.#text, at);
      const character = this.#text[mark];
      if (character === undefined || character === '\n') {
        this.#dividesUntil = mark;
        return -1;
      }
      if (character === '/' && !inClass) return mark + 1;
      if (character === '[') inClass = true;
      if (character === ']') inClass = false;
      at = mark + (character === '\\' ? 2 : 1);
    }
  }
}

/** The whole text in segments, in order and without gaps. */
export function readScriptSegments(text: string): ScriptSegment[] {
  return new ScriptReader(text).read();
}
