/**
 * Locks a data folder for one process, because a second process on the same PGlite files silently destroys
 * rows. Each process creates its own file before it checks for others, so two can never both acquire the
 * lock. The file name contains the start time of its owner, because process ids are reused.
 */
import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeProcess, findProcessStart, findSystem, isRunning } from './process-identity.ts';

/** Concurrent processes reject each other; each retries after a random time. */
const MAX_TRIES = 6;
const MAX_PAUSE_MS = 80;
/** Processes in other containers can't be checked, so owners touch their file regularly. */
const TOUCH_MS = 5_000;
const FOREIGN_STALE_MS = 30_000;

export interface Lock {
  release(): void;
}

/** The folder is in use by a running process. */
export class LockError extends Error {
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}${describeProcess(pid)}. Stop that process first (kill ${pid}), or use another folder: GEOLOOM_DATA_DIR.`,
    );
    this.name = 'LockError';
    this.pid = pid;
  }
}

interface Owner {
  file: string;
  pid: number;
  /** Start time of the process in ticks of the system; empty if unknown. */
  start: string;
  /** Boot and container; owners in others can't be checked. */
  system: string;
}

/**
 * Acquires the lock of a folder, a file next to it: `<folder>.lock-<pid>-<start>-<system>`.
 * @throws LockError within a second if a running process holds it
 */
export async function takeLock(folder: string): Promise<Lock> {
  for (let tries = 1; ; tries++) {
    const { lock, holder } = tryLock(folder);
    if (lock !== undefined) return lock;
    if (tries === MAX_TRIES) throw new LockError(folder, holder);
    await sleep(Math.random() * MAX_PAUSE_MS);
  }
}

function tryLock(folder: string): { lock: Lock; holder?: never } | { lock?: never; holder: number } {
  const own = nameOwnFile(folder);
  try {
    writeFileSync(
      own,
      'The process in this file’s name is using the folder. If that process isn’t running, this file is harmless.\n',
      {
        flag: 'wx',
      },
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return { holder: process.pid };
    throw error;
  }
  const others = listOwners(folder).filter(({ file }) => file !== own);
  const holder = others.find(isAlive);
  if (holder !== undefined) {
    rmSync(own, { force: true });
    return { holder: holder.pid };
  }
  for (const { file } of others) rmSync(file, { force: true });
  return { lock: hold(own) };
}

function hold(file: string): Lock {
  const timer = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(file, now, now);
    } catch {
      // The disk is full or read-only; the lock is still held.
    }
  }, TOUCH_MS);
  timer.unref();
  return {
    release() {
      clearInterval(timer);
      rmSync(file, { force: true });
    },
  };
}

function nameOwnFile(folder: string): string {
  return `${folder}.lock-${process.pid}-${findProcessStart(process.pid) ?? ''}-${findSystem()}`;
}

function listOwners(folder: string): Owner[] {
  const prefix = `${basename(folder)}.lock-`;
  const place = dirname(folder);
  return readdirSync(place).flatMap((name) => {
    const match = name.startsWith(prefix) ? /^(\d+)-(\w*)-(\w*)$/.exec(name.slice(prefix.length)) : null;
    if (match === null) return [];
    const [, pid = '', start = '', system = ''] = match;
    return [{ file: join(place, name), pid: Number(pid), start, system }];
  });
}

function isAlive({ file, pid, start, system }: Owner): boolean {
  if (system !== findSystem()) return wasTouched(file);
  if (!isRunning(pid)) return false;
  const seen = findProcessStart(pid);
  return seen === undefined || start === '' || seen === start;
}

function wasTouched(file: string): boolean {
  try {
    return Date.now() - statSync(file).mtimeMs < FOREIGN_STALE_MS;
  } catch {
    return false;
  }
}
