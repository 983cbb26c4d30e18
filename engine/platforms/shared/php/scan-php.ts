/**
 * PHP-serialized values: finds each string with its `s:N:`, so that N is updated once the string is filled; a string
 * may itself be serialized or JSON.
 *
 * Format: https://www.php.net/manual/en/function.serialize.php (N counts bytes). Lengths are read tolerantly:
 * WordPress writes CR LF, of which an XML reader returns LF, so lengths in exports may be too long (seen with
 * WordPress 6.9.1).
 */
import { ByteMap } from './byte-map.ts';
import { phpEncoders } from './encode-php.ts';
import { type Piece, comparePieces, shiftPieces, withinScope } from '../../../encoding/piece.ts';
import { countText } from '../../../encoding/text-parts.ts';

export interface PhpString {
  /** Range of the text between the quotes. */
  from: number;
  to: number;
  /** Range of the digits of its length. */
  lengthFrom: number;
  lengthTo: number;
  declared: number;
  /** Array key or property of the string; empty for keys themselves and outside of arrays. */
  key: string;
}

const MAX_DEPTH = 200;
const WHOLE_CONSTRUCT =
  'The modules of this builder can’t be removed: put the whole construct into one text of one module.';

/** Binary search for the first place for which a condition holds that then holds for all later ones; -1 without one. */
function findFirst(places: readonly number[], holds: (place: number) => boolean): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(places[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return places[low] ?? -1;
}

class PhpReader {
  readonly strings: PhpString[] = [];
  readonly #text: string;
  readonly #map: ByteMap;
  /** All `";`, and those followed by something that can follow a string; searched on first use. */
  #ends: { all: number[]; plausible: number[] } | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#map = new ByteMap(text);
  }

  /** End of the value at `at`, or -1. */
  value(at: number, key: string, depth = 0): number {
    if (depth > MAX_DEPTH) return -1;
    const type = this.#text[at];
    if (type === 'N') return this.#text[at + 1] === ';' ? at + 2 : -1;
    if (this.#text[at + 1] !== ':') return -1;
    if (type === 's') return this.#string(at, key);
    if (type === 'a') return this.#array(at, depth);
    if (type === 'O') return this.#object(at, depth);
    if (type === 'C') return this.#customObject(at);
    const scalar = /(?:b:[01]|[iRr]:[+-]?\d+|d:(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?|INF|-INF|NAN));/y;
    scalar.lastIndex = at;
    return scalar.test(this.#text) ? scalar.lastIndex : -1;
  }

  #length(at: number): { value: number; from: number; to: number } | undefined {
    const digits = /\d+/y;
    digits.lastIndex = at;
    const match = digits.exec(this.#text);
    return match ? { value: Number(match[0]), from: at, to: digits.lastIndex } : undefined;
  }

  #string(at: number, key: string): number {
    const length = this.#length(at + 2);
    if (!length || this.#text.slice(length.to, length.to + 2) !== ':"') return -1;
    const from = length.to + 2;
    const exact = this.#map.skip(from, length.value);
    const to =
      exact >= 0 && this.#text.startsWith('";', exact) ? exact : this.#tolerantEnd(from, length.value);
    if (to < 0) return -1;
    this.strings.push({
      from,
      to,
      lengthFrom: length.from,
      lengthTo: length.to,
      declared: length.value,
      key,
    });
    return to + 2;
  }

  /**
   * The end of a string whose length is wrong: where the dropped CRs explain the difference, else the first `";`
   * that is followed by something that can follow a string.
   */
  #tolerantEnd(from: number, declared: number): number {
    const { all, plausible } = this.#ends ?? this.#findEnds();
    const start = this.#map.measure(from);
    // Bytes and line feeds only grow along the text, so the first end with enough of them decides.
    const isEnough = (end: number) => {
      const { bytes, breaks } = this.#map.measure(end);
      return bytes - start.bytes + breaks - start.breaks >= declared;
    };
    const exact = findFirst(all, (end) => end >= from && isEnough(end));
    if (exact >= 0 && this.#map.measure(exact).bytes - start.bytes <= declared) return exact;
    return findFirst(plausible, (end) => end >= from);
  }

  #findEnds(): { all: number[]; plausible: number[] } {
    const ends: { all: number[]; plausible: number[] } = { all: [], plausible: [] };
    for (let end = this.#text.indexOf('";'); end >= 0; end = this.#text.indexOf('";', end + 1)) {
      ends.all.push(end);
      const next = this.#text.slice(end + 2, end + 4);
      if (/^(?:[sibdaOCRrE]:|N;|\}|$)/.test(next)) ends.plausible.push(end);
    }
    this.#ends = ends;
    return ends;
  }

  #members(at: number, count: number, depth: number): number {
    let index = at;
    for (let member = 0; member < count; member += 1) {
      const before = this.strings.length;
      const keyEnd = this.value(index, '', depth + 1);
      if (keyEnd < 0) return -1;
      const keyString = this.strings.length > before ? this.strings[before] : undefined;
      const key = keyString ? this.#text.slice(keyString.from, keyString.to) : '';
      index = this.value(keyEnd, key, depth + 1);
      if (index < 0) return -1;
    }
    return this.#text[index] === '}' ? index + 1 : -1;
  }

  #array(at: number, depth: number): number {
    const count = this.#length(at + 2);
    if (!count || this.#text.slice(count.to, count.to + 2) !== ':{') return -1;
    return this.#members(count.to + 2, count.value, depth);
  }

  #object(at: number, depth: number): number {
    const name = /O:\d+:"[^"[]*":(\d+):\{/y;
    name.lastIndex = at;
    const match = name.exec(this.#text);
    return match ? this.#members(name.lastIndex, Number(match[1]), depth) : -1;
  }

  /** Data that a class serialized itself: it is skipped, and can't contain a placeholder. */
  #customObject(at: number): number {
    const name = /C:\d+:"[^"[]*":(\d+):\{/y;
    name.lastIndex = at;
    const match = name.exec(this.#text);
    const end = match ? this.#map.skip(name.lastIndex, Number(match[1])) : -1;
    const isWhole = end >= 0 && this.#text[end] === '}' && !this.#text.slice(at, end).includes('[');
    return isWhole ? end + 1 : -1;
  }
}

/** The strings of a text that is one serialized value; `undefined` for any other text. */
export function readPhpStrings(text: string): PhpString[] | undefined {
  const from = text.length - text.trimStart().length;
  if (!/^(?:[aOsbidRr]:|N;)/.test(text.slice(from, from + 2))) return undefined;
  const reader = new PhpReader(text);
  const end = reader.value(from, '');
  return end >= 0 && text.slice(end).trim() === '' ? reader.strings : undefined;
}

function markSerialized(piece: Piece): Piece {
  return piece.kind === 'hole' ? { ...piece, encoders: [...piece.encoders, phpEncoders.php] } : piece;
}

/** Pieces of a serialized text: those of its strings, and the lengths that have to be updated. */
export function scanPhp(
  text: string,
  strings: readonly PhpString[],
  scanString: (text: string, key: string) => Piece[],
): Piece[] {
  const pieces: Piece[] = [];
  for (const string of strings) {
    const content = text.slice(string.from, string.to);
    const inner = scanString(content, string.key);
    const length = { start: string.lengthFrom, end: string.lengthTo };
    if (inner.some((piece) => piece.kind !== 'rewrite')) {
      pieces.push({ kind: 'length', ...length, of: countText(content, inner) });
    } else {
      const { bytes } = countText(content, inner);
      if (bytes !== string.declared) pieces.push({ kind: 'rewrite', ...length, text: String(bytes) });
    }
    for (const piece of withinScope(shiftPieces(inner, string.from), { remedy: WHOLE_CONSTRUCT }))
      pieces.push(markSerialized(piece));
  }
  return pieces.sort(comparePieces);
}

/** Pieces of a text that is one serialized value; `undefined` for another text. */
export function scanPhpString(
  text: string,
  scanString: (text: string, key: string) => Piece[],
): Piece[] | undefined {
  const strings = readPhpStrings(text);
  return strings && scanPhp(text, strings, scanString);
}
