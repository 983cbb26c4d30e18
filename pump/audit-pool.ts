/**
 * Two threads audit files while the writer goes on. The writer waits when it is far ahead, so that a
 * file is read back while it is still in the system's memory.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { getPlatform } from '#engine';
import { type AuditedFile, type AuditTask, auditFile } from './audit-file.ts';
import type { AuditReply } from './audit-thread.ts';

const THREADS = Math.min(2, availableParallelism());
/** Files that may wait for a thread before the writer pauses. */
const MAX_WAITING = 4;
/** A single file up to this size is read faster than a thread starts. */
const SMALL_BYTES = 4_000_000;
/**
 * A thread holds one item of a file at a time; the limits keep its heap from growing lazily. Half as
 * much for young objects costs speed, twice as much costs memory and gains nothing.
 */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 6 };

interface Job {
  task: AuditTask;
  resolve(audited: AuditedFile): void;
  reject(error: unknown): void;
}

export interface AuditPool {
  /** Resolves when this file is audited; rejects with what the file system said. */
  audit(task: AuditTask, bytes: number): Promise<AuditedFile>;
  /** To be awaited after each file: resolves when the writer may go on, rejects when it need not. */
  waitForCapacity(): Promise<void>;
  /** To be called when no more files come. */
  finish(): void;
  close(): Promise<void>;
}

interface ThreadHooks {
  onIdle(thread: AuditThread): void;
  /** The thread is no more. */
  onDeath(error: unknown): void;
}

/** A thread and the file it is at. */
class AuditThread {
  readonly #worker: Worker;
  #job: Job | undefined;

  constructor({ onIdle, onDeath }: ThreadHooks) {
    const url = new URL('./audit-worker.mjs', import.meta.url);
    this.#worker = new Worker(url, { resourceLimits: RESOURCE_LIMITS });
    this.#worker.on('message', (reply: AuditReply) => {
      const job = this.#job;
      this.#job = undefined;
      if (reply.type === 'audited') job?.resolve(reply.audited);
      else job?.reject(Object.assign(new Error(reply.error.message), reply.error));
      onIdle(this);
    });
    this.#worker.on('error', (error) => {
      this.#job?.reject(error);
      onDeath(error);
    });
  }

  get isIdle(): boolean {
    return this.#job === undefined;
  }

  take(job: Job): void {
    this.#job = job;
    this.#worker.postMessage(job.task);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

function auditHere({ task, resolve, reject }: Job): void {
  try {
    resolve(auditFile(task, getPlatform(task.format).audit));
  } catch (error) {
    reject(error);
  }
}

/**
 * Threads are started only when there is work for them. Where one breaks down, all that waits is refused
 * with its error, and so is all that comes: the files are not proven, and nobody may wait for it.
 */
export function createAuditPool(): AuditPool {
  const threads: AuditThread[] = [];
  const waiting: Job[] = [];
  let resume: (() => void) | undefined;
  let death: { error: unknown } | undefined;

  const serve = (thread: AuditThread) => {
    const job = waiting.shift();
    if (job) thread.take(job);
    if (waiting.length < MAX_WAITING) resume?.();
  };
  const onDeath = (error: unknown) => {
    death ??= { error };
    for (const job of waiting.splice(0)) job.reject(error);
    resume?.();
  };
  const start = () => {
    const thread = new AuditThread({ onIdle: serve, onDeath });
    threads.push(thread);
    return thread;
  };
  const distribute = () => {
    while (waiting.length > 0) {
      const thread = threads.find(({ isIdle }) => isIdle) ?? (threads.length < THREADS ? start() : undefined);
      if (!thread) return;
      serve(thread);
    }
  };

  return {
    audit(task, bytes) {
      return new Promise((resolve, reject) => {
        if (death) return reject(death.error);
        waiting.push({ task, resolve, reject });
        if (waiting.length > 1 || threads.length > 0 || bytes > SMALL_BYTES) distribute();
      });
    },
    async waitForCapacity() {
      while (waiting.length >= MAX_WAITING) {
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
      }
      // Whatever else is written would not be proven either.
      if (death) throw death.error;
    },
    finish() {
      if (threads.length > 0) return;
      for (const job of waiting.splice(0)) auditHere(job);
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
