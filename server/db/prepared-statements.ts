/**
 * Lets PGlite plan a statement once instead of every time: of a short query that is most of its work, and it is done
 * on the thread that answers requests. PGlite itself has no prepared statements; its wire protocol does.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 *
 * The wire protocol waits for no transaction. Nothing slips into one because all statements come through Kysely, which has
 * one connection to PGlite and gives it to one transaction at a time.
 *
 * The protocol is written and read by the driver of PostgreSQL: PGlite keeps the fields of its own reader in weak maps, and
 * its lock makes a generator for each query, which keeps all of a request in memory until garbage is collected as a whole.
 */
import { type PGlite, type QueryOptions, type Results, types as pgTypes } from '@electric-sql/pglite';
import type { PGliteDialectConfig } from 'kysely';
import { serialize } from 'pg-protocol';
import {
  type BackendMessage,
  CommandCompleteMessage,
  DatabaseError,
  DataRowMessage,
  NotificationResponseMessage,
  ParameterDescriptionMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages.js';
import { Parser } from 'pg-protocol/dist/parser.js';

/** Each takes memory of the database. */
const MOST = 100;
/** A longer one is full of values, and seldom comes again. */
const MOST_CHARACTERS = 5_000;
/** PostgreSQL: "cached plan must not change result type", after a change of the schema. */
const OUTDATED = '0A000';

/** "INSERT 0 3" says how many rows it added, "SELECT 3" how many it found. */
const CHANGED = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/;

type KyselyPglite = Extract<PGliteDialectConfig['pglite'], { waitReady: unknown }>;
type Query = <Row>(text: string, values?: unknown[], options?: QueryOptions) => Promise<Results<Row>>;

interface Prepared {
  name: string;
  /** Of its values. */
  types: readonly number[];
  /** What its rows consist of; none where it has no rows. */
  fields: readonly { name: string; dataTypeID: number }[];
}

/** What is notified by a statement that is prepared; PGlite itself hears the rest. */
export type Hear = (channel: string, payload: string) => void;

/** @returns PGlite for Kysely: what runs for the second time is prepared */
export function prepareStatements(pglite: PGlite, hear: Hear): KyselyPglite {
  const statements = createStatements(pglite, hear);
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

/** @returns sends requests, all of which run at once, before anything else can */
function speak(pglite: PGlite, hear: Hear) {
  const parser = new Parser();
  return async (requests: readonly Buffer[]): Promise<BackendMessage[]> => {
    const answers: BackendMessage[] = [];
    let fault: DatabaseError | undefined;
    const take = (message: BackendMessage) => {
      if (message instanceof DatabaseError) fault ??= message;
      else if (message instanceof NotificationResponseMessage) hear(message.channel, message.payload);
      else answers.push(message);
    };
    await pglite.execProtocolRawStream(Buffer.concat(requests), {
      // It is memory of the database, which goes on to write there.
      onRawData: (bytes) => parser.parse(Buffer.from(bytes), take),
      // Files in a folder are flushed elsewhere.
      syncToFs: false,
    });
    if (fault !== undefined) throw fault;
    return answers;
  };
}

async function prepare(run: ReturnType<typeof speak>, { name, text }: { name: string; text: string }) {
  const answers = await run([
    serialize.parse({ name, text }),
    serialize.describe({ type: 'S', name }),
    serialize.sync(),
  ]);
  const types = answers.find((answer) => answer instanceof ParameterDescriptionMessage)?.dataTypeIDs ?? [];
  const fields = answers.find((answer) => answer instanceof RowDescriptionMessage)?.fields ?? [];
  return { name, types, fields };
}

function createStatements(pglite: PGlite, hear: Hear) {
  /** By text, the latest last; `undefined` after the first time. */
  const known = new Map<string, Prepared | undefined>();
  const run = speak(pglite, hear);
  let count = 0;

  const add = (text: string): Promise<Prepared> => {
    count += 1;
    return prepare(run, { name: `statement_${count}`, text });
  };

  const remember = async (text: string, prepared: Prepared | undefined) => {
    known.delete(text);
    known.set(text, prepared);
    const [oldest] = known.keys();
    if (known.size > MOST && oldest !== undefined) await forget(oldest);
  };

  const forget = async (text: string) => {
    const prepared = known.get(text);
    known.delete(text);
    if (prepared !== undefined)
      await run([serialize.close({ type: 'S', name: prepared.name }), serialize.sync()]);
  };

  const runPrepared = async <Row>(text: string, values: unknown[]): Promise<Results<Row>> => {
    const prepared = known.get(text) ?? (await add(text));
    await remember(text, prepared);
    const { name, types, fields } = prepared;
    const texts = values.map((value, index) => toText(pglite, value, types[index]));
    try {
      const answers = await run([
        serialize.bind({ statement: name, values: texts }),
        serialize.execute(),
        serialize.sync(),
      ]);
      return readResults(pglite, fields, answers);
    } catch (error) {
      if (readCode(error) === OUTDATED) await forget(text);
      throw error;
    }
  };

  return {
    /** @param query of PGlite or of its transaction, for what is not prepared */
    over:
      (query: Query): Query =>
      async (text, values = [], options) => {
        if (text.length > MOST_CHARACTERS) return query(text, values, options);
        if (known.has(text)) return runPrepared(text, values);
        await remember(text, undefined);
        return query(text, values, options);
      },
  };
}

const readCode = (error: unknown) => (error as { code?: unknown }).code;

/** As PGlite's own query does it. */
function readResults<Row>(
  { parsers }: PGlite,
  fields: Prepared['fields'],
  answers: readonly BackendMessage[],
): Results<Row> {
  const rows = answers.filter((answer) => answer instanceof DataRowMessage);
  const done = answers.find((answer) => answer instanceof CommandCompleteMessage)?.text ?? '';
  const readRow = (values: readonly (string | null)[]) => {
    const row: Record<string, unknown> = {};
    for (const [index, { name, dataTypeID }] of fields.entries())
      row[name] = pgTypes.parseType(values[index] ?? null, dataTypeID, parsers);
    return row as Row;
  };
  return {
    rows: rows.map((row) => readRow(row.fields)),
    fields: [...fields],
    affectedRows: Number(CHANGED.exec(done)?.[1] ?? 0),
  };
}

/** As PGlite's own query does it. */
function toText({ serializers }: PGlite, value: unknown, type = 0): string | null {
  if (value === null || value === undefined) return null;
  const write = serializers[type] ?? String;
  return write(value);
}
