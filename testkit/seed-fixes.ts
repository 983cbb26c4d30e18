/** Inspects a seed and applies fixes like the form. */
import { applySeedFix, type PlatformId, inspect, type OfferedFix, type Problem } from '#engine';
import { readRows, type SheetRows } from './wxr-seed.ts';

const ROWS: SheetRows = [
  ['geo_city', 'geo_state', 'geo_url'],
  ['Austin', 'TX', 'austin-tx'],
  ['Waco', 'TX', 'waco-tx'],
];

export interface SeedInput {
  format: PlatformId;
  text: string;
  rows?: SheetRows;
  site?: string;
}

function toInput({ format, text, rows = ROWS, site }: SeedInput) {
  const { table, problems } = readRows(rows);
  return {
    format,
    seed: { file: 'seed', bytes: new TextEncoder().encode(text) },
    table: { file: 'rows.csv', table, problems },
    ...(site !== undefined && { site }),
  };
}

/** Returns the problems of a seed, and the offered fixes by code. */
export function inspectSeedText(question: SeedInput): {
  problems: Problem[];
  fixes: Map<string, OfferedFix>;
} {
  const { problems, seed } = inspect(toInput(question));
  return { problems, fixes: new Map((seed?.fixes ?? []).map((fix) => [fix.code, fix])) };
}

/** Returns the text of the only problem with that code. */
export function getNotice(question: SeedInput, code: string): string {
  const found = inspectSeedText(question).problems.filter((problem) => problem.code === code);
  const [first] = found;
  if (!first || found.length > 1) throw new Error(`${found.length} × ${code}`);
  return first.text;
}

/** Applies the fix for that code. @throws if it isn't offered or doesn't help */
export function fixSeedText(question: SeedInput, code: string): string {
  const { fixes } = inspectSeedText(question);
  const fix = fixes.get(code);
  const bytes = fix && applySeedFix(toInput(question), fix);
  if (!bytes) throw new Error(`no fix for ${code}, only for ${[...fixes.keys()].join(', ')}`);
  const fixed = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const left = inspectSeedText({ ...question, text: fixed }).problems;
  if (left.some((problem) => problem.code === code || problem.severity === 'fault'))
    throw new Error(`still there: ${JSON.stringify(left)}`);
  return fixed;
}
