/** Detects ZIP codes without their leading zeros, which spreadsheets drop from numbers. */
import { toColumnKey } from './column-name.ts';
import type { SheetHeader } from './sheet-header.ts';
import { SHEET_PROBLEM, type SheetProblems } from './sheet-problem.ts';

interface ZipColumn {
  field: string;
  /** Index in a record. */
  source: number;
  /** Other countries have postal codes of four digits, so that one of five must be in the column. */
  needsWhole: boolean;
  hasWhole: boolean;
  /** Number of codes that are too short, and the row of the first. */
  short: number;
  row: number;
}

const SHORT = /^\s*\d{3,4}(?:-\d{4})?\s*$/;
const WHOLE = /^\s*\d{5}(?:-\d{4})?\s*$/;

/** Checks the ZIP codes of one sheet. */
export class ZipColumns {
  readonly #columns: ZipColumn[];

  constructor({ columns, sources }: SheetHeader) {
    this.#columns = columns.flatMap(({ name }, index) => {
      const [word] = /zip|post(?:al)?code/.exec(toColumnKey(name)) ?? [];
      if (word === undefined) return [];
      const source = sources[index] ?? -1;
      return [{ field: name, source, needsWhole: word !== 'zip', hasWhole: false, short: 0, row: 0 }];
    });
  }

  check(cells: readonly string[], row: number): void {
    for (const column of this.#columns) {
      const cell = cells[column.source] ?? '';
      column.hasWhole ||= WHOLE.test(cell);
      if (!SHORT.test(cell)) continue;
      if (column.short === 0) column.row = row;
      column.short += 1;
    }
  }

  report(problems: SheetProblems): void {
    for (const { field, row, short, needsWhole, hasWhole } of this.#columns) {
      if (short > 0 && (hasWhole || !needsWhole)) problems.add(SHEET_PROBLEM.zeroLost(short), { row, field });
    }
  }
}
