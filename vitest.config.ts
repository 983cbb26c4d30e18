/**
 * Test projects. `npm test` runs all except `deep…`; `npm run test:deep` runs `deep…`: kills, failures and long
 * repetitions, and the properties with ten times as many cases.
 */
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const NEVER = ['node_modules/**', 'dist/**', '.cache/**'];
const DEEP = '**/*.deep.test.ts';
const DEEP_JOURNEYS = 'e2e/**/*.deep.e2e.ts';
const PURE = '{engine,geotag,contract,pump}/**/*.test.ts';
const PARTS = 'server/{http,gateways,features}/**/*.test.ts';

/** @returns the test files that name one of these modules, except those of the deep tier */
function findImporters(pattern: string, modules: RegExp): string[] {
  const root = import.meta.dirname;
  return globSync(pattern, { cwd: root, exclude: [...NEVER, DEEP] }).filter((file) =>
    modules.test(readFileSync(join(root, file), 'utf8')),
  );
}

const onDatabase = findImporters('server/**/*.test.ts', /#testkit\/test-(app|database)\.ts/);
const ofFeatures = onDatabase.filter((file) => file.startsWith('server/features/'));
const sizeOf = (file: string) => statSync(join(import.meta.dirname, file)).size;
const smallestOfFeatures = new Set(
  Map.groupBy(ofFeatures, dirname)
    .values()
    .flatMap((files) => files.toSorted((a, b) => sizeOf(a) - sizeOf(b)).slice(0, 1)),
);
/** Migrations, transactions and the queue depend most on the kind of database. Journeys use PGlite, too. */
const onPglite = onDatabase.filter((file) =>
  /^server\/(?:db\/(?:migrate|open)|jobs\/queue)\.test/.test(file),
);
/**
 * The other tests of `db/` and `jobs/`, the main and the smallest file of each feature, and transactions that read the
 * rows that they have just locked.
 */
const onPgliteDeep = onDatabase.filter(
  (file) =>
    (/^server\/(?:db|jobs)\//.test(file) && !onPglite.includes(file)) ||
    /^server\/features\/([^/]+)\/\1\.test\.ts$/.test(file) ||
    smallestOfFeatures.has(file) ||
    file.endsWith('/email-change.test.ts'),
);
/** Runs last, on the statements that the server tests recorded. */
const EVERY_STATEMENT = 'server/db/every-statement.test.ts';
/** Files that do more in the deep tier. */
const OF_BOTH_TIERS = /#testkit\/(?:cases|tier)\.ts/;
const ofBothTiers = findImporters('!(node_modules|web)/**/*.test.ts', OF_BOTH_TIERS);
const journeysOfBothTiers = findImporters('e2e/*.e2e.ts', OF_BOTH_TIERS);

/** Tests run most code once: less frequent garbage collection, and functions are compiled when they are called. */
const FRUGAL = ['--max-semi-space-size=64', '--max-lazy'];
/** Each file opens PGlite for a few queries: optimizing its code costs more than it saves. */
const UNOPTIMIZED = [...FRUGAL, '--liftoff-only'];
/** Without the setup that starts PostgreSQL, tests open PGlite. */
const ON_PGLITE = {
  execArgv: UNOPTIMIZED,
  environment: 'node',
  exclude: NEVER,
  setupFiles: ['testkit/database-setup.ts'],
  isolate: false,
};

const JOURNEYS = {
  environment: 'node',
  globalSetup: ['e2e/global-setup.ts'],
  setupFiles: ['e2e/setup.ts'],
  // The files of a worker share its browser.
  isolate: false,
  testTimeout: 300_000,
  hookTimeout: 180_000,
  // Each poll queries the browser, which takes CPU time from the page on a busy machine.
  expect: { poll: { timeout: 60_000, interval: 60 } },
};

export default defineConfig({
  plugins: [react()],
  test: {
    // The smallest supported machine has two cores.
    maxWorkers: 2,
    execArgv: FRUGAL,
    // A test that starts a database and threads of the engine on a busy machine is slow, not broken.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 25 } },
    provide: { tier: 'quick' },
    // happy-dom reports this for each frame, whose content component tests don't need.
    onConsoleLog: (text) => !text.includes('Iframe page loading is disabled'),
    // A missing file is a failure; -u writes it.
    update: 'none',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['**/*.test.ts'],
          execArgv: UNOPTIMIZED,
          exclude: [...NEVER, DEEP, 'web/**', PURE, PARTS, EVERY_STATEMENT, ...onDatabase],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server-parts',
          environment: 'node',
          include: [PARTS],
          exclude: [DEEP, ...onDatabase],
          // Each file closes its resources; a process per file would take longer than most of them.
          isolate: false,
        },
      },
      {
        extends: true,
        // These rooms keep no state between calls, so their files share loaded modules.
        test: { name: 'pure', environment: 'node', include: [PURE], exclude: [DEEP], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: onDatabase,
          exclude: NEVER,
          globalSetup: ['testkit/postgres-setup.ts'],
          setupFiles: ['testkit/database-setup.ts'],
          // Each file closes its server; loading the server again would take as long as many of its tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'statements', include: [EVERY_STATEMENT], sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: { name: 'pglite', include: onPglite, ...ON_PGLITE },
      },
      {
        extends: true,
        test: { name: 'deep-pglite', include: onPgliteDeep, ...ON_PGLITE },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'happy-dom',
          // Following a link or a redirect would leave the page that all files share.
          environmentOptions: {
            happyDOM: {
              settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
            },
          },
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx'],
          exclude: [...NEVER, DEEP],
          setupFiles: ['testkit/web-setup.ts'],
          // The setup resets the document; loading React and Mantine again would take longer than the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/**/*.e2e.ts'],
          exclude: [...NEVER, DEEP_JOURNEYS],
          ...JOURNEYS,
        },
      },
      {
        extends: true,
        test: {
          name: 'deep-journeys',
          include: [DEEP_JOURNEYS, ...journeysOfBothTiers],
          exclude: NEVER,
          provide: { tier: 'deep' },
          ...JOURNEYS,
        },
      },
      {
        extends: true,
        test: {
          name: 'deep',
          environment: 'node',
          include: [DEEP, ...ofBothTiers],
          exclude: NEVER,
          globalSetup: ['testkit/postgres-setup.ts'],
          setupFiles: ['testkit/database-setup.ts'],
          provide: { tier: 'deep' },
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
