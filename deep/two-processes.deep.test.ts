/** Two server processes on one PostgreSQL: a session that ends at one is invalid at the other with the next request. */
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { addUsers } from '#testkit/users.ts';
import { makeFolder } from '#testkit/folder.ts';
import { startPostgresServer } from '#testkit/postgres-server.ts';
import { startServerProcess } from '#testkit/server-process.ts';
import { times } from './times.ts';

const ROUNDS = 20;

async function startProcesses() {
  const postgres = await startPostgresServer();
  onTestFinished(() => postgres.stop());
  const dataFolder = makeFolder();
  const start = async () => {
    const server = await startServerProcess({ dataFolder, environment: { DATABASE_URL: postgres.url } });
    onTestFinished(async () => void (await server.end('SIGKILL')));
    return server.address;
  };
  const addresses = [await start(), await start()] as const;
  const database = await openDatabase({ url: postgres.url });
  onTestFinished(() => database.close());
  return { addresses, database };
}

/** Retries on 503: a busy process rejects requests before authentication. */
async function fetchStatus(
  address: string,
  headers: Record<string, string>,
  method = 'GET',
  path = 'account',
) {
  for (;;) {
    const { status } = await fetch(`${address}/api/v1/${path}`, { method, headers });
    if (status !== 503) return status;
  }
}

it('a sign-out at one process takes effect at the other with the next request (B2)', async () => {
  const { addresses, database } = await startProcesses();
  const rounds = times(ROUNDS);
  const users = await addUsers(
    database.db,
    Array.from({ length: rounds }, () => ({})),
  );
  const statuses: number[][] = [];
  for (const [round, { headers }] of users.entries()) {
    const [one, other] = round % 2 === 0 ? addresses : addresses.toReversed();
    const before = [await fetchStatus(one, headers), await fetchStatus(other, headers)];
    const ended = await fetchStatus(one, headers, 'POST', 'auth/logout');
    statuses.push([...before, ended, await fetchStatus(other, headers), await fetchStatus(one, headers)]);
  }
  expect(statuses).toEqual(users.map(() => [200, 200, 200, 401, 401]));
  console.log(`${rounds} sign-outs, each effective at both processes with the next request`);
});
