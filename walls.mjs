/**
 * The folders and packages that each folder may import. Each rule is an error; tools/walls.deep.test.ts violates each of
 * them once. Patterns use back-references, so they cover a new feature from its first file. To change the layout,
 * change this file and docs/decisions together.
 */

/** All folders of this repository: patterns with them match our own files, never packages. */
const OURS = '^(contract|engine|geotag|pump|server|web|cli|sim|testkit|e2e|deep|bench|tools)/';
const TESTS = '\\.(test|e2e)\\.tsx?$|-fixture\\.tsx?$';
const PRODUCT = '^(contract|engine|geotag|pump|server|web|cli)/';
/** Code that runs in an installed server. */
const RUNTIME = '^(contract|engine|geotag|pump|server|cli)/';

const FEATURE = '^server/features/([^/]+)/';
/**
 * Entry points of the engine: the whole, and parts that load without the rest (limits, places, sheet readers, the
 * measurement of a page).
 */
const ENGINE_ENTRIES =
  '^engine/(index|limits|quality/measure-page|places/(places|select-towns)|sheet/(table-reader|workbook/read-workbook))\\.ts$';
/** Lists of platforms, generated from the engine's registry: plain data that needs no engine. */
const PLATFORMS = '^contract/platform(s|-guides)\\.ts$';
/** Entry point of the photo tagging. */
const GEOTAG = '^geotag/index\\.ts$';
const APP_ERROR = '^server/(app-error|caller|known-faults)\\.ts$';
/** Reply with a CSV file. */
const CSV_FILE = '^server/csv-file\\.ts$';
const FAIR_QUEUE = '^server/fair-queue\\.ts$';
/** Type of the context that services get. */
const CONTEXT = '^server/context\\.ts$';
/** Files that build the server from its parts. */
const WIRING =
  '^server/((main|migrate|serve|run-migrations|settings-summary|start-faults|wire|infrastructure|services|background)|operator/[a-z-]+)\\.ts$';
const TYPE_ONLY = ['type-only'];

/**
 * A room: files at `from` may import our files at `allowed` and nothing else of ours.
 * @param {string} name
 * @param {string | string[]} from
 * @param {string[]} allowed
 */
function room(name, from, allowed) {
  return {
    name,
    severity: 'error',
    from: { path: from, pathNot: TESTS },
    to: { path: OURS, pathNot: allowed },
  };
}

/**
 * Files at `from` may import those of `to` as types only.
 * @param {string} name
 * @param {string | string[]} from
 * @param {string} to
 */
function typesOnly(name, from, to) {
  return {
    name,
    severity: 'error',
    from: { path: from, pathNot: TESTS },
    to: { path: to, dependencyTypesNot: TYPE_ONLY },
  };
}

/**
 * Files at `from` may use the named packages and no others.
 * @param {string} name
 * @param {string | string[]} from
 * @param {string[]} allowed
 */
function packages(name, from, allowed) {
  const list = allowed.map((each) => each.replaceAll('.', '\\.')).join('|');
  return {
    name,
    severity: 'error',
    from: { path: from, pathNot: TESTS },
    to: { path: `^node_modules/(?!(@types/)?(${list})/)` },
  };
}

const ENGINE_PACKAGES = [
  'saxes',
  'htmlparser2',
  'acorn',
  '@sveltejs/acorn-typescript',
  '@csstools/css-tokenizer',
  'sanitize-html',
  '@noble/hashes',
  'any-ascii',
  'fflate',
  'numfmt',
];
/** Rooms of the engine, lowest first: each imports only itself and those below it. */
const ENGINE_FLOORS = ['text', 'places', 'sheet', 'language', 'encoding', 'render'];
const ENGINE_ROOT = '^engine/(problem|limits|unread-file)\\.ts$';
const PLATFORM = '(?!shared/)[a-z]+';
const WEB_PACKAGES = [
  'zod',
  'react',
  'react-dom',
  'react-router',
  'react-redux',
  '@reduxjs/toolkit',
  '@mantine/[^/]+',
  'lucide-react',
  'marked',
  '@fontsource-variable/[^/]+',
  'get-nonce',
  'swiper',
  'uqr',
  'recharts',
  'react-easy-crop',
  'yet-another-react-lightbox',
  'd3-geo',
  'topojson-client',
  'us-atlas',
  'world-atlas',
  '@codemirror/(commands|lang-html|language|state|view)',
  '@lezer/highlight',
  'eventsource-parser',
  'vite',
];
const DATABASE_PACKAGES = ['zod', 'kysely', 'pg', 'pg-protocol', '@electric-sql/pglite'];
const GATEWAY_PACKAGES = [
  'zod',
  'stripe',
  'google-auth-library',
  '@googleapis/[^/]+',
  'nodemailer',
  '@aws-sdk/client-s3',
  'client-zip',
  'rate-limiter-flexible',
  'sharp',
];

const rooms = [
  room('contract-knows-itself-only', '^contract/', ['^contract/']),
  room('engine-knows-itself-only', '^engine/', ['^engine/']),
  ...ENGINE_FLOORS.map((name, floor) =>
    room(`engine-${name}-floor`, `^engine/${name}/`, [
      `^engine/(${ENGINE_FLOORS.slice(0, floor + 1).join('|')})/`,
      ENGINE_ROOT,
    ]),
  ),
  room('engine-verify-floor', '^engine/verify/', ['^engine/verify/', '^engine/(problem|limits)\\.ts$']),
  room('engine-platforms-floor', '^engine/platforms/', [
    `^engine/(${ENGINE_FLOORS.join('|')}|verify|platforms)/`,
    ENGINE_ROOT,
  ]),
  room('audit-shares-no-code', '^engine/platforms/.*/audit/', [
    '^engine/verify/',
    '^engine/platforms/.*/audit/',
    '^engine/(problem|limits)\\.ts$',
    '^engine/platforms/[a-z]+/(wxr/)?limits\\.ts$',
  ]),
  room('engine-quality-floor', '^engine/quality/', [
    '^engine/(text|sheet|language|verify|quality)/',
    '^engine/(problem|limits)\\.ts$',
  ]),
  room('geotag-room', '^geotag/', ['^geotag/', '^engine/(text|sheet|language)/', ENGINE_ROOT]),
  {
    name: 'platforms-know-no-other',
    comment: 'Code of several platforms is in platforms/shared/; the registry imports them all.',
    severity: 'error',
    from: { path: `^engine/platforms/(${PLATFORM}|shared)/`, pathNot: TESTS },
    to: { path: `^engine/platforms/(?:${PLATFORM}/|registry\\.ts$)`, pathNot: '^engine/platforms/$1/' },
  },
  {
    name: 'engine-has-named-entries',
    severity: 'error',
    from: { path: PRODUCT, pathNot: ['^(engine|geotag)/', TESTS] },
    to: { path: '^engine/', pathNot: ENGINE_ENTRIES },
  },
  {
    name: 'workbooks-load-on-demand',
    comment: 'Number formats take longer to load than a small build takes in all.',
    severity: 'error',
    from: { path: '^engine/', pathNot: ['^engine/sheet/workbook/', TESTS] },
    to: { path: '^engine/sheet/workbook/' },
  },
  room('pump-knows-the-engine', '^pump/', ['^pump/', '^contract/csv\\.ts$', ENGINE_ENTRIES, GEOTAG]),
  room('db-room', '^server/db/', ['^contract/', '^server/db/', APP_ERROR]),
  room('gateways-room', '^server/gateways/', ['^contract/', '^server/gateways/', APP_ERROR, FAIR_QUEUE]),
  room('jobs-room', '^server/jobs/', [
    '^contract/',
    '^pump/',
    '^server/(db|jobs)/',
    APP_ERROR,
    FAIR_QUEUE,
    ENGINE_ENTRIES,
    GEOTAG,
  ]),
  {
    name: 'only-the-pool-runs-the-engine',
    severity: 'error',
    from: { path: '^server/jobs/', pathNot: ['^server/jobs/engine-[a-z-]+\\.(ts|mjs)$', TESTS] },
    to: { path: '^(engine|geotag|pump)/' },
  },
  room('telemetry-room', '^server/telemetry/', ['^server/telemetry/']),
  room('http-room', '^server/http/', ['^contract/', '^server/http/', APP_ERROR]),
  room('settings-know-the-contract', '^server/config(-rules)?\\.ts$', [
    '^contract/',
    '^server/config-rules\\.ts$',
  ]),
  room('context-names-types', CONTEXT, [
    '^contract/',
    '^server/(db|gateways|jobs)/',
    '^server/features/audit-log/audit-log\\.service\\.ts$',
    APP_ERROR,
  ]),
  typesOnly('context-takes-types', CONTEXT, '^server/'),
  room('app-error-knows-the-contract', APP_ERROR, ['^contract/']),
  room('store-knows-db', `${FEATURE}.*\\.store\\.ts$`, ['^contract/', '^server/db/']),
  room('service-room', `${FEATURE}.*\\.service\\.ts$`, [
    '^contract/',
    ENGINE_ENTRIES,
    '^server/(db|gateways|jobs)/',
    APP_ERROR,
    CSV_FILE,
    FAIR_QUEUE,
    CONTEXT,
    '^server/features/$1/.*\\.(store|rules|service)\\.ts$',
    '^server/features/[^/]+/.*\\.service\\.ts$',
  ]),
  typesOnly(
    'service-takes-types',
    `${FEATURE}.*\\.service\\.ts$`,
    `^(engine|server/gateways|server/jobs)/|${FAIR_QUEUE}`,
  ),
  room('routes-room', `${FEATURE}.*\\.routes\\.ts$`, [
    '^contract/',
    '^server/(http|gateways)/',
    '^server/features/$1/.*\\.service\\.ts$',
  ]),
  room('feature-jobs-room', `${FEATURE}.*\\.jobs\\.ts$`, [
    '^contract/',
    ENGINE_ENTRIES,
    CONTEXT,
    '^server/(jobs|gateways)/',
    '^server/features/$1/.*\\.service\\.ts$',
  ]),
  typesOnly('routes-and-jobs-take-types', `${FEATURE}.*\\.(routes|jobs)\\.ts$`, '^(engine|server/gateways)/'),
  room('rules-are-pure', `${FEATURE}.*\\.rules\\.ts$`, [
    '^contract/',
    ENGINE_ENTRIES,
    '^server/features/$1/.*\\.rules\\.ts$',
  ]),
  {
    name: 'feature-files-have-roles',
    severity: 'error',
    from: {
      path: '^server/features/',
      pathNot: ['^server/features/[^/]+/[^/]+\\.(routes|service|store|jobs|rules)\\.ts$', TESTS],
    },
    to: {},
  },
  room('wire-builds-the-server', WIRING, ['^contract/', '^server/', '^pump/compile-cache\\.mjs$']),
  {
    name: 'wire-is-top-level',
    severity: 'error',
    from: { path: PRODUCT, pathNot: [WIRING, '^cli/', TESTS] },
    to: { path: WIRING },
  },
  {
    name: 'only-wiring-reads-settings',
    severity: 'error',
    from: { path: PRODUCT, pathNot: [WIRING, '^cli/', TESTS] },
    to: { path: '^server/config\\.ts$' },
  },
  // Operator commands are loaded on demand: `geoloom build` loads no code of the server.
  room('command-line-room', '^cli/', [
    '^cli/',
    '^pump/',
    PLATFORMS,
    // Names of problems, the same as on screens: plain data.
    '^contract/(estimate|quality)-texts\\.ts$',
    ENGINE_ENTRIES,
    GEOTAG,
    '^server/operator/',
  ]),
  room('web-ui-makes-no-calls', '^web/ui/', ['^web/ui/', PLATFORMS]),
  // The server reads the files of a form: the browser has no engine.
  room('web-client-room', '^web/client/', ['^contract/', '^web/client/']),
  room('web-kit-room', '^web/kit/', ['^contract/', '^web/(ui|client|kit)/']),
  room('web-feature-room', '^web/features/([^/]+)/', [
    '^contract/',
    '^web/(ui|client|kit)/',
    '^web/features/$1/',
  ]),
  room('web-app-room', '^web/app/', ['^contract/', '^web/']),
  {
    name: 'product-imports-no-test-code',
    severity: 'error',
    from: { path: PRODUCT, pathNot: TESTS },
    to: { path: '^(sim|testkit|e2e|deep|bench|tools)/' },
  },
  {
    name: 'nothing-imports-tests',
    severity: 'error',
    from: {},
    to: { path: '\\.(test|e2e)\\.tsx?$' },
  },
  {
    name: 'acceptance-uses-no-engine',
    severity: 'error',
    from: { path: '^deep/(wordpress|constructs)/' },
    to: { path: '^(engine|geotag|cli|server)/' },
  },
];

const thirdParty = [
  packages('contract-packages', '^contract/', ['zod']),
  packages('engine-packages', '^(engine|geotag)/', ENGINE_PACKAGES),
  packages('server-packages', '^server/[^/]+\\.ts$', ['zod', 'fastify']),
  typesOnly('server-names-fastify-as-type', '^server/[^/]+\\.ts$', '^node_modules/fastify/'),
  packages('http-packages', '^server/http/', ['zod', 'fastify', '@fastify/[^/]+']),
  packages('db-packages', ['^server/db/', '\\.store\\.ts$'], DATABASE_PACKAGES),
  packages('telemetry-packages', '^server/telemetry/', ['prom-client', '@opentelemetry/[^/]+']),
  packages('gateway-packages', '^server/gateways/', GATEWAY_PACKAGES),
  packages('jobs-packages', '^server/jobs/', ['zod', 'pg-boss', 'piscina']),
  packages('feature-packages', '^server/features/.*(?<!\\.store)\\.ts$', [
    'zod',
    'htmlparser2',
    'saxes',
    '@csstools/css-tokenizer',
    'otpauth',
  ]),
  packages('pump-packages', '^pump/', []),
  packages('cli-packages', '^cli/', ['zod', 'commander']),
  packages('web-packages', '^web/(?!client/)', WEB_PACKAGES),
  packages('web-client-packages', '^web/client/', WEB_PACKAGES),
  {
    name: 'no-node-in-pure-rooms',
    comment: 'These rooms also run in the browser.',
    severity: 'error',
    from: { path: '^(contract|engine|geotag|web)/', pathNot: TESTS },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'server-needs-no-dev-packages',
    comment:
      'An installed server only has the packages in `dependencies`. The web application is built before, and operators install the packages for traces themselves.',
    severity: 'error',
    from: { path: RUNTIME, pathNot: [TESTS, '^server/telemetry/tracing\\.ts$'] },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: TYPE_ONLY },
  },
];

const everywhere = [
  {
    name: 'no-cycles',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-unresolved',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
];

export default {
  forbidden: [...rooms, ...thirdParty, ...everywhere],
  options: {
    // Without @swc/core no file is read under TypeScript 7, and the check would always pass.
    parser: 'swc',
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    // The copy of the repository in tests has a link to the packages.
    preserveSymlinks: true,
    doNotFollow: { path: '^node_modules/' },
    exclude: { path: '^(dist|data|\\.cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.json', '.css'],
    },
  },
};
