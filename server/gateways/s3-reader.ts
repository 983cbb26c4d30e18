/**
 * Reads objects as a whole or as streams. A stream whose connection breaks resumes at its last byte; one with
 * missing or changed bytes fails.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { ByteRange } from './files.ts';
import { createPulledStream } from './pulled-stream.ts';
import { withRetries } from './retry.ts';
import { guardStore, storeDown } from './s3-error.ts';
import { SHA256_NAME, type Store } from './s3-upload.ts';

interface ObjectReader {
  read(key: string): Promise<Uint8Array>;
  open(key: string, range?: ByteRange): Promise<Readable>;
}

interface Opened {
  body: Readable;
  size: number;
  etag: string | undefined;
  sha256: string | undefined;
}

const END = { done: true, value: undefined } as const;

interface Part {
  range?: ByteRange | undefined;
  etag?: string | undefined;
}

/** Compares whole objects with the SHA-256 in their metadata, and ranges with their length. */
export function createObjectReader(store: Store): ObjectReader {
  const ask = (key: string, part: Part = {}) => guardStore(() => request(store, key, part));
  return {
    read: (key) =>
      withRetries(async () => {
        const opened = await ask(key);
        const bytes = await guardStore(() => buffer(opened.body));
        checkWhole(bytes.length, opened.size);
        checkSum(createHash('sha256').update(bytes).digest('hex'), opened.sha256);
        return bytes;
      }, store.retry),
    open: async (key, range) => {
      const first = await withRetries(() => ask(key, { range }), store.retry);
      const start = range?.start ?? 0;
      const end = start + first.size - 1;
      // The ETag prevents mixing the bytes of two versions.
      const resume = (done: number) => ask(key, { range: { start: start + done, end }, etag: first.etag });
      const pull = new ObjectPull(first, resume);
      const readNext = async () => {
        const step = await withRetries(() => pull.next(), store.retry);
        if (step.done === true && range === undefined) pull.checkSum();
        return step;
      };
      return createPulledStream(readNext, () => pull.close());
    },
  };
}

/** Reads the bytes of an object from one or more responses. */
class ObjectPull {
  #body: Readable;
  #chunks: AsyncIterator<Buffer>;
  #isBroken = false;
  #isLeft = false;
  #done = 0;
  readonly #hash = createHash('sha256');
  readonly #first: Opened;
  readonly #resume: (done: number) => Promise<Opened>;

  constructor(first: Opened, resume: (done: number) => Promise<Opened>) {
    this.#first = first;
    this.#resume = resume;
    this.#body = first.body;
    this.#chunks = first.body[Symbol.asyncIterator]();
  }

  /** Stops reading; the rest isn't needed. */
  close(): void {
    this.#isLeft = true;
    this.#body.destroy();
  }

  /** Reads the next bytes. It may be called again after an error. */
  async next(): Promise<IteratorResult<Buffer, undefined>> {
    if (this.#isLeft) return END;
    if (this.#isBroken) await this.#reopen();
    const missing = this.#first.size - this.#done;
    this.#isBroken = missing > 0;
    // Also reads past the last byte, because the connection is reused only if the body was read to its end.
    const step = await guardStore(() => this.#chunks.next()).catch((error: unknown) => {
      if (missing > 0) throw error;
      return END;
    });
    if (missing === 0) return END;
    if (step.done === true) throw storeDown('The file ended too early.');
    this.#isBroken = false;
    const wanted = step.value.subarray(0, missing);
    this.#done += wanted.length;
    this.#hash.update(wanted);
    return { value: wanted };
  }

  /** Call once, after the last bytes. @throws GatewayError if they differ from the stored ones */
  checkSum(): void {
    if (!this.#isLeft) checkSum(this.#hash.digest('hex'), this.#first.sha256);
  }

  async #reopen(): Promise<void> {
    this.#body.destroy();
    this.#body = (await this.#resume(this.#done)).body;
    this.#chunks = this.#body[Symbol.asyncIterator]();
    if (this.#isLeft) this.#body.destroy();
  }
}

async function request({ client, bucket }: Store, key: string, { range, etag }: Part): Promise<Opened> {
  const response = await client.send(
    new GetObjectCommand({
      Bucket: bucket,
      Key: key,
      ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
      ...(etag === undefined ? {} : { IfMatch: etag }),
    }),
  );
  // The body is always a Node stream under Node.
  const body = response.Body as Readable;
  const isPart = range !== undefined;
  if (isPart && response.ContentRange?.startsWith(`bytes ${range.start}-`) !== true) {
    body.destroy();
    throw storeDown('The file store sent the wrong part of the file.');
  }
  const length = response.ContentLength ?? 0;
  return {
    body,
    // Some stores send more than the range.
    size: isPart ? Math.min(length, range.end - range.start + 1) : length,
    etag: response.ETag,
    sha256: response.Metadata?.[SHA256_NAME],
  };
}

function checkWhole(length: number, size: number): void {
  if (length !== size) throw storeDown('The file store sent only part of the file.');
}

/** Objects without a SHA-256 are accepted; other programs may have written them. */
function checkSum(found: string, stored: string | undefined): void {
  if (stored !== undefined && found !== stored) {
    throw storeDown('The file store returned different bytes than were stored.');
  }
}
