/**
 * Finds the uses of placeholders in the text of a seed, in one pass, because a seed may contain thousands of
 * different ones.
 */
import type { UnknownUse } from './unknown-use.ts';

const BRACKETED = /\[[^[\]]{1,10000}\]/g;
const CLOSED = /^[^[\]<]{0,300}\](?!\]>)/;
/** Maximum number of searches for uses that are not written as a whole bracket. */
const MAX_SEARCHES = 200;

/** Finds places in one seed from one position on. */
export class UsePlaces {
  readonly #text: string;
  readonly #from: number;
  /** Each bracketed text, the last one first. */
  #brackets: Map<string, RegExpExecArray[]> | undefined;
  readonly #searchedTo = new Map<string, number>();
  #searches = 0;
  /** Places of each marker so far, and the number of uses of each name in it. */
  readonly #markers = new Map<string, number[]>();
  readonly #namesInMarkers = new Map<string, number>();

  constructor(text: string, from: number) {
    this.#text = text;
    this.#from = from;
  }

  /** Finds the next place of a use, each at most once; -1 if the seed has it in another form. */
  next({ bracketed, flaw, encoded, marker }: UnknownUse): number {
    if (marker !== undefined) return this.#findMarker(marker, bracketed.text);
    if (flaw !== 'unclosed' && encoded === undefined) return this.find(bracketed.text);
    const written = encoded?.written ?? bracketed.text;
    this.#searches += 1;
    if (this.#searches > MAX_SEARCHES) return -1;
    const found = this.#search(written, flaw === 'unclosed');
    if (found >= 0) this.#searchedTo.set(written, found + written.length);
    return found;
  }

  /** Finds the next marker that has this name: several names of a marker have one place. */
  #findMarker(marker: string, name: string): number {
    const found = this.#markers.get(marker) ?? [];
    this.#markers.set(marker, found);
    const key = `${marker} ${name}`;
    const count = this.#namesInMarkers.get(key) ?? 0;
    this.#namesInMarkers.set(key, count + 1);
    if (count === found.length) found.push(this.find(marker));
    return found[count] ?? -1;
  }

  /** Finds the next place of a bracketed text, each at most once; -1 if the seed has it in another form. */
  find(text: string): number {
    this.#brackets ??= this.#listBrackets();
    return this.#brackets.get(text)?.pop()?.index ?? -1;
  }

  #listBrackets(): Map<string, RegExpExecArray[]> {
    BRACKETED.lastIndex = this.#from;
    return Map.groupBy([...this.#text.matchAll(BRACKETED)].toReversed(), ([text]) => text);
  }

  #search(written: string, isUnclosed: boolean): number {
    const findFrom = (start: number) => this.#text.indexOf(written, start);
    const first = findFrom(this.#searchedTo.get(written) ?? this.#from);
    if (!isUnclosed) return first;
    for (let at = first; at >= 0; at = findFrom(at + 1)) {
      // skips a closed bracket with the same beginning; `]]>` ends a CDATA section
      const after = at + written.length;
      if (!CLOSED.test(this.#text.slice(after, after + 320))) return at;
    }
    return -1;
  }
}
