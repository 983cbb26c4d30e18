/** Inspects a sheet for display: its first rows, and the rows with problems. */
import { cutText } from '../text/cut-text.ts';
import type { CellProblem, GridRow, TableInspection } from './inspection.ts';
import type { Problem } from '../problem.ts';
import type { Table } from '../sheet/table.ts';

const SHOWN_ROWS = 100;
const MAX_PROBLEMS = 1000;
/** Maximum columns of a grid; those that the seed uses come first. */
const SHOWN_COLUMNS = 200;
/** Maximum length of a cell in a grid. */
const CELL_CHARACTERS = 2000;

/** Maximum number of rows to read. */
export const MAX_LOOKED_ROWS = 100;
const MAX_SHOWN_CHARACTERS = 200;

/** Returns the first two different texts that aren’t blank, cut to the length that is shown. */
export function takeFirst<Row>(rows: readonly Row[], read: (row: Row) => string): string[] {
  const found = new Set<string>();
  for (const row of rows) {
    const text = cutText(read(row).trim(), MAX_SHOWN_CHARACTERS);
    if (text !== '') found.add(text);
    if (found.size === 2) break;
  }
  return [...found];
}

/** Indexes in the order of the sheet. */
function pickColumns({ columns }: Table, places: ReadonlyMap<string, number>): number[] {
  const indexes = columns.map((_, index) => index);
  if (indexes.length <= SHOWN_COLUMNS) return indexes;
  const isUsed = (index: number): boolean => (places.get(columns[index]?.name ?? '') ?? 0) > 0;
  const chosen = [...indexes.filter(isUsed), ...indexes.filter((index) => !isUsed(index))];
  return chosen.slice(0, SHOWN_COLUMNS).sort((one, other) => one - other);
}

function gridRow(table: Table, row: number, columns: readonly number[]): GridRow {
  const cells = columns.map((column) => cutText(table.getCell(row, column), CELL_CHARACTERS));
  return { row: table.rowNumber(row), cells };
}

/** Number of empty cells of each column. */
export function countEmpty(table: Table): number[] {
  const empty = table.columns.map(() => 0);
  for (let row = 0; row < table.rowCount; row += 1)
    for (const [column, cell] of table.getCells(row).entries())
      if (cell === '') empty[column] = (empty[column] ?? 0) + 1;
  return empty;
}

function listProblemRows(
  table: Table,
  problems: readonly CellProblem[],
  columns: readonly number[],
): GridRow[] {
  const rows = new Set<number>();
  for (const { row } of problems) {
    const index = table.findRow(row);
    if (index >= SHOWN_ROWS) rows.add(index);
    if (rows.size >= SHOWN_ROWS) break;
  }
  return [...rows].sort((a, b) => a - b).map((row) => gridRow(table, row, columns));
}

/** @param places number of places in the seed that each column fills */
export function inspectTable(
  table: Table,
  problems: readonly Problem[],
  places: ReadonlyMap<string, number>,
): TableInspection {
  // problems above it belong to the header
  const firstRow = table.rowNumber(0);
  const cellProblems = problems.flatMap((problem): CellProblem[] => {
    if (problem.row === undefined || problem.row < firstRow) return [];
    const { row, field, severity, code, text, moreRows, encodings, repairable } = problem;
    return [
      {
        row,
        severity,
        code,
        text,
        ...(field === undefined ? {} : { field }),
        ...(moreRows === undefined ? {} : { moreRows }),
        ...(encodings && { encodings }),
        ...(repairable === undefined ? {} : { repairable }),
      },
    ];
  });
  const empty = countEmpty(table);
  const columns = pickColumns(table, places);
  const shown = table.listFirstRows(MAX_LOOKED_ROWS);
  return {
    file: table.file,
    encoding: table.encoding,
    delimiter: table.delimiter,
    columns: columns.map((index) => {
      const { name = '' } = table.columns[index] ?? {};
      const samples = takeFirst(shown, (row) => table.getCell(row, index));
      return { name, places: places.get(name) ?? 0, empty: empty[index] ?? 0, samples };
    }),
    rowCount: table.rowCount,
    rows: Array.from({ length: Math.min(SHOWN_ROWS, table.rowCount) }, (_, row) =>
      gridRow(table, row, columns),
    ),
    problemRows: listProblemRows(table, cellProblems, columns),
    cellProblems: cellProblems.slice(0, MAX_PROBLEMS),
    problemCount: cellProblems.length,
    problemRowCount: new Set(cellProblems.map(({ row }) => row)).size,
  };
}
