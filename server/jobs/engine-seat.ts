/** One thread of the engine, seen from outside, and the job it is at. */
import { Worker } from 'node:worker_threads';
import { AppError } from '../app-error.ts';
import type {
  EngineAnswer,
  EngineThreadData,
  EngineWork,
  PlainError,
  ThreadReply,
  ThreadRequest,
} from './engine-messages.ts';
import type { RunProgress } from './engine-task.ts';

/** A thread that has not ended its work by then is ended itself. */
const GRACE_MS = 500;
/** Young objects live for a page: a larger space for them costs memory and gains nothing. */
const YOUNG_MB = 16;
const TOO_LONG =
  'Your files take longer to read than the server allows. Make the seed page smaller, or divide the sheet.';

export interface Job {
  work: EngineWork;
  /** For whom it is done. */
  person?: number;
  /** Work that takes longer is ended. */
  limitMs?: number;
  signal?: AbortSignal;
  onStart(): void;
  onProgress(progress: RunProgress): void;
  resolve(answer: EngineAnswer): void;
  reject(error: unknown): void;
}

export interface SeatOptions {
  name: string;
  /** How far its thread steps back. */
  nice: number;
  memoryMb: number;
  /** The thread is free for the next job. */
  onFree(seat: EngineSeat): void;
  /** The thread is no more; its job was told. */
  onGone(seat: EngineSeat): void;
}

/** The thread broke down under its work: no memory was left, or a fault of ours went uncaught. */
export class EngineThreadDied extends Error {
  override readonly name = 'EngineThreadDied';
  readonly isOutOfMemory: boolean;

  constructor(thread: string, cause: unknown) {
    const isOutOfMemory =
      cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const reason = isOutOfMemory ? 'ran out of memory' : 'ended without an answer';
    super(`The engine's thread ${thread} ${reason}.`, { cause });
    this.isOutOfMemory = isOutOfMemory;
  }
}

/** What reads without end is refused like everything else that is wrong with a file. */
function createRefusal(): AppError {
  return new AppError('invalid', { message: TOO_LONG });
}

function reviveError({ message, ...others }: PlainError): Error {
  return Object.assign(new Error(message), others);
}

/** Buffers that the input fills alone can be handed over; parts of a larger one must be copied. */
function listBuffers(work: EngineWork): ArrayBuffer[] {
  const { seed, sheet } = work.kind === 'run' ? work.task : work.input;
  const whole = [seed, sheet].flatMap((file) => {
    if (!file || file.bytes.length === 0) return [];
    const { buffer, byteLength } = file.bytes;
    return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
  });
  return [...new Set(whole)];
}

export class EngineSeat {
  readonly #options: SeatOptions;
  readonly #worker: Worker;
  readonly #gone: Promise<void>;
  #job: Job | undefined;
  #stopListening: (() => void) | undefined;
  #error: unknown;
  #isEnding = false;
  #isTooLong = false;

  constructor(options: SeatOptions) {
    const { name, nice, memoryMb } = options;
    this.#options = options;
    this.#worker = new Worker(new URL('./engine-worker.mjs', import.meta.url), {
      name,
      workerData: { nice } satisfies EngineThreadData,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.#worker.on('message', (reply: ThreadReply) => this.#hear(reply));
    this.#worker.on('error', (error) => {
      this.#error = error;
    });
    this.#gone = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        const died = this.#isTooLong ? createRefusal() : new EngineThreadDied(name, this.#error);
        this.#end((job) => job.reject(died));
        options.onGone(this);
        resolve();
      });
    });
    // An idle thread keeps no process alive.
    this.#worker.unref();
  }

  get isFree(): boolean {
    return this.#job === undefined && !this.#isEnding;
  }

  take(job: Job): void {
    const cancel = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const request: ThreadRequest = { work: job.work, cancel };
    this.#job = job;
    this.#worker.ref();
    this.#listen(job, cancel);
    job.onStart();
    try {
      this.#worker.postMessage(request, listBuffers(job.work));
    } catch (error) {
      this.#end(() => job.reject(error));
      this.#options.onFree(this);
    }
  }

  async close(): Promise<void> {
    this.#isEnding = true;
    await this.#worker.terminate();
    await this.#gone;
  }

  #listen({ signal, limitMs }: Job, cancel: SharedArrayBuffer): void {
    let grace: NodeJS.Timeout | undefined;
    const stop = () => {
      Atomics.store(new Int32Array(cancel), 0, 1);
      grace = setTimeout(() => void this.close(), GRACE_MS);
    };
    const giveUp = () => {
      this.#isTooLong = true;
      void this.close();
    };
    const limit = limitMs === undefined ? undefined : setTimeout(giveUp, limitMs);
    signal?.addEventListener('abort', stop, { once: true });
    this.#stopListening = () => {
      signal?.removeEventListener('abort', stop);
      clearTimeout(grace);
      clearTimeout(limit);
    };
  }

  #hear(reply: ThreadReply): void {
    if (reply.type === 'progress') {
      this.#job?.onProgress(reply.progress);
      return;
    }
    this.#end((job) => {
      if (reply.type === 'answered') job.resolve(reply.answer);
      else if (reply.type === 'failed') job.reject(reviveError(reply.error));
      else job.reject(job.signal?.reason);
    });
    this.#worker.unref();
    if (!this.#isEnding) this.#options.onFree(this);
  }

  /** Whatever became of it, a job that was called off ends with the reason for that. */
  #end(tell: (job: Job) => void): void {
    const job = this.#job;
    this.#job = undefined;
    this.#stopListening?.();
    this.#stopListening = undefined;
    if (!job) return;
    if (job.signal?.aborted) job.reject(job.signal.reason);
    else tell(job);
  }
}
