/** Reads the title, canonical URLs, indexing rules and word count of a page. */
import { readTags, type TagEvents } from './html-tags.rules.ts';
import {
  hasToken,
  isNoindex,
  isSameUrl,
  readCanonicalLinks,
  readRefresh,
  stripCredentials,
} from './page-hints.rules.ts';

export interface PageFacts {
  title: string | null;
  /** Absolute and distinct; those of the header last. */
  canonicals: readonly string[];
  /** The rule that keeps the page out of the index: `X-Robots-Tag: noindex`; null without one. */
  noindex: string | null;
  /** Texts of the first H1 headings. */
  headings: readonly string[];
  h1: number;
  /** Another page that a meta element or the header `Refresh` leads to; absolute. */
  refreshesTo: string | null;
  words: number;
}

export interface Page {
  html: string;
  address: string;
  headers: NodeJS.Dict<string[]>;
  now: Date;
}

const MAX_TITLE = 500;
const MAX_URL = 2_000;
const MAX_CANONICALS = 10;
const MAX_HEADINGS = 3;
const MAX_HEADING = 100;
const MAX_RULE = 200;
/** Elements whose content is not text of the page. */
const HIDDEN = new Set([
  'script',
  'style',
  'noscript',
  'noembed',
  'noframes',
  'template',
  'svg',
  'iframe',
  'textarea',
  'title',
]);
const NESTABLE = new Set(['svg', 'template']);

/** Yields between slices of work. */
export function* readPage(page: Page): Generator<void, PageFacts> {
  const reader = new PageReader(page);
  yield* readTags(page.html, reader);
  return reader.finish();
}

class PageReader implements TagEvents {
  readonly #page: Page;
  #title: string | undefined;
  #isInTitle = false;
  #base: string | undefined;
  #isInHead = true;
  readonly #canonicals = new Set<string>();
  #noindex: string | undefined;
  readonly #headings: string[] = [];
  #h1 = 0;
  #isInH1 = false;
  #refresh: string | undefined;
  /** Outermost open element of `HIDDEN`, and the number of open elements of its name. */
  #hidden: string | undefined;
  #depth = 0;
  #words = 0;
  #isInWord = false;

  constructor(page: Page) {
    this.#page = page;
    const { headers, now } = page;
    const rule = headers['x-robots-tag']?.find((line) => isNoindex(line, now));
    this.#noindex = rule && `X-Robots-Tag: ${rule}`;
  }

  onOpen(name: string, attributes: ReadonlyMap<string, string>, isSelfClosing: boolean): void {
    this.#isInWord = false;
    const isEmpty = isSelfClosing && name === 'svg';
    if (this.#hidden !== undefined) {
      if (name === this.#hidden && NESTABLE.has(name) && !isEmpty) this.#depth += 1;
      return;
    }
    if (name === 'meta') this.#readMeta(attributes);
    else if (name === 'link') this.#readLink(attributes);
    else if (name === 'base') this.#base ??= attributes.get('href');
    else if (name === 'body') this.#isInHead = false;
    else if (name === 'h1') this.#startHeading();
    else if (name === 'title') {
      this.#isInTitle = this.#title === undefined;
      this.#title ??= '';
    }
    if (!HIDDEN.has(name) || isEmpty) return;
    this.#hidden = name;
    this.#depth = 1;
  }

  onClose(name: string): void {
    this.#isInWord = false;
    if (name === 'h1') this.#isInH1 = false;
    if (name !== this.#hidden) return;
    this.#depth -= 1;
    if (this.#depth > 0) return;
    this.#hidden = undefined;
    this.#isInTitle = false;
  }

  onText(text: string): void {
    if (this.#isInTitle && this.#title !== undefined && this.#title.length < MAX_TITLE * 4)
      this.#title += text;
    if (this.#hidden !== undefined) return;
    if (this.#isInH1) this.#readHeading(text);
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const isBlank = code <= 32 || code === 160;
      if (!isBlank && !this.#isInWord) this.#words += 1;
      this.#isInWord = !isBlank;
    }
  }

  isInForeignContext(): boolean {
    return this.#hidden === 'svg';
  }

  finish(): PageFacts {
    const { address, headers } = this.#page;
    const base = findBase(this.#base, address);
    for (const target of readCanonicalLinks(headers['link'] ?? []))
      this.#addCanonical(resolve(target, address));
    const refresh = this.#refresh ?? readRefresh(headers['refresh']?.[0] ?? '');
    const target = refresh === undefined ? undefined : resolve(refresh, base);
    const leadsOn = target !== undefined && isWeb(target) && !isSameUrl(target, address);
    return {
      title: toLine(this.#title ?? '', MAX_TITLE),
      canonicals: [...new Set([...this.#canonicals].map((href) => resolve(href, base)))],
      noindex: this.#noindex === undefined ? null : toLine(this.#noindex, MAX_RULE),
      headings: this.#headings.map((text) => toLine(text, MAX_HEADING) ?? ''),
      h1: this.#h1,
      refreshesTo: leadsOn ? target : null,
      words: this.#words,
    };
  }

  #readMeta(attributes: ReadonlyMap<string, string>): void {
    const name = attributes.get('name')?.trim().toLowerCase();
    const content = attributes.get('content') ?? '';
    if ((name === 'robots' || name === 'googlebot') && isNoindex(content, this.#page.now))
      this.#noindex ??= `<meta name="${name}" content="${content}">`;
    if (attributes.get('http-equiv')?.toLowerCase() === 'refresh') this.#refresh ??= readRefresh(content);
  }

  #startHeading(): void {
    this.#h1 += 1;
    this.#isInH1 = this.#h1 <= MAX_HEADINGS;
    if (this.#isInH1) this.#headings.push('');
  }

  #readHeading(text: string): void {
    const last = this.#headings.length - 1;
    const heading = this.#headings[last] ?? '';
    if (heading.length < MAX_HEADING * 4) this.#headings[last] = heading + text;
  }

  /** Google takes a canonical link in the head only. */
  #readLink(attributes: ReadonlyMap<string, string>): void {
    const href = attributes.get('href')?.trim();
    if (this.#isInHead && href && hasToken(attributes.get('rel'), 'canonical')) this.#addCanonical(href);
  }

  #addCanonical(href: string): void {
    if (this.#canonicals.size < MAX_CANONICALS) this.#canonicals.add(href);
  }
}

function findBase(href: string | undefined, address: string): string {
  const base = URL.parse(href ?? '', address);
  return base !== null && isWeb(base.href) ? base.href : address;
}

function isWeb(url: string): boolean {
  return /^https?:/.test(url);
}

/** The database can't store NUL or lone surrogates. */
function resolve(href: string, base: string): string {
  const url = URL.parse(href, base)?.href ?? href.replaceAll('\0', '');
  return stripCredentials(url).slice(0, MAX_URL).toWellFormed();
}

function toLine(text: string, length: number): string | null {
  const bare = text.replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim();
  // A pair of surrogates isn't cut in two.
  const line = bare
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$|\s$/, '')
    .toWellFormed();
  return line === '' ? null : line;
}
