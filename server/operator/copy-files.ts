/** Copies files with their SHA-256, times and empty folders; each is on the disk when it is done. */
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

/** @param isSkipped whether a file or folder stays out, by its path within the folder */
export async function listTree(root: string, isSkipped: (path: string) => boolean): Promise<Tree> {
  const tree: Tree = { folders: [], files: [], bytes: 0 };
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const full = join(folder, entry.name);
      const path = relative(root, full).split(sep).join('/');
      if (isSkipped(path)) continue;
      // Files may be on another disk, by a link in the data folder.
      const found = entry.isSymbolicLink() ? await followLink(full) : entry;
      if (found.isDirectory()) {
        tree.folders.push(path);
        await walk(full);
      } else if (found.isFile()) {
        const { size } = await stat(full);
        tree.files.push({ path, size });
        tree.bytes += size;
      }
    }
  };
  await walk(root);
  return tree;
}

async function followLink(path: string) {
  return await stat(path).catch((cause: unknown) => {
    throw new BackupError(`${path} is a link that leads nowhere. Delete or correct it, and try again.`, {
      cause,
    });
  });
}

/** @returns SHA-256 of the bytes that were copied; the copy is its owner's, whatever the rights of the file were */
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

/** Copies at once: each waits for the disk. */
const SIDE_BY_SIDE = 16;

/** Does something for each of many, some at a time. @throws the first error, when nothing of it runs any more */
export async function forEachOf<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const waiting = items.entries();
  let isOver = false;
  const carry = async () => {
    for (const [index, item] of waiting) {
      if (isOver) return;
      await work(item, index);
    }
  };
  const hands = Array.from({ length: SIDE_BY_SIDE }, () =>
    carry().catch((error: unknown) => {
      isOver = true;
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(hands)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

export async function makeFolders(root: string, folders: readonly string[]): Promise<void> {
  // One that is there already may be a stranger's.
  await mkdir(root, { mode: 0o700 });
  for (const folder of folders) await mkdir(join(root, folder), { recursive: true, mode: 0o700 });
}

/** Windows has no flushing of a folder. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Left free for everything else on the disk. */
const SPARE_BYTES = 100_000_000;

/** @throws BackupError where the disk has no room for so many bytes */
export async function checkRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes + SPARE_BYTES) return;
  throw new BackupError(
    `The disk of ${folder} has ${toMegabytes(free)} MB free, and ${toMegabytes(bytes + SPARE_BYTES)} MB are needed. Free some space, or choose a folder on another disk.`,
  );
}

export const toMegabytes = (bytes: number): string => Math.ceil(bytes / 1_000_000).toLocaleString('en-US');
