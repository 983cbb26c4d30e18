/**
 * The statements that a database runs, as tests look at them. Those of the stores are recorded while the tests of the
 * server run, so that `server/db/every-statement.test.ts` finds all of them.
 */
import { appendFileSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import type { CompiledQuery, KyselyPlugin } from 'kysely';
import type { Db } from '#server/db/open.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, '.cache', 'statements');
/** Where statements of stores are. */
const STORES = ['server/features/*/*.store.ts', 'server/db/{saved-rows,list-page,scope}.ts'];
const FRAMES = 30;

const stores = new Set(globSync(STORES, { cwd: ROOT }));

export interface RecordedStatement {
  text: string;
  values: readonly unknown[];
  /** Each place of a store that led to it: file, line and column as they ran. */
  places: string[];
}

/** @returns the same database, of which each statement is heard before it runs */
export function hearStatements(db: Db, onStatement: (statement: CompiledQuery) => void): Db {
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      onStatement(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin);
}

/** By the text with lists of values of any length taken for the same. */
const recorded = new Map<string, Set<string>>();
let unwritten: RecordedStatement[] = [];

/** @returns the same database, whose stores are recorded */
export function recordStores(db: Db): Db {
  return hearStatements(db, ({ sql: text, parameters: values }) => {
    const places = findPlaces();
    if (places.length === 0) return;
    const key = text.replaceAll(/\$\d+(?:, \$\d+)+/g, '$1, …').replaceAll(/\$\d+/g, '$');
    const known = recorded.get(key) ?? new Set();
    if (recorded.has(key) && places.every((place) => known.has(place))) return;
    recorded.set(key, known);
    for (const place of places) known.add(place);
    unwritten.push({ text, values, places });
  });
}

/** The frames of stores, in which a query begins before anything is awaited. */
function findPlaces(): string[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  Error.prepareStackTrace = (_error, frames) => frames;
  const holder: { stack?: unknown } = {};
  Error.captureStackTrace(holder, findPlaces);
  const frames = holder.stack as NodeJS.CallSite[];
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  return frames.flatMap((frame) => {
    const file = relative(ROOT, (frame.getFileName() ?? '').replace(/^file:\/\//, ''));
    return stores.has(file) ? [`${file}:${frame.getLineNumber()}:${frame.getColumnNumber()}`] : [];
  });
}

/** Forgets what earlier runs have recorded. */
export function clearStatements(): void {
  rmSync(FOLDER, { recursive: true, force: true });
}

/** Writes what was recorded since the last call. */
export function writeStatements(): void {
  if (unwritten.length === 0) return;
  mkdirSync(FOLDER, { recursive: true });
  const lines = unwritten.map((each) => `${serialize(each).toString('base64')}\n`);
  appendFileSync(join(FOLDER, `${process.pid}.txt`), lines.join(''));
  unwritten = [];
}

/** @returns what all processes of the last run have recorded */
export function readStatements(): RecordedStatement[] {
  return globSync('*.txt', { cwd: FOLDER }).flatMap((name) =>
    readFileSync(join(FOLDER, name), 'utf8')
      .trim()
      .split('\n')
      .map((line): RecordedStatement => deserialize(Buffer.from(line, 'base64'))),
  );
}

/** @returns by file, how often its source runs a statement */
export function countCalls(): Map<string, number> {
  const calls = /(?<!transaction\(\)\s*)\.execute(?:TakeFirst(?:OrThrow)?)?\(|(?<!function )\blistPage\(/g;
  return new Map(
    [...stores].map((file) => [file, readFileSync(join(ROOT, file), 'utf8').match(calls)?.length ?? 0]),
  );
}
