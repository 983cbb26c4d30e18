/**
 * Counts the blocks of a sequential scan, to know whether a file without an end marker is whole. Nothing is
 * dequantized or transformed. Source: ITU-T T.81, annexes B.2.4 and F.2.
 */

const MARKER = { sof0: 0xc0, sof1: 0xc1, dht: 0xc4, dri: 0xdd } as const;
const BLOCK_COEFFICIENTS = 64;

export interface TableSegment {
  marker: number;
  payload: Uint8Array;
}

export interface ScanData {
  /** Segments before the data, in order. */
  segments: readonly TableSegment[];
  /** Headers of all scans, the last one included. */
  scans: readonly Uint8Array[];
  /** Coded data of the last scan, up to the end of the file. */
  data: Uint8Array;
}

interface HuffmanTable {
  /** First code, number of codes and index of the first value, by length. */
  lengths: { first: number; count: number; index: number }[];
  values: Uint8Array;
}

interface Component {
  id: number;
  horizontal: number;
  vertical: number;
}

interface Frame {
  width: number;
  height: number;
  components: Component[];
}

/** Thrown where the data end too early or are corrupt. */
class ScanFault extends Error {}

/** Reads bits; a stuffed byte is skipped, and a marker ends the data. */
class BitReader {
  #at = 0;
  #byte = 0;
  #left = 0;
  readonly #data: Uint8Array;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  readBit(): number {
    if (this.#left === 0) {
      const byte = this.#data[this.#at];
      const isStuffed = byte === 0xff && this.#data[this.#at + 1] === 0;
      if (byte === undefined || (byte === 0xff && !isStuffed)) throw new ScanFault();
      this.#at += isStuffed ? 2 : 1;
      this.#byte = byte;
      this.#left = 8;
    }
    this.#left -= 1;
    return (this.#byte >> this.#left) & 1;
  }

  skipBits(count: number): void {
    for (let index = 0; index < count; index += 1) this.readBit();
  }

  /** Skips a restart marker. */
  restart(): void {
    this.#left = 0;
    const marker = this.#data[this.#at + 1] ?? 0;
    if (this.#data[this.#at] !== 0xff || marker < 0xd0 || marker > 0xd7) throw new ScanFault();
    this.#at += 2;
  }

  /** Nothing follows but the first byte of a marker. */
  get isAtEnd(): boolean {
    const rest = this.#data.length - this.#at;
    return rest === 0 || (rest === 1 && this.#data[this.#at] === 0xff);
  }
}

function readTables(segments: readonly TableSegment[]): Map<number, HuffmanTable> {
  const tables = new Map<number, HuffmanTable>();
  for (const { marker, payload } of segments) {
    if (marker !== MARKER.dht) continue;
    for (let at = 0; at + 17 <= payload.length; ) {
      const counts = payload.subarray(at + 1, at + 17);
      const total = counts.reduce((sum, count) => sum + count, 0);
      const lengths: HuffmanTable['lengths'] = [];
      let [code, index] = [0, 0];
      for (const count of counts) {
        lengths.push({ first: code, count, index });
        code = (code + count) * 2;
        index += count;
      }
      tables.set(payload[at] ?? 0, { lengths, values: payload.subarray(at + 17, at + 17 + total) });
      at += 17 + total;
    }
  }
  return tables;
}

function readFrame(segments: readonly TableSegment[]): Frame | undefined {
  const payload = segments.find(({ marker }) => marker === MARKER.sof0 || marker === MARKER.sof1)?.payload;
  if (!payload) return undefined;
  const [, top = 0, low = 0, left = 0, right = 0, count = 0] = payload;
  const components = Array.from({ length: count }, (_none, index) => {
    const [id = 0, sampling = 0] = payload.subarray(6 + index * 3);
    return { id, horizontal: sampling >> 4, vertical: sampling & 15 };
  });
  const isValid = components.every(({ horizontal, vertical }) => horizontal > 0 && vertical > 0);
  return isValid ? { height: top * 256 + low, width: left * 256 + right, components } : undefined;
}

interface ScanComponent {
  component: Component;
  dc: HuffmanTable;
  ac: HuffmanTable;
}

function readScanHeader(
  header: Uint8Array,
  { components }: Frame,
  tables: ReadonlyMap<number, HuffmanTable>,
): ScanComponent[] | undefined {
  const found: ScanComponent[] = [];
  for (let index = 0; index < (header[0] ?? 0); index += 1) {
    const [id, selectors = 0] = header.subarray(1 + index * 2);
    const component = components.find((each) => each.id === id);
    const [dc, ac] = [tables.get(selectors >> 4), tables.get(0x10 | (selectors & 15))];
    if (!component || !dc || !ac) return undefined;
    found.push({ component, dc, ac });
  }
  return found.length > 0 ? found : undefined;
}

function readSymbol(bits: BitReader, { lengths, values }: HuffmanTable): number {
  let code = 0;
  for (const { first, count, index } of lengths) {
    code = code * 2 + bits.readBit();
    if (code - first < count) return values[index + code - first] ?? 0;
  }
  throw new ScanFault();
}

function skipBlock(bits: BitReader, { dc, ac }: ScanComponent): void {
  bits.skipBits(readSymbol(bits, dc));
  for (let at = 1; at < BLOCK_COEFFICIENTS; ) {
    const symbol = readSymbol(bits, ac);
    const [zeros, size] = [symbol >> 4, symbol & 15];
    if (size === 0 && zeros < 15) return;
    at += zeros + 1;
    if (at > BLOCK_COEFFICIENTS) throw new ScanFault();
    bits.skipBits(size);
  }
}

/** Number of coded units, and the blocks of each component in one. */
function measureScan({ width, height, components }: Frame, scan: readonly ScanComponent[]) {
  const widest = Math.max(...components.map(({ horizontal }) => horizontal));
  const highest = Math.max(...components.map(({ vertical }) => vertical));
  const [only] = scan;
  if (only && scan.length === 1) {
    const { horizontal, vertical } = only.component;
    const columns = Math.ceil(Math.ceil((width * horizontal) / widest) / 8);
    const rows = Math.ceil(Math.ceil((height * vertical) / highest) / 8);
    return { units: columns * rows, blocks: [only] };
  }
  const units = Math.ceil(width / (8 * widest)) * Math.ceil(height / (8 * highest));
  const blocks = scan.flatMap((each) =>
    Array<ScanComponent>(each.component.horizontal * each.component.vertical).fill(each),
  );
  return { units, blocks };
}

/** Do the data hold exactly the picture? Only sequential files can be judged, so progressive ones are not whole. */
export function isScanWhole({ segments, scans, data }: ScanData): boolean {
  const frame = readFrame(segments);
  const header = scans.at(-1);
  const scan = frame && header && readScanHeader(header, frame, readTables(segments));
  if (!frame || !scan) return false;
  const coded = new Set(
    scans.flatMap((each) => Array.from({ length: each[0] ?? 0 }, (_none, index) => each[1 + index * 2])),
  );
  if (!frame.components.every(({ id }) => coded.has(id))) return false;
  const interval = segments.findLast(({ marker }) => marker === MARKER.dri)?.payload;
  const restartAfter = interval ? (interval[0] ?? 0) * 256 + (interval[1] ?? 0) : 0;
  const { units, blocks } = measureScan(frame, scan);
  const bits = new BitReader(data);
  try {
    for (let unit = 0; unit < units; unit += 1) {
      if (restartAfter > 0 && unit > 0 && unit % restartAfter === 0) bits.restart();
      for (const block of blocks) skipBlock(bits, block);
    }
    return bits.isAtEnd;
  } catch (error) {
    if (error instanceof ScanFault) return false;
    throw error;
  }
}
