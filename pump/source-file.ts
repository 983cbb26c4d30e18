/**
 * Reads input files in chunks of 1 MiB: a seed into memory up to its limit, a sheet as a stream. The checksum for the
 * manifest is computed on the way. A pipe is read like a file.
 */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';

export const CHUNK_BYTES = 1024 * 1024;

/** A file in the manifest: without its folder, so that the same input gives the same manifest. */
export interface Source {
  file: string;
  bytes: number;
  sha256: string;
}

export interface StreamOptions {
  chunkBytes?: number;
  /** Reading stops at this size. */
  limitBytes?: number;
}

/**
 * Reads a file in chunks; a chunk is valid only until `push` returns.
 * @returns an empty checksum if the file exceeds the limit
 * @throws errors of the file system
 */
export function streamFile(
  path: string,
  push: (chunk: Uint8Array) => void,
  { chunkBytes = CHUNK_BYTES, limitBytes = Number.POSITIVE_INFINITY }: StreamOptions = {},
): Source {
  const file = basename(path);
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    if (size > limitBytes) return { file, bytes: size, sha256: '' };
    const hash = createHash('sha256');
    const buffer = new Uint8Array(chunkBytes);
    let bytes = 0;
    for (;;) {
      const length = readSync(descriptor, buffer, 0, chunkBytes, null);
      if (length === 0) return { file, bytes, sha256: hash.digest('hex') };
      bytes += length;
      // A pipe has no known size.
      if (bytes > limitBytes) return { file, bytes, sha256: '' };
      const chunk = buffer.subarray(0, length);
      hash.update(chunk);
      push(chunk);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a whole file; returns no bytes if it exceeds the limit. */
export function readWholeFile(path: string, limitBytes: number): { source: Source; bytes?: Uint8Array } {
  const chunks: Uint8Array[] = [];
  const source = streamFile(path, (chunk) => chunks.push(chunk.slice()), { limitBytes });
  return source.sha256 === '' ? { source } : { source, bytes: Buffer.concat(chunks) };
}
