/** Reading that compares: a caller who knows the SHA-256 of a file gets those bytes, or an error. */
import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { sumBytes } from '../long-bytes.ts';
import type { Files, KnownFile } from './files.ts';
import { GatewayError } from './gateway-error.ts';

/** The same store; its `read` and `open` compare with what they are given. */
export function checkSums(files: Files): Files {
  return {
    ...files,
    read: async (key, sha256) => {
      const bytes = await files.read(key);
      if (sha256 === undefined) return bytes;
      if ((await sumBytes(bytes)) === sha256) return bytes;
      throw new GatewayError('The stored file is not the one that was stored there.', {
        service: 'files',
        kind: 'absent',
      });
    },
    open: async (key, range, known) => {
      const reachesEnd = known !== undefined && (range === undefined || range.end >= known.size - 1);
      if (!reachesEnd) return files.open(key, range);
      // The sum is of all bytes: the rest of a file is read from its beginning, too. A resumed download must not end well
      // with corrupt bytes, and it costs no more than the whole file, which the same address may ask for as often.
      return compareBytes(await files.open(key), known, range?.start ?? 0);
    },
  };
}

/** Holds the last bytes back until all are known to be right: a receiver never takes a corrupt file for a whole one. */
function compareBytes(source: Readable, { size, sha256 }: KnownFile, start: number): Readable {
  const hash = createHash('sha256');
  let done = 0;
  let held: Uint8Array | undefined;
  const comparing = new Transform({
    transform(chunk: Uint8Array, _encoding, next) {
      hash.update(chunk);
      const wanted = chunk.subarray(Math.max(0, start - done));
      done += chunk.length;
      if (wanted.length === 0) return next();
      const before = held;
      held = wanted;
      next(null, before);
    },
    flush(next) {
      if (done === size && hash.digest('hex') === sha256) return next(null, held);
      const text = 'A stored file is corrupt: it has other bytes than were stored.';
      next(new GatewayError(text, { service: 'files', kind: 'corrupt' }));
    },
  });
  // Each end takes the other along; who reads hears of the error.
  pipeline(source, comparing, () => {});
  return comparing;
}
