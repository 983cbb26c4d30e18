/**
 * Values of one row as text: cells, derived values, the page's identity; filters applied. Each text is
 * computed on first use and at most once per row.
 */
import { toColumnKey } from '../sheet/column-name.ts';
import type { Table } from '../sheet/table.ts';
import { encodeAll } from '../encoding/encoders.ts';
import type { Unencodable } from '../text/encoder.ts';
import { toPlainText } from '../encoding/html/encode-html.ts';
import { encodeBase64 } from '../text/base64.ts';
import { applyFilters, splitList } from '../language/filters.ts';
import { slugify } from '../text/slugify.ts';
import { holds } from '../language/condition.ts';
import {
  type Body,
  type ConstructSource,
  type EncodedValue,
  type Parts,
  type Value,
  type ValueSource,
  readSource,
} from '../language/value.ts';
import { chooseVariant } from '../language/variants.ts';

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

/** A row near another one. */
export interface NearbyRow {
  row: number;
  miles: number;
}

/** Neighbors of the rows of a run. */
export interface NearbyRows {
  /** Lists the rows near a row as a `[nearby]` asks for them, nearest first. */
  list(row: number, construct: ConstructSource): readonly NearbyRow[];
  /** URL of the page of a row. */
  getUrl(values: RowValues): string;
}

/** Choice of all constructs, whatever the row. */
export interface ConstructShape {
  /** Index of the body; of fewer bodies the last one. */
  body: number;
  /** Number of entries of each list. */
  repeats: number;
}

/** The project's part in the values of a row. */
export interface RowContext {
  projectKey: string;
  /** Key of the row, which determines its variants. */
  getRowKey(values: RowValues): string;
  neighbors?: NearbyRows;
  shape?: ConstructShape;
}

/** Cells alone, for identities: these have no constructs. */
const CELLS: RowContext = { projectKey: '', getRowKey: () => '' };

/** A value that can’t be encoded in its place, such as `javascript:` in a URL. */
export interface ValueFault extends Unencodable {
  value: Value;
  /** The value's text. */
  text: string;
}

/** Values that a construct gives to its body. */
interface Frame {
  item?: { name: string; text: string };
  near?: { values: RowValues; miles: number };
  outer: Frame | undefined;
}

/** A value that a condition compares as a number. */
interface NotNumber {
  text: string;
  /** Omitted if the value isn't a cell. */
  column: number | undefined;
}

/** A body of a construct, and the values that it is filled with. */
interface WrittenBody {
  values: RowValues;
  body: Body;
}

/** Values of one row; without an identity its fields are empty texts. */
export class RowValues {
  readonly table: Table;
  /** Index in the table. */
  readonly row: number;
  readonly #texts = new Map<Value, string>();
  readonly #context: RowContext;
  /** Bodies by construct, if the page has any. */
  #bodies: Map<ConstructSource, readonly WrittenBody[]> | undefined;
  #notNumbers = new Map<string, NotNumber>();
  #identity: PageIdentity | undefined;
  #frame: Frame | undefined;
  #slugColumn = -1;
  #slugText = '';

  constructor(table: Table, row: number, context = CELLS) {
    this.table = table;
    this.row = row;
    this.#context = context;
  }

  /** The same row with the identity of its page. */
  withIdentity(identity: PageIdentity): RowValues {
    const identified = new RowValues(this.table, this.row, this.#context);
    identified.#identity = identity;
    identified.#slugColumn = this.#slugColumn;
    identified.#slugText = this.#slugText;
    return identified;
  }

  /** Values that conditions compared as numbers although they aren't, by their columns. */
  get notNumbers(): ReadonlyMap<string, NotNumber> {
    return this.#notNumbers;
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

  /** Encodes a value for its place; returns the first fault within a construct or base64. */
  encode({ value, encoders }: EncodedValue): string | ValueFault {
    const { source } = value;
    if (source.kind === 'construct') {
      const filled = this.listBodies(source).map(({ values, body }) => values.#fill(body.parts));
      return filled.find(({ fault }) => fault)?.fault ?? filled.map(({ text }) => text).join('');
    }
    const fault = source.kind === 'base64' ? this.#fill(source.parts).fault : undefined;
    if (fault) return fault;
    const text = encoders[0]?.keepsMarkup ? this.computeMarkup(value) : this.computeText(value);
    const encoded = encodeAll(text, encoders);
    return typeof encoded === 'string' ? encoded : { ...encoded, value, text: this.computeText(value) };
  }

  /** Fills a text, decoded; values that can't be encoded in their place are empty, because their rows are skipped. */
  renderText(text: { parts: Parts } | undefined): string {
    return text ? this.#fill(text.parts).text : '';
  }

  #fill(parts: Parts): { text: string; fault?: ValueFault } {
    const faults: ValueFault[] = [];
    let filled = '';
    for (const part of parts) {
      const text = typeof part === 'string' ? part : this.encode(part);
      if (typeof text === 'string') filled += text;
      else faults.push(text);
    }
    const [fault] = faults;
    return { text: filled, ...(fault && { fault }) };
  }

  /** Lists the parts of a text that the row writes: in place of a construct, those of the bodies that it takes. */
  listWritten(parts: Parts): { values: RowValues; part: Parts[number] }[] {
    return parts.flatMap((part) => {
      const source = typeof part === 'string' ? undefined : part.value.source;
      return source?.kind === 'construct'
        ? this.listBodies(source).flatMap(({ values, body }) => values.listWritten(body.parts))
        : [{ values: this, part }];
    });
  }

  /** Lists the values that the row writes in a text, also those within base64. */
  listValues(parts: Parts): EncodedValue[] {
    return this.listWritten(parts).flatMap(({ values, part }) => {
      if (typeof part === 'string') return [];
      const { source } = part.value;
      return source.kind === 'base64' ? values.listValues(source.parts) : [part];
    });
  }

  /** Lists the values that decide what the row writes in a text: a condition after the one that holds isn't read. */
  listDeciding(parts: Parts): Value[] {
    return parts.flatMap((part): Value[] => {
      const source = typeof part === 'string' ? undefined : part.value.source;
      if (source?.kind === 'base64') return this.listDeciding(source.parts);
      if (source?.kind !== 'construct') return [];
      const written = this.listBodies(source);
      const taken = source.bodies.findIndex((body) => body === written[0]?.body);
      const read = taken < 0 ? source.bodies : source.bodies.slice(0, taken + 1);
      return [
        ...read.flatMap(({ names }) => names.map(([, value]) => value)),
        ...written.flatMap(({ values, body }) => values.listDeciding(body.parts)),
      ];
    });
  }

  #withFrame(frame: Frame): RowValues {
    const framed = new RowValues(this.table, this.row, this.#context);
    framed.#identity = this.#identity;
    framed.#notNumbers = this.#notNumbers;
    framed.#frame = frame;
    return framed;
  }

  /** Lists the bodies that this row writes, each with its values. */
  listBodies(source: ConstructSource): readonly WrittenBody[] {
    this.#bodies ??= new Map();
    const known = this.#bodies.get(source) ?? this.#chooseBodies(source);
    this.#bodies.set(source, known);
    return known;
  }

  #chooseBodies(source: ConstructSource): WrittenBody[] {
    const { bodies, origin } = source;
    const [body] = bodies;
    if (!body) return [];
    const { marker } = body;
    const { shape } = this.#context;
    if (shape) {
      const repeats = marker.kind === 'for' || marker.kind === 'nearby' ? shape.repeats : 1;
      const given = { values: this, body: bodies[shape.body] ?? bodies.at(-1) ?? body };
      return Array.from({ length: repeats }, () => given);
    }
    if (marker.kind === 'spin') {
      const { projectKey, getRowKey } = this.#context;
      const chosen = chooseVariant({ projectKey, rowKey: getRowKey(this), ...origin.key }, bodies.length);
      return [{ values: this, body: bodies[chosen] ?? body }];
    }
    if (marker.kind === 'for')
      return this.#listItems(body).map((text) => ({
        values: this.#withFrame({ item: { name: toColumnKey(marker.item), text }, outer: this.#frame }),
        body,
      }));
    if (marker.kind === 'nearby') {
      const nearby = this.#context.neighbors?.list(this.row, source) ?? [];
      return nearby.map(({ row, miles }) => {
        const near = { values: new RowValues(this.table, row, this.#context), miles };
        return { values: this.#withFrame({ near, outer: this.#frame }), body };
      });
    }
    const taken = bodies.find((each) => this.#takes(each));
    return taken ? [{ values: this, body: taken }] : [];
  }

  #takes({ marker, names }: Body): boolean {
    if (marker.kind === 'else') return true;
    if (marker.kind !== 'if' && marker.kind !== 'elseif') return false;
    const values = new Map(names);
    const read = (name: string) => {
      const value = values.get(name);
      return value ? this.computeText(value) : '';
    };
    return holds(marker.condition, read, (name, text) => {
      const source = values.get(name)?.source;
      const column = source?.kind === 'column' ? source.column : undefined;
      this.#notNumbers.set(this.table.columns[column ?? -1]?.name ?? name, { text, column });
    });
  }

  #listItems({ marker, names: [list] }: Body): string[] {
    if (marker.kind !== 'for' || !list) return [];
    return splitList(this.computeText(list[1]), marker.separator);
  }

  readonly #cell = (column: number): string => this.table.getCell(this.row, column);

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
    if (source.kind === 'base64') return encodeBase64(this.renderText(source), source.isPadded);
    if (source.kind === 'identity') return this.#identity?.[source.field] ?? '';
    return this.#constructText(source);
  }

  /** Text of a construct, or of a value that a construct gives. */
  #constructText(
    source: Extract<ValueSource, { kind: 'construct' | 'item' | 'near' | 'near-distance' }>,
  ): string {
    if (source.kind === 'construct')
      return this.listBodies(source)
        .map(({ values, body }) => values.renderText(body))
        .join('');
    let frame = this.#frame;
    if (source.kind === 'item') {
      while (frame && frame.item?.name !== source.name) frame = frame.outer;
      return frame?.item?.text ?? (source.outside ? this.#sourceText(source.outside) : '');
    }
    while (frame && !frame.near) frame = frame.outer;
    if (!frame?.near) return '';
    const { values, miles } = frame.near;
    if (source.kind === 'near-distance') return String(miles);
    return source.of.kind === 'page-url'
      ? (this.#context.neighbors?.getUrl(values) ?? '')
      : values.#sourceText(source.of);
  }
}
