/**
 * Reads a ZIP archive in memory by the directory at its end. Parts are unpacked in chunks, up to the size in the
 * directory, so that a zip bomb is stopped. Source: PKWARE's APPNOTE.TXT 6.3, sections 4.3 and 4.4.
 */
import { Inflate } from 'fflate/browser';
import { corrupt, corruptPart, encrypted, tooLarge } from './unreadable-workbook.ts';

interface Part {
  flags: number;
  method: number;
  crc: number;
  packedBytes: number;
  bytes: number;
  /** Offset of its local header. */
  start: number;
}

const END = 0x06054b50;
const END_BYTES = 22;
const COMMENT_BYTES = 0xffff;
const CENTRAL = 0x02014b50;
const CENTRAL_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
/** Marks a number of eight bytes, which is in an extra field. */
const EIGHT_BYTES = 0xffffffff;
const ZIP64_FIELD = 1;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED_FLAG = 1;
/** Packed bytes that are unpacked at once; deflate expands at most 1032 times, to less than 9 MB. */
const CHUNK_BYTES = 8 * 1024;
/** Bounds of the limit of all unpacked parts of one archive. */
const MIN_LIMIT_BYTES = 64 * 1024 * 1024;
const MAX_LIMIT_BYTES = 256 * 1024 * 1024;
/** Limit as a multiple of the archive's size; spreadsheet programs reach 25. */
const MAX_RATIO = 40;

/** CRC-32 of each byte. */
const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** Updates a CRC-32; the caller inverts it at the beginning and at the end. */
function addToCrc(crc: number, bytes: Uint8Array): number {
  let sum = crc;
  for (let at = 0; at < bytes.length; at += 1)
    sum = (CRC_TABLE[(sum ^ (bytes[at] as number)) & 0xff] as number) ^ (sum >>> 8);
  return sum;
}

/** Normalizes a path, which is case-insensitive; some programs write `\`. */
const toPathKey = (path: string): string => path.replaceAll('\\', '/').toLowerCase();

/** Finds and unpacks parts of an archive by path. */
export class ZipArchive {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #parts = new Map<string, Part>();
  readonly #limitBytes: number;
  /** Remaining bytes that may be unpacked. */
  #left: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#limitBytes = Math.min(MAX_LIMIT_BYTES, Math.max(MIN_LIMIT_BYTES, MAX_RATIO * bytes.length));
    this.#left = this.#limitBytes;
    this.#readDirectory(this.#findEnd());
  }

  has(path: string): boolean {
    return this.#parts.has(toPathKey(path));
  }

  /** Finds the last end record whose comment extends to the end of the file. */
  #findEnd(): number {
    const { length } = this.#bytes;
    const lowest = Math.max(0, length - END_BYTES - COMMENT_BYTES);
    for (let at = length - END_BYTES; at >= lowest; at -= 1) {
      if (this.#view.getUint32(at, true) !== END) continue;
      if (at + END_BYTES + this.#view.getUint16(at + 20, true) === length) return at;
    }
    throw corrupt('its end is missing, as after a download that was cut off');
  }

  #readDirectory(end: number): void {
    const count = this.#view.getUint16(end + 10, true);
    let at = this.#view.getUint32(end + 16, true);
    const names = new TextDecoder();
    for (let index = 0; index < count; index += 1) {
      if (at + CENTRAL_BYTES > end || this.#view.getUint32(at, true) !== CENTRAL) {
        throw corrupt('the list of its parts is damaged');
      }
      const nameEnd = at + CENTRAL_BYTES + this.#view.getUint16(at + 28, true);
      const extraEnd = nameEnd + this.#view.getUint16(at + 30, true);
      if (extraEnd > end) throw corrupt('the list of its parts is damaged');
      const path = names.decode(this.#bytes.subarray(at + CENTRAL_BYTES, nameEnd));
      // Programs differ in which of two parts with the same name they read.
      if (this.has(path)) throw corruptPart(path, 'appears twice');
      this.#parts.set(toPathKey(path), this.#readPart(at, nameEnd, extraEnd));
      at = extraEnd + this.#view.getUint16(at + 32, true);
    }
  }

  #readPart(at: number, extraStart: number, extraEnd: number): Part {
    const view = this.#view;
    const long = this.#longNumbers(extraStart, extraEnd);
    const numberAt = (place: number): number => {
      const value = view.getUint32(place, true);
      return value === EIGHT_BYTES ? (long.shift() ?? value) : value;
    };
    return {
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      // In the order of the extra field.
      bytes: numberAt(at + 24),
      packedBytes: numberAt(at + 20),
      start: numberAt(at + 42),
    };
  }

  #longNumbers(start: number, end: number): number[] {
    const numbers: number[] = [];
    for (let at = start; at + 4 <= end; ) {
      const next = Math.min(end, at + 4 + this.#view.getUint16(at + 2, true));
      if (this.#view.getUint16(at, true) === ZIP64_FIELD) {
        for (let long = at + 4; long + 8 <= next; long += 8) {
          numbers.push(Number(this.#view.getBigUint64(long, true)));
        }
      }
      at = next;
    }
    return numbers;
  }

  /**
   * Unpacks a part in chunks.
   * @param limitBytes of this part; all parts together also have a limit
   * @throws UnreadableWorkbook if it is missing, damaged or too large
   */
  *unpack(path: string, limitBytes = MAX_LIMIT_BYTES): Generator<Uint8Array, void, void> {
    const part = this.#parts.get(toPathKey(path));
    if (!part) throw corrupt(`its part ${path} is missing`);
    if (part.flags & ENCRYPTED_FLAG) throw encrypted();
    if (part.bytes > Math.min(limitBytes, this.#left)) throw tooLarge(Math.min(limitBytes, this.#limitBytes));
    this.#left -= part.bytes;
    const packed = this.#packedBytes(path, part);
    let bytes = 0;
    let crc = -1;
    for (const piece of part.method === STORED ? splitBytes(packed) : inflate(packed, path)) {
      bytes += piece.length;
      if (bytes > part.bytes) break;
      crc = addToCrc(crc, piece);
      yield piece;
    }
    if (bytes !== part.bytes || (crc ^ -1) >>> 0 !== part.crc) throw corruptPart(path, 'is damaged');
  }

  #packedBytes(path: string, { start, method, packedBytes }: Part): Uint8Array {
    const isThere = start + LOCAL_BYTES <= this.#bytes.length && this.#view.getUint32(start, true) === LOCAL;
    if (!isThere) throw corruptPart(path, 'is not at the offset in the list of parts');
    if (method !== STORED && method !== DEFLATED) throw corruptPart(path, 'is compressed in an unknown way');
    const nameBytes = this.#view.getUint16(start + 26, true);
    const extraBytes = this.#view.getUint16(start + 28, true);
    const from = start + LOCAL_BYTES + nameBytes + extraBytes;
    if (from + packedBytes > this.#bytes.length) throw corruptPart(path, 'is cut off');
    return this.#bytes.subarray(from, from + packedBytes);
  }
}

function* splitBytes(bytes: Uint8Array): Generator<Uint8Array, void, void> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

function* inflate(packed: Uint8Array, path: string): Generator<Uint8Array, void, void> {
  let unpacked: Uint8Array[] = [];
  const inflator = new Inflate((piece) => unpacked.push(piece));
  for (let at = 0; at < packed.length; at += CHUNK_BYTES) {
    try {
      inflator.push(packed.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES >= packed.length);
    } catch {
      throw corruptPart(path, 'is damaged');
    }
    yield* unpacked;
    unpacked = [];
  }
}
