/**
 * Writes files to a temporary folder and renames it when all of them are verified, so that an output folder is complete
 * or doesn't exist. Existing files are never overwritten.
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
  /** Temporary path. */
  path: string;
  /** Moves the files to the final path. @throws errors of the file system, after removing the files */
  commit(): void;
  discard(): void;
}

/** Names the temporary folder, which is next to the output folder or, if that exists, inside it. */
function getPartialName(out: string, pid: number | string): string {
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

/** Removes temporary folders of killed runs with the same output folder. */
export function removeStaleOutputs(out: string): void {
  const target = resolve(out);
  const prefix = getPartialName(target, '');
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

/** Checks if files can be written to this folder; changes nothing. */
export function checkOutput(out: string): Problem[] {
  try {
    lstatSync(out);
  } catch (error) {
    if (isFileError(error) && error.code === 'ENOENT') return [];
    return [describeFileError(error, out)];
  }
  try {
    if (!statSync(out).isDirectory()) {
      return refuse('out-is-file', out, `${out} is a file. Choose a new or empty folder with --out.`);
    }
    const count = readdirSync(out).length;
    if (count === 0) return [];
    const entries = count === 1 ? '1 entry' : `${count} entries`;
    return refuse(
      'out-not-empty',
      out,
      `The folder ${out} isn't empty (${entries}), and files are never overwritten. Choose a new folder with --out.`,
    );
  } catch (error) {
    return [describeFileError(error, out)];
  }
}

/** Checks if a file can be written to this path; changes nothing. */
export function checkOutputFile(out: string): Problem[] {
  try {
    lstatSync(out);
  } catch (error) {
    if (isFileError(error) && error.code === 'ENOENT') return [];
    return [describeFileError(error, out)];
  }
  return refuse(
    'out-exists',
    out,
    `${out} already exists, and files are never overwritten. Choose a new file with --out.`,
  );
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

/** Creates the temporary folder. @throws errors of the file system */
export function openOutput(out: string): Output {
  const target = resolve(out);
  // An existing folder keeps its owner, permissions and open shells: files are moved into it. Only the folder itself is
  // certain to be on the same file system.
  const exists = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const parent = exists ? target : dirname(target);
  const created = exists ? undefined : mkdirSync(parent, { recursive: true });
  const path = join(parent, getPartialName(target, process.pid));
  const remove = () => {
    rmSync(path, { recursive: true, force: true });
    if (created) removeEmptyFolders(parent, created);
  };
  const unregister = onExit(remove);
  const discard = () => {
    remove();
    unregister();
  };
  const commit = () => {
    if (exists) moveInto(path, target);
    else renameSync(path, target);
    unregister();
  };
  try {
    mkdirSync(path);
  } catch (error) {
    discard();
    throw error;
  }
  return { path, commit, discard };
}

/** Chooses a temporary path next to a new file and creates the folder. @throws errors of the file system */
export function openOutputFile(out: string): Output {
  const target = resolve(out);
  const parent = dirname(target);
  const created = mkdirSync(parent, { recursive: true });
  const path = join(parent, getPartialName(target, process.pid));
  const remove = () => {
    rmSync(path, { force: true });
    if (created) removeEmptyFolders(parent, created);
  };
  const unregister = onExit(remove);
  return {
    path,
    commit() {
      // Unlike a rename, a link doesn't replace a file that was created in the meantime.
      linkSync(path, target);
      rmSync(path);
      unregister();
    },
    discard() {
      remove();
      unregister();
    },
  };
}
