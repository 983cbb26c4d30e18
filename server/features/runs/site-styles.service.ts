/**
 * The styles of a client's site, for samples of its pages: fetched through the guarded fetch, without cookies, and kept
 * with the project for a day.
 */
import { setImmediate as pause } from 'node:timers/promises';
import type { SiteStylesReply } from '#contract/run-view-shapes.ts';
import type { Db } from '#server/db/open.ts';
import type { GuardedFetch } from '#server/gateways/guarded-fetch.ts';
import { getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { decodePage } from '../scans/page-text.rules.ts';
import type { RunReport } from './run-answer.rules.ts';
import { findOwnRun } from './runs.store.ts';
import { type IndependentSheet, rewriteCss } from './site-css.rules.ts';
import { type NamedSheet, readSitePage } from './site-page.rules.ts';
import { findSiteStyles, keepSiteStyles } from './site-styles.store.ts';
import type { SiteStyles } from './styled-sample.rules.ts';

export interface SiteStylesNeeds {
  db: Db;
  fetch: GuardedFetch;
  clock: () => Date;
}

export interface SiteStylesService {
  /** Fetches the styles of the site of a run's samples, unless they are kept. @throws AppError `not_found` */
  show(projectId: number, runId: number, caller: Caller): Promise<SiteStylesReply>;
  /** Those that are kept for a sample. */
  find(projectId: number, address: string): Promise<SiteStyles | undefined>;
}

const HTML_TYPES = ['text/html', 'application/xhtml+xml'];
const PAGE_BYTES = 1_500_000;
const SHEET_BYTES = 600_000;
const ALL_BYTES = 2_000_000;
const MAX_SHEETS = 16;
/** For the page and all its sheets; what has arrived by then is used. */
const FETCH_MS = 6_000;
const DAY_MS = 86_400_000;
/** A site that didn't answer may answer soon. */
const RETRY_MS = 600_000;

export function createSiteStyles(needs: SiteStylesNeeds): SiteStylesService {
  const { db, clock } = needs;
  const pending = new Map<number, Promise<SiteStyles | null>>();
  const fetchOnce = (projectId: number, addresses: readonly string[], site: string) => {
    const known = pending.get(projectId);
    if (known) return known;
    const fetching = fetchStyles(needs, addresses)
      .then(async (styles) => {
        await keepSiteStyles(db, projectId, { site, styles, now: clock() });
        return styles;
      })
      .finally(() => pending.delete(projectId));
    pending.set(projectId, fetching);
    return fetching;
  };
  const findFresh = async (projectId: number, site: string) => {
    const kept = await findSiteStyles(db, projectId);
    const age = kept ? clock().getTime() - kept.fetched_at.getTime() : 0;
    const isFresh = kept?.site === site && age < (kept.styles === null ? RETRY_MS : DAY_MS);
    return isFresh ? { styles: kept.styles } : undefined;
  };
  return {
    async show(projectId, runId, { scope }) {
      const run = getFound(await findOwnRun(db, runId, { scope, projectId }));
      const [sample] = (run.report as RunReport | null)?.samples ?? [];
      const site = findOrigin(sample?.address ?? '');
      if (site === undefined) return { site: null, is_styled: false };
      const kept = await findFresh(projectId, site);
      // Live pages of an earlier run have the styles of their template; the home page has those of the theme.
      const addresses = [sample?.address ?? '', `${site}/`];
      const styles = kept ? kept.styles : await fetchOnce(projectId, addresses, site);
      return { site: new URL(site).host, is_styled: styles !== null };
    },
    async find(projectId, address) {
      const site = findOrigin(address);
      const kept = site === undefined ? undefined : await findSiteStyles(db, projectId);
      return kept?.site === site ? (kept?.styles ?? undefined) : undefined;
    },
  };
}

function findOrigin(address: string): string | undefined {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.origin : undefined;
}

/** @returns null where no page answers, or has no styles */
async function fetchStyles(
  { fetch }: SiteStylesNeeds,
  addresses: readonly string[],
): Promise<SiteStyles | null> {
  const signal = AbortSignal.timeout(FETCH_MS);
  for (const address of new Set(addresses)) {
    const request = { types: HTML_TYPES, maxBytes: PAGE_BYTES, isCut: true, signal };
    const reply = await fetch(address, request).catch(() => undefined);
    if (reply?.status !== 200) continue;
    const text = decodePage(reply.bytes, reply.headers['content-type'] ?? '');
    const { base, sheets, ...page } = await runSlices(readSitePage(text, address));
    const read = await createSheets(fetch, signal).readAll(sheets, base);
    if (read.length > 0) return { ...page, sheets: read };
  }
  return null;
}

/** Reads sheets within the limits of one page. */
function createSheets(fetch: GuardedFetch, signal: AbortSignal) {
  let fetched = 0;
  let bytes = 0;
  const fetchSheet = async (href: string, base: string) => {
    const url = URL.parse(href, base)?.href;
    fetched += 1;
    if (url === undefined || fetched > MAX_SHEETS) return undefined;
    const request = { types: ['text/css', ''], maxBytes: SHEET_BYTES, signal };
    const reply = await fetch(url, request).catch(() => undefined);
    if (reply?.status !== 200) return undefined;
    return runSlices(rewriteCss(new TextDecoder().decode(reply.bytes), url));
  };
  const take = ({ css }: IndependentSheet, media: string): SiteStyles['sheets'] => {
    bytes += css.length;
    // JSON of the database holds no NUL and no half of a character.
    const text = css.replaceAll('\0', '').toWellFormed();
    return bytes > ALL_BYTES || text.trim() === '' ? [] : [{ css: text, media }];
  };
  const readOne = async ({ href, css = '', media }: NamedSheet, base: string) => {
    const sheet = href === undefined ? await runSlices(rewriteCss(css, base)) : await fetchSheet(href, base);
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
    async readAll(sheets: readonly NamedSheet[], base: string): Promise<SiteStyles['sheets']> {
      const screen = sheets.filter(({ media }) => !/^\s*print\s*$/i.test(media));
      const read = await Promise.all(screen.map((sheet) => readOne(sheet, base)));
      return read.flat().flatMap(({ sheet, media }) => take(sheet, media));
    },
  };
}

/** Lets other requests go on between the slices of a long reading. */
async function runSlices<Result>(reading: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
    await pause();
  }
}
