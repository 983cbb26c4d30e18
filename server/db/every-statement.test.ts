/**
 * Runs each statement of each store seven times on the embedded database, with values from a test: on the
 * sixth run, PostgreSQL switches to a generic plan, and some errors occur only then. Tests of the server have
 * recorded the statements, so this is the last file of `npm test`.
 */
import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { readPgliteDump } from '#testkit/pglite-dump.ts';
import { listCalls, readStatements } from '#testkit/statements.ts';
import { type Db, openDatabase } from './open.ts';

const TIMES = 7;
/**
 * Data and constraint errors are expected: the tables are empty, and PostgreSQL has planned the statement by
 * then.
 */
const REFUSED_VALUES = /^2[23]/;

const statements = readStatements();

it('runs seven times', async () => {
  const database = await openDatabase({ dump: await readPgliteDump() });
  const faults: string[] = [];
  for (const { text, values } of new Map(statements.map((each) => [each.text, each])).values()) {
    const fault = await findFault(database.db, CompiledQuery.raw(text, [...values]));
    if (fault !== undefined) faults.push(`${fault}: ${text}`);
  }
  await database.close();
  expect(faults).toEqual([]);
});

it('is run by at least one test', () => {
  const ran = new Set(statements.flatMap(({ places }) => places));
  const missing = listCalls().filter((call) => !ran.has(call));
  console.log(`${listCalls().length} calls in stores, ${ran.size} executed`);
  expect(missing, 'All tests of project server have to run before, as in `npm test`.').toEqual([]);
});

/** Runs the statement seven times, undoing each run. @returns PostgreSQL's error, if any */
async function findFault(db: Db, statement: CompiledQuery): Promise<string | undefined> {
  const undo = new Error('undo');
  for (let time = 1; time <= TIMES; time += 1) {
    const error: unknown = await db
      .transaction()
      .execute(async (trx) => {
        await trx.executeQuery(statement);
        throw undo;
      })
      .catch((reason: unknown) => reason);
    const { code = '', message } = error as { code?: string; message: string };
    if (error !== undo && !REFUSED_VALUES.test(code)) return `${code} ${message} (time ${time})`;
  }
  return undefined;
}
