/**
 * A pattern compiled for filling: static bytes and numbered operations. Each distinct pair of
 * value and context is one *slot*, encoded once per row however often the page contains it.
 */
import type { Counted, Guard, GuardedText, Piece, TextGuard } from '../encoding/piece.ts';
import { type Context, toContext } from '../encoding/context.ts';
import type { Encoder } from '../text/encoder.ts';
import { type Value, toValueKey } from '../language/value.ts';

export interface Slot {
  /** Index into `values`. */
  value: number;
  context: Context;
  /** Number of times that it is written into the page. */
  uses: number;
}

/** Counted bytes: constant ones, slots, and the digits of inner lengths. */
export interface CompiledLength {
  bytes: number;
  slots: Uint32Array;
  /** Lengths before this one in the list. */
  inner: Uint32Array;
  /** Number of times that it is written into the page. */
  uses: number;
}

export interface CompiledGuard {
  guard: TextGuard;
  parts: (string | { value: number; context: Context })[];
  /** Number of times that it wraps a text of the page. */
  uses: number;
}

export const OP = { bytes: 0, slot: 1, length: 2, guardOpen: 3, guardClose: 4 } as const;

export interface Program {
  values: Value[];
  /** Written ones first, then those that only limits read. */
  slots: Slot[];
  /** Number of slots that a page is written from. */
  writtenSlots: number;
  /** Written ones first, as with slots; equal ones are listed once. */
  lengths: CompiledLength[];
  writtenLengths: number;
  guards: CompiledGuard[];
  runs: Uint8Array[];
  /** Kind of each operation (`OP`) and the index into its list. */
  kinds: Uint8Array;
  indexes: Uint32Array;
  /** Total bytes of the static texts. */
  staticBytes: number;
}

class ProgramBuilder {
  readonly values: Value[] = [];
  readonly slots: Slot[] = [];
  readonly lengths: CompiledLength[] = [];
  readonly guards: CompiledGuard[] = [];
  readonly runs: Uint8Array[] = [];
  readonly #kinds: number[] = [];
  readonly #indexes: number[] = [];
  readonly #valueIndex = new Map<string, number>();
  readonly #slotIndex = new Map<string, number>();
  readonly #lengthIndex = new Map<Counted, number>();
  readonly #alikeLengths = new Map<string, number>();
  readonly #guardIndex = new Map<GuardedText, number>();
  readonly #alikeGuards = new Map<string, number>();
  readonly #utf8 = new TextEncoder();
  #pending = '';

  value(value: Value): number {
    return remember(this.#valueIndex, toValueKey(value), () => this.values.push(value) - 1);
  }

  slot(value: Value, encoders: readonly Encoder[]): number {
    const index = this.value(value);
    const context = toContext(encoders);
    return remember(
      this.#slotIndex,
      `${index} ${context.key}`,
      () => this.slots.push({ value: index, context, uses: 0 }) - 1,
    );
  }

  length(of: Counted): number {
    return remember(this.#lengthIndex, of, () => {
      const slots: number[] = [];
      const inner: number[] = [];
      for (const part of of.parts) {
        if (part.kind === 'hole') slots.push(this.slot(part.value, part.encoders));
        else inner.push(this.length(part.of));
      }
      const { bytes } = of;
      return remember(
        this.#alikeLengths,
        `${bytes} ${slots.join()} ${inner.join()}`,
        () =>
          this.lengths.push({
            bytes,
            slots: Uint32Array.from(slots),
            inner: Uint32Array.from(inner),
            uses: 0,
          }) - 1,
      );
    });
  }

  guard({ of, guard }: Guard): number {
    return remember(this.#guardIndex, of, () => {
      const parts = of.parts.map((part) =>
        typeof part === 'string'
          ? part
          : { value: this.value(part.value), context: toContext(part.encoders) },
      );
      const key = JSON.stringify(
        parts.map((part) => (typeof part === 'string' ? part : [part.value, part.context.key])),
      );
      return remember(this.#alikeGuards, key, () => this.guards.push({ guard, parts, uses: 0 }) - 1);
    });
  }

  text(text: string): void {
    this.#pending += text;
  }

  op(kind: number, index: number): void {
    this.flush();
    this.#kinds.push(kind);
    this.#indexes.push(index);
  }

  flush(): void {
    if (this.#pending === '') return;
    const run = this.#utf8.encode(this.#pending);
    this.#pending = '';
    this.#kinds.push(OP.bytes);
    this.#indexes.push(this.runs.push(run) - 1);
  }

  finish(written: Pick<Program, 'writtenSlots' | 'writtenLengths'>): Program {
    return {
      values: this.values,
      slots: this.slots,
      lengths: this.lengths,
      ...written,
      guards: this.guards,
      runs: this.runs,
      kinds: Uint8Array.from(this.#kinds),
      indexes: Uint32Array.from(this.#indexes),
      staticBytes: this.runs.reduce((sum, run) => sum + run.length, 0),
    };
  }
}

function remember<Key>(index: Map<Key, number>, key: Key, make: () => number): number {
  let found = index.get(key);
  if (found === undefined) {
    found = make();
    index.set(key, found);
  }
  return found;
}

export interface ProgramSource {
  text: string;
  /** Range of the pattern in the text. */
  from: number;
  to: number;
  /** Sorted by place. */
  pieces: readonly Piece[];
  /** Lengths that are only read, never written. */
  measured: readonly Counted[];
}

/** Compiles the pieces of a pattern; `measured` lists which of `lengths` belong to its limits. */
export function compileProgram(source: ProgramSource): { program: Program; measured: number[] } {
  const builder = new ProgramBuilder();
  let last = source.from;
  for (const piece of source.pieces) {
    if (piece.start > last) builder.text(source.text.slice(last, piece.start));
    last = Math.max(last, piece.end);
    if (piece.kind === 'rewrite') builder.text(piece.text);
    else if (piece.kind === 'length') {
      const length = builder.length(piece.of);
      (builder.lengths[length] as CompiledLength).uses += 1;
      builder.op(OP.length, length);
    } else if (piece.kind === 'guard') {
      const guard = builder.guard(piece);
      const isOpen = piece.side === 'open';
      if (isOpen) (builder.guards[guard] as CompiledGuard).uses += 1;
      builder.op(isOpen ? OP.guardOpen : OP.guardClose, guard);
    } else {
      const slot = builder.slot(piece.value, piece.encoders);
      (builder.slots[slot] as Slot).uses += 1;
      builder.op(OP.slot, slot);
    }
  }
  builder.text(source.text.slice(last, source.to));
  builder.flush();
  const written = { writtenSlots: builder.slots.length, writtenLengths: builder.lengths.length };
  const measured = source.measured.map((counted) => builder.length(counted));
  return { program: builder.finish(written), measured };
}
