/** Backups of an embedded installation, which are complete or absent, and restores into an empty data folder. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { makeFolder } from '#testkit/folder.ts';
import { runSql } from '#testkit/test-database.ts';
import { inDeepTier } from '#testkit/tier.ts';
import { makeInstallation, ROOT_EMAIL, runWith, SEED_KEY, useInstallations } from './operator-fixture.ts';

useInstallations();

interface Manifest {
  bytes: number;
  files: { path: string; size: number }[];
}

const run = (dataFolder: string, ...args: string[]) => runWith({ GEOLOOM_DATA_DIR: dataFolder }, args);

let shared: Promise<string> | undefined;

/** @returns a copy of a backup that a test may damage */
async function copyBackup(): Promise<string> {
  shared ??= makeInstallation().then((data) =>
    makeBackup(data, mkdtempSync(join(tmpdir(), 'geoloom-backup-'))),
  );
  const place = join(makeFolder(), 'backup');
  cpSync(await shared, place, { recursive: true, preserveTimestamps: true });
  return place;
}

afterAll(async () => {
  if (shared !== undefined) rmSync(dirname(await shared), { recursive: true, force: true });
});

async function makeBackup(dataFolder: string, folder = makeFolder()): Promise<string> {
  const backup = join(folder, 'backup');
  const made = await run(dataFolder, 'backup', backup);
  expect(made.stderr).toBe('');
  expect(made.code).toBe(0);
  return backup;
}

it('copies everything except work in progress, and restores it with the same bytes and times', async () => {
  const data = await makeInstallation();
  mkdirSync(join(data, 'files/.scratch'));
  writeFileSync(join(data, 'files/.scratch/half'), 'half');
  const backup = await makeBackup(data);
  const manifest: Manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
  const paths = manifest.files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['secret.key', 'files/store.json', `files/${SEED_KEY}`]));
  expect(paths.filter((path) => /scratch|lock-/.test(path))).toEqual([]);
  expect(existsSync(`${backup}.partial`)).toBe(false);

  const place = join(makeFolder(), 'new/data');
  const restored = await run(place, 'restore', backup);
  expect(restored.stderr).toBe('');
  expect(restored.code, restored.stdout).toBe(0);
  expect(restored.stdout).toMatch(/Restored the backup of .* into .*\/new\/data\.\n/);
  expect(restored.stdout).toContain('The database and the file store match (store.json).');
  expect(restored.stdout).toContain('Checked 1 file of uploads and current runs, 1 of them in full.');
  expect(readdirSync(place).toSorted()).toEqual(['database', 'files', 'secret.key']);
  expect(statSync(join(place, 'files', SEED_KEY)).mtime).toEqual(
    statSync(join(data, 'files', SEED_KEY)).mtime,
  );
  const listed = await run(place, 'user', 'list', '--json');
  expect(JSON.parse(listed.stdout)).toMatchObject({ ok: true, users: [{ email: ROOT_EMAIL }] });
});

inDeepTier(() => {
  it('copies files that are linked from another disk, and refuses a broken link', async () => {
    const data = await makeInstallation();
    const disk = join(makeFolder(), 'disk');
    renameSync(join(data, 'files'), disk);
    symlinkSync(disk, join(data, 'files'));
    const place = join(makeFolder(), 'data');
    const restored = await run(place, 'restore', await makeBackup(data));
    expect(restored.code, restored.stderr).toBe(0);
    expect(readFileSync(join(place, 'files', SEED_KEY), 'utf8')).toBe(
      readFileSync(join(disk, SEED_KEY), 'utf8'),
    );
    rmSync(disk, { recursive: true });
    const refused = await run(data, 'backup', join(makeFolder(), 'backup'));
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is a broken link') });
  });
});

inDeepTier(() => {
  it('makes copies that only their owner can read, regardless of the permissions of a file', async () => {
    const data = await makeInstallation();
    chmodSync(join(data, 'secret.key'), 0o644);
    const backup = await makeBackup(data);
    chmodSync(join(backup, 'secret.key'), 0o666);
    const place = join(makeFolder(), 'data');
    expect((await run(place, 'restore', backup)).code).toBe(0);
    for (const folder of [backup, place]) expect(statSync(folder).mode & 0o777, 'the folder').toBe(0o700);
    expect(statSync(join(place, 'secret.key')).mode & 0o777).toBe(0o600);
  });
});

it('names the process that uses the database, and makes no backup', async () => {
  const data = await makeInstallation();
  const database = await openDatabase({ folder: join(data, 'database') });
  const target = join(makeFolder(), 'backup');
  const refused = await run(data, 'backup', target);
  await database.close();
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(new RegExp(`in use by process ${process.pid}.*Stop that process first`));
  expect(existsSync(target)).toBe(false);
});

inDeepTier(() => {
  it('refuses a folder that is not empty, and a folder inside the data folder', async () => {
    const data = await makeInstallation();
    const full = makeFolder({ file: 'kept' });
    const refused = await run(data, 'backup', full);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') });
    expect(readdirSync(full)).toEqual(['file']);
    const inside = await run(data, 'backup', join(data, 'backups/one'));
    expect(inside).toMatchObject({ code: 1, stderr: expect.stringContaining('inside the data folder') });
  });
});

it('restores into a data folder that is not empty only with --replace', async () => {
  const data = await makeInstallation();
  const backup = await copyBackup();
  const database = await openDatabase({ folder: join(data, 'database') });
  await runSql(database, `update users set first_name = 'Later'`);
  await database.close();
  const refused = await run(data, 'restore', backup);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/is not empty \(database, files, secret\.key\).*--replace/);
  const replaced = await run(data, 'restore', backup, '--replace', '--json');
  const { moved_to: movedTo } = JSON.parse(replaced.stdout);
  expect(readdirSync(movedTo).toSorted()).toEqual(['database', 'files', 'secret.key']);
  expect((await run(data, 'user', 'list')).stdout).not.toContain('Later');
  const older = join(makeFolder(), 'older');
  cpSync(movedTo, older, { recursive: true });
  expect((await run(older, 'user', 'list')).stdout).toContain('Later');
});

it.each([
  ['missing', /incomplete: files\/uploads\/.* is missing/, (file: string) => rmSync(file)],
  [
    'changed',
    /damaged: files\/uploads\/.* has changed/,
    (file: string) => writeFileSync(file, 'a seed pagE'),
  ],
])('changes nothing for a backup in which a file is %s', async (_kind, refusal, damage) => {
  const backup = await copyBackup();
  damage(join(backup, 'files', SEED_KEY));
  const place = join(makeFolder(), 'data');
  const refused = await run(place, 'restore', backup);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(refusal);
  expect(readdirSync(place)).toEqual([]);
});

function writeManifestWith(backup: string, path: string): void {
  const file = join(backup, 'manifest.json');
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'));
  manifest.files.unshift({ ...manifest.files[0], path, size: 1 });
  writeFileSync(file, JSON.stringify(manifest));
}

inDeepTier(() => {
  it('refuses a manifest that names files outside of the backup', async () => {
    const backup = await copyBackup();
    writeManifestWith(backup, '../../etc/passwd');
    const refused = await run(join(makeFolder(), 'data'), 'restore', backup);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('outside of the backup') });
  });
});

inDeepTier(() => {
  it('reports that an archive must be unpacked', async () => {
    const archive = join(makeFolder(), 'geoloom.tar');
    writeFileSync(archive, 'packed');
    const refused = await run(join(makeFolder(), 'data'), 'restore', archive);
    const stderr = expect.stringContaining('geoloom.tar is a file. Unpack it');
    expect(refused).toMatchObject({ code: 1, stderr });
  });
});

inDeepTier(() => {
  it('changes nothing for the backup of a newer version', async () => {
    const data = await makeInstallation();
    const database = await openDatabase({ folder: join(data, 'database') });
    await runSql(database, `insert into migrations (name, hash) values ('9999_future.sql', 'x')`);
    await database.close();
    const backup = await makeBackup(data);
    const place = join(makeFolder(), 'data');
    const refused = await run(place, 'restore', backup);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('created by a newer version of Geoloom (it has 9999_future.sql)');
    expect(readdirSync(place)).toEqual([]);
  });
});

inDeepTier(() => {
  it('prints the commands of other tools and fails if the database or the files are elsewhere', async () => {
    const settings = {
      DATABASE_URL: 'postgres://geoloom:secret@db/geoloom',
      S3_BUCKET: 'pages',
      S3_ENDPOINT: 'https://store.example.com',
      GEOLOOM_DATA_DIR: makeFolder(),
    };
    const result = await runWith(settings, ['backup', join(makeFolder(), 'backup')]);
    expect(result.code).toBe(1);
    const [database, files] = [
      'pg_dump',
      'aws s3 sync --endpoint-url https://store.example.com s3://pages',
    ].map((text) => result.stdout.indexOf(text));
    expect(database).toBeGreaterThan(0);
    expect(files).toBeGreaterThan(database ?? 0);
    expect(result.stdout).toContain('geoloom restore --check');
    expect(result.stdout.indexOf('umask 077')).toBeLessThan(database ?? 0);
    expect(result.stdout).not.toContain('secret@');
  });
});

it('checks an installation in place and fails if a file changed', async () => {
  const data = await makeInstallation();
  expect(await run(data, 'restore', '--check')).toMatchObject({ code: 0 });
  writeFileSync(join(data, 'files', SEED_KEY), 'other bytes');
  const changed = await run(data, 'restore', '--check', '--all', '--json');
  expect(changed.code).toBe(1);
  expect(JSON.parse(changed.stdout)).toMatchObject({ ok: false, files: 1, corrupt: [SEED_KEY], missing: [] });
  expect((await run(data, 'restore')).code).toBe(2);
});
