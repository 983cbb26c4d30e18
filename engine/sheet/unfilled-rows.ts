/**
 * Finds rows without a town, only with values that a formula repeats: sheets whose formulas were filled down past the
 * last town, columns of checkboxes, lines of dashes. They are skipped with one notice.
 */
import { findCellError } from './cell-error.ts';
import type { SheetHeader } from './sheet-header.ts';

/** Names (as keys) of columns with the town of a row. */
const TOWN_KEYS = new Set(['geocity', 'city', 'town', 'location']);
/** Meaningful letters and digits: a formula over empty cells shows 0. */
const INK = /[1-9A-Za-z\u0080-\u00ff]/;

/** Is the cell without content: empty, dashes and commas, 0, an unchecked box? */
const isIdleCell = (cell: string): boolean => !INK.test(cell) || cell === 'FALSE';

/** Idle rows of one sheet; rows are indexes of its table, cells are byte strings. */
export class UnfilledRows {
  readonly #town: number | undefined;
  readonly #sources: readonly number[];
  /** Rows without a word in any cell. */
  readonly #silent: number[] = [];
  /** Rows without a town, by their cells. */
  readonly #alike = new Map<string, number[]>();
  #hasTown = false;

  constructor({ columns, sources }: SheetHeader) {
    const index = columns.findIndex(({ key }) => TOWN_KEYS.has(key));
    this.#town = sources[index];
    this.#sources = sources;
  }

  /** Can the row be skipped once all rows are known? */
  look(cells: readonly string[], row: number): boolean {
    // Without such a column it is unknown whether a row has a town.
    if (this.#town === undefined) return false;
    const town = cells[this.#town] ?? '';
    if (!isIdleCell(town)) {
      this.#hasTown = true;
      return false;
    }
    const isSilent = (cell: string) => isIdleCell(cell) || findCellError(cell) !== undefined;
    if (this.#sources.every((source) => isSilent(cells[source] ?? ''))) {
      this.#silent.push(row);
      return true;
    }
    const signature = this.#sources.map((source) => cells[source] ?? '').join('\0');
    const rows = this.#alike.get(signature);
    if (rows) rows.push(row);
    else this.#alike.set(signature, [row]);
    return true;
  }

  /** Indexes of the rows to skip. */
  list(): number[] {
    const repeated = this.#hasTown ? [...this.#alike.values()].filter(({ length }) => length > 1) : [];
    return [...this.#silent, ...repeated.flat()].sort((one, other) => one - other);
  }
}
