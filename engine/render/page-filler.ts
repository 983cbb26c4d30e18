/**
 * Measures and writes the page of one row. Both use the same slots, so that the written size equals
 * the planned one.
 */
import { CHAR_CLASS } from '../sheet/char-class.ts';
import type { Table } from '../sheet/table.ts';
import type { Unencodable } from '../text/encoder.ts';
import { GuardFiller } from './guard-filler.ts';
import { type CompiledGuard, type CompiledLength, OP, type Program, type Slot } from './program.ts';
import { RowCells } from './row-cells.ts';
import { getCellColumn, RowValues } from './row-values.ts';
import type { Value } from '../language/value.ts';

/** Source of a slot’s bytes for the current row. */
const FROM_CELL = 0;
const BY_TABLE = 1;
const FROM_SCRATCH = 2;
/** Below this length a loop is faster than a copying call. */
const SHORT_COPY = 40;

export interface SlotFault extends Unencodable {
  slot: number;
}

export interface MeasuredPage {
  bytes: number;
  faults: SlotFault[];
}

const NO_FAULTS: SlotFault[] = [];

function digits(value: number): number {
  let count = 1;
  for (let limit = 10; value >= limit; limit *= 10) count += 1;
  return count;
}

/** Call `measure` for the page of a row, then `write` it or read its lengths. */
export class PageFiller {
  readonly #table: Table;
  readonly #program: Program;
  readonly #cells: RowCells;
  readonly #utf8 = new TextEncoder();
  // one entry per slot, in flat arrays for the hot loops
  readonly #columns: Int32Array;
  readonly #changed: Uint32Array;
  readonly #uses: Uint32Array;
  readonly #modes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #slotBytes: Uint32Array;
  readonly #lengths: Float64Array;
  readonly #guards: GuardFiller;
  #scratch = new Uint8Array(1 << 16);
  #scratchUsed = 0;
  #isLimitMeasured = false;

  constructor(program: Program, table: Table) {
    const { slots } = program;
    this.#program = program;
    this.#columns = Int32Array.from(
      slots,
      (slot) => getCellColumn(program.values[slot.value] as Value) ?? -1,
    );
    this.#cells = new RowCells(
      table,
      this.#columns.filter((column) => column >= 0),
    );
    this.#table = table;
    this.#changed = Uint32Array.from(slots, ({ context }) => (context.isWhole ? 1 << 31 : context.changed));
    this.#uses = Uint32Array.from(slots, (slot) => slot.uses);
    this.#modes = new Uint8Array(slots.length);
    this.#starts = new Uint32Array(slots.length);
    this.#slotBytes = new Uint32Array(slots.length);
    this.#lengths = new Float64Array(program.lengths.length);
    this.#guards = new GuardFiller(program);
  }

  /** Values of a row; `withIdentity` adds those of its page. */
  read(row: number): RowValues {
    return new RowValues(this.#table, row, this.#program.values);
  }

  /**
   * Measures all slots and lengths of a page: its bytes, and values that can’t be encoded.
   * A page that is only `sized` can't be written afterwards.
   */
  measure(values: RowValues, purpose: 'sized' | 'written'): MeasuredPage {
    this.#cells.load(values.row);
    this.#scratchUsed = 0;
    const { classes, lengths } = this.#cells;
    const { staticBytes, writtenSlots } = this.#program;
    const [columns, changes, modes] = [this.#columns, this.#changed, this.#modes];
    const [slotBytes, uses] = [this.#slotBytes, this.#uses];
    let faults = NO_FAULTS;
    let bytes = staticBytes;
    this.#isLimitMeasured = false;
    for (let index = 0; index < writtenSlots; index += 1) {
      const column = columns[index] as number;
      const changed = changes[index] as number;
      if (column >= 0 && changed >>> 31 === 0 && ((classes[column] as number) & changed) === 0) {
        modes[index] = FROM_CELL;
        slotBytes[index] = lengths[column] as number;
      } else {
        const fault = this.#measureSlot(index, values, purpose);
        if (fault) faults = [...faults, { ...fault, slot: index }];
      }
      bytes += (slotBytes[index] as number) * (uses[index] as number);
    }
    for (const { value, ...fault } of this.#guards.measure(values)) {
      faults = [...faults, { ...fault, slot: this.#program.slots.findIndex((slot) => slot.value === value) }];
    }
    return { bytes: bytes + this.#measureLengths(), faults };
  }

  /** Bytes of all counted lengths and guards that are written into the page. */
  #measureLengths(): number {
    const { lengths, guards, writtenLengths } = this.#program;
    let bytes = 0;
    for (let index = 0; index < guards.length; index += 1) {
      const wrapping = this.#guards.getWrapping(index);
      if (wrapping)
        bytes += (wrapping.open.length + wrapping.close.length) * (guards[index] as CompiledGuard).uses;
    }
    this.#countLengths(0, writtenLengths);
    for (let index = 0; index < writtenLengths; index += 1)
      bytes += digits(this.getLength(index)) * (lengths[index] as CompiledLength).uses;
    return bytes;
  }

  #countLengths(from: number, to: number): void {
    for (let index = from; index < to; index += 1) {
      const { bytes, slots, inner } = this.#program.lengths[index] as CompiledLength;
      let sum = bytes;
      for (let at = 0; at < slots.length; at += 1) sum += this.#slotBytes[slots[at] as number] as number;
      for (let at = 0; at < inner.length; at += 1) sum += digits(this.getLength(inner[at] as number));
      this.#lengths[index] = sum;
    }
  }

  /** Returns the bytes of a leaf with a limit. @param values of the row measured last */
  limitedLength(index: number, values: RowValues): number {
    if (!this.#isLimitMeasured) {
      const { slots, writtenSlots, lengths, writtenLengths } = this.#program;
      for (let slot = writtenSlots; slot < slots.length; slot += 1) {
        this.#measureSlot(slot, values, 'sized');
      }
      this.#countLengths(writtenLengths, lengths.length);
      this.#isLimitMeasured = true;
    }
    return this.getLength(index);
  }

  /** Returns a counted length of the row measured last, in bytes. */
  getLength(index: number): number {
    return this.#lengths[index] as number;
  }

  #measureSlot(index: number, values: RowValues, purpose: 'sized' | 'written'): Unencodable | undefined {
    const { context } = this.#program.slots[index] as Slot;
    const column = this.#columns[index] as number;
    if (column < 0) return this.#measureText(index, values, purpose);
    const cells = this.#cells;
    const source = cells.segments[column] as Uint8Array;
    const start = cells.offsets[column] as number;
    const length = cells.lengths[column] as number;
    if (context.isWhole) {
      if (!context.copies?.(source, start, start + length)) return this.#measureText(index, values, purpose);
      this.#modes[index] = FROM_CELL;
      this.#slotBytes[index] = length;
      return undefined;
    }
    if (((cells.classes[column] as number) & context.whole) !== 0)
      return this.#measureText(index, values, purpose);
    this.#modes[index] = BY_TABLE;
    const { lengths } = context;
    let sum = 0;
    for (let at = start; at < start + length; at += 1) {
      const byte = source[at] as number;
      // bytes beyond ASCII are copied: a context that changes them needs the whole text
      sum += byte < 128 ? (lengths[byte] as number) : 1;
    }
    this.#slotBytes[index] = sum;
    return undefined;
  }

  #measureText(index: number, values: RowValues, purpose: 'sized' | 'written'): Unencodable | undefined {
    const { context, value } = this.#program.slots[index] as Slot;
    const text = values.text(value);
    this.#modes[index] = FROM_SCRATCH;
    this.#starts[index] = this.#scratchUsed;
    const fault = values.getFault(value);
    if (fault) {
      this.#slotBytes[index] = 0;
      return fault;
    }
    const classes = context.isWhole ? -1 : values.classes(value);
    if ((classes & (context.changed | context.whole | CHAR_CLASS.nonAscii)) === 0 && purpose === 'sized') {
      this.#slotBytes[index] = text.length;
      return undefined;
    }
    const isPlain = (classes & (context.changed | context.whole)) === 0;
    const encoded = isPlain
      ? text
      : context.encode(
          context.keepsMarkup ? values.computeMarkup(this.#program.values[value] as Value) : text,
        );
    if (typeof encoded !== 'string') {
      this.#slotBytes[index] = 0;
      return encoded;
    }
    this.#reserveScratch(encoded.length * 3);
    const { written } = this.#utf8.encodeInto(encoded, this.#scratch.subarray(this.#scratchUsed));
    this.#slotBytes[index] = written;
    this.#scratchUsed += written;
    return undefined;
  }

  #reserveScratch(bytes: number): void {
    const needed = this.#scratchUsed + bytes;
    if (needed <= this.#scratch.length) return;
    const larger = new Uint8Array(needed * 2);
    larger.set(this.#scratch.subarray(0, this.#scratchUsed));
    this.#scratch = larger;
  }

  /** Writes the page measured last; `target` must have room for it. Returns the end position. */
  write(target: Uint8Array, position: number): number {
    const { kinds, indexes, runs } = this.#program;
    this.#encodeByTable();
    let at = position;
    for (let op = 0; op < kinds.length; op += 1) {
      const index = indexes[op] as number;
      const kind = kinds[op] as number;
      if (kind === OP.bytes) {
        const run = runs[index] as Uint8Array;
        if (run.length < SHORT_COPY)
          for (let byte = 0; byte < run.length; byte += 1) target[at + byte] = run[byte] as number;
        else target.set(run, at);
        at += run.length;
      } else if (kind === OP.slot) {
        at = this.#copySlot(index, target, at);
      } else {
        at = this.#writeText(this.#textOfOp(kind, index), target, at);
      }
    }
    return at;
  }

  #writeText(text: string, target: Uint8Array, at: number): number {
    for (let index = 0; index < text.length; index += 1) target[at + index] = text.charCodeAt(index);
    return at + text.length;
  }

  #textOfOp(kind: number, index: number): string {
    if (kind === OP.length) return String(this.getLength(index));
    return this.#guards.getWrapping(index)?.[kind === OP.guardOpen ? 'open' : 'close'] ?? '';
  }

  #copySlot(index: number, target: Uint8Array, at: number): number {
    const isCell = this.#modes[index] === FROM_CELL;
    const column = this.#columns[index] as number;
    const source = isCell ? (this.#cells.segments[column] as Uint8Array) : this.#scratch;
    const start = isCell ? (this.#cells.offsets[column] as number) : (this.#starts[index] as number);
    const bytes = this.#slotBytes[index] as number;
    if (bytes < SHORT_COPY)
      for (let byte = 0; byte < bytes; byte += 1) target[at + byte] = source[start + byte] as number;
    else target.set(source.subarray(start, start + bytes), at);
    return at + bytes;
  }

  /** Encodes each slot with a table once, into the scratch buffer, however often it is written. */
  #encodeByTable(): void {
    const cells = this.#cells;
    for (let index = 0; index < this.#modes.length; index += 1) {
      if (this.#modes[index] !== BY_TABLE || this.#uses[index] === 0) continue;
      this.#reserveScratch(this.#slotBytes[index] as number);
      const column = this.#columns[index] as number;
      const source = cells.segments[column] as Uint8Array;
      const { bytes } = (this.#program.slots[index] as Slot).context;
      const scratch = this.#scratch;
      const from = cells.offsets[column] as number;
      const to = from + (cells.lengths[column] as number);
      let at = this.#scratchUsed;
      this.#modes[index] = FROM_SCRATCH;
      this.#starts[index] = at;
      for (let position = from; position < to; position += 1) {
        const byte = source[position] as number;
        const encoded = byte < 128 ? (bytes[byte] as Uint8Array) : undefined;
        if (encoded === undefined) scratch[at++] = byte;
        else for (let each = 0; each < encoded.length; each += 1) scratch[at++] = encoded[each] as number;
      }
      this.#scratchUsed = at;
    }
  }
}
