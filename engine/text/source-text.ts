/**
 * A decoded text that maps each of its characters to its position in the source. Placeholders are found in the decoded
 * text (`&quot;` is a quote there), but replaced in the source, so that everything around them is unchanged.
 */

/** A run of characters: copied from the source, or decoded from one range of it. */
interface Run {
  /** Start in the decoded text. */
  at: number;
  /** Start and end in the source. */
  from: number;
  to: number;
  copied: boolean;
}

/** Maps positions in `text` to positions in the source, in UTF-16 code units. */
export class SourceText {
  readonly text: string;
  readonly #runs: readonly Run[];

  constructor(text: string, runs: readonly Run[]) {
    this.text = text;
    this.#runs = runs;
  }

  /** Creates a text of the part `[from, to)` of a source, undecoded. */
  static window(source: string, from: number, to: number): SourceText {
    return new SourceText(source.slice(from, to), [{ at: 0, from, to, copied: true }]);
  }

  /** Returns the range in the source of the decoded characters `[from, to)`. */
  range(from: number, to: number): { start: number; end: number } {
    if (to <= from) {
      const start = this.#getStart(from);
      return { start, end: start };
    }
    return { start: this.#getStart(from), end: this.#getEnd(to - 1) };
  }

  #findRun(index: number): Run {
    let low = 0;
    let high = this.#runs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#runs[middle] as Run).at <= index) low = middle;
      else high = middle - 1;
    }
    return this.#runs[low] ?? { at: 0, from: 0, to: 0, copied: true };
  }

  #getStart(index: number): number {
    const run = this.#findRun(index);
    return run.copied ? run.from + (index - run.at) : run.from;
  }

  #getEnd(index: number): number {
    const run = this.#findRun(index);
    return run.copied ? run.from + (index - run.at) + 1 : run.to;
  }
}

/** Builds a decoded text from copied runs and replaced ranges of a source. */
export class SourceTextBuilder {
  #text = '';
  readonly #runs: Run[] = [];
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  copy(from: number, to: number): void {
    if (to <= from) return;
    this.#runs.push({ at: this.#text.length, from, to, copied: true });
    this.#text += this.#source.slice(from, to);
  }

  replace(from: number, to: number, decoded: string): void {
    if (decoded === '') return;
    this.#runs.push({ at: this.#text.length, from, to, copied: false });
    this.#text += decoded;
  }

  finish(): SourceText {
    return new SourceText(this.#text, this.#runs);
  }
}

/**
 * Decodes each match of `pattern` (global) in a source.
 * @param decode returns `undefined` to leave the match unchanged
 */
export function decodeMatches(
  source: SourceText | string,
  pattern: RegExp,
  decode: (match: string) => string | undefined,
): SourceText {
  const text = typeof source === 'string' ? source : source.text;
  const builder = new SourceTextBuilder(text);
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    const decoded = decode(match[0]);
    if (decoded === undefined) continue;
    builder.copy(last, match.index);
    builder.replace(match.index, match.index + match[0].length, decoded);
    last = match.index + match[0].length;
  }
  builder.copy(last, text.length);
  return builder.finish();
}
