/**
 * Takes the records of a sheet one after the other, whatever they were read from: the first that is
 * not blank is the header, the others become rows of the table, with all that is wrong with them.
 */
import { SHEET_ROWS } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { findCellError } from './cell-error.ts';
import { CellNotices } from './cell-notices.ts';
import { trimCell, unwrapCell } from './clean-cell.ts';
import { listLikelyEncodings, describeGuessedEncoding } from './legacy-encoding.ts';
import { isDownloadedSheet, removeFormulaGuard } from './formula-guard.ts';
import { UnfilledRows } from './unfilled-rows.ts';
import type { MergedRange } from './merged-cells.ts';
import { RowKind } from './row-kind.ts';
import { readSheetHeader, type SheetHeader } from './sheet-header.ts';
import { MAX_LISTED_DROPPED, SHEET_BYTES, SHEET_CELLS } from './sheet-limits.ts';
import { toColumnLetters, SHEET_PROBLEM, SheetProblems } from './sheet-problem.ts';
import { TableBuilder } from './table-builder.ts';
import type { CellError, HiddenRows, TableReading } from './table.ts';
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

/** Reads a cell as the spreadsheet shows it. */
const cleanCell = (cell: string): string => unwrapCell(trimCell(cell));

/** The same cells where there is nothing to clean. */
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

/** Entries of the remaining rows, under their new indexes. */
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
  #rowProblems = new Map<number, Problem[]>();
  #cellErrors = new Map<number, CellError[]>();
  #idle: UnfilledRows | undefined;
  readonly #notices = new CellNotices();
  readonly #merged: MergedRange[] = [];
  /** Indexes of hidden rows. */
  readonly #hidden: number[] = [];
  #shortRows = { count: 0, row: 0 };
  readonly #namelessSeen = new Map<number, number>();
  /** Rows with text beyond the last column that has a name, and how far the widest of them reaches. */
  #wideRows = 0;
  #widest = 0;
  #droppedCells = 0;
  #hasFarCell = false;
  #utf8Cells = 0;
  #guessed: { cells: number; row: number; field: string | undefined; sample: string } | undefined;

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
    this.problems.add(SHEET_PROBLEM.quoteOpen(toColumnLetters(index)), place);
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
    this.problems.add(SHEET_PROBLEM.farColumn(toColumnLetters(index)), { row: this.recordCount + 1 });
  }

  /** Cells of the workbook that are one; the value of the first is that of all. */
  addMerged(range: MergedRange): void {
    this.#merged.push(range);
  }

  /** `written` are byte strings; `isHidden`: the spreadsheet does not show the row. */
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
      this.#idle = new UnfilledRows(this.#header);
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
    if (isHidden) {
      this.#hidden.push(this.#builder.rowCount - 1);
      for (const source of header.sources) this.#builder.addCell(cells[source] ?? '');
      return;
    }
    if (flaws) this.#judgeFlaws(flaws, row);
    const isWhole = this.#judgeWidth(cells, header) && !flaws;
    const isIdle =
      isWhole && header.sources.length > 0 && this.#idle?.look(cells, this.#builder.rowCount - 1) === true;
    if (!isIdle) this.#judgeKind(cells, row);
    if (isWhole && !isIdle && !this.#hasEvenRows && cells.length < header.namedWidth) this.#noteShort(row);
    this.#addCells({ cells, written: unguarded, isQuiet: isIdle || !isWhole }, header);
    this.#checkSize(header, row);
  }

  #noteShort(row: number): void {
    if (this.#shortRows.count === 0) this.#shortRows.row = row;
    this.#shortRows.count += 1;
  }

  #judgeKind(cells: readonly string[], row: number): void {
    if (this.#kind?.isHeaderAgain(cells))
      this.#lose(this.problems.add(SHEET_PROBLEM.headerRepeated(), { row }));
    this.#zips?.look(cells, row);
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
      if (!added.isPlain) this.#judgeCell(column, cell);
      if (isQuiet) continue;
      if (written[source] !== cell && written[source] !== undefined)
        this.#noteCleaning(written[source], cell, column);
      this.#notices.look(cell, added.isNonAscii, () => this.#placeOf(column));
    }
  }

  #noteCleaning(written: string, cell: string, column: number): void {
    // A cell of blanks counts as empty.
    if (cell === '') return;
    const trimmed = trimCell(written);
    if (trimmed !== written) this.#notices.add('trimmed', this.#placeOf(column));
    if (trimmed !== cell) this.#notices.add('unwrapped', this.#placeOf(column));
  }

  #placeOf(column: number): { row: number; field: string | undefined; letter: string } {
    const { name, letter = '' } = this.#header?.columns[column] ?? {};
    return { row: this.recordCount, field: name, letter };
  }

  #judgeFlaws({ strayCell, literalCell, isTail, isTooLong }: RecordFlaws, row: number): void {
    if (strayCell !== -1) {
      const severity = this.#header?.row === row ? 'fault' : 'loss';
      const wording = SHEET_PROBLEM.quoteStray(severity, toColumnLetters(strayCell));
      this.#lose(this.problems.add(wording, { row, field: this.#fieldAt(strayCell) }));
    }
    if (literalCell !== -1) {
      const wording = SHEET_PROBLEM.quoteLiteral(toColumnLetters(literalCell));
      this.problems.add(wording, { row, field: this.#fieldAt(literalCell) });
    }
    if (isTail) this.#lose(this.problems.add(SHEET_PROBLEM.quoteTail(), { row }));
    if (isTooLong) this.#lose(this.problems.add(SHEET_PROBLEM.rowTooLong(), { row }));
  }

  /** A row can be longer than the header if the extra cells are empty; missing cells are empty. */
  #judgeWidth(cells: readonly string[], header: SheetHeader): boolean {
    if (cells.length === header.width && header.nameless.length === 0) return true;
    let used = cells.length;
    while (used > header.namedWidth && cells[used - 1] === '') used -= 1;
    if (used > header.namedWidth) this.#wideRows += 1;
    this.#widest = Math.max(this.#widest, used);
    const row = this.recordCount;
    if (!this.#hasEvenRows && used > header.width) {
      this.#lose(this.problems.add(SHEET_PROBLEM.ragged(used, header.namedWidth), { row }));
      return false;
    }
    for (const index of header.nameless) {
      // A header can be far wider than its rows.
      if (index >= used) break;
      if (cells[index] !== '' && !this.#namelessSeen.has(index)) this.#namelessSeen.set(index, row);
    }
    for (let index = header.width; index < used; index += 1) {
      if (cells[index] !== '' && !this.#namelessSeen.has(index)) this.#namelessSeen.set(index, row);
    }
    return true;
  }

  #judgeCell(column: number, cell: string): void {
    const { row, field } = this.#placeOf(column);
    const place = { row, field };
    const { cutFrom, dropped, isGuessed, lineEnds, breaks } = this.#builder.added;
    if (lineEnds > 0) this.#notices.add('lineEnds', this.#placeOf(column));
    if (breaks > 0) this.#notices.add('breaks', this.#placeOf(column));
    if (cutFrom > 0) this.#lose(this.problems.add(SHEET_PROBLEM.cellTooLong(cutFrom), place));
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

  #lose(problem: Problem, row = this.#builder.rowCount - 1): void {
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
      const row = this.#builder.findRow(this.#lastRow);
      this.#lose(problems.add(SHEET_PROBLEM.totals(), { row: this.#lastRow }), row);
    }
    if (header !== undefined) this.#repeatMerged(header);
    const hidden = header && this.#leaveOut(header);
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

  /** Each cell of a merged range gets the value of its first one, which is what the spreadsheet shows. */
  #repeatMerged({ columns, sources }: SheetHeader): void {
    const builder = this.#builder;
    const width = columns.length;
    // Ranges never overlap: together they have no more cells than the sheet.
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
        this.#lose(this.problems.add(SHEET_PROBLEM.heading(), { row: top }), first);
        continue;
      }
      this.#repeat({ first, end, value, merged }, width);
    }
  }

  /** Is the row a heading: one value across several columns and nothing else? */
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

  /** Removes hidden rows, and rows without a town. @returns the hidden ones */
  #leaveOut({ columns, row: headerRow }: SheetHeader): HiddenRows | undefined {
    const builder = this.#builder;
    const idle = this.#idle?.list() ?? [];
    const dropped = [...idle, ...this.#hidden].sort((one, other) => one - other);
    if (dropped.length === 0) return undefined;
    const isWhole = dropped.length === builder.rowCount;
    const getFirst = (rows: readonly number[]) => builder.rowNumberAt(rows[0] ?? 0);
    // No place: these rows aren't among those that are shown.
    if (idle.length > 0) this.problems.add(SHEET_PROBLEM.unfilledRows(idle.length, getFirst(idle)));
    const hidden = this.#hidden.length > 0 && { rows: this.#hidden.length, first: getFirst(this.#hidden) };
    if (hidden) this.problems.add(SHEET_PROBLEM.hiddenRows(hidden));
    builder.dropRows(dropped, columns.length);
    this.#rowProblems = renumber(this.#rowProblems, dropped);
    this.#cellErrors = renumber(this.#cellErrors, dropped);
    if (isWhole && !this.isFull) this.problems.add(SHEET_PROBLEM.nothingShown(), { row: headerRow });
    return hidden || undefined;
  }

  /** Cells with an error, by their column. */
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
