/**
 * Reads strings, `url()` and names as CSS Syntax Level 3 specifies, limited to the tokens of a list of
 * declarations.
 */

export interface CssToken {
  kind: 'string' | 'url' | 'comment' | 'bad' | 'other';
  text: string;
}

class CssReader {
  readonly tokens: CssToken[] = [];
  readonly #css: string;
  #at = 0;

  constructor(css: string) {
    // "Preprocessing the input stream"
    this.#css = css.replaceAll(/\r\n?|\f/g, '\n');
  }

  run(): CssToken[] {
    while (this.#at < this.#css.length) this.#token();
    return this.tokens;
  }

  #startsWith(text: string): boolean {
    return this.#css.slice(this.#at, this.#at + text.length).toLowerCase() === text;
  }

  #token(): void {
    const character = this.#css[this.#at] ?? '';
    if (this.#startsWith('/*')) this.#comment();
    else if (character === '"' || character === "'") this.#string(character);
    else if (this.#beginsUrl()) this.#url();
    else {
      // an escaped punctuation mark is part of a name
      const text = character === '\\' ? this.#css.slice(this.#at, this.#at + 2) : character;
      this.tokens.push({ kind: 'other', text });
      this.#at += text.length;
    }
  }

  /** False after a name character: `url(` is then part of a longer name. */
  #beginsUrl(): boolean {
    if (!this.#startsWith('url(') || /^url\(\s*["']/i.test(this.#css.slice(this.#at))) return false;
    return !/(?:[\w#@\\]|[^\0-\x7f]|(?<!<!-)-)$/.test(this.#css.slice(Math.max(0, this.#at - 4), this.#at));
  }

  #comment(): void {
    const end = this.#css.indexOf('*/', this.#at + 2);
    const to = end < 0 ? this.#css.length : end;
    this.tokens.push({ kind: 'comment', text: this.#css.slice(this.#at + 2, to) });
    this.#at = to + 2;
  }

  #string(quote: string): void {
    let text = '';
    for (this.#at += 1; this.#at < this.#css.length; ) {
      const character = this.#css[this.#at] ?? '';
      if (character === quote || character === '\n') {
        this.#at += 1;
        this.tokens.push({ kind: character === quote ? 'string' : 'bad', text });
        return;
      }
      text += character === '\\' ? this.#escape() : this.#next();
    }
    this.tokens.push({ kind: 'bad', text });
  }

  #url(): void {
    let text = '';
    for (this.#at += 4; /\s/.test(this.#css[this.#at] ?? ''); ) this.#at += 1;
    while (this.#at < this.#css.length) {
      const character = this.#css[this.#at] ?? '';
      if (character === ')') {
        this.#at += 1;
        this.tokens.push({ kind: 'url', text });
        return;
      }
      if (/["'(\s\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(character)) break;
      text += character === '\\' ? this.#escape() : this.#next();
    }
    this.tokens.push({ kind: 'bad', text });
  }

  #next(): string {
    const character = String.fromCodePoint(this.#css.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character;
  }

  /** "Consume an escaped code point"; an escaped line break continues the string. */
  #escape(): string {
    this.#at += 1;
    const hex = /^[0-9a-f]{1,6}/i.exec(this.#css.slice(this.#at, this.#at + 6))?.[0];
    if (hex === undefined) {
      const character = this.#next();
      return character === '\n' ? '' : character;
    }
    this.#at += hex.length;
    if (/^[\n\t ]/.test(this.#css[this.#at] ?? '')) this.#at += 1;
    return String.fromCodePoint(Number.parseInt(hex, 16));
  }
}

/** Reads the tokens in order; escapes are decoded in strings and URLs, not in comments. */
export function readCss(css: string): CssToken[] {
  return new CssReader(css).run();
}

/** Returns the only token of that kind. */
export function getOnlyCss(css: string, kind: CssToken['kind']): string {
  const found = readCss(css).filter((token) => token.kind === kind);
  const [token] = found;
  if (!token || found.length > 1) throw new Error(`${found.length} tokens of the kind ${kind} in ${css}`);
  return token.text;
}

/** Decodes the escapes of a text outside of strings, such as a comment. */
export function decodeCssEscapes(text: string): string {
  return text.replaceAll(/\\([0-9a-f]{1,6})[\n\t ]?/gi, (_match, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

/** Returns true if CSS allows the text outside of strings. */
export function isCssWord(value: string): boolean {
  return /^[\w%.#-]*$/.test(value) && /^\p{ASCII}*$/u.test(value);
}
