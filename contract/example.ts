/** One call of the API as an example. */

export interface Example {
  /** What stands behind the question mark, where something must. */
  readonly query?: Readonly<Record<string, string>>;
  /** What is sent. */
  readonly body?: unknown;
  /** What stands under `data` in the answer, or in one event of a stream. */
  readonly data?: unknown;
  /** Of answers that have one. */
  readonly message?: string;
  /** Of a list that says who asks. */
  readonly user?: unknown;
}
