/** Tagged copies, made one after another while they are written: into a folder for each town, or into one zip. */
import { createWriteStream, mkdirSync, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeZip } from 'client-zip';
import type { Problem } from '#engine';
import { IMAGE_BYTES, type PlannedCopy, readImage, tagImage } from '#engine/images/index.ts';
import { describeFileError } from '#pump/file-problem.ts';

/** As many as the threads that do the work of files. */
const FILES_AT_ONCE = 4;

export interface TaggedCopy {
  copy: PlannedCopy;
  pieces: Uint8Array[];
}

export interface ImageCopies {
  problems: Problem[];
  /** Left out where the image cannot be tagged. */
  copies?: Iterable<TaggedCopy>;
}

function readImageFile(path: string): ReturnType<typeof readImage> {
  try {
    // A longer file is refused by its length alone.
    const isTooLarge = statSync(path).size > IMAGE_BYTES;
    return readImage(isTooLarge ? new Uint8Array(IMAGE_BYTES + 1) : readFileSync(path), basename(path));
  } catch (error) {
    return { problems: [{ ...describeFileError(error, path), severity: 'loss' }] };
  }
}

/** One image after another, so that memory holds one. */
export function* makeCopies(
  paths: readonly string[],
  plan: readonly PlannedCopy[][],
): Generator<ImageCopies> {
  for (const [index, path] of paths.entries()) {
    const { image, problems } = readImageFile(path);
    const planned = plan[index] ?? [];
    yield image ? { problems, copies: tagAll(planned, image) } : { problems };
  }
}

function* tagAll(
  planned: readonly PlannedCopy[],
  image: Parameters<typeof tagImage>[0],
): Generator<TaggedCopy> {
  for (const copy of planned) yield { copy, pieces: tagImage(image, copy.tag) };
}

async function writeCopy(path: string, pieces: Uint8Array[]): Promise<void> {
  const file = await open(path, 'wx');
  try {
    let rest = pieces;
    while (rest.length > 0) {
      let { bytesWritten } = await file.writev(rest);
      // A full disk takes a part first and reports afterwards.
      rest = rest.flatMap((piece) => {
        const taken = Math.min(bytesWritten, piece.length);
        bytesWritten -= taken;
        return taken === piece.length ? [] : [piece.subarray(taken)];
      });
    }
  } finally {
    await file.close();
  }
}

/** Several files at once, because one thread alone waits for the disk. Throws what the file system throws. */
export async function writeFolder(folder: string, copies: Iterator<TaggedCopy>): Promise<void> {
  const made = new Set<string>();
  const failures: unknown[] = [];
  const write = async () => {
    for (let next = copies.next(); !next.done && failures.length === 0; next = copies.next()) {
      const { copy, pieces } = next.value;
      const path = join(folder, copy.path);
      const parent = dirname(path);
      if (!made.has(parent)) mkdirSync(parent);
      made.add(parent);
      await writeCopy(path, pieces);
    }
  };
  // The code that removes the folder after a failure must not find a file that is still being written.
  await Promise.all(
    Array.from({ length: FILES_AT_ONCE }, () => write().catch((error) => failures.push(error))),
  );
  if (failures.length > 0) throw failures[0];
}

/** The same copies give the same zip. Throws what the file system throws. */
export async function writeZip(path: string, copies: Iterable<TaggedCopy>): Promise<void> {
  function* entries() {
    for (const { copy, pieces } of copies)
      yield { name: copy.path, lastModified: new Date(1980, 0, 1), input: Buffer.concat(pieces) };
  }
  await pipeline(Readable.fromWeb(makeZip(entries())), createWriteStream(path, { flags: 'wx' }));
}
