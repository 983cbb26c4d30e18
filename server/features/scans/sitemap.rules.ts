/** Reads the URLs of a sitemap or of an index of sitemaps (sitemaps.org), plain or compressed with gzip. */
import { Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { SITEMAP_BYTES } from './scan-limits.rules.ts';

/** The reason why a sitemap can't be read, as a sentence. */
export class SitemapError extends Error {}

/** Longer ones aren't URLs that a browser opens. */
const MAX_URL = 2_000;
const SLICE_BYTES = 16_384;
/** Depth of `loc` in `urlset` and `sitemapindex`. */
const LOC_DEPTH = 3;
/** Limits of what the parser keeps in memory: tags that are open, and a text or a tag that doesn't end. */
const MAX_DEPTH = 32;
const MAX_QUIET_BYTES = 500_000;
const OTHER_FORMAT = 'A sitemap isn’t in the sitemap format.';
const KINDS: ReadonlyMap<string, 'pages' | 'sitemaps'> = new Map([
  ['urlset', 'pages'],
  ['sitemapindex', 'sitemaps'],
]);

/**
 * Reads a file in slices, so that other requests don't wait. The parser knows only the five entities of XML, and expands
 * no others.
 * @param onUrl receives each URL as it is written
 * @returns whether the URLs are those of pages, or of other sitemaps, and the size after decompression
 * @throws SitemapError for a file that isn't a sitemap
 */
export async function readSitemap(
  bytes: Uint8Array,
  onUrl: (url: string) => void,
): Promise<{ kind: 'pages' | 'sitemaps'; size: number }> {
  const reader = createReader(onUrl);
  const decoder = new TextDecoder();
  let size = 0;
  try {
    for await (const slice of isGzip(bytes) ? gunzip(bytes) : cut(bytes)) {
      size += slice.length;
      if (size > SITEMAP_BYTES) throw new SitemapError('A sitemap is larger than 20 MB.');
      reader.write(decoder.decode(slice, { stream: true }));
    }
    return { kind: reader.end(decoder.decode()), size };
  } catch (error) {
    if (error instanceof SitemapError) throw error;
    throw new SitemapError('A sitemap can’t be decompressed.', { cause: error });
  }
}

function createReader(onUrl: (url: string) => void) {
  const parser = new SaxesParser();
  let kind: 'pages' | 'sitemaps' | undefined;
  let depth = 0;
  let url: string | undefined;
  let quiet = 0;
  parser.on('opentag', ({ name }) => {
    depth += 1;
    quiet = 0;
    if (depth > MAX_DEPTH) throw new SitemapError(OTHER_FORMAT);
    if (depth === 1) kind = KINDS.get(toLocalName(name));
    if (depth === 1 && kind === undefined) throw new SitemapError(OTHER_FORMAT);
    // Not the `image:loc` of a page's images, which are deeper.
    if (depth === LOC_DEPTH && toLocalName(name) === 'loc') url = '';
  });
  const addText = (text: string) => {
    if (url !== undefined && url.length <= MAX_URL) url += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth -= 1;
    const found = url?.trim() ?? '';
    if (depth < LOC_DEPTH) url = undefined;
    if (found !== '' && found.length <= MAX_URL) onUrl(found);
  });
  parser.on('error', (cause) => {
    throw new SitemapError('A sitemap isn’t well-formed XML.', { cause });
  });
  return {
    write(text: string) {
      quiet += text.length;
      parser.write(text);
      if (quiet > MAX_QUIET_BYTES) throw new SitemapError(OTHER_FORMAT);
    },
    end(text: string) {
      parser.write(text).close();
      return kind ?? 'pages';
    },
  };
}

function toLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

async function* cut(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    yield bytes.subarray(at, at + SLICE_BYTES);
    await yieldToOthers();
  }
}

/** Decompresses as far as it is read. */
async function* gunzip(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const stream = Readable.from([bytes]).pipe(createGunzip());
  try {
    for await (const slice of stream) {
      yield slice as Uint8Array;
      await yieldToOthers();
    }
  } finally {
    stream.destroy();
  }
}
