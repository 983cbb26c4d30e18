/** Entry point of a pool thread, with one handler for each kind of task. */
import { type MessagePort, threadId } from 'node:worker_threads';
import { getPlatform } from '#engine';
import { compareFilePages } from '#pump/compare-texts.ts';
import { Canceled } from '#pump/write-parts.ts';
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
import { handleAddPlaces, handleFindPlaces } from './engine-places.ts';
import type { CompareTextsInput, DraftInput, RunProgress } from './engine-task.ts';
import { handlePlan } from './engine-work.ts';

/** Handlers by kind of task: the pool takes its methods, their inputs and results from here. */
const handlers = {
  inspectDraft: handleInspect,
  estimateDraft: (input: DraftInput, { isCanceled }: RunHooks) => handleEstimate(input, isCanceled),
  previewDraft: handlePreview,
  fixDraft: handleFix,
  writeProblemSheet: handleProblemSheet,
  readSheetText: handleSheetText,
  recognize: handleRecognize,
  findPlaces: handleFindPlaces,
  addPlaces: handleAddPlaces,
  compareTexts: ({ type, recordPath, left, right }: CompareTextsInput) =>
    compareFilePages(left, right, { format: getPlatform(type).id, recordPath }),
  plan: handlePlan,
  run: handleRun,
  towns: handleTowns,
  measure: handleMeasure,
  findImageEnd: handleImageEnd,
  openImage: handleOpenImage,
  measurePage: handleMeasurePage,
  comparePages: handleComparePages,
};

type Handlers = typeof handlers;
export type TaskKind = keyof Handlers;
export type TaskInputs = { [Kind in TaskKind]: Parameters<Handlers[Kind]>[0] };
export type TaskResults = { [Kind in TaskKind]: Awaited<ReturnType<Handlers[Kind]>> };

/** A task as sent to a thread. */
export interface ThreadTask<Kind extends TaskKind> {
  kind: Kind;
  input: TaskInputs[Kind];
  /** One 32-bit number: 1 requests cancellation. */
  cancel: SharedArrayBuffer;
  /** Port for `ThreadMessage`. */
  port: MessagePort;
}

/** `begun` comes first; until then, the thread may still be starting. */
export type ThreadMessage =
  | { type: 'begun'; threadId: number }
  | { type: 'progress'; progress: RunProgress }
  | { type: 'pages'; pages: string };

/** Errors lose their codes between threads, so they are sent as plain objects. */
export interface PlainError {
  name: string;
  message: string;
  stack?: string;
  code?: string;
  syscall?: string;
}

export type ThreadReply<Kind extends TaskKind> =
  | { type: 'completed'; result: TaskResults[Kind] }
  | { type: 'canceled' }
  | { type: 'failed'; error: PlainError };

const byKind: {
  [Kind in TaskKind]: (
    input: TaskInputs[Kind],
    hooks: RunHooks,
  ) => TaskResults[Kind] | Promise<TaskResults[Kind]>;
} = handlers;

/** Minimum interval of progress reports. */
const PROGRESS_MS = 100;

function createHooks({ cancel, port }: ThreadTask<TaskKind>): RunHooks {
  const flag = new Int32Array(cancel);
  let sentAt = Number.NEGATIVE_INFINITY;
  let state: RunProgress['state'] | undefined;
  return {
    isCanceled: () => Atomics.load(flag, 0) === 1,
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

/** Runs one task; errors lose their codes between threads, so they are returned. */
export async function work<Kind extends TaskKind>(task: ThreadTask<Kind>): Promise<ThreadReply<Kind>> {
  task.port.postMessage({ type: 'begun', threadId } satisfies ThreadMessage);
  try {
    return { type: 'completed', result: await byKind[task.kind](task.input, createHooks(task)) };
  } catch (error) {
    if (error instanceof Canceled) return { type: 'canceled' };
    return { type: 'failed', error: describeError(error) };
  } finally {
    task.port.close();
  }
}
