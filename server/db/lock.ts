/**
 * One owner for a data folder: a second process on the same PGlite files destroys rows without a word.
 * Each comer lays down a file of its own and then looks around, so two can never both think they won;
 * the file's name says who its owner is, down to the moment it started, as process ids come again.
 */
import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeProcess, findProcessStart, findSystem, isRunning } from './process-identity.ts';

/** Comers of the same moment refuse each other; each tries again after a time of its own. */
const TRIES = 6;
const LONGEST_PAUSE_MS = 80;
/** An owner in another container cannot be asked; its file is touched as long as it lives. */
const TOUCH_MS = 5_000;
const FOREIGN_STALE_MS = 30_000;

export interface Lock {
  release(): void;
}

/** The folder is in use by a process that lives. */
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
  /** When the process started, in the system's own count; empty where it cannot be known. */
  start: string;
  /** Boot and container; owners of another one cannot be looked up here. */
  system: string;
}

/**
 * Takes the lock of a folder, beside it: `<folder>.lock-<pid>-<start>-<system>`.
 * @throws LockError within a second when a live process holds it
 */
export async function takeLock(folder: string): Promise<Lock> {
  for (let tries = 1; ; tries++) {
    const { lock, holder } = tryLock(folder);
    if (lock !== undefined) return lock;
    if (tries === TRIES) throw new LockError(folder, holder);
    await sleep(Math.random() * LONGEST_PAUSE_MS);
  }
}

function tryLock(folder: string): { lock: Lock; holder?: never } | { lock?: never; holder: number } {
  const own = nameOwnFile(folder);
  try {
    writeFileSync(
      own,
      'The process in this name uses the folder. If no such process runs, this file is harmless.\n',
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
      // A full or read-only disk: the lock stands all the same.
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
