/** Numbers that are joined into sets; the smallest number of a set is its root. */
export class DisjointSets {
  readonly #parents: Uint32Array;

  constructor(count: number) {
    this.#parents = Uint32Array.from({ length: count }, (_, index) => index);
  }

  findRoot(index: number): number {
    let root = index;
    for (let parent = this.#getParent(root); parent !== root; parent = this.#getParent(root)) {
      const next = this.#getParent(parent);
      this.#parents[root] = next;
      root = next;
    }
    return root;
  }

  /** @returns false if both were in one set */
  join(a: number, b: number): boolean {
    const [first, second] = [this.findRoot(a), this.findRoot(b)];
    this.#parents[Math.max(first, second)] = Math.min(first, second);
    return first !== second;
  }

  #getParent(index: number): number {
    return this.#parents[index] as number;
  }
}
