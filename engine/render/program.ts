/**
 * A pattern compiled for filling: static texts with slots between them. A slot is filled once per row, however often
 * the page contains it.
 */
import { type Counted, type Guard, type Piece, byteLength } from '../encoding/piece.ts';
import { matchUnchanged } from '../encoding/encoders.ts';
import type { Encoder } from '../text/encoder.ts';
import { type EncodedValue, type Value, toValueKey } from '../language/value.ts';

/** An encoded value. */
export interface ValueSlot extends EncodedValue {
  kind: 'value';
  /** Matches texts that are written as they are. */
  unchanged: RegExp | undefined;
}

/** The length of a text: its constant bytes and its slots. */
export interface LengthSlot {
  kind: 'length';
  bytes: number;
  slots: readonly number[];
}

/** A text before or after one that may need it; numbers are slots. */
export interface GuardSlot extends Pick<Guard, 'guard' | 'side'> {
  kind: 'guard';
  parts: readonly (string | number)[];
  /** The first value of the text. */
  value: Value | undefined;
}

export type Slot = ValueSlot | LengthSlot | GuardSlot;

export interface Program {
  /** Distinct values. */
  values: Value[];
  slots: Slot[];
  /** Number of times that a page contains each slot; slots that are only measured come last and have no entry. */
  uses: number[];
  /** Static texts of the page: one before each slot, and the last. */
  texts: string[];
  /** Indexes of the slots between the texts. */
  order: number[];
  /** Total bytes of the static texts. */
  staticBytes: number;
}

class ProgramBuilder {
  readonly values: Value[] = [];
  readonly slots: Slot[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #lengths = new Map<Counted, number>();

  #remember(key: string, add: () => number): number {
    const index = this.#indexes.get(key) ?? add() - 1;
    this.#indexes.set(key, index);
    return index;
  }

  #addValue(value: Value, encoders: readonly Encoder[]): number {
    const key = toValueKey(value);
    const index = this.#remember(key, () => this.values.push(value));
    const names = encoders.map(({ name }) => name);
    return this.#remember(`${key} ${names.join(' ')}`, () => {
      // a fault within these is only known once their parts are encoded
      const isText = !value.isHtml && value.source.kind !== 'base64' && value.source.kind !== 'construct';
      const unchanged = isText ? matchUnchanged(encoders) : undefined;
      return this.slots.push({ kind: 'value', value: this.values[index] ?? value, encoders, unchanged });
    });
  }

  addLength(of: Counted): number {
    const known = this.#lengths.get(of);
    if (known !== undefined) return known;
    const slots = of.parts.map((part) =>
      part.kind === 'hole' ? this.#addValue(part.value, part.encoders) : this.addLength(part.of),
    );
    const index = this.slots.push({ kind: 'length', bytes: of.bytes, slots }) - 1;
    this.#lengths.set(of, index);
    return index;
  }

  #addGuard({ of, guard, side }: Guard): number {
    const parts = of.parts.map((part) =>
      typeof part === 'string' ? part : this.#addValue(part.value, part.encoders),
    );
    const first = of.parts.find((part) => typeof part !== 'string');
    const key = side + JSON.stringify(parts);
    return this.#remember(key, () =>
      this.slots.push({ kind: 'guard', guard, side, parts, value: first?.value }),
    );
  }

  add(piece: Exclude<Piece, { kind: 'rewrite' | 'marker' }>): number {
    if (piece.kind === 'hole') return this.#addValue(piece.value, piece.encoders);
    return piece.kind === 'length' ? this.addLength(piece.of) : this.#addGuard(piece);
  }
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

/** Compiles the pieces of a pattern; `measured` lists the slots of the lengths that are only read. */
export function compileProgram(source: ProgramSource): { program: Program; measured: number[] } {
  const builder = new ProgramBuilder();
  const texts: string[] = [];
  const order: number[] = [];
  let text = '';
  let last = source.from;
  for (const piece of source.pieces) {
    // markers are folded, unless a fault refuses the seed
    if (piece.kind === 'marker') continue;
    text += source.text.slice(last, Math.max(last, piece.start));
    last = Math.max(last, piece.end);
    if (piece.kind === 'rewrite') text += piece.text;
    else {
      texts.push(text);
      order.push(builder.add(piece));
      text = '';
    }
  }
  texts.push(text + source.text.slice(last, source.to));
  const { values, slots } = builder;
  const uses = slots.map(() => 0);
  for (const index of order) uses[index] = (uses[index] ?? 0) + 1;
  const staticBytes = texts.reduce((sum, each) => sum + byteLength(each), 0);
  const measured = source.measured.map((counted) => builder.addLength(counted));
  return { program: { values, slots, uses, texts, order, staticBytes }, measured };
}
