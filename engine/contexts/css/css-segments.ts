/** Where strings, comments and addresses stand in CSS (CSS Syntax Level 3), from mark to mark. */

export interface CssSegment {
  from: number;
  to: number;
  kind: 'bare' | 'comment' | '"' | "'" | 'url' | 'url"' | "url'";
}

/** `url(` behind a letter is another function, and behind a backslash every character is a letter. */
const MARK = /\\|["']|\/\*|(?<![\w#@]|[^\0-\x7f]|(?<!<!-)-)url\(/gi;
const STRING_END: Record<string, RegExp> = { '"': /["\\\n]/g, "'": /['\\\n]/g };
const BEHIND_BLANKS = /\S|$/g;

function seek(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** Index of the closing quote, or of what ends the string without one. */
function stringEnd(text: string, quote: string, from: number): number {
  const pattern = STRING_END[quote] as RegExp;
  let at = from;
  for (;;) {
    const mark = seek(pattern, text, at);
    if (text[mark] !== '\\') return Math.min(mark, text.length);
    at = mark + 2;
  }
}

class CssReader {
  readonly segments: CssSegment[] = [];
  readonly #text: string;
  #bareFrom = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): CssSegment[] {
    const { length } = this.#text;
    for (let mark = seek(MARK, this.#text, 0); mark < length; )
      mark = seek(MARK, this.#text, this.#take(mark));
    this.#push('bare', length, length);
    return this.segments;
  }

  #push(kind: CssSegment['kind'], from: number, to: number): number {
    if (from > this.#bareFrom) this.segments.push({ from: this.#bareFrom, to: from, kind: 'bare' });
    if (to > from) this.segments.push({ from, to, kind });
    this.#bareFrom = to;
    return to;
  }

  /** Takes in what begins with the mark; the index to go on from. */
  #take(mark: number): number {
    const character = this.#text[mark];
    if (character === '\\') return Math.min(mark + 2, this.#text.length);
    if (character === '/') return this.#push('comment', mark, this.#behind('*/', mark + 2));
    if (character === '"' || character === "'") return this.#string(character, character, mark + 1);
    const from = seek(BEHIND_BLANKS, this.#text, mark + 4);
    const quote = this.#text[from];
    if (quote === '"' || quote === "'") return this.#string(`url${quote}`, quote, from + 1);
    const close = this.#text.indexOf(')', from);
    return this.#push('url', from, close < 0 ? this.#text.length : close);
  }

  #behind(closer: string, from: number): number {
    const close = this.#text.indexOf(closer, from);
    return close < 0 ? this.#text.length : close + closer.length;
  }

  #string(kind: CssSegment['kind'], quote: string, from: number): number {
    const end = this.#push(kind, from, stringEnd(this.#text, quote, from));
    return this.#text[end] === quote ? end + 1 : end;
  }
}

/** The whole text in segments, in order; quotes and `url(` belong to the bare ones around. */
export function readCssSegments(text: string): CssSegment[] {
  return new CssReader(text).read();
}
