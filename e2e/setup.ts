/** Setup of each journey file: the server of this worker, and a new user for each test. */
import { basename } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject } from 'vitest';
import { countContexts } from './browser.ts';
import { enterFile, home, switchToNewUser } from './home.ts';

const { folder, servers } = inject('journeys');
// Temporary files of killed browsers and tests are removed with this folder.
process.env.TMPDIR = folder;

beforeAll(() => {
  const server = servers[Number(process.env.VITEST_POOL_ID) - 1];
  if (server === undefined) throw new Error('This worker has no server.');
  enterFile(basename(expect.getState().testPath ?? ''), server);
});

beforeEach(switchToNewUser);

// A page that stays open would keep polling the server during later tests.
afterAll(async () => {
  const count = await countContexts();
  if (count > 0) throw new Error(`${home.file} has left ${count} browser contexts open.`);
});
