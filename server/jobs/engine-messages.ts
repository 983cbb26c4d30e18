/** What the pool and its threads say to each other. */
import type {
  InspectAnswer,
  InspectInput,
  PlanAnswer,
  PlanInput,
  RunAnswer,
  RunProgress,
  RunTask,
} from './engine-task.ts';

export type EngineWork =
  | { kind: 'inspect'; input: InspectInput }
  | { kind: 'plan'; input: PlanInput }
  | { kind: 'run'; task: RunTask };

export type EngineAnswer = InspectAnswer | PlanAnswer | RunAnswer;

export interface ThreadRequest {
  work: EngineWork;
  /** One 32-bit number, 1 when the work is to end. */
  cancel: SharedArrayBuffer;
}

/** An error loses its codes on the way between threads, so it goes as plain data. */
export interface PlainError {
  name: string;
  message: string;
  stack?: string;
  code?: string;
  syscall?: string;
}

export type ThreadReply =
  | { type: 'progress'; progress: RunProgress }
  | { type: 'answered'; answer: EngineAnswer }
  | { type: 'cancelled' }
  | { type: 'failed'; error: PlainError };

/** What a thread is started with. */
export interface EngineThreadData {
  /** How far it steps back behind the other threads of the process; 0: not at all. */
  nice: number;
}
