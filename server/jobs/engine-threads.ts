/** A pool of threads (Piscina): starts a task on one of them, and terminates the thread if the task doesn't end. */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { EngineThreadData, PlainError, ThreadNews, ThreadReply, ThreadTask } from './engine-messages.ts';
import type { RunProgress } from './engine-task.ts';

const ENTRY = fileURLToPath(new URL('./engine-worker.mjs', import.meta.url));
/** Time after a cancellation until the thread is terminated. */
const GRACE_MS = 500;
/** Maximum of wall-clock time as a multiple of the CPU limit, for machines whose cores are busy. */
const CLOCK_FACTOR = 8;
/** Minimum interval of checks when a limit is nearly reached. */
const MIN_CHECK_MS = 20;
const CLOSED = 'The engine is closed.';

export interface ThreadsOptions {
  /** Name for messages. */
  name: string;
  /** Number of threads that always run; others end after `idleMs`. */
  warm: number;
  most: number;
  nice: number;
  memoryMb: number;
  /** Part of the heap for young objects. */
  youngMb: number;
  idleMs: number;
}

export interface Task<Input> {
  kind:
    | 'inspectDraft'
    | 'fixDraft'
    | 'writeProblemSheet'
    | 'readSheetText'
    | 'recognize'
    | 'plan'
    | 'run'
    | 'towns'
    | 'measure'
    | 'findImageEnd'
    | 'openImage';
  input: Input;
  /** Limit of CPU time, counted from the thread's start of the task. */
  limitMs?: number | undefined;
  signal?: AbortSignal | undefined;
  onBegin?(): void;
  onProgress?(progress: RunProgress): void;
  onPages?(pages: string): void;
}

/** The task took longer than its limit; its thread was ended. */
export class TookTooLong extends Error {}

/** The thread broke down under its work: no memory was left, or a fault of ours went uncaught. */
export class EngineThreadDied extends Error {
  override readonly name = 'EngineThreadDied';
  readonly isOutOfMemory: boolean;

  constructor(thread: string, cause: unknown) {
    const isOutOfMemory =
      cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const reason = isOutOfMemory ? 'ran out of memory' : 'ended without an answer';
    super(`The engine thread for ${thread} ${reason}.`, { cause });
    this.isOutOfMemory = isOutOfMemory;
  }
}

function reviveError({ message, ...others }: PlainError): Error {
  return Object.assign(new Error(message), others);
}

export class EngineThreads {
  readonly #name: string;
  readonly #pool: Piscina;
  /** Ends each task that no thread has begun yet. */
  readonly #starting = new Set<(reason: unknown) => void>();
  #isClosed = false;

  constructor({ name, warm, most, nice, memoryMb, youngMb, idleMs }: ThreadsOptions) {
    this.#name = name;
    this.#pool = new Piscina({
      filename: ENTRY,
      minThreads: warm,
      maxThreads: most,
      idleTimeout: idleMs,
      // A thread that sleeps between its tasks would hear neither its timers nor its own threads.
      atomics: 'disabled',
      workerData: { nice } satisfies EngineThreadData,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
    });
    // An idle thread: waiting tasks would wait for this one.
    this.#pool.on('error', (error) => {
      for (const end of this.#starting) end(new EngineThreadDied(name, error));
    });
  }

  /** Callers run at most as many tasks as there are threads, because tasks that wait here are not in a fair queue. */
  async perform<Input, Answer>(task: Task<Input>): Promise<Answer> {
    const { signal } = task;
    if (this.#isClosed) throw new Error(CLOSED);
    signal?.throwIfAborted();
    const attempt = this.#start<Input, Answer>(task);
    const cancel = () => attempt.cancel(signal?.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const reply = await attempt.reply;
      signal?.throwIfAborted();
      if (reply.type === 'answered') return reply.answer;
      throw reply.type === 'failed' ? reviveError(reply.error) : new Error('canceled without a signal');
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#isClosed ? new Error(CLOSED) : error;
    } finally {
      signal?.removeEventListener('abort', cancel);
      await attempt.end();
    }
  }

  /** Terminates all threads, also those with a task. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.destroy();
  }

  #start<Input, Answer>(task: Task<Input>) {
    const { kind, input, limitMs, signal } = task;
    const flag = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const stop = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    let gone: Promise<unknown> | undefined;
    const endThread = (reason: unknown) => {
      const before = this.#pool.threads;
      stop.abort(reason);
      const left = before.filter((thread) => !this.#pool.threads.includes(thread));
      gone = Promise.all(left.map((thread) => once(thread, 'exit')));
    };
    const endAfter = (ms: number, reason: unknown) => {
      clearTimeout(timer);
      timer = setTimeout(endThread, ms, reason);
    };
    let stopWatching = () => {};
    this.#starting.add(endThread);
    const line = openLine(task, (threadId) => {
      this.#starting.delete(endThread);
      if (limitMs === undefined || signal?.aborted) return;
      endAfter(CLOCK_FACTOR * limitMs, new TookTooLong());
      const thread = this.#pool.threads.find((each) => each.threadId === threadId);
      if (thread) stopWatching = watchWork(thread, limitMs, () => endThread(new TookTooLong()));
    });
    const sent: ThreadTask<Input> = { input, cancel: flag, port: line.port };
    const run: Promise<ThreadReply<Answer>> = this.#pool.run(sent, {
      name: kind,
      signal: stop.signal,
      transferList: [line.port],
    });
    return {
      reply: run.catch((error: unknown) => {
        throw stop.signal.aborted ? stop.signal.reason : new EngineThreadDied(this.#name, error);
      }),
      /** Asks the thread to end its work, and ends the thread where it does not. */
      cancel: (reason: unknown) => {
        Atomics.store(new Int32Array(flag), 0, 1);
        stopWatching();
        endAfter(GRACE_MS, reason);
      },
      /** Resolves when the task has stopped. */
      end: async () => {
        this.#starting.delete(endThread);
        line.close();
        // Closing hears the last news, which may be the first.
        stopWatching();
        clearTimeout(timer);
        await gone;
      },
    };
  }
}

/**
 * Calls `end` when a thread has used that much CPU time; waiting for a busy core doesn't count.
 * @returns stops watching
 */
function watchWork(thread: Worker, limitMs: number, end: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const measureMs = async () => {
    const { user, system } = await thread.cpuUsage();
    return (user + system) / 1000;
  };
  const watch = async () => {
    const startMs = await measureMs();
    for (let leftMs = limitMs; leftMs > 0; leftMs = limitMs - ((await measureMs()) - startMs)) {
      await new Promise((resolve) => {
        if (!isOver) timer = setTimeout(resolve, Math.max(leftMs, MIN_CHECK_MS));
      });
    }
    if (!isOver) end();
  };
  // A thread that has ended measures nothing any more.
  watch().catch(() => {});
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** The line on which a thread reports; `port` is the thread's end of it. */
function openLine<Input>({ onBegin, onProgress, onPages }: Task<Input>, begin: (threadId: number) => void) {
  const { port1, port2 } = new MessageChannel();
  const hear = (news: ThreadNews) => {
    if (news.type === 'progress') onProgress?.(news.progress);
    else if (news.type === 'pages') onPages?.(news.pages);
    else {
      begin(news.threadId);
      onBegin?.();
    }
  };
  port1.on('message', hear);
  const close = () => {
    // The answer comes on another line and may overtake the last news.
    for (let last = receiveMessageOnPort(port1); last; last = receiveMessageOnPort(port1)) hear(last.message);
    port1.close();
  };
  return { port: port2, close };
}
