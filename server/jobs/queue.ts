/**
 * Job queue that survives requests and crashes, stored by pg-boss in the same database. A job is sent in the
 * transaction that needs it, retried until its third failure, and requeued when its process crashes.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Database, Trx } from '../db/open.ts';
import { createQueues, describeBoss, toDeadLetterName } from './boss-settings.ts';
import { type JobObserver, type JobRecord, type QueueLog, recordJob } from './job-record.ts';
import { chargeFailure, isSuspect, requeueAll, requeueJobs, readEnd } from './requeue.ts';

const HEARTBEAT_S = 30;
/** Heartbeats per timeout. */
const HEARTBEATS = 3;
const DRAIN_MS = 5_000;
/** Time for a handler to end after its signal; later results are ignored. */
const ABORT_MS = 1_000;
const POLL_S = 2;
/** Retry interval of a suspect that waits for other jobs. */
const SUSPECT_WAIT_S = 2;
/** Retry interval of a job that waits for a slot. */
const SLOT_WAIT_S = 1;

export interface JobContext {
  /** Aborted when the server stops or the job is requeued elsewhere; the job then runs again. */
  signal: AbortSignal;
}

/** Result of the last attempt of a dead letter. */
export interface Ended {
  reason: string;
  /** True if the process crashed during the last attempt as well. */
  isCrash: boolean;
}

export interface WorkOptions<Payload> {
  /** Concurrent jobs in this process. */
  concurrency: number;
  /** Called once after the third failure or the twelfth crash of the process. */
  onGivenUp?: (payload: Payload, end: Ended) => Promise<void>;
  /** Maximum delay until a job with a start time is claimed. */
  pollSeconds?: number;
  /** Returns false to requeue the job for a second, without counting an attempt. */
  acquireSlot?: (payload: Payload) => Promise<boolean>;
}

export interface SendOptions {
  /** A job isn't added if another one with this key is waiting. */
  singletonKey?: string;
  /** Delay before the job starts; the time also passes while no process is running. */
  startAfterSeconds?: number;
}

export interface Queue {
  /** Sends a job, which starts after the commit of the transaction. */
  send(trx: Trx, job: string, payload: object, options?: SendOptions): Promise<void>;
  /** Sends many jobs in one statement. */
  sendAll(trx: Trx, job: string, payloads: readonly object[]): Promise<void>;
  /** Starts the workers of a queue. A handler may be called again with the same payload after any failure. */
  work<Payload extends object>(
    job: string,
    handler: (payload: Payload, context: JobContext) => Promise<void>,
    options: WorkOptions<Payload>,
  ): Promise<void>;
  /** @throws if the queue doesn't respond */
  check(): Promise<void>;
  /** Measures the waiting jobs of all processes on this database, without those that start later. */
  measure(): Promise<QueueDepth[]>;
  /**
   * Stops the workers, waits for handlers up to 5 s, then aborts their signals and requeues their jobs. Jobs can still be
   * sent; they wait for the next start.
   */
  drain(): Promise<void>;
  /** Drains and disconnects from the database. */
  close(): Promise<void>;
}

export interface QueueDepth {
  queue: string;
  waiting: number;
  /** Waiting time of the oldest job since its earliest start. */
  oldestSeconds: number;
}

export interface QueueOptions {
  database: Database;
  jobs: readonly string[];
  log: QueueLog;
  observer?: JobObserver;
  /** PostgreSQL: seconds without a heartbeat until another process takes over a job; at least 10. */
  heartbeatSeconds?: number;
  /**
   * Maximum delay until a retry or a job of another process is claimed; new jobs are announced immediately.
   */
  pollSeconds?: number;
  drainMs?: number;
}

/**
 * Opens the queue.
 * @param options with the names of all jobs that are ever sent or run
 */
export function openQueue(
  options: Pick<QueueOptions, 'database' | 'jobs' | 'log' | 'observer'>,
): Promise<Queue> {
  return openQueueWith(options);
}

/** `openQueue` with intervals that tests shorten. */
export async function openQueueWith(options: QueueOptions): Promise<Queue> {
  const { database, jobs, log, heartbeatSeconds = HEARTBEAT_S } = options;
  const boss = new PgBoss(describeBoss(database));
  const state: State = { isClosing: false, running: new Set(), awaited: new Map(), boss, options };
  boss.on('error', (error) => {
    // Late errors of closed connections; their jobs are already requeued.
    if (!state.isClosing) log.error({ err: error }, 'the queue failed');
  });
  await boss.start();
  await createQueues(boss, jobs, database.kind === 'postgres' ? heartbeatSeconds : null);
  // A single process owns the database, so the previous process interrupted all active jobs.
  if (database.kind === 'pglite') await requeueAll(boss);
  return describeQueue(state);
}

interface Running {
  job: JobWithMetadata;
  abort: AbortController;
  /** Settles when the handler ends or fails. */
  ended: PromiseWithResolvers<void>;
  /** Set when the server stops waiting; settles when the job is requeued. */
  requeued?: PromiseWithResolvers<void>;
}

interface State {
  isClosing: boolean;
  running: Set<Running>;
  /** Jobs that were running when a suspect was first claimed, by id of the suspect. */
  awaited: Map<string, readonly Running[]>;
  boss: PgBoss;
  options: QueueOptions;
}

type Handler = (payload: object, context: JobContext & { end: Ended }) => Promise<void>;
type AcquireSlot = (payload: object) => Promise<boolean>;

interface Worker {
  handler: Handler;
  acquireSlot: AcquireSlot;
  pollSeconds: number;
}

function describeQueue(state: State): Queue {
  const { boss, options } = state;
  let draining: Promise<void> | undefined;
  let closing: Promise<void> | undefined;
  const drainOnce = () => (draining ??= drain(state, options.drainMs ?? DRAIN_MS));
  return {
    send: async (...sent) => {
      const [trx, job, payload, { singletonKey = randomUUID(), startAfterSeconds: startAfter = 0 } = {}] =
        sent;
      await boss.send(job, payload, { db: fromKysely(trx), singletonKey, startAfter });
    },
    sendAll: async (trx, job, payloads) => {
      if (payloads.length === 0) return;
      const jobs = payloads.map((data) => ({ data, singletonKey: randomUUID() }));
      await boss.insert(job, jobs, { db: fromKysely(trx) });
    },
    work: async (job, handler, { concurrency, onGivenUp, pollSeconds, acquireSlot = async () => true }) => {
      const worker: Worker = {
        handler: (payload, context) => handler(payload as never, context),
        acquireSlot: (payload) => acquireSlot(payload as never),
        pollSeconds: pollSeconds ?? options.pollSeconds ?? POLL_S,
      };
      for (let count = 0; count < concurrency; count++) await startWorker(state, job, worker);
      if (onGivenUp === undefined) return;
      const giveUp: Handler = (payload, { end }) => onGivenUp(payload as never, end);
      await startWorker(state, toDeadLetterName(job), {
        ...worker,
        handler: giveUp,
        acquireSlot: async () => true,
      });
    },
    check: async () => {
      await boss.schemaVersion();
    },
    measure: createMeasure(state),
    drain: drainOnce,
    close: () => (closing ??= drainOnce().then(() => boss.stop({ graceful: false }))),
  };
}

/** Starts a worker that runs one job at a time and claims the next as soon as one ends. */
async function startWorker(state: State, name: string, worker: Worker): Promise<void> {
  const { boss, options } = state;
  const { heartbeatSeconds = HEARTBEAT_S } = options;
  const { pollSeconds } = worker;
  const settings = {
    includeMetadata: true,
    pollingIntervalSeconds: pollSeconds,
    notifyPollingIntervalSeconds: pollSeconds,
    heartbeatRefreshSeconds: heartbeatSeconds / HEARTBEATS,
  } as const;
  const id: string = await boss.work(name, settings, async ([job]: JobWithMetadata[]) => {
    if (job === undefined) return;
    try {
      await runJob(state, job, worker);
    } finally {
      boss.notifyWorker(id);
    }
  });
}

async function runJob(state: State, job: JobWithMetadata, { handler, acquireSlot }: Worker): Promise<void> {
  const { boss, options } = state;
  // The job was claimed while the queue was closing.
  if (state.isClosing) return await requeueJobs(boss, [job]);
  if (mustWait(state, job)) return await requeueJobs(boss, [job], SUSPECT_WAIT_S);
  const running: Running = { job, abort: new AbortController(), ended: Promise.withResolvers() };
  state.running.add(running);
  const signal = AbortSignal.any([job.signal, running.abort.signal]);
  let record: JobRecord | undefined;
  try {
    // The job is already in `running`, so that a stop of the server requeues it like any other.
    if (await acquireSlot(job.data)) {
      record = recordJob(options, job);
      await record.work(() => handler(job.data, { signal, end: readEnd(job.sourceOutput) }));
      if (running.requeued === undefined) record.complete();
      else record.requeue();
    } else if (running.requeued === undefined) await requeueJobs(boss, [job], SLOT_WAIT_S);
  } catch (error) {
    if (running.requeued === undefined) {
      (record ?? recordJob(options, job)).fail(error);
      // If the database doesn't respond, the failure counts as a crash, because heartbeats stop.
      await chargeFailure(boss, job).catch(() => {});
      throw error;
    }
    record?.requeue();
  } finally {
    state.running.delete(running);
    running.ended.resolve();
    // pg-boss learns of the end afterward, when it settles an attempt that is no longer current.
    await running.requeued?.promise;
  }
}

/**
 * Makes a suspect wait for the jobs that are running, so that it can't crash them. It doesn't wait for jobs
 * that start later, which lose at most one attempt; on a busy server it would wait forever.
 */
function mustWait({ running, awaited }: State, job: JobWithMetadata): boolean {
  if (!isSuspect(job)) return false;
  const others = awaited.get(job.id) ?? [...running];
  const isAlone = [...running].every((each) => !others.includes(each) && !isSuspect(each.job));
  if (isAlone) awaited.delete(job.id);
  else awaited.set(job.id, others);
  return !isAlone;
}

/** Time for which a measurement is cached. */
const MEASURE_MS = 5_000;

function createMeasure({ boss, options: { jobs } }: Pick<State, 'boss' | 'options'>): Queue['measure'] {
  let last: { at: number; result: Promise<QueueDepth[]> } | undefined;
  const read = async (): Promise<QueueDepth[]> => {
    // The partial index job_i11 of pg-boss contains only waiting jobs. Dead letters don't count as waiting.
    const { rows } = await boss.getDb().executeSql(
      `select name, count(*)::int as waiting,
        extract(epoch from now() - min(greatest(created_on, start_after)))::float8 as seconds
      from pgboss.job
      where state < 'active' and not blocked and start_after <= now() and name = any($1)
      group by name`,
      [jobs],
    );
    const found = new Map(
      (rows as { name: string; waiting: number; seconds: number }[]).map((row) => [row.name, row]),
    );
    return jobs.map((queue) => {
      const { waiting = 0, seconds = 0 } = found.get(queue) ?? {};
      return { queue, waiting, oldestSeconds: seconds };
    });
  };
  return () => {
    const at = performance.now();
    if (last === undefined || at - last.at > MEASURE_MS) last = { at, result: read() };
    return last.result;
  };
}

async function drain(state: State, drainMs: number): Promise<void> {
  const { boss, options } = state;
  state.isClosing = true;
  await Promise.all(
    options.jobs
      .flatMap((job) => [job, toDeadLetterName(job)])
      .map((name) => boss.offWork(name, { wait: false })),
  );
  await waitForHandlers(state, drainMs);
  const interrupted = [...state.running];
  for (const running of interrupted) {
    running.requeued = Promise.withResolvers();
    running.abort.abort(new Error('the server is stopping'));
  }
  await waitForHandlers(state, ABORT_MS);
  try {
    await requeueJobs(
      boss,
      interrupted.map(({ job }) => job),
    );
  } catch (error) {
    options.log.error({ err: error }, 'Failed to requeue jobs; they are retried when their heartbeat ends');
  }
  for (const { requeued } of interrupted) requeued?.resolve();
}

async function waitForHandlers({ running }: State, timeoutMs: number): Promise<void> {
  const stop = new AbortController();
  const ended = Promise.all([...running].map((each) => each.ended.promise));
  await Promise.race([ended, sleep(timeoutMs, undefined, { signal: stop.signal }).catch(() => {})]);
  stop.abort();
}
