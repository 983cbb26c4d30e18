/** Counts cleaned cells of a sheet, cells with suspicious characters, and ZIP codes without zeros: one notice per kind. */
import { isFormulaText } from './clean-cell.ts';
import { mayBeGarbled, repairGarbledText } from './garbled-text.ts';
import { toColumnKey } from './column-name.ts';
import type { SheetHeader } from './sheet-header.ts';
import { SHEET_PROBLEM, type SheetPlace, type SheetProblems } from './sheet-problem.ts';
import { cutText } from '../text/cut-text.ts';

/** Kinds in the order of their notices. */
const KINDS = ['trimmed', 'unwrapped', 'lineEnds', 'breaks', 'formulas', 'garbled', 'damaged'] as const;
type CellKind = (typeof KINDS)[number];

interface Count {
  cells: number;
  /** The first cell. */
  place: SheetPlace & { letter: string };
  /** The problem in the first cell. */
  sample: string;
}

/** Character that programs write for those they can't decode. */
const DAMAGED = '\ufffd';
const SAMPLE_CHARACTERS = 40;

/** Collects the notices of one sheet. */
export class CellNotices {
  readonly #counts = new Map<CellKind, Count>();
  readonly #getPlace: (column: number) => Count['place'];

  /** @param getPlace returns the place of a cell of the current row */
  constructor(getPlace: (column: number) => Count['place']) {
    this.#getPlace = getPlace;
  }

  add(kind: CellKind, column: number, sample = ''): void {
    const count = this.#counts.get(kind);
    if (count) count.cells += 1;
    else this.#counts.set(kind, { cells: 1, place: this.#getPlace(column), sample });
  }

  /** Checks a cleaned cell. */
  check(cell: string, column: number, isAscii: boolean): void {
    if (isFormulaText(cell)) this.add('formulas', column, cutText(cell, SAMPLE_CHARACTERS));
    if (isAscii) return;
    if (cell.includes(DAMAGED)) this.add('damaged', column, cutText(cell, SAMPLE_CHARACTERS));
    const repaired = mayBeGarbled(cell) ? repairGarbledText(cell) : undefined;
    if (repaired !== undefined) this.add('garbled', column, cutText(repaired, SAMPLE_CHARACTERS));
  }

  report(problems: SheetProblems): void {
    for (const kind of KINDS) {
      const count = this.#counts.get(kind);
      if (!count) continue;
      const { cells, sample } = count;
      const { letter, row, field } = count.place;
      const wording = SHEET_PROBLEM[kind]({ cells, first: `${letter}${row}`, sample });
      const problem = problems.add(wording, { row, field });
      if (kind === 'garbled') problem.repairable = cells;
    }
  }
}

interface ZipColumn {
  field: string;
  /** Index in a record. */
  source: number;
  /** Number of codes that are too short, and the row of the first. */
  short: number;
  row: number;
}

const SHORT_ZIP = /^\d{3,4}(?:-\d{4})?$/;

/** Counts ZIP codes without their leading zeros, which spreadsheets drop from numbers. */
export class ZipColumns {
  readonly #columns: ZipColumn[];

  constructor({ columns, sources }: SheetHeader) {
    this.#columns = columns.flatMap(({ name }, index) =>
      toColumnKey(name).includes('zip')
        ? [{ field: name, source: sources[index] ?? -1, short: 0, row: 0 }]
        : [],
    );
  }

  check(cells: readonly string[], row: number): void {
    for (const column of this.#columns) {
      if (!SHORT_ZIP.test(cells[column.source] ?? '')) continue;
      if (column.short === 0) column.row = row;
      column.short += 1;
    }
  }

  report(problems: SheetProblems): void {
    for (const { field, row, short } of this.#columns)
      if (short > 0) problems.add(SHEET_PROBLEM.zeroLost(short), { row, field });
  }
}
