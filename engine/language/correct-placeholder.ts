/**
 * Bracket forms that can only be a misspelled placeholder, with corrections: `[geo–city]`, `[geo.city]`,
 * `[geo_city, state]`, `[geo_city:upper]`, `\[geo_city\]`.
 */
import type { Columns } from './columns.ts';
import { PLAIN_FILTER_NAMES } from './filters.ts';
import { type Bracketed, isGeoName, toPlainText } from './placeholder.ts';

/** Longer texts in brackets are prose. */
const MAX_CHARACTERS = 120;
/** Separators that editors and other languages put between the words of a name. */
const SEPARATORS = /[.:/·•~+\u00ad\u2010-\u2015\u2212\uff0d\uff3f]+/g;
/** Marks of other template languages around a name, and punctuation after it. */
const EDGES = /^[\s$#@%{<=:*]+|[\s%}>=:;*.,!?()|\\/]+$/g;
const TOKEN_BREAK = /\s*[:;,./>|]+\s*|\s+/;
const LIST_BREAK = /(\s*[,;/&+]\s*|\s+(?:and|or)\s+)/;
/** Words after a name that mean a filter even with only a blank between them. */
const PLAIN_FILTERS = new Set(['upper', 'lower', 'digits', 'slug', 'plural']);

/** A name unlike prose: it has a prefix of Geoloom’s, or joins its words with `_`. */
function isTyped(name: string): boolean {
  return isGeoName(name) || /\p{L}_\p{L}/u.test(name);
}

/** `geo–city` → `geo_city` */
function joinWords(text: string): string {
  return text.normalize('NFKC').replaceAll(SEPARATORS, '_').trim();
}

function isFilter(word: string): boolean {
  return (PLAIN_FILTER_NAMES as readonly string[]).includes(word.toLowerCase());
}

class Correction {
  readonly #columns: Columns;

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  find(bracketed: Bracketed, text: string): string | undefined {
    const inner = toPlainText(bracketed.text.slice(1, -1)).trim();
    if (inner.length > MAX_CHARACTERS || /[\r\n<>"'`]/.test(inner)) return undefined;
    const core = inner.replaceAll(EDGES, '');
    return (
      this.#unescape(inner, text[bracketed.from - 1] === '\\') ??
      this.#trim(inner, core) ??
      this.#join(core) ??
      this.#filter(core) ??
      this.#list(core)
    );
  }

  #isName(name: string): boolean {
    return /^\p{L}.*[\p{L}\p{N}]$/u.test(name) && this.#columns.resolve(name) !== undefined;
  }

  /** `\[geo_city\]`, Markdown’s escape for a bracket. */
  #unescape(inner: string, isEscaped: boolean): string | undefined {
    const name = inner.replace(/\\+$/, '').trim();
    return isEscaped && name !== inner && this.#isName(name) ? `[${name}]` : undefined;
  }

  #trim(inner: string, core: string): string | undefined {
    return core !== inner && isTyped(core) && this.#isName(core) ? `[${core}]` : undefined;
  }

  #join(core: string): string | undefined {
    if (/\s/.test(core)) return undefined;
    const name = joinWords(core);
    return name !== core && this.#isName(name) ? `[${name}]` : undefined;
  }

  #filter(core: string): string | undefined {
    const words = core
      .split(TOKEN_BREAK)
      .map(joinWords)
      .filter((word) => word !== '');
    for (let count = words.length - 1; count > 0 && isFilter(words[count] ?? ''); count -= 1) {
      const name = words.slice(0, count).join('_');
      const filters = words.slice(count);
      if (!this.#isName(name)) continue;
      const isSpaced = !/[:;,./>|]/.test(core);
      const isPlain = filters.every((word) => PLAIN_FILTERS.has(word.toLowerCase()));
      if (isTyped(name) || isPlain || !isSpaced)
        return `[${[name, ...filters.map((word) => word.toLowerCase())].join(' | ')}]`;
    }
    return undefined;
  }

  #list(core: string): string | undefined {
    const parts = core.split(LIST_BREAK);
    const names = parts.filter((_, index) => index % 2 === 0);
    const [first = ''] = names;
    if (names.length < 2 || !this.#isName(first)) return undefined;
    const isWhole = names.every((name) => this.#isName(name));
    const isBegun = isTyped(first) && /^\s*[,;]/.test(parts[1] ?? '');
    if (!isWhole && !isBegun) return undefined;
    return parts.map((part, index) => (index % 2 === 0 && this.#isName(part) ? `[${part}]` : part)).join('');
  }
}

/** Lists the likely placeholders for a bracketed text; `undefined` for any other text. */
export function correctPlaceholder(bracketed: Bracketed, text: string, columns: Columns): string | undefined {
  return new Correction(columns).find(bracketed, text);
}

/** Normalizes the separators of a Geoloom name that isn’t filled: `geo–ctiy` → `geo_ctiy`. */
export function readGeoName(bracketed: Bracketed): string | undefined {
  const inner = bracketed.text.slice(1, -1).trim();
  if (inner.length > MAX_CHARACTERS || bracketed.text.startsWith('[[')) return undefined;
  const name = joinWords(toPlainText(inner));
  return /^geo_[\p{L}\p{N}_-]+$/iu.test(name) ? name : undefined;
}
