/** Copies files and folders with their times, hashes the files, and flushes them to disk. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, stat, statfs, utimes } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { BackupError } from './backup-manifest.ts';

export interface Tree {
  folders: string[];
  files: { path: string; size: number }[];
  bytes: number;
}

/**
 * Follows symbolic links, because files may be on another disk. @param isSkipped true for paths within the
 * folder to leave out
 */
export async function listTree(root: string, isSkipped: (path: string) => boolean): Promise<Tree> {
  const tree: Tree = { folders: [], files: [], bytes: 0 };
  const walk = async (folder: string): Promise<void> => {
    for (const name of (await readdir(folder)).toSorted()) {
      const full = join(folder, name);
      const path = relative(root, full).split(sep).join('/');
      if (isSkipped(path)) continue;
      const found = await followLink(full);
      if (found.isDirectory()) {
        tree.folders.push(path);
        await walk(full);
      } else if (found.isFile()) {
        tree.files.push({ path, size: found.size });
        tree.bytes += found.size;
      }
    }
  };
  await walk(root);
  return tree;
}

async function followLink(path: string) {
  return await stat(path).catch((cause: unknown) => {
    throw new BackupError(`${path} is a broken link. Delete or correct it, and try again.`, {
      cause,
    });
  });
}

/** Creates a copy that only its owner can read. @returns size and SHA-256 of the copied bytes */
export async function copyFile(from: string, to: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const { mode, atime, mtime } = await stat(from);
  const handle = await open(to, 'wx', mode & 0o700);
  try {
    for await (const chunk of createReadStream(from) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
      await handle.writeFile(chunk);
    }
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await utimes(to, atime, mtime);
  return { size, sha256: hash.digest('hex') };
}

/** Concurrent copies, which mostly wait for the disk. */
const CONCURRENCY = 16;

/** Runs the work for each item, several at a time. @throws the first error, after all running work has ended */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const waiting = items.entries();
  let isOver = false;
  const runNext = async () => {
    for (const [index, item] of waiting) {
      if (isOver) return;
      await work(item, index);
    }
  };
  const runners = Array.from({ length: CONCURRENCY }, () =>
    runNext().catch((error: unknown) => {
      isOver = true;
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(runners)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

export async function makeFolders(root: string, folders: readonly string[]): Promise<void> {
  // Fails if the folder exists, because it may belong to another user.
  await mkdir(root, { mode: 0o700 });
  for (const folder of folders) await mkdir(join(root, folder), { recursive: true, mode: 0o700 });
}

/** Windows can't flush folders. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Free space to leave for other uses of the disk. */
const SPARE_BYTES = 100_000_000;

/** @throws BackupError if the disk has too little space for these bytes */
export async function checkRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes + SPARE_BYTES) return;
  throw new BackupError(
    `The disk of ${folder} has ${toMegabytes(free)} MB free, but ${toMegabytes(bytes + SPARE_BYTES)} MB are needed. Free some space or choose a folder on another disk.`,
  );
}

export const toMegabytes = (bytes: number): string => Math.ceil(bytes / 1_000_000).toLocaleString('en-US');
