/** Writes a new file: bytes immediately, text buffered. An existing file is never opened. */
import { closeSync, openSync, writeSync } from 'node:fs';

const BUFFER_CHARACTERS = 64 * 1024;

export interface FileWriter {
  write(bytes: Uint8Array): void;
  /** Buffers text; `close` writes the rest. */
  writeText(text: string): void;
  /** May be called twice. */
  close(): void;
}

/** @throws errors of the file system, as do its methods */
export function openFile(path: string): FileWriter {
  const descriptor = openSync(path, 'wx');
  let isOpen = true;
  let pending = '';
  const write = (bytes: Uint8Array) => {
    // A write may be partial, for instance on a disk that is nearly full.
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
  };
  const flush = () => {
    const text = pending;
    pending = '';
    write(Buffer.from(text));
  };
  return {
    write,
    writeText(text) {
      pending += text;
      if (pending.length > BUFFER_CHARACTERS) flush();
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      try {
        flush();
      } finally {
        closeSync(descriptor);
      }
    },
  };
}
