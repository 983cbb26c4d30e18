/**
 * Prepares statements of PGlite, so that each is planned once. Planning is most of the work of a short query
 * and runs on the main thread. PGlite's API has no prepared statements, but its wire protocol does.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 *
 * The wire protocol doesn't wait for transactions. All statements come through Kysely, which has one
 * connection to PGlite and gives it to one transaction at a time, so no statement can run in another caller's
 * transaction.
 */
import { type PGlite, protocol, type QueryOptions, type Results } from '@electric-sql/pglite';
import type { PGliteDialectConfig } from 'kysely';
import {
  type BackendMessage,
  CommandCompleteMessage,
  DataRowMessage,
  type Field,
  ParameterDescriptionMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages.js';
import type { PgliteReader } from './pglite-reader.ts';

/** Maximum number of prepared statements; each takes 10 to 80 KB of the database. */
const MAX_STATEMENTS = 200;
/** Longer statements contain many values and are rarely repeated. */
const MAX_CHARACTERS = 5_000;
/** PostgreSQL: "cached plan must not change result type", after a change of the schema. */
const OUTDATED = '0A000';

const { bind, close, describe, execute, parse: prepare, sync } = protocol.serialize;

type KyselyPglite = Extract<PGliteDialectConfig['pglite'], { waitReady: unknown }>;
type Query = <Row>(text: string, values?: unknown[], options?: QueryOptions) => Promise<Results<Row>>;

interface Prepared {
  name: string;
  /** Types of the parameters. */
  types: number[];
  /** Columns of the rows; empty without rows. */
  fields: readonly Field[];
}

/** @returns PGlite for Kysely that prepares statements and caches the most recently used */
export function prepareStatements(pglite: PgliteReader): KyselyPglite {
  const statements = createStatements(pglite);
  const query = statements.over((...given) => pglite.query(...given));
  return {
    get closed() {
      return pglite.closed;
    },
    get ready() {
      return pglite.ready;
    },
    waitReady: pglite.waitReady,
    close: () => pglite.close(),
    query: async (...given) => {
      try {
        return await query(...given);
      } catch (error) {
        if (readCode(error) !== OUTDATED) throw error;
        return await pglite.query(...given);
      }
    },
    transaction: (work) =>
      pglite.transaction((trx) =>
        work({
          query: statements.over((...given) => trx.query(...given)),
          rollback: () => trx.rollback(),
        }),
      ),
  };
}

function createStatements(pglite: PgliteReader) {
  /** By text, the most recently used last. */
  const known = new Map<string, Prepared>();
  let count = 0;
  const runExclusive = createLock(pglite);

  const add = async (text: string): Promise<Prepared> => {
    count += 1;
    const name = `statement_${count}`;
    const responses = await pglite.exchange([prepare({ name, text }), describe({ type: 'S', name }), sync()]);
    const values = responses.find((reply) => reply instanceof ParameterDescriptionMessage);
    const rows = responses.find((reply) => reply instanceof RowDescriptionMessage);
    return { name, types: values?.dataTypeIDs ?? [], fields: rows?.fields ?? [] };
  };

  const remember = async (text: string, prepared: Prepared) => {
    known.delete(text);
    known.set(text, prepared);
    const [oldest] = known.keys();
    if (known.size > MAX_STATEMENTS && oldest !== undefined) await forget(oldest);
  };

  const forget = async (text: string) => {
    const prepared = known.get(text);
    known.delete(text);
    if (prepared !== undefined) await pglite.exchange([close({ type: 'S', name: prepared.name }), sync()]);
  };

  const runPrepared = async <Row>(text: string, values: unknown[]): Promise<Results<Row>> => {
    const prepared = known.get(text) ?? (await add(text));
    await remember(text, prepared);
    const { name, types, fields } = prepared;
    const texts = values.map((value, index) => toText(pglite, value, types[index]));
    try {
      const responses = await pglite.exchange([bind({ statement: name, values: texts }), execute(), sync()]);
      return toResults(pglite, fields, responses);
    } catch (error) {
      if (readCode(error) === OUTDATED) await forget(text);
      throw error;
    }
  };

  return {
    /** @param query of PGlite or of its transaction, for statements that aren't prepared */
    over:
      (query: Query): Query =>
      (text, values = [], options) =>
        text.length > MAX_CHARACTERS
          ? query(text, values, options)
          : runExclusive(() => runPrepared(text, values)),
  };
}

/**
 * PGlite's lock with one shared function for all waiting callers. The lock creates a generator for each call,
 * and V8 allocates the generator's map in the old generation, where a closure would keep its whole request in
 * memory until the next full collection.
 */
function createLock(pglite: PGlite): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => Promise<void>)[] = [];
  // PGlite's lock serves callers in order, like this list.
  const runNext = async () => waiting.shift()?.();
  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push(() => work().then(resolve, reject));
      void pglite.runExclusive(runNext);
    });
}

const readCode = (error: unknown) => (error as { code?: unknown }).code;

/** Commands whose completion message has the number of changed rows. */
const CHANGING = /^(?:INSERT|UPDATE|DELETE|MERGE|COPY) /;

/** Like PGlite's own `query`. */
function toResults<Row>(
  { parsers }: PGlite,
  fields: readonly Field[],
  responses: readonly BackendMessage[],
): Results<Row> {
  const toRow = ({ fields: texts }: DataRowMessage): Row => {
    const row: Record<string, unknown> = {};
    for (const [index, { name, dataTypeID }] of fields.entries()) {
      const text: string | null = texts[index];
      const read = parsers[dataTypeID];
      row[name] = text === null || read === undefined ? text : read(text, dataTypeID);
    }
    return row as Row;
  };
  const command = responses.find((reply) => reply instanceof CommandCompleteMessage)?.text ?? '';
  return {
    rows: responses.filter((reply) => reply instanceof DataRowMessage).map(toRow),
    fields: fields.map(({ name, dataTypeID }) => ({ name, dataTypeID })),
    affectedRows: CHANGING.test(command) ? Number(command.split(' ').at(-1)) : 0,
  };
}

/** Like PGlite's own `query`. */
function toText({ serializers }: PGlite, value: unknown, type = 0): string | null {
  if (value === null || value === undefined) return null;
  const write = serializers[type] ?? String;
  return write(value);
}
