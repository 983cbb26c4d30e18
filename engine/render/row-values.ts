/**
 * Values of one row as text: cells, derived values, the page's identity; filters applied. Each text is
 * computed on first use and at most once per row.
 */
import { ASCII_CLASS, CHAR_CLASS } from '../sheet/char-class.ts';
import type { Table } from '../sheet/table.ts';
import { toContext } from '../encoding/context.ts';
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

/** Union of the character classes of a text. */
function classesOfText(text: string): number {
  let classes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    classes |= code < 128 ? (ASCII_CLASS[code] ?? 0) : CHAR_CLASS.nonAscii;
  }
  return classes;
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
  readonly #values: readonly Value[];
  readonly #texts: (string | undefined)[] = [];
  /** Reasons why a value within a text can't be encoded, by the index of the text. */
  readonly #faults: (Unencodable | undefined)[] = [];
  #fault: Unencodable | undefined;
  #identity: PageIdentity | undefined;
  #slugColumn = -1;
  #slugText = '';

  /** @param values those that are read by index */
  constructor(table: Table, row: number, values: readonly Value[] = []) {
    this.table = table;
    this.row = row;
    this.#values = values;
  }

  /** The same row with the identity of its page. */
  withIdentity(identity: PageIdentity): RowValues {
    const identified = new RowValues(this.table, this.row, this.#values);
    identified.#identity = identity;
    identified.#slugColumn = this.#slugColumn;
    identified.#slugText = this.#slugText;
    return identified;
  }

  /** Text of the value with that index. */
  text(index: number): string {
    const known = this.#texts[index];
    if (known !== undefined) return known;
    this.#fault = undefined;
    const text = this.computeText(this.#values[index] as Value);
    this.#texts[index] = text;
    this.#faults[index] = this.#fault;
    return text;
  }

  /** Reads the texts of all values; with markup where a value may contain some. */
  readAll(): string[] {
    return this.#values.map((value, index) => (value.isHtml ? this.computeMarkup(value) : this.text(index)));
  }

  /** Cell of the value with that index if it is unchanged; `undefined` for all others. */
  getCell(index: number): number | undefined {
    const value = this.#values[index];
    const column = value && getCellColumn(value);
    return column === undefined ? undefined : this.#cellIndex(column);
  }

  /** Reason why a value within that text can't be encoded; read its text first. */
  getFault(index: number): Unencodable | undefined {
    return this.#faults[index];
  }

  /** Union of the character classes of the value with that index. */
  classes(index: number): number {
    return classesOfText(this.text(index));
  }

  /** Text of any value, not cached. */
  computeText(value: Value): string {
    const text = this.#sourceText(value.source);
    // a *_html column where markup is not allowed
    const bare = value.isHtml ? toPlainText(text) : text;
    return value.filters.length === 0 ? bare : applyFilters(bare, value.filters);
  }

  /** Markup of a `*_html` column, for the one context that keeps it. */
  computeMarkup(value: Value): string {
    return applyFilters(this.#sourceText(value.source), value.filters);
  }

  #cellIndex(column: number): number {
    return this.row * this.table.columns.length + column;
  }

  readonly #cell = (column: number): string => this.table.text(this.#cellIndex(column));

  /** Cached: the page's key, its slug and its placeholders all read it. */
  #rowSlug(of: ValueSource): string {
    if (of.kind !== 'column' || of.fallback !== undefined) return slugify(this.#sourceText(of), 'path');
    if (this.#slugColumn !== of.column) {
      this.#slugText = slugify(this.#cell(of.column), 'path');
      this.#slugColumn = of.column;
    }
    return this.#slugText;
  }

  #partText(part: string | EncodedValue): string {
    if (typeof part === 'string') return part;
    const context = toContext(part.encoders);
    const text = context.keepsMarkup ? this.computeMarkup(part.value) : this.computeText(part.value);
    const encoded = context.encode(text);
    if (typeof encoded === 'string') return encoded;
    this.#fault ??= encoded;
    return '';
  }

  #sourceText(source: ValueSource): string {
    if (source.kind === 'column' || source.kind === 'text') return readSource(source, this.#cell);
    if (source.kind === 'row-slug') return this.#rowSlug(source.of);
    if (source.kind === 'city-state') {
      const city = readSource(source.city, this.#cell);
      const state = source.state === undefined ? '' : readSource(source.state, this.#cell);
      // A state alone would be the slug of all rows that lack their city.
      return city.trim() === '' ? '' : slugify(`${city} ${state}`, 'segment');
    }
    if (source.kind === 'row-number') return String(this.table.rowNumber(this.row));
    if (source.kind === 'in-turn') return source.texts[this.row % source.texts.length] ?? '';
    if (source.kind === 'page-url') return this.#identity?.url ?? '';
    if (source.kind === 'base64')
      return encodeBase64(source.parts.map((part) => this.#partText(part)).join(''), source.isPadded);
    return this.#identity?.[source.field] ?? '';
  }
}
