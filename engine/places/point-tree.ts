/**
 * A k-d tree of points on the unit sphere: straight lines between them sort like distances on the globe. All distances
 * here are squares of these lines.
 */
export class PointTree {
  /** Three numbers for each node. */
  readonly #vectors: Float64Array;
  /** Nodes in the order of the tree: the middle one of a range divides it. */
  readonly #order: Uint32Array;
  /** Axis by which the node at the same index of the order divides. */
  readonly #axes: Uint8Array;
  readonly #target = new Float64Array(3);
  #limit = Infinity;
  #visit: (node: number, distance: number) => number = () => 0;

  /** @param vectors three numbers for each node, without duplicate points */
  constructor(vectors: Float64Array) {
    this.#vectors = vectors;
    this.#order = Uint32Array.from({ length: vectors.length / 3 }, (_, node) => node);
    this.#axes = new Uint8Array(this.#order.length);
    this.#divide(0, this.#order.length);
  }

  #divide(from: number, to: number): void {
    if (to - from < 2) return;
    const middle = (from + to) >> 1;
    this.#axes[middle] = this.#findWidestAxis(from, to);
    this.#select(from, to);
    this.#divide(from, middle);
    this.#divide(middle + 1, to);
  }

  /** Points along a line have the same coordinate on one axis, which would divide nothing. */
  #findWidestAxis(from: number, to: number): number {
    let widest = 0;
    let width = -1;
    for (let axis = 0; axis < 3; axis += 1) {
      let min = Infinity;
      let max = -Infinity;
      for (let index = from; index < to; index += 1) {
        const value = this.#valueAt(index, axis);
        if (value < min) min = value;
        if (value > max) max = value;
      }
      if (max - min <= width) continue;
      width = max - min;
      widest = axis;
    }
    return widest;
  }

  #valueAt(index: number, axis: number): number {
    return this.#vectors[3 * (this.#order[index] ?? 0) + axis] ?? 0;
  }

  /** Quickselect: moves the node that belongs in the middle there, lower values before it and higher ones after it. */
  #select(from: number, to: number): void {
    const middle = (from + to) >> 1;
    const axis = this.#axes[middle] ?? 0;
    let low = from;
    let high = to - 1;
    while (low < high) {
      const pivot = this.#valueAt((low + high) >> 1, axis);
      let left = low;
      let right = high;
      while (left <= right) {
        while (this.#valueAt(left, axis) < pivot) left += 1;
        while (this.#valueAt(right, axis) > pivot) right -= 1;
        if (left > right) break;
        this.#swap(left, right);
        left += 1;
        right -= 1;
      }
      if (middle <= right) high = right;
      else if (middle >= left) low = left;
      else return;
    }
  }

  #swap(left: number, right: number): void {
    const node = this.#order[left] ?? 0;
    this.#order[left] = this.#order[right] ?? 0;
    this.#order[right] = node;
  }

  /**
   * Visits the nodes around a node, near ones early, and leaves out those that are farther than the limit.
   * @param visit gets a node and its distance, and returns the new limit
   */
  visitNearest(center: number, visit: (node: number, distance: number) => number): void {
    for (let axis = 0; axis < 3; axis += 1) this.#target[axis] = this.#vectors[3 * center + axis] ?? 0;
    this.#limit = Infinity;
    this.#visit = visit;
    this.#search(0, this.#order.length);
  }

  #search(from: number, to: number): void {
    if (from >= to) return;
    const middle = (from + to) >> 1;
    const node = this.#order[middle] ?? 0;
    const axis = this.#axes[middle] ?? 0;
    const gap = (this.#target[axis] ?? 0) - (this.#vectors[3 * node + axis] ?? 0);
    if (gap < 0) this.#search(from, middle);
    else this.#search(middle + 1, to);
    const distance = this.#measure(node);
    // A node at exactly the limit counts: the order of rows decides between equal distances.
    if (distance <= this.#limit) this.#limit = this.#visit(node, distance);
    if (gap * gap > this.#limit) return;
    if (gap < 0) this.#search(middle + 1, to);
    else this.#search(from, middle);
  }

  #measure(node: number): number {
    const at = 3 * node;
    const x = (this.#target[0] ?? 0) - (this.#vectors[at] ?? 0);
    const y = (this.#target[1] ?? 0) - (this.#vectors[at + 1] ?? 0);
    const z = (this.#target[2] ?? 0) - (this.#vectors[at + 2] ?? 0);
    return x * x + y * y + z * z;
  }
}
