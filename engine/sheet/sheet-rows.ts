/**
 * Builds a table from the records of a sheet of any format: the first record that isn't blank is the header, the
 * others become rows. Reports their problems.
 */
import { SHEET_ROWS } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { findCellError } from './cell-error.ts';
import { CellNotices, ZipColumns } from './cell-notices.ts';
import {
  countBytes,
  isDownloadedSheet,
  removeFormulaGuard,
  type StoredCell,
  toStoredCell,
  trimCell,
  unwrapCell,
} from './clean-cell.ts';
import { listLikelyEncodings, describeGuessedEncoding, restoreLetters } from './decode-sheet.ts';
import { toColumnLetters } from './column-name.ts';
import { RowKind, UnfilledRows } from './row-kind.ts';
import { readSheetHeader, type SheetHeader } from './sheet-header.ts';
import { MAX_LISTED_DROPPED, SHEET_BYTES, SHEET_CELLS } from './sheet-limits.ts';
import { SHEET_PROBLEM, SheetProblems } from './sheet-problem.ts';
import { CELL_END, createTable, type CellError, type HiddenRows, type TableReading } from './table.ts';

/** Problems of one record that its reader found. */
export interface RecordFlaws {
  isTooLong: boolean;
  /** May be the rest of a row above that has a stray quotation mark. */
  isTail: boolean;
  /** Index of the cell with text after its closing quotation mark, or -1. */
  strayCell: number;
  /** Index of the cell whose quotation mark is never closed and was read as text, or -1. */
  literalCell: number;
}

/** Row numbers from 1, column indexes from 0; all inclusive. */
export interface MergedRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** A merged range at one of its rows. */
interface OpenRange {
  bottom: number;
  /** Indexes of the table's columns. */
  columns: readonly number[];
  /** Value of its first cell. */
  text: string;
  error: string | undefined;
}

/** Cells of one column with a spreadsheet error. */
interface ErrorColumn {
  cells: number;
  row: number;
  error: string;
}

/** A record at each step of its cleaning. */
interface CleanedRecord {
  /** As read, with marks of bytes that aren't UTF-8. */
  record: readonly string[];
  written: readonly string[];
  /** Trimmed and unwrapped. */
  cells: readonly string[];
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell === '');

/** Call `add` for each record in order, then `end`. */
export class SheetRows {
  readonly problems: SheetProblems;
  /** A limit of the whole sheet is exceeded, so that further records are ignored. */
  isFull = false;
  /** Lone surrogates U+DB80 to U+DBFF are bytes that aren't UTF-8. */
  hasMarks = false;
  /** Records so far, including blank ones. */
  recordCount = 0;
  #header: SheetHeader | undefined;
  #isDownloaded = false;
  #kind: RowKind | undefined;
  #zips: ZipColumns | undefined;
  /** The last record that became a row, and its number. */
  #last: readonly string[] = [];
  #lastRow = 0;
  readonly #file: string;
  readonly #hasEvenRows: boolean;
  /** Cells of each row, joined by `CELL_END`. */
  #rows: string[] = [];
  #rowNumbers: number[] = [];
  /** Bytes of all cells. */
  #bytes = 0;
  /** By row number, like all rows of this class. */
  readonly #rowProblems = new Map<number, Problem[]>();
  readonly #cellErrors = new Map<number, CellError[]>();
  #unfilled: UnfilledRows | undefined;
  readonly #notices = new CellNotices((column) => this.#getPlace(column));
  readonly #merged: MergedRange[] = [];
  readonly #hidden: number[] = [];
  #shortRows = { count: 0, row: 0 };
  readonly #namelessSeen = new Map<number, number>();
  /** Rows with text beyond the last named column, and the cells of the widest of them. */
  #wideRows = 0;
  #widest = 0;
  #droppedCells = 0;
  #hasFarCell = false;
  #nonAsciiCells = 0;
  #guessed: { cells: number; row: number; field: string | undefined; sample: string } | undefined;

  /** @param hasEvenRows the cells were already split, so that a shorter or longer row isn't a mistake */
  constructor({ file, hasEvenRows }: { file: string; hasEvenRows: boolean }) {
    this.#file = file;
    this.#hasEvenRows = hasEvenRows;
    this.problems = new SheetProblems(file);
  }

  /** Cells of the header; 0 before it. */
  get width(): number {
    return this.#header?.width ?? 0;
  }

  /** Reports that the next record has a quotation mark at cell `index` that is never closed, and ends the sheet. */
  addOpenQuote(index: number): void {
    const place = { row: this.recordCount + 1, field: this.#fieldAt(index) };
    this.problems.add(SHEET_PROBLEM.quoteOpen(toColumnLetters(index)), place);
    this.isFull = true;
  }

  /** Returns the name of the column at this index of a record. */
  #fieldAt(index: number): string | undefined {
    const column = this.#header?.sources.indexOf(index) ?? -1;
    return this.#header?.columns[column]?.name;
  }

  /** Sets the number of the next record; the records before it are blank. */
  skipTo(record: number): void {
    this.recordCount = record - 1;
  }

  /** Reports that the next record has text in a column that is too far to the right to be read. */
  addFarCell(index: number): void {
    if (this.#hasFarCell) return;
    this.#hasFarCell = true;
    this.problems.add(SHEET_PROBLEM.farColumn(toColumnLetters(index)), { row: this.recordCount + 1 });
  }

  /** Adds merged cells of the workbook, which all show the value of the first one. */
  addMerged(range: MergedRange): void {
    this.#merged.push(range);
  }

  /**
   * Adds a record.
   * @param record with marks of bytes that aren't UTF-8 only if `hasMarks` is set
   * @param isHidden the spreadsheet hides the row
   */
  add(record: readonly string[], flaws?: RecordFlaws, isHidden = false): void {
    this.recordCount += 1;
    const hasMarks = this.hasMarks && !record.every((cell) => cell.isWellFormed());
    const restored = hasMarks ? record.map(restoreLetters) : record;
    const written = this.#isDownloaded ? restored.map(removeFormulaGuard) : restored;
    const cells = written.map((cell) => unwrapCell(trimCell(cell)));
    if (isBlank(cells)) return;
    const row = this.recordCount;
    const header = this.#header;
    if (header === undefined) {
      if (isHidden) return;
      this.#header = readSheetHeader(cells, row, this.problems);
      this.#isDownloaded = isDownloadedSheet(this.#header.columns);
      this.#kind = new RowKind(this.#header);
      this.#unfilled = new UnfilledRows(this.#header);
      this.#zips = new ZipColumns(this.#header);
      if (flaws) this.#checkFlaws(flaws, row);
      return;
    }
    if (this.#rowNumbers.length === SHEET_ROWS) {
      this.problems.add(SHEET_PROBLEM.tooManyRows(), { row });
      this.isFull = true;
      return;
    }
    this.#rowNumbers.push(row);
    if (isHidden) {
      this.#hidden.push(row);
      this.#addRow(header.sources.map((source) => toStoredCell(cells[source] ?? '').text));
      return;
    }
    if (flaws) this.#checkFlaws(flaws, row);
    const isWhole = this.#checkWidth(cells, header) && !flaws;
    const isUnfilled = isWhole && header.sources.length > 0 && this.#unfilled?.check(cells, row) === true;
    if (!isUnfilled) this.#checkKind(cells, row);
    if (isWhole && !isUnfilled && !this.#hasEvenRows && cells.length < header.namedWidth)
      this.#noteShort(row);
    this.#addCells({ record, written, cells }, header, isUnfilled || !isWhole);
    this.#checkSize(header, row);
  }

  #noteShort(row: number): void {
    if (this.#shortRows.count === 0) this.#shortRows.row = row;
    this.#shortRows.count += 1;
  }

  #checkKind(cells: readonly string[], row: number): void {
    if (this.#kind?.isRepeatedHeader(cells))
      this.#addLoss(this.problems.add(SHEET_PROBLEM.headerRepeated(), { row }));
    this.#zips?.check(cells, row);
    this.#last = cells;
    this.#lastRow = row;
  }

  #checkSize({ columns }: SheetHeader, row: number): void {
    const isLarge = this.#bytes > SHEET_BYTES;
    if (!isLarge && this.#rowNumbers.length * columns.length <= SHEET_CELLS) return;
    this.problems.add(isLarge ? SHEET_PROBLEM.tooManyBytes() : SHEET_PROBLEM.tooManyCells(), { row });
    this.isFull = true;
  }

  /** @param isQuiet the row's cleaned cells aren't reported */
  #addCells({ record, written, cells }: CleanedRecord, { sources }: SheetHeader, isQuiet: boolean): void {
    const texts = sources.map((source, column) => {
      const cell = cells[source] ?? '';
      if (cell === '') return '';
      const read = record[source] ?? '';
      const error = findCellError(cell);
      if (error !== undefined) this.#addError(column, error);
      const stored = toStoredCell(cell);
      this.#reportChanges(column, stored);
      if (this.hasMarks && restoreLetters(read) !== read) this.#countGuessed(read, column);
      const isAscii = !/\P{ASCII}/u.test(cell);
      if (!isAscii) this.#nonAsciiCells += 1;
      if (!isQuiet) {
        this.#noteCleaning(written[source] ?? '', cell, column);
        this.#notices.check(stored.text, column, isAscii);
      }
      return stored.text;
    });
    this.#addRow(texts);
  }

  #addRow(texts: readonly string[]): void {
    const row = texts.join(CELL_END);
    this.#rows.push(row);
    this.#bytes += countBytes(row) - (texts.length - 1);
  }

  #countGuessed(sample: string, column: number): void {
    const { row, field } = this.#getPlace(column);
    this.#guessed ??= { cells: 0, row, field, sample };
    this.#guessed.cells += 1;
  }

  #noteCleaning(written: string, cell: string, column: number): void {
    // Removing blanks from an otherwise empty cell isn't reported.
    if (cell === '' || cell === written) return;
    const trimmed = trimCell(written);
    if (trimmed !== written) this.#notices.add('trimmed', column);
    if (trimmed !== cell) this.#notices.add('unwrapped', column);
  }

  #getPlace(column: number): { row: number; field: string | undefined; letter: string } {
    const { name, letter = '' } = this.#header?.columns[column] ?? {};
    return { row: this.recordCount, field: name, letter };
  }

  #checkFlaws({ strayCell, literalCell, isTail, isTooLong }: RecordFlaws, row: number): void {
    if (strayCell !== -1) {
      const severity = this.#header?.row === row ? 'fault' : 'loss';
      const wording = SHEET_PROBLEM.quoteStray(severity, toColumnLetters(strayCell));
      this.#addLoss(this.problems.add(wording, { row, field: this.#fieldAt(strayCell) }));
    }
    if (literalCell !== -1) {
      const wording = SHEET_PROBLEM.quoteLiteral(toColumnLetters(literalCell));
      this.problems.add(wording, { row, field: this.#fieldAt(literalCell) });
    }
    if (isTail) this.#addLoss(this.problems.add(SHEET_PROBLEM.quoteTail(), { row }));
    if (isTooLong) this.#addLoss(this.problems.add(SHEET_PROBLEM.rowTooLong(), { row }));
  }

  /** Checks the number of cells: extra cells must be empty, missing cells are read as empty. */
  #checkWidth(cells: readonly string[], header: SheetHeader): boolean {
    if (cells.length === header.width && header.nameless.length === 0) return true;
    let used = cells.length;
    while (used > header.namedWidth && cells[used - 1] === '') used -= 1;
    if (used > header.namedWidth) this.#wideRows += 1;
    this.#widest = Math.max(this.#widest, used);
    const row = this.recordCount;
    if (!this.#hasEvenRows && used > header.width) {
      this.#addLoss(this.problems.add(SHEET_PROBLEM.ragged(used, header.namedWidth), { row }));
      return false;
    }
    for (const index of header.nameless) {
      // A header can be much wider than its rows.
      if (index >= used) break;
      if (cells[index] !== '' && !this.#namelessSeen.has(index)) this.#namelessSeen.set(index, row);
    }
    for (let index = header.width; index < used; index += 1) {
      if (cells[index] !== '' && !this.#namelessSeen.has(index)) this.#namelessSeen.set(index, row);
    }
    return true;
  }

  #reportChanges(column: number, { cutFrom, dropped, hasLineEnds, hasBreaks }: StoredCell): void {
    if (hasLineEnds) this.#notices.add('lineEnds', column);
    if (hasBreaks) this.#notices.add('breaks', column);
    if (cutFrom === 0 && dropped === 0) return;
    const { row, field } = this.#getPlace(column);
    if (cutFrom > 0) this.#addLoss(this.problems.add(SHEET_PROBLEM.cellTooLong(cutFrom), { row, field }));
    if (dropped === 0) return;
    this.#droppedCells += 1;
    if (this.#droppedCells <= MAX_LISTED_DROPPED)
      this.problems.add(SHEET_PROBLEM.charactersDropped(dropped), { row, field });
  }

  #addError(column: number, error: string): void {
    const errors = this.#cellErrors.get(this.recordCount) ?? [];
    errors.push({ column, error });
    this.#cellErrors.set(this.recordCount, errors);
  }

  #addLoss(problem: Problem, row = this.recordCount): void {
    const problems = this.#rowProblems.get(row);
    if (problems === undefined) this.#rowProblems.set(row, [problem]);
    else problems.push(problem);
  }

  end({ encoding, delimiter }: { encoding: string; delimiter: string }): TableReading {
    const { problems } = this;
    const header = this.#header;
    if (header === undefined) {
      if (!problems.hasFault) problems.add(SHEET_PROBLEM.empty());
    } else if (this.#rowNumbers.length === 0 && !this.isFull) {
      problems.add(SHEET_PROBLEM.headerOnly(), { row: header.row });
    }
    if (header?.columns.length === 1 && this.#wideRows * 2 > this.#rowNumbers.length) {
      // These problems of the rows below are caused by the wrong header.
      problems.drop('row-ragged');
      this.#namelessSeen.clear();
      problems.add(SHEET_PROBLEM.title(this.#widest), { row: header.row });
    }
    if (this.#kind?.isTotals(this.#last))
      this.#addLoss(problems.add(SHEET_PROBLEM.totals(), { row: this.#lastRow }), this.#lastRow);
    if (header !== undefined && this.#merged.length > 0) this.#repeatMerged(header);
    const hidden = header && this.#skipRows(header);
    this.#closeNotices();
    const faults = problems.list.filter(({ severity }) => severity === 'fault');
    const isBare = faults.length > 0 && faults.every(({ code }) => code === 'header-only');
    if (header === undefined || (faults.length > 0 && !isBare)) return { problems: problems.list };
    const isWindows = this.#guessed !== undefined && this.#guessed.cells * 2 > this.#nonAsciiCells;
    const table = createTable({
      file: this.#file,
      encoding: isWindows ? 'Windows-1252' : encoding,
      delimiter,
      columns: header.columns,
      headerRow: header.row,
      rows: this.#rows,
      rowNumbers: this.#rowNumbers,
      rowProblems: this.#rowProblems,
      cellErrors: this.#cellErrors,
    });
    // A caller may still hold the reader.
    this.#rows = [];
    return { [isBare ? 'header' : 'table']: table, problems: problems.list, ...(hidden && { hidden }) };
  }

  /** Copies the value of the first cell of each merged range to its other cells, as the spreadsheet shows it. */
  #repeatMerged({ columns, sources }: SheetHeader): void {
    const ranges = this.#merged.toSorted((one, other) => one.top - other.top);
    // Ranges don't overlap, so that together they have no more cells than the sheet.
    let left = this.#rows.length * columns.length;
    let open: OpenRange[] = [];
    let next = 0;
    for (const [index, row] of this.#rowNumbers.entries()) {
      open = open.filter(({ bottom }) => bottom >= row);
      const begun: MergedRange[] = [];
      for (let range = ranges[next]; range && range.top <= row; range = ranges[next]) {
        if (range.top === row) begun.push(range);
        next += 1;
      }
      if (open.length + begun.length === 0) continue;
      const written = this.#rows[index] ?? '';
      const cells = written.split(CELL_END);
      for (const range of open) {
        left -= range.columns.length;
        if (left < 0) return;
        this.#fillRange(cells, row, range);
      }
      for (const { left: from, right, bottom } of begun) {
        const merged = sources.flatMap((source, column) =>
          source >= from && source <= right ? [column] : [],
        );
        const [value] = merged;
        if (value === undefined || sources[value] !== from) continue;
        left -= merged.length;
        if (left < 0) return;
        // A heading is one value across several columns and nothing else.
        if (merged.length > 1 && cells.every((cell, column) => cell === '' || merged.includes(column))) {
          this.#addLoss(this.problems.add(SHEET_PROBLEM.heading(), { row }), row);
          continue;
        }
        const error = this.#cellErrors.get(row)?.find(({ column }) => column === value)?.error;
        const range = { bottom, columns: merged, text: cells[value] ?? '', error };
        this.#fillRange(cells, row, range);
        open.push(range);
      }
      const repeated = cells.join(CELL_END);
      this.#rows[index] = repeated;
      this.#bytes += countBytes(repeated) - countBytes(written);
      if (this.#bytes > SHEET_BYTES) {
        this.problems.add(SHEET_PROBLEM.tooManyBytes(), { row });
        return;
      }
    }
  }

  #fillRange(cells: string[], row: number, { columns, text, error }: OpenRange): void {
    for (const column of columns) {
      cells[column] = text;
      this.#replaceError(row, column, error);
    }
  }

  #replaceError(row: number, column: number, error: string | undefined): void {
    const known = this.#cellErrors.get(row);
    if (known === undefined && error === undefined) return;
    const errors = (known ?? []).filter((each) => each.column !== column);
    if (error !== undefined) errors.push({ column, error });
    if (errors.length > 0) this.#cellErrors.set(row, errors);
    else this.#cellErrors.delete(row);
  }

  /** Removes hidden and unfilled rows. @returns the hidden ones */
  #skipRows({ row: headerRow }: SheetHeader): HiddenRows | undefined {
    const unfilled = this.#unfilled?.list() ?? [];
    const dropped = new Set([...unfilled, ...this.#hidden]);
    if (dropped.size === 0) return undefined;
    // No place, because these rows aren't in the table.
    if (unfilled.length > 0) this.problems.add(SHEET_PROBLEM.unfilledRows(unfilled.length, unfilled[0] ?? 0));
    const hidden = this.#hidden.length > 0 && { rows: this.#hidden.length, first: this.#hidden[0] ?? 0 };
    if (hidden) this.problems.add(SHEET_PROBLEM.hiddenRows(hidden));
    this.#rows = this.#rows.filter((_, index) => !dropped.has(this.#rowNumbers[index] ?? 0));
    this.#rowNumbers = this.#rowNumbers.filter((row) => !dropped.has(row));
    for (const row of dropped) this.#cellErrors.delete(row);
    if (this.#rowNumbers.length === 0 && !this.isFull)
      this.problems.add(SHEET_PROBLEM.nothingShown(), { row: headerRow });
    return hidden || undefined;
  }

  /** Counts cells with an error by column. */
  #countErrors(): Map<number, ErrorColumn> {
    const columns = new Map<number, ErrorColumn>();
    for (const [row, errors] of [...this.#cellErrors].sort(([one], [other]) => one - other)) {
      for (const { column, error } of errors) {
        const known = columns.get(column);
        if (known) known.cells += 1;
        else columns.set(column, { cells: 1, row, error });
      }
    }
    return columns;
  }

  #closeNotices(): void {
    const { problems } = this;
    const more = this.#droppedCells - MAX_LISTED_DROPPED;
    if (more > 0) problems.add(SHEET_PROBLEM.charactersDroppedMore(more));
    for (const [index, row] of this.#namelessSeen) {
      problems.add(SHEET_PROBLEM.nameless(toColumnLetters(index)), { row });
    }
    for (const [index, { cells, row, error }] of this.#countErrors()) {
      const { letter = '', name } = this.#header?.columns[index] ?? {};
      const wording = SHEET_PROBLEM.cellErrors({ cells, first: `${letter}${row}`, error });
      problems.add(wording, { row, field: name });
    }
    this.#zips?.report(problems);
    const { count, row: shortRow } = this.#shortRows;
    if (count > 0) problems.add(SHEET_PROBLEM.shortRows(count), { row: shortRow });
    this.#notices.report(problems);
    if (this.#guessed !== undefined) {
      const { cells, row, field, sample } = this.#guessed;
      const encodings = listLikelyEncodings(sample);
      const wording = SHEET_PROBLEM.encodingGuessed(cells, describeGuessedEncoding(sample, encodings));
      const problem = problems.add(wording, { row, field });
      if (encodings.length > 0) problem.encodings = encodings;
    }
  }
}
