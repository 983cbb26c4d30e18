/** Where the test that runs is at home: its server, and the person who walks. `setup.ts` fills it. */
import { describeUser, USERS_PER_FILE, type TestUser } from './users.ts';

interface Home {
  /** Address without a slash at its end. */
  baseUrl: string;
  /** Name of the test file. */
  file: string;
  user: TestUser;
}

export const home: Home = { baseUrl: '', file: '', user: { email: '', token: '', role: 'user' } };

const state = { met: 0, isShared: false };

export function enterFile(file: string, baseUrl: string): void {
  Object.assign(state, { met: 0, isShared: false });
  Object.assign(home, { file, baseUrl });
  switchToNewUser();
}

/** Somebody without projects, drafts, notifications or counted calls, unless the file shares one person. */
export function switchToNewUser(): void {
  if (state.isShared) return;
  if (state.met === USERS_PER_FILE) throw new Error(`${home.file} has more tests than prepared people.`);
  home.user = describeUser(home.file, state.met);
  state.met += 1;
}

/** For a file whose tests look at what was made once: called in its `beforeAll`, before that is made. */
export function shareUser(): void {
  state.isShared = true;
}
