/** Creates the users of all journeys in the prepared data folder. */
import { join } from 'node:path';
import { openDatabase } from '#server/db/open.ts';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { addUsers } from '#testkit/users.ts';
import { describeUser, PASSWORD, USERS_PER_FILE } from './users.ts';

/** Adds an owner, and the users of all tests. @param files names of the test files */
export async function addTestUsers(dataFolder: string, files: readonly string[]): Promise<void> {
  const database = await openDatabase({ folder: join(dataFolder, 'database') });
  const passwordHash = await createPasswordHash().hash(PASSWORD, 'prepared');
  await addUsers(database.db, [{ role: 'superadmin', email: 'owner@example.com', passwordHash }]);
  for (const file of files) {
    const accounts = Array.from({ length: USERS_PER_FILE }, (_, index) => describeUser(file, index));
    const users = accounts.map((account) => ({ ...account, passwordHash }));
    await addUsers(database.db, users);
  }
  await database.close();
}
