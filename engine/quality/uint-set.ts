/** A set of 32-bit hashes that is reused for each page, and how hashes are mixed. */

/** Mixes the bits of a hash, as the last step of MurmurHash3 does. */
export function mixHash(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Hashes are mixed ones, so their low bits choose the slot. 0 is an empty slot; no hash may be 0. */
export class UintSet {
  #slots = new Uint32Array(1 << 10);
  #mask = this.#slots.length - 1;
  size = 0;

  /** Empties the set and makes room. */
  reset(capacity: number): void {
    this.size = 0;
    let length = 1 << 10;
    while (length < capacity * 2) length *= 2;
    this.#mask = length - 1;
    if (length > this.#slots.length) this.#slots = new Uint32Array(length);
    else this.#slots.fill(0, 0, length);
  }

  /** @returns false if the set had it */
  add(hash: number): boolean {
    let at = hash & this.#mask;
    for (let found = this.#slots[at]; found !== 0; found = this.#slots[at]) {
      if (found === hash) return false;
      at = (at + 1) & this.#mask;
    }
    this.#slots[at] = hash;
    this.size += 1;
    return true;
  }

  has(hash: number): boolean {
    return this.findSlot(hash) >= 0;
  }

  /** @returns the place of the hash, below `slotCount`; -1 without it */
  findSlot(hash: number): number {
    let at = hash & this.#mask;
    for (let found = this.#slots[at]; found !== 0; found = this.#slots[at]) {
      if (found === hash) return at;
      at = (at + 1) & this.#mask;
    }
    return -1;
  }

  get slotCount(): number {
    return this.#mask + 1;
  }

  fill(hashes: Uint32Array): this {
    this.reset(hashes.length);
    for (let at = 0; at < hashes.length; at += 1) this.add(hashes[at] as number);
    return this;
  }
}
