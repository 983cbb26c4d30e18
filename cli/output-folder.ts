/**
 * Files are written into a folder beside their final place and take that place only when everything
 * is proven, so that a folder is either complete or not there. Nothing that is there already is
 * overwritten.
 */
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Problem } from '#engine';
import { describeFileError, isFileError } from '#pump/file-problem.ts';
import { onExit } from './interruption.ts';

export interface Output {
  /** Where it is written for now. */
  path: string;
  /** Gives it its final place; throws what the file system throws, then nothing is left. */
  commit(): void;
  discard(): void;
}

/** The name that a half-written folder has beside (or, where the folder is there already, inside) its final place. */
function partialName(out: string, pid: number | string): string {
  return `.${basename(out)}.partial-${pid}`;
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isFileError(error) && error.code === 'EPERM';
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Removes what a killed run left beside or inside the same output folder. */
export function removeStaleOutputs(out: string): void {
  const target = resolve(out);
  const prefix = partialName(target, '');
  for (const folder of [dirname(target), target]) {
    for (const name of listNames(folder)) {
      const pid = name.startsWith(prefix) ? name.slice(prefix.length) : '';
      if (!/^\d+$/.test(pid) || isAlive(Number(pid))) continue;
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

function refuse(code: string, file: string, text: string): Problem[] {
  return [{ code, severity: 'fault', text, file }];
}

/** Says why nothing can be written to this place; touches nothing. */
export function checkOutput(out: string): Problem[] {
  try {
    lstatSync(out);
  } catch (error) {
    if (isFileError(error) && error.code === 'ENOENT') return [];
    return [describeFileError(error, out)];
  }
  try {
    if (!statSync(out).isDirectory()) {
      return refuse('out-is-file', out, `${out} is a file. Name a folder that is new or empty with --out.`);
    }
    const count = readdirSync(out).length;
    if (count === 0) return [];
    const holds = count === 1 ? '1 entry' : `${count} entries`;
    return refuse(
      'out-not-empty',
      out,
      `The folder ${out} is not empty (${holds}), and nothing is overwritten. Name a new folder with --out.`,
    );
  } catch (error) {
    return [describeFileError(error, out)];
  }
}

/** Says why a file cannot be written to this place; touches nothing. */
export function checkOutputFile(out: string): Problem[] {
  try {
    lstatSync(out);
  } catch (error) {
    if (isFileError(error) && error.code === 'ENOENT') return [];
    return [describeFileError(error, out)];
  }
  return refuse('out-exists', out, `${out} exists, and nothing is overwritten. Name a new file with --out.`);
}

function removeEmptyFolders(deepest: string, highest: string): void {
  for (let folder = deepest; folder.startsWith(highest); folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

function moveInto(staging: string, target: string): void {
  const others = readdirSync(target).filter((name) => name !== basename(staging));
  if (others.length > 0) {
    throw Object.assign(new Error('folder not empty'), { code: 'ENOTEMPTY', syscall: 'rename' });
  }
  const moved: string[] = [];
  try {
    for (const name of readdirSync(staging)) {
      renameSync(join(staging, name), join(target, name));
      moved.push(join(target, name));
    }
  } catch (error) {
    for (const path of moved) rmSync(path, { recursive: true, force: true });
    throw error;
  }
  rmdirSync(staging);
}

/** Makes the folder in which everything is written first. Throws what the file system throws. */
export function openOutput(out: string): Output {
  const target = resolve(out);
  // A folder that is there keeps its owner, its rights and a shell that is in it: it is filled,
  // not replaced, and its inside is the one place that is surely on the same file system.
  const isThere = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const parent = isThere ? target : dirname(target);
  const created = isThere ? undefined : mkdirSync(parent, { recursive: true });
  const path = join(parent, partialName(target, process.pid));
  const remove = () => {
    rmSync(path, { recursive: true, force: true });
    if (created) removeEmptyFolders(parent, created);
  };
  const forget = onExit(remove);
  const discard = () => {
    remove();
    forget();
  };
  const commit = () => {
    if (isThere) moveInto(path, target);
    else renameSync(path, target);
    forget();
  };
  try {
    mkdirSync(path);
  } catch (error) {
    discard();
    throw error;
  }
  return { path, commit, discard };
}

/** Names the place beside a new file where it is written first; the folder is made. Throws what the file system throws. */
export function openOutputFile(out: string): Output {
  const target = resolve(out);
  const parent = dirname(target);
  const created = mkdirSync(parent, { recursive: true });
  const path = join(parent, partialName(target, process.pid));
  const remove = () => {
    rmSync(path, { force: true });
    if (created) removeEmptyFolders(parent, created);
  };
  const forget = onExit(remove);
  return {
    path,
    commit() {
      // Unlike a rename, a link does not replace a file that came in the meantime.
      linkSync(path, target);
      rmSync(path);
      forget();
    },
    discard() {
      remove();
      forget();
    },
  };
}
