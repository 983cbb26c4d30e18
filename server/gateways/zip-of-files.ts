/**
 * Packs stored files and small texts into a zip while it is sent. The length is known beforehand: a source
 * that fails, or has another length than expected, ends the stream with an error, so that a truncated zip
 * isn't mistaken for a complete one.
 */
import { Readable } from 'node:stream';
import { makeZip, predictLength } from 'client-zip';
import type { Files, KnownFile } from './files.ts';
import { GatewayError } from './gateway-error.ts';
import { createPulledStream } from './pulled-stream.ts';

/** A kept file or a text, under its name in the zip. */
export type ZipEntry = { name: string; key: string; known?: KnownFile } | { name: string; text: string };

interface ZipOptions {
  /** Time that the entries carry; the same entries and time give the same bytes. */
  modified: Date;
}

interface Zip {
  length: number;
  /** Destroying it ends all reading. */
  stream: Readable;
}

interface Measured {
  name: string;
  size: number;
  open: () => Promise<Readable>;
}

/**
 * Begins a zip. Files are opened one after another, when their turn comes.
 * @throws GatewayError when a file is not there; nothing has been sent then
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
  let isLeft = false;

  async function* read({ open, size }: Measured): AsyncGenerator<Uint8Array> {
    const source = await open();
    current = source;
    if (isLeft) source.destroy();
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
    // Called by the packer when the entry's turn has come.
    input: { [Symbol.asyncIterator]: () => read(entry) } as AsyncIterable<Uint8Array>,
  }));
  let packed: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const stream = createPulledStream(
    // The packer opens its first file when it is created, so it is created on the first read.
    () => (packed ??= makeZip(parts).getReader()).read(),
    () => {
      isLeft = true;
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

/** Names are ours; one that leaves the folder, or stands twice, is a fault of ours. */
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
