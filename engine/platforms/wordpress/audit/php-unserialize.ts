/**
 * A reader of PHP's serialized form. It builds nothing: it says whether PHP would read the value to
 * its very end, and reports the strings inside, which may be serialized or JSON themselves. Lengths
 * count bytes, so it works on UTF-8.
 */
import { dropEnds } from './text.ts';

export interface SerializedReading {
  /** The reason why PHP can't read it, with the byte where it stops; undefined if PHP can. */
  fault?: string;
  /** Bytes that follow the value: PHP reads it and leaves them out. */
  tail: number;
  /** Holds an object: the importer turns every class into stdClass. */
  hasObject: boolean;
}

export interface ByteRange {
  bytes: Uint8Array;
  from: number;
  to: number;
}

/** PHP's own default for `unserialize_max_depth`. */
const MAX_DEPTH = 4096;
const QUOTE = 0x22;
const COLON = 0x3a;
const SEMICOLON = 0x3b;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

class SerializedFault extends Error {}

const SERIALIZED_END = /^(?:b:[01]|i:[+-]?\d+|d:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?);$/u;
const HEX_ESCAPE = /^[\dA-Fa-f]{2}$/u;

/** Trims like PHP, which removes fewer characters than JavaScript. */
export function trimPhp(value: string): string {
  return dropEnds(value, ' \t\n\r\0\v');
}

/**
 * True if WordPress treats a meta value as serialized and so unserializes it.
 * @param value the whole value as written
 */
export function looksSerialized(value: string): boolean {
  const text = trimPhp(value);
  if (text === 'N;') return true;
  if (text.length < 4 || text[1] !== ':') return false;
  const last = text.at(-1);
  if (last !== ';' && last !== '}') return false;
  const token = text[0] ?? '';
  if (token === 's') return text.at(-2) === '"' && /^s:\d+:/u.test(text);
  if ('aOE'.includes(token)) return /^.:\d+:/u.test(text);
  return 'bid'.includes(token) && /^.:[0-9.E+-]+;$/u.test(text);
}

class SerializedReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  readonly #onString: (from: number, to: number) => void;
  #at: number;
  /** Values so far; a later one may refer to them by number. */
  #values = 0;
  /** Objects among them: `r` refers only to these. */
  readonly #objects = new Set<number>();
  /** Arrays and objects around what is read now, innermost last: 4,096 of them overflow the call stack. */
  readonly #open: { count: number; read: number }[] = [];
  hasObject = false;

  constructor({ bytes, from, to }: ByteRange, onString: (from: number, to: number) => void) {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = to;
    this.#onString = onString;
  }

  get at(): number {
    return this.#at;
  }

  fail(what: string): never {
    throw new SerializedFault(`${what} at byte ${this.#at + 1}`);
  }

  #peek(): number {
    return this.#at < this.#end ? (this.#bytes[this.#at] ?? -1) : -1;
  }

  #expect(byte: number): void {
    if (this.#peek() !== byte) this.fail(`"${String.fromCharCode(byte)}" is missing`);
    this.#at += 1;
  }

  #count(): number {
    let value = 0;
    const from = this.#at;
    for (let byte = this.#peek(); byte >= 0x30 && byte <= 0x39; byte = this.#peek()) {
      value = value * 10 + byte - 0x30;
      this.#at += 1;
    }
    if (this.#at === from) this.fail('a number is missing');
    return value;
  }

  /** `10:"…"`, after the token and its colon. */
  #string(): void {
    const length = this.#count();
    this.#expect(COLON);
    this.#expect(QUOTE);
    const from = this.#at;
    if (from + length >= this.#end || this.#bytes[from + length] !== QUOTE) {
      const ends = this.#bytes.indexOf(QUOTE, from);
      const until =
        ends === -1 || ends >= this.#end ? 'no quote follows' : `the next quote comes after ${ends - from}`;
      this.fail(`a text should have ${length} bytes, but ${until},`);
    }
    this.#at = from + length + 1;
    this.#onString(from, from + length);
  }

  /** `S:4:"t\\6fwn"`: the length counts an escape as one. */
  #escapedString(): void {
    const length = this.#count();
    this.#expect(COLON);
    this.#expect(QUOTE);
    for (let byte = 0; byte < length; byte += 1) {
      if (this.#peek() === BACKSLASH) {
        const hex = String.fromCharCode(...this.#bytes.subarray(this.#at + 1, this.#at + 3));
        if (!HEX_ESCAPE.test(hex)) this.fail('an escape is malformed');
        this.#at += 2;
      }
      this.#at += 1;
    }
    this.#expect(QUOTE);
  }

  #reference(token: string): void {
    const number = this.#count();
    const isThere = token === 'r' ? this.#objects.has(number) : number >= 1 && number <= this.#values;
    if (!isThere) this.fail(`a reference points to the missing value ${number}`);
    if (token === 'r') this.#objects.add(this.#values);
  }

  /** `b:1;` `i:-5;` `d:0.5;`: everything up to the semicolon. */
  #scalar(): void {
    const from = this.#at - 2;
    const ends = this.#bytes.indexOf(SEMICOLON, from);
    if (ends === -1 || ends >= this.#end || ends - from > 64) this.fail('";" is missing');
    const text = String.fromCharCode(...this.#bytes.subarray(from, ends + 1));
    if (!SERIALIZED_END.test(text) && !/^d:-?(?:INF|NAN);$/u.test(text))
      this.fail(`"${text}" isn’t a valid value`);
    this.#at = ends + 1;
  }

  #openEntries(): void {
    const count = this.#count();
    this.#expect(COLON);
    this.#expect(OPEN_BRACE);
    this.#open.push({ count, read: 0 });
  }

  /** Continues after a value: reads the next key, or closes what has all its entries. */
  #readNext(): void {
    for (let top = this.#open.at(-1); top !== undefined; top = this.#open.at(-1)) {
      const token = this.#peek();
      if (top.read < top.count) {
        if (token !== 0x69 && token !== 0x73) {
          this.fail(
            token === CLOSE_BRACE
              ? `there should be ${top.count} entries, but ${top.read} are there,`
              : 'a key is missing',
          );
        }
        top.read += 1;
        this.#value();
        this.#values -= 1; // a key isn't counted
        return;
      }
      if (token !== CLOSE_BRACE) this.fail(`there are more than ${top.count} entries, or "}" is missing,`);
      this.#at += 1;
      this.#open.pop();
    }
  }

  #startObject(): void {
    this.hasObject = true;
    this.#objects.add(this.#values);
    this.#string();
    this.#expect(COLON);
  }

  /** `C:1:"A":3:{abc}`: a class that wrote its own text. */
  #customObject(): void {
    this.#startObject();
    const length = this.#count();
    this.#expect(COLON);
    this.#expect(OPEN_BRACE);
    this.#at += length;
    this.#expect(CLOSE_BRACE);
  }

  /** Reads one value with all that is in it. */
  read(): void {
    do {
      this.#value();
      this.#readNext();
    } while (this.#open.length > 0);
  }

  /** A value, or the beginning of one that has entries. */
  #value(): void {
    if (this.#open.length > MAX_DEPTH) this.fail('too many levels');
    const token = String.fromCharCode(Math.max(0, this.#peek()));
    if (this.#at >= this.#end) this.fail('the end is missing');
    this.#at += 1;
    if (token !== 'R') this.#values += 1;
    if (token === 'N') return this.#expect(SEMICOLON);
    this.#expect(COLON);
    if ('bid'.includes(token)) return this.#scalar();
    if (token === 'a') return this.#openEntries();
    if (token === 'O') {
      this.#startObject();
      return this.#openEntries();
    }
    if (token === 'C') return this.#customObject();
    if (token === 's') this.#string();
    else if (token === 'S') this.#escapedString();
    else if (token === 'r' || token === 'R') this.#reference(token);
    else this.fail(`"${token}" isn’t a known type`);
    return this.#expect(SEMICOLON);
  }
}

/**
 * Reads `bytes` from `from` up to `to` as one serialized value and nothing more.
 * @param onString called with the byte range of every text inside, keys included
 */
export function readSerialized(
  range: ByteRange,
  onString: (from: number, to: number) => void,
): SerializedReading {
  const reader = new SerializedReader(range, onString);
  try {
    reader.read();
    return { hasObject: reader.hasObject, tail: range.to - reader.at };
  } catch (error) {
    if (!(error instanceof SerializedFault)) throw error;
    return { hasObject: reader.hasObject, tail: 0, fault: error.message };
  }
}
