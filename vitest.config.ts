/**
 * Four runs of tests: the rooms under Node, those that ask the database once more on a PostgreSQL
 * server, the web's parts in a simulated document, journeys in a browser.
 */
import { globSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const never = ['node_modules/**', 'dist/**', '.cache/**'];

/** Whoever opens the database by the test kit runs on both of them. */
const askDatabase = globSync('server/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  /#testkit\/test-(app|database)\.ts/.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
);

export default defineConfig({
  plugins: [react()],
  test: {
    // Two cores are the smallest machine that this must be pleasant on.
    maxWorkers: 2,
    // A test that starts a database and threads of the engine on a busy machine is slow, not broken.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          environment: 'node',
          include: ['**/*.test.ts'],
          exclude: [...never, 'web/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          environment: 'node',
          include: askDatabase,
          exclude: never,
          globalSetup: ['testkit/postgres-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx'],
          exclude: never,
          setupFiles: ['testkit/web-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['e2e/**/*.e2e.ts'],
          exclude: never,
          globalSetup: ['e2e/global-setup.ts'],
          setupFiles: ['e2e/own-server.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
