/** Bytes of a file to a seed of one platform, or every reason why they are none. */
import type { SeedReading } from '../render/seed.ts';
import { DEFAULT_PLATFORM, type PlatformId } from '../format-id.ts';
import { SEED_BYTES } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { decodeSeedBytes } from '../text/decode-bytes.ts';
import { tellSeedTooLarge } from '../unread-file.ts';
import { findForeignFile, findForeignText } from './shared/foreign-files.ts';
import type { DecodedFile, Platform } from './platform.ts';
import { getPlatform } from './registry.ts';
import { readXmlFile } from './shared/xml/read-xml.ts';

function refuse(problem: Omit<Problem, 'severity'>): { problems: Problem[] } {
  return { problems: [{ severity: 'fault', ...problem }] };
}

type FileReading = { file?: DecodedFile; problems: Problem[] };

/** The text of a file as it is, before a format repairs anything in it. */
export function decodeFile(bytes: Uint8Array, file: string, format: Platform): FileReading {
  const { advice } = format;
  const empty = { code: 'seed-empty', file, text: `The file is empty. ${advice}` };
  if (bytes.length > SEED_BYTES) return { problems: [tellSeedTooLarge(file, bytes.length)] };
  if (bytes.length === 0) return refuse(empty);
  const foreign = findForeignFile(bytes, format);
  if (foreign) return refuse({ ...foreign, file, line: 1, column: 1 });
  const decoded = decodeSeedBytes(bytes, file);
  if ('code' in decoded) return { problems: [decoded] };
  const text = decoded.text.trimStart();
  if (text === '') return refuse(empty);
  // in UTF-16 the bytes alone do not show it
  const decodedForeign = findForeignText(text, format);
  if (decodedForeign) return refuse({ ...decodedForeign, file, line: 1, column: 1 });
  const skippedLines = decoded.text.slice(0, decoded.text.length - text.length).split('\n').length - 1;
  const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { file: { file, bytes: bytes.length, text, skippedLines, hasByteOrderMark }, problems: [] };
}

/** A file as a format reads it: text, and its outline where it has to be XML. */
export function readFile(bytes: Uint8Array, file: string, format: Platform): FileReading {
  const decoded = decodeFile(bytes, file, format);
  if (!decoded.file || format.ending !== 'xml') return decoded;
  const { file: read } = decoded;
  return readXmlFile({ ...read, text: format.repair?.(read.text) ?? read.text }, format.advice);
}

/**
 * Reads a seed. `file` is the name that problems carry.
 * A seed comes back exactly when no fault is among the problems.
 */
export function readSeed(bytes: Uint8Array, file: string, id: PlatformId = DEFAULT_PLATFORM): SeedReading {
  const format = getPlatform(id);
  const read = readFile(bytes, file, format);
  return read.file ? format.read(read.file) : { problems: read.problems };
}
