/**
 * Values of one row as text: cells, derived values, the page's identity; filters applied. Each text is
 * computed on first use and at most once per row.
 */
import type { Table } from '../sheet/table.ts';
import { encodeAll } from '../encoding/encoders.ts';
import type { Unencodable } from '../text/encoder.ts';
import { toPlainText } from '../encoding/html/encode-html.ts';
import { encodeBase64 } from '../text/base64.ts';
import { applyFilters } from '../language/filters.ts';
import { slugify } from '../language/slugify.ts';
import { type EncodedValue, type Value, type ValueSource, readSource } from '../language/value.ts';

/** Fields that identify the page of a row, by the names that the platform gives them. */
export interface PageIdentity extends Readonly<Record<string, string>> {
  /** URL of the page. */
  readonly url: string;
}

/** Column of a value that is an unchanged cell; `undefined` for all others. */
export function getCellColumn({ source, filters, isHtml }: Value): number | undefined {
  if (source.kind !== 'column' || source.fallback !== undefined) return undefined;
  return filters.length === 0 && !isHtml ? source.column : undefined;
}

/** Values of one row; without an identity its fields are empty texts. */
export class RowValues {
  readonly table: Table;
  /** Index in the table. */
  readonly row: number;
  readonly #texts = new Map<Value, string>();
  readonly #identity: PageIdentity | undefined;
  #slugColumn = -1;
  #slugText = '';

  constructor(table: Table, row: number, identity?: PageIdentity) {
    this.table = table;
    this.row = row;
    this.#identity = identity;
  }

  /** The same row with the identity of its page. */
  withIdentity(identity: PageIdentity): RowValues {
    const identified = new RowValues(this.table, this.row, identity);
    identified.#slugColumn = this.#slugColumn;
    identified.#slugText = this.#slugText;
    return identified;
  }

  /** Text of a value. */
  computeText(value: Value): string {
    let text = this.#texts.get(value);
    if (text === undefined) {
      const source = this.#sourceText(value.source);
      // a *_html column where markup is not allowed
      text = applyFilters(value.isHtml ? toPlainText(source) : source, value.filters);
      this.#texts.set(value, text);
    }
    return text;
  }

  /** Text of a value, with the markup of a `*_html` column. */
  computeMarkup(value: Value): string {
    return value.isHtml
      ? applyFilters(this.#sourceText(value.source), value.filters)
      : this.computeText(value);
  }

  /** Encodes a value for its place. */
  encode({ value, encoders }: EncodedValue): string | Unencodable {
    const { source } = value;
    const fault = source.kind === 'base64' ? this.#findFault(source.parts) : undefined;
    return (
      fault ??
      encodeAll(encoders[0]?.keepsMarkup ? this.computeMarkup(value) : this.computeText(value), encoders)
    );
  }

  /** Fills a text; values that can't be encoded in their place are empty. */
  fill(parts: readonly (string | EncodedValue)[]): string {
    let filled = '';
    for (const part of parts) {
      const text = typeof part === 'string' ? part : this.encode(part);
      if (typeof text === 'string') filled += text;
    }
    return filled;
  }

  #findFault(parts: readonly (string | EncodedValue)[]): Unencodable | undefined {
    const encoded = parts.map((part) => (typeof part === 'string' ? part : this.encode(part)));
    return encoded.find((each) => typeof each !== 'string');
  }

  readonly #cell = (column: number): string => this.table.text(this.row * this.table.columns.length + column);

  /** Cached: the page's key, its slug and its placeholders all read it. */
  #rowSlug(of: ValueSource): string {
    if (of.kind !== 'column' || of.fallback !== undefined) return slugify(this.#sourceText(of), 'path');
    if (this.#slugColumn !== of.column) {
      this.#slugText = slugify(this.#cell(of.column), 'path');
      this.#slugColumn = of.column;
    }
    return this.#slugText;
  }

  #sourceText(source: ValueSource): string {
    if (source.kind === 'column' || source.kind === 'text') return readSource(source, this.#cell);
    if (source.kind === 'row-slug') return this.#rowSlug(source.of);
    if (source.kind === 'city-state') {
      const city = readSource(source.city, this.#cell);
      const state = source.state === undefined ? '' : readSource(source.state, this.#cell);
      // Without its city, a row would have the slug of its state.
      return city.trim() === '' ? '' : slugify(`${city} ${state}`, 'segment');
    }
    if (source.kind === 'row-number') return String(this.table.rowNumber(this.row));
    if (source.kind === 'in-turn') return source.texts[this.row % source.texts.length] ?? '';
    if (source.kind === 'page-url') return this.#identity?.url ?? '';
    if (source.kind === 'base64') return encodeBase64(this.fill(source.parts), source.isPadded);
    return this.#identity?.[source.field] ?? '';
  }
}
