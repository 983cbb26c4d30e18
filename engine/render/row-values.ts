/**
 * The text of each value for one row: cells, derived values, the page's identity; filters applied.
 * Each is worked out at most once a row, and only when somebody asks.
 */
import { ASCII_CLASS, CHAR_CLASS } from '../sheet/char-class.ts';
import type { Table } from '../sheet/table.ts';
import { contextOf } from '../encoding/context.ts';
import type { Unencodable } from '../text/encoder.ts';
import { textOfHtml } from '../encoding/html/encode-html.ts';
import { encodeBase64 } from '../text/base64.ts';
import { applyFilters } from '../language/filters.ts';
import { slugify } from '../language/slugify.ts';
import { type EncodedValue, type Value, type ValueSource, readSource } from '../language/value.ts';

/** Who the page of a row is, by the names that the format gave the fields of its identity. */
export interface PageIdentity extends Readonly<Record<string, string>> {
  /** The page's own address. */
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

/** Column of a value that is a cell as it stands; nothing for all others. */
export function getCellColumn({ source, filters, isHtml }: Value): number | undefined {
  if (source.kind !== 'column' || source.fallback !== undefined) return undefined;
  return filters.length === 0 && !isHtml ? source.column : undefined;
}

/** `select` a row by its index in the table, then ask; without an identity its fields are empty texts. */
export class RowValues {
  readonly table: Table;
  readonly #width: number;
  readonly #values: readonly Value[];
  readonly #texts: string[];
  readonly #stamps: Uint32Array;
  readonly #classes: Uint32Array;
  /** The texts that `#classes` belong to. */
  readonly #classTexts: string[];
  #stamp = 0;
  #row = 0;
  #identity: PageIdentity | undefined;
  #slugRow = -1;
  #slugColumn = -1;
  #slugText = '';
  /** Of texts that hold values, what one of these could not be encoded for; by the index of the text. */
  readonly #faults: (Unencodable | undefined)[] = [];
  #fault: Unencodable | undefined;

  constructor(table: Table, values: readonly Value[]) {
    this.table = table;
    this.#width = table.columns.length;
    this.#values = values;
    this.#texts = values.map(() => '');
    this.#stamps = new Uint32Array(values.length);
    this.#classes = new Uint32Array(values.length);
    this.#classTexts = values.map(() => '');
  }

  /** Turns to a row; what was worked out for the last one is forgotten. */
  select(row: number, identity?: PageIdentity): void {
    this.#row = row;
    this.#identity = identity;
    this.#stamp += 1;
  }

  get row(): number {
    return this.#row;
  }

  /** Text of the value with that index. */
  text(index: number): string {
    if (this.#stamps[index] !== this.#stamp) {
      const value = this.#values[index] as Value;
      this.#fault = undefined;
      this.#texts[index] = this.textOf(value);
      this.#faults[index] = this.#fault;
      this.#stamps[index] = this.#stamp;
    }
    return this.#texts[index] ?? '';
  }

  /** Reads the texts of all values; with markup where a value may contain some. */
  readAll(): string[] {
    return this.#values.map((value, index) => (value.isHtml ? this.markupOf(value) : this.text(index)));
  }

  /** Index of the cell that the value with that index is as it stands; nothing for all others. */
  cellOf(index: number): number | undefined {
    const value = this.#values[index];
    const column = value && getCellColumn(value);
    return column === undefined ? undefined : this.#row * this.#width + column;
  }

  /** What keeps the value with that index from its form; its text was asked for before. */
  faultOf(index: number): Unencodable | undefined {
    return this.#faults[index];
  }

  /** Union of the character classes of the value with that index. */
  classes(index: number): number {
    const text = this.text(index);
    // the planned dates and guids are the same string in every row
    if (this.#classTexts[index] !== text) {
      this.#classes[index] = classesOfText(text);
      this.#classTexts[index] = text;
    }
    return this.#classes[index] ?? 0;
  }

  /** Text of any value, not remembered. */
  textOf(value: Value): string {
    const text = this.#sourceText(value.source);
    // a *_html column in a place without markup: its text alone
    const bare = value.isHtml ? textOfHtml(text) : text;
    return value.filters.length === 0 ? bare : applyFilters(bare, value.filters);
  }

  /** Markup of a `*_html` column, for the one context that keeps it. */
  markupOf(value: Value): string {
    return applyFilters(this.#sourceText(value.source), value.filters);
  }

  readonly #cell = (column: number): string => this.table.text(this.#row * this.#width + column);

  /** The slug of the last row asked for is kept: the page's key, its slug and its places all want it. */
  #rowSlug(of: ValueSource): string {
    if (of.kind !== 'column' || of.fallback !== undefined) return slugify(this.#sourceText(of), 'path');
    if (this.#slugRow !== this.#row || this.#slugColumn !== of.column) {
      this.#slugText = slugify(this.#cell(of.column), 'path');
      this.#slugRow = this.#row;
      this.#slugColumn = of.column;
    }
    return this.#slugText;
  }

  #partText(part: string | EncodedValue): string {
    if (typeof part === 'string') return part;
    const context = contextOf(part.encoders);
    const text = context.keepsMarkup ? this.markupOf(part.value) : this.textOf(part.value);
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
    if (source.kind === 'row-number') return String(this.table.rowNumber(this.#row));
    if (source.kind === 'in-turn') return source.texts[this.#row % source.texts.length] ?? '';
    if (source.kind === 'page-url') return this.#identity?.url ?? '';
    if (source.kind === 'base64')
      return encodeBase64(source.parts.map((part) => this.#partText(part)).join(''), source.isPadded);
    return this.#identity?.[source.field] ?? '';
  }
}
