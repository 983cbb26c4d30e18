/**
 * Hashes the words of a text while its characters are read, without strings for words. A character of a script that is
 * written without spaces is a word, so that five words are five characters there. No tables of ICU are used, which
 * differ between versions of Node: figures stay the same.
 */
import { decodeHtmlReference } from '../text/html-reference.ts';

/** Kinds of characters; a letter has its lowercase code instead. */
const SEPARATOR = 0;
const SKIPPED = 1;
const SPACELESS = 2;

/** Characters beyond ASCII that separate words, the first halves of emoji included, as ranges of hexadecimal codes. */
const SEPARATORS =
  '80-a9 ab-b4 b6-b9 bb-bf d7 f7 589-58f 5be 5c0 5c3 5f3-5f4 600-60f 61b-61f 66a-66d 6d4 964-965 e2f e3f e5a-e5b 104a-104f 1680 17d4-17db 2000-206f 20a0-20cf 2190-2bff 3000-3004 3008-3020 3030-303f 30fb d83c-d83e e000-f8ff fe10-fe1f fe30-fe6f ff00-ff0f ff1a-ff20 ff3b-ff40 ff5b-ff65';
/** Han, Kana, Thai, Lao, Khmer, Myanmar. */
const SPACELESS_SCRIPTS =
  'e00-e2e e30-e4e e80-eff 1000-1049 1050-109f 1780-17d3 3005-3007 3021-3029 3040-30fa 30fc-30ff 31f0-31ff 3400-4dbf 4e00-9fff d840-d88f f900-faff ff66-ff9f';
/** Soft hyphens, joiners, direction marks, variation selectors, second halves of characters. */
const SKIPPED_CHARACTERS = 'ad 200c-200f 202a-202e 2060-2069 dc00-dfff fe00-fe0f feff';
/** Scripts beyond it have no case, or only rare letters with one. */
const CASED_END = 0x2000;

const KINDS = createKinds();

function createKinds(): Uint16Array {
  const kinds = Uint16Array.from({ length: 0x10000 }, (_, code) => {
    const character = String.fromCharCode(code);
    if (code < 0x80 && !/[a-z\d]/i.test(character)) return SEPARATOR;
    return code < CASED_END ? character.toLowerCase().charCodeAt(0) : code;
  });
  const set = (ranges: string, kind: number) => {
    for (const range of ranges.split(' ')) {
      const [from = 0, to = from] = range.split('-').map((code) => Number.parseInt(code, 16));
      kinds.fill(kind, from, to + 1);
    }
  };
  set(SEPARATORS, SEPARATOR);
  set(SPACELESS_SCRIPTS, SPACELESS);
  set(SKIPPED_CHARACTERS, SKIPPED);
  return kinds;
}

/** Signed, like all that `Math.imul` returns, so that hashes stay in registers. */
const START = 0x811c9dc5 | 0;
const PRIME = 0x01000193;
const SPACE = 32;
const AMPERSAND = 38;
const REFERENCE = /&(?:#\d{1,7}|#[xX][\dA-Fa-f]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/y;
/** Marks that don't follow a comma or an opening parenthesis in prose: `(, TX)`, `Austin, .`. */
const CLOSING_MARKS = ').,;:!?';
/** Characters before and after a gap that are reported. */
const GAP_BEFORE = 60;
const GAP_AFTER = 20;

/** The text around a place, from space to space. */
function sliceWords(text: string, at: number): string {
  const from = Math.max(text.lastIndexOf(' ', at - GAP_BEFORE) + 1, at - 2 * GAP_BEFORE);
  const to = text.indexOf(' ', at + GAP_AFTER);
  return text.slice(from, to < 0 || to > at + GAP_BEFORE ? at + GAP_AFTER : to);
}

/** Collects the hashes of words. Texts may be cut anywhere; `separate` ends a word. */
export class WordReader {
  words = new Uint32Array(1 << 12);
  count = 0;
  /** Number of words that are characters of scripts without spaces. */
  characters = 0;
  /** The text around the first place where a value seems to be missing. */
  gap = '';
  #hash = START;
  /** Number of words before the last opening mark; -1 without one. */
  #openedAt = -1;
  /** Start of the text that is being read, and whether the one before it ended with a space. */
  #from = 0;
  #followsSpace = false;

  reset(): void {
    this.count = 0;
    this.characters = 0;
    this.gap = '';
    this.#hash = START;
    this.#openedAt = -1;
    this.#followsSpace = false;
  }

  /** Reads text of HTML without tags, with its character references. */
  read(html: string, from: number, to: number): void {
    const kinds = KINDS;
    // A character adds one word at most.
    this.#reserve(to - from + 1);
    this.#from = from;
    const { words } = this;
    let { count } = this;
    let hash = this.#hash;
    for (let at = from; at < to; at += 1) {
      const code = html.charCodeAt(at);
      const kind = kinds[code] as number;
      if (kind > SPACELESS) hash = Math.imul(hash ^ kind, PRIME);
      else if (code <= SPACE) {
        if (hash !== START) words[count++] = hash;
        hash = START;
      } else if (kind !== SKIPPED) {
        this.#hash = hash;
        this.count = count;
        at = this.#readSign(html, at, kind);
        hash = this.#hash;
        count = this.count;
      }
    }
    this.#hash = hash;
    this.count = count;
    this.#followsSpace = html.charCodeAt(to - 1) <= SPACE;
  }

  /** Ends a word: the text after it is in another element. */
  separate(): void {
    this.#end();
  }

  /** Ends a block, whose last mark has nothing to do with the next text. */
  endBlock(): void {
    this.#end();
    this.#openedAt = -1;
    this.#followsSpace = false;
  }

  /** @returns the place of its last character */
  #readSign(html: string, at: number, kind: number): number {
    if (html.charCodeAt(at) === AMPERSAND) return this.#readReference(html, at);
    this.#end();
    if (kind === SPACELESS) {
      this.#add(Math.imul(START ^ html.charCodeAt(at), PRIME));
      this.characters += 1;
    } else this.#readMark(html, at);
    return at;
  }

  #end(): void {
    if (this.#hash === START) return;
    this.#add(this.#hash);
    this.#hash = START;
  }

  #add(hash: number): void {
    this.words[this.count] = hash;
    this.count += 1;
  }

  #reserve(added: number): void {
    if (this.count + added <= this.words.length) return;
    const grown = new Uint32Array((this.count + added) * 2);
    grown.set(this.words);
    this.words = grown;
  }

  #readReference(html: string, at: number): number {
    REFERENCE.lastIndex = at;
    const reference = REFERENCE.exec(html)?.[0];
    if (reference === undefined) {
      this.#end();
      return at;
    }
    const text = decodeHtmlReference(reference);
    if (text === '&') this.#end();
    else if (!text.startsWith('&')) this.read(text, 0, text.length);
    return at + reference.length - 1;
  }

  #readMark(html: string, at: number): void {
    const mark = html.charAt(at);
    const isSpaced = at > this.#from ? html.charCodeAt(at - 1) <= SPACE : this.#followsSpace;
    const isGap = this.#openedAt === this.count && CLOSING_MARKS.includes(mark);
    if ((isGap || (isSpaced && mark === ',')) && this.gap === '') this.gap = sliceWords(html, at);
    // A parenthesis right after a word belongs to a name of code: `main()`.
    this.#openedAt = mark === ',' || (mark === '(' && isSpaced) ? this.count : -1;
  }
}

const shared = new WordReader();

/** Hashes the words of a plain text. */
export function hashWords(text: string): Uint32Array {
  shared.reset();
  shared.read(text.replaceAll('&', ' '), 0, text.length);
  shared.separate();
  return shared.words.slice(0, shared.count);
}
