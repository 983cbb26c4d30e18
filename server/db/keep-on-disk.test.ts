/** Flushing of the embedded database: whenever its log grows, with a warning if it fails. */
import { appendFileSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { keepOnDisk } from './keep-on-disk.ts';

const LOOK_MS = 5;
/** Longer than any test. */
const NEVER_MS = 3_600_000;
const WAL = 'pg_wal/000000010000000000000001';
const TABLE = 'base/1/16384';
const CONTROL = 'global/pg_control';
/** Three files and their five folders. */
const ALL = 8;

async function until(isDone: () => boolean): Promise<void> {
  const end = performance.now() + 15_000;
  while (!isDone()) {
    if (performance.now() > end) throw new Error('It did not happen in time');
    await sleep(LOOK_MS);
  }
}

async function makePlace() {
  const place = makeFolder({ [WAL]: 'log', [TABLE]: 'rows', [CONTROL]: 'checkpoint' });
  const handle = await open(join(place, WAL));
  const datasync = vi.spyOn(Object.getPrototypeOf(handle), 'datasync');
  await handle.close();
  onTestFinished(() => void vi.restoreAllMocks());
  const warnings: string[] = [];
  let changes = 0;
  return {
    place,
    warnings,
    datasync,
    /** Number of files and folders flushed so far. */
    count: () => datasync.mock.calls.length,
    grow: (...files: string[]) => {
      for (const file of files) {
        appendFileSync(join(place, file), 'grown');
        // Timestamps of files are coarse; two changes at the same time would look like one.
        changes += 1;
        const time = Date.now() / 1000 + changes;
        utimesSync(join(place, file), time, time);
      }
    },
    start: (everyMs = LOOK_MS) => {
      const disk = keepOnDisk(place, { everyMs, warn: (text) => void warnings.push(text) });
      onTestFinished(() => disk.stop());
      return disk;
    },
  };
}

it('flushes everything at first, then only the log, once after each change', async () => {
  const { warnings, grow, count, start } = await makePlace();
  const disk = start();
  await until(() => count() >= ALL);
  for (let grown = 1; grown <= 3; grown += 1) {
    grow(WAL, TABLE);
    await until(() => count() >= ALL + grown);
  }
  // The final check finds an unchanged log.
  await disk.stop();
  expect(count()).toBe(ALL + 3);
  expect(warnings).toEqual([]);
});

it('flushes a new log file and its directory entry', async () => {
  const { grow, count, start } = await makePlace();
  const disk = start();
  await until(() => count() >= ALL);
  grow('pg_wal/000000010000000000000002');
  await disk.stop();
  expect(count()).toBe(ALL + 2);
});

it('flushes all changed files after a checkpoint, after the log', async () => {
  const { grow, count, start } = await makePlace();
  const disk = start();
  await until(() => count() >= ALL);
  grow(TABLE);
  await sleep(10 * LOOK_MS);
  expect(count()).toBe(ALL);
  grow(TABLE, CONTROL, WAL);
  await disk.stop();
  expect(count()).toBe(ALL + 3);
});

it('flushes remaining changes at the end', async () => {
  const { count, start } = await makePlace();
  const disk = start(NEVER_MS);
  expect(count()).toBe(0);
  await disk.stop();
  expect(count()).toBe(ALL);
});

it('retries while flushing fails, and warns once', async () => {
  const { warnings, datasync, count, start } = await makePlace();
  datasync.mockRejectedValue(new Error('the disk is broken'));
  const disk = start();
  await until(() => count() >= 4);
  expect(warnings).toEqual([
    expect.stringMatching(/^Couldn’t flush the database to disk: .* \(the disk is broken\)\.$/),
  ]);
  datasync.mockReset();
  await disk.stop();
  expect(count()).toBe(ALL);
  expect(warnings).toHaveLength(1);
});

it('warns about an unreadable log, and still stops', async () => {
  const { place, warnings, start } = await makePlace();
  rmSync(join(place, 'pg_wal'), { recursive: true });
  const disk = start();
  await until(() => warnings.length > 0);
  await disk.stop();
  expect(warnings).toEqual([expect.stringMatching(/Couldn’t flush the database to disk: .*ENOENT/)]);
  mkdirSync(join(place, 'pg_wal'));
});
