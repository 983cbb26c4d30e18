/** Rotation of the secret key at runtime: both keys are accepted until everything uses the new one. */
import { expect, it } from 'vitest';
import { countSealed, reseal } from '../features/operation/reseal.service.ts';
import type { MailJob } from '../features/mail/mail.service.ts';
import { createMailedTokens } from '../features/mail/mailed-tokens.service.ts';
import { deriveKeys } from '../gateways/secret-key.ts';
import { addUser } from '#testkit/users.ts';
import { saveProject, showProject, waitForRun } from '#testkit/project-calls.ts';
import { startTestApp } from '#testkit/test-app.ts';
import { openOwnDatabase, runSql } from '#testkit/test-database.ts';
import { listSealedColumns } from './sealed-columns.ts';
import { buildUsers } from './users.ts';
import { readConfig } from '../config.ts';

const [OLD, NEW] = ['o'.repeat(40), 'n'.repeat(40)];

it('accepts download URLs that either key signed, until the old key is removed', async () => {
  const before = await startTestApp({ config: { secretKey: OLD } });
  const user = await addUser(before.database.db);
  const saved = await saveProject(before.app, user);
  const id = saved.json<{ data: { project_id: number } }>().data.project_id;
  const url = (await waitForRun(before.app, user, id)).download_all_url ?? '';
  const open = async (server: typeof before, address: string) =>
    (await server.app.inject({ url: address })).statusCode;
  expect(await open(before, url)).toBe(200);
  const both = await startTestApp({ beside: before, config: { secretKey: NEW, oldSecretKey: OLD } });
  expect(await open(both, url)).toBe(200);
  const newer = (await showProject(both.app, user, id)).download_all_url ?? '';
  expect(newer).not.toBe(url);
  expect(await open(both, newer)).toBe(200);
  // Processes with only the old key reject it.
  expect(await open(before, newer)).toBe(403);
  const after = await startTestApp({ beside: before, config: { secretKey: NEW } });
  expect(await open(after, newer)).toBe(200);
  expect(await open(after, url)).toBe(403);
});

it('writes the same link into an email that was queued during the rotation', () => {
  const make = (secrets: Parameters<typeof deriveKeys>[0]) =>
    createMailedTokens({ keys: deriveKeys(secrets, 'mailed links'), newId: () => 'a nonce' });
  const link = make({ current: OLD }).create();
  const token = make({ current: OLD }).toToken(link);
  expect(make({ current: NEW, old: OLD }).toToken(link)).toBe(token);
  expect(make({ current: NEW, old: OLD }).hash(token)).toBe(link.token_hash);
  expect(make({ current: NEW }).toToken(link)).not.toBe(token);
  expect(make({ current: NEW, old: OLD }).create()).toEqual(make({ current: NEW }).create());
});

it('accepts the link of an operator after the rotation', async () => {
  const database = await openOwnDatabase();
  const user = await addUser(database.db, { email: 'ada@example.com' });
  const sent: MailJob[] = [];
  const queue = {
    sendAll: async (_trx: unknown, _job: string, jobs: readonly object[]) =>
      void sent.push(...(jobs as MailJob[])),
  };
  const users = await buildUsers({ ...readConfig({}), secretKey: OLD }, { database, queue });
  const { url } = await users.makeResetLink('ada@example.com');
  const [row] = await runSql<{ token_hash: string }>(
    database,
    `select token_hash from mailed_links where user_id = ${user.userId}`,
  );
  const token = new URL(url).searchParams.get('token') ?? '';
  const after = createMailedTokens({ keys: deriveKeys({ current: NEW }, 'mailed links'), newId: () => '' });
  expect(after.hash(token)).toBe(row?.token_hash);
});

it('encrypts every stored token with the new key in batches, and is idempotent', async () => {
  const database = await openOwnDatabase();
  const { db } = database;
  const user = await addUser(db);
  const [tokens, consents, factors] = listSealedColumns({ current: OLD });
  const rows = Array.from({ length: 450 }, (_, index) => {
    const sealed = tokens?.seal.seal(`token ${index}`, tokens.about(''));
    return `(${user.workspaceId}, 'google', '${index}@example.com', '${sealed}', 'openid', 'connected', now(), now())`;
  });
  await runSql(
    database,
    `insert into integrations (workspace_id, provider, account, sealed_token, scope, status, connected_at, checked_at)
      values ${rows.join(', ')}`,
  );
  const verifier = consents?.seal.seal('search verifier', consents.about(''));
  await runSql(
    database,
    `insert into consents values ('state', ${user.userId}, '${verifier}', now() + interval '10 minutes'),
      ('other', ${user.userId}, 'nothing that opens', now() + interval '10 minutes')`,
  );
  const id = String(user.userId);
  const [secret, pending] = ['SECRET', 'PENDING'].map((text) => factors?.seal.seal(text, factors.about(id)));
  await runSql(
    database,
    `insert into user_two_factor (user_id, secret, on_since, pending_secret, pending_until)
      values (${id}, '${secret}', now(), '${pending}', now())`,
  );
  const both = listSealedColumns({ current: NEW, old: OLD });
  expect(await countSealed(db, both)).toEqual({ current: 0, old: 453, lost: 1 });
  expect(await reseal(db, both)).toEqual({ current: 0, old: 453, lost: 1 });
  const counts = { current: 453, old: 0, lost: 1 };
  expect(await countSealed(db, both)).toEqual(counts);
  const stored = await runSql(database, 'select id, sealed_token from integrations order by id');
  expect(await reseal(db, both)).toEqual(counts);
  expect(await runSql(database, 'select id, sealed_token from integrations order by id')).toEqual(stored);
  const [first] = stored as { sealed_token: string }[];
  const [newTokens, , newFactors] = listSealedColumns({ current: NEW });
  const [row] = await runSql<{ secret: string; pending_secret: string }>(
    database,
    'select secret, pending_secret from user_two_factor',
  );
  const openFactor = (sealed = '') => newFactors?.seal.open(sealed, newFactors.about(id));
  expect([openFactor(row?.secret), openFactor(row?.pending_secret)]).toEqual(['SECRET', 'PENDING']);
  expect(newTokens?.seal.open(first?.sealed_token ?? '', newTokens.about(''))).toBe('token 0');
});

it('lists every column of the database that contains encrypted values', async () => {
  const database = await openOwnDatabase();
  const columns = await runSql<{ table: string; column: string }>(
    database,
    `select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and (column_name like 'sealed%' or table_name = 'user_two_factor' and column_name like '%secret')`,
  );
  const known = listSealedColumns({ current: NEW }).map(({ table, column }) => ({ table, column }));
  expect(known).toEqual(expect.arrayContaining(columns));
});
