/** Formats the results as a table, which marks rows that miss their "must". */
import type { BenchRow } from './bench-rows.ts';

export function missesMust({ figure, must, isRate }: BenchRow): boolean {
  if (must === undefined) return false;
  return isRate ? figure < must : figure > must;
}

function reachesAim({ figure, aim, isRate }: BenchRow): boolean {
  if (aim === undefined) return false;
  return isRate ? figure >= aim : figure <= aim;
}

function writeFigure(figure: number): string {
  const digits = Math.abs(figure) >= 100 ? 0 : 2;
  return figure.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function writeLimit(limit: number | undefined, isRate: boolean | undefined): string {
  return limit === undefined ? '' : `${isRate ? '≥' : '≤'} ${limit.toLocaleString('en-US')}`;
}

function formatVerdict(row: BenchRow): string {
  if (row.must === undefined) return '';
  if (missesMust(row)) return 'MISSED';
  return reachesAim(row) ? 'aim reached' : 'passed';
}

/** Returns lines without line feeds. */
export function writeBenchTable(rows: readonly BenchRow[]): string[] {
  const cells = rows.map((row) => [
    row.measure,
    `${writeFigure(row.figure)} ${row.unit}`,
    writeLimit(row.must, row.isRate),
    writeLimit(row.aim, row.isRate),
    formatVerdict(row),
  ]);
  const all = [['measure', 'figure', 'must', 'aim', ''], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  return all.map((line) => {
    const padded = line.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 || column === 4 ? cell.padEnd(width) : cell.padStart(width);
    });
    return padded.join('   ').trimEnd();
  });
}
