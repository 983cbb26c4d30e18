/**
 * Reads and writes Photoshop's image resources (APP13), which include IPTC. Removes previews and duplicate metadata.
 * Source: Adobe Photoshop file formats specification, image resources.
 */
import { IMAGE_SEGMENTS } from '#engine/limits.ts';
import { joinBytes, MARKER, PAYLOAD_BYTES, startsWith, toAscii, writeSegment } from './jpeg.ts';

const HEADER = toAscii('Photoshop 3.0\0');
const SIGNATURE = toAscii('8BIM');
const IPTC = 0x0404;
/** Old and new thumbnail, EXIF 1 and 3, XMP, and the digest of the old IPTC. */
const DROPPED = new Set([IPTC, 0x0409, 0x040c, 0x0422, 0x0423, 0x0424, 0x0425]);
/** Maximum size of preserved resources; all are removed if they are larger. */
const MAX_PRESERVED_BYTES = 4_000_000;

export interface Resources {
  /** The IPTC block; may be empty. */
  iptc: Uint8Array;
  /** Other resources to preserve. */
  preserved: Uint8Array[];
}

/** Checks for the payload of such a segment. */
export function isPhotoshop(payload: Uint8Array): boolean {
  return startsWith(payload, HEADER);
}

/** Reads the resources of all such segments of a file, which are concatenated, up to a malformed one. */
export function readResources(payloads: readonly Uint8Array[]): Resources {
  const bytes = joinBytes(payloads.map((payload) => payload.subarray(HEADER.length)));
  const view = new DataView(bytes.buffer);
  const preserved: Uint8Array[] = [];
  let iptc: Uint8Array = new Uint8Array(0);
  let at = 0;
  let count = 0;
  while (count <= IMAGE_SEGMENTS && at + 12 <= bytes.length && startsWith(bytes.subarray(at), SIGNATURE)) {
    const nameLength = 1 + (bytes[at + 6] ?? 0);
    const sizeAt = at + 6 + nameLength + (nameLength % 2);
    if (sizeAt + 4 > bytes.length) break;
    const size = view.getUint32(sizeAt);
    const end = sizeAt + 4 + size;
    if (end > bytes.length) break;
    count += 1;
    const id = view.getUint16(at + 4);
    if (id === IPTC && iptc.length === 0) iptc = bytes.subarray(sizeAt + 4, end);
    // Padding is rewritten, because the last one may be missing.
    if (!DROPPED.has(id)) preserved.push(padEven(bytes.subarray(at, end)));
    at = end + (size % 2);
  }
  const isTooMuch =
    count > IMAGE_SEGMENTS || preserved.reduce((sum, { length }) => sum + length, 0) > MAX_PRESERVED_BYTES;
  return { iptc, preserved: isTooMuch ? [] : preserved };
}

function padEven(bytes: Uint8Array): Uint8Array {
  return bytes.length % 2 === 0 ? bytes : joinBytes([bytes, new Uint8Array(1)]);
}

/** Writes the segments of a copy: IPTC, then the preserved resources, split when a segment is full. */
export function writeResources(iptc: Uint8Array, preserved: readonly Uint8Array[]): Uint8Array {
  const head = new Uint8Array(12);
  head.set(SIGNATURE);
  const view = new DataView(head.buffer);
  view.setUint16(4, IPTC);
  view.setUint32(8, iptc.length);
  const all = joinBytes([head, padEven(iptc), ...preserved]);
  const room = PAYLOAD_BYTES - HEADER.length;
  const segments: Uint8Array[] = [];
  for (let at = 0; at < all.length; at += room)
    segments.push(writeSegment(MARKER.app13, HEADER, all.subarray(at, at + room)));
  return joinBytes(segments);
}
