/**
 * A stream over an iterator that lets go at once when it is left. Node's own `Readable.from` waits for
 * the iterator's pending step first, and over a silent network that step may take very long.
 */
import { Readable } from 'node:stream';
import { waitForTurn } from './stream-turns.ts';

const BUFFER_BYTES = 65_536;

/**
 * Makes the stream; it asks for the next bytes only when there is room for them.
 * @param next as of an iterator; when it fails, the stream ends in that error
 * @param leave called once, at the end or when the reader goes away
 */
export function createPulledStream(
  next: () => Promise<IteratorResult<Uint8Array, unknown>>,
  leave: () => void,
): Readable {
  return new Readable({
    highWaterMark: BUFFER_BYTES,
    read() {
      pullSome(next, () => this.destroyed).then(
        (bytes) => this.push(bytes),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      leave();
      done(error);
    },
  });
}

/** To push no bytes would not make the stream ask again. */
async function pullSome(
  next: () => Promise<IteratorResult<Uint8Array, unknown>>,
  isLeft: () => boolean,
): Promise<Uint8Array | null> {
  await waitForTurn();
  if (isLeft()) return null;
  for (;;) {
    const step = await next();
    if (step.done === true) return null;
    if (step.value.length > 0) return step.value;
  }
}
