/**
 * The engine on threads of its own, because it may take seconds and requests must not wait for it. Short
 * questions and samples have a warm thread for themselves; full runs go on beside it.
 */
import { EngineLane } from './engine-lane.ts';
import type { EngineAnswer, EngineWork } from './engine-messages.ts';
import type {
  InspectAnswer,
  InspectInput,
  PlanAnswer,
  PlanInput,
  RunAnswer,
  RunProgress,
  RunTask,
} from './engine-task.ts';

export { EngineThreadDied } from './engine-seat.ts';
export type {
  EngineInput,
  InspectAnswer,
  InspectInput,
  PlanAnswer,
  RunAnswer,
  RunPlan,
  RunProgress,
  RunTask,
} from './engine-task.ts';

/** Progress is told this often, also while the thread is too busy to tell any. */
const TELL_MS = 200;
const MEMORY_MB = 1024;
const RUN_NICE = 10;
const IDLE_MS = 60_000;
/** What somebody waits for: so long, and as much again for each megabyte of the seed as five honest ones take. */
const QUICK_MS = 10_000;
const QUICK_MS_PER_MB = 3000;
const NOTHING_DONE: RunProgress = {
  state: 'planning',
  pagesDone: 0,
  pagesTotal: 0,
  partsWritten: 0,
  partsTotal: 0,
  bytesWritten: 0,
};

export interface EnginePoolOptions {
  /** Full runs at the same time; 2. */
  runThreads?: number;
  /**
   * How far full runs step back behind requests on Linux (nice, 0 to 19); 10. Where other programs keep all
   * cores busy, they get what those leave.
   */
  runNice?: number;
  /** Heap of a thread; 1,024. */
  memoryMb?: number;
  /** After it an idle thread for runs ends; 60,000. */
  idleMs?: number;
  /** So long an inspection, a plan or a test may take; 10 s and 3 s for each megabyte of its seed. */
  limitMs?: (seedBytes: number) => number;
}

export interface RunHooks {
  /** Called at least every 250 ms while it runs. */
  onProgress(progress: RunProgress): void;
  signal: AbortSignal;
}

/**
 * Everything rejects with the signal's reason within a second of an abort, when nothing of it runs any
 * more; with `EngineThreadDied` where the thread broke down; with `AppError` `invalid` where a short question
 * took too long; with the file system's own error (`code`, `syscall`) where a run could not be written.
 */
export interface EnginePool {
  inspect(input: InspectInput, signal?: AbortSignal): Promise<InspectAnswer>;
  plan(input: PlanInput, signal?: AbortSignal): Promise<PlanAnswer>;
  run(task: RunTask, hooks: RunHooks): Promise<RunAnswer>;
  close(): Promise<void>;
}

interface Submission {
  lane: EngineLane;
  limitMs?: number;
  work: EngineWork;
  signal?: AbortSignal | undefined;
  onProgress?: (progress: RunProgress) => void;
}

async function submit({ lane, work, limitMs, signal, onProgress }: Submission): Promise<EngineAnswer> {
  let timer: NodeJS.Timeout | undefined;
  let last = NOTHING_DONE;
  const tell = (progress: RunProgress) => {
    last = progress;
    if (!signal?.aborted) onProgress?.(progress);
  };
  const onStart = () => {
    if (!onProgress) return;
    tell(last);
    timer = setInterval(() => tell(last), TELL_MS);
  };
  const { person } = work.kind === 'run' ? work.task : work.input;
  const limits = {
    ...(person === undefined ? {} : { person }),
    ...(limitMs === undefined ? {} : { limitMs }),
    ...(signal ? { signal } : {}),
  };
  try {
    return await new Promise((resolve, reject) => {
      lane.submit({ work, ...limits, onStart, onProgress: tell, resolve, reject });
    });
  } finally {
    clearInterval(timer);
  }
}

function limitQuick(seedBytes: number): number {
  return QUICK_MS + (seedBytes / 1e6) * QUICK_MS_PER_MB;
}

/** Starts the warm thread at once; `close` ends all threads and rejects what they were at. */
export function createEnginePool(options: EnginePoolOptions = {}): EnginePool {
  const {
    runThreads = 2,
    runNice = RUN_NICE,
    memoryMb = MEMORY_MB,
    idleMs = IDLE_MS,
    limitMs = limitQuick,
  } = options;
  const shared = { memoryMb, idleMs };
  const quick = new EngineLane({
    ...shared,
    name: 'engine-quick',
    threads: 1,
    isWarm: true,
    nice: 0,
  });
  const runs = new EngineLane({
    ...shared,
    name: 'engine-run',
    threads: runThreads,
    isWarm: false,
    nice: runNice,
  });
  const ask = (seedBytes: number) => ({ lane: quick, limitMs: limitMs(seedBytes) });
  return {
    async inspect(input, signal) {
      const place = ask(input.seed?.bytes.length ?? 0);
      return await submit({ ...place, work: { kind: 'inspect', input }, signal });
    },
    async plan(input, signal) {
      const place = ask(input.seed.bytes.length);
      return (await submit({ ...place, work: { kind: 'plan', input }, signal })) as PlanAnswer;
    },
    async run(task, { onProgress, signal }) {
      const place = task.isTest ? ask(task.seed.bytes.length) : { lane: runs };
      return (await submit({ ...place, work: { kind: 'run', task }, signal, onProgress })) as RunAnswer;
    },
    async close() {
      await Promise.all([quick.close(), runs.close()]);
    },
  };
}
