/**
 * Finds the nearest rows of each row. Rows at the same coordinates share a node of the tree, so that a sheet with
 * 100,000 rows of one town takes no longer than one of different towns.
 */
import { type Coordinates, EARTH_MILES, requireCoordinates, writeUnitVector } from './coordinates.ts';
import { PointTree } from './point-tree.ts';

export interface Point extends Coordinates {
  /** Only rows of the same group are neighbors: `TX`. */
  group?: string;
}

export interface NearestOptions {
  /** Length of a list; lists with appended rows are longer. */
  count: number;
  /** Maximum distance of a neighbor. */
  withinMiles?: number | undefined;
  /** Rows that no list has, although they have lists themselves. */
  hidden?: ReadonlySet<number> | undefined;
}

export interface NearestRows {
  /** Indexes of each row's neighbors, nearest first, then the rows that no list of a row that isn't hidden would have. */
  lists: number[][];
  /** Rows in no list: without coordinates, or without another row in their group and distance. */
  orphans: number[];
}

/**
 * Lists the nearest other rows of each row. Of rows at the same distance, those after the row come first, in the order
 * of the sheet, then those from its start: the rows of one town link to each other in a circle instead of all to the
 * first ones. A row in no list is appended to the list of its nearest row. `milesBetween` returns the distances.
 * @param points in the order of the sheet; `undefined` for a row without coordinates
 * @throws {RangeError} for coordinates that are out of range
 */
export function nearestRows(points: readonly (Point | undefined)[], options: NearestOptions): NearestRows {
  const lists: number[][] = points.map(() => []);
  const groups = Map.groupBy(points.keys(), (row) => points[row]?.group);
  for (const rows of groups.values()) {
    const located = rows.filter((row) => points[row] !== undefined);
    const search = new Search(points, located, options);
    for (const row of located) lists[row] = search.list(row);
  }
  return { lists, orphans: appendOrphans(lists, options.hidden ?? NONE) };
}

const NONE: ReadonlySet<number> = new Set();

/** Appends each row in no list to the list of its nearest row. @returns rows without a nearest row */
function appendOrphans(lists: number[][], hidden: ReadonlySet<number>): number[] {
  const listed = new Uint8Array(lists.length);
  for (const row of hidden) listed[row] = 1;
  for (const [from, list] of lists.entries()) if (!hidden.has(from)) for (const row of list) listed[row] = 1;
  const unlisted = [...lists.keys()].filter((row) => listed[row] === 0);
  const hosts = unlisted.map((row) => lists[row]?.[0]);
  unlisted.forEach((row, index) => {
    const host = hosts[index];
    if (host !== undefined) lists[host]?.push(row);
  });
  return unlisted.filter((_, index) => hosts[index] === undefined);
}

/** Squared length of the straight line between two points on the unit sphere whose distance is given. */
function toSquaredChord(miles: number): number {
  return miles >= Math.PI * EARTH_MILES ? Infinity : (2 * Math.sin(miles / (2 * EARTH_MILES))) ** 2;
}

/** Rows of one group. Its buffers serve all of them. */
class Search {
  /** Rows at each node's coordinates, in the order of the sheet. */
  readonly #rowsByNode: number[][];
  readonly #nodeByRow: Uint32Array;
  readonly #tree: PointTree;
  readonly #limit: number;
  readonly #hidden: ReadonlySet<number>;
  /** Nearest rows to `#row` so far, and their distances. */
  readonly #found: Uint32Array;
  readonly #distances: Float64Array;
  #length = 0;
  #row = 0;

  constructor(
    points: readonly (Point | undefined)[],
    rows: readonly number[],
    { count, withinMiles = Infinity, hidden = NONE }: NearestOptions,
  ) {
    const byPosition = Map.groupBy(rows, (row) => `${points[row]?.lat},${points[row]?.lng}`);
    this.#rowsByNode = [...byPosition.values()];
    this.#nodeByRow = new Uint32Array(points.length);
    const vectors = new Float64Array(3 * this.#rowsByNode.length);
    this.#rowsByNode.forEach((shared, node) => {
      const point = points[shared[0] ?? 0];
      if (!point) return;
      requireCoordinates(point);
      writeUnitVector(point, vectors, 3 * node);
      for (const row of shared) this.#nodeByRow[row] = node;
    });
    this.#tree = new PointTree(vectors);
    this.#limit = toSquaredChord(withinMiles);
    this.#hidden = hidden;
    this.#found = new Uint32Array(count);
    this.#distances = new Float64Array(count);
  }

  /** Returns the neighbors of a row, nearest first. */
  list(row: number): number[] {
    this.#row = row;
    this.#length = 0;
    this.#tree.visitNearest(this.#nodeByRow[row] ?? 0, this.#visit);
    return [...this.#found.subarray(0, this.#length)];
  }

  readonly #visit = (node: number, distance: number): number => {
    if (distance <= this.#limit) this.#addNode(node, distance);
    const isFull = this.#length === this.#found.length;
    return isFull ? (this.#distances[this.#length - 1] ?? 0) : this.#limit;
  };

  #addNode(node: number, distance: number): void {
    const rows = this.#rowsByNode[node] ?? [];
    const start = findFirstAfter(rows, this.#row);
    for (let index = 0; index < rows.length; index += 1) {
      const other = rows[(start + index) % rows.length] ?? 0;
      // The row itself is the last one of its own node.
      if (this.#hidden.has(other) && other !== this.#row) continue;
      if (other === this.#row || !this.#add(other, distance)) return;
    }
  }

  /** @returns false if there are enough nearer rows */
  #add(other: number, distance: number): boolean {
    let at = this.#length;
    while (at > 0 && this.#precedes(other, distance, at - 1)) at -= 1;
    if (at === this.#found.length) return false;
    this.#length = Math.min(this.#length + 1, this.#found.length);
    this.#found.copyWithin(at + 1, at, this.#length - 1);
    this.#distances.copyWithin(at + 1, at, this.#length - 1);
    this.#found[at] = other;
    this.#distances[at] = distance;
    return true;
  }

  #precedes(other: number, distance: number, at: number): boolean {
    const known = this.#distances[at] ?? 0;
    if (distance !== known) return distance < known;
    const rival = this.#found[at] ?? 0;
    const isAfter = other > this.#row;
    return isAfter === rival > this.#row ? other < rival : isAfter;
  }
}

/** Returns the index of the first number above `value`, or the length of the list. */
function findFirstAfter(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
