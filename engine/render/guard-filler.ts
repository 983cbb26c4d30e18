/**
 * Guards of the current row: a whole meta value that looks serialized after filling is wrapped
 * as a serialized string, like WordPress’s `maybe_serialize()` does.
 */
import { phpEncoders } from '../encoding/php/encode-php.ts';
import type { Unencodable } from '../text/encoder.ts';
import { isSerialized } from '../encoding/php/is-serialized.ts';
import type { CompiledGuard, Program } from './program.ts';
import type { RowValues } from './row-values.ts';

const COLON = 58;
const SEMICOLON = 59;
const FIRST_PRINTED = 33;

/** Rules out nearly all values by their first two characters, or bytes of UTF-8. */
function isNoBeginning(first: number, second: number): boolean {
  return first >= FIRST_PRINTED && second > 0 && second !== COLON && second !== SEMICOLON;
}

function mayBeSerialized(text: string): boolean {
  if (isNoBeginning(text.charCodeAt(0), text.charCodeAt(1))) return false;
  return /^\s*(?:[aOsbidEC]:|N;|.?$)/s.test(text.slice(0, 40));
}

export interface GuardFault extends Unencodable {
  /** Index of the first value in the guarded text. */
  value: number;
}

/** Call `measure` for a row before `getBytes`. */
export class GuardFiller {
  readonly #guards: readonly CompiledGuard[];
  readonly #bytes: Int32Array;
  readonly #utf8 = new TextEncoder();

  constructor(program: Program) {
    this.#guards = program.guards;
    this.#bytes = new Int32Array(program.guards.length);
  }

  /** Computes all guards of the row; returns faults for wrapped texts that would not survive the import. */
  measure(values: RowValues): GuardFault[] {
    const faults: GuardFault[] = [];
    for (let index = 0; index < this.#guards.length; index += 1) {
      const guard = this.#guards[index] as CompiledGuard;
      const text = this.#computeText(guard, values);
      this.#bytes[index] = text === undefined ? -1 : this.#utf8.encode(text).length;
      const encoded = text === undefined ? '' : phpEncoders.php.encode(text);
      const first = guard.parts.find((part) => typeof part !== 'string');
      if (typeof encoded === 'object' && typeof first === 'object')
        faults.push({ ...encoded, value: first.value });
    }
    return faults;
  }

  /** Returns the bytes of the guarded text if it looks serialized, or else -1. */
  getBytes(index: number): number {
    return this.#bytes[index] ?? -1;
  }

  #computeText(guard: CompiledGuard, values: RowValues): string | undefined {
    const [first] = guard.parts;
    if (first === undefined) return undefined;
    const cell = typeof first === 'string' ? undefined : values.getCell(first.value);
    const { table } = values;
    if (cell !== undefined && isNoBeginning(table.byteAt(cell, 0), table.byteAt(cell, 1))) return undefined;
    const begins = typeof first === 'string' ? first : values.text(first.value);
    if (!mayBeSerialized(begins)) return undefined;
    let text = '';
    for (const part of guard.parts) {
      const encoded = typeof part === 'string' ? part : part.context.encode(values.text(part.value));
      text += typeof encoded === 'string' ? encoded : '';
    }
    return isSerialized(text) ? text : undefined;
  }
}
