/**
 * One or two threads that audit files in the order in which they come. The writer waits when it is
 * far ahead, so that a file is read back while it is still in the system's memory.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { AuditedFile, AuditTask } from './audit-file.ts';
import type { AuditReply } from './audit-worker.ts';

const MAX_THREADS = 2;
/** Files that may wait for a thread before the writer pauses. */
const MAX_WAITING = 6;
/** A thread holds one item of a file at a time; these limits keep its heap from growing lazily. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 12 };

interface Job {
  task: AuditTask;
  resolve(audited: AuditedFile): void;
  reject(error: Error): void;
}

export interface AuditPool {
  /** Resolves when this file is audited; rejects with what the file system said. */
  audit(task: AuditTask): Promise<AuditedFile>;
  /** Resolves when the writer may go on. */
  whenReady(): Promise<void>;
  close(): Promise<void>;
}

interface Thread {
  worker: Worker;
  job?: Job;
}

/** Threads are started when there is work for them: a single part needs one. */
export function createAuditPool(limit = Math.min(MAX_THREADS, availableParallelism())): AuditPool {
  const threads: Thread[] = [];
  const waiting: Job[] = [];
  let wake: (() => void) | undefined;

  const assign = (thread: Thread) => {
    thread.job = waiting.shift();
    if (thread.job) thread.worker.postMessage(thread.job.task);
    if (waiting.length < MAX_WAITING) wake?.();
  };

  const fail = (thread: Thread, error: Error) => {
    threads.splice(threads.indexOf(thread), 1);
    for (const job of [thread.job, ...waiting.splice(0)]) job?.reject(error);
    wake?.();
  };

  const startThread = () => {
    const worker = new Worker(new URL('./audit-worker.ts', import.meta.url), {
      resourceLimits: RESOURCE_LIMITS,
    });
    const thread: Thread = { worker };
    worker.on('message', (reply: AuditReply) => {
      const job = thread.job;
      if (reply.type === 'audited') job?.resolve(reply.audited);
      else job?.reject(Object.assign(new Error(reply.error.message), reply.error));
      assign(thread);
    });
    worker.on('error', (error) => fail(thread, error));
    threads.push(thread);
    return thread;
  };

  return {
    audit(task) {
      return new Promise((resolve, reject) => {
        waiting.push({ task, resolve, reject });
        const idle =
          threads.find((thread) => !thread.job) ?? (threads.length < limit ? startThread() : undefined);
        if (idle) assign(idle);
      });
    },
    async whenReady() {
      while (waiting.length >= MAX_WAITING) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.worker.terminate()));
    },
  };
}
