/**
 * Positions of a text in bytes. PHP counts bytes, JavaScript UTF-16 units, and a hostile value has thousands of
 * wrong lengths: each is looked up here, without reading the text again.
 */

/** Units between two known places. */
const STEP = 64;
const LINE_FEED = 10;

/** Byte positions of one text; an index counts UTF-16 units, bytes are those of UTF-8. */
export class ByteMap {
  readonly #text: string;
  /** Bytes, and line feeds, before each known place. */
  readonly #bytes: Float64Array;
  readonly #breaks: Float64Array;

  constructor(text: string) {
    this.#text = text;
    const places = Math.floor(text.length / STEP) + 1;
    this.#bytes = new Float64Array(places);
    this.#breaks = new Float64Array(places);
    let bytes = 0;
    let breaks = 0;
    for (let index = 0; index < text.length; index += 1) {
      if (index % STEP === 0) this.#note(index / STEP, bytes, breaks);
      const code = text.charCodeAt(index);
      bytes += countBytes(code);
      if (code === LINE_FEED) breaks += 1;
    }
    if (text.length % STEP === 0) this.#note(places - 1, bytes, breaks);
  }

  #note(place: number, bytes: number, breaks: number): void {
    this.#bytes[place] = bytes;
    this.#breaks[place] = breaks;
  }

  /** Bytes of UTF-8, and line feeds among them, before an index of the text. */
  measure(index: number): { bytes: number; breaks: number } {
    const place = Math.floor(index / STEP);
    let bytes = this.#bytes[place] ?? 0;
    let breaks = this.#breaks[place] ?? 0;
    for (let at = place * STEP; at < index; at += 1) {
      const code = this.#text.charCodeAt(at);
      bytes += countBytes(code);
      if (code === LINE_FEED) breaks += 1;
    }
    return { bytes, breaks };
  }

  /** Index after `bytes` bytes from `from`; -1 where that splits a character or ends outside. */
  skip(from: number, bytes: number): number {
    const wanted = this.measure(from).bytes + bytes;
    let index = this.#placeBefore(wanted) * STEP;
    let at = this.measure(index).bytes;
    for (; at < wanted && index < this.#text.length; index += 1)
      at += countBytes(this.#text.charCodeAt(index));
    return at === wanted && !isSecondHalf(this.#text.charCodeAt(index)) ? index : -1;
  }

  #placeBefore(bytes: number): number {
    let low = 0;
    let high = this.#bytes.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#bytes[middle] ?? 0) <= bytes) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Bytes of a unit in UTF-8; each half of a pair counts two of its four bytes. */
function countBytes(code: number): number {
  if (code < 0x80) return 1;
  return code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
}

function isSecondHalf(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
