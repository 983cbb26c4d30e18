/**
 * Writes an uncompressed zip as a stream. Each header has the size and the checksum, so that every program can unpack
 * it. The length of the zip can be computed in advance. Source: PKWARE APPNOTE 6.3.10.
 */
import { crc32 } from 'node:zlib';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
/** ZIP64 end of central directory record and its locator. */
const ZIP64_END_BYTES = 56 + 20;
/** ZIP64 extra field with the offset of a file after 4 GiB. */
const ZIP64_EXTRA_BYTES = 12;
const MAX_UINT16 = 0xffff;
const MAX_UINT32 = 0xffff_ffff;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const VERSION = 20;
const ZIP64_VERSION = 45;
const HOST_UNIX = 3;
/** Unix mode of a regular file that all users can read. */
const MODE = 0o100644;

/** A file of a zip whose length is computed. */
export interface MeasuredFile {
  name: string;
  size: number;
}

/** Computes the length of a zip of these files, in this order; a file has at most 4 GiB. */
export function measureStoredZip(files: Iterable<MeasuredFile>): number {
  let [offset, directory, count] = [0, 0, 0];
  for (const { name, size } of files) {
    const nameBytes = Buffer.byteLength(name);
    directory += CENTRAL_BYTES + nameBytes + (offset >= MAX_UINT32 ? ZIP64_EXTRA_BYTES : 0);
    offset += LOCAL_BYTES + nameBytes + size;
    count += 1;
  }
  return offset + directory + (needsZip64End(offset, count) ? ZIP64_END_BYTES : 0) + END_BYTES;
}

const needsZip64End = (offset: number, count: number) => offset >= MAX_UINT32 || count >= MAX_UINT16;

/** Writes the MS-DOS time, in steps of two seconds; always UTC, so that the same files give the same zip. */
function writeTime(view: DataView, at: number, date: Date): void {
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const year = Math.max(0, date.getUTCFullYear() - 1980);
  view.setUint16(at, time, true);
  view.setUint16(at + 2, (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(), true);
}

/** Returns the bytes of a zip in their order: one file after another, then the end. */
export class StoredZip {
  readonly #modified: Date;
  readonly #directory: Uint8Array[] = [];
  #offset = 0;

  /** @param modified time of all files */
  constructor(modified: Date) {
    this.#modified = modified;
  }

  /**
   * Adds a file.
   * @param name path with `/`
   * @returns the header and the bytes
   */
  add(name: string, pieces: readonly Uint8Array[]): Uint8Array[] {
    const nameBytes = new TextEncoder().encode(name);
    const size = pieces.reduce((sum, { length }) => sum + length, 0);
    const checksum = pieces.reduce((sum, piece) => crc32(piece, sum), 0);
    const head = new Uint8Array(LOCAL_BYTES + nameBytes.length);
    const view = new DataView(head.buffer);
    view.setUint32(0, LOCAL, true);
    view.setUint16(4, VERSION, true);
    view.setUint16(6, FLAGS, true);
    writeTime(view, 10, this.#modified);
    view.setUint32(14, checksum, true);
    view.setUint32(18, size, true);
    view.setUint32(22, size, true);
    view.setUint16(26, nameBytes.length, true);
    head.set(nameBytes, LOCAL_BYTES);
    this.#addToDirectory(head, nameBytes);
    this.#offset += head.length + size;
    return [head, ...pieces];
  }

  /** @param head local header, most of which is repeated */
  #addToDirectory(head: Uint8Array, nameBytes: Uint8Array): void {
    const needsZip64 = this.#offset >= MAX_UINT32;
    const record = new Uint8Array(CENTRAL_BYTES + nameBytes.length + (needsZip64 ? ZIP64_EXTRA_BYTES : 0));
    const view = new DataView(record.buffer);
    view.setUint32(0, CENTRAL, true);
    view.setUint16(4, (HOST_UNIX << 8) | (needsZip64 ? ZIP64_VERSION : VERSION), true);
    record.set(head.subarray(4, LOCAL_BYTES), 6);
    if (needsZip64) view.setUint16(6, ZIP64_VERSION, true);
    view.setUint16(30, needsZip64 ? ZIP64_EXTRA_BYTES : 0, true);
    view.setUint32(38, MODE * 65_536, true);
    view.setUint32(42, needsZip64 ? MAX_UINT32 : this.#offset, true);
    record.set(nameBytes, CENTRAL_BYTES);
    if (needsZip64) {
      const extra = CENTRAL_BYTES + nameBytes.length;
      view.setUint16(extra, 1, true);
      view.setUint16(extra + 2, ZIP64_EXTRA_BYTES - 4, true);
      view.setBigUint64(extra + 4, BigInt(this.#offset), true);
    }
    this.#directory.push(record);
  }

  /** @returns the central directory and the end records */
  end(): Uint8Array[] {
    const count = this.#directory.length;
    const length = this.#directory.reduce((sum, record) => sum + record.length, 0);
    const needsZip64 = needsZip64End(this.#offset, count);
    const end = new Uint8Array(END_BYTES);
    const view = new DataView(end.buffer);
    view.setUint32(0, END, true);
    view.setUint16(8, Math.min(count, MAX_UINT16), true);
    view.setUint16(10, Math.min(count, MAX_UINT16), true);
    view.setUint32(12, Math.min(length, MAX_UINT32), true);
    view.setUint32(16, needsZip64 ? MAX_UINT32 : this.#offset, true);
    return [...this.#directory, ...(needsZip64 ? [this.#writeZip64End(count, length)] : []), end];
  }

  #writeZip64End(count: number, length: number): Uint8Array {
    const bytes = new Uint8Array(ZIP64_END_BYTES);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, END64, true);
    view.setBigUint64(4, 44n, true);
    view.setUint16(12, (HOST_UNIX << 8) | ZIP64_VERSION, true);
    view.setUint16(14, ZIP64_VERSION, true);
    view.setBigUint64(24, BigInt(count), true);
    view.setBigUint64(32, BigInt(count), true);
    view.setBigUint64(40, BigInt(length), true);
    view.setBigUint64(48, BigInt(this.#offset), true);
    view.setUint32(56, LOCATOR64, true);
    view.setBigUint64(64, BigInt(this.#offset + length), true);
    view.setUint32(72, 1, true);
    return bytes;
  }
}
