/**
 * Work that outlives a request and a crash, kept by pg-boss in the same database: a job is sent in the
 * transaction that needs it, tried until its third failure, and taken over when its process dies.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Database, Trx } from '../db/open.ts';
import { createQueues, describeBoss, nameDead } from './boss-settings.ts';
import { type JobObserver, type JobRecord, type QueueLog, recordJob } from './job-record.ts';
import { chargeFailure, isSuspect, requeueAll, requeueJobs, readEnd } from './requeue.ts';

const HEARTBEAT_S = 30;
/** Beats within the time after which silence counts as death. */
const BEATS = 3;
const DRAIN_MS = 5_000;
/** Time for a handler to end after its signal; whatever it does later no longer counts. */
const ABORT_MS = 1_000;
const POLL_S = 2;
/** How soon a suspect asks again whether it would be alone. */
const ALONE_S = 2;
/** How soon a job asks again whether it is its turn. */
const TURN_S = 1;

export interface JobContext {
  /** Aborted when the server stops or the job was taken away; the job comes again then. */
  signal: AbortSignal;
}

/** How the last try of a job that was given up had ended. */
export interface Ended {
  reason: string;
  /** The process died under it, the last time as well. */
  isDeath: boolean;
}

export interface WorkOptions<Payload> {
  /** How many run side by side in this process. */
  concurrency: number;
  /** Called once after the third failure, or when the process died under the job twelve times. */
  onGivenUp?: (payload: Payload, end: Ended) => Promise<void>;
  /** How late a job that had to wait for its time may be seen. */
  pollSeconds?: number;
  /** Whether the job may begin; otherwise it is requeued for a moment, which is no try. */
  takeTurn?: (payload: Payload) => Promise<boolean>;
}

export interface SendOptions {
  /** While a job of this key waits, another one is not added. */
  singletonKey?: string;
  /** Until then it waits, also while no process runs. */
  startAfterSeconds?: number;
}

export interface Queue {
  /**
   * Sends a job; it starts when the transaction is committed, and never was when that is rolled back.
   */
  send(trx: Trx, job: string, payload: object, options?: SendOptions): Promise<void>;
  /** Like `send`, many jobs in one statement. */
  sendAll(trx: Trx, job: string, payloads: readonly object[]): Promise<void>;
  /** Takes jobs from now on. A handler may be called again with the same payload after any failure. */
  work<Payload extends object>(
    job: string,
    handler: (payload: Payload, context: JobContext) => Promise<void>,
    options: WorkOptions<Payload>,
  ): Promise<void>;
  /** @throws when the queue does not answer */
  check(): Promise<void>;
  /** Measures the jobs of all processes on this database that wait for a worker, without those that start later. */
  measure(): Promise<QueueDepth[]>;
  /**
   * Takes no more, waits for handlers up to 5 s, then aborts their signal and puts their jobs back. Jobs
   * can still be sent; they wait for the next start.
   */
  drain(): Promise<void>;
  /** Drains and lets go of the database. */
  close(): Promise<void>;
}

export interface QueueDepth {
  queue: string;
  waiting: number;
  /** Wait of the oldest job since its earliest start. */
  oldestSeconds: number;
}

export interface QueueOptions {
  database: Database;
  jobs: readonly string[];
  log: QueueLog;
  observer?: JobObserver;
  /** PostgreSQL: after how many seconds of silence another process takes a job over; at least 10. */
  heartbeatSeconds?: number;
  /** How late a second try or another process' job may be seen; new jobs are announced at once. */
  pollSeconds?: number;
  drainMs?: number;
}

/** Opens the queue; every job that will ever be sent or worked is named here. */
export function openQueue(
  options: Pick<QueueOptions, 'database' | 'jobs' | 'log' | 'observer'>,
): Promise<Queue> {
  return openQueueWith(options);
}

/** `openQueue` with the figures that a test makes shorter. */
export async function openQueueWith(options: QueueOptions): Promise<Queue> {
  const { database, jobs, log, heartbeatSeconds = HEARTBEAT_S } = options;
  const boss = new PgBoss(describeBoss(database));
  const state: State = { isClosing: false, running: new Set(), awaited: new Map(), boss, options };
  boss.on('error', (error) => {
    // What still runs into the closed connections at the end was requeued already.
    if (!state.isClosing) log.error({ err: error }, 'the queue met an error');
  });
  await boss.start();
  await createQueues(boss, jobs, database.kind === 'postgres' ? heartbeatSeconds : null);
  // Nobody else can be working on what a single process has left behind.
  if (database.kind === 'pglite') await requeueAll(boss);
  return describeQueue(state);
}

interface Running {
  job: JobWithMetadata;
  abort: AbortController;
  /** Settles when the handler has ended, however it did. */
  ended: PromiseWithResolvers<void>;
  /** Set when the server could not wait: settles when the job is free for others. */
  putBack?: PromiseWithResolvers<void>;
}

interface State {
  isClosing: boolean;
  running: Set<Running>;
  /** By suspects that wait to be alone: what was at work when they asked first. */
  awaited: Map<string, readonly Running[]>;
  boss: PgBoss;
  options: QueueOptions;
}

type Handler = (payload: object, context: JobContext & { end: Ended }) => Promise<void>;
type TakeTurn = (payload: object) => Promise<boolean>;

interface Worker {
  handler: Handler;
  takeTurn: TakeTurn;
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
    work: async (job, handler, { concurrency, onGivenUp, pollSeconds, takeTurn = async () => true }) => {
      const worker: Worker = {
        handler: (payload, context) => handler(payload as never, context),
        takeTurn: (payload) => takeTurn(payload as never),
        pollSeconds: pollSeconds ?? options.pollSeconds ?? POLL_S,
      };
      for (let count = 0; count < concurrency; count++) await startWorker(state, job, worker);
      if (onGivenUp === undefined) return;
      const giveUp: Handler = (payload, { end }) => onGivenUp(payload as never, end);
      await startWorker(state, nameDead(job), { ...worker, handler: giveUp, takeTurn: async () => true });
    },
    check: async () => {
      await boss.schemaVersion();
    },
    measure: createMeasure(state),
    drain: drainOnce,
    close: () => (closing ??= drainOnce().then(() => boss.stop({ graceful: false }))),
  };
}

/** One job at a time; the next is asked for as soon as one has ended. */
async function startWorker(state: State, name: string, worker: Worker): Promise<void> {
  const { boss, options } = state;
  const { heartbeatSeconds = HEARTBEAT_S } = options;
  const { pollSeconds } = worker;
  const settings = {
    includeMetadata: true,
    pollingIntervalSeconds: pollSeconds,
    notifyPollingIntervalSeconds: pollSeconds,
    heartbeatRefreshSeconds: heartbeatSeconds / BEATS,
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

async function runJob(state: State, job: JobWithMetadata, { handler, takeTurn }: Worker): Promise<void> {
  const { boss, options } = state;
  // Fetched in the moment of closing.
  if (state.isClosing) return await requeueJobs(boss, [job]);
  if (hasToWait(state, job)) return await requeueJobs(boss, [job], ALONE_S);
  const running: Running = { job, abort: new AbortController(), ended: Promise.withResolvers() };
  state.running.add(running);
  const signal = AbortSignal.any([job.signal, running.abort.signal]);
  let record: JobRecord | undefined;
  try {
    // Counted as at work meanwhile, so that a stop of the server puts it back like any other.
    if (await takeTurn(job.data)) {
      record = recordJob(options, job);
      await record.work(() => handler(job.data, { signal, end: readEnd(job.sourceOutput) }));
      if (running.putBack === undefined) record.complete();
      else record.requeue();
    } else if (running.putBack === undefined) await requeueJobs(boss, [job], TURN_S);
  } catch (error) {
    if (running.putBack === undefined) {
      (record ?? recordJob(options, job)).fail(error);
      // Without an answer it counts for as much as a dead process, which is what it will be taken for.
      await chargeFailure(boss, job).catch(() => {});
      throw error;
    }
    record?.requeue();
  } finally {
    state.running.delete(running);
    running.ended.resolve();
    // Only then may pg-boss see an end: it settles an attempt that is no longer this one, which is nothing.
    await running.putBack?.promise;
  }
}

/**
 * A suspect must not take others down, so it waits for those that are at work. Those that begin later do
 * not hold it up: they would wait for ever on a busy server, and lose one life at most.
 */
function hasToWait({ running, awaited }: State, job: JobWithMetadata): boolean {
  if (!isSuspect(job)) return false;
  const others = awaited.get(job.id) ?? [...running];
  const isAlone = [...running].every((each) => !others.includes(each) && !isSuspect(each.job));
  if (isAlone) awaited.delete(job.id);
  else awaited.set(job.id, others);
  return !isAlone;
}

/** Several calls may come at once, so an answer is reused for a moment. */
const MEASURE_MS = 5_000;

function createMeasure({ boss, options: { jobs } }: Pick<State, 'boss' | 'options'>): Queue['measure'] {
  let last: { at: number; answer: Promise<QueueDepth[]> } | undefined;
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
    if (last === undefined || at - last.at > MEASURE_MS) last = { at, answer: read() };
    return last.answer;
  };
}

async function drain(state: State, drainMs: number): Promise<void> {
  const { boss, options } = state;
  state.isClosing = true;
  await Promise.all(
    options.jobs.flatMap((job) => [job, nameDead(job)]).map((name) => boss.offWork(name, { wait: false })),
  );
  await waitForHandlers(state, drainMs);
  const interrupted = [...state.running];
  for (const running of interrupted) {
    running.putBack = Promise.withResolvers();
    running.abort.abort(new Error('the server stops'));
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
  for (const { putBack } of interrupted) putBack?.resolve();
}

async function waitForHandlers({ running }: State, longestMs: number): Promise<void> {
  const stop = new AbortController();
  const ended = Promise.all([...running].map((each) => each.ended.promise));
  await Promise.race([ended, sleep(longestMs, undefined, { signal: stop.signal }).catch(() => {})]);
  stop.abort();
}
