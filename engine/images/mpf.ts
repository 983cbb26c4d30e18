/**
 * Further pictures behind the end of the first one (gain maps, large previews), and the index that says where they
 * are. They stay, at the places that the index names; what nothing names does not. Source: CIPA DC-007.
 */
import { isExif } from './exif.ts';
import { joinBytes, MARKER, type Segment, startsWith, toAscii } from './jpeg.ts';
import { openTiff, readFields } from './tiff.ts';

const HEADER = toAscii('MPF\0');
const ENTRIES_TAG = 0xb002;
const ENTRY_BYTES = 16;

/** Does this segment hold the index? */
export function isIndex({ marker, payload }: Segment): boolean {
  return marker === MARKER.app2 && startsWith(payload, HEADER);
}

interface Entry {
  /** Of the picture, from the byte order of the index on; 0 of the first picture. */
  offset: number;
  bytes: number;
  /** Of the offset's own four bytes, in the index. */
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

export interface FurtherPictures {
  /** The index as it is to be written. */
  index: Uint8Array;
  trailer: Uint8Array;
}

interface Place {
  index: Segment;
  /** Offset of the index's segment in the file. */
  indexAt: number;
  /** Offset of the trailer in the file. */
  trailerAt: number;
  trailer: Uint8Array;
  /** Bytes between the two that a copy does not have. */
  removed: number;
}

/** What a copy keeps of them; nothing where the index cannot be read or names nothing behind the first picture. */
export function keepFurtherPictures(place: Place): FurtherPictures | undefined {
  const { index, indexAt, trailerAt, trailer, removed } = place;
  const list = readEntries(index);
  if (!list) return undefined;
  const origin = indexAt + 4 + HEADER.length;
  const ends = list.entries
    .filter(({ offset }) => offset > 0)
    .map(({ offset, bytes }) => origin + offset + bytes - trailerAt)
    .filter((end) => end > 0 && end <= trailer.length);
  if (ends.length === 0) return undefined;
  // `slice` of a Node buffer is a view.
  const written = joinBytes([index.bytes]);
  const view = new DataView(written.buffer);
  for (const { offset, at } of list.entries)
    if (offset > 0) view.setUint32(at, offset - removed, list.isLittle);
  return { index: written, trailer: clearExif(trailer.subarray(0, Math.max(...ends))) };
}

/** Further pictures have an EXIF of their own, with the old place in it: its bytes become zeros, so that nothing moves. */
function clearExif(trailer: Uint8Array): Uint8Array {
  const cleared = joinBytes([trailer]);
  for (let at = cleared.indexOf(0xff); at >= 0; at = cleared.indexOf(0xff, at + 1)) {
    if (cleared[at + 1] !== MARKER.app1 || !isExif(cleared.subarray(at + 4))) continue;
    const length = ((cleared[at + 2] ?? 0) << 8) | (cleared[at + 3] ?? 0);
    cleared.fill(0, at + 4, at + 2 + length);
  }
  return cleared;
}
