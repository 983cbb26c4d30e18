/**
 * A zip of files that are stored as they are, written while they are made: each header carries size and checksum, so
 * every program can unpack it, and the length of the whole is known beforehand. Source: PKWARE APPNOTE 6.3.10.
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
/** The further end record and what points at it, where a number needs more than 32 or 16 bits. */
const END64_BYTES = 56 + 20;
/** Offset of a file that begins behind 4 GiB. */
const EXTRA_BYTES = 12;
const MOST_16 = 0xffff;
const MOST_32 = 0xffff_ffff;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const PLAIN_VERSION = 20;
const LARGE_VERSION = 45;
const HOST_UNIX = 3;
/** A regular file that everybody may read, as Unix says it. */
const MODE = 0o100644;

/** What it takes to know the length of a zip. */
export interface MeasuredFile {
  name: string;
  size: number;
}

/** Length of a zip of these files, in this order; a file has at most 4 GiB. */
export function measureStoredZip(files: Iterable<MeasuredFile>): number {
  let [offset, directory, count] = [0, 0, 0];
  for (const { name, size } of files) {
    const nameBytes = Buffer.byteLength(name);
    directory += CENTRAL_BYTES + nameBytes + (offset >= MOST_32 ? EXTRA_BYTES : 0);
    offset += LOCAL_BYTES + nameBytes + size;
    count += 1;
  }
  return offset + directory + (isLarge(offset, count) ? END64_BYTES : 0) + END_BYTES;
}

const isLarge = (offset: number, count: number) => offset >= MOST_32 || count >= MOST_16;

/** As MS-DOS counts, in pairs of seconds; nothing in it depends on where the machine is. */
function writeMoment(view: DataView, at: number, moment: Date): void {
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1);
  const year = Math.max(0, moment.getUTCFullYear() - 1980);
  view.setUint16(at, time, true);
  view.setUint16(at + 2, (year << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(), true);
}

/** The parts of one zip, in their order: the files one after another, then the end. */
export class StoredZip {
  readonly #modified: Date;
  readonly #directory: Uint8Array[] = [];
  #offset = 0;

  /** @param modified the time that the files carry */
  constructor(modified: Date) {
    this.#modified = modified;
  }

  /**
   * Adds a file.
   * @param name its path with `/`
   * @param pieces its bytes
   * @returns what is written of it
   */
  add(name: string, pieces: readonly Uint8Array[]): Uint8Array[] {
    const nameBytes = new TextEncoder().encode(name);
    const size = pieces.reduce((sum, { length }) => sum + length, 0);
    const checksum = pieces.reduce((sum, piece) => crc32(piece, sum), 0);
    const head = new Uint8Array(LOCAL_BYTES + nameBytes.length);
    const view = new DataView(head.buffer);
    view.setUint32(0, LOCAL, true);
    view.setUint16(4, PLAIN_VERSION, true);
    view.setUint16(6, FLAGS, true);
    writeMoment(view, 10, this.#modified);
    view.setUint32(14, checksum, true);
    view.setUint32(18, size, true);
    view.setUint32(22, size, true);
    view.setUint16(26, nameBytes.length, true);
    head.set(nameBytes, LOCAL_BYTES);
    this.#list(head, nameBytes);
    this.#offset += head.length + size;
    return [head, ...pieces];
  }

  /** @param head of the file, of which most is said again */
  #list(head: Uint8Array, nameBytes: Uint8Array): void {
    const isFar = this.#offset >= MOST_32;
    const record = new Uint8Array(CENTRAL_BYTES + nameBytes.length + (isFar ? EXTRA_BYTES : 0));
    const view = new DataView(record.buffer);
    view.setUint32(0, CENTRAL, true);
    view.setUint16(4, (HOST_UNIX << 8) | (isFar ? LARGE_VERSION : PLAIN_VERSION), true);
    record.set(head.subarray(4, LOCAL_BYTES), 6);
    if (isFar) view.setUint16(6, LARGE_VERSION, true);
    view.setUint16(30, isFar ? EXTRA_BYTES : 0, true);
    view.setUint32(38, MODE * 65_536, true);
    view.setUint32(42, isFar ? MOST_32 : this.#offset, true);
    record.set(nameBytes, CENTRAL_BYTES);
    if (isFar) {
      const extra = CENTRAL_BYTES + nameBytes.length;
      view.setUint16(extra, 1, true);
      view.setUint16(extra + 2, EXTRA_BYTES - 4, true);
      view.setBigUint64(extra + 4, BigInt(this.#offset), true);
    }
    this.#directory.push(record);
  }

  /** @returns the list of all files, which ends the zip */
  end(): Uint8Array[] {
    const count = this.#directory.length;
    const length = this.#directory.reduce((sum, record) => sum + record.length, 0);
    const isFar = isLarge(this.#offset, count);
    const end = new Uint8Array(END_BYTES);
    const view = new DataView(end.buffer);
    view.setUint32(0, END, true);
    view.setUint16(8, Math.min(count, MOST_16), true);
    view.setUint16(10, Math.min(count, MOST_16), true);
    view.setUint32(12, Math.min(length, MOST_32), true);
    view.setUint32(16, isFar ? MOST_32 : this.#offset, true);
    return [...this.#directory, ...(isFar ? [this.#writeLargeEnd(count, length)] : []), end];
  }

  #writeLargeEnd(count: number, length: number): Uint8Array {
    const bytes = new Uint8Array(END64_BYTES);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, END64, true);
    view.setBigUint64(4, 44n, true);
    view.setUint16(12, (HOST_UNIX << 8) | LARGE_VERSION, true);
    view.setUint16(14, LARGE_VERSION, true);
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
