import { makePlace } from '#engine/places/places-fixture.ts';
import { writePlacesFile } from '#engine/places/places-file.ts';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import type { Entry } from './config-rules.ts';
import { ConfigError, readConfig } from './config.ts';

function readFaults(environment: Record<string, string>, entry: Entry = 'start'): string[] {
  try {
    readConfig(environment, entry);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.lines : [String(error)];
  }
}

it('needs no settings', () => {
  expect(readConfig({})).toEqual({
    entry: 'start',
    port: 8080,
    host: '127.0.0.1',
    trustedProxies: [],
    corsOrigins: [],
    dataFolder: resolve('data'),
    databaseUrl: undefined,
    databaseConnections: 14,
    role: 'all',
    metricsToken: undefined,
    traces: undefined,
    outputQuota: { run: 1_000_000_000, workspace: 10_000_000_000 },
    placesFile: undefined,
    s3: undefined,
    admin: undefined,
    hasSampleData: false,
    secretKey: undefined,
    isTwoFactorRequired: false,
    sheetsBase: 'https://docs.google.com',
    scanBase: undefined,
    publicUrl: undefined,
    mail: undefined,
    isMaintenance: false,
    isRunByNpm: false,
  });
});

it('requires two-factor sign-in of superadmins if the setting says so', () => {
  expect(readConfig({ GEOLOOM_REQUIRE_TWO_FACTOR: 'superadmins' }).isTwoFactorRequired).toBe(true);
  expect(readConfig({ GEOLOOM_REQUIRE_TWO_FACTOR: 'off' }).isTwoFactorRequired).toBe(false);
  expect(readFaults({ GEOLOOM_REQUIRE_TWO_FACTOR: 'all' })).toEqual([
    'GEOLOOM_REQUIRE_TWO_FACTOR=all must be superadmins or off. See .env.example.',
  ]);
});

it('treats an empty value as not set', () => {
  expect(readConfig({ PORT: '', HOST: '', TRUSTED_PROXIES: '' })).toEqual(readConfig({}));
});

it('reads all settings', () => {
  const environment = {
    PORT: '0',
    HOST: '::1',
    TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8 ,127.0.0.1',
    GEOLOOM_DATA_DIR: '/var/lib/geoloom',
    DATABASE_URL: 'postgres://geoloom@db/geoloom',
    S3_BUCKET: 'pages',
    S3_ENDPOINT: 'http://store:9000',
    GEOLOOM_ADMIN_EMAIL: 'ada@example.com',
    GEOLOOM_ADMIN_PASSWORD: 'weaving towns 42',
    GEOLOOM_SAMPLE_DATA: '1',
  };
  expect(readConfig(environment)).toMatchObject({
    port: 0,
    host: '::1',
    trustedProxies: ['10.0.0.0/8', 'fd00::/8', '127.0.0.1'],
    dataFolder: '/var/lib/geoloom',
    databaseUrl: 'postgres://geoloom@db/geoloom',
    s3: { bucket: 'pages', endpoint: 'http://store:9000', region: 'us-east-1', forcePathStyle: false },
    admin: { email: 'ada@example.com', password: 'weaving towns 42' },
    hasSampleData: true,
  });
});

it('reads a file of places, and rejects other files', () => {
  const text = writePlacesFile({ version: '1', credits: 'Test', places: [makePlace()] });
  const folder = makeFolder({
    'places.tsv': text,
    'towns.csv': 'city,state',
    'garbage.tsv': `${text}garbage\n`,
    'head.tsv': `${text.split('\n', 1)[0]}\n`,
    'cut.tsv': text.slice(0, -4),
    'future.tsv': text.replace('\t1\t', '\t2\t'),
  });
  const path = join(folder, 'places.tsv');
  expect(readConfig({ GEOLOOM_PLACES: path }).placesFile).toBe(path);
  for (const name of ['towns.csv', 'absent.tsv', 'garbage.tsv', 'head.tsv', 'cut.tsv', 'future.tsv'])
    expect(readFaults({ GEOLOOM_PLACES: join(folder, name) })).toEqual([
      `GEOLOOM_PLACES=${join(folder, name)} must be a places file written by tools/write-places.ts. See .env.example.`,
    ]);
});

const IN_PRODUCTION = {
  PUBLIC_URL: 'https://geoloom.example',
  GEOLOOM_SECRET_KEY: 'k'.repeat(32),
  GEOLOOM_PAYMENTS: 'off',
};

describe('production', () => {
  it('requires a public URL, a secret key and a decision about payments, and lists everything missing at once', () => {
    expect(readFaults({}, 'serve')).toEqual([
      'PUBLIC_URL is not set. Set it to the URL where users open Geoloom, such as https://geoloom.example.com. Links in emails begin with it. See .env.example.',
      'GEOLOOM_SECRET_KEY is not set. Set it to at least 32 random characters, the same for all processes. Generate it with: openssl rand -hex 32. See .env.example.',
      'Payments are not set up: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or GEOLOOM_PAYMENTS=off (every account is unlimited, and nothing is sold). See .env.example.',
    ]);
    expect(readFaults({ GEOLOOM_ROLE: 'worker', PORT: 'x' }, 'serve')).toHaveLength(6);
    expect(readConfig(IN_PRODUCTION, 'serve')).toMatchObject({ entry: 'serve', role: 'all' });
    const stripe = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(readFaults({ ...IN_PRODUCTION, GEOLOOM_PAYMENTS: '', ...stripe }, 'serve')).toEqual([]);
  });

  it.each(['web', 'worker'])('needs PostgreSQL and shared files for the role %s', (role) => {
    const settings = { ...IN_PRODUCTION, GEOLOOM_ROLE: role };
    const database = { DATABASE_URL: 'postgres://db/geoloom' };
    const noDatabase = `GEOLOOM_ROLE=${role} needs PostgreSQL, because only one process can open the embedded database: set DATABASE_URL. See .env.example.`;
    const noFiles = `GEOLOOM_ROLE=${role} needs files that all processes share: set S3_BUCKET, or GEOLOOM_DATA_DIR to a shared folder. See .env.example.`;
    expect(readFaults(settings, 'serve')).toEqual([noDatabase, noFiles]);
    expect(readFaults({ ...settings, ...database }, 'serve')).toEqual([noFiles]);
    expect(readFaults({ ...settings, ...database, S3_BUCKET: 'geoloom' }, 'serve')).toEqual([]);
    expect(readFaults({ ...settings, ...database, GEOLOOM_DATA_DIR: '/mnt/geoloom' }, 'serve')).toEqual([]);
  });

  it('also reads required settings from files', () => {
    const folder = makeFolder({ key: 'k'.repeat(32) });
    const { GEOLOOM_SECRET_KEY: _, ...others } = IN_PRODUCTION;
    const given = { ...others, GEOLOOM_SECRET_KEY_FILE: join(folder, 'key') };
    expect(readConfig(given, 'serve').secretKey).toBe('k'.repeat(32));
  });
});

it('runs everything in one process with npm start', () => {
  expect(readFaults({ GEOLOOM_ROLE: 'worker', DATABASE_URL: 'postgres://db/geoloom' }, 'start')).toEqual([
    'GEOLOOM_ROLE=worker requires npm run serve, because npm start runs everything in one process. Remove it. See .env.example.',
  ]);
});

it('requires a decision about payments with a public URL', () => {
  const { PUBLIC_URL } = IN_PRODUCTION;
  expect(readFaults({ PUBLIC_URL }, 'start')[0]).toContain('Payments are not set up');
  expect(readFaults({ PUBLIC_URL, GEOLOOM_PAYMENTS: 'off' }, 'start')).toEqual([]);
  const both = { GEOLOOM_PAYMENTS: 'off', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  expect(readFaults(both, 'start')).toEqual([
    'GEOLOOM_PAYMENTS=off and STRIPE_SECRET_KEY contradict each other: remove one. See .env.example.',
  ]);
  expect(readFaults({ GEOLOOM_PAYMENTS: 'free' })).toEqual([
    'GEOLOOM_PAYMENTS=free can only be off. See .env.example.',
  ]);
});

it('requires two-factor sign-in of superadmins by default if the server has a public URL', () => {
  const { PUBLIC_URL, GEOLOOM_PAYMENTS } = IN_PRODUCTION;
  const off = { GEOLOOM_REQUIRE_TWO_FACTOR: 'off' };
  expect(readConfig({ PUBLIC_URL, GEOLOOM_PAYMENTS }).isTwoFactorRequired).toBe(true);
  expect(readConfig(IN_PRODUCTION, 'serve').isTwoFactorRequired).toBe(true);
  expect(readConfig({ ...IN_PRODUCTION, ...off }, 'serve').isTwoFactorRequired).toBe(false);
});

it('requires only the database settings for a migration', () => {
  expect(readFaults({ GEOLOOM_ROLE: 'worker', PUBLIC_URL: 'https://geoloom.example' }, 'migrate')).toEqual(
    [],
  );
});

it('reads the origin of the API and the other origins that may call it', () => {
  const given = {
    VITE_API_BASE: 'https://api.example.com/api/v1/',
    CORS_ORIGINS: 'https://app.example.com, http://127.0.0.1:5173/',
  };
  expect(readConfig(given)).toMatchObject({
    apiOrigin: 'https://api.example.com',
    corsOrigins: ['https://app.example.com', 'http://127.0.0.1:5173'],
  });
  expect(readConfig({ VITE_API_BASE: '/api/v1' }).apiOrigin).toBeUndefined();
  for (const base of [
    'https://api.example.com',
    '/api/v2',
    'ftp://api.example.com/api/v1',
    'https:///api/v1',
  ])
    expect(readFaults({ VITE_API_BASE: base }), base).toHaveLength(1);
  for (const origin of ['*', 'app.example.com', 'https://app.example.com/path', 'https://a.example,null'])
    expect(readFaults({ CORS_ORIGINS: origin }), origin).toHaveLength(1);
});

it('reads both settings of the Google OAuth client', () => {
  const client = { GOOGLE_CLIENT_ID: '12-a.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'secret' };
  expect(readConfig({ ...client, GOOGLE_OAUTH_BASE: 'http://127.0.0.1:9000/' }).google).toEqual({
    clientId: '12-a.apps.googleusercontent.com',
    clientSecret: 'secret',
    oauthBase: 'http://127.0.0.1:9000',
    searchConsoleBase: undefined,
    sheetsApiBase: undefined,
  });
  expect(readFaults({ GOOGLE_CLIENT_ID: client.GOOGLE_CLIENT_ID })).toEqual([
    'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together. See .env.example.',
  ]);
});

it('rejects half of a pair', () => {
  expect(readFaults({ GEOLOOM_ADMIN_EMAIL: 'ada@example.com' })).toEqual([
    'GEOLOOM_ADMIN_EMAIL and GEOLOOM_ADMIN_PASSWORD must be set together. See .env.example.',
  ]);
});

it('never repeats the value of a secret', () => {
  const [line = ''] = readFaults({ GEOLOOM_SECRET_KEY: 'too-short' });
  expect(line).toContain('GEOLOOM_SECRET_KEY=… must have at least 32 characters');
});

it('checks the first password like every other one', () => {
  const settings = (password: string) => ({
    GEOLOOM_ADMIN_EMAIL: 'ada@example.com',
    GEOLOOM_ADMIN_PASSWORD: password,
  });
  // Counted in characters: four of these are eight UTF-16 code units.
  const short = 'GEOLOOM_ADMIN_PASSWORD=… Password must be at least 8 characters. See .env.example.';
  expect(readFaults(settings('\u{1f332}'.repeat(4)))).toEqual([short]);
  expect(readFaults(settings('seven 7'))).toEqual([short]);
  expect(readFaults(settings('\u{1f332}'.repeat(200)))).toEqual([]);
});

it('reads secrets from files', () => {
  const folder = makeFolder({
    url: 'postgres://geoloom@db/geoloom\n',
    key: `${'k'.repeat(32)}\r\n`,
    pair: ' moss ',
  });
  const given = {
    DATABASE_URL_FILE: join(folder, 'url'),
    GEOLOOM_SECRET_KEY_FILE: join(folder, 'key'),
    S3_BUCKET: 'pages',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY_FILE: join(folder, 'pair'),
  };
  expect(readConfig(given)).toMatchObject({
    databaseUrl: 'postgres://geoloom@db/geoloom',
    secretKey: 'k'.repeat(32),
    s3: { secretAccessKey: ' moss ' },
  });
});

it('rejects a secret that is set twice, unreadable or invalid, and shows none of its value', () => {
  const folder = makeFolder({ url: 'mysql://geoloom@db/geoloom' });
  const given = {
    GEOLOOM_SECRET_KEY: 'k'.repeat(32),
    GEOLOOM_SECRET_KEY_FILE: join(folder, 'key'),
    DATABASE_URL_FILE: join(folder, 'url'),
    GEOLOOM_ADMIN_EMAIL: 'ada@example.com',
    GEOLOOM_ADMIN_PASSWORD_FILE: join(folder, 'password'),
  };
  expect(readFaults(given)).toEqual([
    'GEOLOOM_ADMIN_PASSWORD_FILE must be the path of a file that Geoloom can read (ENOENT). See .env.example.',
    'GEOLOOM_SECRET_KEY and GEOLOOM_SECRET_KEY_FILE can’t both be set: remove one. See .env.example.',
    'DATABASE_URL=… must begin with postgres://. See .env.example.',
  ]);
});

it.each([
  ['a passphrase', 's3cret-passphrase'],
  ['a text with a NUL', 'a\0b'],
  ['a text that is too long for a path', 'x'.repeat(5000)],
])("doesn't show the value of a …_FILE setting that contains the secret itself: %s", (_what, value) => {
  const [fault = '', ...others] = readFaults({ METRICS_TOKEN_FILE: value });
  expect(fault).toMatch(/^METRICS_TOKEN_FILE must be the path of a file that Geoloom can read \([A-Z_]+\)\./);
  expect(fault).not.toContain(value.slice(0, 3));
  expect(others).toEqual([]);
});

it('reports all invalid settings at once, each with its name, value and requirement', () => {
  expect(readFaults({ PORT: 'http', HOST: ' ', TRUSTED_PROXIES: 'proxy.local' })).toEqual([
    'PORT=http must be a whole number from 0 to 65535. See .env.example.',
    'HOST=  must name an address. See .env.example.',
    'TRUSTED_PROXIES=proxy.local must be addresses or ranges such as 10.0.0.0/8, with commas. See .env.example.',
  ]);
});

it.each(['65536', '-1', '80.5', '8080 ', '0x50', '1e3'])('rejects the port %j', (PORT) => {
  expect(readFaults({ PORT })).toHaveLength(1);
});

it.each(['10.0.0.0/33', 'fd00::/129', '10.0.0.0/', '10.0.0.0/8/8', '1.2.3'])(
  'rejects the proxy %j',
  (proxy) => {
    expect(readFaults({ TRUSTED_PROXIES: proxy })).toHaveLength(1);
  },
);

it('reports a missing half together with all other mistakes', () => {
  expect(readFaults({ PORT: 'http', S3_BUCKET: 'parts', S3_SECRET_ACCESS_KEY: 'moss' })).toEqual([
    'PORT=http must be a whole number from 0 to 65535. See .env.example.',
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together. See .env.example.',
  ]);
});

it('rejects settings without effect: misspelled ones, and those of a store without a bucket', () => {
  const given = {
    GEOLOOM_DATADIR: '/srv',
    GEOLOOM_SECRET_KEYS: 'x',
    S3_ENDPOINT: 'http://store.example',
    S3_REGION: 'eu-central-1',
  };
  expect(readFaults(given)).toEqual([
    'S3_ENDPOINT requires S3_BUCKET. See .env.example.',
    'S3_REGION requires S3_BUCKET. See .env.example.',
    'GEOLOOM_DATADIR isn’t a Geoloom setting. See .env.example.',
    'GEOLOOM_SECRET_KEYS isn’t a Geoloom setting. See .env.example.',
  ]);
});

it('reads the previous secret key from a setting or a file, and never shows it in a message', () => {
  const [current, old] = ['c'.repeat(32), 'o'.repeat(32)];
  const folder = makeFolder({ old: `${old}\n` });
  expect(readConfig({ GEOLOOM_SECRET_KEY: current, GEOLOOM_OLD_SECRET_KEY: old })).toMatchObject({
    secretKey: current,
    oldSecretKey: old,
  });
  expect(readConfig({ GEOLOOM_OLD_SECRET_KEY_FILE: join(folder, 'old') }).oldSecretKey).toBe(old);
  expect(readFaults({ GEOLOOM_OLD_SECRET_KEY: 'short' })).toEqual([
    'GEOLOOM_OLD_SECRET_KEY=… must have at least 32 characters. See .env.example.',
  ]);
});
