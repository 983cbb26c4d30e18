/** What the server reports to traces, and the process that keeps none. */

export type Work<Result> = () => Result;

export interface RequestSpan {
  /** Runs what follows within the span. */
  enter(work: Work<void>): void;
  end(route: string, status: number): void;
}

export interface Query {
  /** With placeholders. */
  sql: string;
  milliseconds: number;
  error?: unknown;
}

export interface Tracing {
  startRequest(method: string): RequestSpan;
  /** @param ids numbers of a run, a project and so on */
  traceJob<Result>(queue: string, ids: Readonly<Record<string, number>>, work: Work<Result>): Result;
  /** Outside of requests and jobs it only calls `work`. */
  traceCall<Result>(gateway: string, method: string, work: Work<Result>): Result;
  /** Reports a query that has ended, of a request or a job. */
  noteQuery(query: Query): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

export const UNTRACED: Tracing = {
  startRequest: () => ({ enter: (work) => work(), end: () => {} }),
  traceJob: (_queue, _ids, work) => work(),
  traceCall: (_gateway, _method, work) => work(),
  noteQuery: () => {},
  close: async () => {},
};
