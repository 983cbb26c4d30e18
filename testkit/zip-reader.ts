/** An independent ZIP reader: reads the directory and verifies each checksum. */
import { crc32 } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;

/**
 * Reads a zip whose entries are stored and smaller than 4 GB, without a comment.
 * @returns the content by name, in the order of the directory
 * @throws Error if anything differs from the directory
 */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - END_BYTES;
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new Error('The zip has no end record.');
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  const files = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('The directory of the zip is corrupt.');
    const nameBytes = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes);
    files.set(name, readContent(zip, at, name));
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  if (at !== end || files.size !== count) throw new Error('The directory of the zip has the wrong length.');
  return files;
}

function readContent(zip: Buffer, at: number, name: string): Buffer {
  const local = zip.readUInt32LE(at + 42);
  if (zip.readUInt32LE(local) !== LOCAL) throw new Error(`${name} isn't at its offset.`);
  const nameBytes = zip.readUInt16LE(local + 26);
  if (zip.toString('utf8', local + 30, local + 30 + nameBytes) !== name) throw new Error('Two names differ.');
  const start = local + 30 + nameBytes + zip.readUInt16LE(local + 28);
  const content = zip.subarray(start, start + zip.readUInt32LE(at + 24));
  if (zip.readUInt16LE(at + 10) !== 0) throw new Error(`${name} is compressed, which isn't supported.`);
  if (crc32(content) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} has the wrong checksum.`);
  return content;
}
