/**
 * Zips stored files and small texts while sending. The length is known in advance: a source that fails or has
 * another length than expected ends the stream with an error, so that a truncated zip isn't mistaken for a
 * complete one.
 */
import { Readable } from 'node:stream';
import { makeZip, predictLength } from 'client-zip';
import type { Files, KnownFile } from './files.ts';
import { GatewayError } from './gateway-error.ts';
import { createPulledStream } from './pulled-stream.ts';

/** A stored file or a text, with its name in the zip. */
export type ZipEntry = { name: string; key: string; known?: KnownFile } | { name: string; text: string };

interface ZipOptions {
  /** Modification time of all entries; the same entries and time give the same bytes. */
  modified: Date;
}

interface Zip {
  length: number;
  /** Destroying it stops all reads. */
  stream: Readable;
}

interface Measured {
  name: string;
  size: number;
  open: () => Promise<Readable>;
}

/**
 * Creates a zip. Files are opened one at a time, when they are reached.
 * @throws GatewayError if a file is missing, before anything is sent
 */
export async function zipFiles(
  files: Files,
  entries: readonly ZipEntry[],
  options: ZipOptions,
): Promise<Zip> {
  checkNames(entries);
  const measured: Measured[] = [];
  for (const entry of entries) measured.push(await measure(files, entry));
  const length = Number(predictLength(measured.map(({ name, size }) => ({ name, size }))));
  let current: Readable | undefined;
  let isDestroyed = false;

  async function* read({ open, size }: Measured): AsyncGenerator<Uint8Array> {
    const source = await open();
    current = source;
    if (isDestroyed) source.destroy();
    let done = 0;
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      done += chunk.length;
      yield chunk;
    }
    if (done !== size)
      throw new GatewayError('A file changed while it was being zipped.', {
        service: 'files',
        kind: 'rejected',
      });
  }

  const parts = measured.map((entry) => ({
    name: entry.name,
    size: entry.size,
    lastModified: options.modified,
    // Called by the packer when it reaches the entry.
    input: { [Symbol.asyncIterator]: () => read(entry) } as AsyncIterable<Uint8Array>,
  }));
  let packed: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const stream = createPulledStream(
    // The packer opens its first file when it is created, so it is created on the first read.
    () => (packed ??= makeZip(parts).getReader()).read(),
    () => {
      isDestroyed = true;
      current?.destroy();
      packed?.cancel().catch(() => undefined);
    },
  );
  return { length, stream };
}

async function measure(files: Files, entry: ZipEntry): Promise<Measured> {
  const { name } = entry;
  if ('text' in entry) {
    const bytes = Buffer.from(entry.text, 'utf8');
    return { name, size: bytes.length, open: () => Promise.resolve(Readable.from([bytes])) };
  }
  const { key, known } = entry;
  const size = known?.size ?? (await files.stat(key))?.size;
  if (size === undefined) {
    throw new GatewayError('File not found.', { service: 'files', kind: 'absent' });
  }
  return { name, size, open: () => files.open(key, undefined, known) };
}

/** The server chooses the names, so one that leaves the folder or appears twice is a bug. */
function checkNames(entries: readonly ZipEntry[]): void {
  const seen = new Set<string>();
  for (const { name } of entries) {
    const isInside = name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
    if (!isInside || /[\0\\]|^[a-z]:/i.test(name))
      throw new TypeError('A name in the zip points outside its folder.');
    const folded = name.toLowerCase();
    if (seen.has(folded)) throw new TypeError('A name appears twice in the zip.');
    seen.add(folded);
  }
}
