/**
 * A decoded text that knows, for each of its characters, where it is in the text it was decoded
 * from. Placeholders are sought in what a reader of the context sees (`&quot;` is a quote there),
 * but replaced in the raw text, so that everything around them stays byte for byte as it was.
 */

/** A run of characters: copied one to one, or one source range that stands for a decoded text. */
interface Run {
  /** Where the run begins in the decoded text. */
  at: number;
  /** Where it begins and ends in the source. */
  from: number;
  to: number;
  copied: boolean;
}

/** Positions are UTF-16 units: those of `text` go in, those of the source come out. */
export class SourceText {
  readonly text: string;
  readonly #runs: readonly Run[];

  constructor(text: string, runs: readonly Run[]) {
    this.text = text;
    this.#runs = runs;
  }

  /** The part `[from, to)` of a source, undecoded. */
  static window(source: string, from: number, to: number): SourceText {
    return new SourceText(source.slice(from, to), [{ at: 0, from, to, copied: true }]);
  }

  /** Range in the source of the decoded characters `[from, to)`. */
  range(from: number, to: number): { start: number; end: number } {
    if (to <= from) {
      const start = this.#startOf(from);
      return { start, end: start };
    }
    return { start: this.#startOf(from), end: this.#endOf(to - 1) };
  }

  #runAt(index: number): Run {
    let low = 0;
    let high = this.#runs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#runs[middle] as Run).at <= index) low = middle;
      else high = middle - 1;
    }
    return this.#runs[low] ?? { at: 0, from: 0, to: 0, copied: true };
  }

  #startOf(index: number): number {
    const run = this.#runAt(index);
    return run.copied ? run.from + (index - run.at) : run.from;
  }

  #endOf(index: number): number {
    const run = this.#runAt(index);
    return run.copied ? run.from + (index - run.at) + 1 : run.to;
  }
}

/** Puts a decoded text together from copied runs and replaced ranges of a source. */
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
 * Decodes `[from, to)` of a source where each match of `pattern` (global) stands for what `decode`
 * makes of it; `undefined` leaves the match as it is.
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
