/** A sheet of one row that replaces the user's, to find what is wrong with the seed alone. */
import { readCells } from './read-cells.ts';
import type { Table } from './table.ts';

/** The row's values change nothing about what JSON, URLs and serialized values parse to. */
export function createNeutralTable(names: readonly string[], file: string): Table | undefined {
  return readCells([names, names.map(() => '1')], { file }).table;
}
