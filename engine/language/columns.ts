/** Resolves a name in brackets to a column of the sheet or a derived value. */
import { toColumnKey } from '../sheet/column-name.ts';
import { isCoordinateKey } from './coordinate-columns.ts';
import {
  type Candidate,
  findMistyped,
  findNearest,
  isColumnName,
  toCandidate,
  toOwnWords,
} from './nearest-column.ts';
import {
  type Marker,
  type MarkerFault,
  isConditionalComment,
  isFault,
  isOpening,
  readForeignEnd,
  readMarker,
} from './marker.ts';
import { type Bracketed, findBracketed, isGeoName, isSingleName } from './placeholder.ts';
import type { CellSource, TextSource, ValueSource } from './value.ts';

/** Derived columns and the columns they are taken from, best first. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['geocity', ['city', 'town', 'location']],
  ['geostate', ['state', 'province', 'region']],
  ['geourl', ['url', 'slug', 'path']],
]);
/** Maximum product of names and columns to compare, for huge seeds. */
const MAX_COMPARISONS = 60_000;
const DERIVED_NAMES = ['geo_city', 'geo_state', 'geo_url', 'row_number', 'page_url'];

/** Chosen source of a placeholder: a column, or the same text on every page. */
export type ColumnChoice =
  | {
      /** As written in the sheet. */
      column: string;
      /** For empty cells. */
      fallback?: string | undefined;
      remembered?: true | undefined;
    }
  | {
      text: string;
      /** Made for another sheet: ignored if its column is missing, or if a text’s name is a column. */
      remembered?: true | undefined;
    };

/** By the name of the placeholder without case, spaces, `_` and `-`. */
export type ColumnChoices = Readonly<Record<string, ColumnChoice>>;

export interface ResolvedName {
  source: ValueSource;
  /** Columns that fill it, as written in the sheet. */
  columns: string[];
  derived: boolean;
  isHtml: boolean;
  isCoordinate?: true;
  /** The user chose it. */
  isChosen?: true;
}

/** Columns of one sheet. Names are compared by their keys: case, spaces, `_` and `-` don’t matter. */
export class Columns {
  readonly names: readonly string[];
  readonly #indexByKey = new Map<string, number>();
  readonly #resolved = new Map<string, ResolvedName | undefined>();
  readonly #nearest = new Map<string, string | undefined>();
  readonly #mistyped = new Map<string, boolean>();
  readonly #choices: ReadonlyMap<string, ColumnChoice>;
  #candidates: Candidate[] | undefined;
  #ownWords: Set<string> | undefined;

  constructor(columns: readonly { name: string; key: string }[], choices: ColumnChoices = {}) {
    this.names = columns.map((column) => column.name);
    columns.forEach((column, index) => {
      if (column.key !== '') this.#indexByKey.set(column.key, index);
    });
    this.#choices = new Map(
      Object.entries(choices)
        .map(([name, choice]) => [toColumnKey(name), choice] as const)
        .filter(([key, choice]) => this.#fits(key, choice)),
    );
  }

  indexOf(name: string): number | undefined {
    return this.#indexByKey.get(toColumnKey(name));
  }

  /** Returns the value of that name; `undefined` if neither a column nor a derived column has it. */
  resolve(name: string): ResolvedName | undefined {
    const key = toColumnKey(name);
    if (!this.#resolved.has(key)) this.#resolved.set(key, this.#find(key));
    return this.#resolved.get(key);
  }

  #find(key: string): ResolvedName | undefined {
    const own = this.#findOwn(key);
    if (own || this.#choices.has(key)) return own;
    for (const synonym of SYNONYMS.get(key) ?? []) {
      const found = this.#findOwn(synonym);
      if (found) return { ...found, derived: true };
    }
    if (key === 'geourl') return this.#citySlug();
    if (key === 'rownumber')
      return { source: { kind: 'row-number' }, columns: [], derived: true, isHtml: false };
    if (key === 'pageurl') return { source: { kind: 'page-url' }, columns: [], derived: true, isHtml: false };
    return undefined;
  }

  /** Returns the chosen source of a name, or else the column of that name. */
  #findOwn(key: string): ResolvedName | undefined {
    const choice = this.#choices.get(key);
    if (!choice) {
      const index = this.#indexByKey.get(key);
      return index === undefined ? undefined : this.#fromColumn({ kind: 'column', column: index }, key);
    }
    if ('text' in choice) return { ...this.#fromText(choice, key), isChosen: true };
    const column = this.#indexOfChosen(choice.column);
    if (column === undefined) return undefined;
    const { fallback = '' } = choice;
    const source: CellSource = { kind: 'column', column, ...(fallback !== '' && { fallback }) };
    return { ...this.#fromColumn(source, key), isChosen: true };
  }

  #fits(key: string, choice: ColumnChoice): boolean {
    if (!choice.remembered) return true;
    return 'text' in choice ? !this.#indexByKey.has(key) : this.#indexOfChosen(choice.column) !== undefined;
  }

  #indexOfChosen(name: string): number | undefined {
    const index = this.names.indexOf(name);
    return index < 0 ? this.indexOf(name) : index;
  }

  #fromColumn(source: CellSource, key: string): ResolvedName {
    const name = this.names[source.column] ?? '';
    return {
      source,
      columns: [name],
      derived: false,
      isHtml: /[ _-]html$/i.test(name) || (toColumnKey(name) !== key && /.html$/.test(key)),
      ...([key, toColumnKey(name)].some(isCoordinateKey) && { isCoordinate: true }),
    };
  }

  #fromText({ text }: { text: string }, key: string): ResolvedName {
    const isCoordinate = isCoordinateKey(key) && { isCoordinate: true as const };
    const source: TextSource = { kind: 'text', text };
    return { source, columns: [], derived: false, isHtml: /.html$/.test(key), ...isCoordinate };
  }

  /** Returns the user’s choice for the name, even if the sheet doesn’t have its column. */
  findChoice(name: string): ColumnChoice | undefined {
    return this.#choices.get(toColumnKey(name));
  }

  #citySlug(): ResolvedName | undefined {
    const city = this.resolve('geo_city');
    const state = this.resolve('geo_state');
    if (city?.source.kind !== 'column') return undefined;
    return {
      source: {
        kind: 'city-state',
        city: city.source,
        state: state?.source.kind === 'column' || state?.source.kind === 'text' ? state.source : undefined,
      },
      columns: [...city.columns, ...(state?.columns ?? [])],
      derived: true,
      isHtml: false,
    };
  }

  /** Resolves a name in brackets that may mean something else: it must be written exactly like the column. */
  resolveExact(name: string): ResolvedName | undefined {
    const isWritten =
      isGeoName(name) ||
      this.names.includes(name) ||
      DERIVED_NAMES.includes(name) ||
      this.findChoice(name) !== undefined;
    return isWritten ? this.resolve(name) : undefined;
  }

  /** Reads a marker of the page language; a conditional comment isn't one, and a column of its name wins. */
  readMarker(bracketed: Bracketed, text: string): Marker | MarkerFault | undefined {
    const marker = readMarker(bracketed.text);
    if (!marker || isConditionalComment(bracketed, text)) return undefined;
    return isSingleName(bracketed) && this.resolve(bracketed.name) !== undefined ? undefined : marker;
  }

  /** Checks if a row fills something in the text: a name in brackets, or a construct of the page language. */
  fillsAny(text: string): boolean {
    return findBracketed(text).some((bracketed) => {
      if (bracketed.name !== '' && this.resolve(bracketed.name) !== undefined) return true;
      // an end, which may be that of a conditional comment, fills nothing
      const marker = readForeignEnd(bracketed.text) ? undefined : this.readMarker(bracketed, text);
      return marker !== undefined && (isFault(marker) || isOpening(marker));
    });
  }

  /** Finds the nearest placeholder for one of the first names that `resolve` doesn’t know. */
  nearest(name: string): string | undefined {
    const key = toColumnKey(name);
    this.#candidates ??= this.placeholders().map(toCandidate);
    if (!this.#nearest.has(key) && this.#nearest.size * this.#candidates.length < MAX_COMPARISONS)
      this.#nearest.set(key, findNearest(name, this.#candidates));
    return this.#nearest.get(key);
  }

  /** Checks if the name is near a placeholder or consists of common column words. */
  resembles(name: string): boolean {
    this.#ownWords ??= toOwnWords(this.names);
    return this.isNear(name) || isColumnName(name, this.#ownWords);
  }

  /** Checks if the name has a nearest placeholder. Names beyond the limit count as near. */
  isNear(name: string): boolean {
    return this.nearest(name) !== undefined || !this.#nearest.has(toColumnKey(name));
  }

  /** Checks if the name is a misspelled placeholder. */
  isMistyped(name: string): boolean {
    const key = toColumnKey(name);
    this.#candidates ??= this.placeholders().map(toCandidate);
    const known = this.#mistyped.get(key);
    const isMistyped = known ?? findMistyped(name, this.#candidates) !== undefined;
    this.#mistyped.set(key, isMistyped);
    return isMistyped;
  }

  /** Lists all names that a placeholder can have. */
  placeholders(): string[] {
    const derived = DERIVED_NAMES.filter((candidate) => this.resolve(candidate));
    return [...this.names.filter((column) => column !== ''), ...derived];
  }
}

/** The key that a placeholder's name is matched by, without its filters. */
export function toPlaceholderKey(placeholder: string): string {
  return toColumnKey(findBracketed(placeholder)[0]?.name ?? '');
}
