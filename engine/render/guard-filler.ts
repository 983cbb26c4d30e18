/** Guards of the current row: a filled text that the importer would misinterpret is wrapped. */
import type { Wrapping } from '../encoding/piece.ts';
import type { Unencodable } from '../text/encoder.ts';
import type { CompiledGuard, Program } from './program.ts';
import type { RowValues } from './row-values.ts';

export interface GuardFault extends Unencodable {
  /** Index of the first value in the guarded text. */
  value: number;
}

/** Uses the values of the row selected last; call `measure` before `getWrapping`. */
export class GuardFiller {
  readonly #guards: readonly CompiledGuard[];
  readonly #wrappings: (Wrapping | undefined)[] = [];

  constructor(program: Program) {
    this.#guards = program.guards;
  }

  /** Computes all guards of the row; returns faults for wrapped texts that would not survive the import. */
  measure(values: RowValues): GuardFault[] {
    const faults: GuardFault[] = [];
    for (let index = 0; index < this.#guards.length; index += 1) {
      const guarded = this.#guards[index] as CompiledGuard;
      const text = this.#riskyText(guarded, values);
      const wrapping = text === undefined ? undefined : guarded.guard.wrap(text);
      const isFault = wrapping !== undefined && 'code' in wrapping;
      this.#wrappings[index] = isFault ? undefined : wrapping;
      const first = guarded.parts.find((part) => typeof part !== 'string');
      if (isFault && typeof first === 'object') faults.push({ ...wrapping, value: first.value });
    }
    return faults;
  }

  /** Returns the texts to write around the guarded one, if it needs them. */
  getWrapping(index: number): Wrapping | undefined {
    return this.#wrappings[index];
  }

  #riskyText({ guard, parts }: CompiledGuard, values: RowValues): string | undefined {
    const [first] = parts;
    if (first === undefined) return undefined;
    const cell = typeof first === 'string' ? undefined : values.getCell(first.value);
    const { table } = values;
    if (cell !== undefined && guard.isSafeStart(table.byteAt(cell, 0), table.byteAt(cell, 1)))
      return undefined;
    const beginning = typeof first === 'string' ? first : values.text(first.value);
    if (guard.isSafeStart(beginning.charCodeAt(0), beginning.charCodeAt(1)) || !guard.isRisky(beginning))
      return undefined;
    return parts
      .map((part) => {
        const encoded = typeof part === 'string' ? part : part.context.encode(values.text(part.value));
        return typeof encoded === 'string' ? encoded : '';
      })
      .join('');
  }
}
