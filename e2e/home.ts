/** Server and user of the current test, set by `setup.ts`. */
import { describeUser, USERS_PER_FILE, type TestUser } from './users.ts';

interface Home {
  /** Address without a trailing slash. */
  baseUrl: string;
  /** Name of the test file. */
  file: string;
  user: TestUser;
}

export const home: Home = { baseUrl: '', file: '', user: { email: '', token: '', role: 'user' } };

const state = { count: 0, isShared: false };

export function enterFile(file: string, baseUrl: string): void {
  Object.assign(state, { count: 0, isShared: false });
  Object.assign(home, { file, baseUrl });
  switchToNewUser();
}

/** Switches to a user without projects, drafts, notifications or counted calls, unless the file shares a user. */
export function switchToNewUser(): void {
  if (state.isShared) return;
  if (state.count === USERS_PER_FILE) throw new Error(`${home.file} has more tests than prepared users.`);
  home.user = describeUser(home.file, state.count);
  state.count += 1;
}

/** Keeps one user for all tests of a file that share data. Call it in `beforeAll`, before creating the data. */
export function shareUser(): void {
  state.isShared = true;
}
