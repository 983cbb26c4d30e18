/**
 * Fetches the styles of a page of a client's site through the guarded fetch, without cookies. Its content is untrusted:
 * the stored size is bounded, even if URLs and rules repeat each other.
 */
import { setImmediate as pause } from 'node:timers/promises';
import type { GuardedFetch, GuardedRequest } from '#server/gateways/guarded-fetch.ts';
import { decodePage, decodeSheet } from './page-text.rules.ts';
import { type IndependentSheet, MAX_URL, rewriteCss } from './site-css.rules.ts';
import { type NamedSheet, readSitePage, type StyledElement } from './site-page.rules.ts';

export interface PageStyles {
  html: StyledElement;
  body: StyledElement;
  /** Elements around the content, outermost first. */
  wrappers: StyledElement[];
  sheets: { css: string; media: string }[];
}

const HTML_TYPES = ['text/html', 'application/xhtml+xml'];
const PAGE_BYTES = 1_500_000;
const SHEET_BYTES = 600_000;
/** For all stored sheets together. More may be read, so that the last sheets are the ones dropped. */
const MAX_KEPT = 2_000_000;
const MAX_WRITTEN = 3 * MAX_KEPT;
const MAX_SHEETS = 16;
/** For the page and all its sheets; later responses are ignored. */
const FETCH_MS = 6_000;

/** @returns null if no page responds or has styles */
export async function fetchPageStyles(
  fetch: GuardedFetch,
  addresses: readonly string[],
): Promise<PageStyles | null> {
  const signal = AbortSignal.timeout(FETCH_MS);
  for (const address of new Set(addresses)) {
    const reply = await ask(fetch, address, {
      types: HTML_TYPES,
      maxBytes: PAGE_BYTES,
      isTruncated: true,
      signal,
    });
    if (reply === undefined) continue;
    const text = toStorable(decodePage(reply.bytes, reply.headers['content-type'] ?? ''));
    const { base, sheets, ...page } = await runSlices(readSitePage(text, reply.url));
    const read = await createSheets(fetch, signal).readAll(sheets, base);
    if (read.length > 0) return { ...page, sheets: read };
  }
  return null;
}

async function ask(fetch: GuardedFetch, url: string, request: GuardedRequest) {
  const reply = await fetch(url, request).catch(() => undefined);
  return reply?.status === 200 && reply.url.length <= MAX_URL ? reply : undefined;
}

/** JSON in the database can't hold NUL or lone surrogates. */
function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Reads sheets within the limits of one page. */
function createSheets(fetch: GuardedFetch, signal: AbortSignal) {
  let fetched = 0;
  let written = 0;
  let kept = 0;
  const fetchSheet = async (href: string, base: string) => {
    const url = URL.parse(href, base)?.href;
    fetched += 1;
    if (url === undefined || fetched > MAX_SHEETS) return undefined;
    const reply = await ask(fetch, url, { types: ['text/css', ''], maxBytes: SHEET_BYTES, signal });
    if (reply === undefined) return undefined;
    return rewrite(decodeSheet(reply.bytes, reply.headers['content-type'] ?? ''), reply.url);
  };
  const rewriteNext = async (css: string, base: string) => {
    const reading = rewriteCss(toStorable(css), base);
    while (written < MAX_WRITTEN) {
      const step = reading.next();
      if (step.done) return step.value;
      written += step.value;
      await pause();
    }
    return undefined;
  };
  // One at a time: a page may have a hundred thousand sheets.
  let turn: Promise<unknown> = Promise.resolve();
  const rewrite = (css: string, base: string) => {
    const rewriting = turn.then(() => rewriteNext(css, base));
    turn = rewriting;
    return rewriting;
  };
  const take = ({ css }: IndependentSheet, media: string): PageStyles['sheets'] => {
    kept += css.length + media.length;
    return kept > MAX_KEPT || css.trim() === '' ? [] : [{ css, media }];
  };
  const readOne = async ({ href, css = '', media }: NamedSheet, base: string) => {
    const sheet = href === undefined ? await rewrite(css, base) : await fetchSheet(href, base);
    if (!sheet) return [];
    // Imports of imports are dropped.
    const imported = await Promise.all(
      sheet.imports.map(async (each) => ({ ...each, sheet: await fetchSheet(each.href, base) })),
    );
    return [
      ...imported.flatMap((each) => (each.sheet ? [{ sheet: each.sheet, media: each.media || media }] : [])),
      { sheet, media },
    ];
  };
  return {
    async readAll(sheets: readonly NamedSheet[], base: string): Promise<PageStyles['sheets']> {
      const screen = sheets.filter(({ media }) => !/^\s*print\s*$/i.test(media));
      const read = await Promise.all(screen.map((sheet) => readOne(sheet, base)));
      return read.flat().flatMap(({ sheet, media }) => take(sheet, media));
    },
  };
}

/** Lets other requests run between slices of a long reading. */
async function runSlices<Result>(reading: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
    await pause();
  }
}
