/**
 * PGlite never calls fsync: what it wrote survives the end of the process, not the end of the power. So once a
 * second, when its log has grown, the log is flushed, from which PostgreSQL repairs all other files. Those are
 * flushed where it has made a checkpoint, because a repair begins there: when it starts and when it ends
 * (PostgreSQL 17, "Write-Ahead Logging" and "WAL Internals"). Not by `sync -f`: what a run writes would be flushed
 * with it, and each write to the log would wait for it, 30 to 140 ms a second.
 */
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formatCause } from './database-error.ts';

const EVERY_MS = 1_000;
/** Written by each checkpoint, and by nothing else. */
const CONTROL = join('global', 'pg_control');

export interface DiskOptions {
  /** How often the log is looked at. */
  everyMs?: number;
  /** Gets what does not work, once. */
  warn?: (text: string) => void;
}

interface Disk {
  /** Flushes what is left and ends. */
  stop(): Promise<void>;
}

/** @param folder the data folder of PGlite */
export function keepOnDisk(folder: string, options: DiskOptions = {}): Disk {
  const { everyMs = EVERY_MS, warn = (text) => process.emitWarning(text, 'DiskWarning') } = options;
  const log = join(folder, 'pg_wal');
  const flushed: Times = new Map();
  let seen = '';
  let checkpoint: number | undefined;
  let isTold = false;
  let running: Promise<void> | undefined;

  /** What could not be flushed is not seen yet, so it is tried again at the next look. */
  async function flushIfGrown(): Promise<void> {
    try {
      const state = await describeLog(log);
      if (state === seen) return;
      const newest = await readTime(join(folder, CONTROL));
      // Nothing may be newer on the disk than the log.
      await flushChanged(log, flushed);
      if (newest === undefined || newest !== checkpoint) await flushChanged(folder, flushed);
      checkpoint = newest;
      seen = state;
    } catch (error) {
      if (isTold) return;
      isTold = true;
      warn(
        `The database cannot be flushed to the disk: after a power cut more than the last second may be missing. It is tried again every second (${formatCause(error)}).`,
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

/** By path, the time of what is on the disk already. */
type Times = Map<string, number>;

/** Names and times of the log's files: PostgreSQL writes there before anywhere else. */
async function describeLog(log: string): Promise<string> {
  const names = await readdir(log);
  const times = await Promise.all(names.map(async (name) => `${name} ${await readTime(join(log, name))}`));
  return times.join('\n');
}

/** Undefined for a file that is gone, as those of the log go. */
async function readTime(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Flushes the files of a folder and of those in it that changed since, and the names in each. */
async function flushChanged(folder: string, flushed: Times): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    // Windows flushes nothing by a handle that may only read.
    if (entry.isFile()) await flushOne(path, 'r+', flushed);
    else if (entry.isDirectory()) await flushNames(path, flushed);
  }
  await flushNames(folder, flushed);
}

/** Windows has no flushing of a folder: its file system keeps a journal of names by itself. */
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
