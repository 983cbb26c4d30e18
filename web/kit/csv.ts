/** Rows of a list as a CSV file. Pure. */
import { BYTE_ORDER_MARK, writeRecord } from '#contract/csv.ts';
import { pluralize } from '#web/ui/format-figure.ts';

/** Column of the file: its head, and a cell's text. */
export type CsvColumn<R> = readonly [head: string, cell: (row: R) => string];

export function writeCsv<R>(rows: readonly R[], columns: readonly CsvColumn<R>[]): string {
  const records = [columns.map(([head]) => head), ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
  return BYTE_ORDER_MARK + records.map(writeRecord).join('');
}

/** `projects-2026-11-22.csv`, in local time. */
export function getCsvFileName(noun: string, now: Date): string {
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return `${pluralize(noun)}-${parts.map((part) => String(part).padStart(2, '0')).join('-')}.csv`;
}
