/** Audits on threads while files are written: the same findings, limited queue, errors. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { wxrSeed } from '#testkit/wxr-seed.ts';
import { getPlatform } from '#engine';
import { auditFile, type AuditTask } from './audit-file.ts';
import { createAuditPool } from './audit-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'geoloom-audit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A single file of this size is audited on a thread. */
const LARGE = 5_000_000;

/** Task of each file. */
const TASK = { format: 'wordpress', now: '2026-06-01 12:00:00' } as const;

function write(name: string, bytes = 0): AuditTask {
  const path = join(folder, name);
  writeFileSync(path, wxrSeed({ content: `${name} ${'x'.repeat(bytes)}`, slug: name.replace('.xml', '') }));
  return { path, file: name, ...TASK };
}

function openPool() {
  const pool = createAuditPool();
  onTestFinished(() => pool.close());
  return pool;
}

it('reports the same problems with and without threads, each with its file', async () => {
  const pool = openPool();
  const tasks = Array.from({ length: 7 }, (_, index) => write(`page-${index}.xml`));
  const audits = tasks.map((task) => pool.audit(task, statSync(task.path).size));
  pool.finish();
  const audited = await Promise.all(audits);
  expect(audited).toEqual(tasks.map((task) => auditFile(task, getPlatform(task.format).audit)));
  expect(new Set(audited.map(({ sha256 }) => sha256)).size).toBe(7);
});

it('reads one small file on the main thread when it is the last', async () => {
  const pool = openPool();
  const task = write('single.xml');
  const audit = pool.audit(task, 1000);
  let isDone = false;
  void audit.then(() => (isDone = true));
  await pool.waitForCapacity();
  expect(isDone).toBe(false);
  pool.finish();
  expect(await audit).toEqual(auditFile(task, getPlatform(task.format).audit));
});

it('reports the system error of a missing file, with and without threads, and audits the others', async () => {
  const gone = { path: join(folder, 'gone.xml'), file: 'gone.xml', ...TASK };
  const small = openPool();
  const alone = small.audit(gone, 1000);
  small.finish();
  await expect(alone).rejects.toMatchObject({ code: 'ENOENT', syscall: 'open' });
  const pool = openPool();
  const [skipped, found] = [pool.audit(gone, LARGE), pool.audit(write('there.xml'), LARGE)];
  await expect(skipped).rejects.toMatchObject({ code: 'ENOENT', syscall: 'open' });
  expect((await found).bytes).toBeGreaterThan(0);
});

it('pauses the writer while too many files are queued', async () => {
  const pool = openPool();
  const tasks = Array.from({ length: 12 }, (_, index) => write(`large-${index}.xml`, LARGE / 5));
  let audited = 0;
  let ahead = 0;
  const audits: Promise<unknown>[] = [];
  for (const [index, task] of tasks.entries()) {
    audits.push(pool.audit(task, LARGE).then(() => (audited += 1)));
    await pool.waitForCapacity();
    ahead = Math.max(ahead, index + 1 - audited);
  }
  pool.finish();
  await Promise.all(audits);
  // Two in progress, four queued, and one that is being reported.
  expect(ahead).toBeLessThanOrEqual(7);
  expect(audited).toBe(12);
});

it('rejects queued and later files when a thread fails, and stops the writer', async () => {
  const pool = openPool();
  // An invalid path is a bug of the caller, which makes the thread fail.
  const fault = { path: 'a\0b', file: 'a', ...TASK };
  const errors: Promise<unknown>[] = [];
  const writing = (async () => {
    for (;;) {
      errors.push(pool.audit(fault, LARGE).catch((error: unknown) => error));
      await pool.waitForCapacity();
    }
  })();
  await expect(writing).rejects.toMatchObject({ code: 'ERR_INVALID_ARG_VALUE' });
  pool.finish();
  for (const error of await Promise.all(errors))
    expect(error).toMatchObject({ code: 'ERR_INVALID_ARG_VALUE' });
  await expect(pool.audit(write('late.xml'), LARGE)).rejects.toMatchObject({ code: 'ERR_INVALID_ARG_VALUE' });
});
