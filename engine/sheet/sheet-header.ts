/** Reads the header: the columns, the positions of their cells in a record, and problems. */
import { findCellError } from './cell-error.ts';
import { countBytes, FORBIDDEN } from './clean-cell.ts';
import { toColumnKey, toColumnLetters } from './column-name.ts';
import { CELL_BYTES, SHEET_COLUMNS } from '../limits.ts';
import { SHEET_PROBLEM, type SheetProblems } from './sheet-problem.ts';
import type { TableColumn } from './table.ts';

export interface SheetHeader {
  row: number;
  /** Columns of the table: those with a name. */
  columns: TableColumn[];
  /** Index in a record of each column of the table. */
  sources: number[];
  /** Indexes below `width` that have no name. */
  nameless: number[];
  /** Cells of the header, including empty ones at its end. */
  width: number;
  /** Cells up to the last one with a name, which is the minimum of a row. */
  namedWidth: number;
}

/** Maximum number of duplicate names that are listed individually. */
const MAX_LISTED_DUPLICATES = 100;

/** Reads the header and reports its problems. */
export function readSheetHeader(cells: readonly string[], row: number, problems: SheetProblems): SheetHeader {
  const header: SheetHeader = {
    row,
    columns: [],
    sources: [],
    nameless: [],
    width: cells.length,
    namedWidth: 0,
  };
  const places = new Map<string, string>();
  let surplus = 0;
  let duplicates = 0;
  cells.forEach((cell, index) => {
    // Spreadsheets break long names into lines.
    const name = cell
      .replace(FORBIDDEN, '')
      .trim()
      .replaceAll(/\s*[\r\n]+\s*/g, ' ');
    const key = toColumnKey(name);
    if (key === '') {
      header.nameless.push(index);
      return;
    }
    const error = findCellError(cell);
    if (error !== undefined) {
      problems.add(SHEET_PROBLEM.headerError(toColumnLetters(index), error), { row });
      return;
    }
    header.namedWidth = index + 1;
    // Too many columns are reported once, below, without their other problems.
    if (header.columns.length > SHEET_COLUMNS) {
      surplus += 1;
      return;
    }
    const place = `${toColumnLetters(index)} "${name}"`;
    const first = places.get(key);
    if (countBytes(cell) > CELL_BYTES) {
      problems.add(SHEET_PROBLEM.headerTooLong(toColumnLetters(index)), { row });
      return;
    }
    if (first === undefined) places.set(key, place);
    else {
      duplicates += 1;
      if (duplicates <= MAX_LISTED_DUPLICATES)
        problems.add(SHEET_PROBLEM.duplicateHeader(first, place), { row, field: name });
    }
    const letter = toColumnLetters(index);
    const dropped = cell.match(FORBIDDEN)?.length ?? 0;
    if (dropped > 0) problems.add(SHEET_PROBLEM.charactersDropped(dropped), { row, field: name });
    header.columns.push({ name, letter, key: first === undefined ? key : '' });
    header.sources.push(index);
  });
  if (duplicates > MAX_LISTED_DUPLICATES)
    problems.add(SHEET_PROBLEM.moreDuplicateHeaders(duplicates - MAX_LISTED_DUPLICATES), { row });
  if (header.columns.length === 0) problems.add(SHEET_PROBLEM.noNames(), { row });
  if (header.columns.length > SHEET_COLUMNS) {
    problems.add(SHEET_PROBLEM.tooManyColumns(header.columns.length + surplus), { row });
  }
  return header;
}
