/**
 * PHP's `unserialize()` over bytes. A wrong length, a missing `;` or trailing bytes are errors: PHP returns
 * `false`, and WordPress stores an empty meta.
 *
 * Format: https://www.php.net/manual/en/function.serialize.php
 */

export type PhpValue = string | number | boolean | null | Map<string, PhpValue>;

class Unserializer {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(text: string) {
    this.#bytes = new TextEncoder().encode(text);
  }

  run(): PhpValue {
    const value = this.#value();
    if (this.#at !== this.#bytes.length) throw this.#error('trailing bytes after the value');
    return value;
  }

  #error(what: string): Error {
    return new Error(`unserialize: ${what} at byte ${this.#at}`);
  }

  #take(count: number): string {
    if (this.#at + count > this.#bytes.length) throw this.#error('the text ends');
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      this.#bytes.subarray(this.#at, this.#at + count),
    );
    this.#at += count;
    return text;
  }

  #expect(text: string): void {
    if (this.#take(text.length) !== text) throw this.#error(`${text} is missing`);
  }

  /** Reads up to and including a character. */
  #until(end: string): string {
    const to = this.#bytes.indexOf(end.charCodeAt(0), this.#at);
    if (to < 0) throw this.#error(`no ${end} follows`);
    const text = this.#take(to - this.#at);
    this.#at += 1;
    return text;
  }

  #count(end: string): number {
    const digits = this.#until(end);
    if (!/^\d+$/.test(digits)) throw this.#error(`${digits} isn't a count`);
    return Number(digits);
  }

  #value(): PhpValue {
    const type = this.#take(1);
    if (type === 'N') {
      this.#expect(';');
      return null;
    }
    this.#expect(':');
    if (type === 's') return this.#string(';');
    if (type === 'i' || type === 'd') return Number(this.#until(';'));
    if (type === 'b') return this.#until(';') === '1';
    if (type === 'a') return this.#members();
    if (type !== 'O') throw this.#error(`unknown type ${type}`);
    this.#string(':');
    return this.#members();
  }

  #string(end: string): string {
    const length = this.#count(':');
    this.#expect('"');
    const text = this.#take(length);
    this.#expect(`"${end}`);
    return text;
  }

  #members(): Map<string, PhpValue> {
    const count = this.#count(':');
    this.#expect('{');
    const members = new Map<string, PhpValue>();
    for (let member = 0; member < count; member += 1) {
      const key = this.#value();
      if (typeof key !== 'string' && typeof key !== 'number')
        throw this.#error("a key isn't a string or an integer");
      members.set(String(key), this.#value());
    }
    this.#expect('}');
    return members;
  }
}

/** @throws where PHP's `unserialize()` returns `false` */
export function unserialize(text: string): PhpValue {
  return new Unserializer(text).run();
}

/** Returns the string under these keys, outermost first. */
export function getPhpString(value: PhpValue | undefined, ...keys: string[]): string {
  let found = value;
  for (const key of keys) found = found instanceof Map ? found.get(key) : undefined;
  if (typeof found !== 'string') throw new Error(`no string at ${keys.join('.')}`);
  return found;
}
