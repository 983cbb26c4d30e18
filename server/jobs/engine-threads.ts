/** A pool of threads (Piscina) that starts tasks and terminates a thread whose task doesn't end. */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { EngineThreadData, RunProgress } from './engine-task.ts';
import type {
  PlainError,
  TaskInputs,
  TaskKind,
  TaskResults,
  ThreadMessage,
  ThreadReply,
  ThreadTask,
} from './engine-thread.ts';

const ENTRY = fileURLToPath(new URL('./engine-worker.mjs', import.meta.url));
/** Time after a cancellation until the thread is terminated. */
const GRACE_MS = 500;
/** Maximum wall-clock time as a multiple of the CPU limit, for busy machines. */
const CLOCK_FACTOR = 8;
/** Minimum interval of checks when a limit is nearly reached. */
const MIN_CHECK_MS = 20;
const CLOSED = 'The engine is closed.';

export interface ThreadsOptions {
  /** Name for messages. */
  name: string;
  /** Number of threads that always run; others end after `idleMs`. */
  warm: number;
  maxThreadCount: number;
  nice: number;
  /** File of places; that of the United States without it. */
  placesFile?: string | undefined;
  memoryMb: number;
  /** Size of the young generation. */
  youngMb: number;
  idleMs: number;
}

export interface Task<Kind extends TaskKind> {
  kind: Kind;
  input: TaskInputs[Kind];
  /** CPU time limit, counted from the start of the task on the thread. */
  limitMs?: number | undefined;
  signal?: AbortSignal | undefined;
  onBegin?(): void;
  onProgress?(progress: RunProgress): void;
  onPages?(pages: string): void;
}

/** The task exceeded its time limit, and its thread was terminated. */
export class TaskTimeout extends Error {}

/** The thread crashed: out of memory, or an uncaught error. */
export class EngineThreadCrashed extends Error {
  override readonly name = 'EngineThreadCrashed';
  readonly isOutOfMemory: boolean;

  constructor(thread: string, cause: unknown) {
    const isOutOfMemory =
      cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const reason = isOutOfMemory ? 'ran out of memory' : 'ended without a result';
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
  /** Callbacks that end tasks that no thread has started yet. */
  readonly #starting = new Set<(reason: unknown) => void>();
  #isClosed = false;

  constructor({ name, warm, maxThreadCount, nice, placesFile, memoryMb, youngMb, idleMs }: ThreadsOptions) {
    this.#name = name;
    this.#pool = new Piscina({
      filename: ENTRY,
      minThreads: warm,
      maxThreads: maxThreadCount,
      idleTimeout: idleMs,
      // With atomics, a sleeping thread wouldn't receive events of its timers and its own threads.
      atomics: 'disabled',
      workerData: { nice, placesFile } satisfies EngineThreadData,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
    });
    // An idle thread crashed; queued tasks would wait for it.
    this.#pool.on('error', (error) => {
      for (const end of this.#starting) end(new EngineThreadCrashed(name, error));
    });
  }

  /**
   * Callers must not start more tasks than there are threads, because queued tasks here aren't in a fair
   * queue.
   */
  async perform<Kind extends TaskKind>(task: Task<Kind>): Promise<TaskResults[Kind]> {
    const { signal } = task;
    if (this.#isClosed) throw new Error(CLOSED);
    signal?.throwIfAborted();
    const attempt = this.#start(task);
    const cancel = () => attempt.cancel(signal?.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const reply = await attempt.reply;
      signal?.throwIfAborted();
      if (reply.type === 'completed') return reply.result;
      throw reply.type === 'failed' ? reviveError(reply.error) : new Error('canceled without a signal');
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#isClosed ? new Error(CLOSED) : error;
    } finally {
      signal?.removeEventListener('abort', cancel);
      await attempt.end();
    }
  }

  /** Terminates all threads, including busy ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.destroy();
  }

  #start<Kind extends TaskKind>(task: Task<Kind>) {
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
    const channel = openChannel(task, (threadId) => {
      this.#starting.delete(endThread);
      if (limitMs === undefined || signal?.aborted) return;
      endAfter(CLOCK_FACTOR * limitMs, new TaskTimeout());
      const thread = this.#pool.threads.find((each) => each.threadId === threadId);
      if (thread) stopWatching = watchCpuTime(thread, limitMs, () => endThread(new TaskTimeout()));
    });
    const sent: ThreadTask<Kind> = { kind, input, cancel: flag, port: channel.port };
    const run: Promise<ThreadReply<Kind>> = this.#pool.run(sent, {
      name: 'work',
      signal: stop.signal,
      transferList: [channel.port],
    });
    return {
      reply: run.catch((error: unknown) => {
        throw stop.signal.aborted ? stop.signal.reason : new EngineThreadCrashed(this.#name, error);
      }),
      /** Requests cancellation, and terminates the thread if it doesn't respond. */
      cancel: (reason: unknown) => {
        Atomics.store(new Int32Array(flag), 0, 1);
        stopWatching();
        endAfter(GRACE_MS, reason);
      },
      /** Resolves when the task has stopped. */
      end: async () => {
        this.#starting.delete(endThread);
        channel.close();
        // `close` receives the last message, which may also be the first.
        stopWatching();
        clearTimeout(timer);
        await gone;
      },
    };
  }
}

/**
 * Calls `end` when a thread has used this much CPU time; waiting for a busy core doesn't count.
 * @returns a function that stops watching
 */
function watchCpuTime(thread: Worker, limitMs: number, end: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const measureMs = async () => {
    const { user, system } = await thread.cpuUsage();
    return (user + system) / 1000;
  };
  const watch = async () => {
    const startMs = await measureMs();
    for (let leftMs = limitMs; leftMs > 0; leftMs = limitMs - ((await measureMs()) - startMs)) {
      await new Promise((resolve) => {
        if (!isStopped) timer = setTimeout(resolve, Math.max(leftMs, MIN_CHECK_MS));
      });
    }
    if (!isStopped) end();
  };
  // Fails if the thread has ended.
  watch().catch(() => {});
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Opens the message channel of a task; `port` is the thread's side. */
function openChannel(
  { onBegin, onProgress, onPages }: Pick<Task<TaskKind>, 'onBegin' | 'onProgress' | 'onPages'>,
  begin: (threadId: number) => void,
) {
  const { port1, port2 } = new MessageChannel();
  const receive = (message: ThreadMessage) => {
    if (message.type === 'progress') onProgress?.(message.progress);
    else if (message.type === 'pages') onPages?.(message.pages);
    else {
      begin(message.threadId);
      onBegin?.();
    }
  };
  port1.on('message', receive);
  const close = () => {
    // The result comes through another channel and may overtake the last message.
    for (let last = receiveMessageOnPort(port1); last; last = receiveMessageOnPort(port1))
      receive(last.message);
    port1.close();
  };
  return { port: port2, close };
}
