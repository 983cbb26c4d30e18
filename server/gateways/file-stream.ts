/** Streams the bytes of an open file. */
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createPulledStream } from './pulled-stream.ts';

const CHUNK_BYTES = 65_536;
const END = { done: true, value: undefined } as const;

/**
 * Reads the file, or a range of it, and closes it.
 * @param range first and last byte
 */
export function streamFile(file: FileHandle, range?: { start: number; end: number }): Readable {
  let position = range?.start ?? 0;
  const end = range === undefined ? Number.POSITIVE_INFINITY : range.end + 1;
  const readNext = async () => {
    const length = Math.min(CHUNK_BYTES, end - position);
    if (length <= 0) return END;
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, position);
    position += bytesRead;
    return bytesRead === 0 ? END : { value: buffer.subarray(0, bytesRead) };
  };
  return createPulledStream(readNext, () => void file.close().catch(() => undefined));
}
