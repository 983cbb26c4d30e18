/** Rows that are no pages though they look like the others: a header once more, and sums. */
import { decodeByteString, encodeByteString } from './byte-string.ts';
import type { SheetHeader } from './sheet-header.ts';

const TOTAL = /^(?:grand |sub-?)?totals?:?$|^sum:?$/i;
const FIGURE = /^[-+(]?\p{Sc}?\s?\d[\d.,\s]*[%)]?$/u;

/** Asked for each row, so it looks at the first cell before it decodes any. */
export class RowKind {
  readonly #header: SheetHeader;
  readonly #firstName: string;

  constructor(header: SheetHeader) {
    this.#header = header;
    this.#firstName = encodeByteString(header.columns[0]?.name ?? '').toLowerCase();
  }

  #textOf(cells: readonly string[], column: number): string {
    return decodeByteString(cells[this.#header.sources[column] ?? -1] ?? '').trim();
  }

  /** Whether each cell holds the name of its column. */
  isHeaderAgain(cells: readonly string[]): boolean {
    const first = cells[this.#header.sources[0] ?? -1] ?? '';
    if (this.#firstName === '') return false;
    if (first.length < this.#firstName.length || !first.toLowerCase().includes(this.#firstName)) return false;
    return this.#header.columns.every(
      ({ name }, column) => this.#textOf(cells, column).toLowerCase() === name.toLowerCase(),
    );
  }

  /** Whether the cells are a word for totals and then figures or nothing. */
  isTotals(cells: readonly string[]): boolean {
    const { columns } = this.#header;
    const [word = '', ...others] = columns
      .map((_, column) => this.#textOf(cells, column))
      .filter((text) => text !== '');
    return columns.length > 1 && TOTAL.test(word) && others.every((text) => FIGURE.test(text));
  }
}
