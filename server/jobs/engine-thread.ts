/** A thread that does one piece of engine work after another. */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Cancelled } from '#pump/cancelled.ts';
import type {
  EngineAnswer,
  EngineThreadData,
  PlainError,
  ThreadReply,
  ThreadRequest,
} from './engine-messages.ts';
import { answerRun, type RunHooks } from './engine-run.ts';
import type { RunProgress } from './engine-task.ts';
import { answerInspect, answerPlan } from './engine-work.ts';

/** A message for each breath of the writer would be more than anybody looks at. */
const PROGRESS_MS = 100;

/**
 * Long runs step back behind requests and short questions. Linux gives each thread a priority of its own;
 * threads that this one starts have it too. Elsewhere everything is equal.
 */
function stepBack(nice: number): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread > 0 && thread !== process.pid) setPriority(thread, nice);
  } catch {
    // no such system
  }
}

function send(message: ThreadReply): void {
  parentPort?.postMessage(message);
}

function createHooks(cancel: SharedArrayBuffer): RunHooks {
  const flag = new Int32Array(cancel);
  let sentAt = Number.NEGATIVE_INFINITY;
  let state: RunProgress['state'] | undefined;
  return {
    isCancelled: () => Atomics.load(flag, 0) === 1,
    onProgress(progress) {
      if (progress.state === state && performance.now() - sentAt < PROGRESS_MS) return;
      ({ state } = progress);
      sentAt = performance.now();
      send({ type: 'progress', progress });
    },
  };
}

async function answer({ work, cancel }: ThreadRequest): Promise<EngineAnswer> {
  if (work.kind === 'inspect') return answerInspect(work.input);
  if (work.kind === 'plan') return answerPlan(work.input);
  return await answerRun(work.task, createHooks(cancel));
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

async function reply(request: ThreadRequest): Promise<ThreadReply> {
  try {
    return { type: 'answered', answer: await answer(request) };
  } catch (error) {
    if (error instanceof Cancelled) return { type: 'cancelled' };
    return { type: 'failed', error: describeError(error) };
  }
}

const { nice } = workerData as EngineThreadData;
if (nice > 0) stepBack(nice);
parentPort?.on('message', (request: ThreadRequest) => void reply(request).then(send));
