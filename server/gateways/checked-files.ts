/** Verified reads: a caller who knows the SHA-256 of a file gets exactly those bytes, or an error. */
import { createHash, hash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { Files, KnownFile } from './files.ts';
import { GatewayError } from './gateway-error.ts';

/** Wraps a store so that `read` and `open` verify what they read. */
export function verifyReads(files: Files): Files {
  return {
    ...files,
    read: async (key, sha256) => {
      const bytes = await files.read(key);
      if (sha256 === undefined) return bytes;
      if (hash('sha256', bytes) === sha256) return bytes;
      throw new GatewayError('The stored file was replaced by another one.', {
        service: 'files',
        kind: 'absent',
      });
    },
    open: async (key, range, known) => {
      const reachesEnd = known !== undefined && (range === undefined || range.end >= known.size - 1);
      if (!reachesEnd) return files.open(key, range);
      // The hash covers the whole file, so a range is also read from the start: a resumed download must not
      // end with corrupt bytes. It costs at most as much as the whole file.
      return createVerifier(await files.open(key), known, range?.start ?? 0);
    },
  };
}

/** Withholds the last bytes until the hash matches, so that a corrupt file is never received in full. */
function createVerifier(source: Readable, { size, sha256 }: KnownFile, start: number): Readable {
  const checksum = createHash('sha256');
  let done = 0;
  let held: Uint8Array | undefined;
  const verifier = new Transform({
    transform(chunk: Uint8Array, _encoding, next) {
      checksum.update(chunk);
      const wanted = chunk.subarray(Math.max(0, start - done));
      done += chunk.length;
      if (wanted.length === 0) return next();
      const before = held;
      held = wanted;
      next(null, before);
    },
    flush(next) {
      if (done === size && checksum.digest('hex') === sha256) return next(null, held);
      const text = 'A stored file is corrupt: it changed after it was stored.';
      next(new GatewayError(text, { service: 'files', kind: 'corrupt' }));
    },
  });
  // `pipeline` destroys both streams together; the reader gets the error.
  pipeline(source, verifier, () => {});
  return verifier;
}
