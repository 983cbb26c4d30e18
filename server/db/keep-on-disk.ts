/**
 * PGlite never calls fsync: what it wrote survives the end of the process, not the end of the power.
 * So once a second, when its log has grown, the whole file system is flushed by `sync -f` in a small
 * shell beside us. Where that does not work, each file of the database that changed is flushed by itself.
 */
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formatCause } from './database-error.ts';
import { createSyncShell } from './keep-on-disk-shell.ts';

const EVERY_MS = 1_000;

export interface DiskOptions {
  /** How often the log is looked at. */
  everyMs?: number;
  /** Gets what does not work, each thing once. */
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
  const reportOnce = createReportOnce(warn);
  const flush = createFlush(folder, log, reportOnce);
  let seen = '';
  let running: Promise<void> | undefined;

  /** What could not be flushed is not seen yet, so it is tried again at the next look. */
  async function flushIfGrown(): Promise<void> {
    try {
      const state = await describeLog(log);
      if (state === seen) return;
      await flush.run();
      seen = state;
    } catch (error) {
      reportOnce(
        'The database cannot be flushed to the disk: after a power cut more than the last second may be missing. It is tried again every second',
        error,
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
      flush.end();
    },
  };
}

type ReportOnce = (text: string, cause: unknown) => void;

function createReportOnce(warn: (text: string) => void): ReportOnce {
  const told = new Set<string>();
  return (text, cause) => {
    if (told.has(text)) return;
    told.add(text);
    warn(`${text} (${formatCause(cause)}).`);
  };
}

function createFlush(folder: string, log: string, reportOnce: ReportOnce) {
  const shell = process.platform === 'linux' ? createSyncShell(folder) : undefined;
  const flushed = new Map<string, number>();
  return {
    async run(): Promise<void> {
      try {
        if (shell !== undefined) return await shell.run();
      } catch (error) {
        reportOnce(
          'The file system cannot be flushed as a whole; the files of the database are, one by one',
          error,
        );
      }
      // Nothing may be newer on the disk than the log.
      await flushChanged(log, flushed);
      await flushChanged(folder, flushed);
    },
    end: () => shell?.end(),
  };
}

/** Names and times of the log's files: PostgreSQL writes there before anywhere else. */
async function describeLog(log: string): Promise<string> {
  const names = await readdir(log);
  const times = await Promise.all(names.map(async (name) => `${name} ${await readTime(join(log, name))}`));
  return times.join('\n');
}

/** Undefined for a file that went meanwhile, as those of the log do. */
async function readTime(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** @param flushed by path, the time of what is on the disk already; written on */
async function flushChanged(folder: string, flushed: Map<string, number>): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const time = await readTime(path);
    if (time === undefined || time === flushed.get(path)) continue;
    await flushFile(path);
    flushed.set(path, time);
  }
}

async function flushFile(path: string): Promise<void> {
  try {
    // Windows flushes nothing by a handle that may only read.
    const file = await open(path, 'r+');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
