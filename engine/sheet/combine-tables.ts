/** Combines two lists, such as towns and services: each row of the first with each row of the second. */
import { COMBINED_ROWS } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { toColumnKey } from './column-name.ts';
import { Table, type TableReading, type TableRows } from './table.ts';

/** Columns with a permanent key of a row, best first. Both lists may have the same: keys are joined. */
export const KEY_COLUMNS = ['rowid', 'key', 'id'];

/** Reads cells and problems of both lists on demand; a copy of them may not fit into memory. */
function joinRows(first: Table, second: Table): TableRows {
  const size = second.rowCount;
  const width = first.columns.length;
  const top = (row: number): number => Math.floor(row / size);
  return {
    count: first.rowCount * size,
    getCells: (row) => [...first.getCells(top(row)), ...second.getCells(row % size)],
    getNumber: (row) => row + 2,
    getProblems: (row) => [...first.rowProblems(top(row)), ...second.rowProblems(row % size)],
    getErrors: (row) => [
      ...first.cellErrors(top(row)),
      ...second.cellErrors(row % size).map(({ column, error }) => ({ column: column + width, error })),
    ],
  };
}

const count = (value: number, noun: string): string =>
  `${value.toLocaleString('en-US')} ${noun}${value === 1 ? '' : 's'}`;

function checkSize(first: Table, second: Table): Problem[] {
  const rows = first.rowCount * second.rowCount;
  if (rows <= COMBINED_ROWS) return [];
  const factors = `${first.rowCount.toLocaleString('en-US')} × ${second.rowCount.toLocaleString('en-US')}`;
  const text = `${first.file} has ${count(first.rowCount, 'row')} and ${second.file} has ${count(second.rowCount, 'row')}: ${factors} = ${count(rows, 'page')}; the limit is ${COMBINED_ROWS.toLocaleString('en-US')}. Shorten one of the lists.`;
  return [{ code: 'combination-too-large', severity: 'fault', file: second.file, text }];
}

/** Refuses names that both lists have, because a placeholder could mean either column. */
function checkNames(first: Table, second: Table): Problem[] {
  const { file, headerRow: row } = second;
  return second.columns.flatMap(({ key, name }): Problem[] => {
    const twin = key === '' || KEY_COLUMNS.includes(key) ? undefined : findColumn(first, key);
    if (twin === undefined) return [];
    const names = twin.name === name ? `"${name}"` : `"${twin.name}" and "${name}", which are the same name`;
    const text = `${first.file} and ${file} both have a column ${names}. Rename one of them.`;
    return [{ code: 'combined-header', severity: 'fault', file, row, field: name, text }];
  });
}

const findColumn = ({ columns }: Table, key: string) => columns.find((column) => column.key === key);

/** Combines the lists if they have rows and no name in common. */
function combineTables(first: Table, second: Table): { table?: Table; problems: Problem[] } {
  const problems = [...checkSize(first, second), ...checkNames(first, second)];
  if (problems.length > 0) return { problems };
  const known = new Set(first.columns.map(({ key }) => key));
  const added = second.columns.map((column) => (known.has(column.key) ? { ...column, key: '' } : column));
  const { file, encoding, delimiter, headerRow } = first;
  const head = { file, encoding, delimiter, headerRow, columns: [...first.columns, ...added] };
  return { table: new Table(head, joinRows(first, second), [first, second]), problems };
}

/** Returns the file name of the second list in problems, which name a row by file and number. */
export const nameSecondList = (first: string, second: string): string =>
  first === second ? `${second} (2)` : second;

/** Combines the readings of two lists, whose problems are reported once. */
export function combineReadings(first: TableReading, second: TableReading): TableReading {
  const { table: _, problems, ...reading } = first;
  const combined = first.table && second.table ? combineTables(first.table, second.table) : { problems: [] };
  return { ...reading, ...combined, problems: [...problems, ...second.problems, ...combined.problems] };
}

/** Lists the columns with the key of a row, one of each list; empty if a list has none. */
export function listKeyColumns({ lists }: Pick<Table, 'lists'>): number[] {
  let width = 0;
  const found = lists.map(({ columns }) => {
    const keys = columns.map(({ name }) => toColumnKey(name));
    const index = KEY_COLUMNS.map((key) => keys.indexOf(key)).find((each) => each >= 0);
    width += columns.length;
    return index === undefined ? [] : [index + width - columns.length];
  });
  return found.some((each) => each.length === 0) ? [] : found.flat();
}
