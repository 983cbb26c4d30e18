/**
 * Audits files on two threads while the next ones are written. The writer waits when it is far ahead, so that a file
 * is read back while it is still in the page cache.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { getPlatform, PageMeter, type PageRows } from '#engine';
import { type AuditedFile, type AuditTask, auditFile } from './audit-file.ts';
import type { AuditReply } from './audit-thread.ts';

const THREADS = Math.min(2, availableParallelism());
/** Queued files at which the writer pauses. */
const MAX_QUEUED = 4;
/** A single file up to this size is audited on the main thread, because starting a thread takes time, too. */
const SMALL_BYTES = 4_000_000;
/** A thread holds one item of a file at a time; the limits make V8 collect garbage instead of growing the heap. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 6 };

interface Job {
  task: AuditTask;
  resolve(audited: AuditedFile): void;
  reject(error: unknown): void;
}

export interface AuditPool {
  /** Resolves when the file is audited; rejects with errors of the file system. */
  audit(task: AuditTask, bytes: number): Promise<AuditedFile>;
  /** Await it after each file: resolves when the queue has room, rejects if a thread failed. */
  waitForCapacity(): Promise<void>;
  /** Call it after the last file. */
  finish(): void;
  close(): Promise<void>;
}

interface ThreadHooks {
  onIdle(thread: AuditThread): void;
  /** Called when the thread fails. */
  onFailure(error: unknown): void;
}

/** A thread and its current file. */
class AuditThread {
  readonly #worker: Worker;
  #job: Job | undefined;

  constructor({ onIdle, onFailure }: ThreadHooks, rows: PageRows | undefined) {
    const url = new URL('./audit-worker.mjs', import.meta.url);
    this.#worker = new Worker(url, { resourceLimits: RESOURCE_LIMITS, workerData: { rows } });
    this.#worker.on('message', (reply: AuditReply) => {
      const job = this.#job;
      this.#job = undefined;
      if (reply.type === 'audited') job?.resolve(reply.audited);
      else job?.reject(Object.assign(new Error(reply.error.message), reply.error));
      onIdle(this);
    });
    this.#worker.on('error', (error) => {
      this.#job?.reject(error);
      onFailure(error);
    });
  }

  get isIdle(): boolean {
    return this.#job === undefined;
  }

  run(job: Job): void {
    this.#job = job;
    this.#worker.postMessage(job.task);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

function auditInline({ task, resolve, reject }: Job, rows: PageRows | undefined): void {
  try {
    const meter = task.shinglesPath === undefined ? undefined : new PageMeter(rows);
    resolve(auditFile(task, getPlatform(task.format).audit, meter));
  } catch (error) {
    reject(error);
  }
}

/**
 * Starts threads on demand. If a thread fails, all queued and later files are rejected with its error.
 * @param rows of the pages that are measured
 */
export function createAuditPool(rows?: PageRows): AuditPool {
  const threads: AuditThread[] = [];
  const queue: Job[] = [];
  let resume: (() => void) | undefined;
  let failure: { error: unknown } | undefined;

  const runNext = (thread: AuditThread) => {
    const job = queue.shift();
    if (job) thread.run(job);
    if (queue.length < MAX_QUEUED) resume?.();
  };
  const onFailure = (error: unknown) => {
    failure ??= { error };
    for (const job of queue.splice(0)) job.reject(error);
    resume?.();
  };
  const start = () => {
    const thread = new AuditThread({ onIdle: runNext, onFailure }, rows);
    threads.push(thread);
    return thread;
  };
  const distribute = () => {
    while (queue.length > 0) {
      const thread = threads.find(({ isIdle }) => isIdle) ?? (threads.length < THREADS ? start() : undefined);
      if (!thread) return;
      runNext(thread);
    }
  };

  return {
    audit(task, bytes) {
      return new Promise((resolve, reject) => {
        if (failure) return reject(failure.error);
        queue.push({ task, resolve, reject });
        if (queue.length > 1 || threads.length > 0 || bytes > SMALL_BYTES) distribute();
      });
    },
    async waitForCapacity() {
      while (queue.length >= MAX_QUEUED) {
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
      }
      // Further files couldn't be audited either.
      if (failure) throw failure.error;
    },
    finish() {
      if (threads.length > 0) return;
      for (const job of queue.splice(0)) auditInline(job, rows);
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
