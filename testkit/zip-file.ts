/**
 * Writes ZIP archives for tests. All numbers of a header can be forged, because attacks on ZIP readers use headers.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  path: string;
  content: string | Uint8Array;
  /**
   * `streamed`: sizes follow the data; `zip64`: sizes have eight bytes; `packed`: the content is already deflated.
   */
  kind?: 'stored' | 'deflated' | 'streamed' | 'zip64' | 'packed';
  /** Forged header values. */
  lies?: { bytes?: number; crc?: number; method?: number; flags?: number; offset?: number };
}

interface Packed {
  name: Buffer;
  body: Buffer;
  method: number;
  flags: number;
  crc: number;
  bytes: number;
  part: ZipPart;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const UNKNOWN = 0xffffffff;

function pack(part: ZipPart): Packed {
  const { kind = 'deflated', lies = {} } = part;
  const raw = typeof part.content === 'string' ? Buffer.from(part.content) : part.content;
  return {
    part,
    name: Buffer.from(part.path),
    body: kind === 'stored' || kind === 'packed' ? Buffer.from(raw) : deflateRawSync(raw),
    method: lies.method ?? (kind === 'stored' ? 0 : 8),
    flags: lies.flags ?? (kind === 'streamed' ? 8 : 0),
    crc: lies.crc ?? crc32(raw),
    bytes: lies.bytes ?? raw.length,
  };
}

function writeSizes({ crc, body, bytes }: Packed, header: Buffer, at: number): void {
  header.writeUInt32LE(crc, at);
  header.writeUInt32LE(body.length, at + 4);
  header.writeUInt32LE(bytes, at + 8);
}

function writeLocal(packed: Packed): Buffer[] {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(packed.flags, 6);
  header.writeUInt16LE(packed.method, 8);
  header.writeUInt16LE(packed.name.length, 26);
  if (packed.part.kind !== 'streamed') {
    writeSizes(packed, header, 14);
    return [header, packed.name, packed.body];
  }
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  writeSizes(packed, descriptor, 4);
  return [header, packed.name, packed.body, descriptor];
}

function writeCentral(packed: Packed, offset: number): Buffer[] {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL, 0);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(packed.flags, 8);
  header.writeUInt16LE(packed.method, 10);
  writeSizes(packed, header, 16);
  header.writeUInt16LE(packed.name.length, 28);
  header.writeUInt32LE(packed.part.lies?.offset ?? offset, 42);
  if (packed.part.kind !== 'zip64') return [header, packed.name];
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  [packed.bytes, packed.body.length, offset].forEach((value, index) => {
    extra.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  });
  for (const at of [20, 24, 42]) header.writeUInt32LE(UNKNOWN, at);
  header.writeUInt16LE(extra.length, 30);
  return [header, packed.name, extra];
}

/** Writes an archive; `comment` follows the end record. */
export function writeZip(parts: readonly ZipPart[], comment = ''): Buffer {
  const packed = parts.map(pack);
  const locals = packed.map((each) => Buffer.concat(writeLocal(each)));
  let offset = 0;
  const centrals = packed.map((each, index) => {
    const central = Buffer.concat(writeCentral(each, offset));
    offset += locals[index]?.length ?? 0;
    return central;
  });
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...locals, directory, end, Buffer.from(comment)]);
}

/** Packs a ZIP bomb: `head`, many times `unit`, then `tail`, without holding it in memory. */
export function packBomb({ head, unit, times, tail }: BombSpec): Omit<ZipPart, 'path'> {
  const block = Buffer.from(unit.repeat(Math.ceil(1_000_000 / unit.length)));
  const blocks = Math.ceil((times * unit.length) / block.length);
  const flush = { finishFlush: constants.Z_FULL_FLUSH };
  const packedBlock = deflateRawSync(block, flush);
  const packed = Buffer.concat([
    deflateRawSync(head, flush),
    ...Array.from({ length: blocks }, () => packedBlock),
    deflateRawSync(tail),
  ]);
  let crc = crc32(head);
  for (let index = 0; index < blocks; index += 1) crc = crc32(block, crc);
  const bytes = head.length + blocks * block.length + tail.length;
  return { content: packed, kind: 'packed', lies: { bytes, crc: crc32(tail, crc) } };
}

/** ASCII only. */
export interface BombSpec {
  head: string;
  unit: string;
  times: number;
  tail: string;
}
