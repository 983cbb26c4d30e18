/** Detects the platform of a file if no flag names it, and files that come from none. */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { type PlatformId, PLATFORMS, type Problem, readSeed, recognizePlatforms, SEED_BYTES } from '#engine';
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
      // The last character may be incomplete.
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
  // For a file that isn't an export, its reader reports the actual type.
  if (others.length === 0) return first;
  const flags = LIST.format([first, ...others].map((id) => `--type ${id}`));
  return { problem: `${file} could come from more than one platform. Add ${flags}.` };
}

/** Checks if the reader of XML can say more about a file, such as the line of a missing tag. */
function isMalformedXml(bytes: Uint8Array, file: string): boolean {
  if (!/^[\s\ufeff]*</u.test(new TextDecoder().decode(bytes.subarray(0, 1000)))) return false;
  return readSeed(bytes, file, DEFAULT_PLATFORM).problems.some(({ code }) => code === 'seed-not-xml');
}

/** Reports the files that aren't exports of any platform. */
export function findForeignFiles(paths: readonly string[]): Problem[] {
  const names = LIST.format(PLATFORMS.map(({ name }) => name));
  return paths.flatMap((path): Problem[] => {
    const bytes = readHead(path);
    const file = basename(path);
    if (!bytes || recognizePlatforms(bytes, file).length > 0 || isMalformedXml(bytes, file)) return [];
    const text =
      bytes.length === 0
        ? `The file is empty, so it isn’t an export of ${names}.`
        : `This file isn’t an export of ${names}. Choose the file that the platform exported, or one that "geoloom build" wrote.`;
    return [{ code: 'not-an-export', severity: 'fault', file: path, text }];
  });
}
