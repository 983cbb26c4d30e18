/** Reads the bytes of a file as a seed of one platform. */
import type { SeedReading } from '../render/seed.ts';
import { SEED_BYTES } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { decodeSeedBytes } from '../text/decode-bytes.ts';
import { reportSeedTooLarge } from '../unread-file.ts';
import { findForeignFile, findForeignText } from './foreign-files.ts';
import type { DecodedFile, Platform } from './platform.ts';
import { getPlatform, type PlatformId } from './registry.ts';
import { readXmlFile } from './read-xml.ts';

function refuse(problem: Omit<Problem, 'severity'>): { problems: Problem[] } {
  return { problems: [{ severity: 'fault', ...problem }] };
}

type FileReading = { file?: DecodedFile; problems: Problem[] };

/** Decodes a file, before its platform repairs anything in the text. */
export function decodeFile(bytes: Uint8Array, file: string, platform: Platform): FileReading {
  const { advice } = platform;
  const empty = { code: 'seed-empty', file, text: `The file is empty. ${advice}` };
  if (bytes.length > SEED_BYTES) return { problems: [reportSeedTooLarge(file, bytes.length)] };
  if (bytes.length === 0) return refuse(empty);
  const foreign = findForeignFile(bytes, platform);
  if (foreign) return refuse({ ...foreign, file, line: 1, column: 1 });
  const decoded = decodeSeedBytes(bytes, file);
  if ('code' in decoded) return { problems: [decoded] };
  const text = decoded.text.trimStart();
  if (text === '') return refuse(empty);
  // UTF-16 bytes don’t show it before they are decoded
  const decodedForeign = findForeignText(text, platform);
  if (decodedForeign) return refuse({ ...decodedForeign, file, line: 1, column: 1 });
  const skippedLines = decoded.text.slice(0, decoded.text.length - text.length).split('\n').length - 1;
  const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { file: { file, bytes: bytes.length, text, skippedLines, hasByteOrderMark }, problems: [] };
}

/** Reads a decoded file as its platform does: repaired, and with its outline if it has to be XML. */
export function readDecoded(file: DecodedFile, platform: Platform): FileReading {
  if (platform.extension !== 'xml') return { file, problems: [] };
  return readXmlFile({ ...file, text: platform.repair?.(file.text) ?? file.text }, platform.advice);
}

/** Decodes a file and reads it as the platform does, with its outline if it is XML. */
export function readFile(bytes: Uint8Array, file: string, platform: Platform): FileReading {
  const decoded = decodeFile(bytes, file, platform);
  return decoded.file ? readDecoded(decoded.file, platform) : decoded;
}

/**
 * Reads a seed. `file` is the name shown in problems.
 * A seed comes back exactly when no fault is among the problems.
 */
export function readSeed(bytes: Uint8Array, file: string, id: PlatformId = 'wordpress'): SeedReading {
  const platform = getPlatform(id);
  const read = readFile(bytes, file, platform);
  return read.file ? platform.read(read.file) : { problems: read.problems };
}
