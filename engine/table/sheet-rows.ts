/**
 * Takes the records of a sheet one after the other, whatever they were read from: the first that is
 * not blank is the header, the others become rows of the table, with all that is wrong with them.
 */
import { SHEET_ROWS } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { findCellError } from './cell-error.ts';
import { isDownloadedSheet, removeFormulaGuard } from './formula-guard.ts';
import { RowKind } from './row-kind.ts';
import { readSheetHeader, type SheetHeader } from './sheet-header.ts';
import { DROPPED_LISTED, SHEET_BYTES } from './sheet-limits.ts';
import { columnLetter, SHEET_PROBLEM, SheetProblems } from './sheet-problem.ts';
import { TableBuilder } from './table-builder.ts';
import type { CellError, TableReading } from './table.ts';
import { ZipColumns } from './zip-columns.ts';

/** What the reader of the records knows about one of them. */
export interface RecordFlaws {
  isTooLong: boolean;
  /** May be the rest of a row above that has a stray quotation mark. */
  isTail: boolean;
  /** Index of the cell with text behind its closing quotation mark, or -1. */
  strayCell: number;
  /** Index of the cell whose quotation mark nothing closes and that was read as it stands, or -1. */
  literalCell: number;
}

/** Cells of one column with an error of the spreadsheet. */
interface ErrorColumn {
  cells: number;
  row: number;
  error: string;
}

/** Any byte but blanks. */
const INK = /[^\t-\r ]/;

function isBlank(cells: readonly string[]): boolean {
  for (const cell of cells) {
    if (cell !== '' && INK.test(cell)) return false;
  }
  return true;
}

/** `add` each record in order, then `end`: the table, or the faults that there is none for. */
export class SheetRows {
  readonly problems: SheetProblems;
  /** Nothing that follows is of interest: a limit of the whole sheet is passed. */
  isFull = false;
  /** Records so far, blank ones included. */
  recordCount = 0;
  #header: SheetHeader | undefined;
  #isDownloaded = false;
  #kind: RowKind | undefined;
  #zips: ZipColumns | undefined;
  /** The record that became a row last, and its number. */
  #last: readonly string[] = [];
  #lastRow = 0;
  readonly #file: string;
  readonly #hasEvenRows: boolean;
  readonly #builder = new TableBuilder();
  readonly #rowProblems = new Map<number, Problem[]>();
  readonly #cellErrors = new Map<number, CellError[]>();
  readonly #errorColumns = new Map<number, ErrorColumn>();
  readonly #namelessSeen = new Map<number, number>();
  /** Rows with text beyond the last column that has a name, and how far the widest of them reaches. */
  #wideRows = 0;
  #widest = 0;
  #droppedCells = 0;
  #hasFarCell = false;
  #utf8Cells = 0;
  #guessed: { cells: number; row: number; field: string | undefined } | undefined;

  /** `hasEvenRows`: the cells came apart already, so a row that is shorter or longer is no mistake. */
  constructor({ file, hasEvenRows }: { file: string; hasEvenRows: boolean }) {
    this.#file = file;
    this.#hasEvenRows = hasEvenRows;
    this.problems = new SheetProblems(file);
  }

  /** Cells of the header as it stands; 0 before it. */
  get width(): number {
    return this.#header?.width ?? 0;
  }

  /** The next record opens a quotation mark in its cell at `index` and nothing closes it: the sheet ends here. */
  addOpenQuote(index: number): void {
    const place = { row: this.recordCount + 1, field: this.#fieldAt(index) };
    this.problems.add(SHEET_PROBLEM.quoteOpen(columnLetter(index)), place);
    this.isFull = true;
  }

  /** Name of the column whose cells stand at this index of a record. */
  #fieldAt(index: number): string | undefined {
    const column = this.#header?.sources.indexOf(index) ?? -1;
    return this.#header?.columns[column]?.name;
  }

  /** The next record is the one with this number; those up to it are blank. */
  skipTo(record: number): void {
    this.recordCount = record - 1;
  }

  /** The next record has text in a column that is not read, because no table is so wide. */
  addFarCell(index: number): void {
    if (this.#hasFarCell) return;
    this.#hasFarCell = true;
    this.problems.add(SHEET_PROBLEM.farColumn(columnLetter(index)), { row: this.recordCount + 1 });
  }

  /** `cells` are byte strings. */
  add(cells: readonly string[], flaws?: RecordFlaws): void {
    this.recordCount += 1;
    if (isBlank(cells)) return;
    const row = this.recordCount;
    const header = this.#header;
    if (header === undefined) {
      this.#header = readSheetHeader(cells, row, this.problems);
      this.#isDownloaded = isDownloadedSheet(this.#header.columns);
      this.#kind = new RowKind(this.#header);
      this.#zips = new ZipColumns(this.#header);
      if (flaws) this.#judgeFlaws(flaws, row);
      return;
    }
    if (this.#builder.rowCount === SHEET_ROWS) {
      this.problems.add(SHEET_PROBLEM.tooManyRows(), { row });
      this.isFull = true;
      return;
    }
    this.#builder.addRow(row);
    if (flaws) this.#judgeFlaws(flaws, row);
    if (cells.length !== header.width || header.nameless.length > 0) this.#judgeWidth(cells, header);
    if (this.#kind?.isHeaderAgain(cells))
      this.#lose(this.problems.add(SHEET_PROBLEM.headerRepeated(), { row }));
    this.#zips?.look(cells, row);
    this.#last = cells;
    this.#lastRow = row;
    this.#addCells(cells, header);
    if (this.#builder.bytes > SHEET_BYTES) {
      this.problems.add(SHEET_PROBLEM.tooManyBytes(), { row });
      this.isFull = true;
    }
  }

  #addCells(cells: readonly string[], header: SheetHeader): void {
    const { sources } = header;
    for (let column = 0; column < sources.length; column += 1) {
      const written = cells[sources[column] ?? 0] ?? '';
      const cell = this.#isDownloaded ? removeFormulaGuard(written) : written;
      const added = this.#builder.addCell(cell);
      const error = findCellError(cell);
      if (error !== undefined) this.#addError(column, error);
      if (added.isNonAscii) this.#utf8Cells += 1;
      if (!added.isPlain) this.#judgeCell(column);
    }
  }

  #judgeFlaws({ strayCell, literalCell, isTail, isTooLong }: RecordFlaws, row: number): void {
    if (strayCell !== -1) {
      const severity = this.#header?.row === row ? 'fault' : 'loss';
      const wording = SHEET_PROBLEM.quoteStray(severity, columnLetter(strayCell));
      this.#lose(this.problems.add(wording, { row, field: this.#fieldAt(strayCell) }));
    }
    if (literalCell !== -1) {
      const wording = SHEET_PROBLEM.quoteLiteral(columnLetter(literalCell));
      this.problems.add(wording, { row, field: this.#fieldAt(literalCell) });
    }
    if (isTail) this.#lose(this.problems.add(SHEET_PROBLEM.quoteTail(), { row }));
    if (isTooLong) this.#lose(this.problems.add(SHEET_PROBLEM.rowTooLong(), { row }));
  }

  /** A row may be longer than the header where all that is beyond it is empty. */
  #judgeWidth(cells: readonly string[], header: SheetHeader): void {
    let used = cells.length;
    while (used > header.namedWidth && cells[used - 1] === '') used -= 1;
    if (used > header.namedWidth) this.#wideRows += 1;
    this.#widest = Math.max(this.#widest, used);
    const row = this.recordCount;
    if (!this.#hasEvenRows && (used < header.namedWidth || used > header.width)) {
      this.#lose(this.problems.add(SHEET_PROBLEM.ragged(used, header.namedWidth), { row }));
      return;
    }
    for (const index of header.nameless) {
      // A header can be far wider than its rows.
      if (index >= used) break;
      if (cells[index] !== '' && !this.#namelessSeen.has(index)) this.#namelessSeen.set(index, row);
    }
    for (let index = header.width; index < used; index += 1) {
      if (cells[index] !== '' && !this.#namelessSeen.has(index)) this.#namelessSeen.set(index, row);
    }
  }

  #judgeCell(column: number): void {
    const place = { row: this.recordCount, field: this.#header?.columns[column]?.name };
    const { cutFrom, dropped, isGuessed } = this.#builder.added;
    if (cutFrom > 0) this.#lose(this.problems.add(SHEET_PROBLEM.cellTooLong(cutFrom), place));
    if (dropped > 0) {
      this.#droppedCells += 1;
      if (this.#droppedCells <= DROPPED_LISTED) {
        this.problems.add(SHEET_PROBLEM.charactersDropped(dropped), place);
      }
    }
    if (isGuessed) {
      this.#guessed ??= { cells: 0, ...place };
      this.#guessed.cells += 1;
    }
  }

  #addError(column: number, error: string): void {
    const row = this.#builder.rowCount - 1;
    const errors = this.#cellErrors.get(row) ?? [];
    errors.push({ column, error });
    this.#cellErrors.set(row, errors);
    const known = this.#errorColumns.get(column) ?? { cells: 0, row: this.recordCount, error };
    known.cells += 1;
    this.#errorColumns.set(column, known);
  }

  #lose(problem: Problem): void {
    const row = this.#builder.rowCount - 1;
    const problems = this.#rowProblems.get(row);
    if (problems === undefined) this.#rowProblems.set(row, [problem]);
    else problems.push(problem);
  }

  end({ encoding, delimiter }: { encoding: string; delimiter: string }): TableReading {
    const { problems } = this;
    const header = this.#header;
    if (header === undefined) {
      if (!problems.hasFault) problems.add(SHEET_PROBLEM.empty());
    } else if (this.#builder.rowCount === 0 && !this.isFull) {
      problems.add(SHEET_PROBLEM.headerOnly(), { row: header.row });
    }
    if (header?.columns.length === 1 && this.#wideRows * 2 > this.#builder.rowCount) {
      // What the wrong header makes of the rows below is no news.
      problems.drop('row-ragged');
      this.#namelessSeen.clear();
      problems.add(SHEET_PROBLEM.title(this.#widest), { row: header.row });
    }
    if (this.#kind?.isTotals(this.#last)) {
      this.#lose(problems.add(SHEET_PROBLEM.totals(), { row: this.#lastRow }));
    }
    this.#closeNotices();
    if (header === undefined || problems.hasFault) return { problems: problems.list };
    const isWindows = this.#guessed !== undefined && this.#guessed.cells * 2 > this.#utf8Cells;
    const table = this.#builder.finish({
      file: this.#file,
      encoding: isWindows ? 'Windows-1252' : encoding,
      delimiter,
      columns: header.columns,
      headerRow: header.row,
      rowProblems: this.#rowProblems,
      cellErrors: this.#cellErrors,
    });
    return { table, problems: problems.list };
  }

  #closeNotices(): void {
    const { problems } = this;
    const more = this.#droppedCells - DROPPED_LISTED;
    if (more > 0) problems.add(SHEET_PROBLEM.charactersDroppedMore(more));
    for (const [index, row] of this.#namelessSeen) {
      problems.add(SHEET_PROBLEM.nameless(columnLetter(index)), { row });
    }
    for (const [index, { cells, row, error }] of this.#errorColumns) {
      const { letter = '', name } = this.#header?.columns[index] ?? {};
      const wording = SHEET_PROBLEM.cellErrors({ cells, first: `${letter}${row}`, error });
      problems.add(wording, { row, field: name });
    }
    this.#zips?.report(problems);
    if (this.#guessed !== undefined) {
      const { cells, row, field } = this.#guessed;
      problems.add(SHEET_PROBLEM.encodingGuessed(cells), { row, field });
    }
  }
}
