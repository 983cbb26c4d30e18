/**
 * Reads what the user names, in pieces of 1 MiB: a seed is kept whole up to its limit, a sheet is
 * streamed. The checksum is made in passing, for the manifest. A pipe is read like a file.
 */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';

export const CHUNK_BYTES = 1024 * 1024;

/** A file as the manifest names it: without its folder, so that the same input gives the same manifest. */
export interface Source {
  file: string;
  bytes: number;
  sha256: string;
}

export interface StreamOptions {
  chunkBytes?: number;
  /** A larger file is not read (further). */
  limitBytes?: number;
}

/**
 * Feeds a file piece by piece; a piece is valid only until `take` returns. No checksum in the answer
 * means that the file passes the limit. Throws what the file system throws.
 */
export function streamFile(
  path: string,
  take: (bytes: Uint8Array) => void,
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
      // A pipe does not tell its size beforehand.
      if (bytes > limitBytes) return { file, bytes, sha256: '' };
      const piece = buffer.subarray(0, length);
      hash.update(piece);
      take(piece);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a file whole; no bytes in the answer means that it passes the limit. */
export function readWholeFile(path: string, limitBytes: number): { source: Source; bytes?: Uint8Array } {
  const pieces: Uint8Array[] = [];
  const source = streamFile(path, (piece) => pieces.push(piece.slice()), { limitBytes });
  return source.sha256 === '' ? { source } : { source, bytes: Buffer.concat(pieces) };
}
