/** Reads and writes the sheets that the expectations and the product use. */
import { readFileSync, writeFileSync } from 'node:fs';
import Papa from 'papaparse';
import { cleanCell } from './encoding.ts';

/** One row of the sheet, by column name. */
export type Row = Readonly<Record<string, string>>;

export function readSheet(file: string): Row[] {
  const { data, errors } = Papa.parse<Record<string, string>>(readFileSync(file, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  });
  const [fault] = errors;
  if (fault !== undefined) throw new Error(`${file}: ${fault.message} (row ${fault.row ?? '?'})`);
  return data.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, cleanCell(cell)])),
  );
}

/** Quotes each cell, so that it preserves line breaks, commas and outer spaces. */
export function writeSheet(file: string, rows: readonly Row[]): void {
  writeFileSync(file, Papa.unparse([...rows], { quotes: true }));
}
