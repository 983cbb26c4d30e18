/** Compares the files in deploy/ with the code: settings, ports, entry points and limits. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Config, readConfig } from '#server/config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

type Settings = Record<string, string>;

interface Container {
  command?: string[];
  env?: { name: string; value: string }[];
  ports?: { containerPort: number }[];
  resources: { limits: { memory: string } };
}

interface Manifest {
  kind: string;
  metadata: { name?: string };
  data?: Settings;
  stringData?: Settings;
  spec: { template: { spec: { containers: Container[]; terminationGracePeriodSeconds?: number } } };
}

interface Compose {
  services: Record<string, { command?: string[]; environment: Settings; secrets: string[] }>;
  secrets: Record<string, { file: string }>;
}

const SECRETS: Settings = {
  database_url: 'postgres://geoloom:password@database/geoloom',
  s3_secret: 'secret',
  secret_key: '0'.repeat(64),
  smtp_url: 'smtp://mail.example.com',
};

function getOne<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A file in deploy/ has no such part.');
  return value;
}

/** Reads the settings of a compose service, with secrets in a folder of the test. */
function readComposed(name: string): Config {
  const folder = mkdtempSync(join(tmpdir(), 'geoloom-deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { environment, secrets } = getOne(compose.services[name]);
  for (const secret of secrets) writeFileSync(join(folder, secret), `${SECRETS[secret]}\n`);
  const settings = Object.entries(environment).map(([key, value]) => [
    key,
    value.replace('/run/secrets', folder).replace(/\$\{(\w+):\?[^}]*\}/g, 'example.com'),
  ]);
  return readConfig(Object.fromEntries(settings) as Settings, name === 'migrate' ? 'migrate' : 'serve');
}

const compose = parse(read('deploy/compose.yml'), { merge: true }) as Compose;
const readManifests = (file: string) =>
  parseAllDocuments(read(`deploy/kubernetes/${file}.yaml`)).map((document) => document.toJS() as Manifest);
const readOne = (file: string) => getOne(readManifests(file)[0]);
const getContainer = (file: string) => getOne(readOne(file).spec.template.spec.containers[0]);
const given = { ...readOne('settings').data, ...readOne('secret.example').stringData };
const OURS = ['migrate', 'web', 'worker'];

it.each(OURS)('the compose file gives %s everything that production requires', (name) => {
  expect(readComposed(name)).toMatchObject({
    publicUrl: 'https://example.com',
    role: name === 'migrate' ? 'all' : name,
    databaseUrl: SECRETS['database_url'],
    secretKey: SECRETS['secret_key'],
    s3: { bucket: 'geoloom', endpoint: 'http://store:7070', secretAccessKey: 'secret', forcePathStyle: true },
    mail: { url: 'smtp://mail.example.com', from: 'example.com' },
  });
});

it('the compose file defines every secret that a service reads', () => {
  const used = OURS.flatMap((name) => getOne(compose.services[name]).secrets);
  expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(used));
});

it.each(['web', 'worker'])('the manifests give the %s everything that production requires', (role) => {
  const { env = [], ports } = getContainer(role);
  const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const settings = { ...given, ...own };
  expect(() => readConfig(settings, 'serve'), 'an example contains no key').toThrow(
    /GEOLOOM_SECRET_KEY is not set/,
  );
  const filled = { ...settings, GEOLOOM_SECRET_KEY: '0'.repeat(64) };
  expect(readConfig(filled, 'serve')).toMatchObject({
    role,
    publicUrl: 'https://geoloom.example.com',
    databaseUrl: given['DATABASE_URL'],
    s3: { bucket: 'geoloom' },
    mail: { url: given['SMTP_URL'] },
  });
  expect(ports).toEqual([expect.objectContaining({ containerPort: readConfig({}).port })]);
});

const imageSettings = Object.fromEntries(
  (/^ENV (.*)$/m.exec(read('deploy/Dockerfile'))?.[1]?.split(' ') ?? []).map((each) => each.split('=')),
) as Settings;

it('a worker from the image is refused without files that all processes share', () => {
  const { S3_BUCKET, S3_REGION, ...others } = given;
  expect([S3_BUCKET, S3_REGION]).not.toContain(undefined);
  const start = () => readConfig({ ...imageSettings, ...others, GEOLOOM_ROLE: 'worker' }, 'serve');
  expect(start).toThrow('GEOLOOM_ROLE=worker needs files that all processes share');
});

describe('every setting', () => {
  const documented = read('.env.example');
  const named = [
    ...OURS.flatMap((name) => Object.keys(getOne(compose.services[name]).environment)),
    ...Object.keys(given),
    ...Object.keys(imageSettings),
  ];

  // A setting of Node.
  it.each([...new Set(named)].filter((name) => name !== 'NODE_ENV'))('%s is in .env.example', (name) => {
    expect(documented).toMatch(new RegExp(`^#?${name}=`, 'm'));
  });
});

it('the proxy blocks the metrics', () => {
  expect(read('deploy/Caddyfile')).toMatch(/@metrics path \/metrics \/metrics\/\*\s+respond @metrics 404/);
});

it('every file that a container starts or the image copies exists', () => {
  const commands = [getOne(compose.services['migrate']).command, getContainer('migrate').command];
  const dockerfile = read('deploy/Dockerfile');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list = '']) =>
    list.split(' '),
  );
  const started = /^CMD \["node", "(.+)"\]$/m.exec(dockerfile)?.[1];
  expect(copied).toContain('server');
  for (const file of [...commands.map((command) => command?.[1]), started, ...copied])
    expect(existsSync(join(root, getOne(file))), file).toBe(true);
});

it('the image only contains files that .dockerignore names', () => {
  const named = read('.dockerignore').split('\n');
  expect(named.filter((line) => line !== '' && !line.startsWith('#'))[0]).toBe('*');
  for (const folder of ['sim', 'testkit', 'e2e', 'data', '.env', 'deploy'])
    expect(named.some((line) => line.startsWith(`!${folder}`))).toBe(false);
  expect(named).toEqual(expect.arrayContaining(['**/*.test.ts', '**/.env*']));
});
