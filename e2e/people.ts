/** Who walks the journeys: somebody new for each test, with an account in the prepared data folder. */
import { createHash } from 'node:crypto';

/** More than one file of tests has. */
export const PEOPLE_PER_FILE = 50;
/** Everybody's. */
export const PASSWORD = 'weaving towns 42';

export interface Person {
  email: string;
  /** Of a session that has begun. */
  token: string;
  role: 'user' | 'admin';
}

/** What is tried there only administrators may do. */
const FILES_OF_ADMINS = ['tutorials.e2e.ts', 'tutorial-titles.deep.e2e.ts'];

/**
 * @param file name of the test file, without its folder
 * @param index from 0 on
 */
export function describePerson(file: string, index: number): Person {
  const name = `${file.replace(/\.e2e\.ts$/, '')}-${index}`;
  return {
    email: `${name}@example.com`,
    token: `geoloom_${createHash('sha256').update(name).digest('base64url')}`,
    role: FILES_OF_ADMINS.includes(file) ? 'admin' : 'user',
  };
}
