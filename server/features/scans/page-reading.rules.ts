/**
 * What a page says about itself: title, canonical, whether it may be indexed, how many words it shows. One pass over the
 * text, in slices between which others have their turn, so that no page can hold the server up.
 */

export interface PageFacts {
  title: string | null;
  /** Absolute. */
  canonical: string | null;
  isNoindex: boolean;
  words: number;
}

const TEXT_CHARACTERS = 500;
/** Their content is no text of the page. */
const SILENT = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'textarea', 'title']);
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Work of one slice, counted in tags: less than a millisecond, because a request waits for many slices on its way. */
const SLICE_TAGS = 500;
/** A tag whose attributes are read is as much work as so many. */
const HINT_TAGS = 100;

/**
 * Yields after each slice.
 * @param robotsTag the header `X-Robots-Tag`, empty where there is none
 */
export function* readPage(html: string, address: string, robotsTag: string): Generator<void, PageFacts> {
  const facts: PageFacts = { title: null, canonical: null, isNoindex: isNoindex(robotsTag), words: 0 };
  const reading: Reading = { facts, address, work: 0 };
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const end = open < 0 ? html.length : open;
    facts.words += countWords(html, at, end);
    if (open < 0) break;
    at = readTag(html, open, reading);
    reading.work += 1;
    if (reading.work < SLICE_TAGS) continue;
    reading.work = 0;
    yield;
  }
  return facts;
}

interface Reading {
  facts: PageFacts;
  address: string;
  work: number;
}

/** @returns where the text goes on */
function readTag(html: string, open: number, reading: Reading): number {
  if (html.startsWith('<!--', open)) return after(html, '-->', open + 4);
  const close = html.indexOf('>', open);
  if (close < 0) return html.length;
  const name = /^[a-z][a-z0-9]*/i.exec(html.slice(open + 1, Math.min(close, open + 20)))?.[0].toLowerCase();
  if (name === undefined) return close + 1;
  if (name === 'meta' || name === 'link') readHint(html.slice(open, close), name, reading);
  if (!SILENT.has(name) || html[close - 1] === '/') return close + 1;
  const until = findEnd(html, name, close + 1);
  const { facts } = reading;
  if (name === 'title' && facts.title === null) facts.title = readText(html.slice(close + 1, until));
  return after(html, '>', until);
}

function readHint(tag: string, name: 'meta' | 'link', reading: Reading): void {
  const { facts, address } = reading;
  reading.work += HINT_TAGS;
  const attributes = readAttributes(tag);
  if (name === 'meta') {
    const about = attributes.get('name')?.toLowerCase();
    if (about === 'robots' || about === 'googlebot')
      facts.isNoindex ||= isNoindex(attributes.get('content') ?? '');
    return;
  }
  const isCanonical = attributes.get('rel')?.toLowerCase().split(/\s+/).includes('canonical') === true;
  const href = attributes.get('href')?.trim();
  if (isCanonical && href && facts.canonical === null)
    facts.canonical = (URL.parse(href, address)?.href ?? href).slice(0, 2_000);
}

const TAG_CHARACTERS = 5_000;

function readAttributes(tag: string): Map<string, string> {
  const found = tag
    .slice(0, TAG_CHARACTERS)
    .matchAll(/([a-z-]{1,20})\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi);
  return new Map(
    [...found].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decode(double ?? single ?? bare ?? ''),
    ]),
  );
}

function isNoindex(text: string): boolean {
  return /(^|[\s,:])(noindex|none)($|[\s,])/i.test(text);
}

/** The end tag of what holds no other tags; the end of the page where it is missing. */
function findEnd(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
}

function countWords(html: string, from: number, to: number): number {
  let words = 0;
  let isInside = false;
  for (let at = from; at < to; at += 1) {
    const code = html.charCodeAt(at);
    const isBlank = code <= 32 || code === 160;
    if (!isBlank && !isInside) words += 1;
    isInside = !isBlank;
  }
  return words;
}

function readText(html: string): string | null {
  const text = decode(html.slice(0, TEXT_CHARACTERS * 4))
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text === '' ? null : text.slice(0, TEXT_CHARACTERS).toWellFormed().replaceAll('\0', '');
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole) => {
    const name = whole.slice(1, -1).toLowerCase();
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}
