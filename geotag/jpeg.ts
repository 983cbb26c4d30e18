/**
 * Reads the segments of a JPEG file, up to its end marker. Pixels aren't decoded: a copy has the same compressed scan.
 * Source: ITU-T T.81, annex B.
 */
import { IMAGE_PIXELS, IMAGE_SEGMENTS } from '#engine/limits.ts';
import { isScanWhole } from './scan-data.ts';

/** Markers of segments, second byte. */
export const MARKER = { app0: 0xe0, app1: 0xe1, app2: 0xe2, app12: 0xec, app13: 0xed, app15: 0xef } as const;
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const COM = 0xfe;
/** Frame headers among C0 to CF; the others are tables. */
const NOT_FRAMES = new Set([0xc4, 0xc8, 0xcc]);

export interface Segment {
  marker: number;
  /** The whole segment, its marker included. */
  bytes: Uint8Array;
  /** Data after the length. */
  payload: Uint8Array;
}

export interface Jpeg {
  width: number;
  height: number;
  /** Segments before the first scan, in order; consecutive comments are one. */
  segments: Segment[];
  /** From the first scan header to the end marker, inclusive. */
  scan: Uint8Array;
  /** The file is complete except for its end marker, which is added to the scan. */
  isEndMissing: boolean;
  /** Data after the end marker. */
  trailer: Uint8Array;
  /** Offset of the trailer in the file. */
  end: number;
}

/** Returns the data of the segments with a marker. */
export function getPayloads({ segments }: Jpeg, wanted: number): Uint8Array[] {
  return segments.filter(({ marker }) => marker === wanted).map(({ payload }) => payload);
}

/** Reasons why a file can't be tagged. */
export type JpegFault = 'empty' | 'format' | 'truncated' | 'pixels' | 'segments';

/**
 * Reads the structure of a file.
 * @returns views of `bytes`, or the fault
 */
export function readJpeg(bytes: Uint8Array): Jpeg | JpegFault {
  if (bytes.length === 0) return 'empty';
  if (bytes[0] !== 0xff || bytes[1] !== SOI || bytes[2] !== 0xff) return 'format';
  const segments: Segment[] = [];
  const count = { segments: 0 };
  let at = 2;
  for (;;) {
    const found = findSegment(bytes, at, count);
    if (typeof found === 'string') return found;
    const { marker, start, end } = found;
    at = end;
    if (marker === SOS) return complete({ bytes, segments, start, scanData: at, count });
    segments.push({ marker, bytes: bytes.subarray(start, end), payload: bytes.subarray(start + 4, end) });
  }
}

interface FoundSegment {
  marker: number;
  start: number;
  end: number;
}

/** @returns the position of the segment; consecutive comments count as one */
function findSegment(bytes: Uint8Array, from: number, count: { segments: number }): FoundSegment | JpegFault {
  count.segments += 1;
  if (count.segments > IMAGE_SEGMENTS) return 'segments';
  const first = measureSegment(bytes, from);
  if (typeof first === 'string' || first.marker !== COM) return first;
  let { end } = first;
  while (bytes[end] === 0xff && bytes[end + 1] === COM) {
    const next = measureSegment(bytes, end);
    if (typeof next === 'string') return next;
    ({ end } = next);
  }
  return { ...first, end };
}

function measureSegment(bytes: Uint8Array, from: number): FoundSegment | JpegFault {
  if (from >= bytes.length) return 'truncated';
  if (bytes[from] !== 0xff) return 'format';
  let start = from;
  // A marker may have any number of fill bytes before it.
  while (bytes[start + 1] === 0xff) start += 1;
  const marker = bytes[start + 1];
  if (marker === undefined || start + 4 > bytes.length) return 'truncated';
  // Markers without a length aren't allowed before the scan.
  if (marker < 0xc0 || (marker >= 0xd0 && marker <= EOI)) return 'format';
  const end = start + 2 + (((bytes[start + 2] ?? 0) << 8) | (bytes[start + 3] ?? 0));
  if (end < start + 4) return 'format';
  if (end > bytes.length) return 'truncated';
  return { marker, start, end };
}

interface ScanPlace {
  bytes: Uint8Array;
  segments: Segment[];
  start: number;
  scanData: number;
  count: { segments: number };
}

function complete(place: ScanPlace): Jpeg | JpegFault {
  const { bytes, segments, start, scanData, count } = place;
  const frame = segments.find(({ marker }) => marker >= 0xc0 && marker <= 0xcf && !NOT_FRAMES.has(marker));
  const [, top = 0, low = 0, left = 0, right = 0] = frame?.payload ?? [];
  const [height, width] = [top * 256 + low, left * 256 + right];
  if (frame === undefined || width === 0 || height === 0) return 'format';
  if (width * height > IMAGE_PIXELS) return 'pixels';
  const later: FoundSegment[] = [];
  const end = findEnd({ bytes, scanData, count, later });
  if (typeof end === 'string') {
    const scan = end === 'truncated' ? addEnd(place, later) : undefined;
    if (!scan) return end;
    const [trailer, isEndMissing] = [new Uint8Array(0), true];
    return { width, height, segments, scan, isEndMissing, trailer, end: bytes.length };
  }
  const [scan, trailer] = [bytes.subarray(start, end), bytes.subarray(end)];
  return { width, height, segments, scan, isEndMissing: false, trailer, end };
}

/** Returns the scan with an end marker if the file is otherwise complete. */
function addEnd({ bytes, segments, start, scanData }: ScanPlace, later: readonly FoundSegment[]) {
  const found = [{ marker: SOS, start, end: scanData }, ...later];
  const coded = found.map((segment, index) => ({
    marker: segment.marker,
    payload: bytes.subarray(segment.start + 4, segment.end),
    data: bytes.subarray(segment.end, found[index + 1]?.start),
  }));
  const tables = segments.map(({ marker, payload }) => ({ marker, payload, data: new Uint8Array(0) }));
  if (!isScanWhole([...tables, ...coded])) return undefined;
  const isHalf = bytes.at(-1) === 0xff;
  return joinBytes([bytes.subarray(start, isHalf ? -1 : bytes.length), Uint8Array.of(0xff, EOI)]);
}

interface EndSearch {
  bytes: Uint8Array;
  scanData: number;
  count: { segments: number };
  /** Receives the segments between the scans. */
  later: FoundSegment[];
}

/** Progressive files have tables and further scans between the first one and the end. */
function findEnd({ bytes, scanData, count, later }: EndSearch): number | JpegFault {
  let at = scanData;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    const next = at < 0 ? undefined : bytes[at + 1];
    if (next === undefined) return 'truncated';
    if (next === EOI) return at + 2;
    // A stuffed byte, a fill byte, or a restart marker.
    if (next === 0 || (next >= 0xd0 && next <= 0xd7)) at += 2;
    else if (next === 0xff) at += 1;
    else {
      const found = findSegment(bytes, at, count);
      if (typeof found === 'string') return found;
      later.push(found);
      at = found.end;
    }
  }
}

/** Maximum payload of a segment, whose length has two bytes and includes itself. */
export const PAYLOAD_BYTES = 65_533;

/**
 * Writes a segment.
 * @param payload at most `PAYLOAD_BYTES` in all
 */
export function writeSegment(marker: number, ...payload: Uint8Array[]): Uint8Array {
  const length = payload.reduce((sum, { length: bytes }) => sum + bytes, 2);
  return joinBytes([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), ...payload]);
}

/** Concatenates arrays. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Converts an ASCII text, such as the identifier of a segment, to bytes. */
export function toAscii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Checks if the bytes begin with `mark`. */
export function startsWith(bytes: Uint8Array, mark: Uint8Array): boolean {
  return bytes.length >= mark.length && mark.every((byte, index) => bytes[index] === byte);
}
