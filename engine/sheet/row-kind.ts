/** Recognizes rows that aren't pages: a repeated header, totals, and rows without a town. */
import { findCellError } from './cell-error.ts';
import type { SheetHeader } from './sheet-header.ts';

const TOTAL = /^(?:grand |sub-?)?totals?:?$|^sum:?$/i;
const FIGURE = /^[-+(]?\p{Sc}?\s?\d[\d.,\s]*[%)]?$/u;

/** Recognizes repeated headers and totals. */
export class RowKind {
  readonly #header: SheetHeader;
  readonly #firstName: string;

  constructor(header: SheetHeader) {
    this.#header = header;
    this.#firstName = (header.columns[0]?.name ?? '').toLowerCase();
  }

  #getText(cells: readonly string[], column: number): string {
    return (cells[this.#header.sources[column] ?? -1] ?? '').trim();
  }

  /** Checks if each cell holds the name of its column. */
  isRepeatedHeader(cells: readonly string[]): boolean {
    const first = cells[this.#header.sources[0] ?? -1] ?? '';
    if (this.#firstName === '') return false;
    if (first.length < this.#firstName.length || !first.toLowerCase().includes(this.#firstName)) return false;
    return this.#header.columns.every(
      ({ name }, column) => this.#getText(cells, column).toLowerCase() === name.toLowerCase(),
    );
  }

  /** Checks if the first cell with text is a word for totals, and all others are numbers. */
  isTotals(cells: readonly string[]): boolean {
    const { columns } = this.#header;
    const [word = '', ...others] = columns
      .map((_, column) => this.#getText(cells, column))
      .filter((text) => text !== '');
    return columns.length > 1 && TOTAL.test(word) && others.every((text) => FIGURE.test(text));
  }
}

/** Keys of columns with the town of a row. */
const TOWN_KEYS = new Set(['geocity', 'city', 'town', 'location']);
/** Matches letters and digits with a meaning; a formula over empty cells shows 0. */
const CONTENT = /[1-9A-Za-z]|\P{ASCII}/u;

/** Checks if the cell has no content: it is empty, 0, an unchecked box, or has only dashes and commas. */
const isUnfilled = (cell: string): boolean => !CONTENT.test(cell) || cell === 'FALSE';

/**
 * Finds rows without a town that hold only repeated values: formulas that were filled down past the last town,
 * columns of checkboxes, lines of dashes. They are skipped with one notice.
 * Rows are numbers.
 */
export class UnfilledRows {
  readonly #town: number | undefined;
  readonly #sources: readonly number[];
  /** Rows without content in any cell. */
  readonly #empty: number[] = [];
  /** Rows without a town, by their cells. */
  readonly #repeated = new Map<string, number[]>();
  #hasTown = false;

  constructor({ columns, sources }: SheetHeader) {
    const index = columns.findIndex(({ key }) => TOWN_KEYS.has(key));
    this.#town = sources[index];
    this.#sources = sources;
  }

  /** Checks if the row may have to be skipped, which `list` decides. */
  check(cells: readonly string[], row: number): boolean {
    // Without such a column it is unknown whether a row has a town.
    if (this.#town === undefined) return false;
    const town = cells[this.#town] ?? '';
    if (!isUnfilled(town)) {
      this.#hasTown = true;
      return false;
    }
    const isEmpty = (cell: string) => isUnfilled(cell) || findCellError(cell) !== undefined;
    if (this.#sources.every((source) => isEmpty(cells[source] ?? ''))) {
      this.#empty.push(row);
      return true;
    }
    const signature = this.#sources.map((source) => cells[source] ?? '').join('\0');
    const rows = this.#repeated.get(signature);
    if (rows) rows.push(row);
    else this.#repeated.set(signature, [row]);
    return true;
  }

  /** Lists the rows to skip. */
  list(): number[] {
    const repeated = this.#hasTown ? [...this.#repeated.values()].filter(({ length }) => length > 1) : [];
    return [...this.#empty, ...repeated.flat()].sort((one, other) => one - other);
  }
}
