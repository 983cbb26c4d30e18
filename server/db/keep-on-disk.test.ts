/** The flushing of the embedded database: as often as its log grows, and told when it does not happen. */
import { appendFileSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { keepOnDisk } from './keep-on-disk.ts';

const LOOK_MS = 5;
/** Never in a test. */
const NO_LOOK_MS = 3_600_000;
const WAL = 'pg_wal/000000010000000000000001';
const TABLE = 'base/1/16384';
const CONTROL = 'global/pg_control';
/** Three files, and the five folders that they are in. */
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
  const told: string[] = [];
  let changes = 0;
  return {
    place,
    told,
    datasync,
    /** Number of files and folders flushed so far. */
    count: () => datasync.mock.calls.length,
    grow: (...files: string[]) => {
      for (const file of files) {
        appendFileSync(join(place, file), 'grown');
        // Clocks of files are coarse: two changes at one moment would be one.
        changes += 1;
        const time = Date.now() / 1000 + changes;
        utimesSync(join(place, file), time, time);
      }
    },
    start: (everyMs = LOOK_MS) => {
      const disk = keepOnDisk(place, { everyMs, warn: (text) => void told.push(text) });
      onTestFinished(() => disk.stop());
      return disk;
    },
  };
}

it('flushes everything at first, then the log alone, once for each time that it has grown', async () => {
  const { told, grow, count, start } = await makePlace();
  const disk = start();
  await until(() => count() >= ALL);
  for (let grown = 1; grown <= 3; grown += 1) {
    grow(WAL, TABLE);
    await until(() => count() >= ALL + grown);
  }
  // It looks once more, at a log that has not grown.
  await disk.stop();
  expect(count()).toBe(ALL + 3);
  expect(told).toEqual([]);
});

it('flushes a new file of the log with its name', async () => {
  const { grow, count, start } = await makePlace();
  const disk = start();
  await until(() => count() >= ALL);
  grow('pg_wal/000000010000000000000002');
  await disk.stop();
  expect(count()).toBe(ALL + 2);
});

it('flushes what changed in all files once a checkpoint was made, behind the log', async () => {
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

it('flushes a last time at the end, when something is left', async () => {
  const { count, start } = await makePlace();
  const disk = start(NO_LOOK_MS);
  expect(count()).toBe(0);
  await disk.stop();
  expect(count()).toBe(ALL);
});

it('tries again while nothing can be flushed, and says so once', async () => {
  const { told, datasync, count, start } = await makePlace();
  datasync.mockRejectedValue(new Error('the disk is broken'));
  const disk = start();
  await until(() => count() >= 4);
  expect(told).toEqual([
    expect.stringMatching(/^Couldn’t flush the database to disk: .* \(the disk is broken\)\.$/),
  ]);
  datasync.mockReset();
  await disk.stop();
  expect(count()).toBe(ALL);
  expect(told).toHaveLength(1);
});

it('tells of a log that cannot be read, and ends all the same', async () => {
  const { place, told, start } = await makePlace();
  rmSync(join(place, 'pg_wal'), { recursive: true });
  const disk = start();
  await until(() => told.length > 0);
  await disk.stop();
  expect(told).toEqual([expect.stringMatching(/Couldn’t flush the database to disk: .*ENOENT/)]);
  mkdirSync(join(place, 'pg_wal'));
});
