/**
 * What the server could be at most: the bare framework over the same database, which repeats the
 * queries that the real routes make and sends the rows. `node bench/bare-server.ts '{"paths":…,"token":…}'`
 */
import { join } from 'node:path';
import { fastify } from 'fastify';
import { PGlite } from '@electric-sql/pglite';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { wire } from '#server/wire.ts';

interface Query {
  text: string;
  values: unknown[];
}

/** Asks the real server once for each path and writes down what the route asks of the driver. */
async function record(
  server: Awaited<ReturnType<typeof wire>>,
  database: PGlite,
  { paths, token }: { paths: string[]; token: string },
): Promise<Map<string, Query[]>> {
  const recorded = new Map<string, Query[]>();
  const query = database.query.bind(database);
  for (const url of paths) {
    const queries: Query[] = [];
    database.query = ((text: string, values: unknown[], options) => {
      // These routes only read; beside them the queue of jobs asks, and something is swept.
      if (text.startsWith('select ') && !text.includes('pgboss')) queries.push({ text, values });
      return query(text, values, options);
    }) as typeof query;
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode } = await server.app.inject({ url, headers });
    database.query = query;
    if (statusCode !== 200 || queries.length === 0) throw new Error(`${url} answered ${statusCode}`);
    recorded.set(url, queries);
  }
  return recorded;
}

const given: { paths: string[]; token: string } = JSON.parse(process.argv[2] ?? '{}');
const config = readConfig();
const database = await openDatabase({ folder: join(config.dataFolder, 'database') });
const pglite = database.raw;
if (!(pglite instanceof PGlite)) throw new Error('the bare server needs the embedded database');
const server = await wire(config, { database });
const recorded = await record(server, pglite, given);
await server.app.close();

const app = fastify();
for (const [path, queries] of recorded) {
  app.get(path.split('?', 1)[0] ?? path, async () => {
    const answers: unknown[] = [];
    for (const { text, values } of queries) answers.push((await pglite.query(text, values)).rows);
    return { success: true, data: answers };
  });
}
process.once('SIGTERM', () => void app.close().then(() => database.close()));
const address = await app.listen({ host: config.host, port: config.port });
process.stdout.write(`Geoloom is ready: ${address}\n`);
