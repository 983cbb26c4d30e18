/** Creates all services and shows which services each of them uses. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { createStatements } from './db/run-statement.ts';
import { createAccount } from './features/account/account.service.ts';
import { createLimits } from './features/account/limits.service.ts';
import { createAuditLog } from './features/audit-log/audit-log.service.ts';
import { createBilling } from './features/billing/billing.service.ts';
import type { PlanLimitsService } from './features/billing/limits.service.ts';
import { createDashboard } from './features/dashboard/dashboard.service.ts';
import { createDomains } from './features/domains/domains.service.ts';
import { createDownloads } from './features/files/downloads.service.ts';
import { createSigning } from './features/files/signing.service.ts';
import { createUploads } from './features/files/uploads.service.ts';
import { usesUploads } from './features/files/uploads.store.ts';
import { createPlaces } from './features/places/places.service.ts';
import { createFind } from './features/find/find.service.ts';
import { createCopies } from './features/images/copies.service.ts';
import { createProjectImages, IMAGE_USES } from './features/images/images.service.ts';
import {
  createIntegrations,
  type IntegrationsService,
} from './features/integrations/integrations.service.ts';
import { createOutbox, type EmailTemplates } from './features/mail/mail.service.ts';
import { createMailedTokens } from './features/mail/mailed-tokens.service.ts';
import { createNotifications } from './features/notifications/notifications.service.ts';
import { createDraftFiles } from './features/projects/draft-files.service.ts';
import { createDraftReading } from './features/projects/draft-reading.service.ts';
import { createDrafts } from './features/projects/drafts.service.ts';
import { createProjects } from './features/projects/projects.service.ts';
import { createSampleData } from './features/projects/sample-data.service.ts';
import { createSaving } from './features/projects/saving.service.ts';
import { createSheetFetch } from './features/projects/sheet-fetch.service.ts';
import { createPageDecisions } from './features/page-decisions/page-decisions.service.ts';
import { createReporting } from './features/reporting/reporting.service.ts';
import { createPageComparison } from './features/runs/page-comparison.service.ts';
import { createQuality } from './features/runs/quality.service.ts';
import { createSiteStyles } from './features/runs/site-styles.service.ts';
import { createRunFiles } from './features/runs/run-files.service.ts';
import { createRunNotices } from './features/runs/run-notices.service.ts';
import { createRuns } from './features/runs/runs.service.ts';
import { createScans } from './features/scans/scans.service.ts';
import { createSettings } from './features/settings/settings.service.ts';
import { createTutorials } from './features/tutorials/tutorials.service.ts';
import { createUsers } from './features/users/users.service.ts';
import { createAgencyNotices } from './features/workspaces/agency-notices.service.ts';
import { createAgencies } from './features/workspaces/agencies.service.ts';
import { createInvitations } from './features/workspaces/invitations.service.ts';
import { createMyAgency } from './features/workspaces/my-agency.service.ts';
import { loadCommonPasswords } from './gateways/common-passwords.ts';
import { createGuardedFetch, fetchAt } from './gateways/guarded-fetch.ts';
import { createGoogleGateway } from './gateways/google.ts';
import { createImages } from './gateways/images.ts';
import { createLinkedSheet } from './gateways/linked-sheet.ts';
import { createPasswordHash } from './gateways/password-hash.ts';
import { createPulledStream } from './gateways/pulled-stream.ts';
import { createRateLimiter } from './gateways/rate-limiter.ts';
import { deriveKeys } from './gateways/secret-key.ts';
import { createSheets } from './gateways/sheets.ts';
import { createStripeGateway } from './gateways/stripe.ts';
import { createTokenSeal } from './gateways/token-seal.ts';
import { watchGateway } from './gateways/watch-gateway.ts';
import { zipFiles } from './gateways/zip-of-files.ts';
import type { Infrastructure } from './infrastructure.ts';
import { copies } from './jobs/engine-copies.ts';
import { formatManifest } from './jobs/engine-manifest.ts';
import { FairQueue } from './fair-queue.ts';

/** Tables that refer to uploads, in the order of use: by a draft, a project, then a run. */
export const UPLOAD_USES = [
  usesUploads('drafts', ['seed_id', 'sheet_id', 'linked_id', 'combined_id']),
  usesUploads('projects', ['seed_id', 'sheet_id', 'combined_id']),
  usesUploads('runs', ['seed_id', 'sheet_id', 'combined_id']),
  ...IMAGE_USES,
];
/** Comparisons of pages at a time, in the whole process. */
const COMPARISONS = 2;
/** Estimates of drafts at a time, as many as the engine makes. */
const ESTIMATES = 1;
/** Drafts whose files are read at a time for anything else: several, so that small ones needn't wait for a large one. */
const READINGS = 8;

const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url));

export type Services = Awaited<ReturnType<typeof createServices>>;

/**
 * Creates all services.
 * @param version of the product, for manifests
 */
export async function createServices(config: Config, infrastructure: Infrastructure, version: string) {
  const { sheetsBase, hasSampleData, outputQuota, corsOrigins } = config;
  const { database, secrets, clock } = infrastructure;
  const { db } = database;
  const audit = createAuditLog({ db, clock });
  const context: Context = { ...infrastructure, db, jobs: database.jobs, newId: randomUUID, audit };
  const calls = createRateLimiter();
  // Processes that share a PostgreSQL server count rare and expensive calls together.
  const tries = database.kind === 'postgres' ? createRateLimiter(createStatements(db)) : calls;
  const limits = createLimits({ calls, tries });
  const fetch = createGuardedFetch({ trustedUrls: [sheetsBase] });
  const fetchLinked = createLinkedSheet(createSheets({ base: sheetsBase, fetch }));

  const settings = createSettings(context, { isClosed: config.isMaintenance });
  const stripe =
    config.stripe && watchGateway('stripe', createStripeGateway(config.stripe), infrastructure.observer);
  const outbox = createOutbox(infrastructure.queue, config.mail !== undefined || infrastructure.queuesEmails);
  const notifications = createNotifications(context, { outbox });
  const billing = createBilling(context, { stripe, notifications, outbox });
  const plans = billing.limits;
  const domains = createDomains(context, { plans });
  const keys = deriveKeys(secrets, 'signed URLs');
  const signFor = createSigning(context, keys[0]);
  const uploads = createUploads(context, { uses: UPLOAD_USES });
  const notices = createRunNotices(notifications);
  const runs = createRuns(context, { signFor, notices });
  const quality = createQuality(context);
  const pageComparison = createPageComparison({ ...context, turns: new FairQueue(COMPARISONS) });
  const siteStyles = createSiteStyles(context, createSiteFetch(config, infrastructure));
  const zipped = { zip: zipFiles, formatManifest, version };
  const runFiles = createRunFiles(context, { ...zipped, corsOrigins, styles: siteStyles });
  const images = createImages({
    findEnd: (bytes) => infrastructure.pool.findImageEnd({ image: { bytes, file: 'image' } }),
  });
  const tutorials = createTutorials(context, { images, signFor });
  const projectImages = createProjectImages(context, { images, uploads });
  const projectCopies = createCopies(context, { copies, createStream: createPulledStream, runs });
  const stored = { uploads, images: projectImages, runs };
  const google =
    config.google && watchGateway('google', createGoogleGateway(config.google), infrastructure.observer);
  const scanning = { scanBase: config.scanBase, scanned: infrastructure.scanned };
  const search = createSearch(context, { ...scanning, google, notifications, domains });
  const { integrations } = search;
  const fetchSheet = createSheetFetch({ fetchLinked, limits, integrations });
  const projectServices = { ...stored, notifications, notices, signFor, copies: projectCopies };
  const projects = createProjects(context, projectServices);
  const drafts = createDrafts(context, { ...stored, domains, projects, signFor });
  const draftServices = { ...stored, drafts, fetchSheet, plans, signFor };
  const draftFiles = createDraftFiles(context, draftServices);
  const draftReading = createDraftReading(
    { ...context, estimating: new FairQueue(ESTIMATES), reading: new FairQueue(READINGS) },
    draftServices,
  );
  const saveLimits = { outputQuota, limits, plans };
  const saving = createSaving(context, {
    ...stored,
    ...saveLimits,
    fetchSheet,
    domains,
    drafts,
    draftReading,
  });
  const isGoogleOpen = google !== undefined;
  const dashboard = createDashboard(context, { projects, notifications, isGoogleOpen });
  const samples = { folder: EXAMPLES, isAlwaysWanted: hasSampleData };
  const sampleData = createSampleData(context, { ...samples, saving, notifications });
  const shared = { billing, notifications, plans, outbox };
  const { isTwoFactorRequired } = config;
  const people = await createPeople(context, {
    ...shared,
    settings,
    signFor,
    images,
    limits,
    sampleData,
    runs,
    isTwoFactorRequired,
    google,
    integrations,
    scans: search.scans,
  });
  const { source: avatar } = people.account.avatars;
  const uploaded = { seed: uploads.source, sheet: uploads.source, preview: tutorials.source, avatar };
  const downloads = createDownloads(context, {
    keys,
    openPublished: projectImages.openPublished,
    sources: { ...runFiles, ...uploaded, ...projectImages.sources, ...projectCopies.sources },
  });
  return {
    ...people,
    ...search,
    ...shared,
    audit,
    settings,
    dashboard,
    domains,
    projects,
    runs,
    quality,
    pageComparison,
    tutorials,
    drafts,
    draftFiles,
    draftReading,
    find: createFind(context),
    places: createPlaces(context),
    siteStyles,
    limits,
    saving,
    downloads,
    sampleData,
    images: projectImages,
  };
}

/** Creates a fetch function for client sites; each service has its own. */
function createSiteFetch(
  { scanBase }: Pick<Config, 'scanBase'>,
  { scanned }: Pick<Infrastructure, 'scanned'>,
) {
  const sites = scanBase === undefined ? scanned.sites : [scanBase];
  return fetchAt(scanBase, createGuardedFetch({ trustedUrls: sites, totalMs: scanned.fetchMs }));
}

type SearchOptions = Omit<Parameters<typeof createIntegrations>[1], 'seal'> &
  Pick<Config, 'scanBase'> &
  Pick<Infrastructure, 'scanned'>;

/** Creates the services of Google Search figures, reports and page scans. */
function createSearch(context: Context, { scanBase, scanned, ...services }: SearchOptions) {
  const seal = createTokenSeal(...deriveKeys(context.secrets, 'outside tokens'));
  const integrations = createIntegrations(context, { ...services, seal });
  const fetch = createSiteFetch({ scanBase }, { scanned });
  const reporting = createReporting(context, { search: integrations });
  return {
    integrations,
    reporting,
    pageDecisions: createPageDecisions(context, { reporting }),
    scans: createScans(context, { notifications: services.notifications, fetch, ...scanned }),
  };
}

type PeopleServices = Omit<
  Parameters<typeof createAccount>[1],
  'invitations' | 'isCommonPassword' | 'mailedTokens' | 'passwords' | 'seal' | 'zip'
> & { integrations: IntegrationsService; plans: PlanLimitsService };

/** Creates the services of users and agencies. */
async function createPeople(context: Context, services: PeopleServices) {
  const { secrets, newId } = context;
  const { billing, notifications } = services;
  const mailedTokens = createMailedTokens({ keys: deriveKeys(secrets, 'mailed links'), newId });
  const invitations = createInvitations(context, { ...services, mailedTokens });
  const account = createAccount(context, {
    ...services,
    mailedTokens,
    zip: zipFiles,
    invitations,
    seal: createTokenSeal(...deriveKeys(secrets, 'two-factor secrets')),
    passwords: createPasswordHash(),
    isCommonPassword: await loadCommonPasswords(),
  });
  const notices = createAgencyNotices(notifications);
  const myAgency = createMyAgency(context, { invitations, notices, avatars: account.avatars });
  const agencies = createAgencies(context, { ...services, notices });
  const users = createUsers(context, { account, agencies, billing, notifications });
  const emailTemplates: EmailTemplates = {
    ...account.emailTemplates,
    invitation: invitations.emailTemplate,
    notification: notifications.emailTemplate,
    ...billing.emailTemplates,
  };
  return { account, myAgency, agencies, users, emailTemplates };
}
