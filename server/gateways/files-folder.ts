/**
 * File store in a local folder. A file gets its key by a rename, after its bytes are flushed to disk, so
 * after a crash the key has either the old or the new file, never a partial one.
 */
import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import {
  copyFile,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { checkKey, checkPrefix } from './file-key.ts';
import { streamFile } from './file-stream.ts';
import type { FileEntry, Files } from './files.ts';
import { GatewayError, type GatewayErrorKind } from './gateway-error.ts';
import { makeScratch, sweepFolder } from './scratch.ts';

/** Keys can't begin with a dot, so this name can't collide with a stored file. */
const SCRATCH = '.scratch';

/** Opens the folder as a store and creates it if it is missing. */
export async function createFolderFiles(folder: string): Promise<Files> {
  const root = resolve(folder);
  const scratch = join(root, SCRATCH);
  await guard(() => makeScratch(scratch));
  const toPath = (key: string) => join(root, ...checkKey(key).split('/'));
  const newTemporary = () => join(scratch, randomUUID());

  const { write, find, explain } = createDiskCheck(root, scratch);

  return {
    scratch,
    put: (key, bytes) =>
      guard(async () => {
        const path = toPath(key);
        const temporary = newTemporary();
        await discardOnFailure(temporary, async () => {
          await write(temporary, bytes);
          await moveInto(temporary, path);
        });
      }),
    publish: (key, localPath) =>
      guard(async () => {
        const path = toPath(key);
        await syncFile(localPath).catch(explain);
        if (await tryMove(localPath, path)) return;
        const temporary = newTemporary();
        await discardOnFailure(temporary, async () => {
          await copyFile(localPath, temporary);
          await syncFile(temporary);
          await moveInto(temporary, path);
        });
        await rm(localPath, { force: true });
      }),
    read: (key) => guard(() => readFile(toPath(key)).catch(explain)),
    open: (key, range) =>
      guard(async () => {
        const handle = await open(toPath(key)).catch(explain);
        return streamFile(handle, range);
      }),
    stat: (key) => guard(() => find(toPath(key))),
    remove: (keys) =>
      guard(async () => {
        for (const key of keys) {
          const recursive = key.endsWith('/');
          await rm(toPath(recursive ? key.slice(0, -1) : key), { recursive, force: true });
        }
      }),
    list: (prefix) => walk(root, join(root, checkPrefix(prefix))),
    check: () =>
      guard(async () => {
        const temporary = newTemporary();
        await discardOnFailure(temporary, () => write(temporary, new Uint8Array(1)));
        await rm(temporary);
        await syncFolder(scratch);
      }),
    freeBytes: () =>
      guard(async () => {
        const { bavail, bsize } = await statfs(root).catch(explain);
        return bavail * bsize;
      }),
    sweepScratch: (olderThanMs) => guard(() => sweepFolder(scratch, olderThanMs)),
  };
}

/**
 * Distinguishes a missing file from an unmounted disk. If the scratch folder is missing but the root has
 * other entries, only scratch was removed, and it is created again.
 */
function createDiskCheck(root: string, scratch: string) {
  const ensureMounted = async (cause?: unknown): Promise<void> => {
    if ((await statIfPresent(scratch)) !== undefined) return;
    const names = await readdir(root).catch(() => []);
    if (names.length > 0) return makeScratch(scratch);
    throw new GatewayError('The file store isn’t available.', { service: 'files', kind: 'down', cause });
  };
  const explain = async (error: unknown): Promise<never> => {
    if (isAbsent(error)) await ensureMounted(error);
    throw error;
  };
  const find = async (path: string) => {
    const found = await findFile(path);
    if (found === undefined) await ensureMounted();
    return found;
  };
  /** @param path a file in the scratch folder */
  const write = (path: string, bytes: Uint8Array) =>
    writeSynced(path, bytes).catch(async (error: unknown) => {
      if (!isAbsent(error)) throw error;
      await ensureMounted(error);
      await writeSynced(path, bytes);
    });
  return { write, find, explain };
}

async function findFile(path: string): Promise<{ size: number } | undefined> {
  const found = await statIfPresent(path);
  return found?.isFile() === true ? { size: found.size } : undefined;
}

async function* walk(root: string, folder: string): AsyncGenerator<FileEntry> {
  const entries = await guard(() => opendir(folder)).catch((error: unknown) => {
    if (isAbsent((error as Error).cause)) return [];
    throw error;
  });
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (path !== join(root, SCRATCH)) yield* walk(root, path);
      continue;
    }
    // A file deleted during the walk is left out.
    const found = await guard(() => statIfPresent(path));
    if (found === undefined) continue;
    const key = relative(root, path).split(sep).join('/');
    yield { key, size: found.size, changedAt: found.mtime };
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @returns false if the paths are on different file systems */
async function tryMove(from: string, to: string): Promise<boolean> {
  try {
    await moveInto(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EXDEV') return false;
    throw error;
  }
}

/** Flushes the parent folders as well, without which a rename may not survive a power failure. */
async function moveInto(from: string, to: string): Promise<void> {
  const parent = dirname(to);
  const firstMade = await mkdir(parent, { recursive: true });
  await rename(from, to);
  await syncFolder(parent);
  if (firstMade === undefined) return;
  for (let folder = parent; folder !== dirname(firstMade); folder = dirname(folder)) {
    await syncFolder(dirname(folder));
  }
}

/** Opens for writing: Windows can't flush through a read-only handle. */
function syncFile(path: string): Promise<void> {
  return syncPath(path, 'r+');
}

/** Windows can't flush a folder; NTFS journals file names. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await syncPath(path, 'r');
}

async function syncPath(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function discardOnFailure(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function statIfPresent(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

const KINDS: Record<string, { kind: GatewayErrorKind; text: string }> = {
  ENOSPC: { kind: 'full', text: 'The disk is full.' },
  EDQUOT: { kind: 'full', text: 'The disk quota is used up.' },
  ENOENT: { kind: 'absent', text: 'File not found.' },
  ENOTDIR: { kind: 'absent', text: 'File not found.' },
  EISDIR: { kind: 'absent', text: 'File not found.' },
  EACCES: { kind: 'unauthorized', text: 'This user doesn’t have access to the files folder.' },
  EPERM: { kind: 'unauthorized', text: 'This user doesn’t have access to the files folder.' },
  EROFS: { kind: 'unauthorized', text: 'The files folder is read-only.' },
};

async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const { kind, text } = KINDS[code] ?? { kind: 'down', text: 'The files folder isn’t available.' };
    throw new GatewayError(text, { service: 'files', kind, cause: error });
  }
}
