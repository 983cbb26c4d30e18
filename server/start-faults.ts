/** Ends a start that can't succeed. Errors that say what to do are printed without a stack. */

/** Names of errors with a text for the operator. */
const EXPLAINED = new Set(['ConfigError', 'DatabaseError', 'LockError', 'GatewayError', 'TracingError']);

export function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** Runs a part of the start; an error that says what to do ends the process without a stack. */
export async function orFail<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && EXPLAINED.has(error.name)) fail(error.message);
    throw error;
  }
}
