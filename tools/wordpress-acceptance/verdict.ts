/** What came of one import, and how it is told: a line as it happens, a table at the end. */
import type { BuiltParts } from './build-parts.ts';

export interface Result {
  seed: string;
  sheet: string;
  database: string;
  run: string;
  rows: number;
  /** Pages of rows that the importer put into the site in this run. */
  landed: number;
  built: BuiltParts;
  importSeconds: number;
  problems: string[];
}

export function printResult(result: Result): void {
  const name = `${result.seed} × ${result.sheet}, ${result.database}, ${result.run}`;
  console.log(`${name}: ${result.problems.length === 0 ? 'everything arrived' : 'NOT what the sheet says'}`);
  for (const problem of result.problems) console.log(`  ${problem}`);
}

const COLUMNS: Record<string, (result: Result) => string> = {
  seed: (result) => result.seed,
  sheet: (result) => result.sheet,
  database: (result) => result.database,
  run: (result) => result.run,
  rows: (result) => String(result.rows),
  landed: (result) => String(result.landed),
  parts: (result) => String(result.built.parts.length),
  MB: (result) => (result.built.parts.reduce((sum, part) => sum + part.bytes, 0) / 1_000_000).toFixed(2),
  'build s': (result) => result.built.seconds.toFixed(1),
  'import s': (result) => result.importSeconds.toFixed(1),
  ok: (result) => (result.problems.length === 0 ? 'yes' : 'NO'),
};

export function printTable(results: readonly Result[]): void {
  const lines = [
    Object.keys(COLUMNS),
    ...results.map((result) => Object.values(COLUMNS).map((cell) => cell(result))),
  ];
  const widths = Object.keys(COLUMNS).map((_name, at) =>
    Math.max(...lines.map((line) => line[at]?.length ?? 0)),
  );
  console.log('');
  for (const line of lines)
    console.log(
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
