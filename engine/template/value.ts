/**
 * What a placeholder stands for: a column of the sheet, something derived from columns, or a part of
 * the page's own identity; then its filters.
 */
import type { Filter } from './filters.ts';

export type ValueSource =
  | { kind: 'column'; column: number }
  /** Slug of city and state, where the sheet has no column for it. */
  | { kind: 'city-state'; city: number; state: number | undefined }
  /** The row's own slug, `/` between its segments: `[geo_url]` behind a host or `/`. */
  | { kind: 'row-slug'; of: ValueSource }
  /** The page's own address. */
  | { kind: 'page-url' }
  | { kind: 'row-number' }
  /** The texts one after another, one a row, and from the first again. */
  | { kind: 'in-turn'; texts: readonly string[] }
  /** A text with values of its own that is written as base64: none of its bytes can be known without all. */
  | { kind: 'base64'; parts: readonly (string | EncodedValue)[]; isPadded: boolean }
  /** A field that makes a page that page and no other: what there is, the format says. */
  | { kind: 'identity'; field: string };

/** A value and the names of its encoders, innermost first. */
export interface EncodedValue {
  value: Value;
  encoders: string[];
}

export interface Value {
  source: ValueSource;
  filters: readonly Filter[];
  /** A column named `*_html`: its markup is kept, sanitised, where HTML text stands. */
  isHtml: boolean;
  /** A column of latitudes or longitudes: a comma in a number is the decimal mark. */
  isCoordinate?: true;
}

/** Two values with the same key always hold the same text. */
export function valueKey(value: Value): string {
  return JSON.stringify([value.source, value.filters, value.isHtml]);
}

/** The value of a field of the page's own identity, unfiltered. */
export function identity(field: string): Value {
  return { source: { kind: 'identity', field }, filters: [], isHtml: false };
}

/** A value and all that it is made of: those of a text in base64, and of one within that. */
export function partsOfValue({ value, encoders }: EncodedValue): EncodedValue[] {
  const { source } = value;
  if (source.kind !== 'base64') return [{ value, encoders }];
  return source.parts.flatMap((part) => (typeof part === 'string' ? [] : partsOfValue(part)));
}

export const PAGE_URL: Value = { source: { kind: 'page-url' }, filters: [], isHtml: false };
