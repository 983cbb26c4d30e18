/** Identifies a process by its id and start time, because ids are reused, often soon after a crash. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * @returns the start time of the process in system ticks; undefined if it isn't running or the system doesn't
 * report it
 */
export function findProcessStart(pid: number): string | undefined {
  if (process.platform === 'linux') return readLinuxStart(pid);
  if (process.platform === 'win32') return undefined;
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return text.replaceAll(/\W+/g, '') || undefined;
  } catch {
    return undefined;
  }
}

/** @returns true if a process with this id is running; zombies don't count */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // The process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return readLinuxFields(pid)?.[0] !== 'Z';
}

function readLinuxStart(pid: number): string | undefined {
  return readLinuxFields(pid)?.[19];
}

/**
 * proc(5), stat from field 3 on (state; field 22 is the start since boot): the name in field 2 may contain
 * any characters.
 */
function readLinuxFields(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

let system: string | undefined;

/** @returns a short name of this boot of this machine, and of the container within it */
export function findSystem(): string {
  system ??= createHash('sha256').update(describeSystem()).digest('hex').slice(0, 12);
  return system;
}

function describeSystem(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8') + readlinkSync('/proc/self/ns/pid');
  } catch {
    return hostname();
  }
}

/** @returns the command of a process in parentheses, for a message; empty if unknown */
export function describeProcess(pid: number): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
    return words.length === 0 ? '' : ` (${words.join(' ').slice(0, 80)})`;
  } catch {
    return '';
  }
}
