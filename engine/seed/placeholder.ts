/**
 * The grammar of a placeholder: a column name in brackets, filters behind bars. Whether a bracketed
 * text is one depends on the columns (see columns.ts); here only its form counts.
 */
import { FILTER_NAMES, type Filter, type FilterName } from '../fill/filters.ts';

export interface Bracketed {
  /** As written: `[Geo City | upper]`. */
  text: string;
  /** Range in the searched text. */
  from: number;
  to: number;
  /** The name alone, trimmed; empty where the form is not that of a placeholder. */
  name: string;
  filters: Filter[];
  /** A filter that does not exist, as written. */
  unknownFilter?: string;
}

const BRACKETED = /\[([^[\]\r\n]{1,300})\]/g;
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} _.-]*$/u;
const FILTER = /^([a-z]+)(?:\s*:\s*(.*))?$/is;
/** Straight and typographic quotes: editors turn the one into the other. */
const QUOTED =
  /^["'\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb](.*)["'\u201c\u201d\u201f\u2018\u2019\u00ab\u00bb]$/s;

function splitOutsideQuotes(text: string): string[] {
  return text.match(/(?:"[^"]*"|\u201c[^\u201d]*\u201d|[^|])+|(?<=\|)(?=\||$)/g) ?? [''];
}

function isFilterName(name: string): name is FilterName {
  return (FILTER_NAMES as readonly string[]).includes(name);
}

function readFilters(texts: string[]): { filters: Filter[]; unknownFilter?: string } {
  const filters: Filter[] = [];
  for (const text of texts) {
    const match = FILTER.exec(text.trim());
    const name = match?.[1]?.toLowerCase() ?? '';
    if (!isFilterName(name)) return { filters, unknownFilter: text.trim() };
    const raw = match?.[2]?.trim() ?? '';
    filters.push({ name, argument: QUOTED.exec(raw)?.[1] ?? raw });
  }
  return { filters };
}

/**
 * All bracketed texts, left to right. `[[name]]` is WordPress's escape for a shortcode and never a
 * placeholder: it comes with an empty name.
 */
export function findBracketed(text: string): Bracketed[] {
  const found: Bracketed[] = [];
  for (const match of text.matchAll(BRACKETED)) {
    const from = match.index;
    const to = from + match[0].length;
    const escaped = text[from - 1] === '[' && text[to] === ']';
    const inner = (match[1] ?? '').replaceAll(/\u00a0/g, ' ');
    const [head = '', ...rest] = inner.includes('|') ? splitOutsideQuotes(inner) : [inner];
    const name = head.trim();
    const isName = !escaped && NAME.test(name) && /\p{L}/u.test(name);
    found.push({
      text: escaped ? `[${match[0]}]` : match[0],
      from,
      to,
      name: isName ? name : '',
      ...(isName ? readFilters(rest) : { filters: [] }),
    });
  }
  return found;
}
