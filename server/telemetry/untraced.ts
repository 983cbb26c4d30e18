/** Interface of tracing, and its implementation without traces. */

export type Work<Result> = () => Result;

export interface RequestSpan {
  /** Runs the work within the span. */
  enter(work: Work<void>): void;
  end(route: string, status: number): void;
}

export interface Query {
  /** SQL with placeholders, without values. */
  sql: string;
  milliseconds: number;
  error?: unknown;
}

export interface Tracing {
  startRequest(method: string): RequestSpan;
  /** @param ids of a run, a project and so on */
  traceJob<Result>(queue: string, ids: Readonly<Record<string, number>>, work: Work<Result>): Result;
  /** Outside of requests and jobs, only calls `work`. */
  traceCall<Result>(gateway: string, method: string, work: Work<Result>): Result;
  /** Reports a finished query of a request or a job. */
  noteQuery(query: Query): void;
  /** Exports the remaining spans. */
  close(): Promise<void>;
}

export const UNTRACED: Tracing = {
  startRequest: () => ({ enter: (work) => work(), end: () => {} }),
  traceJob: (_queue, _ids, work) => work(),
  traceCall: (_gateway, _method, work) => work(),
  noteQuery: () => {},
  close: async () => {},
};
