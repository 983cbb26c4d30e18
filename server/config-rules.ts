/** Rules that involve several settings: pairs, contradictions and requirements of production. */

export type Given = Record<string, string | undefined>;

/** `start` is for trying Geoloom on one machine, `serve` for production; `migrate` only needs a database. */
export type Entry = 'start' | 'serve' | 'migrate';

type IsSet = (name: string) => boolean;

const PAIRS = [
  ['GEOLOOM_ADMIN_EMAIL', 'GEOLOOM_ADMIN_PASSWORD'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
] as const;

/** Settings without effect unless S3_BUCKET is set. */
const S3_OTHERS = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_FORCE_PATH_STYLE',
];

/** Returns one line per invalid combination, with its fix. */
export function findCombinedFaults(given: Given, entry: Entry): string[] {
  const isSet: IsSet = (name) => given[name] !== undefined || given[`${name}_FILE`] !== undefined;
  const faults = [
    ...PAIRS.filter(([first, second]) => isSet(first) !== isSet(second)).map(
      ([first, second]) => `${first} and ${second} must be set together.`,
    ),
    ...(isSet('S3_BUCKET') ? [] : S3_OTHERS.filter(isSet)).map((name) => `${name} requires S3_BUCKET.`),
    ...(entry === 'start' ? findStartFaults(given, isSet) : []),
    ...(entry === 'serve' ? findServeFaults(given, isSet) : []),
  ];
  return faults.map((fault) => `${fault} See .env.example.`);
}

function findStartFaults(given: Given, isSet: IsSet): string[] {
  const role = given['GEOLOOM_ROLE'] ?? 'all';
  const roleFault = `GEOLOOM_ROLE=${role} requires npm run serve, because npm start runs everything in one process. Remove it.`;
  return [...(role === 'all' ? [] : [roleFault]), ...findPaymentFaults(isSet, isSet('PUBLIC_URL'))];
}

function findServeFaults(given: Given, isSet: IsSet): string[] {
  const missing = [
    isSet('PUBLIC_URL') ||
      'PUBLIC_URL is not set. Set it to the URL where users open Geoloom, such as https://geoloom.example.com. Links in emails begin with it.',
    isSet('GEOLOOM_SECRET_KEY') ||
      'GEOLOOM_SECRET_KEY is not set. Set it to at least 32 random characters, the same for all processes. Generate it with: openssl rand -hex 32.',
  ];
  const role = given['GEOLOOM_ROLE'] ?? 'all';
  const shared = [
    isSet('DATABASE_URL') ||
      `GEOLOOM_ROLE=${role} needs PostgreSQL, because only one process can open the embedded database: set DATABASE_URL.`,
    isSet('S3_BUCKET') ||
      isSet('GEOLOOM_DATA_DIR') ||
      `GEOLOOM_ROLE=${role} needs files that all processes share: set S3_BUCKET, or GEOLOOM_DATA_DIR to a shared folder.`,
  ];
  const faults = [...missing, ...(role === 'all' ? [] : shared)].filter((fault) => fault !== true);
  return [...faults, ...findPaymentFaults(isSet, true)];
}

/** Without payments, everything is free. That must be a decision, not a forgotten key. */
function findPaymentFaults(isSet: IsSet, mustDecide: boolean): string[] {
  const isOff = isSet('GEOLOOM_PAYMENTS');
  if (isOff && isSet('STRIPE_SECRET_KEY'))
    return ['GEOLOOM_PAYMENTS=off and STRIPE_SECRET_KEY contradict each other: remove one.'];
  const isDecided = isOff || isSet('STRIPE_SECRET_KEY') || isSet('STRIPE_WEBHOOK_SECRET');
  if (isDecided || !mustDecide) return [];
  return [
    'Payments are not set up: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or GEOLOOM_PAYMENTS=off (every account is unlimited, and nothing is sold).',
  ];
}
