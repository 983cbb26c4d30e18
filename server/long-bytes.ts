/** Megabytes copied and summed in pieces, between which requests have their turn. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** Memory that is new to the process takes a millisecond for so many. */
const PIECE_BYTES = 256 * 1024;

function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/**
 * @param size of all chunks together
 * @returns bytes that fill their buffer, so that it can be handed to a thread
 */
export async function joinBytes(
  chunks: Iterable<Uint8Array>,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const joined = new Uint8Array(size);
  let at = 0;
  let paused = 0;
  for (const chunk of chunks) {
    if (at - paused >= PIECE_BYTES) {
      await setImmediate();
      paused = at;
    }
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

export function copyBytes(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return joinBytes(cut(bytes), bytes.length);
}

/** @returns SHA-256 in lowercase hexadecimal digits */
export async function sumBytes(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (const piece of cut(bytes)) {
    hash.update(piece);
    if (piece.length === PIECE_BYTES) await setImmediate();
  }
  return hash.digest('hex');
}
