/**
 * The runs of tests. `npm test` is everything but `deep…`; `npm run test:deep` is `deep…`: what kills, breaks
 * or repeats for long, and the properties with ten times as many cases.
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

/** @returns the test files whose text names one of these modules, without those of the deep tier */
function findImporters(pattern: string, modules: RegExp): string[] {
  const root = import.meta.dirname;
  return globSync(pattern, { cwd: root, exclude: [...NEVER, DEEP] }).filter((file) =>
    modules.test(readFileSync(join(root, file), 'utf8')),
  );
}

const onDatabase = findImporters('server/**/*.test.ts', /#testkit\/test-(app|database)\.ts/);
const ofNouns = onDatabase.filter((file) => file.startsWith('server/features/'));
const sizeOf = (file: string) => statSync(join(import.meta.dirname, file)).size;
const smallestOfNouns = new Set(
  Map.groupBy(ofNouns, dirname)
    .values()
    .flatMap((files) => files.toSorted((a, b) => sizeOf(a) - sizeOf(b)).slice(0, 1)),
);
/** What depends on the kind of database most. Journeys ask PGlite, too. */
const onPglite = onDatabase.filter((file) => /^server\/(db|jobs)\//.test(file));
/** The smallest file of each noun, its main one, and transactions that read what they have just locked. */
const onPgliteDeep = ofNouns.filter(
  (file) =>
    /\/([^/]+)\/\1\.test\.ts$/.test(file) ||
    smallestOfNouns.has(file) ||
    file.endsWith('/email-change.test.ts'),
);
/** Last: it looks at what the tests of the server have recorded. */
const EVERY_STATEMENT = 'server/db/every-statement.test.ts';
const withCases = findImporters('!(node_modules|web)/**/*.test.ts', /#testkit\/cases\.ts/);

/** What a test runs, it runs seldom: young memory is seldom full, and a function is compiled when it is called. */
const FRUGAL = ['--max-semi-space-size=64', '--max-lazy'];
/** PGlite is opened for many files and asked little by each: to optimize its code costs more than it saves. */
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
  // Each look asks the browser, which has better things to do on a busy machine.
  expect: { poll: { timeout: 60_000, interval: 60 } },
};

export default defineConfig({
  plugins: [react()],
  test: {
    // Two cores are the smallest machine that this must be pleasant on.
    maxWorkers: 2,
    execArgv: FRUGAL,
    // A test that starts a database and threads of the engine on a busy machine is slow, not broken.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 10 } },
    provide: { tier: 'quick' },
    // The simulated document says so of each frame, and a frame's content is none of a component test's concern.
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
          // Each file closes what it opens; a process for each costs more than most of them.
          isolate: false,
        },
      },
      {
        extends: true,
        // Nothing in these rooms outlives a call, so their files share the modules that they load.
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
          // Each file closes its server; loading the server anew costs as much as many of its tests.
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
          // A link or a redirect that a test follows would leave the page that all files share.
          environmentOptions: {
            happyDOM: {
              settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
            },
          },
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx'],
          exclude: [...NEVER, DEEP],
          setupFiles: ['testkit/web-setup.ts'],
          // The setup leaves nothing of a test behind; loading React and Mantine anew costs more than the tests.
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
        test: { name: 'deep-journeys', include: [DEEP_JOURNEYS], exclude: NEVER, ...JOURNEYS },
      },
      {
        extends: true,
        test: {
          name: 'deep',
          environment: 'node',
          include: [DEEP, ...withCases],
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
