/** Runs: shows, follows, cancels, restores and pins them. */
import type { StreamEvent } from '#contract/endpoint.ts';
import { MAX_PINNED_RUNS } from '#contract/limits.ts';
import { ACTIVE_STATES, type Run } from '#contract/run-shapes.ts';
import type { RunTowns } from '#contract/run-view-shapes.ts';
import type { Db } from '#server/db/open.ts';
import type { ListOptions } from '#server/db/list-page.ts';
import { checkWritable, findScope } from '#server/db/scope.ts';
import type { PlanResult } from '#server/jobs/engine-pool.ts';
import { BUILD_OPTIONS, pickFields } from '#server/db/build-options.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Caller, Scope } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import { listLeftOut } from '../page-decisions/page-decisions.service.ts';
import type { Sign, SignFor } from '../files/signing.service.ts';
import {
  findProjectRuns,
  listKnownTowns,
  listScheduledDates,
  listStarters,
  lockProject,
  lockWorkspaceProjects,
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
import { readReport } from './stored-report.rules.ts';
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
  type PlanInput,
  setPinned,
  type StoppedRun,
  type RunRow,
} from './runs.store.ts';

export type { StoppedRun };

const NEWEST_RUNS = 20;
const MAX_SKIPPED_TOWNS = 100;

type RunsContext = Pick<Context, 'db' | 'live' | 'audit' | 'clock'>;

type Needs = RunsContext & { signFor: SignFor; notices: RunNotices };

/** A run with the name of its files. */
export type FoundRun = OwnRunRow & { name: string };

/** Planned output of a run. */
export type RunFigures = Pick<
  PlanResult,
  'pages' | 'allPages' | 'skipped' | 'singleFileBytes' | 'tableBytes' | 'splitParts'
>;

export type RunsService = ReturnType<typeof createRuns>;

export function createRuns(context: RunsContext, services: { signFor: SignFor; notices: RunNotices }) {
  const needs = withServices(context, services);
  const { db, live, clock, signFor } = needs;
  return {
    /** Finds a run of any workspace. */
    find: (runId: number) => findRun(db, runId),
    /** Returns the dates that pages have from earlier runs, by row key. */
    listScheduledDates: (projectId: number) => listScheduledDates(db, projectId),
    /** Finds the plan of a run that waits for the split answer, if it was made from the same input. */
    findPlan: (input: PlanInput) => findPlan(needs, input),
    /** JSON of the towns that rows of a project were in earlier runs; empty for none. */
    listKnownTowns: (projectId: number) => listKnownTowns(db, projectId),
    /** Why rows of a project are left out, by row key: the user merged or dropped their pages. */
    listLeftOut: (projectId: number) => listLeftOut(db, projectId),
    describe: (runId: number | null, project: ProjectRuns, sign: Sign) =>
      describe(needs, runId, { project, sign }),
    /** Describes the last run that the project shows and its newest test, which may be the same run. */
    async describeNewest(project: ProjectRuns, sign: Sign) {
      const progress = await describe(needs, project.last_run_id, { project, sign });
      const { id = null } = (await findNewestTest(db, project.id)) ?? {};
      const isSame = id !== null && id === progress?.id;
      return { progress, test: isSame ? progress : await describe(needs, id, { project, sign }) };
    },
    async list(projectId: number, page: ListOptions, caller: Caller) {
      const project = await getProject(db, projectId, caller);
      const { rows, meta } = await listRuns(db, projectId, page);
      return { data: rows.map((row) => describeRunInList(row, project.current_run_id)), meta };
    },
    async listNewest(project: ProjectRuns) {
      const { rows } = await listRuns(db, project.id, { page: 1, per_page: NEWEST_RUNS });
      return rows.map((row) => describeRunInList(row, project.current_run_id));
    },
    /** Lists the first links of a run's pages, for the footer of the site. */
    async listLinks(runId: number | null) {
      const row = runId === null ? undefined : await findRun(db, runId);
      return readReport(row?.report ?? null).links;
    },
    /** Finds a run in the scope that has its files. @throws AppError `not_found`, `files_removed` */
    findOwn: (runId: number, scope: Scope) => findOwn(needs, runId, scope),
    /** Stores the time of the first download; never fails. */
    async noteDownload({ id, downloaded_at: at }: Pick<RunRow, 'id' | 'downloaded_at'>): Promise<void> {
      // Downloads also work while the database is read-only; then the next one is recorded.
      if (at === null) await noteDownload(db, id, clock()).catch(() => undefined);
    },
    describeInList: describeRunInList,
    async show(projectId: number, runId: number, caller: Caller): Promise<Run> {
      const project = await getProject(db, projectId, caller);
      const row = await findOwnRun(db, runId, { scope: caller.scope, projectId });
      const run = row && (await describe(needs, row.id, { project, sign: signFor(caller.actor) }));
      if (!run) throw new AppError('not_found');
      return run;
    },
    /** Locates the towns of a run. @throws AppError `not_found`, `files_removed` */
    listTowns: (projectId: number, runId: number, caller: Caller) =>
      listTowns(needs, { projectId, runId, caller }),
    /** Lists the pages and skipped rows of a run. @throws AppError `not_found`, `files_removed` */
    listPages: (run: OneRun, query: PagesQuery) => listPages(needs, run, query),
    async follow(projectId: number, caller: Caller): Promise<AsyncIterable<StreamEvent>> {
      await getProject(db, projectId, caller);
      return follow(needs, projectId, caller);
    },
    async cancel(projectId: number, caller: Caller): Promise<void> {
      // Also allowed in a read-only workspace.
      await getProject(db, projectId, caller);
      await stop(needs, projectId, caller);
    },
    /** Like `cancel`, without a notification, for a project that the caller is known to own. */
    stop: (projectId: number) => stop(needs, projectId),
    /** Cancels the runs of all projects of a workspace. @returns them */
    stopAll: (trx: Db, workspaceId: number) => stopAll(needs, trx, workspaceId),
    listStarters,
    /** Lists the folders with the files of a project's runs. */
    listFolders: async (trx: Db, projectId: number) =>
      (await listRunIds(trx, projectId)).map((id) => `runs/${id}/`),
    /** Cancels runs of a user that wait for the split answer. */
    async cancelWaiting(userId: number): Promise<void> {
      const canceled = await cancelWaiting(db, { startedBy: userId }, clock());
      await live.publish(db, ...canceled.map(({ project_id: id }) => `project:${id}`));
    },
    /** @throws AppError `not_found`, `files_removed`, `run_in_progress` unless that run is named */
    restore: (chosen: RestoreRequest, caller: Caller) => restore(needs, chosen, caller),
    /** Pins a run, so that retention keeps its files. @throws AppError `not_found`, `files_removed`, `conflict` */
    pin: (projectId: number, runId: number, caller: Caller) =>
      pin(needs, { projectId, runId, caller }, clock()),
    unpin: (projectId: number, runId: number, caller: Caller) =>
      pin(needs, { projectId, runId, caller }, null),
  };
}

async function findOwn({ db }: Needs, runId: number, scope: Scope): Promise<FoundRun> {
  const run = Number.isSafeInteger(runId) ? await findOwnRun(db, runId, { scope }) : undefined;
  if (run === undefined) throw new AppError('not_found');
  checkHasFiles(run);
  return { ...run, name: nameParts(run.title) };
}

export interface RestoreRequest {
  projectId: number;
  runId: number;
  /** Run in progress that takes over when it completes, as the caller confirmed. */
  duringRun?: number | undefined;
}

const describeTakeover = (runId: number) =>
  `Run #${runId} is in progress and takes over when it completes. Confirm that, or cancel it first.`;

type PagesQuery = Parameters<typeof listRunPages>[2];

export interface OneRun {
  projectId: number;
  runId: number;
  caller: Caller;
}

async function listTowns({ db }: Needs, { projectId, runId, caller: { scope } }: OneRun): Promise<RunTowns> {
  checkHasFiles(getFound(await findOwnRun(db, runId, { scope, projectId })));
  const [points, skipped] = await Promise.all([
    listTownPoints(db, runId),
    listSkippedTowns(db, runId, MAX_SKIPPED_TOWNS),
  ]);
  return { points, skipped };
}

async function listPages({ db }: Needs, { projectId, runId, caller: { scope } }: OneRun, query: PagesQuery) {
  checkHasFiles(getFound(await findOwnRun(db, runId, { scope, projectId })));
  const { rows, meta } = await listRunPages(db, runId, query);
  return { data: rows, meta };
}

async function findPlan({ db }: Needs, input: PlanInput): Promise<RunFigures | undefined> {
  const planned = await findWaitingPlan(db, input);
  if (!planned || planned.output_bytes === null || planned.split_parts === null) return undefined;
  const { pages, skipped, output_bytes: singleFileBytes, table_bytes: tableBytes } = planned;
  return { pages, allPages: pages, skipped, singleFileBytes, tableBytes, splitParts: planned.split_parts };
}

async function stopAll({ live, clock }: Needs, trx: Db, workspaceId: number): Promise<StoppedRun[]> {
  const projectIds = await lockWorkspaceProjects(trx, workspaceId);
  const stopped = await cancelRuns(trx, projectIds, clock());
  // Notifies all open project pages, because their users may no longer have access.
  if (projectIds.length > 0) await live.publish(trx, ...projectIds.map((id) => `project:${id}`));
  return stopped;
}

/** @param by canceled the runs; omitted if their project is deleted, which is recorded itself */
async function stop(
  { db, audit, live, clock, notices }: Needs,
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

async function describe({ db, clock }: Needs, runId: number | null, { project, sign }: Shown) {
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

/** Reads the figures of the last run, and a key that changes whenever the complete run must be sent again. */
async function readFigures(db: Db, { last_run_id: id, current_run_id: current }: ProjectRuns) {
  const figures = id === null ? undefined : await findRunFigures(db, id);
  const { state, message, has_report: hasReport } = figures ?? {};
  return { figures, key: JSON.stringify([id, state, message, hasReport, current]) };
}

const isActive = (state: string) => ACTIVE_STATES.some((active) => active === state);

/**
 * Sends the last run immediately and after every change until the client disconnects: only its figures if nothing else
 * has changed. Also sends each change of the newest test, if that is a different run.
 */
async function* follow(needs: Needs, projectId: number, caller: Caller): AsyncGenerator<StreamEvent> {
  const sign = needs.signFor(caller.actor);
  let sentTest: string | undefined;
  let sentRun: string | undefined;
  for await (const _ of needs.live.watch(`project:${projectId}`, caller.signal)) {
    // Checked for each event, because the user may have left the workspace.
    const scope = await findScope(needs.db, caller.actor.userId);
    const project = scope && (await findProjectRuns(needs.db, projectId, scope));
    if (project === undefined) return;
    const { figures, key } = await readFigures(needs.db, project);
    if (figures !== undefined && key === sentRun && isActive(figures.state)) {
      yield { event: 'progress', data: describeProgress(figures, needs.clock()) };
    } else {
      const run = await describe(needs, project.last_run_id, { project, sign });
      if (run !== null) yield { event: 'run', data: run };
    }
    sentRun = key;
    const newestTest = await findNewestTest(needs.db, projectId);
    const testKey = JSON.stringify(newestTest);
    if (newestTest === undefined || newestTest.id === figures?.id || testKey === sentTest) continue;
    sentTest = testKey;
    const test = await describe(needs, newestTest.id, { project, sign });
    if (test !== null) yield { event: 'test', data: test };
  }
}

/** Also restores the form of the project to the input of the run, so that saving it builds the same pages. */
async function restore(
  { db, audit, live, clock, notices }: Needs,
  { projectId, runId, duringRun }: RestoreRequest,
  caller: Caller,
) {
  checkWritable(caller.scope, await getProject(db, projectId, caller));
  await db.transaction().execute(async (trx) => {
    await lockProject(trx, projectId);
    const { current_run_id: currentId } = await getProject(trx, projectId, caller);
    const run = getFound(await findOwnRun(trx, runId, { scope: caller.scope, projectId }));
    checkHasFiles(run);
    if (run.kind !== 'save' || !run.state.startsWith('completed')) {
      throw new AppError('conflict', { message: 'Only a completed full run can be restored.' });
    }
    const working = await findWorkingSave(trx, projectId);
    if (working !== undefined && working !== duringRun)
      throw new AppError('run_in_progress', { message: describeTakeover(working) });
    const { links } = readReport(run.report);
    const shown = { current_run_id: runId, pages: run.pages_done, site: findSite(links) };
    await updateProjectRuns(trx, projectId, shown);
    // A run in progress replaces this one when it completes, so the form stays that of its save.
    if (working === undefined) {
      const { seed_id, sheet_id, combined_id, sheet_link } = run;
      await restoreContent(trx, projectId, {
        ...pickFields(run, BUILD_OPTIONS),
        seed_id,
        sheet_id: sheet_link === null ? sheet_id : null,
        ...(sheet_link !== null && { google_spread_sheet: sheet_link }),
        combined_id,
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
    // Open dashboards count the pages of current runs.
    await live.publish(trx, `project:${projectId}`, `user:${caller.actor.userId}`);
  });
}

const TOO_MANY_PINS = `You can pin up to ${MAX_PINNED_RUNS} runs of a project. Unpin one, then try again.`;

/** @param at null unpins the run */
async function pin({ db, audit }: Needs, { projectId, runId, caller }: OneRun, at: Date | null) {
  checkWritable(caller.scope, await getProject(db, projectId, caller));
  await db.transaction().execute(async (trx) => {
    // Retention reads pins under the same lock.
    await lockProject(trx, projectId);
    const run = getFound(await findOwnRun(trx, runId, { scope: caller.scope, projectId }));
    checkHasFiles(run);
    if (run.kind !== 'save' || !run.state.startsWith('completed')) {
      throw new AppError('conflict', { message: 'Only a completed full run can be pinned.' });
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
