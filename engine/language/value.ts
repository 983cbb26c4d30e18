/**
 * Values of placeholders: a column of the sheet, a value derived from columns, or a field of the page's
 * identity; then filters.
 */
import type { Encoder } from '../text/encoder.ts';
import type { Filter } from './filters.ts';

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
  | { kind: 'base64'; parts: readonly (string | EncodedValue)[]; isPadded: boolean }
  /** A field of the page’s identity, such as its id; the platform defines the fields. */
  | { kind: 'identity'; field: string };

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
  return [];
}

/** Checks if there is a text for an empty cell, or no cell at all, by choice. */
export function hasFallback({ source, filters }: Pick<Value, 'source' | 'filters'>): boolean {
  if (filters.some(({ name }) => name === 'default')) return true;
  if (source.kind === 'row-slug') return hasFallback({ source: source.of, filters: [] });
  if (source.kind === 'city-state') return source.city.fallback !== undefined;
  return source.kind === 'text' || (source.kind === 'column' && source.fallback !== undefined);
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

/** Lists a value and, for a base64 text, all values within it. */
export function listValueParts({ value, encoders }: EncodedValue): EncodedValue[] {
  const { source } = value;
  if (source.kind !== 'base64') return [{ value, encoders }];
  return source.parts.flatMap((part) => (typeof part === 'string' ? [] : listValueParts(part)));
}

export const PAGE_URL: Value = { source: { kind: 'page-url' }, filters: [], isHtml: false };
