/** One call of the API as an example. */

export interface Example {
  /** Query parameters, if any are required. */
  readonly query?: Readonly<Record<string, string>>;
  /** Request body. */
  readonly body?: unknown;
  /** `data` of the reply, or of one event of a stream. */
  readonly data?: unknown;
  /** Message of the reply, if any. */
  readonly message?: string;
  /** Further fields of a list. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** `user` of a list that describes the caller. */
  readonly user?: unknown;
}
