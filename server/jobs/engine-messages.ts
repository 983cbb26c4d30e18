/** Messages between the pool and its threads. */
import type { MessagePort } from 'node:worker_threads';
import type { RunProgress } from './engine-task.ts';
import type { TaskInputs, TaskKind, TaskResults } from './engine-thread.ts';

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

/** Data that a thread starts with. */
export interface EngineThreadData {
  /** Niceness relative to the other threads of the process; 0 for none. */
  nice: number;
  /** File of places; that of the United States without it. */
  placesFile?: string | undefined;
}
