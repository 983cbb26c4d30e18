/** Who walks the journeys: somebody new for each test, with an account in the prepared data folder. */
import { createHash } from 'node:crypto';

/** More than one file of tests has. */
export const USERS_PER_FILE = 50;
/** Everybody's. */
export const PASSWORD = 'weaving towns 42';

export interface TestUser {
  email: string;
  /** Of a session that has begun. */
  token: string;
  role: 'user' | 'admin';
}

/** What is tried there only administrators may do. */
const ADMIN_FILES = ['tutorials.e2e.ts', 'tutorial-titles.deep.e2e.ts'];

/**
 * @param file name of the test file, without its folder
 * @param index from 0 on
 */
export function describeUser(file: string, index: number): TestUser {
  const name = `${file.replace(/\.e2e\.ts$/, '')}-${index}`;
  return {
    email: `${name}@example.com`,
    token: `geoloom_${createHash('sha256').update(name).digest('base64url')}`,
    role: ADMIN_FILES.includes(file) ? 'admin' : 'user',
  };
}
