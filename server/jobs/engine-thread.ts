/** Entry of a pool thread: one function for each kind of task. */
import { threadId } from 'node:worker_threads';
import { Canceled } from '#pump/write-parts.ts';
import type { PlainError, ThreadNews, ThreadReply, ThreadTask } from './engine-messages.ts';
import type { PlatformId } from '#engine';
import {
  answerFix,
  answerInspect,
  answerProblemSheet,
  answerRecognize,
  answerSheetText,
} from './engine-drafts.ts';
import { answerRun, type RunHooks } from './engine-run.ts';
import { answerImageEnd, answerMeasure, answerOpenImage, answerTowns } from './engine-images.ts';
import type {
  ImageEndAnswer,
  ImageInput,
  DraftAnswer,
  DraftInput,
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
import { answerPlan } from './engine-work.ts';

/** Minimum interval of progress reports. */
const PROGRESS_MS = 100;

function createHooks({ cancel, port }: ThreadTask<RunTask>): RunHooks {
  const flag = new Int32Array(cancel);
  let sentAt = Number.NEGATIVE_INFINITY;
  let state: RunProgress['state'] | undefined;
  return {
    isCanceled: () => Atomics.load(flag, 0) === 1,
    onProgress(progress) {
      if (progress.state === state && performance.now() - sentAt < PROGRESS_MS) return;
      ({ state } = progress);
      sentAt = performance.now();
      port.postMessage({ type: 'progress', progress } satisfies ThreadNews);
    },
    onPages: (pages) => port.postMessage({ type: 'pages', pages } satisfies ThreadNews),
  };
}

function describeError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack, code, syscall }: NodeJS.ErrnoException = error;
  return {
    name,
    message,
    ...(stack === undefined ? {} : { stack }),
    ...(code === undefined ? {} : { code }),
    ...(syscall === undefined ? {} : { syscall }),
  };
}

type Work<Input, Answer> = (task: ThreadTask<Input>) => Promise<ThreadReply<Answer>>;

function toReply<Input, Answer>(
  work: (task: ThreadTask<Input>) => Answer | Promise<Answer>,
): Work<Input, Answer> {
  return async (task) => {
    task.port.postMessage({ type: 'begun', threadId } satisfies ThreadNews);
    try {
      return { type: 'answered', answer: await work(task) };
    } catch (error) {
      if (error instanceof Canceled) return { type: 'canceled' };
      return { type: 'failed', error: describeError(error) };
    } finally {
      task.port.close();
    }
  };
}

export const inspectDraft: Work<DraftInput, DraftAnswer> = toReply(({ input }) => answerInspect(input));
export const fixDraft: Work<FixInput, FixAnswer> = toReply(({ input }) => answerFix(input));
export const writeProblemSheet: Work<DraftInput, Uint8Array<ArrayBuffer> | undefined> = toReply(({ input }) =>
  answerProblemSheet(input),
);
export const readSheetText: Work<SheetTextInput, SheetTextAnswer> = toReply(({ input }) =>
  answerSheetText(input),
);
export const recognize: Work<RecognizeInput, readonly PlatformId[]> = toReply(({ input }) =>
  answerRecognize(input),
);
export const plan: Work<PlanInput, PlanAnswer> = toReply(({ input }) => answerPlan(input));
export const run: Work<RunTask, RunAnswer> = toReply((task) => answerRun(task.input, createHooks(task)));
export const towns: Work<TownsInput, TownsAnswer> = toReply(({ input }) => answerTowns(input));
export const measure: Work<MeasureInput, MeasureAnswer> = toReply(({ input }) => answerMeasure(input));
export const findImageEnd: Work<ImageInput, ImageEndAnswer> = toReply(({ input }) => answerImageEnd(input));
export const openImage: Work<ImageInput, OpenImageAnswer> = toReply(({ input }) => answerOpenImage(input));
