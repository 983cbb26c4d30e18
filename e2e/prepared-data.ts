/** The data folders that the servers of the journeys begin with: migrated, empty or with people for all tests. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '#server/db/open.ts';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { addPeople } from '#testkit/people.ts';
import { readPgliteDump } from '#testkit/pglite-dump.ts';
import { describePerson, PASSWORD, PEOPLE_PER_FILE } from './people.ts';

const inFolder = (dataFolder: string) => join(dataFolder, 'database');

/** Makes a data folder in which nobody has an account. */
export async function unpackDatabase(dataFolder: string): Promise<void> {
  const path = inFolder(dataFolder);
  mkdirSync(path, { recursive: true });
  const archive = new Uint8Array(await (await readPgliteDump()).arrayBuffer());
  execFileSync('tar', ['-x', '-C', path], { input: archive, stdio: ['pipe', 'inherit', 'ignore'] });
}

/** Adds an owner, and the people of all tests. @param files names of the test files */
export async function addEverybody(dataFolder: string, files: readonly string[]): Promise<void> {
  const database = await openDatabase({ folder: inFolder(dataFolder) });
  const passwordHash = await createPasswordHash().hash(PASSWORD, 'prepared');
  await addPeople(database.db, [{ role: 'superadmin', email: 'owner@example.com', passwordHash }]);
  for (const file of files) {
    const people = Array.from({ length: PEOPLE_PER_FILE }, (_, index) => describePerson(file, index));
    const wishes = people.map((person) => ({ ...person, passwordHash }));
    await addPeople(database.db, wishes);
  }
  await database.close();
}
