/** Messages between the pool and its threads. */
import type { MessagePort } from 'node:worker_threads';
import type { RunProgress } from './engine-task.ts';

/** A task as a thread gets it. */
export interface ThreadTask<Input> {
  input: Input;
  /** One 32-bit number, 1 when the work is to end. */
  cancel: SharedArrayBuffer;
  /** For `ThreadNews`. */
  port: MessagePort;
}

/** `begun` is the first: until then the thread may still be starting. */
export type ThreadNews =
  | { type: 'begun'; threadId: number }
  | { type: 'progress'; progress: RunProgress }
  | { type: 'pages'; pages: string };

/** An error loses its codes on the way between threads, so it goes as plain data. */
export interface PlainError {
  name: string;
  message: string;
  stack?: string;
  code?: string;
  syscall?: string;
}

export type ThreadReply<Answer> =
  | { type: 'answered'; answer: Answer }
  | { type: 'canceled' }
  | { type: 'failed'; error: PlainError };

/** Data that a thread starts with. */
export interface EngineThreadData {
  /** Niceness relative to the other threads of the process; 0 is none. */
  nice: number;
}
