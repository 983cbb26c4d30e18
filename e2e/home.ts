/** Where the test that runs is at home: its server, and the person who walks. `setup.ts` fills it. */
import { describePerson, PEOPLE_PER_FILE, type Person } from './people.ts';

interface Home {
  /** Address without a slash at its end. */
  baseUrl: string;
  /** Name of the test file. */
  file: string;
  person: Person;
}

export const home: Home = { baseUrl: '', file: '', person: { email: '', token: '', role: 'user' } };

const state = { met: 0, isShared: false };

export function enterFile(file: string, baseUrl: string): void {
  Object.assign(state, { met: 0, isShared: false });
  Object.assign(home, { file, baseUrl });
  meetPerson();
}

/** Somebody without projects, drafts, notifications or counted calls, unless the file shares one person. */
export function meetPerson(): void {
  if (state.isShared) return;
  if (state.met === PEOPLE_PER_FILE) throw new Error(`${home.file} has more tests than prepared people.`);
  home.person = describePerson(home.file, state.met);
  state.met += 1;
}

/** For a file whose tests look at what was made once: called in its `beforeAll`, before that is made. */
export function sharePerson(): void {
  state.isShared = true;
}
