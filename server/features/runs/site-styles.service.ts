/** Styles of a client's site for samples of its pages, stored with the project for a day. */
import type { SiteStylesReply } from '#contract/run-view-shapes.ts';
import type { Db } from '#server/db/open.ts';
import type { GuardedFetch } from '#server/gateways/guarded-fetch.ts';
import { getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { fetchPageStyles } from '../scans/page-styles.service.ts';
import { readReport } from './stored-report.rules.ts';
import { findOwnRun, type OwnRunRow } from './runs.store.ts';
import { deleteOldStyles, findProjectDomain, findSiteStyles, saveSiteStyles } from './site-styles.store.ts';
import type { SiteStyles } from './styled-sample.rules.ts';

type SampledRun = Pick<OwnRunRow, 'project_id' | 'site_base_url'>;

const DAY_MS = 86_400_000;
/** A site that didn't respond is retried sooner. */
const RETRY_MS = 600_000;

export type SiteStylesService = ReturnType<typeof createSiteStyles>;

export function createSiteStyles({ db, clock }: Pick<Context, 'db' | 'clock'>, fetch: GuardedFetch) {
  const pending = new Map<string, Promise<SiteStyles | null>>();
  const fetchOnce = (projectId: number, addresses: readonly string[], site: string) => {
    const name = `${projectId} ${site}`;
    const known = pending.get(name);
    if (known) return known;
    const fetching = fetchPageStyles(fetch, addresses)
      .then(async (styles) => {
        await saveSiteStyles(db, projectId, { site, styles, now: clock() });
        return styles;
      })
      .finally(() => pending.delete(name));
    pending.set(name, fetching);
    return fetching;
  };
  const findFresh = async (projectId: number, site: string) => {
    const kept = await findSiteStyles(db, projectId);
    const age = kept ? clock().getTime() - kept.fetched_at.getTime() : 0;
    const isFresh = kept?.site === site && age < (kept.styles === null ? RETRY_MS : DAY_MS);
    return isFresh ? { styles: kept.styles as SiteStyles | null } : undefined;
  };
  /** Links of some platforms have no host: their site is that of the run, or the domain of the project. */
  const findSite = async ({ project_id: projectId, site_base_url: base }: SampledRun, address: string) => {
    const named = findOrigin(address) ?? findOrigin(base);
    if (named !== undefined) return named;
    const domain = await findProjectDomain(db, projectId);
    return domain === undefined ? undefined : findOrigin(`https://${domain}`);
  };
  return {
    /** Fetches the styles of the site of a run's samples, unless they are stored. @throws AppError `not_found` */
    async show(projectId: number, runId: number, { scope }: Caller): Promise<SiteStylesReply> {
      const run = getFound(await findOwnRun(db, runId, { scope, projectId }));
      const [sample] = readReport(run.report).samples;
      const site = sample && (await findSite(run, sample.address));
      if (sample === undefined || site === undefined) return { site: null, is_styled: false };
      const kept = await findFresh(projectId, site);
      // Live pages of an earlier run have the styles of their template; the home page has those of the theme.
      const addresses = [joinUrl(sample.address, site), `${site}/`];
      const styles = kept ? kept.styles : await fetchOnce(projectId, addresses, site);
      return { site: new URL(site).host, is_styled: styles !== null };
    },
    /** Finds the styles stored for a sample, and its full URL. */
    async find(run: SampledRun, address: string) {
      const kept = await findSiteStyles(db, run.project_id);
      if (!kept?.styles || kept.site !== (await findSite(run, address))) return undefined;
      return { styles: kept.styles as SiteStyles, url: joinUrl(address, kept.site) };
    },
  };
}

const RETENTION_MS = 7 * DAY_MS;

/** Deletes styles a week after they were fetched. */
export function pruneSiteStyles(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_MS);
  return deleteOldStyles(db, before, signal);
}

function joinUrl(address: string, site: string): string {
  return URL.parse(address, `${site}/`)?.href ?? `${site}/`;
}

function findOrigin(address: string): string | undefined {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.origin : undefined;
}
