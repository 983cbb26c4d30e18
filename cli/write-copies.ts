/** Tagged copies, made one after another while they are written: into a folder for each town, or into one zip. */
import { closeSync, createWriteStream, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Problem } from '#engine';
import { IMAGE_BYTES, type PlannedCopy, readImage, tagImage } from '#geotag';
import { describeFileError } from '#pump/file-problem.ts';
import { StoredZip } from '#pump/stored-zip.ts';

/** As many as the threads that do the work of files. */
const FILES_AT_ONCE = 4;
/**
 * Of one write. A longer one makes Linux look for whole large pages, which on a virtual machine the host has often
 * taken back: writes of 2.6 MB were measured at 0.7 to 0.9 GB/s, these at 4.
 */
const WRITE_BYTES = 524_288;

export interface TaggedCopy {
  copy: PlannedCopy;
  pieces: Uint8Array[];
  /** To be called when the pieces are written: their image's memory is used again once all of its copies are. */
  release(): void;
}

export interface ImageCopies {
  problems: Problem[];
  /** Left out where the image cannot be tagged. */
  copies?: Iterable<TaggedCopy>;
}

/** Fresh memory for each image would make the garbage collector go over all of the program every few images. */
const idle: Buffer[] = [];

function readImageFile(path: string): ReturnType<typeof readImage> & { memory: Buffer } {
  const file = basename(path);
  // A Buffer finds the markers of a scan three times as fast as other arrays of bytes.
  const memory = idle.pop() ?? Buffer.allocUnsafeSlow(IMAGE_BYTES + 1);
  try {
    const descriptor = openSync(path, 'r');
    try {
      // A longer file is refused by its length alone.
      const wanted = Math.min(fstatSync(descriptor).size, memory.length);
      let size = 0;
      for (let read = 1; read > 0 && size < wanted; size += read)
        read = readSync(descriptor, memory, size, wanted - size, null);
      return { ...readImage(memory.subarray(0, size), file), memory };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return { problems: [{ ...describeFileError(error, path), severity: 'loss' }], memory };
  }
}

/** One image after another, so that memory holds those whose copies are being written. */
export function* makeCopies(
  paths: readonly string[],
  plan: readonly PlannedCopy[][],
): Generator<ImageCopies> {
  for (const [index, path] of paths.entries()) {
    const { image, problems, memory } = readImageFile(path);
    const planned = plan[index] ?? [];
    let left = planned.length;
    const release = () => {
      left -= 1;
      if (left <= 0) idle.push(memory);
    };
    if (image) yield { problems, copies: tagAll(planned, image, release) };
    else {
      left = 0;
      release();
      yield { problems };
    }
  }
}

function* tagAll(
  planned: readonly PlannedCopy[],
  image: Parameters<typeof tagImage>[0],
  release: () => void,
): Generator<TaggedCopy> {
  for (const copy of planned) yield { copy, pieces: tagImage(image, copy.tag), release };
}

/** The first bytes of all pieces together, and the others. */
function splitPieces(
  pieces: readonly Uint8Array[],
  bytes: number,
): [first: Uint8Array[], rest: Uint8Array[]] {
  const [first, rest]: [Uint8Array[], Uint8Array[]] = [[], []];
  let room = bytes;
  for (const piece of pieces) {
    const taken = Math.min(room, piece.length);
    if (taken > 0) first.push(piece.subarray(0, taken));
    if (taken < piece.length) rest.push(piece.subarray(taken));
    room -= taken;
  }
  return [first, rest];
}

async function writeCopy(path: string, pieces: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'wx');
  try {
    for (let rest = pieces; rest.length > 0; ) {
      const [next] = splitPieces(rest, WRITE_BYTES);
      // A full disk takes a part first and reports afterwards.
      const { bytesWritten } = await file.writev(next);
      [, rest] = splitPieces(rest, bytesWritten);
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
      const { copy, pieces, release } = next.value;
      const path = join(folder, copy.path);
      const parent = dirname(path);
      if (!made.has(parent)) mkdirSync(parent);
      made.add(parent);
      await writeCopy(path, pieces);
      release();
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
  const zip = new StoredZip(new Date(Date.UTC(1980, 0, 1)));
  function* pack() {
    // The stream may hold pieces for a while, so their memory is not used again.
    for (const { copy, pieces } of copies) yield* zip.add(copy.path, pieces);
    yield* zip.end();
  }
  await pipeline(Readable.from(pack()), createWriteStream(path, { flags: 'wx' }));
}
