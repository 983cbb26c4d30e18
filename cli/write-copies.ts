/** Tagged copies, made one after another while they are written: into a folder for each town, or into one zip. */
import { closeSync, createWriteStream, mkdirSync, openSync, writevSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeZip } from 'client-zip';
import type { Problem } from '#engine';
import { IMAGE_BYTES, type PlannedCopy, readImage, tagImage } from '#engine/images/index.ts';
import { describeFileError } from '#pump/file-problem.ts';
import { readWholeFile } from '#pump/source-file.ts';

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
    const { bytes } = readWholeFile(path, IMAGE_BYTES);
    // A longer file is refused by its length alone.
    return readImage(bytes ?? new Uint8Array(IMAGE_BYTES + 1), basename(path));
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

function writeAllOf(descriptor: number, pieces: Uint8Array[]): void {
  let rest = pieces;
  while (rest.length > 0) {
    let written = writevSync(descriptor, rest);
    // A full disk takes a part first and reports afterwards.
    rest = rest.flatMap((piece) => {
      const taken = Math.min(written, piece.length);
      written -= taken;
      return taken === piece.length ? [] : [piece.subarray(taken)];
    });
  }
}

/** Throws what the file system throws. */
export function writeFolder(folder: string, copies: Iterable<TaggedCopy>): void {
  const made = new Set<string>();
  for (const { copy, pieces } of copies) {
    const path = join(folder, copy.path);
    const parent = dirname(path);
    if (!made.has(parent)) mkdirSync(parent);
    made.add(parent);
    const descriptor = openSync(path, 'wx');
    try {
      writeAllOf(descriptor, pieces);
    } finally {
      closeSync(descriptor);
    }
  }
}

/** The same copies give the same zip. Throws what the file system throws. */
export async function writeZip(path: string, copies: Iterable<TaggedCopy>): Promise<void> {
  function* entries() {
    for (const { copy, pieces } of copies)
      yield { name: copy.path, lastModified: new Date(1980, 0, 1), input: Buffer.concat(pieces) };
  }
  await pipeline(Readable.fromWeb(makeZip(entries())), createWriteStream(path, { flags: 'wx' }));
}
