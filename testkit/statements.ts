/**
 * Observes the SQL statements of a database. Those of stores are recorded while the tests of the server run, for
 * `server/db/every-statement.test.ts`.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import type { CompiledQuery, KyselyPlugin } from 'kysely';
import type { Database, Db } from '#server/db/open.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, '.cache', 'statements');
/** Matches files with statements of stores. */
const STORES = ['server/features/*/*.store.ts', 'server/db/{saved-rows,list-page,scope}.ts'];
const FRAMES = 30;
const STORE_FRAME = /(server\/(?:features\/[\w-]+|db)\/[\w.-]+\.ts):(\d+):\d+/g;
/** Calls that run a statement, without those that run a transaction. */
const CALL = /\.execute(?:TakeFirst(?:OrThrow)?)?\((?!(?:async )?\(trx\))|(?<!function )\blistPage\(/g;

const stores = new Set(globSync(STORES, { cwd: ROOT }));

export interface RecordedStatement {
  text: string;
  values: readonly unknown[];
  /** Lines of stores in its stack, such as `server/db/scope.ts:62`. */
  places: string[];
}

/** @returns the same database, which reports each statement before it runs */
export function watchStatements(db: Db, onStatement: (statement: CompiledQuery) => void): Db {
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      onStatement(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin);
}

const seen = new Set<string>();
let unwritten: RecordedStatement[] = [];

/** @returns the same database, which records the statements of stores */
export function recordStores(db: Db): Db {
  return watchStatements(db, ({ sql: text, parameters: values }) => {
    const frames = readFrames();
    // Statements that differ only in the length of a list are the same.
    const key = `${text.replaceAll(/\$\d+(?:, \$\d+)+/g, '$').replaceAll(/\$\d+/g, '$')}\n${frames}`;
    if (frames === '' || seen.has(key)) return;
    seen.add(key);
    const places = findPlaces();
    if (places.length > 0) unwritten.push({ text, values, places });
  });
}

/** Set while a transaction is open, in everything that it awaits. */
const transaction = new AsyncLocalStorage<{ isOpen: boolean; database: Database }>();

/** Runs work that another process could start, such as a request, as if no transaction were open. */
export function runOutsideTransaction<Result>(work: () => Result): Result {
  return transaction.exit(work);
}

/**
 * Rejects statements of the outer `db` during a transaction. PGlite has one connection, so they would wait for their
 * own transaction; PostgreSQL takes a second connection, which fails only under load.
 * @returns the same database
 */
export function rejectOuterStatements(database: Database): Database {
  const refuse = (db: Db): Db => {
    const executor = db.getExecutor();
    const provide = executor.provideConnection.bind(executor);
    const provideConnection: typeof provide = async (consumer, ...options) => {
      const outer = transaction.getStore();
      if (outer?.isOpen === true && outer.database === database) throw new Error(OUTER);
      const own = { isOpen: true, database };
      try {
        return await provide((connection) => transaction.run(own, () => consumer(connection)), ...options);
      } finally {
        own.isOpen = false;
      }
    };
    Object.assign(executor, { provideConnection });
    return db;
  };
  const db = refuse(database.db);
  return {
    ...database,
    db,
    jobs: database.jobs === database.db ? db : refuse(database.jobs),
    // PGlite notifies within the statement that commits.
    listen: (channel, onPayload, onGap) =>
      database.listen(channel, (payload) => runOutsideTransaction(() => onPayload(payload)), onGap),
  };
}

const OUTER =
  'A statement of the outer db inside a transaction: give it the transaction, or run it before or after.';

/** Reads the stack frames of stores. A query starts synchronously, so they are still in the stack. */
function readFrames(): string {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_error, frames) =>
    frames
      .map((frame) => `${frame.getFileName()}:${frame.getLineNumber()}:${frame.getColumnNumber()}`)
      .filter((frame) => /\.store\.ts:|\/server\/db\//.test(frame))
      .join('\n');
  try {
    return readStack();
  } finally {
    Object.assign(Error, { prepareStackTrace });
  }
}

function readStack(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const stack = String(new Error('where').stack);
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}

/** Finds the lines in the sources, which loads the source map of each file. */
function findPlaces(): string[] {
  return [...readStack().matchAll(STORE_FRAME)].flatMap(([, file = '', line]) =>
    stores.has(file) ? [`${file}:${line}`] : [],
  );
}

/** Deletes the records of earlier runs. */
export function clearStatements(): void {
  rmSync(FOLDER, { recursive: true, force: true });
}

/** Writes the records since the last call. */
export function writeStatements(): void {
  if (unwritten.length === 0) return;
  mkdirSync(FOLDER, { recursive: true });
  const lines = unwritten.map((each) => `${serialize(each).toString('base64')}\n`);
  appendFileSync(join(FOLDER, `${process.pid}.txt`), lines.join(''));
  unwritten = [];
}

/** @returns the records of all processes of the last run */
export function readStatements(): RecordedStatement[] {
  return globSync('*.txt', { cwd: FOLDER }).flatMap((name) =>
    readFileSync(join(FOLDER, name), 'utf8')
      .trim()
      .split('\n')
      .map((line): RecordedStatement => deserialize(Buffer.from(line, 'base64'))),
  );
}

/** @returns each line of a store that runs a statement */
export function listCalls(): string[] {
  return [...stores].flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return [...text.matchAll(CALL)].map(
      ({ index }) => `${file}:${text.slice(0, index + 1).split('\n').length}`,
    );
  });
}
