/** Test only: an installation with an embedded database that no server uses, and the command with its settings. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, vi } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { makeFolder } from '#testkit/folder.ts';
import { unpackDatabase } from '#testkit/pglite-dump.ts';
import { addUser } from '#testkit/users.ts';
import { runSql } from '#testkit/test-database.ts';
import { type CommandResult, runGeoloom } from './command-fixture.ts';

export const ROOT_EMAIL = 'root@example.com';
export const SEED_KEY = 'uploads/3f9d1f4e-8f0e-4b0e-9d55-0c1d0a8b7a11';
const SEED = 'a seed page';
const SEED_SHA256 = '02175717576c1e39ebfd0ad1a758c5ce0647ffaaf6f8becdfc4d727dddaed37b';

export type Settings = Readonly<Record<string, string>>;

/** Settings of the machine that tests must not use. */
const CLEARED = ['DATABASE_URL', 'SMTP_URL', 'PUBLIC_URL', 'STRIPE_SECRET_KEY', 'GOOGLE_CLIENT_ID'];

let made: Promise<string> | undefined;

/** Creates one superadmin, one upload and a secret key. The database is unpacked once, from the dump of all tests. */
async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'geoloom-operator-'));
  await unpackDatabase(folder);
  const database = await openDatabase({ folder: join(folder, 'database') });
  const { userId, workspaceId } = await addUser(database.db, { role: 'superadmin', email: ROOT_EMAIL });
  await runSql(
    database,
    `insert into uploads (id, workspace_id, created_by, kind, name, size, sha256, storage_key, created_at)
      values ('${SEED_KEY.slice('uploads/'.length)}', ${workspaceId}, ${userId}, 'seed', 'plumber.xml',
        ${SEED.length}, '${SEED_SHA256}', '${SEED_KEY}', now())`,
  );
  await runSql(
    database,
    `insert into settings (name, value) values ('store_generation', '{"id": "us", "generation": 5}')`,
  );
  await database.close();
  mkdirSync(join(folder, 'files/uploads'), { recursive: true });
  writeFileSync(join(folder, 'files', SEED_KEY), SEED);
  writeFileSync(join(folder, 'files/store.json'), '{"id":"us","generation":5}\n');
  writeFileSync(join(folder, 'secret.key'), `${'k'.repeat(43)}\n`);
  return folder;
}

/** Removes the template of `makeInstallation`; called once by each file that uses it. */
export function useInstallations(): void {
  afterAll(async () => {
    if (made !== undefined) rmSync(await made, { recursive: true, force: true });
    made = undefined;
  });
}

/** @returns the data folder of a small installation, for one test */
export async function makeInstallation(): Promise<string> {
  made ??= makeTemplate();
  const folder = join(makeFolder(), 'data');
  cpSync(await made, folder, { recursive: true });
  return folder;
}

/** Runs `geoloom …` in this process with these settings and no others. */
export async function runWith(settings: Settings, args: string[]): Promise<CommandResult> {
  useSettings(settings);
  try {
    return await runGeoloom(args);
  } finally {
    vi.unstubAllEnvs();
  }
}

/** Applies settings until the test or the next `runWith` ends. */
export function useSettings(settings: Settings): void {
  for (const name of CLEARED) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}
