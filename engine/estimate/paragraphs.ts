/** Finds paragraphs that are the same on nearly all pages of a sample, as a visitor reads them. */
import type { ValueSource } from '../language/value.ts';
import { HtmlReader, toPlainText } from '../quality/read-html.ts';
import { RowFinder, ValueMask } from '../quality/row-values.ts';
import type { Plan } from '../render/plan.ts';
import type { FilledPages } from './filled-pages.ts';

/** Share of the pages that have a paragraph. */
const NEARLY_ALL = 0.9;
/** Shorter texts are hard to vary. */
const MIN_WORDS = 12;
const MAX_PARAGRAPHS = 20;
/** Shorter values may be parts of words, or numbers that the text has for itself. */
const MIN_VALUE = 2;

/** A paragraph of nearly all pages. */
export interface Paragraph {
  /** With placeholders in place of the values of a row. */
  text: string;
  words: number;
}

/** Lists the names of the placeholders that columns fill, by the index of the column. */
export function listPlaceholders({ project: { program, table } }: Plan): Map<number, string> {
  const names = new Map<number, string>();
  const add = (source: ValueSource, written: string | undefined) => {
    if (source.kind !== 'column' || names.has(source.column)) return;
    const name = written ?? table.columns[source.column]?.name ?? '';
    if (/^[^[\]|]+$/.test(name)) names.set(source.column, name.trim());
  };
  for (const { source, written } of program.values) add(source, written);
  return names;
}

/** Puts placeholders in place of the values of a row. */
function toTemplateText(text: string, values: readonly { value: string; name: string }[]): string {
  let result = text;
  for (const { value, name } of values.toSorted((a, b) => b.value.length - a.value.length)) {
    const escaped = value.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
    // A placeholder that was put in before stays whole.
    const pattern = new RegExp(String.raw`\[[^[\]]*\]|(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, 'gu');
    result = result.replaceAll(pattern, (found) => (found === value ? `[${name}]` : found));
  }
  return result;
}

interface FoundParagraph {
  pages: number;
  words: number;
  /** Page and HTML where it was found first. */
  page: number;
  html: string;
}

/** A page's blocks by the hash of their words, without the values that are masked. */
class BlockReader {
  readonly #blocks: { html: string; firstWord: number }[] = [];
  readonly #reader = new HtmlReader((block) => this.#blocks.push(block));
  readonly #mask = new ValueMask();

  /** Words of the page that was read last, before values are masked. */
  get words(): Uint32Array {
    const { words, count } = this.#reader.words;
    return words.slice(0, count);
  }

  read(texts: readonly string[], values: Parameters<ValueMask['apply']>[2]) {
    this.#blocks.length = 0;
    this.#reader.reset();
    for (const text of texts) this.#reader.read(text);
    const all = this.words;
    return this.#blocks.map(({ html, firstWord }, index) => {
      const words = all.slice(firstWord, this.#blocks[index + 1]?.firstWord ?? all.length);
      const { count } = this.#mask.apply(words, words.length, values);
      return { html, words: count, key: words.subarray(0, count).join(' ') };
    });
  }
}

/** The paragraphs, the longest first, and the words of each page. */
export interface SampledTexts {
  paragraphs: Paragraph[];
  words: Set<number>[];
}

/** Reads the texts of the first `count` pages. */
export function readParagraphs(plan: Plan, filled: FilledPages, wanted: readonly number[]): SampledTexts {
  const finder = new RowFinder(filled.rows);
  const reader = new BlockReader();
  const found = new Map<string, FoundParagraph>();
  const words = wanted.map((_, page) => {
    const audited = filled.pages[page];
    if (!audited) return new Set<number>();
    const blocks = reader.read([audited.title, ...audited.texts], finder.find(audited)?.values ?? []);
    for (const { key, html, words: count } of new Map(blocks.map((block) => [block.key, block])).values()) {
      const known = found.get(key);
      if (known) known.pages += 1;
      else if (count >= MIN_WORDS) found.set(key, { pages: 1, words: count, page, html });
    }
    return new Set(reader.words);
  });
  const names = listPlaceholders(plan);
  const { table } = plan.project;
  const listValues = (page: number) => {
    const cells = table.getCells(plan.rows[wanted[page] ?? 0] ?? 0);
    return [...names].flatMap(([column, name]) => {
      const value = cells[column]?.trim() ?? '';
      return value.length >= MIN_VALUE ? [{ value, name }] : [];
    });
  };
  const paragraphs = [...found.values()]
    .filter(({ pages }) => pages >= wanted.length * NEARLY_ALL)
    .sort((a, b) => b.words - a.words)
    .slice(0, MAX_PARAGRAPHS)
    .map(({ page, html, words: count }) => ({
      text: toTemplateText(toPlainText(html), listValues(page)),
      words: count,
    }));
  return { paragraphs, words };
}
