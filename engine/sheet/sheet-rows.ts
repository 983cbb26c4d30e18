/**
 * Builds a table from the records of a sheet of any format: the first record that isn't blank is the header, the
 * others become rows. Reports their problems.
 */
import { SHEET_ROWS } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { findCellError } from './cell-error.ts';
import { CellNotices } from './cell-notices.ts';
import { isDownloadedSheet, removeFormulaGuard, trimCell, unwrapCell } from './clean-cell.ts';
import { listLikelyEncodings, describeGuessedEncoding } from './legacy-encoding.ts';
import type { MergedRange } from './merged-cells.ts';
import { RowKind, UnfilledRows } from './row-kind.ts';
import { readSheetHeader, type SheetHeader } from './sheet-header.ts';
import { MAX_LISTED_DROPPED, SHEET_BYTES, SHEET_CELLS } from './sheet-limits.ts';
import { toColumnLetters, SHEET_PROBLEM, SheetProblems } from './sheet-problem.ts';
import { TableBuilder } from './table-builder.ts';
import type { CellError, HiddenRows, TableReading } from './table.ts';
import { ZipColumns } from './zip-columns.ts';

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

/** Cells of one column with a spreadsheet error. */
interface ErrorColumn {
  cells: number;
  row: number;
  error: string;
}

const cleanCell = (cell: string): string => unwrapCell(trimCell(cell));

/** Cleans the cells; returns the same array if there is nothing to clean. */
function cleanCells(cells: readonly string[]): readonly string[] {
  let clean: string[] | undefined;
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index] ?? '';
    const cleaned = cleanCell(cell);
    if (cleaned !== cell) (clean ??= [...cells])[index] = cleaned;
  }
  return clean ?? cells;
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell === '');

/** Re-indexes the entries of the remaining rows. */
function renumber<Entry>(
  entries: ReadonlyMap<number, Entry>,
  dropped: readonly number[],
): Map<number, Entry> {
  const renumbered = new Map<number, Entry>();
  let gone = 0;
  for (const [row, entry] of [...entries].sort(([one], [other]) => one - other)) {
    while ((dropped[gone] ?? row) < row) gone += 1;
    if (dropped[gone] !== row) renumbered.set(row - gone, entry);
  }
  return renumbered;
}

/** Call `add` for each record in order, then `end`. */
export class SheetRows {
  readonly problems: SheetProblems;
  /** A limit of the whole sheet is exceeded, so that further records are ignored. */
  isFull = false;
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
  readonly #builder = new TableBuilder();
  #rowProblems = new Map<number, Problem[]>();
  #cellErrors = new Map<number, CellError[]>();
  #unfilled: UnfilledRows | undefined;
  readonly #notices = new CellNotices();
  readonly #merged: MergedRange[] = [];
  /** Indexes of hidden rows. */
  readonly #hidden: number[] = [];
  #shortRows = { count: 0, row: 0 };
  readonly #namelessSeen = new Map<number, number>();
  /** Rows with text beyond the last named column, and the cells of the widest of them. */
  #wideRows = 0;
  #widest = 0;
  #droppedCells = 0;
  #hasFarCell = false;
  #utf8Cells = 0;
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
   * @param written byte strings
   * @param isHidden the spreadsheet hides the row
   */
  add(written: readonly string[], flaws?: RecordFlaws, isHidden = false): void {
    this.recordCount += 1;
    const unguarded = this.#isDownloaded ? written.map(removeFormulaGuard) : written;
    const cells = cleanCells(unguarded);
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
    if (this.#builder.rowCount === SHEET_ROWS) {
      this.problems.add(SHEET_PROBLEM.tooManyRows(), { row });
      this.isFull = true;
      return;
    }
    this.#builder.addRow(row);
    if (isHidden) {
      this.#hidden.push(this.#builder.rowCount - 1);
      for (const source of header.sources) this.#builder.addCell(cells[source] ?? '');
      return;
    }
    if (flaws) this.#checkFlaws(flaws, row);
    const isWhole = this.#checkWidth(cells, header) && !flaws;
    const isUnfilled =
      isWhole &&
      header.sources.length > 0 &&
      this.#unfilled?.check(cells, this.#builder.rowCount - 1) === true;
    if (!isUnfilled) this.#checkKind(cells, row);
    if (isWhole && !isUnfilled && !this.#hasEvenRows && cells.length < header.namedWidth)
      this.#noteShort(row);
    this.#addCells({ cells, written: unguarded, isQuiet: isUnfilled || !isWhole }, header);
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
    const isLarge = this.#builder.bytes > SHEET_BYTES;
    if (!isLarge && this.#builder.rowCount * columns.length <= SHEET_CELLS) return;
    this.problems.add(isLarge ? SHEET_PROBLEM.tooManyBytes() : SHEET_PROBLEM.tooManyCells(), { row });
    this.isFull = true;
  }

  #addCells(
    { cells, written, isQuiet }: { cells: readonly string[]; written: readonly string[]; isQuiet: boolean },
    { sources }: SheetHeader,
  ): void {
    for (let column = 0; column < sources.length; column += 1) {
      const source = sources[column] ?? 0;
      const cell = cells[source] ?? '';
      const added = this.#builder.addCell(cell);
      const error = findCellError(cell);
      if (error !== undefined) this.#addError(column, error);
      if (added.isNonAscii) this.#utf8Cells += 1;
      if (!added.isPlain) this.#reportChanges(column, cell);
      if (isQuiet) continue;
      if (written[source] !== cell && written[source] !== undefined)
        this.#noteCleaning(written[source], cell, column);
      this.#notices.check(cell, added.isNonAscii, () => this.#getPlace(column));
    }
  }

  #noteCleaning(written: string, cell: string, column: number): void {
    // Removing blanks from an otherwise empty cell isn't reported.
    if (cell === '') return;
    const trimmed = trimCell(written);
    if (trimmed !== written) this.#notices.add('trimmed', this.#getPlace(column));
    if (trimmed !== cell) this.#notices.add('unwrapped', this.#getPlace(column));
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

  #reportChanges(column: number, cell: string): void {
    const { row, field } = this.#getPlace(column);
    const place = { row, field };
    const { cutFrom, dropped, isGuessed, lineEnds, breaks } = this.#builder.added;
    if (lineEnds > 0) this.#notices.add('lineEnds', this.#getPlace(column));
    if (breaks > 0) this.#notices.add('breaks', this.#getPlace(column));
    if (cutFrom > 0) this.#addLoss(this.problems.add(SHEET_PROBLEM.cellTooLong(cutFrom), place));
    if (dropped > 0) {
      this.#droppedCells += 1;
      if (this.#droppedCells <= MAX_LISTED_DROPPED) {
        this.problems.add(SHEET_PROBLEM.charactersDropped(dropped), place);
      }
    }
    if (isGuessed) {
      this.#guessed ??= { cells: 0, ...place, sample: cell };
      this.#guessed.cells += 1;
    }
  }

  #addError(column: number, error: string): void {
    const row = this.#builder.rowCount - 1;
    const errors = this.#cellErrors.get(row) ?? [];
    errors.push({ column, error });
    this.#cellErrors.set(row, errors);
  }

  #addLoss(problem: Problem, row = this.#builder.rowCount - 1): void {
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
      // These problems of the rows below are caused by the wrong header.
      problems.drop('row-ragged');
      this.#namelessSeen.clear();
      problems.add(SHEET_PROBLEM.title(this.#widest), { row: header.row });
    }
    if (this.#kind?.isTotals(this.#last)) {
      const row = this.#builder.findRow(this.#lastRow);
      this.#addLoss(problems.add(SHEET_PROBLEM.totals(), { row: this.#lastRow }), row);
    }
    if (header !== undefined) this.#repeatMerged(header);
    const hidden = header && this.#skipRows(header);
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
    return { table, problems: problems.list, ...(hidden && { hidden }) };
  }

  /** Copies the value of the first cell of each merged range to its other cells, as the spreadsheet shows it. */
  #repeatMerged({ columns, sources }: SheetHeader): void {
    const builder = this.#builder;
    const width = columns.length;
    // Ranges don't overlap, so that together they have no more cells than the sheet.
    let left = builder.rowCount * width;
    for (const { top, bottom, ...range } of this.#merged) {
      const first = builder.findRow(top);
      const merged = sources.flatMap((source, column) =>
        source >= range.left && source <= range.right ? [column] : [],
      );
      const [value] = merged;
      if (first === -1 || value === undefined || sources[value] !== range.left) continue;
      const end = builder.countRowsBefore(bottom + 1);
      left -= (end - first) * merged.length;
      if (left < 0) return;
      if (merged.length > 1 && this.#isHeading(first, merged, width)) {
        this.#addLoss(this.problems.add(SHEET_PROBLEM.heading(), { row: top }), first);
        continue;
      }
      this.#repeat({ first, end, value, merged }, width);
    }
  }

  /** Checks if the row is a heading: one value across several columns and nothing else. */
  #isHeading(row: number, merged: readonly number[], width: number): boolean {
    for (let column = 0; column < width; column += 1) {
      if (!merged.includes(column) && this.#builder.getLength(row * width + column) > 0) return false;
    }
    return true;
  }

  #repeat(
    range: { first: number; end: number; value: number; merged: readonly number[] },
    width: number,
  ): void {
    const { first, end, value, merged } = range;
    const from = first * width + value;
    const error = this.#cellErrors.get(first)?.find(({ column }) => column === value)?.error;
    for (let row = first; row < end; row += 1) {
      for (const column of merged) {
        const to = row * width + column;
        if (to === from) continue;
        this.#builder.repeatCell(from, to);
        const others = (this.#cellErrors.get(row) ?? []).filter((each) => each.column !== column);
        if (error !== undefined) others.push({ column, error });
        if (others.length > 0) this.#cellErrors.set(row, others);
        else this.#cellErrors.delete(row);
      }
    }
  }

  /** Removes hidden and unfilled rows. @returns the hidden ones */
  #skipRows({ columns, row: headerRow }: SheetHeader): HiddenRows | undefined {
    const builder = this.#builder;
    const unfilled = this.#unfilled?.list() ?? [];
    const dropped = [...unfilled, ...this.#hidden].sort((one, other) => one - other);
    if (dropped.length === 0) return undefined;
    const isWhole = dropped.length === builder.rowCount;
    const getFirst = (rows: readonly number[]) => builder.rowNumberAt(rows[0] ?? 0);
    // No place, because these rows aren't in the table.
    if (unfilled.length > 0)
      this.problems.add(SHEET_PROBLEM.unfilledRows(unfilled.length, getFirst(unfilled)));
    const hidden = this.#hidden.length > 0 && { rows: this.#hidden.length, first: getFirst(this.#hidden) };
    if (hidden) this.problems.add(SHEET_PROBLEM.hiddenRows(hidden));
    builder.dropRows(dropped, columns.length);
    this.#rowProblems = renumber(this.#rowProblems, dropped);
    this.#cellErrors = renumber(this.#cellErrors, dropped);
    if (isWhole && !this.isFull) this.problems.add(SHEET_PROBLEM.nothingShown(), { row: headerRow });
    return hidden || undefined;
  }

  /** Counts cells with an error by column. */
  #countErrors(): Map<number, ErrorColumn> {
    const columns = new Map<number, ErrorColumn>();
    for (const [row, errors] of [...this.#cellErrors].sort(([one], [other]) => one - other)) {
      for (const { column, error } of errors) {
        const known = columns.get(column);
        if (known) known.cells += 1;
        else columns.set(column, { cells: 1, row: this.#builder.rowNumberAt(row), error });
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
