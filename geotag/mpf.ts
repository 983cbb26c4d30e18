/**
 * Reads and writes the index of further pictures (gain maps, large previews), which follow the end of the first one.
 * Source: CIPA DC-007.
 */
import { isExif } from './exif.ts';
import { joinBytes, MARKER, type Segment, startsWith, toAscii } from './jpeg.ts';
import { openTiff, readFields } from './tiff.ts';

const HEADER = toAscii('MPF\0');
const ENTRIES_TAG = 0xb002;
const ENTRY_BYTES = 16;

/** Checks if the segment is the index. */
export function isIndex({ marker, payload }: Segment): boolean {
  return marker === MARKER.app2 && startsWith(payload, HEADER);
}

interface Entry {
  /** Offset of the picture from the byte order mark of the index; 0 for the first picture. */
  offset: number;
  bytes: number;
  /** Position of the offset's four bytes in the index. */
  at: number;
}

function readEntries(index: Segment): { entries: Entry[]; isLittle: boolean } | undefined {
  const block = openTiff(index.payload.subarray(HEADER.length));
  const list = block && readFields(block, block.first).find(({ tag }) => tag === ENTRIES_TAG)?.value;
  if (!list) return undefined;
  const { isLittle } = block;
  const view = new DataView(list.buffer, list.byteOffset, list.byteLength);
  const start = list.byteOffset - index.bytes.byteOffset;
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= list.length; at += ENTRY_BYTES)
    entries.push({
      bytes: view.getUint32(at + 4, isLittle),
      offset: view.getUint32(at + 8, isLittle),
      at: start + at + 8,
    });
  return { entries, isLittle };
}

/** Offsets of the trailer and of the index in the file. */
interface Place {
  index: Segment;
  indexAt: number;
  trailerAt: number;
}

/** Returns the ends of the further pictures in the index, relative to the trailer. */
export function findPictureEnds({ index, indexAt, trailerAt }: Place, trailerBytes: number): number[] {
  const origin = indexAt + 4 + HEADER.length;
  const { entries = [] } = readEntries(index) ?? {};
  return entries
    .filter(({ offset }) => offset > 0)
    .map(({ offset, bytes }) => origin + offset + bytes - trailerAt)
    .filter((end) => end > 0 && end <= trailerBytes);
}

/** Checks if the index has more pictures than the first. */
export function hasFurtherPictures(index: Segment): boolean {
  return readEntries(index)?.entries.some(({ offset }) => offset > 0) ?? false;
}

export interface WrittenIndex {
  bytes: Uint8Array;
  /** Offset of the four bytes with the size of the first picture, which differs between copies. */
  sizeAt: number | undefined;
  isLittle: boolean;
}

/** Writes the index for a copy without `removed` bytes between the index and the further pictures. */
export function writeIndex(index: Segment, removed: number): WrittenIndex {
  // `slice` of a Node buffer is a view.
  const bytes = joinBytes([index.bytes]);
  const { entries = [], isLittle = false } = readEntries(index) ?? {};
  const view = new DataView(bytes.buffer);
  for (const { offset, at } of entries) if (offset > 0) view.setUint32(at, offset - removed, isLittle);
  const first = entries.find(({ offset }) => offset === 0);
  return { bytes, sizeAt: first && first.at - 4, isLittle };
}

/** Overwrites the EXIF of further pictures, which has the old place, with zeros, so that offsets don't change. */
export function clearExif(trailer: Uint8Array): Uint8Array {
  const cleared = joinBytes([trailer]);
  for (let at = cleared.indexOf(0xff); at >= 0; at = cleared.indexOf(0xff, at + 1)) {
    if (cleared[at + 1] !== MARKER.app1 || !isExif(cleared.subarray(at + 4))) continue;
    const length = ((cleared[at + 2] ?? 0) << 8) | (cleared[at + 3] ?? 0);
    cleared.fill(0, at + 4, at + 2 + length);
  }
  return cleared;
}
