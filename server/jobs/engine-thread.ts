/** Entry point of a pool thread, with one function for each kind of task. */
import { threadId } from 'node:worker_threads';
import { Canceled } from '#pump/write-parts.ts';
import type { PlainError, ThreadMessage, ThreadReply, ThreadTask } from './engine-messages.ts';
import type { PlatformId } from '#engine';
import {
  handleEstimate,
  handleFix,
  handleInspect,
  handlePreview,
  handleProblemSheet,
  handleRecognize,
  handleSheetText,
} from './engine-drafts.ts';
import { handleRun, type RunHooks } from './engine-run.ts';
import { handleImageEnd, handleMeasure, handleOpenImage, handleTowns } from './engine-images.ts';
import { handleComparePages, handleMeasurePage } from './engine-live.ts';
import { handleCompareTexts } from './engine-texts.ts';
import { handleAddPlaces, handleFindPlaces } from './engine-places.ts';
import type {
  AddPlacesResult,
  AddPlacesInput,
  ComparePagesInput,
  CompareTextsInput,
  CompareTextsResult,
  FindPlacesResult,
  FindPlacesInput,
  ImageEndResult,
  ImageInput,
  DraftResult,
  DraftInput,
  EstimateResult,
  FixResult,
  FixInput,
  MeasureResult,
  MeasureInput,
  MeasuredPageText,
  MeasurePageInput,
  OpenImageResult,
  PlanResult,
  PlanInput,
  PreviewResult,
  PreviewInput,
  RecognizeInput,
  RunQualityText,
  RunResult,
  RunProgress,
  RunTask,
  SheetTextResult,
  SheetTextInput,
  TownsResult,
  TownsInput,
} from './engine-task.ts';
import { handlePlan } from './engine-work.ts';

/** Minimum interval of progress reports. */
const PROGRESS_MS = 100;

function watchCancel({ cancel }: Pick<ThreadTask<unknown>, 'cancel'>): () => boolean {
  const flag = new Int32Array(cancel);
  return () => Atomics.load(flag, 0) === 1;
}

function createHooks({ cancel, port }: ThreadTask<RunTask>): RunHooks {
  let sentAt = Number.NEGATIVE_INFINITY;
  let state: RunProgress['state'] | undefined;
  return {
    isCanceled: watchCancel({ cancel }),
    onProgress(progress) {
      if (progress.state === state && performance.now() - sentAt < PROGRESS_MS) return;
      ({ state } = progress);
      sentAt = performance.now();
      port.postMessage({ type: 'progress', progress } satisfies ThreadMessage);
    },
    onPages: (pages) => port.postMessage({ type: 'pages', pages } satisfies ThreadMessage),
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

type Work<Input, Result> = (task: ThreadTask<Input>) => Promise<ThreadReply<Result>>;

function toReply<Input, Result>(
  work: (task: ThreadTask<Input>) => Result | Promise<Result>,
): Work<Input, Result> {
  return async (task) => {
    task.port.postMessage({ type: 'begun', threadId } satisfies ThreadMessage);
    try {
      return { type: 'completed', result: await work(task) };
    } catch (error) {
      if (error instanceof Canceled) return { type: 'canceled' };
      return { type: 'failed', error: describeError(error) };
    } finally {
      task.port.close();
    }
  };
}

export const inspectDraft: Work<DraftInput, DraftResult> = toReply(({ input }) => handleInspect(input));
export const estimateDraft: Work<DraftInput, EstimateResult> = toReply((task) =>
  handleEstimate(task.input, watchCancel(task)),
);
export const previewDraft: Work<PreviewInput, PreviewResult> = toReply(({ input }) => handlePreview(input));
export const fixDraft: Work<FixInput, FixResult> = toReply(({ input }) => handleFix(input));
export const writeProblemSheet: Work<DraftInput, Uint8Array<ArrayBuffer> | undefined> = toReply(({ input }) =>
  handleProblemSheet(input),
);
export const readSheetText: Work<SheetTextInput, SheetTextResult> = toReply(({ input }) =>
  handleSheetText(input),
);
export const recognize: Work<RecognizeInput, readonly PlatformId[]> = toReply(({ input }) =>
  handleRecognize(input),
);
export const findPlaces: Work<FindPlacesInput, FindPlacesResult> = toReply(({ input }) =>
  handleFindPlaces(input),
);
export const addPlaces: Work<AddPlacesInput, AddPlacesResult> = toReply(({ input }) =>
  handleAddPlaces(input),
);
export const compareTexts: Work<CompareTextsInput, CompareTextsResult> = toReply(({ input }) =>
  handleCompareTexts(input),
);
export const plan: Work<PlanInput, PlanResult> = toReply(({ input }) => handlePlan(input));
export const run: Work<RunTask, RunResult> = toReply((task) => handleRun(task.input, createHooks(task)));
export const towns: Work<TownsInput, TownsResult> = toReply(({ input }) => handleTowns(input));
export const measure: Work<MeasureInput, MeasureResult> = toReply(({ input }) => handleMeasure(input));
export const findImageEnd: Work<ImageInput, ImageEndResult> = toReply(({ input }) => handleImageEnd(input));
export const openImage: Work<ImageInput, OpenImageResult> = toReply(({ input }) => handleOpenImage(input));
export const measurePage: Work<MeasurePageInput, MeasuredPageText> = toReply(({ input }) =>
  handleMeasurePage(input),
);
export const comparePages: Work<ComparePagesInput, RunQualityText> = toReply((task) =>
  handleComparePages(task.input, watchCancel(task)),
);
