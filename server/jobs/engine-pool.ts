/**
 * The engine on threads of its own, because it may take seconds and requests must not wait for it. Small
 * work has a thread of its own; large work and full runs share a pool.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlatformId } from '#engine';
import { AppError } from '../app-error.ts';
import { RUN_NICE } from './thread-priority.ts';
import type {
  ImageEndAnswer,
  ImageInput,
  DraftAnswer,
  DraftInput,
  EngineInput,
  FixAnswer,
  FixInput,
  MeasureAnswer,
  MeasureInput,
  OpenImageAnswer,
  PlanAnswer,
  PlanInput,
  RecognizeInput,
  RunAnswer,
  RunProgress,
  RunTask,
  SheetTextAnswer,
  SheetTextInput,
  TownsAnswer,
  TownsInput,
} from './engine-task.ts';
import { EngineThreads, type Task, TookTooLong } from './engine-threads.ts';
import { FairQueue, NO_ACCOUNT } from './fair-queue.ts';

export { EngineThreadDied } from './engine-threads.ts';
export type {
  DraftInput,
  DraftSheetInput,
  EngineInput,
  PlanAnswer,
  RunAnswer,
  RunPlan,
  RunProgress,
  MeasureAnswer,
  RunTask,
  TownsAnswer,
} from './engine-task.ts';

const MEMORY_MB = 1024;
/**
 * Part of the heap for young objects. Those of small work live for a page, and its thread stays. A sheet of megabytes
 * is read in a third less time where its blocks find room.
 */
const YOUNG_MB = { small: 16, large: 32 };
const IDLE_MS = 60_000;
/** Maximum bytes of seed and sheet of small work; if it takes long nevertheless, it goes on as large work. */
const SMALL_BYTES = 1_000_000;
/** Maximum of "[" followed by a letter in the seed of small work: parsing time depends more on names than on size. */
const SMALL_BRACKETS = 1000;
const BRACKET = '['.charCodeAt(0);
const FIRST_LETTER = 'A'.charCodeAt(0);
const SMALL_MS = 1000;
/** Time for which all work of that account counts as large then: replacing a terminated thread takes time. */
const SLOW_MS = 60_000;
/** Time limit of large work, plus `LARGE_MS_PER_MB` per megabyte of the seed, five times what usual seeds take. */
const LARGE_MS = 10_000;
const LARGE_MS_PER_MB = 3000;
/** Threads for large work, in addition to those of runs. */
const LARGE_THREADS = 1;
const TOO_LONG =
  'Your files take longer to read than the server allows. Make the seed page smaller, or split the sheet.';
const IMAGE_TOO_LONG = 'This image takes too long to read. Save it again in an image editor.';
const CLOSED = 'The engine is closed.';
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
   * Niceness of large work on Linux (0 to 19), 10 by default. Where other programs keep all
   * cores busy, it gets the rest.
   */
  runNice?: number;
  /** Heap of a thread; 1,024. */
  memoryMb?: number;
  /** Idle time after which a thread for large work ends; 60,000. */
  idleMs?: number;
  /** Time limit of small work on its thread; 1,000. */
  smallMs?: number;
  /** Time limit of an inspection, a plan or a test; 10 s and 3 s per megabyte of its seed. */
  limitMs?: (seedBytes: number) => number;
}

export interface RunHooks {
  /** Called when the run begins and at each change of its state, otherwise ten times a second at most. */
  onProgress(progress: RunProgress): void;
  /**
   * Gets all pages of a whole run, some at a time as soon as they are written, before they are audited.
   * @param pages JSON: a list of row, url, label, latitude and longitude
   */
  onPages?(pages: string): void;
  signal: AbortSignal;
}

/**
 * Everything rejects with the signal's reason within a second of an abort, when nothing of it runs any
 * more; with `EngineThreadDied` where the thread broke down; with `AppError` `invalid` where an inspection, a
 * plan or a test took too long; with the file system's own error (`code`, `syscall`) where a run could not be
 * written.
 */
export interface EnginePool {
  inspectDraft(input: DraftInput, signal?: AbortSignal): Promise<DraftAnswer>;
  /** Makes one change if it helps. */
  fixDraft(input: FixInput, signal?: AbortSignal): Promise<FixAnswer>;
  /** All rows with a problem as CSV; undefined without a readable sheet. */
  writeProblemSheet(input: DraftInput, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer> | undefined>;
  readSheetText(input: SheetTextInput, signal?: AbortSignal): Promise<SheetTextAnswer>;
  /** Lists the platforms that a file may come from, the likeliest first. */
  recognize(input: RecognizeInput, signal?: AbortSignal): Promise<readonly PlatformId[]>;
  plan(input: PlanInput, signal?: AbortSignal): Promise<PlanAnswer>;
  run(task: RunTask, hooks: RunHooks): Promise<RunAnswer>;
  towns(input: TownsInput, signal?: AbortSignal): Promise<TownsAnswer>;
  /** Work of a run: one image after another has its turn among the full runs. */
  measure(input: MeasureInput, signal?: AbortSignal): Promise<MeasureAnswer>;
  /** Finds the length of the image in a file. */
  findImageEnd(input: ImageInput, signal?: AbortSignal): Promise<ImageEndAnswer>;
  /** Parses an image for its copies. */
  openImage(input: ImageInput, signal?: AbortSignal): Promise<OpenImageAnswer>;
  close(): Promise<void>;
}

type Files = Partial<Pick<EngineInput, 'seed' | 'sheet'>>;
type Question<Input> = Omit<Task<Input>, 'limitMs'>;

function limitLarge(seedBytes: number): number {
  return LARGE_MS + (seedBytes / 1e6) * LARGE_MS_PER_MB;
}

function isSmall({ seed, sheet }: Files): boolean {
  if ((seed?.bytes.length ?? 0) + (sheet?.bytes.length ?? 0) > SMALL_BYTES) return false;
  const bytes = seed?.bytes ?? new Uint8Array();
  let brackets = 0;
  for (let at = bytes.indexOf(BRACKET); at >= 0; at = bytes.indexOf(BRACKET, at + 1))
    // A bracket after a bracket, as in nested lists, doesn't count; letters of other alphabets are above.
    if ((bytes[at + 1] ?? 0) >= FIRST_LETTER && bytes[at + 1] !== BRACKET) brackets += 1;
  return brackets <= SMALL_BRACKETS;
}

async function clearFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name));
}

/** Accounts whose small work took too long, for a while. */
function createSlowAccounts() {
  const until = new Map<number, number>();
  return {
    has: (account: number) => (until.get(account) ?? 0) > performance.now(),
    add: (account: number) => {
      if (account !== NO_ACCOUNT) until.set(account, performance.now() + SLOW_MS);
    },
  };
}

interface Asking {
  small: EngineThreads;
  large: EngineThreads;
  queues: Record<'small' | 'large', FairQueue>;
  smallMs: number;
  limitMs: (seedBytes: number) => number;
}

/** @returns runs interactive tasks: small ones on their own thread, others as large work */
function createAsking({ small, large, queues, smallMs, limitMs }: Asking) {
  const slow = createSlowAccounts();

  /** Somebody waits for the answer. `again` comes before small work that turned out to be large. */
  return async function ask<Input extends Files & Pick<DraftInput, 'userId'>, Answer>(
    question: Question<Input>,
    again?: () => Promise<void>,
  ): Promise<Answer> {
    const { input, signal } = question;
    const seedBytes = input.seed?.bytes.length ?? 0;
    const { userId: account = NO_ACCOUNT } = input;
    const place = { account, signal };
    const longest = limitMs(seedBytes);
    try {
      if (isSmall(input) && !slow.has(account)) {
        const limited = { ...question, limitMs: Math.min(smallMs, longest) };
        return await queues.small.run(place, () => small.perform(limited));
      }
    } catch (error) {
      if (!(error instanceof TookTooLong)) throw error;
      slow.add(account);
      await again?.();
    }
    try {
      return await queues.large.run(place, () => large.perform({ ...question, limitMs: longest }));
    } catch (error) {
      throw error instanceof TookTooLong ? new AppError('invalid', { message: TOO_LONG }) : error;
    }
  };
}

/** Starts the thread for small work at once; `close` ends all threads and rejects what they were at. */
export function createEnginePool(options: EnginePoolOptions = {}): EnginePool {
  const { runThreads = 2, runNice = RUN_NICE, smallMs = SMALL_MS, limitMs = limitLarge } = options;
  const { memoryMb = MEMORY_MB, idleMs = IDLE_MS } = options;
  const shared = { memoryMb, idleMs };
  const small = new EngineThreads({
    ...shared,
    name: 'small work',
    warm: 1,
    most: 1,
    nice: 0,
    youngMb: YOUNG_MB.small,
  });
  const most = runThreads + LARGE_THREADS;
  const large = new EngineThreads({
    ...shared,
    name: 'large work',
    warm: 0,
    most,
    nice: runNice,
    youngMb: YOUNG_MB.large,
  });
  const queues = {
    small: new FairQueue(1),
    large: new FairQueue(LARGE_THREADS),
    runs: new FairQueue(runThreads),
  };

  const ask = createAsking({ small, large, queues, smallMs, limitMs });
  /** Images use the small queue, because the size of their metadata is limited. */
  const askAboutImage = async <Answer>(
    kind: 'findImageEnd' | 'openImage',
    input: ImageInput,
    signal?: AbortSignal,
  ): Promise<Answer> => {
    const place = { account: input.userId ?? NO_ACCOUNT, signal };
    const question = { kind, input, limitMs: smallMs, signal };
    try {
      return await queues.small.run(place, () => small.perform<ImageInput, Answer>(question));
    } catch (error) {
      throw error instanceof TookTooLong ? new AppError('invalid', { message: IMAGE_TOO_LONG }) : error;
    }
  };

  return {
    inspectDraft: (input, signal) => ask({ kind: 'inspectDraft', input, signal }),
    fixDraft: (input, signal) => ask({ kind: 'fixDraft', input, signal }),
    writeProblemSheet: (input, signal) => ask({ kind: 'writeProblemSheet', input, signal }),
    readSheetText: (input, signal) => ask({ kind: 'readSheetText', input, signal }),
    recognize: (input, signal) => ask({ kind: 'recognize', input, signal }),
    plan: (input, signal) => ask({ kind: 'plan', input, signal }),
    run: (task, { onProgress, onPages, signal }) => {
      const report = (progress: RunProgress) => signal.aborted || onProgress(progress);
      const reporting = {
        onBegin: () => report(NOTHING_DONE),
        onProgress: report,
        ...(onPages && { onPages }),
      };
      const question = { kind: 'run' as const, input: task, signal, ...reporting };
      if (task.isTest) return ask(question, () => clearFolder(task.folder));
      const place = { account: task.userId ?? NO_ACCOUNT, signal };
      return queues.runs.run(place, () => large.perform(question));
    },
    towns: (input, signal) => ask({ kind: 'towns', input, signal }),
    measure: (input, signal) => {
      const place = { account: input.userId ?? NO_ACCOUNT, signal };
      return queues.runs.run(place, () => large.perform({ kind: 'measure', input, signal }));
    },
    findImageEnd: (input, signal) => askAboutImage('findImageEnd', input, signal),
    openImage: (input, signal) => askAboutImage('openImage', input, signal),
    async close() {
      for (const each of Object.values(queues)) each.clear(new Error(CLOSED));
      await Promise.all([small.close(), large.close()]);
    },
  };
}
