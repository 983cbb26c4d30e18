/** Three runs of tests: the rooms under Node, the web's parts in a simulated document, journeys in a browser. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const never = ['node_modules/**', 'dist/**', '.cache/**'];

export default defineConfig({
  plugins: [react()],
  test: {
    // Two cores are the smallest machine that this must be pleasant on.
    maxWorkers: 2,
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
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
