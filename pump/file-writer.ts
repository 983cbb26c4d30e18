/** A new file that takes bytes at once and text in larger pieces; an existing file is never opened. */
import { closeSync, openSync, writeSync } from 'node:fs';

const TEXT_CHARACTERS = 64 * 1024;

export interface FileWriter {
  write(bytes: Uint8Array): void;
  /** Kept until there is enough of it; `close` writes the rest. */
  writeText(text: string): void;
  /** May be called twice. */
  close(): void;
}

/** Throws what the file system throws, as do its methods. */
export function openFile(path: string): FileWriter {
  const descriptor = openSync(path, 'wx');
  let isOpen = true;
  let pending = '';
  const write = (bytes: Uint8Array) => {
    // The system may take less than it was given, for instance where the disk is nearly full.
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
      if (pending.length > TEXT_CHARACTERS) flush();
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
