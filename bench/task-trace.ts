/** Tasks of a page's main thread, read from a trace of the browser. */

/** What a trace has to hold: every task, and the marks of a page. */
export const TASK_CATEGORIES = ['toplevel', 'blink.user_timing'];

const TASK = 'ThreadControllerImpl::RunTask';

/** One event of a trace; times in microseconds: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU */
export interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** The thread's own clock. */
  tdur?: number;
}

/** One task, in milliseconds. */
export interface Task {
  /** From its begin to its end, as a person waits. */
  tookMs: number;
  /** The thread's own work: without the time that other threads and programs had the processor. */
  workedMs: number;
}

/**
 * Every task of the thread that noted the mark, from the last such mark on.
 * @throws where the trace has no such mark
 */
export function readTasks(events: readonly TraceEvent[], mark: string): Task[] {
  const start = events.findLast(({ name }) => name === mark);
  if (!start) throw new Error(`The trace has no mark ${mark}.`);
  return events
    .filter(({ name, pid, tid }) => name === TASK && pid === start.pid && tid === start.tid)
    .filter(({ ts, dur = 0 }) => ts + dur > start.ts)
    .map(({ dur = 0, tdur = 0 }) => ({ tookMs: dur / 1000, workedMs: tdur / 1000 }));
}

/** The longest in each sense; they may be two tasks. */
export function findLongest(tasks: readonly Task[]): Task {
  return {
    tookMs: Math.max(0, ...tasks.map(({ tookMs }) => tookMs)),
    workedMs: Math.max(0, ...tasks.map(({ workedMs }) => workedMs)),
  };
}
