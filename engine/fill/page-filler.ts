/**
 * Measures and writes the page of one row. Both go through the same slots, so the size that a plan
 * promises is the size that is written.
 */
import type { Table } from '../table/table.ts';
import type { Unencodable } from './encoding.ts';
import { OP, type CompiledLength, type Program, type Slot } from './program.ts';
import { type PageIdentity, RowValues, classesOfText } from './row-values.ts';

/** How a slot's bytes come about for the row in work. */
const FROM_CELL = 0;
const BY_TABLE = 1;
const FROM_SCRATCH = 2;
/** Below it a loop is faster than a call that copies. */
const SHORT_COPY = 40;

export interface SlotFault extends Unencodable {
  slot: number;
}

function digits(value: number): number {
  let count = 1;
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) count += 1;
  return count;
}

/** Strictly serialized, as WordPress' `is_serialized()` judges. */
function isSerialized(text: string): boolean {
  const data = text.trim();
  if (data === 'N;') return true;
  if (data.length < 4 || data[1] !== ':') return false;
  if (/^s:[0-9]+:/.test(data)) return data.endsWith('";');
  if (/^[aOE]:[0-9]+:/.test(data)) return /[;}]$/.test(data);
  return /^[bid]:[0-9.E+-]+;$/.test(data);
}

export class PageFiller {
  readonly values: RowValues;
  readonly #program: Program;
  readonly #table: Table;
  readonly #utf8 = new TextEncoder();
  readonly #modes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #slotBytes: Uint32Array;
  readonly #sources: Uint8Array[];
  readonly #lengthValues: Float64Array;
  readonly #guardBytes: Int32Array;
  #scratch = new Uint8Array(1 << 16);
  #scratchUsed = 0;

  constructor(program: Program, table: Table) {
    this.#program = program;
    this.#table = table;
    this.values = new RowValues(table, program.values);
    this.#modes = new Uint8Array(program.slots.length);
    this.#starts = new Uint32Array(program.slots.length);
    this.#slotBytes = new Uint32Array(program.slots.length);
    this.#sources = program.slots.map(() => this.#scratch);
    this.#lengthValues = new Float64Array(program.lengths.length);
    this.#guardBytes = new Int32Array(program.guards.length);
  }

  /** Works out all slots and lengths of a row: bytes of its page, and what could not be encoded. */
  measure(row: number, identity: PageIdentity): { bytes: number; faults: SlotFault[] } {
    this.values.select(row, identity);
    this.#scratchUsed = 0;
    const faults: SlotFault[] = [];
    const { slots, lengths, guards, kinds, indexes } = this.#program;
    let bytes = this.#program.staticBytes;
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[index] as Slot;
      const fault = this.#measureSlot(index, slot);
      if (fault) faults.push({ ...fault, slot: index });
      bytes += (this.#slotBytes[index] ?? 0) * slot.uses;
    }
    if (lengths.length > 0 || guards.length > 0) {
      for (let index = 0; index < lengths.length; index += 1) this.#lengthValues[index] = -1;
      for (let index = 0; index < guards.length; index += 1)
        this.#guardBytes[index] = this.#measureGuard(index);
      for (let at = 0; at < kinds.length; at += 1) {
        const kind = kinds[at];
        const index = indexes[at] ?? 0;
        if (kind === OP.length) bytes += digits(this.lengthOf(index));
        else if (kind === OP.guardOpen && (this.#guardBytes[index] ?? -1) >= 0)
          bytes += digits(this.#guardBytes[index] ?? 0) + 6;
      }
    }
    return { bytes, faults };
  }

  /** A counted length of the row just measured, in bytes. */
  lengthOf(index: number): number {
    const known = this.#lengthValues[index] ?? -1;
    if (known >= 0) return known;
    const length = this.#program.lengths[index] as CompiledLength;
    let sum = length.bytes;
    for (const slot of length.slots) sum += this.#slotBytes[slot] ?? 0;
    for (const inner of length.inner) sum += digits(this.lengthOf(inner));
    this.#lengthValues[index] = sum;
    return sum;
  }

  #measureSlot(index: number, slot: Slot): Unencodable | undefined {
    const { context } = slot;
    const cell = this.values.cellOf(this.#program.values[slot.value] as Program['values'][number]);
    if (cell >= 0 && !context.isWhole) {
      const table = this.#table;
      const classes = table.classesOf(cell);
      if ((classes & context.whole) === 0) {
        const bytes = table.lengthOf(cell);
        const source = table.segmentOf(cell);
        const start = table.offsetOf(cell);
        this.#sources[index] = source;
        this.#starts[index] = start;
        if ((classes & context.changed) === 0) {
          this.#modes[index] = FROM_CELL;
          this.#slotBytes[index] = bytes;
          return undefined;
        }
        this.#modes[index] = BY_TABLE;
        let sum = 0;
        // bytes beyond ASCII are copied: a context that changes them needs the whole text
        for (let at = start; at < start + bytes; at += 1) sum += context.lengths[source[at] as number] ?? 1;
        this.#slotBytes[index] = sum;
        return undefined;
      }
    }
    return this.#measureText(index, slot);
  }

  #measureText(index: number, slot: Slot): Unencodable | undefined {
    const { context } = slot;
    const text = context.key.startsWith('html-sanitised')
      ? this.values.markupOf(slot.value)
      : this.values.text(slot.value);
    const isPlain = !context.isWhole && (classesOfText(text) & (context.changed | context.whole)) === 0;
    const encoded = isPlain ? text : context.encode(text);
    this.#modes[index] = FROM_SCRATCH;
    this.#starts[index] = this.#scratchUsed;
    if (typeof encoded !== 'string') {
      this.#slotBytes[index] = 0;
      return encoded;
    }
    const needed = this.#scratchUsed + encoded.length * 3;
    if (needed > this.#scratch.length) this.#growScratch(needed);
    const { written } = this.#utf8.encodeInto(encoded, this.#scratch.subarray(this.#scratchUsed));
    this.#slotBytes[index] = written;
    this.#scratchUsed += written;
    return undefined;
  }

  #growScratch(needed: number): void {
    const larger = new Uint8Array(needed * 2);
    larger.set(this.#scratch.subarray(0, this.#scratchUsed));
    this.#scratch = larger;
  }

  /** Bytes of the guarded text where it looks serialized, else -1. */
  #measureGuard(index: number): number {
    const guard = this.#program.guards[index];
    if (!guard) return -1;
    let text = '';
    for (const part of guard.parts) {
      if (typeof part === 'string') {
        text += part;
        continue;
      }
      const encoded = part.context.encode(this.values.text(part.value));
      text += typeof encoded === 'string' ? encoded : '';
      // the first character already tells that nearly all values are no serialized ones
      if (!/^\s*(?:[aOsbidEC]:|N;|.?$)/s.test(text.slice(0, 40))) return -1;
    }
    return isSerialized(text) ? this.#utf8.encode(text).length : -1;
  }

  /** Writes the page just measured; `target` has room for it. Returns the position behind it. */
  write(target: Uint8Array, position: number): number {
    const { kinds, indexes, runs } = this.#program;
    this.#encodeByTable();
    let at = position;
    for (let op = 0; op < kinds.length; op += 1) {
      const index = indexes[op] as number;
      const kind = kinds[op];
      if (kind === OP.bytes) {
        const run = runs[index] as Uint8Array;
        if (run.length < SHORT_COPY)
          for (let byte = 0; byte < run.length; byte += 1) target[at + byte] = run[byte] as number;
        else target.set(run, at);
        at += run.length;
      } else if (kind === OP.slot) {
        at = this.#copySlot(index, target, at);
      } else {
        const text = this.#textOfOp(kind as number, index);
        at += this.#utf8.encodeInto(text, target.subarray(at)).written;
      }
    }
    return at;
  }

  #textOfOp(kind: number, index: number): string {
    if (kind === OP.length) return String(this.lengthOf(index));
    const guarded = this.#guardBytes[index] ?? -1;
    if (guarded < 0) return '';
    return kind === OP.guardOpen ? `s:${guarded}:"` : '";';
  }

  #copySlot(index: number, target: Uint8Array, at: number): number {
    const source = (this.#modes[index] === FROM_CELL ? this.#sources[index] : this.#scratch) as Uint8Array;
    const start = this.#starts[index] as number;
    const bytes = this.#slotBytes[index] as number;
    if (bytes < SHORT_COPY)
      for (let byte = 0; byte < bytes; byte += 1) target[at + byte] = source[start + byte] as number;
    else target.set(source.subarray(start, start + bytes), at);
    return at + bytes;
  }

  /** Slots that go through a table are encoded once, into the scratch, however often they are written. */
  #encodeByTable(): void {
    const { slots } = this.#program;
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[index] as Slot;
      if (this.#modes[index] !== BY_TABLE || slot.uses === 0) continue;
      const bytes = this.#slotBytes[index] as number;
      if (this.#scratchUsed + bytes > this.#scratch.length) this.#growScratch(this.#scratchUsed + bytes);
      const source = this.#sources[index] as Uint8Array;
      const cell = this.values.cellOf(this.#program.values[slot.value] as Program['values'][number]);
      const end = (this.#starts[index] as number) + this.#table.lengthOf(cell);
      let at = this.#scratchUsed;
      for (let from = this.#starts[index] as number; from < end; from += 1) {
        const byte = source[from] as number;
        const encoded = slot.context.bytes[byte];
        if (encoded === undefined || encoded.length === 1)
          this.#scratch[at++] = encoded === undefined ? byte : (encoded[0] as number);
        else for (const each of encoded) this.#scratch[at++] = each;
      }
      this.#modes[index] = FROM_SCRATCH;
      this.#starts[index] = this.#scratchUsed;
      this.#scratchUsed = at;
    }
  }
}
