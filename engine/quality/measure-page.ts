/**
 * Measures one page: its words, shingles and links, and the flaws that it has alone. The result is small and plain, so
 * that threads can send it; the shingles of a page, some kilobytes, go to a store.
 */
import { detach, hashText } from '../verify/compact-text.ts';
import type { AuditedPage } from '../verify/audited-page.ts';
import { isSlugOnly, listSiteLinks, readHost, toLinkKey } from './page-link.ts';
import { HtmlReader, toPlainText } from './read-html.ts';
import { type PageRows, RowFinder, ValueMask } from './row-values.ts';
import { checkStructuredData } from './structured-data.ts';
import {
  CHARACTERS_PER_WORD,
  CUT_CHARACTERS,
  type HEAD_AND_LINKS_COSTS,
  SHINGLE_WORDS,
} from './thresholds.ts';
import { mixHash, UintSet } from './uint-set.ts';

export type HeadFlaw = keyof typeof HEAD_AND_LINKS_COSTS;

/** Measurements of a page, kept while the others are read. */
export interface PageFacts {
  title: string;
  url: string;
  /** Index of the page's row; undefined without one. */
  row: number | undefined;
  /** Words of the page; characters of scripts without spaces are counted as fractions of words. */
  words: number;
  /** Words that come from the page's row; undefined without a row. */
  localWords: number | undefined;
  /** Number of different shingles. */
  shingles: number;
  /** Hash of all shingles: equal for pages of the same text. */
  textHash: number;
  /** Hashes by which pages with the same head are found; 0 without one. */
  titleHash: number;
  descriptionHash: number;
  /** Key of its URL; 0 without one. */
  linkKey: number;
  /** Keys of the pages of the site that it links to. */
  links: Uint32Array;
  flaws: readonly HeadFlaw[];
  /** Text around the first place where a value seems to be missing; empty without one. */
  gap: string;
  /** Title for search engines; empty if it's the title of the page. */
  searchTitle: string;
  /** Canonical URL; empty unless it's another page. */
  canonical: string;
  /** Number of H1 headings in its texts. */
  h1: number;
}

export interface MeasuredPage {
  facts: PageFacts;
  /** Hashes of its shingles, each once. Valid until the next page is measured. */
  shingles: Uint32Array;
}

const FACTOR = 0x9e3779b1;
/** The factor to the power of a shingle's words: what its first word is multiplied by when the next one is read. */
const LEAVING_FACTOR = Array.from({ length: SHINGLE_WORDS }).reduce<number>(
  (power) => Math.imul(power, FACTOR),
  1,
);

function toGapText(html: string): string {
  const text = html.replaceAll(/^[^<]*>|<[^>]*>|<[^>]*$/g, ' ').replaceAll(/\s+/g, ' ');
  return detach(text.trim());
}

function isElsewhere(canonical: string, url: string): boolean {
  if (canonical === '' || url === '') return false;
  const hosts = [canonical, url].map(readHost);
  if (!hosts.includes('') && hosts[0] !== hosts[1]) return true;
  const isSlug = isSlugOnly(url);
  return toLinkKey(canonical, isSlug) !== toLinkKey(url, isSlug);
}

/** Measures pages one after another, with reused buffers. */
export class PageMeter {
  readonly #reader = new HtmlReader();
  readonly #rows: RowFinder | undefined;
  readonly #mask = new ValueMask();
  readonly #seen = new UintSet();
  #hashes = new Uint32Array(1 << 12);

  /** @param rows of the pages; without them nothing is masked */
  constructor(rows?: PageRows) {
    this.#rows = rows && new RowFinder(rows);
  }

  measure(page: AuditedPage): MeasuredPage {
    this.#reader.reset();
    this.#reader.read(page.title);
    for (const text of page.texts) this.#reader.read(text);
    const { words, facts: html } = this.#reader;
    const wordCount = words.count - words.characters + Math.ceil(words.characters / CHARACTERS_PER_WORD);
    const found = this.#rows?.find(page);
    const { count, localWords } = found
      ? this.#mask.apply(words.words, words.count, found.values)
      : { count: words.count, localWords: undefined };
    const textHash = this.#hashShingles(words.words, count);
    const title = toPlainText(html.title ?? page.searchTitle ?? page.title);
    const ownDescription = html.description ?? page.description;
    const description = ownDescription === undefined ? undefined : toPlainText(ownDescription);
    const flaws = this.#listFlaws(page, title, description);
    const ownTitle = toPlainText(page.title) || title;
    const facts: PageFacts = {
      title: detach(ownTitle),
      url: detach(page.url),
      row: found?.row,
      words: wordCount,
      localWords,
      shingles: this.#seen.size,
      textHash,
      titleHash: title === '' ? 0 : hashText(title),
      descriptionHash: description ? hashText(description) : 0,
      linkKey: page.url === '' ? 0 : toLinkKey(page.url, isSlugOnly(page.url)),
      links: listSiteLinks(html.links, page.url),
      flaws,
      gap: words.gap === '' ? '' : toGapText(words.gap),
      searchTitle: title === ownTitle ? '' : detach(title),
      canonical: flaws.includes('canonical-elsewhere') ? detach(html.canonical || page.canonical) : '',
      h1: html.h1,
    };
    return { facts, shingles: this.#hashes.subarray(0, this.#seen.size) };
  }

  /** Hashes each five words in a row into the buffer, each once. @returns a hash of all */
  #hashShingles(words: Uint32Array, count: number): number {
    const length = Math.min(SHINGLE_WORDS, count);
    this.#seen.reset(count);
    if (this.#hashes.length < count) this.#hashes = new Uint32Array(count * 2);
    let low = 0;
    let high = 0;
    let hash = 0;
    for (let at = 0; at < count; at += 1) {
      const leaving = at < SHINGLE_WORDS ? 0 : Math.imul(words[at - SHINGLE_WORDS] as number, LEAVING_FACTOR);
      // Sums of 32-bit integers stay in registers.
      hash = (((Math.imul(hash, FACTOR) + ((words[at] as number) | 0)) | 0) - leaving) | 0;
      if (at + 1 < length) continue;
      const shingle = mixHash(hash) || 1;
      const index = this.#seen.size;
      if (!this.#seen.add(shingle)) continue;
      this.#hashes[index] = shingle;
      low = (low + (shingle | 0)) | 0;
      high ^= shingle;
    }
    // 53 bits of sum and exclusive or, neither of which depends on the order.
    return (high >>> 11) * 2 ** 32 + (low >>> 0);
  }

  #listFlaws(page: AuditedPage, title: string, description: string | undefined): HeadFlaw[] {
    const { facts } = this.#reader;
    const canonical = facts.canonical || page.canonical;
    const found: Partial<Record<HeadFlaw, boolean>> = {
      'title-missing': title === '',
      'title-long': title.length > CUT_CHARACTERS.title,
      'description-missing': description === '',
      'description-long': (description?.length ?? 0) > CUT_CHARACTERS.description,
      // A theme prints the title of a page as its heading.
      'h1-missing': facts.isDocument && facts.h1 === 0,
      'h1-repeated': facts.h1 > 1,
      'canonical-elsewhere': isElsewhere(canonical, page.url),
      noindex: facts.isNoindex || page.isNoindex,
    };
    const flaws = Object.keys(found) as HeadFlaw[];
    return [...flaws.filter((code) => found[code]), ...checkStructuredData(facts.jsonLd)];
  }
}
