/**
 * Values of placeholders: a column of the sheet, a value derived from columns, or a field of the page's
 * identity; then filters.
 */
import { toColumnKey } from '../sheet/column-name.ts';
import type { Encoder } from '../text/encoder.ts';
import type { Filter } from './filters.ts';
import type { Marker } from './marker.ts';

/** A column of the sheet, with the text chosen for its empty cells. */
export interface CellSource {
  kind: 'column';
  column: number;
  fallback?: string;
}

/** The same text on every page, as chosen by the user; it may be empty. */
export interface TextSource {
  kind: 'text';
  text: string;
}

export type ValueSource =
  | CellSource
  | TextSource
  /** Slug of city and state, for sheets without a slug column. */
  | { kind: 'city-state'; city: CellSource; state: CellSource | TextSource | undefined }
  /** The row’s own slug, with `/` between its segments: `[geo_url]` after a host or `/`. */
  | { kind: 'row-slug'; of: ValueSource }
  /** The URL of the page. */
  | { kind: 'page-url' }
  | { kind: 'row-number' }
  /** Texts in rotation, one per row. */
  | { kind: 'in-turn'; texts: readonly string[] }
  /** A text with values of its own that is written as base64: every byte depends on all values. */
  | { kind: 'base64'; parts: Parts; isPadded: boolean }
  /** A field of the page’s identity, such as its id; the platform defines the fields. */
  | { kind: 'identity'; field: string }
  | ConstructSource
  /** The current part of a `[for]`; outside of the construct, the placeholder of that name. */
  | { kind: 'item'; name: string; outside: ValueSource | undefined }
  /** A value of the nearby row. */
  | { kind: 'near'; of: ValueSource }
  /** Miles to the nearby row. */
  | { kind: 'near-distance' };

/** A construct of the page language: each row writes some of its bodies, once or several times. */
export interface ConstructSource {
  kind: 'construct';
  origin: ConstructOrigin;
  bodies: readonly Body[];
}

/** Identity of a construct in its seed, shared by all copies of its opening marker. */
export class ConstructOrigin {
  readonly #counts: Map<string, number>;
  #source = '';
  #ordinal = 0;

  /** @param counts number of constructs of the seed by their source text */
  constructor(counts: Map<string, number>) {
    this.#counts = counts;
  }

  /** The source text and the number of equal ones before it: edits elsewhere in the seed don't change them. */
  get key(): { construct: string; ordinal: number } {
    return { construct: this.#source, ordinal: this.#ordinal };
  }

  /** Takes the innermost decoded source text, which is the same whatever encodes it. */
  name(source: string): void {
    if (this.#source !== '') return;
    this.#source = source;
    this.#ordinal = this.#counts.get(source) ?? 0;
    this.#counts.set(source, this.#ordinal + 1);
  }

  toJSON(): object {
    return this.key;
  }
}

/** A marker as written, and its range in the text. It isn't part of the JSON, because equal values share a slot. */
export class MarkerPlace {
  readonly text: string;
  readonly start: number;
  readonly end: number;

  constructor({ text, start, end }: { text: string; start: number; end: number }) {
    this.text = text;
    this.start = start;
    this.end = end;
  }

  toJSON(): undefined {
    return undefined;
  }
}

/** The text after a marker, up to the next marker of the construct. */
export interface Body {
  marker: Marker;
  place: MarkerPlace;
  /** Values of the names in the marker. */
  names: readonly (readonly [name: string, value: Value])[];
  parts: Parts;
}

/** Static texts and values of a text. */
export type Parts = readonly (string | EncodedValue)[];

/** A value and its encoders, innermost first. */
export interface EncodedValue {
  value: Value;
  encoders: readonly Encoder[];
}

export interface Value {
  source: ValueSource;
  filters: readonly Filter[];
  /** A column named `*_html`: its sanitized markup is preserved in HTML text. */
  isHtml: boolean;
  /** A column of latitudes or longitudes: a comma in a number is the decimal mark. */
  isCoordinate?: true;
  /** Name of the placeholder, if the user chose its source; no column needs that name. */
  name?: string;
  /** Name of the placeholder, as written in the seed or the footer link template. */
  written?: string;
}

/** @param cell reads a column of the row */
export function readSource(source: CellSource | TextSource, cell: (column: number) => string): string {
  if (source.kind === 'text') return source.text;
  const text = cell(source.column);
  return source.fallback !== undefined && text.trim() === '' ? source.fallback : text;
}

/** Lists the indexes of the columns that the source reads. */
export function listSourceColumns(source: ValueSource): number[] {
  if (source.kind === 'column') return [source.column];
  if (source.kind === 'row-slug') return listSourceColumns(source.of);
  if (source.kind === 'city-state')
    return [...listSourceColumns(source.city), ...(source.state ? listSourceColumns(source.state) : [])];
  if (source.kind === 'near') return listSourceColumns(source.of);
  if (source.kind === 'item' && source.outside) return listSourceColumns(source.outside);
  const bodies = source.kind === 'construct' ? source.bodies : [];
  const names = bodies.flatMap((body) => body.names.map(([, value]) => value));
  return [...names, ...listInnerValues(source).map(({ value }) => value)].flatMap((value) =>
    listSourceColumns(value.source),
  );
}

/** Lists the constructs of a value, the outer ones first. */
export function listConstructs({ source }: Value): ConstructSource[] {
  const inner = listInnerValues(source).flatMap(({ value }) => listConstructs(value));
  return source.kind === 'construct' ? [source, ...inner] : inner;
}

/** Lists the values of a text. */
export function listPartValues(parts: Parts): EncodedValue[] {
  return parts.filter((part) => typeof part !== 'string');
}

/** Lists the values directly within a base64 text or a construct. */
function listInnerValues(source: ValueSource): EncodedValue[] {
  if (source.kind === 'base64') return listPartValues(source.parts);
  return source.kind === 'construct' ? source.bodies.flatMap(({ parts }) => listPartValues(parts)) : [];
}

/** Names that constructs around a value give. */
interface BoundNames {
  items: ReadonlySet<string>;
  hasNear: boolean;
}

/** Finds a placeholder that only a construct gives a value, but that is outside of it: `item`, `near_city`. */
export function findUnboundName(
  { source }: Value,
  bound: BoundNames = { items: new Set(), hasNear: false },
): string | undefined {
  if (source.kind === 'item') return source.outside || bound.items.has(source.name) ? undefined : source.name;
  if (source.kind === 'near' || source.kind === 'near-distance') return bound.hasNear ? undefined : 'near_…';
  if (source.kind !== 'construct') return undefined;
  for (const { marker, names, parts } of source.bodies) {
    const within: BoundNames = {
      items: marker.kind === 'for' ? new Set([...bound.items, toColumnKey(marker.item)]) : bound.items,
      hasNear: bound.hasNear || marker.kind === 'nearby',
    };
    const values = listPartValues(parts).map(({ value }) => value);
    const unbound =
      names.map(([, value]) => findUnboundName(value, bound)).find((name) => name !== undefined) ??
      values.map((value) => findUnboundName(value, within)).find((name) => name !== undefined);
    if (unbound !== undefined) return unbound;
  }
  return undefined;
}

/** Checks if there is a text for an empty cell, or no cell at all, by choice. */
export function hasFallback({ source, filters }: Pick<Value, 'source' | 'filters'>): boolean {
  if (filters.some(({ name }) => name === 'default')) return true;
  if (source.kind === 'row-slug') return hasFallback({ source: source.of, filters: [] });
  if (source.kind === 'city-state') return source.city.fallback !== undefined;
  if (['construct', 'item', 'near', 'near-distance', 'text'].includes(source.kind)) return true;
  return source.kind === 'column' && source.fallback !== undefined;
}

/** Lists the chosen texts that the source writes. */
export function listFixedTexts(source: ValueSource): string[] {
  if (source.kind === 'text') return [source.text];
  if (source.kind === 'column') return source.fallback === undefined ? [] : [source.fallback];
  if (source.kind === 'row-slug') return listFixedTexts(source.of);
  if (source.kind !== 'city-state') return [];
  return [...listFixedTexts(source.city), ...(source.state ? listFixedTexts(source.state) : [])];
}

/** Returns a key that is equal only for values with equal texts. */
export function toValueKey(value: Value): string {
  return JSON.stringify([value.source, value.filters, value.isHtml]);
}

/** Creates the value of a field of the page’s own identity, unfiltered. */
export function identityValue(field: string): Value {
  return { source: { kind: 'identity', field }, filters: [], isHtml: false };
}

/** Lists a value; for a base64 text or a construct, all values within it. */
export function listValueParts({ value, encoders }: EncodedValue): EncodedValue[] {
  const { kind } = value.source;
  if (kind !== 'base64' && kind !== 'construct') return [{ value, encoders }];
  return listInnerValues(value.source).flatMap(listValueParts);
}

export const PAGE_URL: Value = { source: { kind: 'page-url' }, filters: [], isHtml: false };
