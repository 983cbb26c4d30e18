/**
 * Flushes PGlite's files to disk. PGlite never calls fsync, so its writes survive a crash of the process, but
 * not a power failure. Once a second, the write-ahead log is flushed if it has grown; PostgreSQL recovers all
 * other files from it. Those are flushed after each checkpoint, where recovery starts: at the start and at
 * the end (PostgreSQL 17, "Write-Ahead Logging" and "WAL Internals"). `sync -f` would also flush the output
 * of runs, and each write to the log would wait for it, 30 to 140 ms a second.
 */
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formatCause } from './database-error.ts';

const INTERVAL_MS = 1_000;
/** Written only by checkpoints. */
const CONTROL = join('global', 'pg_control');

export interface DiskOptions {
  /** Interval between two checks of the log. */
  everyMs?: number;
  /** Reports a failure once. */
  warn?: (text: string) => void;
}

interface Disk {
  /** Flushes the rest and stops. */
  stop(): Promise<void>;
}

/** @param folder data folder of PGlite */
export function keepOnDisk(folder: string, options: DiskOptions = {}): Disk {
  const { everyMs = INTERVAL_MS, warn = (text) => process.emitWarning(text, 'DiskWarning') } = options;
  const log = join(folder, 'pg_wal');
  const flushed: Times = new Map();
  let seen = '';
  let checkpoint: number | undefined;
  let hasWarned = false;
  let running: Promise<void> | undefined;

  /** Files that failed to flush aren't marked as seen, so the next check retries them. */
  async function flushIfGrown(): Promise<void> {
    try {
      const state = await describeLog(log);
      if (state === seen) return;
      const latest = await readTime(join(folder, CONTROL));
      // The log must reach the disk before any other file.
      await flushChanged(log, flushed);
      if (latest === undefined || latest !== checkpoint) await flushChanged(folder, flushed);
      checkpoint = latest;
      seen = state;
    } catch (error) {
      if (hasWarned) return;
      hasWarned = true;
      warn(
        `Couldn’t flush the database to disk: a power failure now could lose more than the last second. Retrying every second (${formatCause(error)}).`,
      );
    }
  }

  const timer = setInterval(() => {
    running ??= flushIfGrown().finally(() => {
      running = undefined;
    });
  }, everyMs);
  timer.unref();

  return {
    async stop() {
      clearInterval(timer);
      await running;
      await flushIfGrown();
    },
  };
}

/** Modification time of each flushed file, by path. */
type Times = Map<string, number>;

/** Names and times of the log's files, which PostgreSQL writes before all others. */
async function describeLog(log: string): Promise<string> {
  const names = await readdir(log);
  const times = await Promise.all(names.map(async (name) => `${name} ${await readTime(join(log, name))}`));
  return times.join('\n');
}

/** @returns undefined for a deleted file; PostgreSQL recycles log files */
async function readTime(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Flushes changed files of a folder and its subfolders, and the folders themselves. */
async function flushChanged(folder: string, flushed: Times): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    // Windows can't flush through a read-only handle.
    if (entry.isFile()) await flushOne(path, 'r+', flushed);
    else if (entry.isDirectory()) await flushNames(path, flushed);
  }
  await flushNames(folder, flushed);
}

/** Windows can't flush a folder; its file system journals names. */
async function flushNames(folder: string, flushed: Times): Promise<void> {
  if (process.platform !== 'win32') await flushOne(folder, 'r', flushed);
}

async function flushOne(path: string, flags: 'r' | 'r+', flushed: Times): Promise<void> {
  try {
    const time = (await stat(path)).mtimeMs;
    if (time === flushed.get(path)) return;
    const handle = await open(path, flags);
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
    flushed.set(path, time);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
