/**
 * A stream over an iterator that stops immediately when it is destroyed. Node's `Readable.from` waits for the
 * pending step first, which may take very long over a stalled network.
 */
import { Readable } from 'node:stream';
import { waitForTurn } from './stream-turns.ts';

const BUFFER_BYTES = 65_536;

/**
 * Creates the stream, which pulls bytes only when its buffer has room.
 * @param next like the method of an iterator; the stream fails with its error
 * @param close called once, at the end or when the stream is destroyed
 */
export function createPulledStream(
  next: () => Promise<IteratorResult<Uint8Array, unknown>>,
  close: () => void,
): Readable {
  return new Readable({
    highWaterMark: BUFFER_BYTES,
    read() {
      readNonEmpty(next, () => this.destroyed).then(
        (bytes) => this.push(bytes),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      close();
      done(error);
    },
  });
}

/** Skips empty chunks, because pushing them wouldn't trigger another read. */
async function readNonEmpty(
  next: () => Promise<IteratorResult<Uint8Array, unknown>>,
  isDestroyed: () => boolean,
): Promise<Uint8Array | null> {
  await waitForTurn();
  if (isDestroyed()) return null;
  for (;;) {
    const step = await next();
    if (step.done === true) return null;
    if (step.value.length > 0) return step.value;
  }
}
