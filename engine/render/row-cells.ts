/** The cells of the current row, loaded once into small arrays for the hot loops. */
import type { Table } from '../sheet/table.ts';

/**
 * One entry for each column; offsets are positions in the segment next to them. Valid until the next `load`, and
 * only for the requested columns.
 */
export class RowCells {
  readonly lengths: Uint32Array;
  readonly classes: Uint32Array;
  readonly offsets: Uint32Array;
  readonly segments: Uint8Array[];
  readonly #table: Table;
  readonly #columns: readonly number[];

  /** @param columns indexes of the columns to read, without duplicates */
  constructor(table: Table, columns: Iterable<number>) {
    const width = table.columns.length;
    this.#table = table;
    this.#columns = [...new Set(columns)];
    this.lengths = new Uint32Array(width);
    this.classes = new Uint32Array(width);
    this.offsets = new Uint32Array(width);
    this.segments = Array.from({ length: width }, () => new Uint8Array(0));
  }

  load(row: number): void {
    const first = row * this.lengths.length;
    for (const column of this.#columns) {
      const cell = first + column;
      this.lengths[column] = this.#table.getLength(cell);
      this.classes[column] = this.#table.getClasses(cell);
      this.offsets[column] = this.#table.getOffset(cell);
      this.segments[column] = this.#table.getSegment(cell);
    }
  }
}
