/**
 * Towns that rows were found to be. A project keeps them, so that a new version of the gazetteer changes none of its
 * pages, and a row that was made certain once stays certain.
 */
import { toStoredKey } from './identity.ts';

/** Cells of a row that say which town it is; a town is looked up once for equal ones. */
export interface TownCells {
  /** Own key or URL of the row; empty without one. */
  key: string;
  /** City, state, county, ZIP code, latitude and longitude as the sheet has them. */
  cells: readonly string[];
}

/** A town with the values of the derived columns that the gazetteer had for it. */
export interface KnownTown extends TownCells {
  values: readonly string[];
}

/** The town of a row that has no values. */
export interface MissingTown {
  /** `"Xyz, TX" isn’t in the places data` */
  reason: string;
  isAmbiguous: boolean;
}

/** Says how to get the values of a row whose town isn’t certain. @param wanted what the row lacks, as advice */
export function adviseTown({ isAmbiguous }: MissingTown, wanted: string): string {
  return isAmbiguous
    ? 'Add the ZIP code, the county or coordinates to the row.'
    : `${wanted}, or correct the name.`;
}

/** NUL, which no stored text contains. */
const SEPARATOR = '\0';
const toId = ({ key, cells }: TownCells): string => [key, ...cells].map(toStoredKey).join(SEPARATOR);

function toTown(id: string, values: readonly string[]): KnownTown {
  const [key = '', ...cells] = id.split(SEPARATOR);
  return { key, cells, values };
}

/** Identifies the row while its other cells change. */
function toBase(id: string): string {
  const [key = '', city = '', state = '', , zip = ''] = id.split(SEPARATOR);
  return key || [city, state, city === '' ? zip : ''].join(SEPARATOR);
}

/** Checks that no cell of a row contradicts those of a town; empty ones don't. */
function isCompatible(id: string, other: string): boolean {
  const cells = other.split(SEPARATOR).slice(1);
  return id
    .split(SEPARATOR)
    .slice(1)
    .every((cell, index) => cell === '' || cell === cells[index]);
}

/** Towns of earlier runs, and those that a run adds. */
export class KnownTowns {
  /** Version of the gazetteer that new towns are looked up in. */
  readonly version: string;
  /** One string for each row: objects took 59 MB more for 100,000 rows (November 2026). */
  readonly #values = new Map<string, readonly string[]>();
  /** The town of a base; `undefined` if several have it. */
  readonly #byBase = new Map<string, string | undefined>();
  readonly #added = new Set<string>();
  readonly #missing = new Map<number, MissingTown>();
  readonly #read: (row: number) => TownCells;

  /** @param read reads the cells of a row of the sheet */
  constructor(version: string, read: (row: number) => TownCells, known: readonly KnownTown[] = []) {
    this.version = version;
    this.#read = read;
    for (const town of known) {
      const id = toId(town);
      this.#values.set(id, town.values);
      const base = toBase(id);
      this.#byBase.set(base, this.#byBase.has(base) ? undefined : id);
    }
  }

  /** Finds the values of a row. Cells that are empty now don't contradict those that made the town certain. */
  find(row: number): readonly string[] | undefined {
    const id = toId(this.#read(row));
    const own = this.#values.get(id);
    if (own || this.#byBase.size === 0) return own;
    const other = this.#byBase.get(toBase(id));
    return other !== undefined && isCompatible(id, other) ? this.#values.get(other) : undefined;
  }

  add(row: number, values: readonly string[]): void {
    const id = toId(this.#read(row));
    this.#values.set(id, values);
    this.#added.add(id);
  }

  addMissing(row: number, town: MissingTown): void {
    this.#missing.set(row, town);
  }

  /** Returns why a row has no values; undefined if it has a town, or names none. */
  findMissing(row: number): MissingTown | undefined {
    return this.#missing.get(row);
  }

  /** Returns the town of a row that this run has added; only once, for the first row. */
  takeAdded(row: number): KnownTown | undefined {
    const id = toId(this.#read(row));
    const values = this.#added.delete(id) ? this.#values.get(id) : undefined;
    return values && toTown(id, values);
  }

  /**
   * All towns of earlier runs and of these rows, in an order that doesn't depend on the rows.
   * @param rows with pages; once all are listed, `takeAdded` returns none of their towns
   */
  *list(rows: Iterable<number>): Generator<KnownTown> {
    for (const row of rows) this.takeAdded(row);
    const ids = [...this.#values.keys()].filter((id) => !this.#added.has(id)).sort();
    // one at a time: all objects of 100,000 rows take 59 MB
    for (const id of ids) yield toTown(id, this.#values.get(id) ?? []);
  }
}
