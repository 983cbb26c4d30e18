/** Detects the platform of a file if no flag names it. */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { type PlatformId, recognizePlatforms, SEED_BYTES } from '#engine';
import { DEFAULT_PLATFORM } from '#contract/platforms.ts';

/** Bytes of a large file that are enough to recognize it. */
const HEAD_BYTES = 1_000_000;
const LIST = new Intl.ListFormat('en', { type: 'disjunction' });

/** Reads the first bytes; undefined for an unreadable file, which the command itself reports. */
function readHead(path: string): Uint8Array | undefined {
  try {
    // A pipe can be read only once.
    if (!statSync(path).isFile()) return undefined;
    const descriptor = openSync(path, 'r');
    try {
      const { size } = fstatSync(descriptor);
      const bytes = Buffer.alloc(size > SEED_BYTES ? HEAD_BYTES : size);
      const head = bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
      // A character may be cut in two.
      return head.length < size ? head.subarray(0, head.lastIndexOf('\n') + 1) : head;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

/** @returns the platform, or the problem if the file doesn't show it */
export function recognizeType(path: string): PlatformId | { problem: string } {
  const bytes = readHead(path);
  const file = basename(path);
  const [first = DEFAULT_PLATFORM, ...others] = bytes ? recognizePlatforms(bytes, file) : [];
  // The reader of a file that isn't an export reports what it is.
  if (others.length === 0) return first;
  const flags = LIST.format([first, ...others].map((id) => `--type ${id}`));
  return { problem: `${file} could come from more than one platform. Add ${flags}.` };
}
