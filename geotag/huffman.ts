/** Reads the Huffman codes of a JPEG scan. Source: ITU-T T.81, annexes B.2.4.2, C and F.2.2. */

/** Thrown if the data is truncated or corrupt. */
export class ScanError extends Error {}

export interface HuffmanTable {
  /** First code, number of codes and index of the first value, by length. */
  lengths: readonly { first: number; count: number; index: number }[];
  values: Uint8Array;
}

/** Reads bits; a stuffed byte is skipped, and a marker ends the data. */
export class BitReader {
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
      if (byte === undefined || (byte === 0xff && !isStuffed)) throw new ScanError();
      this.#at += isStuffed ? 2 : 1;
      this.#byte = byte;
      this.#left = 8;
    }
    this.#left -= 1;
    return (this.#byte >> this.#left) & 1;
  }

  readBits(count: number): number {
    let bits = 0;
    for (let index = 0; index < count; index += 1) bits = bits * 2 + this.readBit();
    return bits;
  }

  skipBits(count: number): void {
    for (let index = 0; index < count; index += 1) this.readBit();
  }

  /** Skips a restart marker. */
  restart(): void {
    this.#left = 0;
    const marker = this.#data[this.#at + 1] ?? 0;
    if (this.#data[this.#at] !== 0xff || marker < 0xd0 || marker > 0xd7) throw new ScanError();
    this.#at += 2;
  }

  /** Only the first byte of a marker may follow. */
  get isAtEnd(): boolean {
    const rest = this.#data.length - this.#at;
    return rest === 0 || (rest === 1 && this.#data[this.#at] === 0xff);
  }
}

/** Adds the tables of a segment; one with the same number is replaced. */
export function readTables(payload: Uint8Array, tables: Map<number, HuffmanTable>): void {
  for (let at = 0; at + 17 <= payload.length; ) {
    const counts = payload.subarray(at + 1, at + 17);
    const lengths: { first: number; count: number; index: number }[] = [];
    let [code, index] = [0, 0];
    for (const count of counts) {
      lengths.push({ first: code, count, index });
      code = (code + count) * 2;
      index += count;
    }
    tables.set(payload[at] ?? 0, { lengths, values: payload.subarray(at + 17, at + 17 + index) });
    at += 17 + index;
  }
}

/** Reads one code; throws a `ScanError` if the table doesn't have it. */
export function readSymbol(bits: BitReader, { lengths, values }: HuffmanTable): number {
  let code = 0;
  for (const { first, count, index } of lengths) {
    code = code * 2 + bits.readBit();
    if (code - first < count) return values[index + code - first] ?? 0;
  }
  throw new ScanError();
}
