/**
 * Runs the engine on its own threads, because it may take seconds, and requests must not wait for it. Small
 * work has its own thread; large work and full runs share a pool.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../app-error.ts';
import type {
  CompareTextsInput,
  DraftInput,
  EngineInput,
  FileInput,
  RunProgress,
  RunTask,
} from './engine-task.ts';
import type { TaskInputs, TaskKind, TaskResults } from './engine-thread.ts';
import { EngineThreads, type Task, TaskTimeout } from './engine-threads.ts';
import { FairQueue, NO_ACCOUNT } from '../fair-queue.ts';

export { EngineThreadCrashed } from './engine-threads.ts';
export type {
  DraftInput,
  DraftSheetInput,
  SheetInput,
  EngineInput,
  PlacesRefusal,
  PlanResult,
  RunResult,
  RunPlan,
  RunProgress,
  MeasureResult,
  RunTask,
  TownQuery,
  TownsResult,
} from './engine-task.ts';

const MEMORY_MB = 1024;
/** Nice value of runs, from 0 to 19. */
const RUN_NICE = 10;
/**
 * Size of the young generation. Objects of small work live for one page, and its thread stays. Reading a
 * sheet of megabytes takes a third less time if its chunks fit.
 */
const YOUNG_MB = { small: 16, large: 32 };
const IDLE_MS = 60_000;
/** Maximum bytes of seed and sheet of small work; if it still takes too long, it restarts as large work. */
const MAX_SMALL_BYTES = 1_000_000;
/** Maximum bytes of written files that small work reads: a part, or two small ones. */
const MAX_SMALL_FILE_BYTES = 10_000_000;
/**
 * Maximum number of "[" followed by a letter in the seed of small work: parsing time depends more on names
 * than on size.
 */
const MAX_SMALL_BRACKETS = 1000;
const BRACKET = '['.charCodeAt(0);
const FIRST_LETTER = 'A'.charCodeAt(0);
const SMALL_MS = 1000;
/**
 * Time for which all work of the account then counts as large, because replacing a terminated thread takes
 * time.
 */
const SLOW_MS = 60_000;
/**
 * Time limit of large work, plus `LARGE_MS_PER_MB` per megabyte of the seed: five times what typical seeds
 * take.
 */
const LARGE_MS = 10_000;
const LARGE_MS_PER_MB = 3000;
/** Additional time for two lists: planning the maximum of 500,000 pages takes 15 s (November 2026). */
const COMBINED_MS = 30_000;
/** Maximum product of the line counts of both lists for small work. */
const MAX_SMALL_PAGES = 10_000;
const LINE_FEED = '\n'.charCodeAt(0);
/** Threads for large work, in addition to those for runs. */
const LARGE_THREADS = 1;
/** Threads for estimates, in addition: no request for anything else waits for one. */
const ESTIMATE_THREADS = 1;
const TOO_LONG =
  'Your files take longer to read than the server allows. Make the seed page smaller, or split the sheet.';
const ESTIMATE_TOO_LONG = 'It took longer than the server allows.';
const PAGE_TOO_LONG = 'This page takes too long to measure.';
const IMAGE_TOO_LONG = 'This image takes too long to read. Save it again in an image editor.';
const CLOSED = 'The engine is closed.';
const NO_PROGRESS: RunProgress = {
  state: 'planning',
  pagesDone: 0,
  pagesTotal: 0,
  partsWritten: 0,
  partsTotal: 0,
  bytesWritten: 0,
};

export interface EnginePoolOptions {
  /** Concurrent full runs; 2 by default. */
  runThreads?: number;
  /**
   * Niceness of large work on Linux (0 to 19), 10 by default. If other programs keep all cores busy, it gets
   * the rest.
   */
  runNice?: number;
  /** File of places; that of the United States without it. */
  placesFile?: string | undefined;
  /** Heap limit of a thread in MB; 1,024 by default. */
  memoryMb?: number;
  /** Idle time after which a thread for large work ends; 60,000 by default. */
  idleMs?: number;
  /** Time limit of small work on its thread; 1,000 by default. */
  smallMs?: number;
  /** Time limit of an inspection, a plan or a test; by default 10 s plus 3 s per megabyte of the seed. */
  limitMs?: (seedBytes: number) => number;
}

export interface RunHooks {
  /** Called when the run begins and at each change of its state, otherwise at most ten times a second. */
  onProgress(progress: RunProgress): void;
  /**
   * Receives all pages of a full run in batches as they are written, before the audit.
   * @param pages JSON: a list of row, url, label, latitude and longitude
   */
  onPages?(pages: string): void;
  signal: AbortSignal;
}

export type EnginePool = ReturnType<typeof createEnginePool>;

type Files = Partial<Pick<EngineInput, 'seed' | 'sheet' | 'combined'>> &
  Partial<Pick<CompareTextsInput, 'fileBytes'>>;

function limitLarge(seedBytes: number): number {
  return LARGE_MS + (seedBytes / 1e6) * LARGE_MS_PER_MB;
}

function countLines(file: FileInput | undefined): number {
  let lines = 1;
  for (const byte of file?.bytes ?? []) if (byte === LINE_FEED) lines += 1;
  return lines;
}

function isSmall({ seed, sheet, combined, fileBytes = 0 }: Files): boolean {
  if (fileBytes > MAX_SMALL_FILE_BYTES) return false;
  const size = [seed, sheet, combined].reduce((sum, file) => sum + (file?.bytes.length ?? 0), 0);
  if (size > MAX_SMALL_BYTES) return false;
  if (combined && countLines(sheet) * countLines(combined) > MAX_SMALL_PAGES) return false;
  const bytes = seed?.bytes ?? new Uint8Array();
  let brackets = 0;
  for (let at = bytes.indexOf(BRACKET); at >= 0; at = bytes.indexOf(BRACKET, at + 1))
    // Consecutive brackets, as in nested lists, don't count; letters of other alphabets have larger byte
    // values.
    if ((bytes[at + 1] ?? 0) >= FIRST_LETTER && bytes[at + 1] !== BRACKET) brackets += 1;
  return brackets <= MAX_SMALL_BRACKETS;
}

async function clearFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name));
}

/** Remembers for a while which accounts had small work that took too long. */
function createSlowAccounts() {
  const until = new Map<number, number>();
  return {
    has: (account: number) => (until.get(account) ?? 0) > performance.now(),
    add: (account: number) => {
      if (account !== NO_ACCOUNT) until.set(account, performance.now() + SLOW_MS);
    },
  };
}

interface InteractiveOptions {
  small: EngineThreads;
  large: EngineThreads;
  queues: Record<'small' | 'large', FairQueue>;
  smallMs: number;
  limitMs: (seedBytes: number) => number;
}

/** @returns a function that runs interactive tasks: small ones on their own thread, others as large work */
function createInteractiveRunner({ small, large, queues, smallMs, limitMs }: InteractiveOptions) {
  const slow = createSlowAccounts();

  /** A request waits for the result. `again` runs before small work restarts as large work. */
  return async function ask<Kind extends TaskKind>(
    task: Omit<Task<Kind>, 'limitMs'>,
    again?: () => Promise<void>,
  ): Promise<TaskResults[Kind]> {
    const { signal } = task;
    const input: Files & Pick<DraftInput, 'userId'> = task.input;
    const seedBytes = input.seed?.bytes.length ?? input.fileBytes ?? 0;
    const { userId: account = NO_ACCOUNT } = input;
    const place = { account, signal };
    const longest = limitMs(seedBytes) + (input.combined ? COMBINED_MS : 0);
    try {
      if (isSmall(input) && !slow.has(account)) {
        const limited = { ...task, limitMs: Math.min(smallMs, longest) };
        return await queues.small.run(place, () => small.perform(limited));
      }
    } catch (error) {
      if (!(error instanceof TaskTimeout)) throw error;
      slow.add(account);
      await again?.();
    }
    try {
      return await queues.large.run(place, () => large.perform({ ...task, limitMs: longest }));
    } catch (error) {
      throw error instanceof TaskTimeout ? new AppError('invalid', { message: TOO_LONG }) : error;
    }
  };
}

/**
 * Creates the pool and starts the thread for small work; `close` terminates all threads and rejects their work. Methods
 * reject with the signal's reason within a second of an abort, after the work has stopped; with `EngineThreadCrashed` if
 * the thread crashed; with `AppError` `invalid` if an inspection, a plan or a test took too long; with the file system's
 * error (`code`, `syscall`) if a run couldn't be written.
 */
export function createEnginePool(options: EnginePoolOptions = {}) {
  const { runThreads = 2, runNice = RUN_NICE, smallMs = SMALL_MS, limitMs = limitLarge } = options;
  const { memoryMb = MEMORY_MB, idleMs = IDLE_MS, placesFile } = options;
  const shared = { memoryMb, idleMs, placesFile };
  const small = new EngineThreads({
    ...shared,
    name: 'small work',
    warm: 1,
    maxThreadCount: 1,
    nice: 0,
    youngMb: YOUNG_MB.small,
  });
  const maxThreadCount = runThreads + LARGE_THREADS + ESTIMATE_THREADS;
  const large = new EngineThreads({
    ...shared,
    name: 'large work',
    warm: 0,
    maxThreadCount,
    nice: runNice,
    youngMb: YOUNG_MB.large,
  });
  const queues = {
    small: new FairQueue(1),
    large: new FairQueue(LARGE_THREADS),
    estimates: new FairQueue(ESTIMATE_THREADS),
    runs: new FairQueue(runThreads),
  };

  const ask = createInteractiveRunner({ small, large, queues, smallMs, limitMs });
  const askFor =
    <Kind extends TaskKind>(kind: Kind) =>
    (input: TaskInputs[Kind], signal?: AbortSignal) =>
      ask({ kind, input, signal });
  const toPlace = ({ userId = NO_ACCOUNT }: Pick<DraftInput, 'userId'>, signal?: AbortSignal) => ({
    account: userId,
    signal,
  });
  /** Images and pages use the small queue, because their sizes are limited. */
  const runSmall =
    <Kind extends 'findImageEnd' | 'openImage' | 'measurePage'>(kind: Kind, tooLong: string) =>
    async (input: TaskInputs[Kind], signal?: AbortSignal): Promise<TaskResults[Kind]> => {
      const task = { kind, input, signal, limitMs: smallMs };
      try {
        return await queues.small.run(toPlace(input, signal), () => small.perform(task));
      } catch (error) {
        throw error instanceof TaskTimeout ? new AppError('invalid', { message: tooLong }) : error;
      }
    };
  /** Takes a turn among the full runs. */
  const runLarge =
    <Kind extends 'measure' | 'comparePages'>(kind: Kind) =>
    (input: TaskInputs[Kind], signal?: AbortSignal) =>
      queues.runs.run(toPlace(input, signal), () => large.perform({ kind, input, signal }));

  return {
    inspectDraft: askFor('inspectDraft'),
    /** Estimates the quality of the pages at low priority; undefined if there would be none. */
    async estimateDraft(input: DraftInput, signal?: AbortSignal) {
      const task = {
        kind: 'estimateDraft',
        input,
        signal,
        limitMs: limitMs(input.seed?.bytes.length ?? 0),
      } as const;
      try {
        return await queues.estimates.run(toPlace(input, signal), () => large.perform(task));
      } catch (error) {
        throw error instanceof TaskTimeout ? new AppError('invalid', { message: ESTIMATE_TOO_LONG }) : error;
      }
    },
    /** Fills a text for the first rows of the sheet. */
    previewDraft: askFor('previewDraft'),
    /** Applies one fix if it helps. */
    fixDraft: askFor('fixDraft'),
    /** Writes all rows with a problem as CSV; undefined without a readable sheet. */
    writeProblemSheet: askFor('writeProblemSheet'),
    readSheetText: askFor('readSheetText'),
    /** Lists the platforms that a file may come from, the most likely first. */
    recognize: askFor('recognize'),
    /** Selects towns of the gazetteer. */
    findPlaces: askFor('findPlaces'),
    /** Adds selected towns to a sheet. */
    addPlaces: askFor('addPlaces'),
    /** Compares two pages of written files. */
    compareTexts: askFor('compareTexts'),
    plan: askFor('plan'),
    run(task: RunTask, { onProgress, onPages, signal }: RunHooks) {
      const report = (progress: RunProgress) => signal.aborted || onProgress(progress);
      const reporting = {
        onBegin: () => report(NO_PROGRESS),
        onProgress: report,
        ...(onPages && { onPages }),
      };
      const question = { kind: 'run', input: task, signal, ...reporting } as const;
      if (task.isTest) return ask(question, () => clearFolder(task.folder));
      return queues.runs.run(toPlace(task, signal), () => large.perform(question));
    },
    towns: askFor('towns'),
    /** Part of a run: measures one image. */
    measure: runLarge('measure'),
    /** Finds the length of the image in a file. */
    findImageEnd: runSmall('findImageEnd', IMAGE_TOO_LONG),
    /** Parses an image for its copies. */
    openImage: runSmall('openImage', IMAGE_TOO_LONG),
    /** Measures a page of a site. */
    measurePage: runSmall('measurePage', PAGE_TOO_LONG),
    /** Compares all measured pages of a scan. */
    comparePages: runLarge('comparePages'),
    async close(): Promise<void> {
      for (const each of Object.values(queues)) each.clear(new Error(CLOSED));
      await Promise.all([small.close(), large.close()]);
    },
  };
}
