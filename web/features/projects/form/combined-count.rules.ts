/** `200 towns × 6 services = 1,200 pages` */
import { formatAmount } from '#web/ui/format-figure.ts';
import type { TableInspection } from './form-state.ts';

type List = Pick<TableInspection, 'file' | 'rowCount'>;

/** Counts rows by the name of the file if it is a plural, such as `services.csv`. */
function countRows({ file, rowCount }: List): string {
  const noun = /^([a-z]{2,})s\.[a-z]+$/i.exec(file)?.[1]?.toLowerCase();
  return noun === undefined ? formatAmount(rowCount, 'row') : formatAmount(rowCount, noun, `${noun}s`);
}

/** Describes the number of pages that two lists make. */
export function countCombined(first: List, second: List): string {
  return `${countRows(first)} × ${countRows(second)} = ${formatAmount(first.rowCount * second.rowCount, 'page')}`;
}
