/** The flushing of the embedded database: as often as its log grows, and told when it does not happen. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { keepOnDisk } from './keep-on-disk.ts';

const LOOK_MS = 5;
/** Never in a test. */
const NO_LOOK_MS = 3_600_000;
const WAL = 'pg_wal/000000010000000000000001';
const TABLE = 'base/1/16384';
/** The log, the table, both files in `bin`, `calls` and `fail`. */
const ALL_FILES = 6;
const PARTLY =
  /^The file system cannot be flushed as a whole; .* \(sync -f: sync: error syncing: No space left\)\.$/;
const NOT_AT_ALL = /^The database cannot be flushed to the disk: .* \(the disk is broken\)\.$/;

/** Notes how it was called, and fails as long as there is a file `fail`. */
const SYNC = (place: string) => `#!/bin/sh
echo "$@" >> '${place}/calls'
[ ! -e '${place}/fail' ] || { echo 'sync: error syncing: No space left' >&2; exit 1; }
`;

async function until(isDone: () => boolean): Promise<void> {
  const end = performance.now() + 15_000;
  while (!isDone()) {
    if (performance.now() > end) throw new Error('It did not happen in time');
    await sleep(LOOK_MS);
  }
}

/** @param path where programs are looked for; unless told, our `sync` is found before all others */
async function makePlace(path?: string) {
  const place = makeFolder({ [WAL]: 'log', [TABLE]: 'rows', 'bin/none': '' });
  writeFileSync(join(place, 'bin', 'sync'), SYNC(place), { mode: 0o755 });
  vi.stubEnv('PATH', path ?? `${join(place, 'bin')}:${process.env.PATH}`);
  const handle = await open(join(place, WAL));
  const datasync = vi.spyOn(Object.getPrototypeOf(handle), 'datasync');
  await handle.close();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  const told: string[] = [];
  let changes = 0;
  return {
    place,
    /** How often a file was flushed by itself. */
    datasync,
    told,
    grow: (file = WAL) => {
      appendFileSync(join(place, file), 'grown');
      // Clocks of files are coarse: two changes at one moment would be one.
      changes += 1;
      const time = Date.now() / 1000 + changes;
      utimesSync(join(place, file), time, time);
    },
    countSyncs: () => {
      const file = join(place, 'calls');
      return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
    },
    breakSync: () => writeFileSync(join(place, 'fail'), ''),
    mendSync: () => rmSync(join(place, 'fail')),
    start: (everyMs = LOOK_MS) => {
      const disk = keepOnDisk(place, { everyMs, warn: (text) => void told.push(text) });
      onTestFinished(() => disk.stop());
      return disk;
    },
  };
}

describe('the file system', () => {
  it('is flushed once for each time that the log has grown', async () => {
    const { place, datasync, told, grow, countSyncs, start } = await makePlace();
    const disk = start();
    for (let count = 1; count <= 3; count += 1) {
      await until(() => countSyncs() >= count);
      if (count < 3) grow();
    }
    // It looks once more, at a log that has not grown.
    await disk.stop();
    expect(countSyncs()).toBe(3);
    expect(readFileSync(join(place, 'calls'), 'utf8')).toContain(`-f ${place}\n`);
    expect(datasync).not.toHaveBeenCalled();
    expect(told).toEqual([]);
  });

  it('is flushed a last time at the end, when something is left', async () => {
    const { grow, countSyncs, start } = await makePlace();
    const disk = start(NO_LOOK_MS);
    grow();
    expect(countSyncs()).toBe(0);
    await disk.stop();
    expect(countSyncs()).toBe(1);
  });

  it('is flushed by a new shell when the old one has ended', async () => {
    const { place, datasync, grow, countSyncs, start } = await makePlace();
    // Kills the shell that called it, once.
    const killer = `#!/bin/sh\n${SYNC(place)}[ -e '${place}/killed' ] || { : > '${place}/killed'; kill -9 $PPID; }\n`;
    writeFileSync(join(place, 'bin', 'sync'), killer, { mode: 0o755 });
    start();
    await until(() => datasync.mock.calls.length > 0);
    grow();
    await until(() => countSyncs() === 2);
  });

  it('leaves nothing behind for each time that it was flushed', async () => {
    const { grow, countSyncs, start } = await makePlace();
    const warnings: string[] = [];
    const note = ({ name }: Error) => warnings.push(name);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const disk = start();
    for (let round = 1; round <= 20; round += 1) {
      await until(() => countSyncs() >= round);
      grow();
    }
    await disk.stop();
    // Node warns of an emitter that gathers listeners.
    expect(warnings).toEqual([]);
  });
});

describe('the files, where the file system cannot be flushed,', () => {
  it('are flushed themselves, each when it changed, until it can be flushed again', async () => {
    const { datasync, told, grow, countSyncs, breakSync, mendSync, start } = await makePlace();
    breakSync();
    const disk = start();
    await until(() => datasync.mock.calls.length >= ALL_FILES);
    expect(told).toEqual([expect.stringMatching(PARTLY)]);

    grow(TABLE);
    grow();
    // The log, the table and the list of calls that our own sync writes.
    await until(() => datasync.mock.calls.length >= ALL_FILES + 3);
    expect(told).toHaveLength(1);

    mendSync();
    grow();
    const before = countSyncs();
    await until(() => countSyncs() > before);
    await disk.stop();
    expect(datasync).toHaveBeenCalledTimes(ALL_FILES + 3);
  });

  it('are tried again, and told of once, while they cannot be flushed either', async () => {
    const { datasync, told, countSyncs, breakSync, start } = await makePlace();
    breakSync();
    datasync.mockRejectedValue(new Error('the disk is broken'));
    const disk = start();
    await until(() => countSyncs() >= 4);
    expect(told).toEqual([expect.stringMatching(PARTLY), expect.stringMatching(NOT_AT_ALL)]);

    datasync.mockReset();
    const broken = countSyncs();
    await until(() => datasync.mock.calls.length > 2);
    await disk.stop();
    expect(countSyncs()).toBeLessThanOrEqual(broken + 2);
    expect(told).toHaveLength(2);
  });

  it('are flushed on a machine without that command', async () => {
    const bare = makeFolder({ 'bin/none': '' });
    symlinkSync('/bin/sh', join(bare, 'bin', 'sh'));
    const { datasync, told, start } = await makePlace(join(bare, 'bin'));
    const disk = start();
    await until(() => datasync.mock.calls.length > 2);
    await disk.stop();
    expect(told).toEqual([expect.stringMatching(/as a whole; .*sync.*not found/)]);
  });

  it('are flushed on a machine without a shell', async () => {
    const { datasync, told, start } = await makePlace('/nowhere');
    const disk = start();
    await until(() => datasync.mock.calls.length > 2);
    await disk.stop();
    expect(told).toEqual([expect.stringMatching(/as a whole; .*sh cannot be started/)]);
  });
});

it('tells of a log that cannot be read, and ends all the same', async () => {
  const { place, told, start } = await makePlace();
  rmSync(join(place, 'pg_wal'), { recursive: true });
  const disk = start();
  await until(() => told.length > 0);
  await disk.stop();
  expect(told).toEqual([expect.stringMatching(/cannot be flushed to the disk: .*ENOENT/)]);
  mkdirSync(join(place, 'pg_wal'));
});
