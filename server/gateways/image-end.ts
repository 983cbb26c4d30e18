/**
 * Where a picture ends in its file. Whatever follows is of another format that the file is at the same time: a zip, a
 * script, a page.
 * Sources: PNG, third edition, section 5; ITU-T T.81, annex B; RFC 9649, section 2.4.
 */

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];
const IEND = 0x49454e44;

/**
 * @returns the number of bytes of the picture, more than there are where it is cut off; nothing where the file is no
 * JPEG, PNG or WebP
 */
export function findImageEnd(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, PNG)) return findPngEnd(view);
  if (startsWith(bytes, JPEG)) return findJpegEnd(view);
  if (!startsWith(bytes, RIFF) || !startsWith(bytes.subarray(8), WEBP)) return undefined;
  // A chunk of odd length is followed by a zero, which its length does not count.
  const size = view.getUint32(4, true);
  return 8 + size + (size % 2);
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

function findPngEnd(view: DataView): number {
  let at = PNG.length;
  while (at + 12 <= view.byteLength) {
    const isLast = view.getUint32(at + 4) === IEND;
    at += 12 + view.getUint32(at);
    if (isLast) return at;
  }
  return view.byteLength + 1;
}

/** Segments have a length; the coded pixels after a scan header end at the next marker that is not of theirs. */
function findJpegEnd(view: DataView): number {
  const { byteLength: length } = view;
  let at = 2;
  while (at + 2 <= length) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff) return length + 1;
    if (marker === 0xd9) return at + 2;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (at + 4 > length) break;
    at += 2 + view.getUint16(at + 2);
    if (marker === 0xda) at = skipPixels(view, at);
  }
  return length + 1;
}

function skipPixels(view: DataView, start: number): number {
  let at = start;
  for (; at + 1 < view.byteLength; at += 1) {
    if (view.getUint8(at) !== 0xff) continue;
    const next = view.getUint8(at + 1);
    // A stuffed byte, a fill byte, or a restart marker.
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return view.byteLength;
}
