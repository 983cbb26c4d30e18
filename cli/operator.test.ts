/** Operator commands on an embedded installation: accounts, the secret key and the doctor. */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { listSealedColumns } from '#server/operator/sealed-columns.ts';
import { makeFolder } from '#testkit/folder.ts';
import { runSql } from '#testkit/test-database.ts';
import { inDeepTier } from '#testkit/tier.ts';
import {
  makeInstallation,
  ROOT_EMAIL,
  runWith,
  type Settings,
  useInstallations,
} from './operator-fixture.ts';

useInstallations();

const run = (dataFolder: string, args: string[], settings: Settings = {}) =>
  runWith({ GEOLOOM_DATA_DIR: dataFolder, ...settings }, args);

interface Report {
  ok: boolean;
  checks: { name: string; state: string; text: string }[];
}

async function examine(dataFolder: string, settings: Settings = {}) {
  // No server listens on this port.
  const { code, stdout } = await run(dataFolder, ['doctor', '--json'], { PORT: '9', ...settings });
  const report: Report = JSON.parse(stdout);
  const find = (name: string) => report.checks.find((check) => check.name === name);
  return { code, report, find };
}

async function inDatabase<Result>(
  dataFolder: string,
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ folder: join(dataFolder, 'database') });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

it('creates and lists accounts, and prints a link to set a password', async () => {
  const data = await makeInstallation();
  const create = ['user', 'create', 'ada@example.com', '--name', 'Ada Byron'];
  const created = await run(data, create, { PUBLIC_URL: 'https://geoloom.example' });
  expect(created.code, created.stderr).toBe(0);
  expect(created.stdout).toMatch(
    /Created the account ada@example\.com \(user\)\. The link works once, until/,
  );
  expect(created.stdout).toMatch(
    /https:\/\/geoloom\.example\/password-reset\?token=[\w-]{43}&email=ada%40example\.com/,
  );
  const listed = await run(data, ['user', 'list']);
  expect(listed.stdout).toMatch(/ada@example\.com +Ada Byron +user +active +off +– +never/);
});

inDeepTier(() => {
  it('warns that the address of a link is a guess without PUBLIC_URL', async () => {
    const data = await makeInstallation();
    const command = ['user', 'reset-link', ROOT_EMAIL];
    const guessed = await run(data, [...command, '--json'], { PORT: '3000' });
    expect(guessed.code, guessed.stderr).toBe(0);
    expect(JSON.parse(guessed.stdout).url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/password-reset\?/);
    expect(guessed.stderr).toContain('PUBLIC_URL isn’t set, so the link begins with http://127.0.0.1:3000.');
    const known = await run(data, command, { PUBLIC_URL: 'https://geoloom.example' });
    expect(known).toMatchObject({ code: 0, stderr: '' });
  });
});

it.each([
  [['user', 'create', 'ada@example.com'], /required option '--name/],
  [['user', 'create', 'ada@example.com', '--name', 'Ada'], /first and a last name/],
  [['user', 'create', 'ada', '--name', 'Ada Byron'], /isn’t an email address/],
  [['user', 'role', 'ada@example.com', 'owner'], /Allowed choices are user, admin, superadmin/],
])('refuses %j as wrong usage', async (args, refusal) => {
  const refused = await run(makeFolder(), args);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(refusal);
});

it('creates neither a database nor a key in an empty folder', async () => {
  const folder = makeFolder();
  for (const args of [['user', 'list'], ['reseal'], ['restore', '--check']]) {
    const refused = await run(folder, args);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('No database found in') });
  }
  const { code, find } = await examine(join(folder, 'data'));
  expect(find('Database')).toMatchObject({ state: 'warning' });
  expect(find('Data folder')).toMatchObject({ state: 'warning' });
  expect(find('File store')).toMatchObject({ state: 'skipped' });
  expect(code).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

inDeepTier(() => {
  it.each([
    [
      'its own tables',
      'delete from migrations where name = (select max(name) from migrations)',
      /older than this version of Geoloom: \d+_\w+\.sql has not run\. Run: npm run migrate/,
    ],
    [
      'the job queue tables',
      'update pgboss.version set version = version - 1',
      /job queue tables are older than this version of Geoloom\. Run: npm run migrate/,
    ],
  ])('refuses an older version of %s, and names the command that migrates it', async (_what, age, text) => {
    const data = await makeInstallation();
    await inDatabase(data, (database) => runSql(database, age));
    expect(await run(data, ['user', 'list'])).toMatchObject({ code: 1, stderr: expect.stringMatching(text) });
    // The refused command has not migrated the database.
    const { code, find } = await examine(data);
    expect(code).toBe(1);
    expect(find('Tables')).toMatchObject({ state: 'problem', text: expect.stringMatching(text) });
    expect(find('Sealed tokens')).toMatchObject({ state: 'skipped' });
  });
});

it('replaces the key of an embedded installation and reseals its tokens', async () => {
  const data = await makeInstallation();
  const old = readFileSync(join(data, 'secret.key'), 'utf8').trim();
  const [tokens] = listSealedColumns({ current: old });
  const sealed = tokens?.seal.seal('1//refresh', tokens.about(''));
  await inDatabase(data, (database) =>
    runSql(
      database,
      `insert into integrations (workspace_id, provider, account, sealed_token, scope, status, connected_at, checked_at)
        select id, 'google', 'ada@example.com', '${sealed}', 'openid', 'connected', now(), now() from workspaces`,
    ),
  );
  const resealed = await run(data, ['reseal', '--new-key']);
  expect(resealed.code, resealed.stderr).toBe(0);
  expect(resealed.stdout).toContain('Resealed 1 stored secret with the current key.');
  expect(resealed.stdout).toContain(`The previous key is in ${join(data, 'secret.key.old')}`);
  const current = readFileSync(join(data, 'secret.key'), 'utf8').trim();
  expect(current).not.toBe(old);
  const [only] = listSealedColumns({ current });
  const [row] = await inDatabase(data, (database) =>
    runSql<{ sealed_token: string }>(database, 'select sealed_token from integrations'),
  );
  expect(only?.seal.open(row?.sealed_token ?? '', only.about(''))).toBe('1//refresh');
  expect((await examine(data)).find('Sealed tokens')).toMatchObject({
    state: 'ok',
    text: expect.stringMatching(/none needs the old one.*delete .*secret\.key\.old/),
  });
  expect(await run(data, ['reseal', '--new-key'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('still contains the previous key'),
  });
  // A lost key is reported before users notice.
  rmSync(join(data, 'secret.key.old'));
  writeFileSync(join(data, 'secret.key'), 'x'.repeat(43));
  expect((await examine(data)).find('Sealed tokens')).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('1 can’t be opened with GEOLOOM_SECRET_KEY.'),
  });
  const settings = { GEOLOOM_SECRET_KEY: 'n'.repeat(40), GEOLOOM_OLD_SECRET_KEY: current };
  expect((await examine(data, settings)).find('Sealed tokens')).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('geoloom reseal'),
  });
  expect((await run(data, ['reseal'], settings)).code).toBe(0);
  expect((await examine(data, settings)).find('Sealed tokens')?.text).toContain(
    'remove GEOLOOM_OLD_SECRET_KEY',
  );
});

it('reports every invalid setting without its secret', async () => {
  const { code, report, find } = await examine(makeFolder(), {
    SMTP_URL: 'http://user:hidden@mail',
    GEOLOOM_SECRET_KEY: 'hidden',
    GEOLOOM_ROLE: 'boss',
  });
  expect(code).toBe(1);
  expect(report.ok).toBe(false);
  const faults = report.checks.filter(({ name, state }) => name === 'Settings' && state === 'problem');
  expect(faults.map(({ text }) => text.split('=')[0])).toEqual(
    expect.arrayContaining(['SMTP_URL', 'GEOLOOM_SECRET_KEY', 'GEOLOOM_ROLE']),
  );
  expect(JSON.stringify(report)).not.toContain('hidden');
  expect(find('Node')).toMatchObject({ state: 'ok' });
});

it('names the process that uses the embedded database, and checks everything else', async () => {
  const data = await makeInstallation();
  const { code, report, find } = await inDatabase(data, () => examine(data));
  expect(code).toBe(0);
  expect(find('Database')).toMatchObject({
    state: 'skipped',
    text: expect.stringContaining(`in use by process ${process.pid}`),
  });
  expect(find('File store')).toMatchObject({ state: 'ok' });
  expect(report.checks.filter(({ state }) => state === 'skipped').map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Tables', 'Sealed tokens', 'Public address']),
  );
  expect(existsSync(join(data, 'files/doctor'))).toBe(false);
});

it('reports files of another database, and files that are older or newer', async () => {
  const data = await makeInstallation();
  const compare = async (store: string) => {
    writeFileSync(join(data, 'files/store.json'), store);
    const { code, find } = await examine(data);
    return [code, find('Files and database')?.state];
  };
  expect(await compare('{"id":"us","generation":5}')).toEqual([0, 'ok']);
  expect(await compare('{"id":"us","generation":6}')).toEqual([0, 'warning']);
  expect(await compare('{"id":"us","generation":4}')).toEqual([0, 'warning']);
  expect(await compare('{"id":"others","generation":5}')).toEqual([1, 'problem']);
  expect(await compare('no JSON')).toEqual([1, 'problem']);
});

it('asks the public address which version answers, and compares the clocks', async () => {
  let answer = { status: 200, body: '{"success":true,"data":{"name":"geoloom","version":"0.1.0"}}' };
  const server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const PUBLIC_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async () => {
    const { find } = await examine(join(makeFolder(), 'data'), { PUBLIC_URL });
    return find('Public address');
  };
  expect(await ask()).toMatchObject({ state: 'ok' });
  answer = { status: 200, body: '{"data":{"version":"0.0.9"}}' };
  expect(await ask()).toMatchObject({ state: 'warning', text: expect.stringContaining('version 0.0.9') });
  answer = { status: 502, body: 'Bad gateway' };
  expect(await ask()).toMatchObject({ state: 'problem', text: expect.stringContaining('answers 502') });
  server.close();
  server.closeAllConnections();
  expect(await ask()).toMatchObject({ state: 'problem', text: expect.stringContaining('ECONNREFUSED') });
});
