/**
 * Reads the configuration from the environment, once. No other file reads environment variables. All invalid
 * settings are reported together.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { newPassword } from '#contract/fields.ts';
import { type Entry, findCombinedFaults, type Given } from './config-rules.ts';

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a whole number from 0 to 65535');

const proxies = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .refine(
    (list) => list.every(isAddressRange),
    'must be addresses or ranges such as 10.0.0.0/8, with commas',
  );

const MIN_SECRET_CHARACTERS = 32;

const secret = z
  .string()
  .min(MIN_SECRET_CHARACTERS, `must have at least ${MIN_SECRET_CHARACTERS} characters`);

const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1');

const httpAddress = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be a URL that begins with http');

const origin = httpAddress.transform((text) => text.replace(/\/+$/, ''));

const API_PATH = '/api/v1';
const apiBase = z
  .string()
  .transform((text) => text.replace(/\/+$/, ''))
  .refine(
    (text) => text === API_PATH || (/^https?:\/\/[^/?#]+\/api\/v1$/.test(text) && URL.canParse(text)),
    'must be /api/v1, or a URL such as https://api.example.com/api/v1',
  );

const origins = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim().replace(/\/+$/, ''))
      .filter((part) => part !== ''),
  )
  .refine(
    (list) => list.every((part) => /^https?:\/\//.test(part) && URL.parse(part)?.origin === part),
    'must be origins such as https://app.example.com, with commas',
  );

const MIN_CONNECTIONS = 8;
const connections = z
  .string()
  .regex(/^\d{1,3}$/, 'must be a whole number from 8 to 999')
  .transform(Number)
  .refine((value) => value >= MIN_CONNECTIONS, 'must be a whole number from 8 to 999');

const ratio = z
  .string()
  .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
  .transform(Number);

const MEGABYTE = 1_000_000;
const megabytes = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number of megabytes')
  .transform(Number);

/** A state, a county, or a town with its coordinates, population and time zone. */
const PLACES_LINE = /^(?:=\t|\+|[^\t]+\t[\da-z]+\t[\da-z]+\t[\da-z]*\t[\da-z]+)/;

/** Checks the form of each line, and the end, which a truncated file lacks. */
function isPlacesFile(path: string): boolean {
  try {
    const [head = '', zones = '', ...lines] = readFileSync(path, 'latin1').split('\n');
    const isComplete = lines.pop() === '';
    const isHeaded = head.startsWith('geoloom-places\t1\t') && zones.startsWith('~\t');
    return isHeaded && isComplete && lines.length > 0 && lines.every((line) => PLACES_LINE.test(line));
  } catch {
    return false;
  }
}

const schema = z.object({
  PORT: port.default(8080),
  HOST: z.string().trim().min(1, 'must name an address').default('127.0.0.1'),
  TRUSTED_PROXIES: proxies.default([]),
  VITE_API_BASE: apiBase.default(API_PATH),
  CORS_ORIGINS: origins.default([]),
  GEOLOOM_DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text), 'must begin with postgres://')
    .optional(),
  DATABASE_CONNECTIONS: connections.default(14),
  GEOLOOM_ROLE: z.enum(['web', 'worker', 'all'], 'must be web, worker or all').default('all'),
  GEOLOOM_RUN_MB: megabytes.default(1_000),
  GEOLOOM_WORKSPACE_MB: megabytes.default(10_000),
  GEOLOOM_PLACES: z
    .string()
    .transform((path) => resolve(path))
    .refine(isPlacesFile, 'must be a places file written by tools/write-places.ts')
    .optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: httpAddress.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: flag.default(false),
  GEOLOOM_ADMIN_EMAIL: z.email('must be an email address').optional(),
  GEOLOOM_ADMIN_PASSWORD: newPassword.optional(),
  GEOLOOM_SAMPLE_DATA: flag.default(false),
  GEOLOOM_SECRET_KEY: secret.optional(),
  GEOLOOM_OLD_SECRET_KEY: secret.optional(),
  GEOLOOM_REQUIRE_TWO_FACTOR: z.enum(['superadmins', 'off'], 'must be superadmins or off').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress.optional(),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  METRICS_TOKEN: secret.optional(),
  PUBLIC_URL: origin.optional(),
  SMTP_URL: z
    .string()
    .refine(
      (text) => /^smtps?:\/\//.test(text) && URL.canParse(text),
      'must be a URL that begins with smtp:// or smtps://',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]+$/, 'must be an address such as Geoloom <mail@example.com>')
    .default('Geoloom <geoloom@localhost>'),
  MAINTENANCE: flag.default(false),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(live|test)_\w+$/, 'must be a key such as sk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+(,whsec_\w+)*$/, 'must be whsec_…; two with a comma while one replaces the other')
    .optional(),
  GEOLOOM_PAYMENTS: z.literal('off', 'can only be off').optional(),
  STRIPE_API_BASE: httpAddress.default('https://api.stripe.com'),
  SCAN_BASE: origin.optional(),
  GOOGLE_SHEETS_BASE: httpAddress.default('https://docs.google.com'),
  GOOGLE_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the id of an OAuth client')
    .optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_OAUTH_BASE: origin.optional(),
  GOOGLE_SEARCH_CONSOLE_BASE: origin.optional(),
  GOOGLE_SHEETS_API_BASE: origin.optional(),
  // A secret may be in a file instead of the environment, which other programs can read.
  DATABASE_URL_FILE: z.string().optional(),
  SMTP_URL_FILE: z.string().optional(),
  STRIPE_SECRET_KEY_FILE: z.string().optional(),
  STRIPE_WEBHOOK_SECRET_FILE: z.string().optional(),
  GOOGLE_CLIENT_SECRET_FILE: z.string().optional(),
  S3_SECRET_ACCESS_KEY_FILE: z.string().optional(),
  GEOLOOM_ADMIN_PASSWORD_FILE: z.string().optional(),
  METRICS_TOKEN_FILE: z.string().optional(),
  GEOLOOM_SECRET_KEY_FILE: z.string().optional(),
  GEOLOOM_OLD_SECRET_KEY_FILE: z.string().optional(),
  npm_lifecycle_event: z.string().optional(),
});

/** Values that never appear in a message; each may come from the file in `…_FILE`. */
const SECRETS = [
  'DATABASE_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'S3_SECRET_ACCESS_KEY',
  'GEOLOOM_ADMIN_PASSWORD',
  'GEOLOOM_SECRET_KEY',
  'GEOLOOM_OLD_SECRET_KEY',
  'METRICS_TOKEN',
];

export interface Config {
  /** The command: `start` migrates the database itself, `serve` never does. */
  entry: Entry;
  /** 0 lets the system choose. */
  port: number;
  host: string;
  /** Addresses of proxies whose `X-Forwarded-…` headers are trusted. */
  trustedProxies: string[];
  /** Origin of the API if it differs from the origin of the pages. */
  apiOrigin: string | undefined;
  /** Other origins whose pages may call the API. */
  corsOrigins: string[];
  /** Folder of the embedded database, files and the secret key. */
  dataFolder: string;
  /** PostgreSQL URL; the embedded database without it. */
  databaseUrl: string | undefined;
  /** Maximum number of connections of this process to PostgreSQL. */
  databaseConnections: number;
  /** `web` serves requests, `worker` runs jobs; `all` does both. */
  role: 'web' | 'worker' | 'all';
  /** Maximum output bytes of one run, and of all runs of a workspace. */
  outputQuota: { run: number; workspace: number };
  /** File of places; that of the United States without it. */
  placesFile: string | undefined;
  /** Object store; the data folder without it. */
  s3: S3Config | undefined;
  /** Creates the first account without a setup link. */
  admin: { email: string; password: string } | undefined;
  hasSampleData: boolean;
  secretKey: string | undefined;
  /** The previous key: accepted, but never used for anything new. */
  oldSecretKey: string | undefined;
  /** Superadmins without two-factor sign-in can only set it up. */
  isTwoFactorRequired: boolean;
  /** Token that lets other machines read `/metrics`. */
  metricsToken: string | undefined;
  /** Share of exported traces, from 0 to 1; undefined if traces are off. */
  traces: { ratio: number } | undefined;
  sheetsBase: string;
  /** Base URL of a simulator that replaces all scanned sites. */
  scanBase: string | undefined;
  /** Base of links in emails and payments; the server's own URL without it. */
  publicUrl: string | undefined;
  /** Without it, emails wait in the queue. */
  mail: { url: string; from: string } | undefined;
  /** Only administrators may make changes, regardless of the setting in the application. */
  isMaintenance: boolean;
  /** Without it, nothing is sold or limited. */
  stripe: { secretKey: string; webhookSecrets: string[]; base: string } | undefined;
  /** Without it, users can’t connect Google. The bases are those of a simulator. */
  google:
    | {
        clientId: string;
        clientSecret: string;
        oauthBase: string | undefined;
        searchConsoleBase: string | undefined;
        sheetsApiBase: string | undefined;
      }
    | undefined;
  /** Set by npm for its scripts. */
  isRunByNpm: boolean;
}

interface S3Config {
  bucket: string;
  region: string;
  endpoint?: string;
  accessKeyId?: string;
  secretAccessKey?: string;
  forcePathStyle: boolean;
}

/** All invalid settings, one per line. */
export class ConfigError extends Error {
  readonly lines: string[];

  constructor(lines: string[]) {
    super(`Invalid configuration:\n${lines.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.lines = lines;
  }
}

/** Reads settings from `.env` and from the environment, which takes precedence. @throws ConfigError */
export function loadConfig(entry: Entry): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig(process.env, entry);
}

/**
 * Reads and checks all settings; an empty value counts as not set.
 * @throws ConfigError that lists every invalid setting
 */
export function readConfig(
  environment: Record<string, string | undefined> = process.env,
  entry: Entry = 'start',
): Config {
  const given: Given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { secrets, faults } = readSecrets(given);
  const result = schema.safeParse({ ...given, ...secrets });
  const lines = [
    ...faults,
    ...(result.error?.issues ?? []).map((issue) => describeIssue(issue, given)),
    ...findCombinedFaults(given, entry),
    ...findUnknown(given),
  ];
  if (!result.success || lines.length > 0) throw new ConfigError(lines);
  return describeConfig(result.data, entry);
}

/** Reads secrets from files, without the line break that editors add at the end. */
function readSecrets(given: Given): { secrets: Given; faults: string[] } {
  const secrets: Given = {};
  const faults: string[] = [];
  for (const name of SECRETS) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) {
      faults.push(`${name} and ${name}_FILE can’t both be set: remove one. See .env.example.`);
      continue;
    }
    try {
      secrets[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      // Shows neither the value nor the message, which includes it: the value may be the secret itself.
      const { code } = error as NodeJS.ErrnoException;
      faults.push(
        `${name}_FILE must be the path of a file that Geoloom can read (${code}). See .env.example.`,
      );
    }
  }
  return { secrets, faults };
}

function describeIssue(issue: z.core.$ZodIssue, given: Given): string {
  const name = String(issue.path[0]);
  const value = SECRETS.includes(name) ? '…' : (given[name] ?? '');
  return `${name}=${value} ${issue.message}. See .env.example.`;
}

type Settings = z.output<typeof schema>;

const OWN_PREFIX = 'GEOLOOM_';
/** Read by a separate tool. */
const TOOL_SETTINGS = new Set(['GEOLOOM_WORDPRESS_IMPORT']);

/** Finds unknown settings, because a misspelled one would silently have no effect. */
function findUnknown(given: Given): string[] {
  return Object.keys(given)
    .filter((name) => name.startsWith(OWN_PREFIX) && !(name in schema.shape) && !TOOL_SETTINGS.has(name))
    .map((name) => `${name} isn’t a Geoloom setting. See .env.example.`);
}

function describeConfig(settings: Settings, entry: Entry): Config {
  const { GEOLOOM_ADMIN_EMAIL: email, GEOLOOM_ADMIN_PASSWORD: password } = settings;
  return {
    entry,
    port: settings.PORT,
    host: settings.HOST,
    trustedProxies: settings.TRUSTED_PROXIES,
    apiOrigin: URL.parse(settings.VITE_API_BASE)?.origin,
    corsOrigins: settings.CORS_ORIGINS,
    dataFolder: resolve(settings.GEOLOOM_DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    role: settings.GEOLOOM_ROLE,
    outputQuota: {
      run: settings.GEOLOOM_RUN_MB * MEGABYTE,
      workspace: settings.GEOLOOM_WORKSPACE_MB * MEGABYTE,
    },
    placesFile: settings.GEOLOOM_PLACES,
    s3: describeS3(settings),
    admin: email === undefined || password === undefined ? undefined : { email, password },
    hasSampleData: settings.GEOLOOM_SAMPLE_DATA,
    secretKey: settings.GEOLOOM_SECRET_KEY,
    oldSecretKey: settings.GEOLOOM_OLD_SECRET_KEY,
    isTwoFactorRequired: isTwoFactorRequired(settings),
    metricsToken: settings.METRICS_TOKEN,
    traces:
      settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { ratio: settings.OTEL_TRACES_SAMPLER_ARG },
    sheetsBase: settings.GOOGLE_SHEETS_BASE,
    scanBase: settings.SCAN_BASE,
    publicUrl: settings.PUBLIC_URL,
    mail: settings.SMTP_URL === undefined ? undefined : { url: settings.SMTP_URL, from: settings.MAIL_FROM },
    isMaintenance: settings.MAINTENANCE,
    stripe: describeStripe(settings),
    google: describeGoogle(settings),
    isRunByNpm: settings.npm_lifecycle_event !== undefined,
  };
}

/** By default, required of superadmins if the server has a public URL. */
function isTwoFactorRequired({
  GEOLOOM_REQUIRE_TWO_FACTOR: required,
  PUBLIC_URL: address,
}: Settings): boolean {
  return required === undefined ? address !== undefined : required === 'superadmins';
}

function describeStripe(settings: Settings): Config['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = settings;
  if (secretKey === undefined || webhookSecret === undefined) return undefined;
  return { secretKey, webhookSecrets: webhookSecret.split(','), base: settings.STRIPE_API_BASE };
}

function describeGoogle(settings: Settings): Config['google'] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = settings;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return {
    clientId,
    clientSecret,
    oauthBase: settings.GOOGLE_OAUTH_BASE,
    searchConsoleBase: settings.GOOGLE_SEARCH_CONSOLE_BASE,
    sheetsApiBase: settings.GOOGLE_SHEETS_API_BASE,
  };
}

function describeS3(settings: Settings): S3Config | undefined {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint } = settings;
  if (bucket === undefined) return undefined;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  return {
    bucket,
    region: settings.S3_REGION,
    forcePathStyle: settings.S3_FORCE_PATH_STYLE,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(accessKeyId === undefined ? {} : { accessKeyId }),
    ...(secretAccessKey === undefined ? {} : { secretAccessKey }),
  };
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
