/**
 * Baseline of the server: the bare framework with the same database, which repeats the queries of the real routes and
 * sends the rows. `node bench/bare-server.ts '{"paths":…,"token":…}'`
 */
import { join } from 'node:path';
import { fastify } from 'fastify';
import { PGlite } from '@electric-sql/pglite';
import { readConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { wire } from '#server/wire.ts';

interface Query {
  text: string;
  values: unknown[];
}

/** Requests each path of the real server once and records the route's queries. */
async function record(
  database: Database,
  { paths, token }: { paths: string[]; token: string },
): Promise<Map<string, Query[]>> {
  const recorded = new Map<string, Query[]>();
  let queries: Query[] = [];
  const db = database.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const { sql, parameters } = database.db.getExecutor().compileQuery(node, queryId);
      // These routes only read; other statements come from background sweeps.
      if (sql.startsWith('select ')) queries.push({ text: sql, values: [...parameters] });
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const server = await wire(config, { database: { ...database, db } });
  for (const url of paths) {
    queries = [];
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode } = await server.app.inject({ url, headers });
    if (statusCode !== 200 || queries.length === 0)
      throw new Error(`${url} returned ${statusCode} after ${queries.length} queries`);
    recorded.set(url, queries);
  }
  await server.app.close();
  return recorded;
}

const input: { paths: string[]; token: string } = JSON.parse(process.argv[2] ?? '{}');
const config = readConfig();
const database = await openDatabase({ folder: join(config.dataFolder, 'database') });
const pglite = database.raw;
if (!(pglite instanceof PGlite)) throw new Error('The bare server needs the embedded database.');
const recorded = await record(database, input);

const app = fastify();
for (const [path, queries] of recorded) {
  app.get(path.split('?', 1)[0] ?? path, async () => {
    const results: unknown[] = [];
    for (const { text, values } of queries) results.push((await pglite.query(text, values)).rows);
    return { success: true, data: results };
  });
}
process.once('SIGTERM', () => void app.close().then(() => database.close()));
const address = await app.listen({ host: config.host, port: config.port });
process.stdout.write(`Geoloom is ready: ${address}\n`);
