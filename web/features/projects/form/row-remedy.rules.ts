/** What one click can write into a cell so that its row gives a page; whether it does is for the engine to judge. */
import type { CellProblem, TableInspection } from '#engine';

export interface Remedy {
  row: number;
  field: string;
  value: string;
}

/** A slug, or a key, that another row or record has already. */
const TAKEN = new Set(['slug-doubled', 'slug-taken', 'key-doubled']);
const PLACE = /city|town|place|state/i;
/** A slug has room for more, but nobody reads one that is longer. */
const SLUG_CHARACTERS = 120;

/** @returns nothing where only the person knows what belongs there */
export function findRemedy(problem: CellProblem, table: TableInspection): Remedy | undefined {
  const { row, field = '', code } = problem;
  const column = table.columns.findIndex(({ name }) => name === field);
  const cells = findCells(table, row);
  const cell = cells?.[column];
  if (cells === undefined || cell === undefined) return undefined;
  const fill = (value: string) => (value === '' || value === cell ? undefined : { row, field, value });
  if (TAKEN.has(code)) return fill(`${cell}-${countBefore(problem, table, column) + 2}`);
  if (code === 'slug-too-long') return fill(cell.slice(0, SLUG_CHARACTERS).replace(/\W+$/, ''));
  if (code !== 'slug-empty') return undefined;
  return fill(cells.filter((text, index) => text !== '' && isPlace(table, index, column)).join(' '));
}

const isPlace = ({ columns }: TableInspection, index: number, slug: number) =>
  index !== slug && PLACE.test(columns[index]?.name ?? '');

const findCells = ({ rows, problemRows }: TableInspection, wanted: number) =>
  [...rows, ...problemRows].find(({ row }) => row === wanted)?.cells;

/** How many rows above it have the same problem with the same cell: each gets a number of its own. */
function countBefore({ row, field, code }: CellProblem, table: TableInspection, column: number): number {
  const cell = findCells(table, row)?.[column];
  return table.cellProblems.filter(
    (other) =>
      other.code === code &&
      other.field === field &&
      other.row < row &&
      findCells(table, other.row)?.[column] === cell,
  ).length;
}
