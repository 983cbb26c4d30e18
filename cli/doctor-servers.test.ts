/** `geoloom doctor` for an installation with PostgreSQL, a bucket, a mail server, Stripe and Google. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { openQueue } from '#server/jobs/queue.ts';
import { makeFolder } from '#testkit/folder.ts';
import { addUser } from '#testkit/users.ts';
import { MissingPostgresError, type PostgresServer, startPostgresServer } from '#testkit/postgres-server.ts';
import { type S3Server, startS3Server } from '#testkit/s3-server.ts';
import { runSql } from '#testkit/test-database.ts';
import { startGoogle } from '../sim/google/google.ts';
import { startStripe } from '../sim/stripe/stripe.ts';
import { runWith, type Settings } from './operator-fixture.ts';

let postgres: PostgresServer | undefined;
let store: S3Server;
let settings: Settings = {};
const ends: (() => Promise<unknown>)[] = [];

/** Adds a database user that must sign in with its password. */
async function addDatabaseUser(server: PostgresServer): Promise<string> {
  const admin = await openDatabase({ url: server.url });
  await runSql(admin, `create role app login password 'right'`);
  await runSql(admin, 'create database geoloom owner app');
  const [row] = await runSql<{ hba_file: string }>(admin, 'show hba_file');
  const file = row?.hba_file ?? '';
  writeFileSync(file, `host all app 127.0.0.1/32 scram-sha-256\n${readFileSync(file, 'utf8')}`);
  await runSql(admin, 'select pg_reload_conf()');
  await admin.close();
  return server.url.replace('geoloom@', 'app:right@').replace(/\w+$/, 'geoloom');
}

beforeAll(async () => {
  store = await startS3Server();
  ends.push(store.close);
  const stripe = await startStripe();
  const google = await startGoogle();
  ends.push(stripe.close, google.close);
  const { endpoint, bucket, accessKeyId, secretAccessKey } = store.options;
  settings = {
    PORT: '9',
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_FORCE_PATH_STYLE: '1',
    GEOLOOM_SECRET_KEY: 's'.repeat(40),
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.base,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GOOGLE_OAUTH_BASE: google.base,
  };
  postgres = await startPostgresServer().catch((error: unknown) => {
    if (error instanceof MissingPostgresError) return undefined;
    throw error;
  });
  if (postgres === undefined) return;
  ends.push(postgres.stop);
  settings = { ...settings, DATABASE_URL: await addDatabaseUser(postgres) };
  await inDatabase(async (database) => {
    await migrate(database);
    const queue = await openQueue({ database, jobs: [], log: { info: () => {}, error: () => {} } });
    await queue.close();
    await addUser(database.db, { email: 'ada@example.com', role: 'superadmin' });
  });
});

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

async function inDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ url: settings['DATABASE_URL'] ?? '' });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function examine(change: Settings = {}) {
  const given = { GEOLOOM_DATA_DIR: makeFolder(), ...settings, ...change };
  const { code, stdout } = await runWith(given, ['doctor', '--json']);
  const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; text: string }[] };
  expect(stdout).not.toMatch(/right@|wrong@|SMTP-secret/);
  return { code, find: (name: string) => checks.find((check) => check.name === name) };
}

async function startMail(): Promise<string> {
  const mails: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'SMTP-secret' ? done(null, { user: username ?? '' }) : done(new Error('Wrong password')),
    onData: (stream, _session, done) => {
      stream.on('data', (chunk: Buffer) => mails.push(chunk.toString()));
      stream.on('end', () => done());
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

it('finds no problem in a working installation, with or without running servers', async ({ skip }) => {
  if (postgres === undefined) return skip('No PostgreSQL runs here.');
  const mail = await startMail();
  const { code, find } = await examine({ SMTP_URL: `smtp://user:SMTP-secret@${mail}` });
  expect(code).toBe(0);
  expect(find('Database')?.text).toMatch(/^PostgreSQL 1\d\.\d/);
  expect(find('Connections')).toMatchObject({ state: 'ok', text: expect.stringContaining('up to 14') });
  for (const name of [
    'Tables',
    'Clock of the database',
    'Files and database',
    'Sealed tokens',
    'File store',
    'Mail',
    'Clock',
  ])
    expect(find(name), name).toMatchObject({ state: 'ok' });
  expect(find('Stripe')?.text).toMatch(/The key works .*acct_.*test mode\. One webhook secret is set\./);
  expect(find('Google')).toMatchObject({ state: 'warning', text: expect.stringContaining('accepted') });
});

it('names the settings that only production requires', async () => {
  const { find } = await examine({ SMTP_URL: '', GEOLOOM_SECRET_KEY: '' });
  expect(find('Settings of npm run serve')?.text).toContain('PUBLIC_URL is not set.');
  const whole = await examine({ PUBLIC_URL: 'http://127.0.0.1:9' });
  expect(whole.find('Settings')).toMatchObject({ state: 'ok' });
  expect(whole.find('Public address')).toMatchObject({ state: 'problem' });
});

it('names a wrong database password, an unreachable server and too few connections', async ({ skip }) => {
  if (postgres === undefined) return skip('No PostgreSQL runs here.');
  const url = settings['DATABASE_URL'] ?? '';
  const wrong = await examine({ DATABASE_URL: url.replace(':right@', ':wrong@') });
  expect(wrong.code).toBe(1);
  expect(wrong.find('Database')).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('password authentication failed for user "app"'),
  });
  expect(wrong.find('File store')).toMatchObject({ state: 'ok' });
  const away = await examine({ DATABASE_URL: url.replace(/:\d+\//, ':9/') });
  expect(away.find('Database')?.text).toMatch(/(?:isn’t responding|doesn’t respond): .*ECONNREFUSED/);
  expect((await examine({ DATABASE_CONNECTIONS: '70' })).find('Connections')).toMatchObject({ state: 'ok' });
  expect((await examine({ DATABASE_CONNECTIONS: '77' })).find('Connections')).toMatchObject({
    state: 'warning',
  });
  expect((await examine({ DATABASE_CONNECTIONS: '78' })).find('Connections')).toMatchObject({
    state: 'problem',
  });
});

it('names a wrong bucket, wrong store keys and an unreachable store', async () => {
  const look = async (change: Settings) =>
    (await examine({ DATABASE_URL: '', ...change })).find('File store');
  expect(await look({ S3_BUCKET: 'other' })).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('In the bucket other: The bucket for the files doesn’t exist.'),
  });
  expect(await look({ S3_ACCESS_KEY_ID: 'OTHER' })).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('doesn’t accept our key. (InvalidAccessKeyId'),
  });
  expect(await look({ S3_ENDPOINT: 'http://127.0.0.1:9' })).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('isn’t responding. (connect ECONNREFUSED'),
  });
});

it('names a wrong mail password and an unreachable mail server; sends an email only on request', async () => {
  const mail = await startMail();
  const look = async (url: string) => (await examine({ DATABASE_URL: '', SMTP_URL: url })).find('Mail');
  expect(await look(`smtp://user:other@${mail}`)).toMatchObject({
    state: 'problem',
    text: expect.stringMatching(/rejects the user or the password in SMTP_URL: .*Wrong password/),
  });
  expect(await look('smtp://127.0.0.1:9')).toMatchObject({
    state: 'problem',
    text: expect.stringMatching(/Couldn’t reach the mail server in SMTP_URL: .*ECONNREFUSED/),
  });
  const given = {
    ...settings,
    DATABASE_URL: '',
    GEOLOOM_DATA_DIR: makeFolder(),
    SMTP_URL: `smtp://user:SMTP-secret@${mail}`,
  };
  const sent = await runWith(given, ['doctor', '--send-to', 'you@example.com']);
  expect(sent.stdout).toContain('127.0.0.1 accepted a test email to you@example.com.');
});

it('names keys that Stripe and Google reject', async () => {
  const { code, find } = await examine({
    DATABASE_URL: '',
    STRIPE_SECRET_KEY: 'sk_test_other',
    GOOGLE_CLIENT_SECRET: 'other',
  });
  expect(code).toBe(1);
  expect(find('Stripe')).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('STRIPE_SECRET_KEY'),
  });
  expect(find('Google')).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('GOOGLE_CLIENT_SECRET'),
  });
});

it('changes accounts and checks a restore while servers use the database', async ({ skip }) => {
  if (postgres === undefined) return skip('No PostgreSQL runs here.');
  const given = { ...settings, GEOLOOM_DATA_DIR: makeFolder() };
  await inDatabase(async (database) => {
    const created = await runWith(given, ['user', 'create', 'bo@example.com', '--name', 'Bo Diaz']);
    expect(created.code, created.stderr).toBe(0);
    const jobs = await runSql(database, `select data->>'kind' as kind from pgboss.job where name = 'mail'`);
    expect(jobs).toEqual([{ kind: 'verify' }]);
    const run = (...args: string[]) => runWith(given, ['user', ...args]);
    expect(await run('create', 'BO@example.com', '--name', 'Bo Diaz')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already exists'),
    });
    expect(await run('role', 'bo@example.com', 'admin')).toMatchObject({
      code: 0,
      stdout: 'The role is now admin. All sessions of bo@example.com have ended.\n',
    });
    expect(await run('disable', 'bo@example.com')).toMatchObject({ code: 0 });
    expect(await run('disable', 'bo@example.com')).toMatchObject({ stdout: 'Nothing to change.\n' });
    expect((await run('list')).stdout).toMatch(/bo@example\.com +Bo Diaz +admin +disabled +off +– +never/);
    expect(await run('reset-link', 'bo@example.com')).toMatchObject({
      code: 1,
      stderr: 'This account is disabled. Enable it first.\n',
    });
    expect(await run('enable', 'bo@example.com')).toMatchObject({ code: 0 });
    const link = await run('reset-link', 'bo@example.com', '--json');
    expect(JSON.parse(link.stdout)).toMatchObject({ url: expect.stringContaining('/password-reset?') });
    expect(await run('disable', 'ada@example.com')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('last superadmin'),
    });
    expect((await run('two-factor-off', 'bo@example.com')).stdout).toContain(
      'two-factor sign-in was already off',
    );
    await runSql(
      database,
      `insert into uploads (id, workspace_id, kind, name, size, sha256, storage_key, created_at)
        select gen_random_uuid(), id, 'seed', 'a.xml', 3, 'x', 'uploads/gone', now() from workspaces limit 1`,
    );
  });
  const checked = await runWith(given, ['restore', '--check']);
  expect(checked.code).toBe(1);
  expect(checked.stdout).toContain('1 file is missing:\n  uploads/gone\n');
});
