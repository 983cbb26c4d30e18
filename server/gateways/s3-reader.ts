/**
 * Reads objects whole or as streams. A body that breaks off is taken up again where it ended, and one
 * whose bytes are not those that were stored ends in an error, never in a shorter or other file.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { ByteRange } from './files.ts';
import { createPulledStream } from './pulled-stream.ts';
import { pauseBefore, withRetries } from './retry.ts';
import { guardStore, storeDown, toStoreError } from './s3-error.ts';
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

interface Part {
  range?: ByteRange | undefined;
  etag?: string | undefined;
}

/** What is read whole must have the SHA-256 that was stored with it; of a range the length is checked. */
export function createObjectReader(store: Store): ObjectReader {
  const ask = (key: string, part: Part = {}) => guardStore(() => request(store, key, part));
  return {
    read: (key) =>
      withRetries(async () => {
        const opened = await ask(key);
        const bytes = await guardStore(() => collect(opened.body));
        checkWhole(bytes.length, opened.size);
        checkSum(createHash('sha256').update(bytes).digest('hex'), opened.sha256);
        return bytes;
      }, store.patience),
    open: async (key, range) => {
      const first = await withRetries(() => ask(key, { range }), store.patience);
      const pull = new ObjectPull(first, { start: range?.start ?? 0, isWhole: range === undefined });
      const chunks = pull.run((part) => ask(key, part), store.patience);
      return createPulledStream(
        () => chunks.next(),
        () => pull.leave(),
      );
    },
  };
}

class ObjectPull {
  #body: Readable;
  #isLeft = false;
  readonly #first: Opened;
  readonly #start: number;
  readonly #isWhole: boolean;
  #done = 0;

  constructor(first: Opened, { start, isWhole }: { start: number; isWhole: boolean }) {
    this.#body = first.body;
    this.#first = first;
    this.#start = start;
    this.#isWhole = isWhole;
  }

  /** Nobody wants the rest. */
  leave(): void {
    this.#isLeft = true;
    this.#body.destroy();
  }

  async *run(
    ask: (part: Part) => Promise<Opened>,
    { tries, firstDelayMs }: { tries: number; firstDelayMs: number },
  ): AsyncGenerator<Buffer> {
    const { size, sha256 } = this.#first;
    const hash = createHash('sha256');
    let failures = 0;
    while (this.#done < size) {
      try {
        if (failures > 0) await this.#resume(ask);
      } catch (error) {
        failures = await this.#fail(error, failures, { tries, firstDelayMs });
        continue;
      }
      const chunks = this.#body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      for (;;) {
        const step = await chunks.next().catch((error: unknown) => ({ error }));
        if ('error' in step || step.done === true) {
          if (this.#done >= size) break;
          const cause = 'error' in step ? step.error : storeDown('The file ended too early.');
          failures = await this.#fail(cause, failures, { tries, firstDelayMs });
          break;
        }
        failures = 0;
        const wanted = step.value.subarray(0, size - this.#done);
        this.#done += wanted.length;
        hash.update(wanted);
        yield wanted;
        if (this.#done >= size && wanted.length < step.value.length) break;
      }
    }
    checkWhole(this.#done, size);
    if (this.#isWhole) checkSum(hash.digest('hex'), sha256);
  }

  async #resume(ask: (part: Part) => Promise<Opened>): Promise<void> {
    this.#body.destroy();
    const range = { start: this.#start + this.#done, end: this.#start + this.#first.size - 1 };
    // The rest of another version of the file would be worse than none.
    this.#body = (await ask({ range, etag: this.#first.etag })).body;
    if (this.#isLeft) this.#body.destroy();
  }

  async #fail(
    error: unknown,
    failures: number,
    { tries, firstDelayMs }: { tries: number; firstDelayMs: number },
  ): Promise<number> {
    const fault = toStoreError(error);
    if (this.#isLeft || !fault.retryable || failures + 1 >= tries) throw fault;
    await sleep(pauseBefore(failures + 1, firstDelayMs));
    return failures + 1;
  }
}

async function request({ client, bucket }: Store, key: string, { range, etag }: Part): Promise<Opened> {
  const answer = await client.send(
    new GetObjectCommand({
      Bucket: bucket,
      Key: key,
      ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
      ...(etag === undefined ? {} : { IfMatch: etag }),
    }),
  );
  // Under Node the body is always a stream of Node's own.
  const body = answer.Body as Readable;
  const isPart = range !== undefined;
  if (isPart && answer.ContentRange?.startsWith(`bytes ${range.start}-`) !== true) {
    body.destroy();
    throw storeDown('The file store sent another part of the file.');
  }
  const length = answer.ContentLength ?? 0;
  return {
    body,
    // Some stores send more than they were asked for.
    size: isPart ? Math.min(length, range.end - range.start + 1) : length,
    etag: answer.ETag,
    sha256: answer.Metadata?.[SHA256_NAME],
  };
}

async function collect(body: Readable): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function checkWhole(length: number, size: number): void {
  if (length !== size) throw storeDown('The file store sent only part of the file.');
}

/** Objects that others put into the bucket carry no sum of ours. */
function checkSum(found: string, stored: string | undefined): void {
  if (stored !== undefined && found !== stored) {
    throw storeDown('The file store sent other bytes than those that were stored.');
  }
}
