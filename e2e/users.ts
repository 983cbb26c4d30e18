/** Users of the journeys: a new one for each test, with an account in the prepared data folder. */
import { createHash } from 'node:crypto';

/** More than the tests of any file. */
export const USERS_PER_FILE = 50;
/** Password of all users. */
export const PASSWORD = 'weaving towns 42';

export interface TestUser {
  email: string;
  /** Token of a session. */
  token: string;
  role: 'user' | 'admin';
}

/** Test files that need an admin. */
const ADMIN_FILES = ['tutorials.e2e.ts', 'tutorial-titles.deep.e2e.ts'];

/**
 * Returns a user of a test file.
 * @param file name of the test file
 * @param index number of the test, from 0
 */
export function describeUser(file: string, index: number): TestUser {
  const name = `${file.replace(/\.e2e\.ts$/, '')}-${index}`;
  return {
    email: `${name}@example.com`,
    token: `geoloom_${createHash('sha256').update(name).digest('base64url')}`,
    role: ADMIN_FILES.includes(file) ? 'admin' : 'user',
  };
}
