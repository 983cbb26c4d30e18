/**
 * Which value a name in brackets has: a column of the sheet, else a derived one, else none; and
 * whether a name that fits none is a slip of the keyboard or simply not ours.
 */
import { columnKey } from '../table/column-name.ts';
import { editDistance } from '../text/edit-distance.ts';
import type { ValueSource } from './value.ts';

/** Derived columns and the columns they are taken from, best first. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['geocity', ['city', 'town', 'location']],
  ['geostate', ['state', 'province', 'region']],
  ['geourl', ['url', 'slug', 'path']],
]);
const DERIVED_NAMES = ['geo_city', 'geo_state', 'geo_url', 'row_number', 'page_url'];
/** A name of at least this many letters within two slips of a column is a misspelt placeholder. */
const MISSPELT_LETTERS = 6;
const MISSPELT_DISTANCE = 2;

export interface ResolvedName {
  source: ValueSource;
  /** Columns it is filled from, as written in the sheet. */
  columns: string[];
  derived: boolean;
  isHtml: boolean;
}

export interface UnknownName {
  /** `fault` refuses the seed, `near` is told of, `foreign` is somebody else's bracket. */
  verdict: 'fault' | 'near' | 'foreign';
  /** Nearest placeholder that there is: `geo_city`. */
  nearest?: string;
}

/** Of one sheet. Names are compared by their keys: case, spaces, `_` and `-` do not count. */
export class Columns {
  readonly names: readonly string[];
  readonly #indexByKey = new Map<string, number>();
  readonly #resolved = new Map<string, ResolvedName | undefined>();
  readonly #judged = new Map<string, UnknownName>();

  constructor(columns: readonly { name: string; key: string }[]) {
    this.names = columns.map((column) => column.name);
    columns.forEach((column, index) => {
      if (column.key !== '') this.#indexByKey.set(column.key, index);
    });
  }

  indexOf(name: string): number | undefined {
    return this.#indexByKey.get(columnKey(name));
  }

  /** The value of that name, or `undefined` where neither a column nor a derived column has it. */
  resolve(name: string): ResolvedName | undefined {
    const key = columnKey(name);
    if (!this.#resolved.has(key)) this.#resolved.set(key, this.#find(key));
    return this.#resolved.get(key);
  }

  #find(key: string): ResolvedName | undefined {
    const index = this.#indexByKey.get(key);
    if (index !== undefined) return this.#fromColumn(index, false);
    for (const synonym of SYNONYMS.get(key) ?? []) {
      const found = this.#indexByKey.get(synonym);
      if (found !== undefined) return this.#fromColumn(found, true);
    }
    if (key === 'geourl') return this.#citySlug();
    if (key === 'rownumber')
      return { source: { kind: 'row-number' }, columns: [], derived: true, isHtml: false };
    if (key === 'pageurl') return { source: { kind: 'page-url' }, columns: [], derived: true, isHtml: false };
    return undefined;
  }

  #fromColumn(column: number, derived: boolean): ResolvedName {
    const name = this.names[column] ?? '';
    return { source: { kind: 'column', column }, columns: [name], derived, isHtml: /[ _-]html$/i.test(name) };
  }

  #citySlug(): ResolvedName | undefined {
    const city = this.resolve('geo_city');
    const state = this.resolve('geo_state');
    if (city?.source.kind !== 'column') return undefined;
    return {
      source: {
        kind: 'city-state',
        city: city.source.column,
        state: state?.source.kind === 'column' ? state.source.column : undefined,
      },
      columns: [...city.columns, ...(state?.columns ?? [])],
      derived: true,
      isHtml: false,
    };
  }

  /** Judges a name that `resolve` does not know; a seed may hold the same one ten thousand times. */
  judge(name: string): UnknownName {
    const isOurs = /^geo[\s_-]/i.test(name);
    const known = `${isOurs} ${columnKey(name)}`;
    let judged = this.#judged.get(known);
    if (!judged) {
      judged = this.#judge(columnKey(name), isOurs);
      this.#judged.set(known, judged);
    }
    return judged;
  }

  #judge(key: string, isOurs: boolean): UnknownName {
    const { nearest, distance } = this.#nearestTo(key, isOurs ? undefined : MISSPELT_DISTANCE);
    const named = nearest === undefined ? {} : { nearest };
    if (isOurs) return { verdict: 'fault', ...named };
    if (distance > MISSPELT_DISTANCE) return { verdict: 'foreign' };
    return { verdict: key.length >= MISSPELT_LETTERS ? 'fault' : 'near', ...named };
  }

  #nearestTo(key: string, bound: number | undefined): { nearest: string | undefined; distance: number } {
    let nearest: string | undefined;
    let distance = Number.POSITIVE_INFINITY;
    const derived = DERIVED_NAMES.filter((candidate) => this.resolve(candidate));
    for (const candidate of [...this.names.filter((column) => column !== ''), ...derived]) {
      const measured = editDistance(key, columnKey(candidate), bound);
      if (measured >= distance) continue;
      distance = measured;
      nearest = candidate;
    }
    return { nearest, distance };
  }
}
