/**
 * Test-only shortcuts: one page of a small seed for one row, and the problems of a seed. Pages are read by the XML
 * parser of the test kit, never by the engine.
 */
import { inspect, prepareProject, readSeed, type Inspection, type Problem } from '#engine';
import { type SeedSpec, build, readRows, wxrSeed } from '#testkit/wxr-seed.ts';
import type { ReadPage } from '#testkit/wxr-pages.ts';
import type { WxrSeed } from './wxr/seed.ts';

/** A row by column name; `geo_city` and `geo_url` have defaults. */
export type Row = Record<string, string>;

function createSheet(row: Row): string[][] {
  const whole: Row = { geo_city: 'Austin', geo_url: 'austin-tx', ...row };
  return [Object.keys(whole), Object.values(whole)];
}

/** Builds one page of a seed for a row. */
export function fillPage(spec: SeedSpec, row: Row = {}): ReadPage {
  const { pages, problems } = build(wxrSeed(spec), createSheet(row));
  const [page] = pages;
  if (!page) throw new Error(`no page: ${JSON.stringify(problems)}`);
  return page;
}

/** Content of the page for a seed with that content. */
export function fillContent(content: string, row: Row = {}): string {
  return fillPage({ content }, row).fields['content:encoded'] ?? '';
}

/** Value of the page's one meta for a seed with that meta. */
export function fillMeta(value: string, row: Row = {}, key = 'field'): string {
  const [meta] = fillPage({ metas: [[key, value]] }, row).metas;
  return meta?.[1] ?? '';
}

/** Codes of the problems for which the row is skipped. */
export function listLossCodes(spec: SeedSpec, row: Row): string[] {
  const { problems } = build(wxrSeed(spec), createSheet(row));
  return problems.filter(({ severity }) => severity === 'loss').map(({ code }) => code);
}

/** An export that can be read. */
export function readWxrSeed(text: string | Uint8Array): WxrSeed {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const { seed, problems } = readSeed(bytes, 'seed.xml');
  if (!seed) throw new Error(`no seed: ${JSON.stringify(problems)}`);
  // the format of an export reads nothing else
  return seed as WxrSeed;
}

/** Problems of reading a seed. */
export function readWxr(text: string | Uint8Array, file = 'seed.xml'): Problem[] {
  return readSeed(typeof text === 'string' ? new TextEncoder().encode(text) : text, file).problems;
}

/** Problems of a seed against a sheet with these columns. */
export function seedProblems(
  seed: Uint8Array,
  columns: readonly string[] = ['geo_city', 'geo_url'],
): Problem[] {
  const reading = readSeed(seed, 'seed.xml');
  if (!reading.seed) return reading.problems;
  const { table } = readRows([columns, columns.map(() => 'waco')]);
  return prepareProject({ seed: reading.seed, table, key: 'test' }).problems;
}

/** The one problem of that code. */
export function findProblem(problems: readonly Problem[], code: string): Problem {
  const found = problems.filter((problem) => problem.code === code);
  const [problem] = found;
  if (!problem || found.length > 1)
    throw new Error(`${found.length} × ${code} in ${JSON.stringify(problems)}`);
  return problem;
}

/** Inspects a seed and one row. */
export function createInspection(spec: SeedSpec | Uint8Array, row: Row = {}): Inspection {
  const bytes = spec instanceof Uint8Array ? spec : wxrSeed(spec);
  const { table, problems } = readRows(createSheet(row));
  return inspect({ seed: { file: 'seed.xml', bytes }, table: { file: 'rows.csv', table, problems } });
}
