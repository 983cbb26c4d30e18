/**
 * Audits files in a thread of its own while the writer goes on. When the writer is far enough ahead
 * it lends a hand itself: on two cores that is as fast as a second thread, and saves the memory of one.
 */
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type AuditedFile, type AuditTask, auditFile } from './audit-file.ts';
import type { AuditReply } from './audit-thread.ts';

/** Files that may wait before the writer helps; they are read back from the system's memory. */
const MAX_WAITING = 3;
/** A larger file goes to the thread, so that signals are heard while it is read. */
const LARGE_BYTES = 20_000_000;
/** The thread holds one item of a file at a time; these limits keep its heap from growing lazily. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 };

interface Job {
  task: AuditTask;
  bytes: number;
  resolve(audited: AuditedFile): void;
  reject(error: unknown): void;
}

export interface AuditPool {
  /** Resolves when this file is audited; rejects with what the file system said. */
  audit(task: AuditTask, bytes: number): Promise<AuditedFile>;
  /** To be called after each file: resolves when the writer may go on. */
  keepUp(): Promise<void>;
  /** To be called when no more files come: resolves when none is waiting any more. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

class AuditThread {
  #worker: Worker | undefined;
  #job: Job | undefined;
  readonly #takeNext: () => Job | undefined;

  constructor(takeNext: () => Job | undefined) {
    this.#takeNext = takeNext;
  }

  /** Takes the next job unless it is at work. */
  wake(): void {
    if (this.#job) return;
    this.#job = this.#takeNext();
    if (!this.#job) return;
    this.#worker ??= this.#start();
    this.#worker.postMessage(this.#job.task);
  }

  #start(): Worker {
    const url = new URL('./audit-worker.mjs', import.meta.url);
    const worker = new Worker(url, { resourceLimits: RESOURCE_LIMITS });
    worker.on('message', (reply: AuditReply) => {
      const job = this.#job;
      this.#job = undefined;
      if (reply.type === 'audited') job?.resolve(reply.audited);
      else job?.reject(Object.assign(new Error(reply.error.message), reply.error));
      this.wake();
    });
    worker.on('error', (error) => this.#job?.reject(error));
    return worker;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}

export function createAuditPool(): AuditPool {
  const waiting: Job[] = [];
  const thread = new AuditThread(() => waiting.shift());

  /** The writer's own hand: takes a file that is not too large, and lets signals and replies in. */
  const help = async () => {
    const at = waiting.findLastIndex((job) => job.bytes <= LARGE_BYTES);
    const [job] = at < 0 ? [] : waiting.splice(at, 1);
    if (!job) return false;
    try {
      job.resolve(auditFile(job.task));
    } catch (error) {
      job.reject(error);
    }
    await setImmediate();
    return true;
  };

  return {
    audit(task, bytes) {
      return new Promise((resolve, reject) => {
        waiting.push({ task, bytes, resolve, reject });
        // A single small file is read faster than a thread starts.
        if (waiting.length > 1 || bytes > LARGE_BYTES) thread.wake();
      });
    },
    async keepUp() {
      while (waiting.length > MAX_WAITING && (await help()));
    },
    async finish() {
      while (await help());
      thread.wake();
    },
    close: () => thread.close(),
  };
}
