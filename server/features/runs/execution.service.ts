/**
 * Executes a run: plans, writes and audits in the engine's threads, then publishes the files and stores the report, in
 * this order, so that a run completes only after its files are available. An interrupted run starts again from the
 * beginning and produces the same bytes.
 */
import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { readColumnChoices } from '#contract/column-choices.ts';
import { readQualityGate } from '#contract/quality-gate.ts';
import { splitNames } from '#contract/preserved-names.ts';
import { getPlatform, isGeocoder } from '#contract/project-types.ts';
import type { Files } from '#server/gateways/files.ts';
import type { RunResult, RunTask, SheetInput } from '#server/jobs/engine-pool.ts';
import { AppError } from '../../app-error.ts';
import { findKnownFault } from '../../known-faults.ts';
import { type Context, withServices } from '../../context.ts';
import { discardFiles } from '../files/discarding.service.ts';
import { checkSpace } from '../files/free-space.service.ts';
import { isStoreFault } from '../files/store-fault.service.ts';
import { readUpload, type StoredUpload } from '../files/stored-upload.service.ts';
import type { ImagesService } from '../images/images.service.ts';
import type { Tagged, TaggingService } from '../images/tagging.service.ts';
import { listLeftOut } from '../page-decisions/page-decisions.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { countHeld, countReady, countSkipped, countTagged } from './format-count.rules.ts';
import { nameParts } from './part-name.rules.ts';
import {
  deletePages,
  deleteUnfinishedNames,
  insertPages,
  listKnownTowns,
  listScheduledDates,
  lockProject,
  updateProjectRuns,
} from './project-runs.store.ts';
import { savePageQuality } from './run-quality.store.ts';
import { insertSkippedTowns } from './run-towns.store.ts';
import { publishFiles, untilAborted } from './publishing.service.ts';
import { findSite } from './run-answer.rules.ts';
import { createPageWriter } from './page-writer.service.ts';
import { reportProgress } from './run-progress.service.ts';
import { describeReport } from './run-report.service.ts';
import {
  findRun,
  findRunInput,
  insertParts,
  isCancelWanted,
  lockUser,
  type RunInputRow,
  updateRun,
} from './runs.store.ts';
import { acquireSlot } from './run-slots.service.ts';

/** User ID in the engine pool for runs of deleted users. */
const DELETED_USER = 0;
/** Progress of a run that isn't working. */
const NO_PROGRESS = { now_writing: null, is_measuring: false, compared: null };
/** Other processes sweep folders that are unchanged for long, as during an audit. */
const TOUCH_MS = 30_000;

type ExecutionContext = Pick<Context, 'db' | 'files' | 'pool' | 'live' | 'clock' | 'newId' | 'logError'>;

interface ExecutionOptions {
  notifications: Pick<NotificationsService, 'notify'>;
  tagging: TaggingService;
  images: Pick<ImagesService, 'listForPages'>;
  metrics: { countRun(run: EndedRun): void };
  progressMs?: number | undefined;
}

type Needs = ExecutionContext & ExecutionOptions;

/** A finished run in the metrics. */
interface EndedRun {
  kind: 'save' | 'test';
  result: Ending['state'];
  seconds: number;
  pages: number;
  rows: number;
}

/** The reason of the abort signal if a user cancels the run. */
class RunCanceled extends Error {}

export type ExecutionService = ReturnType<typeof createExecution>;

export function createExecution(context: ExecutionContext, options: ExecutionOptions) {
  const needs = withServices(context, options);
  const { db, clock } = needs;
  return {
    /** @param signal fires when the server stops; the run is then restarted at the next start */
    execute: (runId: number, signal: AbortSignal) => execute(needs, runId, signal),
    /** @returns true if the run may start; it then holds a slot */
    acquireSlot: (runId: number) => db.transaction().execute((trx) => acquireSlot(trx, runId, clock())),
    /** Fails a run after the last attempt of its job; with `isCrash`, the process may have crashed each time. */
    async giveUp({ runId }: { runId: number }, { isCrash }: { isCrash: boolean }): Promise<void> {
      const run = await findRunInput(db, runId);
      if (run !== undefined)
        await finish(needs, run, { state: 'failed', message: explainGivenUp(run, isCrash) });
    },
  };
}

async function execute(needs: Needs, runId: number, signal: AbortSignal): Promise<void> {
  const run = await findRunInput(needs.db, runId);
  if (run === undefined) return;
  const begun = { state: 'planning', started_at: needs.clock(), message: null } as const;
  const change = { ...begun, ...NO_PROGRESS, pages_done: 0, parts_done: 0, report: null };
  if (await isCancelWanted(needs.db, runId)) return finish(needs, run, { state: 'canceled' });
  if (!(await updateRun(needs.db, runId, change))) return;
  await needs.live.publish(needs.db, `project:${run.project_id}`);
  const startedAt = performance.now();
  const folder = join(needs.files.scratch, `run-${runId}-${needs.newId()}`);
  const stop = new AbortController();
  const late: Promise<unknown>[] = [];
  const follow = watchForCancel(needs, run, stop);
  const onStop = () => stop.abort(signal.reason);
  signal.addEventListener('abort', onStop);
  const touching = setInterval(() => void touch(folder), TOUCH_MS);
  try {
    const built = build(needs, run, { folder, signal: stop.signal, late });
    const ending = await built.catch(async (thrown: unknown): Promise<Ending> => {
      if (signal.aborted) throw thrown;
      if (stop.signal.reason instanceof RunCanceled) return { state: 'canceled' };
      const error = await findReason(needs.files, thrown);
      if (isTransient(error)) {
        await reportFault(needs, run, error);
        throw error;
      }
      needs.logError(error, `run ${runId} failed`);
      return { state: 'failed', message: explain(error) };
    });
    // Not caught above: if the database fails here, the whole attempt fails.
    await finish(needs, run, { ...ending, seconds: (performance.now() - startedAt) / 1000 });
    // Files that are still being published after a cancellation are deleted when they arrive.
    if (ending.state === 'canceled') void Promise.allSettled(late).then(() => clear(needs, run));
  } finally {
    clearInterval(touching);
    signal.removeEventListener('abort', onStop);
    stop.abort();
    await follow;
    await rm(folder, { recursive: true, force: true });
  }
}

/** If the store doesn't work either, its error is the reason for an error in the scratch folder. */
async function findReason(files: Files, error: unknown): Promise<unknown> {
  const isPlain = error instanceof Error && 'code' in error && !isStoreFault(error);
  if (!isPlain || FULL.includes(error.code)) return error;
  return files.check().then(
    () => error,
    (reason: unknown) => reason,
  );
}

/** Shows the error at the run until its next attempt. */
async function reportFault({ db, live, logError }: Needs, run: RunInputRow, error: unknown) {
  if (!isStoreFault(error)) return;
  try {
    await updateRun(db, run.id, { message: error.message });
    await live.publish(db, `project:${run.project_id}`);
  } catch (failure) {
    logError(failure, 'Failed to store the reason of a failed attempt');
  }
}

function explainGivenUp({ message }: RunInputRow, isCrash: boolean): string {
  if (isCrash) {
    return 'The server crashed each time it ran this, so it isn’t retried. It probably ran out of memory: split the sheet and create a project for each part.';
  }
  return message === null ? explain(undefined) : `${message} When that is over, start the run again.`;
}

async function touch(folder: string): Promise<void> {
  const now = new Date();
  await utimes(folder, now, now).catch(() => {});
}

/** Aborts the run when it is canceled, in any process. */
async function watchForCancel(needs: Needs, run: RunInputRow, stop: AbortController) {
  const check = async () => {
    if (await isCancelWanted(needs.db, run.id)) stop.abort(new RunCanceled());
  };
  for await (const _ of needs.live.watch(`project:${run.project_id}`, stop.signal)) {
    // A failed check doesn't end the watch; the next event repeats it.
    await check().catch((error: unknown) =>
      needs.logError(error, 'Failed to check whether a run was canceled'),
    );
  }
}

interface BuildOptions {
  folder: string;
  signal: AbortSignal;
  /** Collects work that continues after the signal. */
  late: Promise<unknown>[];
}

/** @returns the ending, unless the server itself failed */
async function build(needs: Needs, run: RunInputRow, options: BuildOptions): Promise<Ending> {
  const { files, pool } = needs;
  const { folder, signal } = options;
  await checkSpace(files, run.kind === 'save' ? (run.output_bytes ?? 0) + run.table_bytes : 0);
  // Retries after the check, which restores a deleted scratch folder but fails if the disk isn't mounted.
  await mkdir(folder).catch(async () => {
    await files.check();
    await mkdir(folder);
  });
  const { seed_storage_key: seedKey, seed_sha256: seedSha256, seed_name: seedName } = run;
  const sheetFile = { storage_key: run.sheet_storage_key, sha256: run.sheet_sha256 };
  if (seedKey === null || seedSha256 === null || seedName === null)
    return tagImages(needs, run, {
      ...options,
      sheet: await untilAborted(readInput(files, sheetFile), signal),
    });
  const reading = Promise.all([
    readInput(files, { storage_key: seedKey, sha256: seedSha256 }),
    readInput(files, sheetFile),
    readCombined(files, run),
  ]);
  const [seed, sheet, combined] = await untilAborted(reading, signal);
  // Before its dates and towns are read: those of a canceled run don't count.
  await deleteUnfinishedNames(needs.db, run.project_id);
  const progress = reportProgress(needs, run);
  const gate = readQualityGate(run.quality_gate);
  const task = {
    userId: run.started_by ?? DELETED_USER,
    type: run.project_type,
    seed: { bytes: seed, file: seedName },
    sheet: { bytes: sheet, file: run.sheet_name },
    ...(combined && { combined }),
    key: run.project_key,
    footer: run.footer_links,
    keep: splitNames(run.keep),
    images: await needs.images.listForPages(run.id),
    ...(run.site_base_url === '' ? {} : { site: run.site_base_url }),
    ...(run.seed_page === '' ? {} : { page: run.seed_page }),
    knownTowns: await listKnownTowns(needs.db, run.project_id),
    ...(run.schedule === '' ? {} : await readSchedule(needs.db, run)),
    columns: readColumnChoices(run.columns),
    folder,
    name: nameParts(run.title),
    split: run.split ?? 0,
    isTest: run.kind === 'test',
    ...(run.kind === 'save' && { leftOut: await listLeftOut(needs.db, run.project_id) }),
    ...(gate && { gate }),
  };
  const pages = createPageWriter((batch) => insertPages(needs.db, run.id, batch));
  const qualities = createPageWriter((batch) => savePageQuality(needs.db, run.id, batch));
  try {
    const running = pool.run(task, { onProgress: progress.take, onPages: pages.add, signal });
    await Promise.allSettled([running]);
    await progress.settle();
    const runResult = await running;
    signal.throwIfAborted();
    if (runResult.measuringError !== undefined)
      needs.logError(new Error(runResult.measuringError), `Failed to measure the pages of run ${run.id}`);
    if (runResult.ok) {
      await publishFiles(files, run.id, {
        ...options,
        result: runResult,
        platform: { isHubl: getPlatform(run.project_type).hasTemplateTags === true },
      });
      await pages.flush();
      for (const batch of runResult.quality?.pages ?? []) qualities.add(batch);
      await qualities.flush();
      await insertSkippedTowns(needs.db, run.id, runResult.skippedTowns);
    }
    return describeEnding(run, runResult);
  } finally {
    await Promise.all([pages.discard(), qualities.discard()]);
  }
}

/** The schedule of a run, and the dates that rows have from earlier ones. */
async function readSchedule(
  db: Needs['db'],
  { schedule, project_id }: RunInputRow,
): Promise<Pick<RunTask, 'schedule' | 'scheduledDates'>> {
  return { schedule, scheduledDates: await listScheduledDates(db, project_id) };
}

/** Executes the run of a Geocoder: measures its copies, which are made when they are downloaded. */
async function tagImages(
  needs: Needs,
  run: RunInputRow,
  { folder, signal, sheet }: BuildOptions & { sheet: Uint8Array },
): Promise<Ending> {
  const progress = reportProgress(needs, run);
  let tagged: Tagged;
  try {
    const userId = run.started_by ?? DELETED_USER;
    const job = { run, userId, sheet, folder, signal, onProgress: progress.take };
    tagged = await needs.tagging.tag(job);
  } finally {
    await progress.settle();
  }
  signal.throwIfAborted();
  const { result: runResult, samples, copies } = tagged;
  const { bytes, zipBytes } = copies ?? { bytes: 0, zipBytes: null };
  if (copies !== undefined) await insertSkippedTowns(needs.db, run.id, runResult.skippedTowns);
  const has_places = run.kind === 'save' && copies !== undefined;
  const report = JSON.stringify({ ...describeReport(runResult), has_places, samples });
  return { ...describeEnding(run, runResult), bytes, output_bytes: zipBytes, report, copies };
}

/** The store has lost a file of the project, which must be uploaded again. */
class InputLost extends Error {}

function readInput(files: Files, upload: StoredUpload): Promise<Uint8Array> {
  return readUpload(files, upload).catch((error: unknown) => {
    const isLost = isStoreFault(error) && error.kind === 'absent';
    throw isLost ? new InputLost('The file store has lost an input of the run', { cause: error }) : error;
  });
}

/** Reads the second list of the run, if it has one. */
async function readCombined(files: Files, run: RunInputRow): Promise<SheetInput | undefined> {
  const { combined_name: file, combined_storage_key: storage_key, combined_sha256: sha256 } = run;
  if (file === null || storage_key === null || sha256 === null) return undefined;
  return { bytes: await readInput(files, { storage_key, sha256 }), file };
}

const sumBytes = (parts: RunResult['parts']): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);

function describeEnding(run: RunInputRow, runResult: RunResult): Ending {
  const { ok, skipped, held, dropped, pages, parts } = runResult;
  // A table repeats the pages of the parts.
  const count = parts.filter((part) => part.pages > 0).length;
  const state = !ok ? 'failed' : skipped > 0 && run.kind === 'save' ? 'completed_with_skips' : 'completed';
  return {
    state,
    message: ok ? null : (runResult.problems[0]?.text ?? 'The files failed the audit.'),
    pages_done: pages,
    pages_total: pages,
    parts_done: count,
    parts_total: count,
    skipped: run.kind === 'save' ? skipped : 0,
    held,
    dropped,
    bytes: sumBytes(parts),
    report: JSON.stringify(describeReport(runResult)),
    quality: runResult.quality?.summary ?? null,
    runResult,
  };
}

type Ending = Parameters<typeof updateRun>[2] & {
  state: 'completed' | 'completed_with_skips' | 'failed' | 'canceled';
  /** Undefined if the engine didn't finish. */
  runResult?: RunResult;
  /** Only for a Geocoder. */
  copies?: Tagged['copies'];
  /** Duration of the run. */
  seconds?: number;
};

/** Ends the run. Idempotent: another process may have claimed the run and ended it. */
async function finish(needs: Needs, run: RunInputRow, ending: Ending): Promise<void> {
  const state = await writeEnding(needs, run, ending);
  if (state !== undefined) {
    const { seconds = 0, runResult } = ending;
    const pages = state.startsWith('completed') ? (runResult?.pages ?? 0) : 0;
    const rows = pages + (ending.skipped ?? 0);
    needs.metrics.countRun({ kind: run.kind, result: state, seconds, pages, rows });
  }
  // The run may have been canceled during publishing, or its project deleted.
  const isUseless =
    state === undefined ? (await findRun(needs.db, run.id)) === undefined : !state.startsWith('completed');
  if (isUseless) await clear(needs, run);
}

async function clear({ db, files, logError }: Needs, run: RunInputRow): Promise<void> {
  try {
    await discardFiles({ db, files }, [`runs/${run.id}/`]);
    await deletePages(db, run.id);
  } catch (error) {
    logError(
      error,
      'Failed to delete the files and pages of a stopped run; the garbage collection deletes the files later',
    );
  }
}

/** @returns the final state; undefined if the run has already ended */
async function writeEnding(needs: Needs, run: RunInputRow, wanted: Ending) {
  const { db, live, notifications, clock } = needs;
  return db.transaction().execute(async (trx) => {
    // Lock order: user, project, run, as in a save. The notification below refers to the user.
    if (run.started_by !== null) await lockUser(trx, run.started_by);
    await lockProject(trx, run.project_id);
    // A run that is shown as stopping must not complete.
    const isStopped = await isCancelWanted(trx, run.id);
    const { runResult, copies, seconds: _, ...ending }: Ending = isStopped ? { state: 'canceled' } : wanted;
    const isCompleted = ending.state.startsWith('completed');
    // A run that didn't finish has no report, so that of the plan is cleared.
    const change = { report: null, quality: null, ...ending, ...NO_PROGRESS, finished_at: clock() };
    if (!(await updateRun(trx, run.id, change))) return undefined;
    if (isCompleted && runResult !== undefined) {
      await insertParts(
        trx,
        runResult.parts.map(({ name, bytes, pages, sha256 }, index) => {
          const key = `runs/${run.id}/${name}`;
          return { run_id: run.id, position: index + 1, name, size: bytes, pages, sha256, storage_key: key };
        }),
      );
      if (copies !== undefined) await needs.tagging.keep(trx, run.id, copies);
      const { pages, formedLinks, parts } = runResult;
      const shown = { current_run_id: run.id, pages, site: findSite(formedLinks) };
      const writtenBytes = sumBytes(parts);
      await updateProjectRuns(trx, run.project_id, { ...(run.kind === 'save' ? shown : {}), writtenBytes });
    }
    const text = formatNotification(run, ending, runResult);
    if (text !== undefined) {
      await notifications.notify(trx, {
        userId: run.started_by,
        // A user who has left the agency can't open the project.
        workspaceId: run.workspace_id,
        text,
        link: `/projects/${run.project_id}`,
        eventKey: `run:${run.id}`,
      });
    }
    await live.publish(trx, `project:${run.project_id}`);
    return ending.state;
  });
}

/** @returns undefined for tests and canceled runs, whose users are watching them */
function formatNotification(
  run: RunInputRow,
  { state, message }: Ending,
  runResult?: RunResult,
): string | undefined {
  if (run.kind === 'test' || state === 'canceled') return undefined;
  if (state === 'failed') return `“${run.title}” failed: ${message ?? 'see the project'}`;
  const { pages = 0, skipped = 0, held = 0, dropped = 0 } = runResult ?? {};
  const gate = readQualityGate(run.quality_gate);
  const rows = pages + skipped + dropped + (gate?.action === 'leave-out' ? held : 0);
  return [
    isGeocoder(run.project_type) ? countTagged(run.title, pages) : countReady(run.title, { pages, rows }),
    ...(skipped > 0 ? [countSkipped(skipped)] : []),
    ...(gate && held > 0 ? [countHeld(held, gate.action)] : []),
  ].join(' ');
}

/** Faults of a database that is down or overloaded: pages are written while the engine is working. */
const TRANSIENT: unknown[] = ['not_ready', 'overloaded'];

/** True if the store or the database didn't respond, or an engine thread crashed: the run is retried. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('isOutOfMemory' in error) return error.isOutOfMemory === false;
  if ('retryable' in error) return error.retryable === true;
  return TRANSIENT.includes(findKnownFault(error));
}

/** Error codes of a full disk or file store. */
const FULL: unknown[] = ['ENOSPC', 'EDQUOT', 'no_space'];

function explain(error: unknown): string {
  if (error instanceof Error && 'code' in error && FULL.includes(error.code)) {
    return 'The server is out of disk space. Start the run again once there is space.';
  }
  // Errors of the engine pool already say what to do.
  if (error instanceof AppError && !isStoreFault(error)) return error.message;
  if (error instanceof InputLost) {
    return 'The seed page or the sheet is missing from the file store. Choose it again under Edit.';
  }
  if (error instanceof Error && 'isOutOfMemory' in error && error.isOutOfMemory === true) {
    return 'The run needs more memory than allowed. Split the sheet and create a project for each part.';
  }
  return 'The run stopped because of an error on our side. Start it again; if it fails again, send us its run number.';
}
