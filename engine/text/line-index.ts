/** Finds lines of a text by position; for reports of many places. */
export class LineIndex {
  readonly #text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.#text = text;
    for (let next = text.indexOf('\n'); next >= 0; next = text.indexOf('\n', next + 1))
      // A trailing line break doesn't begin a line.
      if (next + 1 < text.length) this.#starts.push(next + 1);
  }

  /** Returns the index of the line (from 0) at the position. */
  findLine(position: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  getStart(line: number): number {
    return this.#starts[line] ?? this.#text.length;
  }

  /** Returns the text of a line without its break; `undefined` outside the text. */
  getText(line: number): string | undefined {
    const start = this.#starts[line];
    if (start === undefined) return undefined;
    let end = this.#starts[line + 1] ?? this.#text.length;
    // A regular expression would scan a line of 10 MB for each place in it.
    if (this.#text[end - 1] === '\n') end -= this.#text[end - 2] === '\r' ? 2 : 1;
    return this.#text.slice(start, Math.max(start, end));
  }
}
