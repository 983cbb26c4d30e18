/** What can be done with runs: look, follow, stop, put an earlier one in its place. */
import type { ListMeta, StreamEvent } from '#contract/endpoint.ts';
import { MAX_PINNED_RUNS } from '#contract/limits.ts';
import { ACTIVE_STATES, type Run, type RunListItem } from '#contract/run-shapes.ts';
import type { RunPage, RunTowns } from '#contract/run-view-shapes.ts';
import type { Db } from '#server/db/open.ts';
import type { Live } from '#server/db/live.ts';
import { checkWritable, findScope } from '#server/db/scope.ts';
import type { PlanAnswer } from '#server/jobs/engine-pool.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Caller, Scope } from '../../caller.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import type { Sign, SignFor } from '../files/signing.service.ts';
import {
  findProjectRuns,
  listStarters,
  lockProject,
  lockProjectsOf,
  type ProjectRuns,
  restoreContent,
  updateProjectRuns,
} from './project-runs.store.ts';
import { nameParts } from './part-name.rules.ts';
import { checkHasFiles } from './retention.service.ts';
import type { RunNotices } from './run-notices.service.ts';
import { describeProgress, describeRun, describeRunInList, findSite } from './run-answer.rules.ts';
import { listRunPages } from './run-pages.store.ts';
import { listSkippedTowns, listTownPoints } from './run-towns.store.ts';
import { readReport, type RunReport } from './stored-report.rules.ts';
import {
  cancelRuns,
  cancelWaiting,
  countPinned,
  findNewestTest,
  findOwnRun,
  findRun,
  findRunFigures,
  findWaitingPlan,
  findWorkingSave,
  listParts,
  listRunIds,
  listRuns,
  noteDownload,
  type OwnRunRow,
  type PlannedOf,
  setPinned,
  type StoppedRun,
  type RunRow,
} from './runs.store.ts';

export type { StoppedRun };

const RUNS_SHOWN = 20;
/** Skipped towns that are named. */
const SKIPPED_SHOWN = 100;

export interface RunsNeeds {
  db: Db;
  live: Live;
  audit: AuditLog;
  clock: () => Date;
  signFor: SignFor;
  notices: RunNotices;
}

interface Page {
  page: number;
  per_page: number;
}

/** A run, and how its files are named. */
export type FoundRun = OwnRunRow & { name: string };

/** What comes of a run, as planned. */
export type RunFigures = Pick<
  PlanAnswer,
  'pages' | 'allPages' | 'skipped' | 'singleFileBytes' | 'tableBytes' | 'splitParts'
>;

export interface RunsService {
  /** A run as it is stored, of any workspace. */
  find(runId: number): Promise<RunRow | undefined>;
  /** The plan of the run that waits for an answer about splitting, where it was made of the same. */
  findPlan(of: PlannedOf): Promise<RunFigures | undefined>;
  describe(runId: number | null, project: ProjectRuns, sign: Sign): Promise<Run | null>;
  /** The run that the project shows, and its newest test, which may be the same one. */
  describeNewest(project: ProjectRuns, sign: Sign): Promise<{ progress: Run | null; test: Run | null }>;
  list(projectId: number, page: Page, caller: Caller): Promise<{ data: RunListItem[]; meta: ListMeta }>;
  /** The newest runs of a project. */
  listNewest(project: ProjectRuns): Promise<RunListItem[]>;
  /** The first links of a run's pages, for the site's footer. */
  listLinks(runId: number | null): Promise<RunReport['links']>;
  /** A run of the caller's that has its files, with what these are named. @throws AppError `not_found`, `files_removed` */
  findOwn(runId: number, scope: Scope): Promise<FoundRun>;
  /** Keeps when something of a run was first sent; a failure is not reported. */
  noteDownload(run: Pick<RunRow, 'id' | 'downloaded_at'>): Promise<void>;
  describeInList: typeof describeRunInList;
  show(projectId: number, runId: number, caller: Caller): Promise<Run>;
  /** Locates the towns of a run. @throws AppError `not_found`, `files_removed` */
  listTowns(projectId: number, runId: number, caller: Caller): Promise<RunTowns>;
  /** Lists the pages and skipped rows of a run. @throws AppError `not_found`, `files_removed` */
  listPages(
    run: OneRun,
    query: Parameters<typeof listRunPages>[2],
  ): Promise<{ data: RunPage[]; meta: ListMeta }>;
  follow(projectId: number, caller: Caller): Promise<AsyncIterable<StreamEvent>>;
  cancel(projectId: number, caller: Caller): Promise<void>;
  /** Like `cancel`, without a notification, for a project that the caller is known to own. */
  stop(projectId: number): Promise<void>;
  /** Cancels the runs of all projects of a workspace. @returns them */
  stopAll(trx: Db, workspaceId: number): Promise<StoppedRun[]>;
  listStarters: typeof listStarters;
  /** @returns the folders in which the runs of a project have their files */
  listFolders(trx: Db, projectId: number): Promise<string[]>;
  /** Ends runs that wait for an answer about splitting; others go on. */
  cancelWaiting(userId: number): Promise<void>;
  /** @throws AppError `not_found`, `files_removed`, `run_in_progress` unless that run is named */
  restore(chosen: RestoredRun, caller: Caller): Promise<void>;
  /** Pins a run, so that retention keeps its files. @throws AppError `not_found`, `files_removed`, `conflict` */
  pin(projectId: number, runId: number, caller: Caller): Promise<void>;
  unpin(projectId: number, runId: number, caller: Caller): Promise<void>;
}

export function createRuns(needs: RunsNeeds): RunsService {
  const { db, live, clock } = needs;
  return {
    describe: (runId, project, sign) => describe(needs, runId, { project, sign }),
    describeNewest: async (project, sign) => {
      const of = { project, sign };
      const progress = await describe(needs, project.last_run_id, of);
      const { id = null } = (await findNewestTest(db, project.id)) ?? {};
      const test = id !== null && id === progress?.id ? progress : await describe(needs, id, of);
      return { progress, test };
    },
    find: (runId) => findRun(db, runId),
    findPlan: (of) => findPlan(needs, of),
    list: async (projectId, page, caller) => {
      const project = await getProject(db, projectId, caller);
      const { rows, meta } = await listRuns(db, projectId, page);
      return { data: rows.map((row) => describeRunInList(row, project.current_run_id)), meta };
    },
    listNewest: async (project) => {
      const { rows } = await listRuns(db, project.id, { page: 1, per_page: RUNS_SHOWN });
      return rows.map((row) => describeRunInList(row, project.current_run_id));
    },
    listLinks: async (runId) => {
      const row = runId === null ? undefined : await findRun(db, runId);
      return readReport(row?.report ?? null).links;
    },
    findOwn: (runId, scope) => findOwn(needs, runId, scope),
    noteDownload: async ({ id, downloaded_at: at }) => {
      // Files leave also while nothing can be written; then the next download is noted.
      if (at === null) await noteDownload(db, id, clock()).catch(() => undefined);
    },
    describeInList: describeRunInList,
    show: async (projectId, runId, caller) => {
      const project = await getProject(db, projectId, caller);
      const row = await findOwnRun(db, runId, { scope: caller.scope, projectId });
      const sign = needs.signFor(caller.actor);
      const run = row && (await describe(needs, row.id, { project, sign }));
      if (!run) throw new AppError('not_found');
      return run;
    },
    listTowns: (projectId, runId, caller) => listTowns(needs, { projectId, runId, caller }),
    listPages: (run, query) => listPages(needs, run, query),
    follow: async (projectId, caller) => {
      await getProject(db, projectId, caller);
      return follow(needs, projectId, caller);
    },
    cancel: async (projectId, caller) => {
      // Allowed in any state of the workspace.
      await getProject(db, projectId, caller);
      await stop(needs, projectId, caller);
    },
    stop: (projectId) => stop(needs, projectId),
    stopAll: (trx, workspaceId) => stopAll(needs, trx, workspaceId),
    listStarters,
    listFolders: async (trx, projectId) => (await listRunIds(trx, projectId)).map((id) => `runs/${id}/`),
    cancelWaiting: async (userId) => {
      const canceled = await cancelWaiting(db, { startedBy: userId }, clock());
      await live.publish(db, ...canceled.map(({ project_id: id }) => `project:${id}`));
    },
    restore: (chosen, caller) => restore(needs, chosen, caller),
    pin: (projectId, runId, caller) => pin(needs, { projectId, runId, caller }, clock()),
    unpin: (projectId, runId, caller) => pin(needs, { projectId, runId, caller }, null),
  };
}

async function findOwn({ db }: RunsNeeds, runId: number, scope: Scope): Promise<FoundRun> {
  const run = Number.isSafeInteger(runId) ? await findOwnRun(db, runId, { scope }) : undefined;
  if (run === undefined) throw new AppError('not_found');
  checkHasFiles(run);
  return { ...run, name: nameParts(run.title) };
}

export interface RestoredRun {
  projectId: number;
  runId: number;
  /** Run in progress that takes over when it completes, as the caller confirmed. */
  duringRun?: number | undefined;
}

const describeTakeover = (runId: number) =>
  `Run #${runId} is in progress and takes over when it completes. Confirm that, or cancel it first.`;

interface OneRun {
  projectId: number;
  runId: number;
  caller: Caller;
}

async function listTowns(
  { db }: RunsNeeds,
  { projectId, runId, caller: { scope } }: OneRun,
): Promise<RunTowns> {
  checkHasFiles(getFound(await findOwnRun(db, runId, { scope, projectId })));
  const [points, skipped] = await Promise.all([
    listTownPoints(db, runId),
    listSkippedTowns(db, runId, SKIPPED_SHOWN),
  ]);
  return { points, skipped };
}

async function listPages(
  { db }: RunsNeeds,
  { projectId, runId, caller: { scope } }: OneRun,
  query: Parameters<typeof listRunPages>[2],
) {
  checkHasFiles(getFound(await findOwnRun(db, runId, { scope, projectId })));
  const { rows, meta } = await listRunPages(db, runId, query);
  return { data: rows, meta };
}

async function findPlan({ db }: RunsNeeds, of: PlannedOf): Promise<RunFigures | undefined> {
  const planned = await findWaitingPlan(db, of);
  if (!planned || planned.output_bytes === null || planned.split_parts === null) return undefined;
  const { pages, skipped, output_bytes: singleFileBytes, table_bytes: tableBytes } = planned;
  return { pages, allPages: pages, skipped, singleFileBytes, tableBytes, splitParts: planned.split_parts };
}

async function stopAll({ live, clock }: RunsNeeds, trx: Db, workspaceId: number): Promise<StoppedRun[]> {
  const projectIds = await lockProjectsOf(trx, workspaceId);
  const stopped = await cancelRuns(trx, projectIds, clock());
  // Also pages that show a project without a run: they may be out of reach now.
  if (projectIds.length > 0) await live.publish(trx, ...projectIds.map((id) => `project:${id}`));
  return stopped;
}

/** @param by who canceled the runs; omitted if their project is deleted, which is recorded itself */
async function stop(
  { db, audit, live, clock, notices }: RunsNeeds,
  projectId: number,
  by?: Caller,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockProject(trx, projectId);
    const stopped = await cancelRuns(trx, [projectId], clock());
    if (by !== undefined) {
      const after = { project_id: projectId };
      for (const { id } of stopped)
        await audit.record(trx, by.actor, { verb: 'cancel', object: { kind: 'run', id }, after });
      await notices.stopped(trx, stopped, by);
    }
    await live.publish(trx, `project:${projectId}`);
  });
}

async function getProject(db: Db, id: number, { scope }: Caller): Promise<ProjectRuns> {
  return getFound(await findProjectRuns(db, id, scope));
}

interface Shown {
  project: ProjectRuns;
  sign: Sign;
}

async function describe({ db, clock }: RunsNeeds, runId: number | null, { project, sign }: Shown) {
  const row = runId === null ? undefined : await findRun(db, runId);
  if (row === undefined) return null;
  const parts = await listParts(db, row.id);
  return describeRun(row, {
    parts,
    currentRunId: project.current_run_id,
    sign,
    now: clock(),
  });
}

/** The newest run, and what of it is worth sending all of it again. */
async function readFigures(db: Db, { last_run_id: id, current_run_id: current }: ProjectRuns) {
  const figures = id === null ? undefined : await findRunFigures(db, id);
  const { state, message, has_report: hasReport } = figures ?? {};
  return { figures, mark: JSON.stringify([id, state, message, hasReport, current]) };
}

const isActive = (state: string) => ACTIVE_STATES.some((active) => active === state);

/**
 * Tells the newest run at once and after every change, until the other end goes: whole, and while nothing but
 * its figures changes these alone. And the newest test where it is another one, as often as that has changed.
 */
async function* follow(needs: RunsNeeds, projectId: number, caller: Caller): AsyncGenerator<StreamEvent> {
  const sign = needs.signFor(caller.actor);
  let told: string | undefined;
  let shown: string | undefined;
  for await (const _ of needs.live.watch(`project:${projectId}`, caller.signal)) {
    // Asked each time: a person who leaves a workspace gets no more events of it.
    const scope = await findScope(needs.db, caller.actor.userId);
    const project = scope && (await findProjectRuns(needs.db, projectId, scope));
    if (project === undefined) return;
    const { figures, mark: now } = await readFigures(needs.db, project);
    if (figures !== undefined && now === shown && isActive(figures.state)) {
      yield { event: 'progress', data: describeProgress(figures, needs.clock()) };
    } else {
      const run = await describe(needs, project.last_run_id, { project, sign });
      if (run !== null) yield { event: 'run', data: run };
    }
    shown = now;
    const newestTest = await findNewestTest(needs.db, projectId);
    const mark = JSON.stringify(newestTest);
    if (newestTest === undefined || newestTest.id === figures?.id || mark === told) continue;
    told = mark;
    const test = await describe(needs, newestTest.id, { project, sign });
    if (test !== null) yield { event: 'test', data: test };
  }
}

/** The form of the project shows what its current run was made of: saving it makes the same pages again. */
async function restore(
  { db, audit, live, clock, notices }: RunsNeeds,
  { projectId, runId, duringRun }: RestoredRun,
  caller: Caller,
) {
  checkWritable(caller.scope, await getProject(db, projectId, caller));
  await db.transaction().execute(async (trx) => {
    await lockProject(trx, projectId);
    const { current_run_id: currentId } = await getProject(trx, projectId, caller);
    const run = getFound(await findOwnRun(trx, runId, { scope: caller.scope, projectId }));
    checkHasFiles(run);
    if (run.kind !== 'save' || !run.state.startsWith('completed')) {
      throw new AppError('conflict', { message: 'Only a full run that completed can be restored.' });
    }
    const working = await findWorkingSave(trx, projectId);
    if (working !== undefined && working !== duringRun)
      throw new AppError('run_in_progress', { message: describeTakeover(working) });
    const { links } = readReport(run.report);
    const shown = { current_run_id: runId, pages: run.pages_done, site: findSite(links) };
    await updateProjectRuns(trx, projectId, shown);
    // A save that is being run takes this one's place when it completes: the form is of that save.
    if (working === undefined) {
      const { seed_id, sheet_id, sheet_link, footer_links, keep, seed_page } = run;
      const { columns, site_base_url, file_name, caption } = run;
      await restoreContent(trx, projectId, {
        seed_id,
        sheet_id: sheet_link === null ? sheet_id : null,
        ...(sheet_link !== null && { google_spread_sheet: sheet_link }),
        footer_links,
        keep,
        seed_page,
        columns,
        site_base_url,
        file_name,
        caption,
        updated_at: clock(),
      });
    }
    const replaced = currentId === null ? undefined : await findRun(trx, currentId);
    await notices.restored(trx, { run, replaced }, caller);
    await audit.record(trx, caller.actor, {
      verb: 'restore',
      object: { kind: 'run', id: runId },
      after: { project_id: projectId },
    });
    // An open dashboard counts the pages of each project's current run.
    await live.publish(trx, `project:${projectId}`, `user:${caller.actor.userId}`);
  });
}

const TOO_MANY_PINS = `You can pin up to ${MAX_PINNED_RUNS} runs of a project. Unpin one, then try again.`;

/** @param at null unpins the run */
async function pin({ db, audit }: RunsNeeds, { projectId, runId, caller }: OneRun, at: Date | null) {
  checkWritable(caller.scope, await getProject(db, projectId, caller));
  await db.transaction().execute(async (trx) => {
    // Retention reads pins under the same lock.
    await lockProject(trx, projectId);
    const run = getFound(await findOwnRun(trx, runId, { scope: caller.scope, projectId }));
    checkHasFiles(run);
    if (run.kind !== 'save' || !run.state.startsWith('completed')) {
      throw new AppError('conflict', { message: 'Only a full run that completed can be pinned.' });
    }
    if ((run.pinned_at === null) === (at === null)) return;
    if (at !== null && (await countPinned(trx, projectId)) >= MAX_PINNED_RUNS) {
      throw new AppError('conflict', { message: TOO_MANY_PINS });
    }
    await setPinned(trx, runId, at);
    const verb = at === null ? 'unpin' : 'pin';
    const object = { kind: 'run', id: runId } as const;
    await audit.record(trx, caller.actor, { verb, object, after: { project_id: projectId } });
  });
}
