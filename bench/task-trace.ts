/** Tasks of a page's main thread, read from a trace of the browser. */

/** Trace categories: every task, and the marks of a page. */
export const TASK_CATEGORIES = ['toplevel', 'blink.user_timing'];

const TASK = 'ThreadControllerImpl::RunTask';

/** One event of a trace; times in microseconds: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU */
export interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** CPU time of the thread. */
  tdur?: number;
}

/** One task, in milliseconds. */
export interface Task {
  /** Wall-clock time. */
  tookMs: number;
  /** CPU time of the thread. */
  workedMs: number;
}

/**
 * Reads the tasks of the thread with the mark, after its last occurrence.
 * @throws if the trace has no such mark
 */
export function readTasks(events: readonly TraceEvent[], mark: string): Task[] {
  const start = events.findLast(({ name }) => name === mark);
  if (!start) throw new Error(`The trace has no mark ${mark}.`);
  return events
    .filter(({ name, pid, tid }) => name === TASK && pid === start.pid && tid === start.tid)
    .filter(({ ts, dur = 0 }) => ts + dur > start.ts)
    .map(({ dur = 0, tdur = 0 }) => ({ tookMs: dur / 1000, workedMs: tdur / 1000 }));
}

/** Returns the longest wall-clock and CPU time, possibly of two tasks. */
export function findLongest(tasks: readonly Task[]): Task {
  return {
    tookMs: Math.max(0, ...tasks.map(({ tookMs }) => tookMs)),
    workedMs: Math.max(0, ...tasks.map(({ workedMs }) => workedMs)),
  };
}
