/** Builds the server: infrastructure, services, routes, and the order in which they close. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { AppError } from './app-error.ts';
import { startWork } from './background.ts';
import type { LogSecurity } from './caller.ts';
import type { Config } from './config.ts';
import type { AccountService } from './features/account/account.service.ts';
import type { LimitsService } from './features/account/limits.service.ts';
import { toNetworkKey } from './features/account/network.rules.ts';
import { filesRoutes } from './features/files/files.routes.ts';
import { createOperation, type OperationService } from './features/operation/operation.service.ts';
import { projectsRoutes } from './features/projects/projects.routes.ts';
import { runsRoutes } from './features/runs/runs.routes.ts';
import {
  type InfrastructureOverrides,
  type Infrastructure,
  openInfrastructure,
  QUEUES,
} from './infrastructure.ts';
import { createMailer } from './gateways/mail.ts';
import { watchGateway } from './gateways/watch-gateway.ts';
import { deriveKey } from './gateways/secret-key.ts';
import { createApp, type Times } from './http/app.ts';
import { createRoutes, type Routes } from './http/bind.ts';
import { isWebBuilt } from './http/pages.ts';
import { createSecurityLog } from './http/security-log.ts';
import type { QueueLog } from './jobs/job-record.ts';
import { createServices, type Services } from './services.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { UNTRACED } from './telemetry/untraced.ts';

/** Grace period of open requests when the server stops; the same as for jobs. */
const CLOSE_GRACE_MS = 5_000;
/** Gateways whose errors are counted, by the service name in their errors. */
const GATEWAYS = ['files', 'mail', 'stripe', 'google'];
/** Endpoints of a worker, in addition to its metrics. */
const { health, ready, version: versionProbe } = endpoints.operation;
const PROBES = { health, ready, version: versionProbe };

/** The built web application. */
export const WEB_FOLDER = fileURLToPath(new URL('../dist/web', import.meta.url));

export interface ServerOverrides extends InfrastructureOverrides {
  /** Folder of the built web application. */
  webFolder?: string;
  log?: { write(line: string): void };
  /** Other timeouts of the HTTP server. */
  times?: Partial<Times>;
}

export interface Server {
  app: FastifyInstance;
  account: AccountService;
  limits: LimitsService;
  /** Starts the workers, unless another process has them. Pages are served first. */
  startWork(): Promise<void>;
  /** Creates the sample data if it is wanted and missing. */
  makeSampleData(): Promise<void>;
  /** Reads everything from Stripe, as the daily job does. */
  readStripe(): Promise<void>;
}

/**
 * Builds the server without listening; closing the app closes everything.
 * @param overrides parts that tests replace
 */
export async function wire(config: Config, overrides: ServerOverrides = {}): Promise<Server> {
  const { webFolder = WEB_FOLDER, times } = overrides;
  const { name, version } = readPackage();
  const log: QueueLog = { info: () => {}, error: () => {} };
  const security: { log: LogSecurity } = { log: () => {} };
  const { host, port, mail } = config;
  const own = { url: config.publicUrl ?? `http://${host}:${port}` };
  const metrics = createMetrics({ version, role: config.role, queues: QUEUES, gateways: GATEWAYS });
  const logError = (error: unknown, text: string) => log.error({ err: error }, text);
  const tracing = config.traces === undefined ? UNTRACED : await openTracing(config, version, logError);
  const infrastructure = {
    ...(await openInfrastructure(config, overrides, { metrics, tracing, log })),
    logError,
    publicUrl: () => own.url,
    logSecurity: (...line: Parameters<LogSecurity>) => security.log(...line),
  };
  const services = await createServices(config, infrastructure, version);
  const { account, limits, settings, sampleData } = services;
  metrics.watch({
    readQueues: infrastructure.queue.measure,
    readPools: () => infrastructure.database.readPools?.() ?? [],
  });
  const isWorker = config.role === 'worker';
  const checks = listChecks(infrastructure, isWorker ? undefined : webFolder);
  const operation = createOperation(infrastructure, { name, version, checks });

  const app = createApp({
    routes: isWorker
      ? createRoutes(PROBES, operation)
      : Object.values(bindRoutes(services, operation)).flat(),
    authenticate: account.authenticate,
    isSessionValid: account.isSessionValid,
    watchSession: account.watchSession,
    isMaintenance: settings.isMaintenance,
    recordCall: account.impersonation.recordCall,
    toNetworkKey,
    countCall: limits.countCall,
    webFolder: isWorker ? undefined : webFolder,
    metrics,
    ...(tracing === UNTRACED ? {} : { startSpan: tracing.startRequest }),
    metricsToken: config.metricsToken,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    apiOrigin: config.apiOrigin,
    ...(overrides.log === undefined ? {} : { log: overrides.log }),
    ...(times === undefined ? {} : { times }),
  });
  log.info = (details, text) => app.log.info(details, text);
  log.error = (details, text) => app.log.error(details, text);
  const { newerMigrations } = infrastructure;
  if (newerMigrations.length > 0)
    app.log.warn({ newerMigrations }, 'The database is newer than this version, which works with it');
  security.log = createSecurityLog(app.log, deriveKey(infrastructure.secrets.current, 'log hashes'));
  // The system may have chosen the port.
  if (config.publicUrl === undefined)
    app.addHook('onListen', async () => void (own.url = app.listeningOrigin));
  const mailer = mail && watchGateway('mail', createMailer(mail), infrastructure.observer);
  const work = createWork(
    () => infrastructure.queue.drain(),
    () => startWork({ ...infrastructure, mailer }, services, (text) => app.log.warn(text)),
  );
  closeInOrder(app, work.end, async () => {
    await infrastructure.queue.close();
    if (overrides.pool === undefined) await infrastructure.pool.close();
    if (overrides.database === undefined) await infrastructure.database.close();
    await tracing.close().catch((error: unknown) => logError(error, 'Failed to export the last traces'));
  });
  return {
    app,
    account,
    limits,
    startWork: config.role === 'web' ? async () => {} : work.start,
    makeSampleData: sampleData.makeWanted,
    readStripe: services.billing.readAll,
  };
}

/** Loads the tracing code only if traces are on. */
async function openTracing({ role, traces }: Config, version: string, logError: Infrastructure['logError']) {
  const { startTracing } = await import('./telemetry/tracing.ts');
  return startTracing({ version, role, ratio: traces?.ratio ?? 1, logError });
}

/** One line for each resource of the contract; a missing one doesn't compile. */
function bindRoutes(services: Services, operation: OperationService) {
  const { account, domains, notifications, projects, runs, saving, downloads } = services;
  const { loginBack } = account.impersonation;
  const { drafts, draftFiles, draftReading } = services;
  return {
    operation: createRoutes(endpoints.operation, operation),
    account: createRoutes(endpoints.account, account),
    profile: createRoutes(endpoints.profile, { ...account.profile, loginBack }),
    googleSignIn: createRoutes(endpoints.googleSignIn, account.googleSignIns),
    twoFactor: createRoutes(endpoints.twoFactor, account.twoFactor.endpoints),
    myAgency: createRoutes(endpoints.myAgency, services.myAgency),
    agencies: createRoutes(endpoints.agencies, services.agencies),
    users: createRoutes(endpoints.users, services.users),
    auditLog: createRoutes(endpoints.auditLog, services.audit),
    settings: createRoutes(endpoints.settings, services.settings),
    notifications: createRoutes(endpoints.notifications, notifications),
    files: filesRoutes(downloads),
    dashboard: createRoutes(endpoints.dashboard, services.dashboard),
    places: createRoutes(endpoints.places, services.places),
    find: createRoutes(endpoints.find, services.find),
    domains: createRoutes(endpoints.domains, domains),
    projects: projectsRoutes({ projects, saving, drafts, draftFiles }),
    drafts: createRoutes(endpoints.drafts, { ...drafts, ...draftFiles, ...draftReading }),
    estimates: createRoutes(endpoints.estimates, { show: draftReading.estimate }),
    runs: runsRoutes(runs, services.siteStyles),
    quality: createRoutes(endpoints.quality, { ...services.quality, ...services.pageComparison }),
    tutorials: createRoutes(endpoints.tutorials, services.tutorials),
    billing: createRoutes(endpoints.billing, services.billing),
    integrations: createRoutes(endpoints.integrations, services.integrations),
    reporting: createRoutes(endpoints.reporting, services.reporting),
    pageDecisions: createRoutes(endpoints.pageDecisions, services.pageDecisions),
    scans: createRoutes(endpoints.scans, services.scans),
  } satisfies Record<keyof typeof endpoints, Routes>;
}

/** Explains which calls fail and which work while the file store is down. */
const WITHOUT_FILES =
  'Until it is back, these calls fail: uploads; saves, tests and drafts with new data; inspections of a stored seed page; downloads, samples and images. Runs fail after three attempts. All other calls work: sign-in, accounts, lists, projects with their reports, deletions, domains, agencies, payment, reporting, integrations, scans and tutorials.';

/** @param webFolder undefined in a process without pages */
function listChecks({ database, files, queue }: Infrastructure, webFolder: string | undefined) {
  const checkWeb = async () => {
    if (webFolder === undefined || isWebBuilt(webFolder)) return;
    throw new AppError('not_ready', { message: 'The web application isn’t built. Run: npm run build' });
  };
  return {
    ...(webFolder === undefined ? {} : { web: checkWeb }),
    database: database.check,
    files: () =>
      files.check().catch((cause: unknown) => {
        const reason = cause instanceof AppError ? cause.message : 'The file store isn’t responding.';
        throw new AppError('not_ready', { message: `${reason} ${WITHOUT_FILES}`, cause });
      }),
    queue: queue.check,
  };
}

type End = () => Promise<void>;

/** Work that starts on request and stops with the server, even if it hasn't started. */
function createWork(drain: End, begin: () => Promise<End>) {
  let work = Promise.resolve(drain);
  return {
    start: async () => {
      work = begin();
      await work;
    },
    end: async () => (await work.catch(() => drain))(),
  };
}

/**
 * Stops background work and requests concurrently, then closes the infrastructure. Fastify's hooks alone
 * would run in reverse order and wait indefinitely for a slow client.
 */
function closeInOrder(
  app: FastifyInstance,
  endWork: () => Promise<void>,
  closeInfrastructure: () => Promise<void>,
): void {
  let ending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    ending = endWork();
    // Awaited after the last responses; an unhandled rejection before that would end the process.
    ending.catch(() => {});
    timer = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS);
  });
  app.addHook('onClose', async () => {
    clearTimeout(timer);
    await ending;
    await closeInfrastructure();
  });
}

function readPackage(): { name: string; version: string } {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
}
