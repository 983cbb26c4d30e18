/**
 * Counts the blocks of all scans, to check whether a file without an end marker is complete. Coefficients aren't
 * dequantized or transformed. Source: ITU-T T.81, annexes B.2, F.2 and G.
 */
import { BitReader, type HuffmanTable, readSymbol, readTables, ScanError } from './huffman.ts';

const MARKER = { sof0: 0xc0, sof1: 0xc1, sof2: 0xc2, dht: 0xc4, sos: 0xda, dri: 0xdd } as const;
const FRAMES: readonly number[] = [MARKER.sof0, MARKER.sof1, MARKER.sof2];
const BLOCK_COEFFICIENTS = 64;
/** Maximum number of blocks in all scans; a picture of 50 million pixels in 10 scans has 12 million. */
const MAX_BLOCKS = 30_000_000;

export interface CodedSegment {
  marker: number;
  payload: Uint8Array;
  /** Coded data after a scan header; empty for other segments. */
  data: Uint8Array;
}

interface Component {
  id: number;
  horizontal: number;
  vertical: number;
  /** Lowest known bit of each coefficient; undefined before its first scan. */
  lowBits: (number | undefined)[];
  /** Two words for each block: the coefficients that aren't zero. */
  nonZero: Uint32Array;
}

interface Frame {
  width: number;
  height: number;
  isProgressive: boolean;
  components: Component[];
}

function readFrame(segments: readonly CodedSegment[]): Frame | undefined {
  const { marker, payload } = segments.find((segment) => FRAMES.includes(segment.marker)) ?? {};
  if (!payload) return undefined;
  const [, top = 0, low = 0, left = 0, right = 0, count = 0] = payload;
  const components = Array.from({ length: count }, (_none, index): Component => {
    const [id = 0, sampling = 0] = payload.subarray(6 + index * 3);
    const nonZero = new Uint32Array(0);
    return { id, horizontal: sampling >> 4, vertical: sampling & 15, lowBits: [], nonZero };
  });
  if (components.some(({ horizontal, vertical }) => horizontal === 0 || vertical === 0)) return undefined;
  const [height, width] = [top * 256 + low, left * 256 + right];
  return { height, width, components, isProgressive: marker === MARKER.sof2 };
}

interface Scan {
  components: { component: Component; dc: HuffmanTable | undefined; ac: HuffmanTable | undefined }[];
  /** First and last coefficient. */
  first: number;
  last: number;
  /** Adds a bit to coefficients of earlier scans. */
  isRefinement: boolean;
  lowBit: number;
}

function readScan(
  header: Uint8Array,
  { components, isProgressive }: Frame,
  tables: ReadonlyMap<number, HuffmanTable>,
): Scan | undefined {
  const count = header[0] ?? 0;
  const found = Array.from({ length: count }, (_none, index) => {
    const [id, selectors = 0] = header.subarray(1 + index * 2);
    const component = components.find((each) => each.id === id);
    const [dc, ac] = [tables.get(selectors >> 4), tables.get(0x10 | (selectors & 15))];
    return component && { component, dc, ac };
  }).filter((each) => each !== undefined);
  if (found.length === 0 || found.length < count) return undefined;
  const [first = 0, last = 0, bits = 0] = header.subarray(1 + count * 2);
  if (!isProgressive)
    return { components: found, first: 0, last: BLOCK_COEFFICIENTS - 1, isRefinement: false, lowBit: 0 };
  // Only scans of first (DC) coefficients may have several components, and they have no other coefficients.
  if (first > last || last >= BLOCK_COEFFICIENTS || (first === 0 ? last > 0 : count > 1)) return undefined;
  return { components: found, first, last, isRefinement: bits >> 4 > 0, lowBit: bits & 15 };
}

/** Number of coded units, and the components of their blocks. */
function measureScan({ width, height, components }: Frame, scan: Scan) {
  const widest = Math.max(...components.map(({ horizontal }) => horizontal));
  const highest = Math.max(...components.map(({ vertical }) => vertical));
  const [only] = scan.components;
  if (only && scan.components.length === 1) {
    const { horizontal, vertical } = only.component;
    const columns = Math.ceil(Math.ceil((width * horizontal) / widest) / 8);
    const rows = Math.ceil(Math.ceil((height * vertical) / highest) / 8);
    return { units: columns * rows, blocks: [only] };
  }
  const units = Math.ceil(width / (8 * widest)) * Math.ceil(height / (8 * highest));
  const blocks = scan.components.flatMap((each) =>
    Array.from({ length: each.component.horizontal * each.component.vertical }, () => each),
  );
  return { units, blocks };
}

function requireTable(table: HuffmanTable | undefined): HuffmanTable {
  if (!table) throw new ScanError();
  return table;
}

/** Skips the blocks of one scan, and records the nonzero coefficients if later scans need them. */
class ScanReader {
  readonly #bits: BitReader;
  readonly #scan: Scan;
  readonly #isProgressive: boolean;
  /** Blocks that have no further coefficients. */
  #endRun = 0;

  constructor(data: Uint8Array, scan: Scan, isProgressive: boolean) {
    this.#bits = new BitReader(data);
    this.#scan = scan;
    this.#isProgressive = isProgressive;
  }

  restart(): void {
    if (this.#endRun > 0) throw new ScanError();
    this.#bits.restart();
  }

  get isAtEnd(): boolean {
    return this.#endRun === 0 && this.#bits.isAtEnd;
  }

  /** @param index of the block among those of its component, for a scan of one component */
  skipBlock({ component, dc, ac }: Scan['components'][number], index: number): void {
    const { first, isRefinement } = this.#scan;
    if (!this.#isProgressive) {
      this.#bits.skipBits(readSymbol(this.#bits, requireTable(dc)));
      this.#skipSequential(requireTable(ac));
    } else if (first === 0) this.#bits.skipBits(isRefinement ? 1 : readSymbol(this.#bits, requireTable(dc)));
    else if (isRefinement) this.#refine(component, index, requireTable(ac));
    else this.#skipFirst(component, index, requireTable(ac));
  }

  #skipSequential(table: HuffmanTable): void {
    for (let at = 1; at < BLOCK_COEFFICIENTS; ) {
      const symbol = readSymbol(this.#bits, table);
      const [zeros, size] = [symbol >> 4, symbol & 15];
      if (size === 0 && zeros < 15) return;
      at += zeros + 1;
      if (at > BLOCK_COEFFICIENTS) throw new ScanError();
      this.#bits.skipBits(size);
    }
  }

  #skipFirst({ nonZero }: Component, index: number, table: HuffmanTable): void {
    if (this.#endRun > 0) {
      this.#endRun -= 1;
      return;
    }
    const { first, last } = this.#scan;
    for (let at = first; at <= last; at += 1) {
      const symbol = readSymbol(this.#bits, table);
      const [zeros, size] = [symbol >> 4, symbol & 15];
      if (size === 0 && zeros < 15) {
        this.#endRun = (1 << zeros) + this.#bits.readBits(zeros) - 1;
        return;
      }
      at += zeros;
      if (at > last) throw new ScanError();
      this.#bits.skipBits(size);
      if (size > 0) mark(nonZero, index, at);
    }
  }

  #refine({ nonZero }: Component, index: number, table: HuffmanTable): void {
    const { first, last } = this.#scan;
    let at = first;
    for (; at <= last && this.#endRun === 0; at += 1) {
      const symbol = readSymbol(this.#bits, table);
      const [zeros, size] = [symbol >> 4, symbol & 15];
      if (size === 0 && zeros < 15) {
        this.#endRun = (1 << zeros) + this.#bits.readBits(zeros);
        break;
      }
      if (size > 0) this.#bits.skipBits(1);
      at = this.#refineUntilZero({ nonZero, index, at }, zeros);
      if (size === 0) continue;
      if (at > last) throw new ScanError();
      mark(nonZero, index, at);
    }
    if (this.#endRun === 0) return;
    this.#bits.skipBits(countMarks(nonZero, index, [at, last]));
    this.#endRun -= 1;
  }

  /** Skips this number of zeros; each nonzero coefficient between them has one more bit. */
  #refineUntilZero(
    { nonZero, index, at }: { nonZero: Uint32Array; index: number; at: number },
    zeros: number,
  ): number {
    let left = zeros;
    let next = at;
    for (; next <= this.#scan.last; next += 1) {
      if (isMarked(nonZero, index, next)) this.#bits.skipBits(1);
      else if (left === 0) break;
      else left -= 1;
    }
    return next;
  }
}

const getWord = (index: number, at: number) => index * 2 + (at >> 5);

function mark(nonZero: Uint32Array, index: number, at: number): void {
  const word = getWord(index, at);
  nonZero[word] = (nonZero[word] ?? 0) | (1 << (at & 31));
}

function isMarked(nonZero: Uint32Array, index: number, at: number): boolean {
  return (((nonZero[getWord(index, at)] ?? 0) >>> (at & 31)) & 1) === 1;
}

function countMarks(nonZero: Uint32Array, index: number, [from, to]: readonly [number, number]): number {
  if (nonZero[index * 2] === 0 && nonZero[index * 2 + 1] === 0) return 0;
  let count = 0;
  for (let at = from; at <= to; at += 1) if (isMarked(nonZero, index, at)) count += 1;
  return count;
}

/** Checks that a scan follows from the earlier ones, and updates the known bits. */
function applyScan({ components, first, last, isRefinement, lowBit }: Scan): boolean {
  return components.every(({ component: { lowBits } }) => {
    for (let at = first; at <= last; at += 1) {
      const known = lowBits[at];
      if (isRefinement ? known !== lowBit + 1 : known !== undefined) return false;
      lowBits[at] = lowBit;
    }
    return true;
  });
}

function readScanData(
  scan: Scan,
  frame: Frame,
  { data, restartAfter }: { data: Uint8Array; restartAfter: number },
) {
  const { units, blocks } = measureScan(frame, scan);
  const [only] = scan.components;
  if (only && scan.first > 0 && only.component.nonZero.length === 0)
    only.component.nonZero = new Uint32Array(units * 2);
  const reader = new ScanReader(data, scan, frame.isProgressive);
  for (let unit = 0; unit < units; unit += 1) {
    if (restartAfter > 0 && unit > 0 && unit % restartAfter === 0) reader.restart();
    for (const block of blocks) reader.skipBlock(block, unit);
  }
  return reader.isAtEnd;
}

function hasAllScans(segments: readonly CodedSegment[], frame: Frame): boolean {
  let restartAfter = 0;
  let count = 0;
  const tables = new Map<number, HuffmanTable>();
  for (const { marker, payload, data } of segments) {
    if (marker === MARKER.dht) readTables(payload, tables);
    if (marker === MARKER.dri) restartAfter = (payload[0] ?? 0) * 256 + (payload[1] ?? 0);
    if (marker !== MARKER.sos) continue;
    const scan = readScan(payload, frame, tables);
    if (!scan || !applyScan(scan)) return false;
    const { units, blocks } = measureScan(frame, scan);
    count += units * blocks.length;
    if (count > MAX_BLOCKS || !readScanData(scan, frame, { data, restartAfter })) return false;
  }
  return frame.components.every(
    ({ lowBits }) => lowBits.length === BLOCK_COEFFICIENTS && lowBits.every((bit) => bit === 0),
  );
}

/** Checks if the scans are complete. Arithmetic coding isn't supported, so such files count as incomplete. */
export function isScanWhole(segments: readonly CodedSegment[]): boolean {
  const frame = readFrame(segments);
  try {
    return frame !== undefined && hasAllScans(segments, frame);
  } catch (error) {
    if (error instanceof ScanError) return false;
    throw error;
  }
}
