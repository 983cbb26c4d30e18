/** The program itself, as `npm start` runs it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { makeFolder } from '#testkit/folder.ts';
import { unpackDatabase } from '#testkit/pglite-dump.ts';
import { MAIN, PRODUCTION, readAddress, startProgram } from '#testkit/program.ts';

/** Shared with a database, because creating one takes longer than all tests. */
const dataFolder = mkdtempSync(join(tmpdir(), 'geoloom-main-'));
const start = (environment: Record<string, string>, command?: readonly string[]) =>
  startProgram({ GEOLOOM_DATA_DIR: dataFolder, ...environment }, command);

beforeAll(() => unpackDatabase(dataFolder));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

const [START, SERVE, MIGRATE] = ['../sim/start.ts', 'main.ts', 'migrate.ts'].map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
) as [string, string, string];

describe('the server', () => {
  it('prints its URL, starts its simulators, protects its data folder, and exits cleanly', async () => {
    const run = start({ PORT: '0', HOST: '127.0.0.1' }, [process.execPath, START]);
    const address = await readAddress(run);
    const reply = await fetch(`${address}/api/v1/health`);
    expect(await reply.json()).toEqual({ success: true, data: { status: 'ok' } });
    const [mailbox = '', stripe = ''] = run.output().match(/(?<=is simulated.*: )http\S+/g) ?? [];
    expect((await fetch(mailbox)).status).toBe(200);
    expect((await fetch(`${stripe}/v1/products`)).status).toBe(401);
    const second = start({ PORT: '0' });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`is in use by process ${run.child.pid} (`);
    expect(second.output()).not.toContain('    at ');
    expect((await fetch(`${address}/api/v1/health`)).status).toBe(200);
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    await expect(fetch(`${address}/api/v1/health`)).rejects.toThrow('fetch failed');
  });

  it('starts no simulator with a public URL, and nothing while payments are undecided', async () => {
    const program = [process.execPath, START];
    const { PUBLIC_URL, GEOLOOM_PAYMENTS } = PRODUCTION;
    const undecided = start({ PORT: '0', PUBLIC_URL }, program);
    expect(await undecided.ended).toBe(1);
    expect(undecided.output()).toContain('or GEOLOOM_PAYMENTS=off (every account is unlimited');
    const run = start({ PORT: '0', PUBLIC_URL, GEOLOOM_PAYMENTS }, program);
    await readAddress(run);
    expect(run.output()).not.toContain('simulated');
    expect(run.output()).toContain('Payments are off: every account is unlimited, and nothing is sold.');
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });

  it("lists all invalid settings and doesn't start", async () => {
    const run = start({ PORT: 'x', TRUSTED_PROXIES: 'y' });
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain('PORT=x must be a whole number');
    expect(run.output()).toContain('TRUSTED_PROXIES=y must be addresses');
    expect(run.output()).not.toContain('at ');
  });

  it.each([
    ['the embedded database', { GEOLOOM_SECRET_KEY: 'k'.repeat(43) }],
    ['the key', {}],
  ])("names the setting of a data folder that can't exist for %s", async (_what, environment) => {
    const folder = join(makeFolder({ file: '' }), 'file/data');
    const run = start({ PORT: '0', GEOLOOM_DATA_DIR: folder, ...environment });
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain(`Couldn’t use the data folder ${folder}: ENOTDIR`);
    expect(run.output()).toContain('Set GEOLOOM_DATA_DIR to a folder that this user may read and write.');
    expect(run.output()).not.toContain('    at ');
  });
});

describe('in production the server', () => {
  const settings = { ...PRODUCTION, PORT: '0', GEOLOOM_DATA_DIR: dataFolder };
  const serve = (folder: string) => {
    const web = makeFolder({ 'index.html': '' });
    return startProgram({ ...settings, GEOLOOM_DATA_DIR: folder }, [process.execPath, MAIN, 'serve', web]);
  };
  const changeDatabase = async (folder: string, statement: string) => {
    const database = await openDatabase({ folder: join(folder, 'database') });
    await sql.raw(statement).execute(database.db);
    await database.close();
  };

  it('lists everything that is missing, and doesn’t start', async () => {
    const run = startProgram({ GEOLOOM_ROLE: 'worker', PORT: 'x' }, [process.execPath, SERVE]);
    expect(await run.ended).toBe(1);
    const names = run.output().match(/(?<=^ {2})[A-Z_]+/gm);
    expect(names).toEqual(['PORT', 'PUBLIC_URL', 'GEOLOOM_SECRET_KEY', 'GEOLOOM_ROLE', 'GEOLOOM_ROLE', 'P']);
    expect(run.output()).not.toContain('    at ');
  });

  it('runs on a database that the next version has extended, and rejects one that it has contracted', async () => {
    const folder = makeFolder();
    await unpackDatabase(folder);
    const addRow = (values: string) => `insert into migrations (name, hash, works_from) values (${values})`;
    await changeDatabase(folder, addRow(`'9998_next.sql', '', 0`));
    const run = serve(folder);
    await readAddress(run);
    await expect.poll(run.output).toContain('"newerMigrations":["9998_next.sql"]');
    await expect
      .poll(run.output)
      .toContain('Create the first account here: https://geoloom.example/setup?token=');
    expect(run.output()).toContain('Mail is off: invitations and password resets are refused');
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    const migrating = startProgram({ GEOLOOM_DATA_DIR: folder }, [process.execPath, MIGRATE]);
    expect(await migrating.ended).toBe(0);
    expect(migrating.output()).toBe(
      `Database: embedded, in ${folder}/database\nNothing to do: a newer version ran 9998_next.sql, and this version works with it.\n`,
    );
    await changeDatabase(folder, addRow(`'9999_later.sql', '', 9998`));
    const refused = serve(folder);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(
      'The database was created by a newer version of Geoloom (it has 9999_later.sql) and doesn’t work with this version.',
    );
  });

  it('says what to run if the web application isn’t built', async () => {
    const empty = [process.execPath, MAIN, 'serve', makeFolder()];
    const run = startProgram(settings, empty);
    expect(await run.ended).toBe(1);
    expect(run.output()).toBe('The web application isn’t built. Run: npm run build\n');
  });
});
