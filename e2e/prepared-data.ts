/** The people of all journeys, in the data folder that their servers begin with. */
import { join } from 'node:path';
import { openDatabase } from '#server/db/open.ts';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { addUsers } from '#testkit/users.ts';
import { describePerson, PASSWORD, PEOPLE_PER_FILE } from './people.ts';

/** Adds an owner, and the people of all tests. @param files names of the test files */
export async function addEverybody(dataFolder: string, files: readonly string[]): Promise<void> {
  const database = await openDatabase({ folder: join(dataFolder, 'database') });
  const passwordHash = await createPasswordHash().hash(PASSWORD, 'prepared');
  await addUsers(database.db, [{ role: 'superadmin', email: 'owner@example.com', passwordHash }]);
  for (const file of files) {
    const people = Array.from({ length: PEOPLE_PER_FILE }, (_, index) => describePerson(file, index));
    const wishes = people.map((person) => ({ ...person, passwordHash }));
    await addUsers(database.db, wishes);
  }
  await database.close();
}
