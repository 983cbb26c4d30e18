/** The page of one row. Its size comes from the same slots as its text, so that it is written as planned. */
import { byteLength } from '../encoding/piece.ts';
import type { GuardSlot, LengthSlot, Program, Slot } from './program.ts';
import type { RowValues, ValueFault } from './row-values.ts';

/** Fills each slot once, on first use. */
export class FilledPage {
  /** Faults of the slots filled so far. */
  readonly faults: ValueFault[] = [];
  readonly #program: Program;
  readonly #values: RowValues;
  /** By slot. */
  readonly #texts: string[] = [];
  readonly #sizes: number[] = [];

  constructor(program: Program, values: RowValues) {
    this.#program = program;
    this.#values = values;
  }

  /** Returns the size of the whole text in UTF-8. */
  measure(): number {
    const { uses, staticBytes } = this.#program;
    let bytes = staticBytes;
    for (let slot = 0; slot < uses.length; slot += 1) {
      const count = uses[slot] as number;
      if (count > 0) bytes += count * this.#getSize(slot);
    }
    return bytes;
  }

  /** Returns the whole text; values with faults are empty. */
  write(): string {
    const { texts, order } = this.#program;
    let text = '';
    for (let index = 0; index < order.length; index += 1)
      text += (texts[index] as string) + this.#getText(order[index] as number);
    return text + (texts.at(-1) ?? '');
  }

  /** Returns the bytes of a counted text. */
  getLength(slot: number): number {
    return Number(this.#getText(slot));
  }

  #getText(index: number): string {
    return (this.#texts[index] ??= this.#fill(index));
  }

  #getSize(index: number): number {
    return (this.#sizes[index] ??= byteLength(this.#getText(index)));
  }

  #fill(index: number): string {
    const slot = this.#program.slots[index] as Slot;
    if (slot.kind === 'length') return this.#count(slot);
    if (slot.kind === 'guard') return this.#wrap(slot);
    const { value, unchanged } = slot;
    const text = unchanged ? this.#values.computeText(value) : '';
    if (unchanged?.test(text)) {
      this.#sizes[index] = text.length;
      return text;
    }
    const encoded = this.#values.encode(slot);
    return typeof encoded === 'string' ? encoded : this.#addFault(encoded);
  }

  #count({ bytes, slots }: LengthSlot): string {
    let sum = bytes;
    for (const slot of slots) sum += this.#getSize(slot);
    return String(sum);
  }

  #wrap({ guard, side, parts, value }: GuardSlot): string {
    const [first] = parts;
    if (!value || !guard.isRisky(typeof first === 'string' ? first : this.#values.computeText(value)))
      return '';
    const text = parts.map((part) => (typeof part === 'string' ? part : this.#getText(part))).join('');
    const wrapping = guard.wrap(text);
    if (!wrapping) return '';
    if ('open' in wrapping) return wrapping[side];
    return side === 'open'
      ? this.#addFault({ ...wrapping, value, text: this.#values.computeText(value) })
      : '';
  }

  /** Returns an empty text, to be written instead. */
  #addFault(fault: ValueFault): string {
    this.faults.push(fault);
    return '';
  }
}
